"""Democrazy, the end of a turn and of the players' part in it: departures, the next player, an early stop.

A player who leaves returns the chips, and that player's wild and hand are out of the game [U40, U41]; with
fewer than four players left the match is scored at once [U42]. To leave after the turn, without voiding it,
is a call, see `calls`. All may agree to stop: the turn under way counts nothing and the match is scored
[democrazy.md 9]; before the set-up, and in the scoring, there is no winner.
"""

from .chips import BAG, chips_of, move, total
from .floor import ABSENT, GONE, LEAVING, present_seats, voters
from .law import earliest
from .statutes import laws_on_table


def end_turn(table, match, laws):
    """Let the seats that want to leave do so, and pass the turn on.

    `laws`: in force in the turn that ends.
    """
    _depart(table, match)
    if not match.ended:
        _pass_on(match, laws)


def _depart(table, match):
    """Remove the leaving seats: the chips return, wild and hand are out of the game [U40, U41].

    With fewer than four players left the match is scored at once [U42].
    """
    for seat in present_seats(match):
        if match.away[seat] == LEAVING:
            moves = []
            move(match, moves, seat, BAG, chips_of(match, seat))
            match.away[seat] = GONE
            table.lay_aside(match.wilds[seat])
            table.tell("table", "left", seat, moves, [])
    if len(present_seats(match)) < 4:
        match.ended = match.ended or "players"


def _pass_on(match, laws):
    """Pass the turn to the next player [4.3.8]."""
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


def leave(table, match, seat):
    """Void the turn and go on without `seat`; return False, or why the match ends."""
    if match.seat is None or match.ended or present_seats(match) == [seat]:
        return _end(table, match, "left")
    match.away[seat] = LEAVING
    _depart(table, match)
    if not match.ended and match.seat == seat:
        _pass_on(match, [law for law in laws_on_table(match) if law.card != match.fresh])
    return False


def stop(table, match, why):
    """Stop early and score; return False, or why the match ends."""
    if match.seat is None or match.ended:
        return _end(table, match, why)
    match.ended = "agreed"
    return False


def _end(table, match, why):
    """End the match without a winner. Returns why."""
    table.tell("result", [], [None] * match.seats, [why, None, None])
    return why


def put_back(table, match):
    """Announce the chips of each seat at the start of the turn, because the turn counts nothing.

    The cards that the turn took off the stack go back on top: `statutes.may_be_end` counts on that.
    """
    if match.pads is not None:
        table.tell("put_back", [[seat, chips_of(match, seat)] for seat in present_seats(match)])


def absent(match, seat):
    """True if the player of `seat` has left."""
    return match.away[seat] == GONE


def values(match):
    """Return the standings: [seat, chips] and the number of chips.

    The laws and the scoring give their worth.
    """
    if match.won:
        return [], []
    seats = range(match.seats)
    return [[seat, chips_of(match, seat)] for seat in seats], [total(match, seat) for seat in seats]
