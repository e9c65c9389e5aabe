"""Standings of a club, from the results of its matches: by points with tie-breaks, and by rating.

A match is worth one point, which its winners share. Players of equal points are ordered by their direct
encounters, then by the points of their opponents, by rating, and by name. The rating is the one of Weng and
Lin (Plackett-Luce) that `openskill` computes; shown is its cautious value, three deviations below the mean.

Results that were declared give points as matches do, and no rating: that is of verified matches alone. A
penalty takes points from its player, none from the opponents' sums of others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from types import MappingProxyType
from typing import NamedTuple

from tablehost import seats
from tablehost.errors import Trouble, require_package

TIE_BREAKS = ("direct", "opponents", "rating", "name")  # in their order, after the points


class Outcome(NamedTuple):
    """A match as it counts: by player the share of the win, and the place from 1 on. Bots are left out."""

    players: Sequence[str]
    shares: Sequence[Fraction]
    places: Sequence[int]


class Rating(NamedTuple):
    """A rating: mean and standard deviation of the skill."""

    mu: float
    sigma: float

    @property
    def shown(self) -> float:
        """Return the cautious value, to two digits after the point."""
        return round(self.mu - 3 * self.sigma, 2) + 0.0


UNRATED = Rating(0.0, 0.0)  # without the library: no deviation is zero


class Standing(NamedTuple):
    """A row of the standings.

    `direct`: encounters with players of the same points, better places minus worse ones, None without such a
    player; `opponents`: the sum of their points, over all matches; `decided`: the tie-break that places this
    row below the one above it, "" if the points do; `declared`: results other than matches, `penalty`: points
    that are taken off already.
    """

    rank: int
    player: str
    matches: int
    points: Fraction
    direct: int | None
    opponents: Fraction
    rating: Rating
    decided: str
    declared: int = 0
    penalty: Fraction = Fraction(0)

    @property
    def is_marked(self) -> bool:
        """Return True if something that was declared is in the points."""
        return bool(self.declared or self.penalty)


def judge(players: Sequence[str | None], winners: Sequence[int], totals: Sequence[int | None]) -> Outcome:
    """Return the outcome of a match. `players`: by seat, None for a bot; `winners`: seats; `totals`: by seat.

    Winners have the first place; the others are placed by their totals, and those without one come last.
    """
    persons = [seat for seat, name in enumerate(players) if name is not None]

    def key(seat: int) -> tuple[bool, bool, int]:
        total = totals[seat] if seat < len(totals) else None
        return (seat not in winners, total is None, 0 if seat in winners else -(total or 0))

    order = [key(seat) for seat in persons]
    share = Fraction(1, len(winners)) if winners else Fraction(0)
    return Outcome(
        [name for name in players if name is not None],
        [share if seat in winners else Fraction(0) for seat in persons],
        [1 + sum(other < mine for other in order) for mine in order],
    )


def sum_points(players: Sequence[str], outcomes: Sequence[Outcome]) -> dict[str, Fraction]:
    """Return the points of each player."""
    points = dict.fromkeys(players, Fraction(0))
    for outcome in outcomes:
        for player, share in zip(outcome.players, outcome.shares, strict=True):
            points[player] += share
    return points


def rate(players: Sequence[str], outcomes: Sequence[Outcome]) -> dict[str, Rating]:
    """Return the rating of each player after these matches, in their order. Raises Trouble."""
    require_package("openskill", "club")
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {player: model.rating(name=player) for player in players}
    for outcome in outcomes:
        if len(outcome.players) > 1:
            teams = [[ratings[player]] for player in outcome.players]
            rated = model.rate(teams, ranks=[float(place) for place in outcome.places])
            ratings.update(zip(outcome.players, (team[0] for team in rated), strict=True))
    return {player: Rating(found.mu, found.sigma) for player, found in ratings.items()}


def rank_by_points(
    players: Sequence[str],
    outcomes: Sequence[Outcome],
    declared: Sequence[Outcome] = (),
    deductions: Mapping[str, Fraction] = MappingProxyType({}),
) -> list[Standing]:
    """Return the standings by points. `outcomes`: of matches; `declared`: other ones; `deductions`: the
    points that players lose. Without the library of ratings they have none, but the same order: where a
    rating would decide, Trouble is raised.
    """
    counted, lacking = [*outcomes, *declared], None
    won = sum_points(players, counted)
    points = {player: won[player] - deductions.get(player, 0) for player in players}
    ratings: Mapping[str, Rating] = dict.fromkeys(players, UNRATED)
    try:
        ratings = rate(players, outcomes)
    except Trouble as trouble:
        lacking = trouble
    played = {player for outcome in outcomes for player in outcome.players}
    opponents = _opponents(players, counted, won)
    rows: list[Standing] = []
    for _, tied in groupby(sorted(players, key=lambda one: -points[one]), key=lambda one: points[one]):
        group = list(tied)
        direct = _direct(group, counted)
        keys = {one: (-direct[one], -opponents[one], -ratings[one].shown, seats.plain(one)) for one in group}
        above: str | None = None
        for one in sorted(group, key=lambda one: keys[one]):
            decided = "" if above is None else _first_difference(keys[above], keys[one])
            if lacking is not None and decided == "name" and not played.isdisjoint((one, above)):
                raise lacking
            rank = rows[-1].rank if decided == TIE_BREAKS[-1] else len(rows) + 1
            encounters = direct[one] if len(group) > 1 else None
            matches, others = (sum(one in each.players for each in all) for all in (outcomes, declared))
            given = (matches, points[one], encounters, opponents[one], ratings[one], decided, others)
            rows.append(Standing(rank, one, *given, Fraction(deductions.get(one, 0))))
            above = one
    return rows


def rank_by_rating(
    players: Sequence[str],
    outcomes: Sequence[Outcome],
    declared: Sequence[Outcome] = (),
    deductions: Mapping[str, Fraction] = MappingProxyType({}),
) -> list[Standing]:
    """Return the standings by rating; players of equal rating are ordered by points, then by name. Raises
    Trouble.
    """
    require_package("openskill", "club")
    rows: list[Standing] = []
    known = sorted(
        rank_by_points(players, outcomes, declared, deductions),
        key=lambda row: (-row.rating.shown, -row.points, seats.plain(row.player)),
    )
    for number, row in enumerate(known, 1):
        above = rows[-1] if rows else None
        is_tied = above is not None and above.rating.shown == row.rating.shown
        is_equal = is_tied and above is not None and above.points == row.points
        rank = above.rank if is_equal and above is not None else number
        decided = "name" if is_equal else "points" if is_tied else ""
        rows.append(row._replace(rank=rank, decided=decided))
    return rows


def _first_difference(above: Sequence[object], below: Sequence[object]) -> str:
    return next(
        name
        for name, one, other in zip(TIE_BREAKS, above, below, strict=True)
        if one != other or name == "name"
    )


def _direct(group: Sequence[str], outcomes: Sequence[Outcome]) -> dict[str, int]:
    """Return, for each player of a group, how often one of the others was placed behind, minus ahead."""
    found = dict.fromkeys(group, 0)
    for outcome in outcomes:
        met = [row for row in zip(outcome.players, outcome.places, strict=True) if row[0] in found]
        for (one, mine), (other, theirs) in combinations(met, 2):
            found[one] += (theirs > mine) - (theirs < mine)
            found[other] += (mine > theirs) - (mine < theirs)
    return found


def _opponents(
    players: Sequence[str], outcomes: Sequence[Outcome], points: dict[str, Fraction]
) -> dict[str, Fraction]:
    found: dict[str, Fraction] = defaultdict(Fraction, dict.fromkeys(players, Fraction(0)))
    for outcome in outcomes:
        total = sum((points[player] for player in outcome.players), Fraction(0))
        for player in outcome.players:
            found[player] += total - points[player]
    return found
