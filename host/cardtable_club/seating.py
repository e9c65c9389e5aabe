"""Seating plans: players at tables in rounds, so that every pair meets as equally often as can be.

Players are numbers from 0 on. A group is the players of one table, a round one group a table. Sizes of tables
in a round differ by at most one. A group with seats has its players in the order of seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp, inf
from random import Random
from typing import NamedTuple

Group = tuple[int, ...]
Round = list[Group]
Pair = tuple[int, int]

TRIES = 3  # searches
STEPS = 60_000  # exchanges that one search tries
HOT, COLD = 2.0, 0.05  # its temperatures, in squares of meetings
MILD, FROZEN = 0.1, 1e-3  # the same for like standings, in squares of distances
MOVES = 20  # searches for tables of the groups
SOFT = 4.0  # the weight of one meeting more in a search that moves far

# Tables for which a field of as many elements is known: primes, and powers of 2 with their polynomial.
PRIMES = (2, 3, 5, 7, 11, 13)
POLYNOMIALS = {4: 0b111, 8: 0b1011}


class Meetings(NamedTuple):
    """The least and the greatest number of times that two players meet."""

    least: int
    most: int


def sizes(players: int, tables: int) -> list[int]:
    """Return the number of players at each table, the larger tables first."""
    each, more = divmod(players, tables)
    return [each + (table < more) for table in range(tables)]


def pairs_of(rounds: Iterable[Sequence[Group]]) -> Counter[Pair]:
    """Count the meetings of each pair that met; the smaller number of a pair is first."""
    return Counter(pair for groups in rounds for group in groups for pair in combinations(sorted(group), 2))


def count_meetings(rounds: Sequence[Sequence[Group]], players: int) -> Meetings:
    """Return how often the pairs of these players meet."""
    found = pairs_of(rounds)
    counts = [found[pair] for pair in combinations(range(players), 2)]
    return Meetings(min(counts, default=0), max(counts, default=0))


def plan_rounds(
    players: int, tables: int, count: int, seed: int, past: Sequence[Sequence[Group]] = ()
) -> list[Round]:
    """Return `count` rounds of groups, after the rounds of the past. The same seed returns the same ones."""
    lots = Random(f"cardtable club {seed}")
    names = list(range(players))
    lots.shuffle(names)
    start = _start(players, tables, count)
    rounds = [[[names[place] for place in group] for group in groups] for groups in start]
    met = pairs_of(past)
    found = []
    for _ in range(TRIES):
        tried = _copy(rounds)
        is_best = _improve(tried, met, players, lots)
        plan = [[tuple(group) for group in groups] for groups in tried]
        counts = list((met + pairs_of(plan)).values())
        few, many = count_meetings([*past, *plan], players)
        found.append((sum(number**2 for number in counts), many - few, plan))
        if is_best:
            break
    return min(found, key=lambda one: one[:2])[2]


def _start(players: int, tables: int, count: int) -> list[list[list[int]]]:
    """Return rounds to improve: lines of an affine plane if there is one for so many tables."""
    multiply = _field(tables)
    if multiply is None or players > tables * tables:
        dealt: list[list[int]] = [list(range(table, players, tables)) for table in range(tables)]
        return [[list(group) for group in dealt] for _ in range(count)]
    slopes = [_lines(players, tables, multiply[slope]) for slope in range(tables)]
    if players == tables * tables:  # the columns of the plane meet as well
        slopes.append([list(range(first * tables, (first + 1) * tables)) for first in range(tables)])
    return [[list(group) for group in slopes[number % len(slopes)]] for number in range(count)]


def _lines(players: int, tables: int, times: Sequence[int]) -> list[list[int]]:
    """Return the parallel lines of one slope through the first points. `times`: the slope times each x."""
    groups: list[list[int]] = [[] for _ in range(tables)]
    for point in range(players):
        x, y = divmod(point, tables)
        line = (y - times[x]) % tables if tables in PRIMES else y ^ times[x]
        groups[line].append(point)
    return groups


def _field(order: int) -> list[list[int]] | None:
    """Return the products of a field of so many elements, None if none is known here."""
    if order in PRIMES:
        return [[a * b % order for b in range(order)] for a in range(order)]
    polynomial = POLYNOMIALS.get(order)
    if polynomial is None:
        return None
    return [[_multiply(a, b, order, polynomial) for b in range(order)] for a in range(order)]


def _multiply(a: int, b: int, order: int, polynomial: int) -> int:
    """Return the product of two polynomials over two elements, in bits."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a, b = a << 1, b >> 1
        a ^= polynomial if a & order else 0
    return product


