"""Democrazy, the laws: the law deck, the text of a law, and which of several laws counts.

The law deck. Its rows are in `law_rows`, or in `own_laws`; the options leave some of them out.

Precedence [4.6]. Each operation writes a key: the value of a colour, the basis, the winner, the threshold,
the circles, the rule for wilds, the direction. For one key the earliest adopted law counts, and later ones
are ignored while it is on the table; age decides between permission and prohibition too [U38]. Bonuses,
triggers and conduct all apply, oldest first. For weights see `vote` [U09].

Functions here are plain: they yield no ask.
"""

from ...engine import cards
from . import law_rows, own_laws
from .cards import BLANK, COPY, END, is_blank, is_red
from .pack import PACK

if cards.TYPE_CHECKING:  # a Pico would keep a name of its own on the heap
    from typing import Iterator, Sequence

COLOURS = "RGBY"
TRAITS = ("beard", "blue_eyes", "glasses")
COLOUR_SYMBOLS = {"R": "RED", "G": "GREEN", "B": "BLUE", "Y": "YELLOW"}
_last: "list" = []  # the last options asked for, and their deck: every stage asks for the same


# -- The law deck ----------------------------------------------------------------------------------


def deck(seats: int, options: "dict") -> bytes:
    """Return all cards of the match: the law deck, the End Card, the votes, the private laws."""
    if not _last or _last[0] is not options:
        _last[:] = [options, _build_deck(options)]
    return _last[1]


def _build_deck(options: "dict") -> bytes:
    """Build the deck for these options."""
    pack = bytearray()
    for row in played_rows(options):
        card = law_card(row)
        pack.append(card)
        if options["deck"] == "published":  # two of each [U29]
            pack.append(card + COPY)
        elif options["private_law"] == "on" and " bonus " in row:  # the deck keeps its own [U28]
            pack.append(card + COPY)
    for first, number in (
        (BLANK, options["blank_laws"]),
        (190, 10),
        (200, 10),
        (210, options["wilds_dy"]),
        (220, options["wilds_dn"]),
        (230, options["wilds_sc"]),
        (END, 1),
    ):
        pack.extend(bytes(range(first, first + number)))
    return bytes(pack)


def played_rows(options: "dict") -> "Iterator[str]":
    """Yield the rows of the law deck that the options leave in."""
    marks = [" spice=%d" % spice for spice in range(options["max_spice"] + 1, 4)]
    for trait in TRAITS:
        if options["trait_" + trait] == "off":  # [U19]
            marks.append(" if=trait:" + trait)
    if options["deck"] == "published":
        marks.extend((" drws ", " house "))
    for row in rows_of(options):
        for mark in marks:
            if mark in row:
                break
        else:
            yield row


def rows_of(options: "dict") -> "tuple[str, ...]":
    """Return the rows of the law deck that is played with."""
    if options["deck"] == "own":
        return own_laws.LAWS
    return law_rows.LAWS


def law_card(row: str) -> int:
    """Return the card of the law in this row."""
    return int(row[1:3]) - 1 + (40 if row[0] == "B" else 0)


# -- One law ---------------------------------------------------------------------------------------


class Law:
    """A law card as in its row, its gaps filled; on the table also its proposer and its place.

    `white`: its circle; `symbol`: or None; `tags`: a text with `,` between them; `fill`: the values for the
    gaps in their order, a text with `/` between them, or "".
    """

    def __init__(
        self,
        card: int,
        white: bool,
        symbol: "str | None",
        tags: str,
        operations: "list[Operation]",
        fill: str,
        proposer: "int | None",
        place: "int | None",
    ) -> None:
        self.card = card
        self.name = cards.text(card, PACK)
        self.red = is_red(card % COPY)
        self.white = white
        self.symbol = symbol
        self.tags = tags
        self.operations = operations
        self.fill = fill
        self.proposer = proposer
        self.place = place

    def text(self) -> str:
        """Return its operations as a text, the gaps filled."""
        return "; ".join([operation.text for operation in self.operations])

    def first(self, name: str) -> "Operation | None":
        """Return its first operation of this name, or None."""
        for operation in self.operations:
            if operation.name == name:
                return operation
        return None


class Operation:
    """One operation of a law.

    name    its word
    args    its arguments by name
    inner   of a trigger the operation that it carries out, else None
    text    all of it, as in the row
    """

    def __init__(self, name: str, args: "dict[str, int | str]", inner: "Operation | None", text: str) -> None:
        self.name = name
        self.args = args
        self.inner = inner
        self.text = text


def read_law(
    card: int, options: "dict", fill: str = "", proposer: "int | None" = None, place: "int | None" = None
) -> Law:
    """Return the law on a card."""
    if is_blank(card):
        return read_row(card, "X00 " + options["blank_circle"] + " blank blank", fill, proposer, place)
    name = cards.text(card % COPY, PACK)
    for row in rows_of(options):
        if row.startswith(name):
            return read_row(card, row, fill, proposer, place)
    raise KeyError(name)


def read_row(
    card: int, row: str, fill: str = "", proposer: "int | None" = None, place: "int | None" = None
) -> Law:
    """Return the law of this row on a card; `fill`: see `Law`."""
    words = row.split(" ")
    symbol: "str | None" = None
    tags = ""
    at = 3
    while "=" in words[at]:
        key, _, value = words[at].partition("=")
        if key == "symbol":
            symbol = value
        elif key == "tags":
            tags = value
        at += 1
    values = fill.split("/") if fill else []
    if symbol == "?" and values:
        symbol = COLOUR_SYMBOLS[values[0]]
    operations = []
    while at < len(words):
        end = words.index(";", at) if ";" in words[at:] else len(words)
        operations.append(_read_operation(words[at:end], values))
        at = end + 1
    return Law(card, words[1] == "white", symbol, tags, operations, fill, proposer, place)


def _read_operation(words: "list[str]", fill: "list[str]") -> Operation:
    """Return the operation of these words; `fill` loses the values that fill its gaps."""
    args: "dict[str, int | str]" = {}
    inner: "Operation | None" = None
    filled = [words[0]]
    for i in range(1, len(words)):
        key, is_argument, value = words[i].partition("=")
        if not is_argument:
            inner = _read_operation(words[i:], fill)
            filled.append(inner.text)
            break
        if fill and _is_gap(value):
            value = fill.pop(0)
        filled.append(key + "=" + value)
        args[key] = int(value) if value.lstrip("-").isdigit() else value
    return Operation(words[0], args, inner, " ".join(filled))


def _is_gap(value: str) -> bool:
    """True if the proposer has to fill this value."""
    return value == "?" or "|" in value


def gaps(law: Law) -> "list[tuple[str, tuple[str, ...]]]":
    """Return (key, choices) of each gap that the proposer has to fill."""
    found: "list[tuple[str, tuple[str, ...]]]" = []
    for operation in law.operations:
        for word in operation.text.split():
            key, _, value = word.partition("=")
            if _is_gap(value):
                found.append((key, tuple(COLOURS) if value == "?" else tuple(value.split("|"))))
    return found


def earliest(laws: "Sequence[Law]", name: str, colour: "str | None" = None) -> "Operation | None":
    """Return the operation `name` (of this colour) that counts: that of the earliest of `laws`, or None."""
    for law in laws:
        for operation in law.operations:
            if operation.name == name and colour in (None, operation.args.get("color")):
                return operation
    return None
