"""Statistics over many matches: each figure is a mean or a ratio, and has a standard error."""

import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardtable.engine.game import Game as GameRules
from tablehost import messages
from tablehost.plugins import presentation
from tablehost.plugins.choice import Choice
from tablehost.plugins.rule_rows import DECIDES
from tablehost.types import FactFields, Options

SAID = messages.Catalogue("cardtable_lab/simulate")

Pair = tuple[float, float]


def count_facts(game: GameRules, seats: int, options: Options) -> list[presentation.CountedRow]:
    """Return the statistics over the facts of one match of this game (see COUNTED in
    `tablehost.plugins.presentation`).
    """
    makes = presentation.COUNTED_ANEW.find(game.NAME)
    rows = presentation.COUNTED.of(game.NAME, []) if makes is None else makes(seats, options)
    if presentation.base_of(game.NAME) == game.NAME:
        return rows
    # A copy may score by rules of its own: the base's package cannot say what others would have won.
    return [row for row in rows if not row[0].endswith(f": {DECIDES}")]


@dataclass
class Counts:
    """One match's part of the table: pairs in the order of `counted`, scores and win shares by seat.

    `course`: the scores by seat, each time that they were announced before the end. `failures`: of programs
    that play, each with its seat and the sentence about it; others decided in their place from then on.
    """

    pairs: list[Pair]
    scores: list[float]
    wins: list[float]
    log: str = ""
    course: list[list[float]] = field(default_factory=list)
    failures: Sequence[tuple[str, int, str]] = ()


def count(
    game: GameRules, seats: int, options: Options, facts: Iterable[FactFields], winners: Sequence[int]
) -> Counts:
    """Return the figures of one match from its facts by name; a shared win counts in equal parts."""
    rows = count_facts(game, seats, options)
    sums = [[0.0, 0.0] for _ in rows]
    scores = [0.0] * seats
    course: list[list[float]] = []
    moved: dict[str, list[tuple[list[float], Callable[[FactFields], Pair]]]] = {}  # by kind of facts
    for fact in facts:
        kind = fact["kind"]
        if kind not in moved:
            every = [(part, add) for part, (_, add) in zip(sums, rows)]
            moved[kind] = [(part, add) for part, add in every if kind in getattr(add, "kinds", (kind,))]
        for part, add in moved[kind]:
            numerator, denominator = add(fact)
            if numerator or denominator:
                part[0] += numerator
                part[1] += denominator
        if kind == "result":
            scores = [float(score) for score in fact["totals"]]
        elif "totals" in fact:
            course.append([float(score) for score in fact["totals"]])
    share = 1 / len(winners) if winners else 0.0
    wins = [share if seat in winners else 0.0 for seat in range(seats)]
    return Counts([(above, below) for above, below in sums], scores, wins, course=course)


class Figure(NamedTuple):
    """A figure over all matches.

    `error`: its standard error, None where it is unknown: after one match, and where every match had the same
    value. `bound`: the true rate of an event that never (or always) happened is below (or above) this, with a
    confidence of 95 %.
    """

    value: float
    error: float | None = None
    bound: float | None = None


def mean(values: Sequence[float]) -> Figure:
    """Return the mean and its standard error."""
    n = len(values)
    average = math.fsum(values) / n
    squares = math.fsum((value - average) ** 2 for value in values)
    if n < 2 or max(values) == min(values):
        return Figure(average)
    return Figure(average, math.sqrt(squares / (n - 1) / n))


def ratio(pairs: Sequence[Pair]) -> Figure:
    """Return sum over sum, and the standard error that allows for the parts of one match belonging
    together.
    """
    n = len(pairs)
    below = math.fsum(pair[1] for pair in pairs)
    told = sum(pair[1] > 0 for pair in pairs) if below else n  # matches in which it could happen
    if all(pair[0] == 0 for pair in pairs):
        return Figure(0.0, bound=unseen_rate(told))
    if all(pair[0] == pair[1] for pair in pairs):
        return Figure(1.0, bound=1 - unseen_rate(told))
    if not below:
        return mean([pair[0] for pair in pairs])
    value = math.fsum(pair[0] for pair in pairs) / below
    squares = math.fsum((above - value * under) ** 2 for above, under in pairs)
    return Figure(value, math.sqrt(squares * n / (n - 1)) / below if n > 1 and squares else None)


def unseen_rate(n: int, doubt: float = 0.05) -> float:
    """Return the rate up to which something may happen that did not in `n` matches, with a confidence of
    1 - `doubt`: of 95 % it is about 3 / n, the rule of three (Hanley and Lippman-Hand 1983). The parts of one
    match count once.
    """
    return float(1 - doubt ** (1 / n))


def deviations(pairs: Sequence[Pair]) -> list[float]:
    """Return by how much each match moves the ratio (or, without denominators, the mean) from its value,
    times the number of matches: to first order, as the delta method has it.
    """
    n = len(pairs)
    below = math.fsum(pair[1] for pair in pairs)
    value = math.fsum(pair[0] for pair in pairs) / (below or n)
    if not below:
        return [above - value for above, _ in pairs]
    return [(above - value * under) * n / below for above, under in pairs]


def leader(scores: Sequence[float]) -> int | None:
    """Return the seat with the most, None where several have it."""
    ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return ahead[0] if len(ahead) == 1 else None


def decision(one: Counts) -> Pair:
    """Return the part of the announcements of the scores up to the one from which the winner led alone until
    the end: 1 if there is none; and 1. Without announcements, or without a sole winner, 0 and 0.
    """
    if not one.course or max(one.wins) < 1:
        return 0.0, 0.0
    winner = one.wins.index(1)
    since = len(one.course)
    while since > 0 and leader(one.course[since - 1]) == winner:
        since -= 1
    return min(since + 1, len(one.course)) / len(one.course), 1.0