def _improve(rounds: list[list[list[int]]], past: Counter[Pair], players: int, lots: Random) -> bool:
    """Exchange players within rounds until pairs meet as evenly as the search finds; keep the best rounds.

    Return True if no rounds are better: no two pairs differ by more than one meeting, or nothing can change.
    """
    met = [[0] * players for _ in range(players)]
    for counts in (past, pairs_of([[tuple(group) for group in groups] for groups in rounds])):
        for (one, other), number in counts.items():
            met[one][other] += number
            met[other][one] += number
    pairs = players * (players - 1) // 2
    if not rounds or not pairs or min(len(groups) for groups in rounds) < 2:
        return True
    total = sum(map(sum, met)) // 2
    each, more = divmod(total, pairs)
    least = (pairs - more) * each**2 + more * (each + 1) ** 2
    cost = sum(number**2 for row in met for number in row) // 2
    best, kept = cost, _copy(rounds)
    for step in range(STEPS):
        if best == least:
            break
        heat = HOT * (COLD / HOT) ** (step / STEPS)
        groups = lots.choice(rounds)
        here, there = lots.sample(groups, 2)
        at, to = lots.randrange(len(here)), lots.randrange(len(there))
        change = _change(met, here, at, there, to)
        if change > 0 and lots.random() >= exp(-change / heat):
            continue
        _exchange(met, here, at, there, to)
        cost += change
        if cost < best:
            best, kept = cost, _copy(rounds)
    rounds[:] = kept
    return best == least


def _copy(rounds: list[list[list[int]]]) -> list[list[list[int]]]:
    return [[list(group) for group in groups] for groups in rounds]


def _change(met: list[list[int]], here: list[int], at: int, there: list[int], to: int) -> int:
    """Return the change of the sum of squares of meetings if two players change places."""
    one, other = met[here[at]], met[there[to]]
    change = 0
    for place, player in enumerate(here):
        if place != at:
            change += other[player] - one[player] + 1
    for place, player in enumerate(there):
        if place != to:
            change += one[player] - other[player] + 1
    return 2 * change


def _exchange(met: list[list[int]], here: list[int], at: int, there: list[int], to: int) -> None:
    for group, place, other in ((here, at, there[to]), (there, to, here[at])):
        for player in group[:place] + group[place + 1 :]:
            gone = group[place]
            met[gone][player] -= 1
            met[player][gone] -= 1
            met[other][player] += 1
            met[player][other] += 1
    here[at], there[to] = there[to], here[at]


# -- like standings ------------------------------------------------------------------------------------


def pair_like(ranks: Sequence[float], tables: int, past: Sequence[Sequence[Group]], seed: int) -> Round:
    """Return a round in which players of like rank meet, and no pair again while the search avoids it.

    `ranks`: a number for each player, such as points.
    """
    lots = Random(f"cardtable club {seed} {len(past)}")
    players = len(ranks)
    met = pairs_of(past)
    order = list(range(players))
    lots.shuffle(order)
    order.sort(key=lambda player: -ranks[player])  # stable: players of one rank stay shuffled
    places = iter(order)
    start = [[next(places) for _ in range(size)] for size in sizes(players, tables)]
    span = max(ranks, default=0) - min(ranks, default=0) or 1.0

    def cost(group: Sequence[int], weight: float) -> float:
        return sum(
            weight * met[min(one, other), max(one, other)] + ((ranks[one] - ranks[other]) / span) ** 2
            for one, other in combinations(group, 2)
        )

    firm = 1.0 + players**2  # with this weight one meeting more outweighs all distances of ranks
    best, kept = sum(cost(group, firm) for group in start), start
    for weight, hot in ((firm, MILD), (SOFT, HOT), (SOFT, HOT)):
        if tables < 2 or best < firm:
            break
        groups = [list(group) for group in start]
        steps = STEPS // 4 * max(1, players // 30)
        for step in range(steps):
            here, there = lots.sample(groups, 2)
            at, to = lots.randrange(len(here)), lots.randrange(len(there))
            before = cost(here, weight) + cost(there, weight)
            here[at], there[to] = there[to], here[at]
            change = cost(here, weight) + cost(there, weight) - before
            if change > 0 and lots.random() >= exp(-change / (hot * (FROZEN / hot) ** (step / steps))):
                here[at], there[to] = there[to], here[at]
        total = sum(cost(group, firm) for group in groups)
        if total < best:
            best, kept = total, groups
    return [tuple(group) for group in kept]


# -- tables --------------------------------------------------------------------------------------------


def assign_tables(rounds: Sequence[Sequence[Group]], past: Sequence[Sequence[Group]] = ()) -> list[Round]:
    """Return the same groups at other tables, so that players move between tables as far as a search finds.

    Who meets is left as it is. The fourth power of the times that a player had a table outweighs many small
    differences: with squares a single player who always stays costs too little.
    """
    lots = Random("cardtable club tables")
    before = Counter((player, at) for groups in past for at, group in enumerate(groups) for player in group)
    least, kept = inf, [list(groups) for groups in rounds]
    for _ in range(MOVES):
        found = [lots.sample(groups, len(groups)) for groups in rounds]
        sat = before.copy()
        for groups in found:
            sat.update((player, at) for at, group in enumerate(groups) for player in group)
        while sum(_move(groups, sat) for groups in found):
            pass
        cost = sum(times**4 for times in sat.values())
        if cost < least:
            least, kept = cost, found
    return kept


