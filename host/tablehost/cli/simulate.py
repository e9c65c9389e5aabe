"""The verb `simulate`: many matches of the engine and simulated players, without a table. Fast, and the
same for the same seed.

Match number i depends on the seed and on i alone, never on how many processes share the work.
"""

import csv
import io
import json
import math
import multiprocessing
import os
import random
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TextIO

from cardtable.engine import match as matches
from cardtable.engine import referee
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import Match
from cardtable.engine.outputs import Refused, Told
from cardtable.games import registry as games
from tablehost import messages
from tablehost.cli.arguments import Simulate
from tablehost.console import text
from tablehost.errors import INTERRUPTED, UNEXPECTED, Trouble, did_you_mean
from tablehost.files import STDOUT, dump_line, save_text
from tablehost.people import bots
from tablehost.people import room as people
from tablehost.plugins import presentation
from tablehost.plugins.choice import Choice, choose
from tablehost.referee import open_log
from tablehost.seats import label
from tablehost.types import SCHEMA, Document, Fact, Fields, Line, Options

SAID = messages.Catalogue("simulate")

CHUNK = 8  # matches that one process takes at a time
PATIENCE = 20  # times that no player acts, though time passes, before a match hangs


class StuckMatch(Exception):
    """A match that does not continue, or in which players broke the rules: a mistake in the program."""


# -- one match --------------------------------------------------------------------------------


@dataclass
class FinishedMatch:
    """One finished match: its facts, its winners, and the lines of its open log if they were asked for."""

    facts: list[Fact] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def play(
    match: Match, seed: object, brains: Sequence[bots.Brain], players: Sequence[str] | None = None
) -> FinishedMatch:
    """Play a fresh match with the engine to its end; with `players`, keep the open log under their names.

    Raises Hanging.
    """

    def draw(stage: int, index: int, n: int) -> int:
        return random.Random(f"chance {seed} {stage} {index}").randrange(n)

    game = match.game
    judge = referee.Referee(match, draw=draw)
    room = people.room(game, match.seats, match.options, seed, brains)
    played = FinishedMatch()
    if players is not None:
        first = open_log.match_line(game, players, match.options, True, seed=str(seed))
        played.lines.append(first)
    idle = 0

    def note(outs: Sequence[object]) -> None:
        for out in outs:
            if isinstance(out, Told):
                fact = out.fact
                played.facts.append(fact)
                room.told(open_log.raw(game, fact))
                if players is not None:
                    played.lines.append(open_log.fact_line(game, match.options, fact))
            elif isinstance(out, Refused) and out.code not in room.tries:
                raise StuckMatch(f"refused: {out.code} at place {out.place}, asked for {judge.prompt()}")

    note(judge.start())
    while (prompt := judge.prompt()) is not None:
        events = room.act(*prompt[:4])
        if players is not None:
            played.lines.extend(open_log.deal_line(*deal, room.letters) for deal in room.new_deals())
        idle = 0 if events else idle + 1
        if idle > PATIENCE:
            raise StuckMatch(f"nobody finds anything to do at {prompt}")
        for event in events or [("expired",)]:
            note(judge.feed(event))
    played.winners = list(game.winners(judge.match))
    return played


# -- statistics -------------------------------------------------------------------------------

Pair = tuple[float, float]


def count_facts(game: GameRules, seats: int, options: Options) -> list[presentation.CountedRow]:
    """Return the statistics over the facts of one match of this game (see COUNTED in
    `tablehost.plugins.presentation`).
    """
    makes = presentation.COUNTED_ANEW.find(game.NAME)
    return presentation.COUNTED.of(game.NAME, []) if makes is None else makes(seats, options)


@dataclass
class Counts:
    """One match's part of the table: pairs in the order of `counted`, scores and win shares by seat."""

    pairs: list[Pair]
    scores: list[float]
    wins: list[float]
    log: str = ""


def count(game: GameRules, seats: int, options: Options, played: FinishedMatch) -> Counts:
    """Return the figures of one match; a shared win counts in equal parts."""
    rows = count_facts(game, seats, options)
    sums = [[0.0, 0.0] for _ in rows]
    scores = [0.0] * seats
    for told in played.facts:
        fact = open_log.raw(game, told)
        for i, (_, add) in enumerate(rows):
            numerator, denominator = add(fact)
            sums[i][0] += numerator
            sums[i][1] += denominator
        if fact["kind"] == "result":
            scores = [float(score) for score in fact["totals"]]
    share = 1 / len(played.winners) if played.winners else 0.0
    wins = [share if seat in played.winners else 0.0 for seat in range(seats)]
    return Counts([(above, below) for above, below in sums], scores, wins)


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


def unseen_rate(n: int) -> float:
    """Return the rate up to which something may happen that did not in `n` matches, with a confidence of 95
    %: about 3 / n, the rule of three (Hanley and Lippman-Hand 1983). The parts of one match count once.
    """
    return float(1 - 0.05 ** (1 / n))


