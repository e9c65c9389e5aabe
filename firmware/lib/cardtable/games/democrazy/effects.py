"""Democrazy, the effects of a law: the interpreter of the operations in its row, and those on cards.

Operations are done in their order, each clockwise from the active player [U01]; `active` names that player.
The seats of `who` are fixed when the operation begins [U10]: all, active, others, most and fewest (chips; all
who tie), yes, no, with, against, lone (see `vote`), without_wild, chosen (by the active player: another
player, not optional [U13]). A seat that has not enough gives or loses all it has. If the active player is
away, an operation with a choice of that player alone is not done, and for all else the next seat to the left
acts [U45].

When the last chip is drawn everything stops there; with `bag_end_when=after_effect` operations that draw
lapse as a whole and the others are done [U15].

Operations on chips are in `chip_effects`. Operations on laws, wilds, hands, the stack and turns are here:

    repeal which        laws go: all, tag:X, oldest, chosen (not optional while one is on the table [U13]);
                        not under a law that protects laws [U36]
    wild_deal who n     wilds from the reserve, as far as there are any
    wild_pass dir       all unplayed wilds go to the neighbour; hand_pass dir: so do the law hands
    mill n              the top laws of the stack are turned up and discarded. The End Card ends the match, or
                        with `end_card_when_milled=put_back` goes back on top, uses up its place, and ends
                        the milling [U17]; it is the next that is drawn, or turned up [U46]
    extra_turn          the active player has another turn next, one however often this is done [U37]

Prompts, with their args: choose-player (the rows: seats), choose-law (the rows: laws), remove-laws (laws),
pass-wilds (dir), pass-hands (dir), mill (which, of how many), gather (turn). See also `setup`.
"""

from ...engine import cards
from ...engine.asks.base import CENTRE, OK
from ...engine.asks.keys import Choose, Poll
from ...engine.asks.laying import Clear, Lay
from . import chip_effects, chips, setup
from .cards import END, is_law
from .chips import chips_of, total
from .floor import deputy, neighbour, order
from .pack import PACK
from .statutes import discard, is_hidden_law, may_be_end, repeal

_ON_CARDS = ("repeal", "wild_deal", "wild_pass", "hand_pass", "mill", "extra_turn")
_DRAWING = ("draw", "level", "redraw", "exchange")


