"""Democrazy, when somebody leaves or all stop: the turn under way counts nothing.

Who leaves returns the chips, and that one's wild and hand leave the game [U40, U41]; with fewer than four
players left the game is scored at once [U42]. To leave after the turn, without voiding it, is a call. All may
agree to stop: then the game is scored [democrazy.md 9]; before the set-up, and in the scoring, nobody has
won.
"""

from cardtable.micro import borrow

from . import democrazy
from .democrazy_floor import GONE, LEAVING, here
from .democrazy_statutes import in_force

CALLS = "cardtable.rulebook.democrazy_calls"


def absent(match, seat):
    return match.away[seat] == GONE


def leave(table, match, seat):
    if match.seat is None or match.ended or here(match) == [seat]:
        return _end(table, match, "left")
    match.away[seat] = LEAVING
    borrow(CALLS).depart(table, match)
    if not match.ended and match.seat == seat:
        democrazy.pass_on(match, in_force(match))
    return False


def stop(table, match, why):
    if match.seat is None or match.ended:
        return _end(table, match, why)
    match.ended = "agreed"
    return False


def _end(table, match, why):
    table.tell("result", [], [None] * match.seats, [why, None, None])
    return why
