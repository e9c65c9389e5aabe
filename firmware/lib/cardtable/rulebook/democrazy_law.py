"""Democrazy, one law: what it says, and which of several laws counts. `democrazy_reading` reads it.

Precedence [4.6]. Each operation writes a key: the value of a colour, the basis, the winner, the threshold,
the circles, the rule for wilds, the direction. For one key the earliest adopted law counts, and later ones
are ignored while it lies there; age decides between permission and prohibition too [U38]. Bonuses, triggers
and conduct all apply, oldest first. For weights see `democrazy_vote` [U09].
"""

from . import cards
from .democrazy_cards import COPY, is_red
from .democrazy_pack import PACK

COLOURS = "RGBY"
TRAITS = ("beard", "blue_eyes", "glasses")


class Operation:
    """`name` and what it needs, `args`; of a trigger also `inner`, the operation it carries out; `text`: all
    of it, as in its row.
    """

    def __init__(self, name, args, inner, text):
        self.name = name
        self.args = args
        self.inner = inner
        self.text = text


class Law:
    """A law card as its row has it, its gaps filled; on the table also who proposed it and where it lies.

    `white`: its circle; `symbol`: or None; `tags`: a text with `,` between them; `fill`: the values for the
    gaps in their order, a text with `/` between them, or "".
    """

    def __init__(self, card, white, symbol, tags, operations, fill, proposer, place):
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

    def text(self):
        """What it does, its gaps filled."""
        return "; ".join([operation.text for operation in self.operations])

    def first(self, name):
        """Its first operation of this name, or None."""
        for operation in self.operations:
            if operation.name == name:
                return operation
        return None


def earliest(laws, name, colour=None):
    """The operation `name` (of this colour) that counts: that of the earliest of `laws`, or None."""
    for law in laws:
        for operation in law.operations:
            if operation.name == name and colour in (None, operation.args.get("color")):
                return operation
    return None
