"""Democrazy, what a law does at once: one small interpreter of the operations in its row.

Operations are done in their order, each clockwise from the active player [U01], who is meant by `active`.
Who is meant by `who` is fixed when the operation begins [U10]: all, active, others, most and fewest (chips;
all who tie), yes, no, with, against, lone (see `democrazy_vote`), without_wild, chosen (by the active player:
another player, not optional [U13]). Who has not enough gives or loses what there is. If the active player
is away, an operation for which that one alone could choose is not done, and for all else the next seat to
the left acts [U45].

When the last chip is drawn everything stops there; with `bag_end_when=after_effect` operations that draw
lapse as a whole and the others are done [U15].

The words for what is done with chips are in `democrazy_on_chips`, those for laws, wilds and turns in
`democrazy_on_cards`.

Prompts, with their args: choose-player (the rows: seats).
"""

from . import democrazy_drawing, democrazy_on_cards, democrazy_on_chips
from .democrazy_chips import held, total
from .democrazy_floor import deputy, order
from .pressing import Choose

_ON_CARDS = ("repeal", "wild_deal", "wild_pass", "hand_pass", "mill", "extra_turn")
_DRAWING = ("draw", "level", "redraw", "exchange")


class Effect:
    """What is done, for whom: the law, the active player, the camps of the vote, and the laws in force.

    moves   the movements of chips in the operation under way; seats: whom it meant; chosen: the one of them
            that the active player chose, or None; note: what else it did
    """

    def __init__(self, table, match, law, active, camps, laws):
        self.table = table
        self.match = match
        self.law = law
        self.active = active
        self.camps = camps
        self.laws = laws
        self.moves = []
        self.seats = []
        self.chosen = None
        self.note = []

    def draw(self, seat, number):
        """`seat` draws; returns the chips."""
        return democrazy_drawing.draw(self.table, self.match, self.moves, seat, number)

    def pick(self, seat, number, what):
        """`seat` picks so many of its own chips; returns them."""
        return democrazy_drawing.pick(self.table, held(self.match, seat), seat, number, what)

    def order(self):
        return order(self.match, self.active)

    def doer(self):
        """The seat that does what anybody could do for the active player."""
        return deputy(self.match, self.active)

    def stops(self):
        """True if the drawing that emptied the bag stops the operation under way."""
        return bool(self.match.ended) and self.table.options["bag_end_when"] == "at_last_chip"

    def who(self, who):
        """The seats meant, in order; takes them down."""
        seats = self.order()
        match = self.match
        if who == "active":
            seats = [self.active]
        elif who == "others":
            seats = seats[1:]
        elif who == "most" or who == "fewest":
            numbers = [total(match, seat) for seat in seats]
            wanted = max(numbers) if who == "most" else min(numbers)
            seats = [seat for seat in seats if total(match, seat) == wanted]
        elif who == "without_wild":
            seats = [seat for seat in seats if not match.wilds[seat]]
        elif who == "chosen":
            others = seats[1:]
            rows = tuple([str(seat) for seat in others])
            seats = [others[(yield Choose(self.active, rows, "choose-player"))]]
            self.chosen = seats[0]
        elif who != "all":
            seats = [seat for seat in seats if seat in self.camps[who]]
        for seat in seats:
            if seat not in self.seats:
                self.seats.append(seat)
        return seats


def is_over(match):
    """True if nothing more is done; with `after_effect` the bag alone ends only the drawing [U15]."""
    return bool(match.ended) and (match.options["bag_end_when"] == "at_last_chip" or match.ended != "bag")


def carry_out(effect, operations):
    """Do `operations` one after another, as far as the game goes on, and tell each."""
    match, table = effect.match, effect.table
    for operation in operations:
        effect.moves, effect.seats, effect.note, effect.chosen = [], [], [], None
        if is_over(match) or (match.ended and operation.name in _DRAWING):
            effect.note = ["lapses"]
        elif match.away[effect.active] and "chosen" in operation.args.values():
            effect.note = ["absent"]
        else:
            on_cards = operation.name in _ON_CARDS
            do = democrazy_on_cards.DO if on_cards else democrazy_on_chips.DO
            yield from do[operation.name](effect, operation.args)
        told = [effect.seats, effect.moves, effect.note, effect.chosen]
        table.tell("effect", effect.law.card, operation.text, *told)
