"""Democracy, when somebody leaves or all stop: the island is void, and the scores stand [A59].

The rest may start a new match. Who has most of those who stayed has won; nobody, before a tribe was scored.
"""

from . import parting


def leave(table, match, seat):
    return _end(table, match, [one for one in table.all_seats() if one != seat], "left")


def stop(table, match, why):
    return _end(table, match, table.all_seats(), why)


def _end(table, match, seats, why):
    match.won = parting.leaders(match.totals, seats)
    table.tell("result", match.won, match.totals, why)
    return why
