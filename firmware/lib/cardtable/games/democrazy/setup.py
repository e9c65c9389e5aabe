"""Democrazy, the set-up: chips, wilds, hidden laws, traits, and the first player.

All draw the start chips from the bag, in plain view; drawing them never ends the match [U31]. The wilds are
shuffled and one is dealt to each, shown face down to the own pad, so that the table alone knows the owner and
the wild; the others are the reserve. Then the law hands are dealt and the stack is built: a number of laws,
and below them others into which the End Card was shuffled. The table does not know the hands.

Traits (`trait_beard` and so on) are declared with YES or NO; any player may contest one at the scoring.

Prompts, with their args: gather (0), deal-laws (laws for each, on top of the stack, below), show-private (),
trait-beard, trait-blue_eyes, trait-glasses (), show-wild (). See also `chips`.
"""

from ...engine.asks.automatic import Chance
from ...engine.asks.base import NO, OK, SEALED, YES
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear, Lay
from .cards import BLANK, COPY, is_wild
from .chips import chips_of, draw
from .law import TRAITS
from .statutes import traits_of


def set_up(table, match):
    """Set the match up for its first turn."""
    options = table.options
    yield Clear(what="gather", args=(0,))
    for seat in table.all_seats():
        yield from draw(table, match, [], seat, options["start"])
    seats = table.all_seats()
    match.reserve = options["wilds_dy"] + options["wilds_dn"] + options["wilds_sc"]
    yield from show_wilds(table, match, seats)
    if options["private_law"] == "on":
        match.private = yield Lay(tuple(seats), "show-private", SEALED, rule=_private_due)
        yield Clear(what="gather", args=(0,))
    dealt = (options["start"], options["stack_top"], options["stack_bottom"])
    yield Poll(tuple(seats), (OK,), "deal-laws", args=dealt)
    for trait in TRAITS:
        if options["trait_" + trait] == "on":
            said = yield Poll(tuple(seats), (YES, NO), "trait-" + trait)
            for seat in seats:
                if said[seat] == YES:
                    match.traits[TRAITS.index(trait)] |= 1 << seat
    first = options["start_player"]
    if first == "random":
        match.seat = yield Chance(table.seats)
    else:
        match.seat = int(first) - 1
    chips = [chips_of(match, seat) for seat in seats]
    wilds = [len(match.wilds[seat]) for seat in seats]
    declared = [traits_of(match, seat) for seat in seats]
    table.tell("setup", chips, wilds, match.reserve, len(match.private), declared, match.seat)


def show_wilds(table, match, seats):
    """Deal each of `seats` a wild from the reserve, which it shows, face down, to its own pad."""
    dealt = yield Lay(tuple(seats), "show-wild", SEALED, rule=_wild_due)
    for i in range(len(seats)):
        match.wilds[seats[i]] = match.wilds[seats[i]] + [dealt[i]]
        table.hold([dealt[i]], seats[i])
    match.reserve -= len(seats)
    yield Clear(what="gather", args=(match.turn,))


def _wild_due(table, place, card):
    """Return the refusal of a card that is no wild."""
    return None if is_wild(card) else "wild-due"


def _private_due(table, place, card):
    """Return the refusal of a card that is no hidden law: a copy, of which the deck keeps its own [U28]."""
    return None if COPY <= card < BLANK else "private-due"
