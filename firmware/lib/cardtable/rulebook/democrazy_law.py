"""Democrazy, one law: what its row says, and which of several laws counts.

Precedence [4.6]. Each operation writes a key: the value of a colour, the basis, the winner, the threshold,
the circles, the rule for wilds, the direction. For one key the earliest adopted law counts, and later ones
are ignored while it lies there; age decides between permission and prohibition too [U38]. Bonuses, triggers
and conduct all apply, oldest first. For weights see `democrazy_vote` [U09].
"""

from cardtable.micro import borrow

from . import cards
from .democrazy_cards import COPY, PACK, is_blank, is_red

COLOURS = "RGBY"
COLOUR_SYMBOLS = {"R": "RED", "G": "GREEN", "B": "BLUE", "Y": "YELLOW"}
TRAITS = ("beard", "blue_eyes", "glasses")
# Operations of which only the earliest counts; that of a value for its colour.
_SINGLE = ("value", "basis", "winner", "threshold", "circles", "wild_rule", "direction")


class Operation:
    """`name` and what it needs, `args`; of a trigger also `inner`, the operation it carries out."""

    def __init__(self, words, fill):
        self.name = words[0]
        self.args = {}
        self.inner = None
        self.text = ""
        filled = [words[0]]
        for i in range(1, len(words)):
            key, is_argument, value = words[i].partition("=")
            if not is_argument:
                self.inner = Operation(words[i:], fill)
                filled.append(self.inner.text)
                break
            if fill and is_gap(value):
                value = fill.pop(0)
            filled.append(key + "=" + value)
            self.args[key] = int(value) if value.lstrip("-").isdigit() else value
        self.text = " ".join(filled)

    def key(self):
        """What only the earliest law may say, or None."""
        if self.name not in _SINGLE:
            return None
        return self.name + ":" + self.args["color"] if self.name == "value" else self.name


class Law:
    """A law card as its row has it, its gaps filled; on the table also who proposed it and where it lies.

    `fill`: the values for the gaps in their order, a text with `/` between them, or "".
    """

    def __init__(self, card, words, fill, proposer=None, place=None):
        self.card = card
        self.name = cards.text(card, PACK)
        self.red = is_red(card % COPY)
        self.white = words[1] == "white"
        self.fill = fill
        self.proposer = proposer
        self.place = place
        header = {}
        at = 3
        while "=" in words[at]:
            key, _, value = words[at].partition("=")
            header[key] = value
            at += 1
        self.symbol = header.get("symbol")
        self.tags = header.get("tags", "").split(",")
        values = fill.split("/") if fill else []
        if self.symbol == "?" and values:
            self.symbol = COLOUR_SYMBOLS[values[0]]
        self.operations = []
        while at < len(words):
            end = words.index(";", at) if ";" in words[at:] else len(words)
            self.operations.append(Operation(words[at:end], values))
            at = end + 1

    def text(self):
        """What it does, its gaps filled."""
        return "; ".join([operation.text for operation in self.operations])

    def first(self, name):
        """Its first operation of this name, or None."""
        for operation in self.operations:
            if operation.name == name:
                return operation
        return None

    def gaps(self):
        """(key, choices) of what the proposer has to fill."""
        found = []
        for operation in self.operations:
            for word in operation.text.split():
                key, _, value = word.partition("=")
                if is_gap(value):
                    found.append((key, tuple(COLOURS) if value == "?" else tuple(value.split("|"))))
        return found


def is_gap(value):
    return value == "?" or "|" in value


def rows_of(options):
    """The rows of the law deck that is played with, for a moment."""
    if options["deck"] == "own":
        return borrow("cardtable.rulebook.democrazy_own").LAWS
    return borrow("cardtable.rulebook.democrazy_laws").LAWS


def is_played(row, options):
    """Whether the options leave the law of this row in the deck."""
    words = row.split(" ")
    if options["deck"] == "published" and words[2] not in ("pub", "fam"):
        return False
    for word in words[3:]:
        if word.startswith("spice=") and int(word[6:]) > options["max_spice"]:
            return False
        if word.startswith("if=trait:") and options.get("trait_" + word[9:]) == "off":  # [U19]
            return False
    return True


def read_law(card, options, fill="", proposer=None, place=None, rows=None):
    """The law on a card; `rows`: see `rows_of`."""
    if is_blank(card):
        row = "X00 " + options["blank_circle"] + " blank blank"
    else:
        name = cards.text(card % COPY, PACK) + " "
        row = [row for row in rows or rows_of(options) if row.startswith(name)][0]
    return Law(card, row.split(" "), fill, proposer, place)


# -- several laws --------------------------------------------------------------------------------


def earliest(laws, name, colour=None):
    """The operation `name` (of this colour) that counts: that of the earliest of `laws`, or None."""
    for law in laws:
        for operation in law.operations:
            if operation.name == name and colour in (None, operation.args.get("color")):
                return operation
    return None


def overruled(laws):
    """(law, key, the earlier law that counts instead) of all that is ignored."""
    found = []
    first = {}
    for law in laws:
        for operation in law.operations:
            key = operation.key()
            if key is None:
                continue
            if key in first:
                found.append((law, key, first[key]))
            else:
                first[key] = law
    return found
