"""DemoS, when somebody leaves or all stop.

The seat is dealt no more cards, keeps its figures and points, and counts as YES [S11]: a side with a member
who has left spends no veto. The round under way is annulled [S10]. The others turn up the figures of who has
left, and that one's Media are not used. With one player left no round is played any more.

All may agree to stop: then scandal and final follow as usual [S6]; if they stop there too the points decide,
in teams their sum.
"""

from . import parting
from .demos_deal import has_another_round
from .demos_teams import in_turn


def values(match):
    """Points, and how many figures each has, for a trio takes three of them."""
    return [[match.totals[seat], len(match.figures[seat])] for seat in range(match.seats)], match.totals


def sides(match):
    return match.sides


def absent(match, seat):
    return seat in match.away


def leave(table, match, seat):
    if match.dealer is None:
        return _end(table, match, "left")
    match.away.append(seat)
    here = in_turn(match, match.dealer)
    if not here:
        return _end(table, match, "left")
    match.dealer = here[0]
    if len(here) < 2:
        match.pile = 0
    return False


def stop(table, match, why):
    if not match.rounds or match.won is not None or not has_another_round(match):
        return _end(table, match, why)
    match.pile = 0  # what is left of it takes no part
    return False


def _end(table, match, why):
    sums = [sum([match.totals[seat] for seat in side]) for side in match.sides]
    best = parting.leaders(sums, range(len(sums)))
    match.won = sorted([seat for side in best for seat in match.sides[side]])
    table.tell("result", match.won, match.totals, why)
    return why