def _move(groups: Round, sat: Counter[tuple[int, int]]) -> bool:
    """Exchange the tables of groups where players then had each table more evenly; return True if it did."""
    is_better = False
    for here, there in combinations(range(len(groups)), 2):
        moves = [(player, here, there) for player in groups[here]]
        moves += [(player, there, here) for player in groups[there]]
        change = 0
        for player, at, to in moves:
            old, new = sat[player, at], sat[player, to]
            change += (old - 1) ** 4 - old**4 + (new + 1) ** 4 - new**4
        if change < 0:
            for player, at, to in moves:
                sat[player, at] -= 1
                sat[player, to] += 1
            groups[here], groups[there] = groups[there], groups[here]
            is_better = True
    return is_better


# -- seats ---------------------------------------------------------------------------------------------


def assign_seats(rounds: Sequence[Sequence[Group]], past: Sequence[Sequence[Group]] = ()) -> list[Round]:
    """Return the same groups in the order of seats, so that each player has each seat equally often.

    If all tables are of one size and there is no past, the counts of a player's seats differ by at most one.
    """
    most = max((len(group) for groups in rounds for group in groups), default=0)
    if not past:
        return _colour(rounds, most)
    sat: Counter[tuple[int, int]] = Counter()
    for groups in past:
        for group in groups:
            sat.update((player, seat) for seat, player in enumerate(group))
    found = []
    for groups in rounds:
        seated = [_best_seats(group, sat) for group in groups]
        for group in seated:
            sat.update((player, seat) for seat, player in enumerate(group))
        found.append(seated)
    return found


def _best_seats(group: Group, sat: Counter[tuple[int, int]]) -> Group:
    """Return the players in an order in which exchanging two makes their seats no more even."""
    order = sorted(group, key=lambda player: (sat[player, 0], player))

    def cost(player: int, seat: int) -> int:
        return (2 * sat[player, seat] + 1) * (2 if seat == 0 else 1)  # the dealer's seat counts most

    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(order)), 2):
            now = cost(order[one], one) + cost(order[other], other)
            if cost(order[other], one) + cost(order[one], other) < now:
                order[one], order[other] = order[other], order[one]
                is_better = True
    return tuple(order)


def _colour(rounds: Sequence[Sequence[Group]], most: int) -> list[Round]:
    """Return the groups by seats, as an edge colouring of the graph of tables and players (Koenig).

    A player's appearances are cut into stretches of `most`: each stretch is a node, so it has each seat at
    most once. Every table is a node. A colour is a seat.
    """
    seats: dict[tuple[str, int, int], dict[int, tuple[str, int, int]]] = {}
    times: Counter[int] = Counter()
    for number, groups in enumerate(rounds):
        for table, group in enumerate(groups):
            for player in group:
                node, end = ("table", number, table), ("player", player, times[player] // most)
                times[player] += 1
                here, there = seats.setdefault(node, {}), seats.setdefault(end, {})
                mine = next(seat for seat in range(most) if seat not in here)
                theirs = next(seat for seat in range(most) if seat not in there)
                _free(seats, end, mine, theirs)
                here[mine], there[mine] = end, node
    found = []
    for number, groups in enumerate(rounds):
        seated = []
        for table in range(len(groups)):
            taken = {seat: end[1] for seat, end in seats.get(("table", number, table), {}).items()}
            gap = next((seat for seat in range(len(taken)) if seat not in taken), None)
            if gap is not None:  # a smaller table: the player of the last seat takes the empty one
                taken[gap] = taken.pop(max(taken))
            seated.append(tuple(taken[seat] for seat in sorted(taken)))
        found.append(seated)
    return found


def _free(
    seats: dict[tuple[str, int, int], dict[int, tuple[str, int, int]]],
    end: tuple[str, int, int],
    wanted: int,
    other: int,
) -> None:
    """Make the seat `wanted` free at a node by exchanging two seats along the path from it."""
    path = [end]
    seat = wanted
    while seat in seats[path[-1]]:
        path.append(seats[path[-1]][seat])
        seat = other if seat == wanted else wanted
    edges = list(pairwise(path))
    for number, (one, two) in enumerate(edges):
        old = wanted if number % 2 == 0 else other
        del seats[one][old], seats[two][old]
    for number, (one, two) in enumerate(edges):
        new = other if number % 2 == 0 else wanted
        seats[one][new], seats[two][new] = two, one
