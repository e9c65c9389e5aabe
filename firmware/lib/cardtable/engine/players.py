"""A player leaves for good, or the match ends early: as the rules of the game say.

    ["leave", seat]   what was played since the stage began is void; then the game goes on without that
                      seat, or ends
    ["end"]           the same, and the game goes on only as far as its rules want it scored; said again, or
                      where there is nothing to score, it ends at once by what stands

Behind it who said so. The record "end" of the stage follows. What a game does is in functions that it may
have:

    sides(match)              lists of seats that play together
    leave(table, match, seat) the match, which stands where the stage began, loses the seat; False if it goes
                              on, else why it ends. It tells who has won
    stop(table, match, why)   likewise: False if something is still played
    absent(match, seat)       whether a seat has left already
    put_back(table, match)    tells what people must put back when a stage is void, whatever the reason
    values(match)             how the match stands: what each seat has, as `told NAME/totals` wants it, and
                              a number each, the more the better; both empty where nothing is told
"""

from .asks.base import MOST_SEATS, NO, OK
from .asks.keys import Poll

# -- The first stage of every game: each player presses OK at the pad taken; seats are not pads -------------
#
# Seats are numbered clockwise from the lowest pad taken. NO gives a pad up again.


def take_seats(table, match):
    """Ask who sits where; `match.pads[seat]` is the pad of each seat afterwards."""
    pressed = yield Poll(
        tuple(range(MOST_SEATS)), (OK, NO), "take-seats", quorum=match.seats, args=(match.seats,)
    )
    match.pads = [pad for pad in range(MOST_SEATS) if pressed[pad] == OK]
    table.tell("seated", match.pads)


def sides(match):
    """The sides that there are: lists of seats, where nobody plays together one of each."""
    own = getattr(match.game, "sides", None)
    known = own(match) if own is not None else ()
    return known or [[seat] for seat in range(match.seats)]


def standing(match):
    """(what each seat has, the seats that lead): of a game that does not say it itself the totals."""
    own = getattr(match.game, "values", None)
    rows, numbers = own(match) if own is not None else (match.totals, match.totals)
    best = max(numbers) if numbers else 0
    return rows, [seat for seat in range(len(numbers)) if numbers[seat] == best != 0]


def forbids(course, fix):
    """Why this cannot be, as a code, or None."""
    if fix[0] == "end":
        return None
    if fix[1] not in range(course.match.seats):
        return "no-such-seat"
    absent = getattr(course.game, "absent", None)
    return "has-left" if absent is not None and absent(course.match, fix[1]) else None


def annul(course, why):
    """What was played since the stage began counts nothing, on a referee or a shadow."""
    course.void_match(why)
    put_back = getattr(course.game, "put_back", None)
    if put_back is not None:
        put_back(course.table, course.match)


def part(course, fix):
    """Carry it out, on a referee or a shadow: the match then stands as the next stage will find it."""
    why = "left" if fix[0] == "leave" else "ended"
    annul(course, why)
    match, table = course.match, course.table
    if why == "left":
        table.tell("left", fix[1])
    own = getattr(course.game, "leave" if why == "left" else "stop", None)
    if own is not None:
        match.closed = own(table, match, fix[1] if why == "left" else why) or None
        return
    match.closed = why
    table.tell("ended", why)


def leaders(totals, seats):
    """Those of `seats` who have most; nobody where nobody has anything."""
    if not any([totals[seat] for seat in seats]):
        return []
    most = max([totals[seat] for seat in seats])
    return [seat for seat in seats if totals[seat] == most]