def swings(one: Counts) -> Pair:
    """Return how often the lead went from one seat to another, with or without a tie between them; and 1.
    Without announcements of the scores 0 and 0.
    """
    leaders = [seat for seat in map(leader, one.course) if seat is not None]
    return float(sum(seat != last for last, seat in itertools.pairwise(leaders))), float(bool(one.course))


# The figures of the course of scores, for every game that announces them.
COURSE = {
    "part of the match until the winner led for good": decision,
    "swings of the lead per match": swings,
}


class Series(NamedTuple):
    """The source of a figure: a pair a match.

    `kind`: "counted" by the game, of the "course" of scores, "victories" of a kind of players, or "wins" and
    "score" of a seat. `about`: the name of the figure, the kind, or the number of the seat from 0.
    """

    kind: str
    about: str
    pairs: list[Pair]

    @property
    def key(self) -> str:
        """The name in files, which is English."""
        if self.kind in ("counted", "course"):
            return self.about
        if self.kind == "victories":
            return f"victories of {self.about}"
        return f"{'win share' if self.kind == 'wins' else 'score'} of seat {int(self.about) + 1}"

    @property
    def seat(self) -> int | None:
        """The seat, None for what is of no seat."""
        return int(self.about) if self.kind in ("wins", "score") else None

    @property
    def is_share(self) -> bool:
        """True for a part of matches or votes, from 0 to 1: of wins, or on a rule or a law."""
        return self.kind == "wins" or (self.kind == "counted" and ": " in self.about)

    @property
    def figure(self) -> Figure:
        """The figure over all matches."""
        if self.kind in ("score", "course"):
            return mean([value for value, is_there in self.pairs if is_there])
        return ratio(self.pairs)

    def difference(self, first: "Series") -> Figure:
        """Return by how much this figure is more than that of the same deals in `first`, match by match."""
        value = self.figure.value - first.figure.value
        moves = [own - other for own, other in zip(deviations(self.pairs), deviations(first.pairs))]
        squares = math.fsum(move**2 for move in moves)
        n = len(moves)
        return Figure(value, math.sqrt(squares / (n - 1) / n) if n > 1 and squares else None)

    def title(self, game: str) -> str:
        """Return the name in the current language."""
        if self.kind in ("counted", "course"):
            return name_figure(game, self.about)
        if self.kind == "victories":
            return SAID("victories", kind=name_kind(self.about))
        return SAID(f"{self.kind}-of-seat", seat=int(self.about) + 1)


@dataclass
class Sample:
    """The matches of one choice of options. `kinds`: how each seat plays; `varied`: the options that a sweep
    gave it.
    """

    chosen: Choice
    kinds: list[str]
    seed: str
    results: list[Counts]
    varied: Options = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.chosen.game.NAME

    @property
    def names(self) -> list[str]:
        """The names of the counted figures."""
        return [name for name, _ in count_facts(self.chosen.game, self.chosen.seats, self.chosen.options)]

    def all_series(self) -> list[Series]:
        """Return what each figure is computed from: those of the game, of kinds of players, of seats."""
        found = [
            Series("counted", name, [one.pairs[i] for one in self.results])
            for i, name in enumerate(self.names)
        ]
        for name, measure in COURSE.items():
            pairs = [measure(one) for one in self.results]
            if any(is_there for _, is_there in pairs):
                found.append(Series("course", name, pairs))
        if len(set(self.kinds)) > 1:
            found += [self._victories(kind) for kind in dict.fromkeys(self.kinds)]
        for seat in range(self.chosen.seats):
            found.append(Series("wins", str(seat), [(one.wins[seat], 1.0) for one in self.results]))
        for seat in range(self.chosen.seats):
            found.append(Series("score", str(seat), [(one.scores[seat], 1.0) for one in self.results]))
        return found

    def _victories(self, kind: str) -> Series:
        own = [seat for seat, one in enumerate(self.kinds) if one == kind]
        pairs = [(sum(one.wins[seat] for seat in own), sum(one.wins)) for one in self.results]
        return Series("victories", kind, pairs)


@dataclass
class Figures:
    """The figures of all matches: by name, and scores and wins by seat.

    `kinds`: by kind of player, if there are several: its part of the matches with a winner.
    """

    counted: dict[str, Figure]
    kinds: dict[str, Figure]
    scores: list[Figure]
    wins: list[Figure]

    @classmethod
    def of(cls, sample: Sample) -> "Figures":
        """Return the figures of these matches."""
        found = cls({}, {}, [], [])
        for series in sample.all_series():
            if series.kind == "score":
                found.scores.append(series.figure)
            elif series.kind == "wins":
                found.wins.append(series.figure)
            else:
                by_name = found.kinds if series.kind == "victories" else found.counted
                by_name[series.about] = series.figure
        return found


def name_kind(kind: str) -> str:
    """Return the name of a kind of players in the current language."""
    return SAID.get(f"kind {kind}", kind)


def name_figure(game: str, name: str) -> str:
    """Return the name of a figure in the current language, as the game's texts have it; of one on a thing,
    such as `B01 ...: adopted`, a thing without a text stays.
    """
    thing, is_of, about = name.rpartition(": ")
    if is_of:
        return f"{name_figure(game, thing)}: {name_figure(game, about)}"
    head = re.sub(r"\d+", "n", re.sub(r"\W+", "-", name.lower()))
    number = re.search(r"\d+", name)
    common = SAID.get(f"figure {head}", name)
    return messages.Catalogue(f"{presentation.base_of(game)}/story").get(
        f"figure {head}", common, n=number and number[0]
    )
