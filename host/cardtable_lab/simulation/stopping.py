"""Stopping: matches are played until a figure is known well enough, however often that is asked.

The intervals at all looks hold together with a confidence of 95 %: look k may miss with a chance of
0.05 / (k (k + 1)), and these chances add up to 0.05 (the union bound). So one may stop at the first interval
that is narrow enough. The looks are at fixed numbers of matches; the result depends on the seed alone.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from cardtable_lab.simulation.figures import COURSE, Sample, Series, name_figure, ratio, unseen_rate
from tablehost import messages
from tablehost.errors import Trouble, did_you_mean
from tablehost.types import Document

SAID = messages.Catalogue("cardtable_lab/simulate")

DOUBT = 0.05  # the chance that any of the intervals misses
FIRST = 200  # matches before the first look
GROWTH = 1.5  # from look to look

SEATED = {"win share": "wins", "wins": "wins", "score": "score"}  # figures of every seat, by name


@dataclass(frozen=True)
class Goal:
    """The figure to be known, and half the width that its interval may have."""

    name: str
    width: float
    kind: str  # of its series

    def belongs(self, series: Series) -> bool:
        """Return True if this series is of the figure; a figure of seats is of each of them."""
        return series.kind == self.kind and (self.kind in SEATED.values() or series.about == self.name)


def read_goal(words: str, sample: Sample) -> Goal:
    """Return the goal of `--until FIGURE±WIDTH`; a width in % is of 1, not of the figure. Raises Trouble."""
    hint = SAID("until-hint")
    name, sign, given = words.replace("+-", "±").rpartition("±")
    if not sign:
        raise Trouble("BAD_UNTIL", SAID("until-no-width", words=words), hint)
    number = re.fullmatch(r"\s*(\d*[.,]?\d+)\s*(%?)\s*", given, re.ASCII)
    width = float(number[1].replace(",", ".")) / (100 if number[2] else 1) if number else 0.0
    if not 0 < width < math.inf:
        raise Trouble("BAD_UNTIL", SAID("until-bad-width", words=words, width=given.strip()), hint)
    wanted = _plain(name)
    if wanted in SEATED:
        return Goal(wanted, width, SEATED[wanted])
    kinds = {**dict.fromkeys(sample.names, "counted"), **dict.fromkeys(COURSE, "course")}
    for about, kind in kinds.items():
        if wanted in (_plain(about), _plain(name_figure(sample.game, about))):
            return Goal(about, width, kind)
    there = [*list(SEATED)[::2], *(about for about in kinds if ": " not in about)]
    raise Trouble(
        "BAD_UNTIL", SAID("until-unknown", words=words, name=name.strip()), did_you_mean(name, there)
    )


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").lower().split())


def looks(most: int) -> list[int]:
    """Return the numbers of matches at which to look, the last one `most`."""
    found: list[int] = []
    at = float(FIRST)
    while at < most:
        found.append(round(at))
        at *= GROWTH
    return [*found, most]


def interval(series: Series, doubt: float) -> tuple[float, float]:
    """Return the interval that misses the true figure with at most this chance; infinite where all matches
    gave the same number, or one alone was played.

    Four matches are added, two like the lowest and two like the highest: without them the intervals of rare
    events are too narrow (Agresti and Coull 1998).
    """
    figure, pairs = series.figure, series.pairs
    if figure.bound is not None:
        n = sum(pair[1] > 0 for pair in pairs) or len(pairs)
        rate = unseen_rate(n, doubt)
        return (0.0, rate) if figure.value == 0 else (1 - rate, 1.0)
    if figure.error is None:
        return -math.inf, math.inf
    own = sorted((pair for pair in pairs if pair[1]), key=lambda pair: pair[0] / pair[1]) or sorted(pairs)
    wider = ratio([*pairs, *[own[0]] * 2, *[own[-1]] * 2])
    reach = NormalDist().inv_cdf(1 - doubt / 2) * (wider.error or math.inf)
    low, high = wider.value - reach, wider.value + reach
    return (max(0.0, low), min(1.0, high)) if series.is_share else (low, high)


@dataclass
class Stopping:
    """The state of a goal. `intervals`: at the last look, by variant and series; `reached`: all of them are
    narrow enough.
    """

    goal: Goal
    most: int
    count: int = 0  # looks so far
    intervals: list[list[tuple[float, float]]] = field(default_factory=list)
    reached: bool = False

    def __post_init__(self) -> None:
        self._looks = looks(self.most)

    @property
    def next_look(self) -> int:
        """The number of matches at which to look next."""
        return self._looks[self.count]

    @property
    def reach(self) -> float:
        """Half the width of the widest interval."""
        halves = [(high - low) / 2 for row in self.intervals for low, high in row]
        return max(halves, default=math.inf)

    def look(self, samples: Sequence[Sample]) -> bool:
        """Return True if the figure is known well enough in every variant."""
        self.count += 1
        doubt = DOUBT / (self.count * (self.count + 1))
        # A figure that no match has, such as one of the course of scores, stays unknown.
        self.intervals = [
            [interval(one, doubt) for one in sample.all_series() if self.goal.belongs(one)]
            for sample in samples
        ]
        self.reached = self.reach <= self.goal.width
        return self.reached


def describe(stop: Stopping, samples: Sequence[Sample]) -> str:
    """Return the outcome in a sentence, and the interval of each series in a line."""
    count = len(samples[0].results)
    verdict = SAID(
        "until-reached" if stop.reached else "until-missed", games=count, most=stop.most, looks=stop.count
    )
    lines = [verdict]
    for sample, row in zip(samples, stop.intervals):
        about = [one for one in sample.all_series() if stop.goal.belongs(one)]
        variant = " ".join(f"{name}={value}" for name, value in sample.varied.items()) or None
        for one, (low, high) in zip(about, row):
            code = "until-interval" if math.isfinite(high) else "until-nothing"
            lines.append(SAID(code, variant=variant, name=one.title(sample.game), low=low, high=high))
    return "\n".join(lines)


def as_document(stop: Stopping) -> Document:
    """Return the outcome as an object; an infinite bound is None."""
    return {
        "figure": stop.goal.name,
        "width": stop.goal.width,
        "reached": stop.reached,
        "looks": stop.count,
        "intervals": [
            [[bound if math.isfinite(bound) else None for bound in one] for one in row]
            for row in stop.intervals
        ],
    }