class Effect:
    """The effect of one law: the law, the active player, the camps of the vote, and the laws in force.

    moves    the movements of chips in the operation under way
    seats    the seats of that operation
    chosen   the one of them that the active player chose, or None
    note     its other results
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
        """Let `seat` draw; return the chips."""
        return chips.draw(self.table, self.match, self.moves, seat, number)

    def pick(self, seat, number, what):
        """Let `seat` pick so many of its own chips; return them."""
        return chips.pick(self.table, chips_of(self.match, seat), seat, number, what)

    def order(self):
        """Return the seats clockwise from the active player."""
        return order(self.match, self.active)

    def doer(self):
        """Return the seat that acts for the active player in all that any player could do."""
        return deputy(self.match, self.active)

    def stops(self):
        """True if the drawing that emptied the bag stops the operation under way."""
        return bool(self.match.ended) and self.table.options["bag_end_when"] == "at_last_chip"

    def who(self, who):
        """Return the seats of `who`, in order, and add them to `seats`."""
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


def carry_out(effect, operations):
    """Do `operations` one after another, as far as the match goes on, and record each."""
    match, table = effect.match, effect.table
    for operation in operations:
        effect.moves, effect.seats, effect.note, effect.chosen = [], [], [], None
        if is_over(match) or (match.ended and operation.name in _DRAWING):
            effect.note = ["lapses"]
        elif match.away[effect.active] and "chosen" in operation.args.values():
            effect.note = ["absent"]
        else:
            on_cards = operation.name in _ON_CARDS
            do = DO if on_cards else chip_effects.DO
            yield from do[operation.name](effect, operation.args)
        told = [effect.seats, effect.moves, effect.note, effect.chosen]
        table.tell("effect", effect.law.card, operation.text, *told)


def is_over(match):
    """True if no operation is done any more.

    With `after_effect` the bag alone ends only the drawing [U15].
    """
    return bool(match.ended) and (match.options["bag_end_when"] == "at_last_chip" or match.ended != "bag")


# -- Operations on cards and turns -----------------------------------------------------------------


def _repeal(effect, args):
    """Repeal laws."""
    match, which = effect.match, args["which"]
    if _is_protected(effect.laws, match):
        effect.note = ["protected"]
        return
    laws = [law for law in effect.laws if law.card in match.laws[::4]]
    if which == "oldest":
        laws = laws[:1]
    elif which.startswith("tag:"):
        laws = [law for law in laws if which[4:] in law.tags.split(",")]
    elif which == "chosen" and laws:
        rows = tuple([law.name for law in laws])
        laws = [laws[(yield Choose(effect.active, rows, "choose-law"))]]
    effect.note = [law.name for law in laws]
    if laws:
        yield Poll((effect.doer(),), (OK,), "remove-laws", args=tuple(effect.note))
        repeal(effect.table, match, [law.card for law in laws])


def _is_protected(laws, match):
    """True if one of `laws` still on the table protects laws from being repealed."""
    for law in laws:
        if law.first("protect_laws") is not None and law.card in match.laws[::4]:
            return True
    return False


def _wild_deal(effect, args):
    """Deal wilds from the reserve."""
    match = effect.match
    waiting = []
    for seat in (yield from effect.who(args["who"])):
        number = min(args["n"], match.reserve - len(waiting))
        waiting.extend([seat] * number)
    while waiting:  # one each at a time: a pad takes one card
        seats = []
        for seat in list(waiting):
            if seat not in seats:
                seats.append(seat)
                waiting.remove(seat)
        yield from setup.show_wilds(effect.table, match, seats)
        effect.note = effect.note + [str(seat) for seat in seats]


def _wild_pass(effect, args):
    """Pass all unplayed wilds to the neighbour."""
    match = effect.match
    seats = yield from effect.who("all")
    yield Poll((effect.doer(),), (OK,), "pass-wilds", args=(args["dir"],))
    wilds = list(match.wilds)  # those of seats that have left stay there
    for seat in seats:
        wilds[neighbour(match, seat, args["dir"])] = match.wilds[seat]
    match.wilds = wilds
    for seat in seats:
        effect.table.hold(match.wilds[seat], seat)


def _hand_pass(effect, args):
    """Pass the law hands to the neighbour."""
    yield from effect.who("all")
    yield Poll((effect.doer(),), (OK,), "pass-hands", args=(args["dir"],))


def _mill(effect, args):
    """Turn up and discard the top laws of the stack."""
    table, match = effect.table, effect.match
    put_back = table.options["end_card_when_milled"] == "put_back"

    def rule(table, place, card):
        if card == END:
            return None if may_be_end(match, match.turn + 1) else "end-card-early"
        if match.on_top:
            return "end-card-due"
        if not is_law(card):
            return "law-due"
        return "private-law" if is_hidden_law(card, table.options) else None  # in no hand or stack [U48]

    for i in range(args["n"]):
        which = (i + 1, args["n"])
        card = (yield Lay((CENTRE,), "mill", by=effect.doer(), rule=rule, args=which))[0]
        effect.note = effect.note + [cards.text(card, PACK)]
        yield Clear(what="gather", args=(match.turn,))
        if card != END:
            match.milled += 1
            discard(table, match, [card])
            continue
        if put_back:
            match.on_top = 1
            table.shuffle_in([card])
        else:
            match.ended = "end-card"  # at once, also if the bag has ended the match
        return


def _extra_turn(effect, args):
    """Give the active player an extra turn."""
    yield from effect.who("active")
    effect.match.extra = 1


DO = {
    "repeal": _repeal,
    "wild_deal": _wild_deal,
    "wild_pass": _wild_pass,
    "hand_pass": _hand_pass,
    "mill": _mill,
    "extra_turn": _extra_turn,
}
