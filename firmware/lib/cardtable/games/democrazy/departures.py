"""Democrazy, between two turns: who leaves, whose turn is next. When all stop the turn counts nothing.

Who leaves returns the chips, and that one's wild and hand leave the game [U40, U41]; with fewer than four
players left the game is scored at once [U42]. To leave after the turn, without voiding it, is a call. All may
agree to stop: then the game is scored [democrazy.md 9]; before the set-up, and in the scoring, nobody has
won.
"""

from .chips import BAG, held, move, total
from .floor import ABSENT, GONE, LEAVING, here, voters
from .law import earliest
from .statutes import laws_on_table


def absent(match, seat):
    return match.away[seat] == GONE


def put_back(table, match):
    """A turn counts nothing: everybody has the chips again that were there when it began. What the turn took
    off the stack goes back on top: `democrazy_statutes.may_be_end` counts on that.
    """
    if match.pads is not None:
        table.tell("put_back", [[seat, held(match, seat)] for seat in here(match)])


def values(match):
    """The chips; what they are worth the laws say, and the scoring, which tells the points."""
    if match.won:
        return [], []
    seats = range(match.seats)
    return [[seat, held(match, seat)] for seat in seats], [total(match, seat) for seat in seats]


def leave(table, match, seat):
    if match.seat is None or match.ended or here(match) == [seat]:
        return _end(table, match, "left")
    match.away[seat] = LEAVING
    _depart(table, match)
    if not match.ended and match.seat == seat:
        _pass_on(match, [law for law in laws_on_table(match) if law.card != match.fresh])
    return False


def stop(table, match, why):
    if match.seat is None or match.ended:
        return _end(table, match, why)
    match.ended = "agreed"
    return False


def _end(table, match, why):
    table.tell("result", [], [None] * match.seats, [why, None, None])
    return why


# -- between two turns ---------------------------------------------------------------------------


def end_turn(table, match, laws):
    """Who wants to leave does, and the next player's turn comes. `laws`: in force in the turn that ends."""
    _depart(table, match)
    if not match.ended:
        _pass_on(match, laws)


def _depart(table, match):
    """Between two turns: who leaves returns the chips, and its wild and its hand leave the game [U40, U41].

    With fewer than four players left the game is scored at once [U42].
    """
    for seat in here(match):
        if match.away[seat] == LEAVING:
            moves = []
            move(match, moves, seat, BAG, held(match, seat))
            match.away[seat] = GONE
            table.lay_aside(match.wilds[seat])
            if match.revision == 1:
                match.wilds[seat] = []  # they were not turned up at the end
            table.tell("table", "left", seat, moves, [])
    if len(here(match)) < 4:
        match.ended = match.ended or "players"


def _pass_on(match, laws):
    """Whose turn is next [4.3.8]."""
    if match.extra and not match.away[match.seat]:
        match.extra = 0
        return
    match.extra = 0
    lying = [law for law in laws if law.card in match.laws[::4]]
    direction = earliest(lying, "direction")
    step = 1 if direction is None or direction.args["dir"] == "left" else match.seats - 1
    if not voters(match):
        match.away = [0 if one == ABSENT else one for one in match.away]
    match.seat = (match.seat + step) % match.seats
    while match.away[match.seat]:
        match.seat = (match.seat + step) % match.seats