# -- many matches -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """The job description for every process."""

    game: str
    players: list[str]
    given: Options
    kinds: list[str]
    seed: str
    logged: bool


def one(job: Job, number: int) -> Counts:
    """Play match `number` (from 0) of a job."""
    game = games.load(job.game)
    seats = len(job.players)
    seed = f"{job.seed}.{number}"
    brains = [bots.brain(job.kinds[seat % len(job.kinds)], game, seed, seat) for seat in range(seats)]
    match = matches.new(game, seats, job.given)
    played = play(match, seed, brains, job.players if job.logged else None)
    counts = count(game, seats, match.options, played)
    counts.log = "".join(dump_line(line) + "\n" for line in played.lines)
    return counts


def _some(task: tuple[Job, int, int]) -> list[Counts]:
    job, first, end = task
    return [one(job, number) for number in range(first, end)]


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(job: Job, count: int, jobs: int) -> Iterator[Counts]:
    """Yield the results of matches 0 to count - 1 in this order, played by `jobs` processes."""
    tasks = [(job, first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    if jobs == 1 or len(tasks) == 1:
        for task in tasks:
            for number in range(task[1], task[2]):
                yield one(job, number)
        return
    # Fresh interpreters would cost more than a thousand matches, and there are no threads to be torn apart.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    context = multiprocessing.get_context(method)
    with context.Pool(min(jobs, len(tasks)), _leave_ctrl_c_to_the_parent) as pool:
        for counts in pool.imap(_some, tasks):
            yield from counts


# -- the table of figures ---------------------------------------------------------------------


@dataclass
class Figures:
    """The figures of all matches: by name, and scores and wins by seat.

    `kinds`: by kind of player, if there are several: its part of the matches with a winner.
    """

    counted: dict[str, Figure]
    kinds: dict[str, Figure]
    scores: list[Figure]
    wins: list[Figure]


def figures(chosen: Choice, job: Job, results: Sequence[Counts]) -> Figures:
    seats = chosen.seats
    names = [name for name, _ in count_facts(chosen.game, seats, chosen.options)]
    kinds = [job.kinds[seat % len(job.kinds)] for seat in range(seats)]
    several = sorted(set(kinds), key=kinds.index) if len(set(kinds)) > 1 else []

    def won_by(kind: str) -> list[Pair]:
        own = [seat for seat in range(seats) if kinds[seat] == kind]
        return [(sum(one.wins[seat] for seat in own), sum(one.wins)) for one in results]

    return Figures(
        {name: ratio([one.pairs[i] for one in results]) for i, name in enumerate(names)},
        {kind: ratio(won_by(kind)) for kind in several},
        [mean([one.scores[seat] for one in results]) for seat in range(seats)],
        [ratio([(one.wins[seat], 1) for one in results]) for seat in range(seats)],
    )


def as_text(job: Job, found: Figures) -> str:
    """Return the figures as a table for people."""
    named = [
        [_named(job.game, name), text.with_error(*pair)]
        for name, pair in found.counted.items()
        if ": " not in name
    ]
    seats = [SAID("heads").split(";")]
    for seat, player in enumerate(job.players):
        kind = job.kinds[seat % len(job.kinds)]
        score, wins = text.with_error(*found.scores[seat]), text.with_error(*found.wins[seat])
        seats.append([label(seat), player, SAID.get(f"kind {kind}", kind), score, wins])
    for kind, share in found.kinds.items():
        named.append([SAID("victories", kind=SAID.get(f"kind {kind}", kind)), text.with_error(*share)])
    parts = [text.table(named)] if named else []
    parts += _side_by_side(job.game, found.counted)
    parts.append(text.table(seats, left=(0, 1, 2)))
    return "\n\n".join(parts)


def _named(game: str, name: str) -> str:
    """Return the name of a figure in the current language, as the game's texts have it."""
    head = re.sub(r"\d+", "n", re.sub(r"\W+", "-", name.lower()))
    number = re.search(r"\d+", name)
    return messages.Catalogue(f"{game}/story").get(f"figure {head}", name, n=number and number[0])


def _side_by_side(game: str, named: dict[str, Figure]) -> list[str]:
    """Return a table of figures on many things, such as `B01 ...: adopted`, `B01 ...: decides`: a row
    each.
    """
    rows: dict[str, dict[str, str]] = {}
    for name, pair in named.items():
        thing, is_of, about = name.partition(": ")
        if is_of:
            rows.setdefault(thing, {})[about] = text.with_error(*pair)
    if not rows:
        return []
    columns = list(dict.fromkeys(about for row in rows.values() for about in row))
    table = [
        ["", *(_named(game, one) for one in columns)],
        *([thing, *(row.get(one, "") for one in columns)] for thing, row in rows.items()),
    ]
    return [text.table(table)]


def as_json(job: Job, found: Figures) -> Document:
    def pair(one: Figure) -> dict[str, float | None]:
        return one._asdict()

    seats = [
        {
            "seat": seat,
            "player": player,
            "plays": job.kinds[seat % len(job.kinds)],
            "score": pair(found.scores[seat]),
            "wins": pair(found.wins[seat]),
        }
        for seat, player in enumerate(job.players)
    ]
    told: Fields = {name.replace(" ", "_"): pair(one) for name, one in found.counted.items()}
    if found.kinds:
        told["kinds"] = {kind: pair(one) for kind, one in found.kinds.items()}
    return {**told, "seats": seats}


def as_csv(job: Job, count: int, found: Figures) -> str:
    """Return the figures as CSV (RFC 4180), a row each: name, seat, player, value, error, bound."""
    rows: list[tuple[str, object, str, Figure]] = []
    rows += [(name, "", "", pair) for name, pair in found.counted.items()]
    rows += [("victories of kind", "", kind, pair) for kind, pair in found.kinds.items()]
    for seat, player in enumerate(job.players):
        rows += [("score", seat, player, found.scores[seat]), ("wins", seat, player, found.wins[seat])]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["game", "matches", "seed", "figure", "seat", "player", *Figure._fields])
    for name, at, player, figure in rows:
        shown = ["" if value is None else value for value in figure]
        writer.writerow([job.game, count, job.seed, name, at, player, *shown])
    return out.getvalue()


# -- the verb ---------------------------------------------------------------------------------


def main(args: Simulate) -> int:
    """Run `cardtable simulate`. Raises Trouble."""
    chosen = choose(args.game, args.players, args.names, args.option, args.preset)
    if args.games < 1:
        raise Trouble("BAD_NUMBER", SAID("too-few-games", games=args.games))
    jobs = (os.cpu_count() or 1) if args.jobs is None else args.jobs
    if jobs < 1:
        raise Trouble("BAD_NUMBER", SAID("too-few-jobs", jobs=jobs))
    there_are = bots.kinds(chosen.game)
    kinds = [there_are[0]] if args.bots is None else args.bots.split(",")
    for kind in kinds:
        if kind not in there_are:
            about = SAID("unknown-bots", bots=args.bots, name=chosen.game.NAME, kind=kind)
            raise Trouble("BAD_BOTS", about, did_you_mean(kind, there_are))
    for warning in chosen.warnings:
        print(f"cardtable: {warning}", file=sys.stderr)
    seed = str(random.SystemRandom().randrange(10**9)) if args.seed is None else str(args.seed)
    job = Job(chosen.game.NAME, chosen.players, chosen.given, kinds, seed, args.log is not None)
    if args.log is None:
        return _run_and_tell(args, chosen, job, jobs, None)
    try:
        with Path(args.log).open("w", encoding="utf-8", newline="\n") as log:
            return _run_and_tell(args, chosen, job, jobs, log)
    except BrokenPipeError:
        raise  # the reader of the figures has closed the output
    except OSError as error:
        hint = SAID("log-not-written-hint")
        about = SAID("log-not-written", log=args.log, strerror=messages.reason(error))
        raise Trouble("LOG_FILE", about, hint, UNEXPECTED) from error


def _run_and_tell(args: Simulate, chosen: Choice, job: Job, jobs: int, log: TextIO | None) -> int:
    results: list[Counts] = []
    progress = text.Progress(args.games, "matches", sys.stderr)
    begin = time.monotonic()
    try:
        for counts in run(job, args.games, jobs):
            if log is not None:
                log.write(counts.log)
                counts.log = ""
            results.append(counts)
            progress.at(len(results))
    except KeyboardInterrupt:
        kept = SAID("kept", log=args.log) if args.log is not None else ""
        raise Trouble(
            "INTERRUPTED",
            SAID("stopped", results=len(results), games=args.games, kept=kept),
            exit=INTERRUPTED,
        ) from None
    finally:
        progress.end()
    seconds = time.monotonic() - begin
    found = figures(chosen, job, results)
    if args.csv is not None:
        save_text(args.csv, as_csv(job, args.games, found), "--csv")
    if args.csv == STDOUT:
        return 0
    if args.json:
        data = {"game": job.game, "games": args.games, "players": job.players, "options": chosen.options}
        data |= {"seed": job.seed, **as_json(job, found)}
        print(json.dumps({"schema": SCHEMA, "ok": True, "virtual": True, "data": data}))
    else:
        print(SAID("title", games=args.games, game=job.game, seats=chosen.seats, seed=job.seed))
        print(as_text(job, found))
        if args.games > 1:
            print("\n" + SAID("meaning"))
        print(SAID("speed", games=args.games / seconds, jobs=jobs), file=sys.stderr)
    return 0
