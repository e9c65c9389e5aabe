"""The verb `simulate`: many matches of the engine and simulated players, without a table. Fast, and the
same for the same seed.

Match number i depends on the seed and on i alone, never on how many processes share the work.
"""

import errno
import json
import os
import random
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable_lab.simulation import corpus, page, processes, stopping, sweeps, table_file, things
from cardtable_lab.simulation.cluster import Cluster, ClusterLost, connect
from cardtable_lab.simulation.figures import (
    Counts,
    Figure,
    Figures,
    Sample,
    count,
    name_figure,
    name_kind,
)
from tablehost import messages
from tablehost.arguments import Simulate
from tablehost.console import text
from tablehost.errors import BUSY, CHECK_FAILED, INTERRUPTED, UNEXPECTED, Trouble, require_package
from tablehost.files import STDOUT, dump_line, save, save_text, write_error
from tablehost.people import kinds, simulated_match
from tablehost.people.foreign import Failure
from tablehost.plugins import own
from tablehost.plugins.choice import Choice, choose, load_game
from tablehost.referee import open_log
from tablehost.seats import label
from tablehost.types import SCHEMA, Document, Fields, Options

SAID = messages.Catalogue("cardtable_lab/simulate")

CHUNK = 8  # matches that one process takes at a time

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
    """Play match `number` (from 0) of a job. Raises MatchFailed."""
    game = games.load(job.game)
    seats = len(job.players)
    seed = f"{job.seed}.{number}"
    failures: list[Failure] = []
    minds = [
        kinds.mind(job.kinds[seat % len(job.kinds)], game, tell=failures.append) for seat in range(seats)
    ]
    match = matches.new(game, seats, job.given)
    played = simulated_match.play(match, seed, minds, job.players if job.logged else None)
    facts = [open_log.raw(game, fact) for fact in played.facts]
    counts = count(game, seats, match.options, facts, played.winners)
    counts.log = "".join(dump_line(line) + "\n" for line in played.lines)
    counts.failures = failures
    return counts


def _some(task: tuple[Sequence[Job], int, int]) -> list[list[Counts]]:
    variants, first, end = task
    return [[one(job, number) for job in variants] for number in range(first, end)]


def run(
    variants: Sequence[Job], count: int, jobs: int, cluster: Cluster | None = None
) -> Generator[list[Counts]]:
    """Yield the results of matches 0 to count - 1 in this order, each of all variants, played by `jobs`
    processes or by a cluster. Variants with the same seed have the same deals.
    """
    tasks = [(variants, first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    if cluster is None and (jobs == 1 or len(tasks) == 1):
        for _, first, end in tasks:
            for number in range(first, end):
                yield [one(job, number) for job in variants]
        return
    played = cluster.map(_some, tasks) if cluster is not None else processes.map_all(_some, tasks, jobs)
    with closing(played) as chunks:
        for found in chunks:
            yield from found


# -- the table of figures ---------------------------------------------------------------------


def as_text(job: Job, found: Figures) -> str:
    """Return the figures as a table for people."""
    named = [
        [name_figure(job.game, name), text.with_error(*pair)]
        for name, pair in found.counted.items()
        if ": " not in name
    ]
    seats = [SAID("heads").split(";")]
    for seat, player in enumerate(job.players):
        kind = job.kinds[seat % len(job.kinds)]
        score, wins = text.with_error(*found.scores[seat]), text.with_error(*found.wins[seat])
        seats.append([label(seat), player, name_kind(kind), score, wins])
    for kind, share in found.kinds.items():
        named.append([SAID("victories", kind=name_kind(kind)), text.with_error(*share)])
    parts = [text.table(named)] if named else []
    for group in things.group(found.counted):
        parts.append(text.table(things.tabulate(job.game, group, lambda one: [text.with_error(*one)])))
    parts.append(text.table(seats, left=(0, 1, 2)))
    return "\n\n".join(parts)


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


# -- the verb ---------------------------------------------------------------------------------


def main(args: Simulate) -> int:
    """Run `cardtable simulate`. Raises Trouble."""
    renewed = own.renew(args.game)
    game = load_game(args.game)
    fixed = [word.partition("=")[0] for word in args.option]
    swept = sweeps.read_sweeps(game, args.sweep, fixed)

    def form(pairs: list[str]) -> Choice:
        return choose(args.game, args.players, args.names, [*args.option, *pairs], args.preset)

    variants = sweeps.choose_variants(swept, form)
    if args.games < 1:
        raise Trouble("BAD_NUMBER", SAID("too-few-games", games=args.games))
    jobs = (os.cpu_count() or 1) if args.jobs is None else args.jobs
    if jobs < 1:
        raise Trouble("BAD_NUMBER", SAID("too-few-jobs", jobs=jobs))
    if args.cluster is not None and args.jobs is not None:
        about = SAID("cluster-and-jobs", cluster=args.cluster)
        raise Trouble("BAD_CLUSTER", about, SAID("cluster-and-jobs-hint"))
    turns = kinds.read(args.bots, game)
    seed = str(random.SystemRandom().randrange(10**9)) if args.seed is None else str(args.seed)
    samples = [
        Sample(chosen, [turns[seat % len(turns)] for seat in range(chosen.seats)], seed, [], varied)
        for varied, chosen in variants
    ]
    _check_files(args)
    goal = None if args.until is None else stopping.read_goal(args.until, samples[0])
    warnings = dict.fromkeys(warning for _, chosen in variants for warning in chosen.warnings)
    for warning in [*([renewed] if renewed else []), *warnings]:
        print(f"cardtable: {warning}", file=sys.stderr)
    stop = None if goal is None else stopping.Stopping(goal, args.games)
    with ExitStack() as files:
        cluster = None if args.cluster is None else files.enter_context(connect(args.cluster, game.NAME))
        kept = None if args.corpus is None else files.enter_context(corpus.begin(args.corpus))
        if args.log is None:
            return _run_and_tell(args, samples, stop, jobs, cluster, None, kept)
        try:
            with Path(args.log).open("w", encoding="utf-8", newline="\n") as log:
                return _run_and_tell(args, samples, stop, jobs, cluster, log, kept)
        except BrokenPipeError:
            raise  # the reader of the figures has closed the output
        except OSError as error:
            hint = SAID("log-not-written-hint")
            about = SAID("log-not-written", log=args.log, strerror=messages.reason(error))
            raise Trouble("LOG_FILE", about, hint, UNEXPECTED) from error


def _run_and_tell(
    args: Simulate,
    samples: list[Sample],
    stop: stopping.Stopping | None,
    jobs: int,
    cluster: Cluster | None,
    log: TextIO | None,
    kept: corpus.Corpus | None,
) -> int:
    begin = time.monotonic()
    is_logged = log is not None or kept is not None
    with closing(run([_job(one, is_logged) for one in samples], args.games, jobs, cluster)) as played:
        _play_all(args, samples, stop, played, log, kept)
    seconds = time.monotonic() - begin
    _save_files(args, samples, stop)
    if kept is not None:
        kept.finish(samples)
    if STDOUT in (args.csv, args.parquet, args.page):
        return 0
    count = len(samples[0].results)
    if args.json:
        data = as_document(samples, stop)
        print(json.dumps({"schema": SCHEMA, "ok": True, "virtual": True, "data": data}))
        return 0
    first = samples[0]
    print(SAID("title", games=count, game=first.game, seats=first.chosen.seats, seed=first.seed))
    print(sweeps.as_text(samples) if first.varied else as_text(_job(first), Figures.of(first)))
    if stop is not None:
        print("\n" + stopping.describe(stop, samples))
    if count > 1:
        print("\n" + SAID("meaning"))
    if any(map(things.are_rules, things.group(dict.fromkeys(first.names)))):
        print(SAID("rules-meaning"))
    if first.varied:
        print(SAID("sweep-meaning"))
    speed = count * len(samples) / seconds
    if cluster is None:
        print(SAID("speed", games=speed, jobs=jobs), file=sys.stderr)
    else:
        about = SAID("cluster-speed", games=speed, cluster=cluster.address, threads=cluster.threads)
        print(about, file=sys.stderr)
    return 0


def _job(sample: Sample, is_logged: bool = False) -> Job:
    return Job(sample.game, sample.chosen.players, sample.chosen.given, sample.kinds, sample.seed, is_logged)


def _play_all(
    args: Simulate,
    samples: list[Sample],
    stop: stopping.Stopping | None,
    played: Iterable[list[Counts]],
    log: TextIO | None,
    kept: corpus.Corpus | None,
) -> None:
    """Play the matches of all samples, to the number that was asked for or until `stop`. Raises Trouble."""
    progress = text.Progress(args.games, "matches", sys.stderr)
    count = 0
    said: set[tuple[str, int]] = set()  # of a program and its seat
    try:
        for found in played:
            for sample, counts in zip(samples, found):
                if log is not None:
                    log.write(counts.log)
                if kept is not None:
                    kept.add(counts.log)
                counts.log = ""
                sample.results.append(counts)
                for failed in counts.failures:
                    if failed[:2] not in said:
                        said.add(failed[:2])
                        progress.end()
                        print(f"cardtable: {failed[2]}", file=sys.stderr)
            count += 1
            progress.at(count)
            if stop is not None and count == stop.next_look and stop.look(samples):
                break
    except simulated_match.MatchFailed as error:
        raise Trouble("MATCH_FAILED", str(error), SAID("match-failed-hint"), CHECK_FAILED) from error
    except (KeyboardInterrupt, ClusterLost, processes.ProcessLost) as end:
        fields: Fields = {"results": count, "games": args.games}
        fields["kept"] = SAID("kept", log=args.log) if args.log is not None else ""
        if isinstance(end, ClusterLost):
            about = SAID("cluster-lost", cluster=args.cluster, **fields)
            raise Trouble("CLUSTER_LOST", about, SAID("cluster-again"), BUSY) from end
        if isinstance(end, processes.ProcessLost):
            about = SAID("process-lost", **fields)
            raise Trouble("PROCESS_LOST", about, SAID("process-lost-hint"), BUSY) from end
        raise Trouble("INTERRUPTED", SAID("stopped", **fields), exit=INTERRUPTED) from None
    finally:
        progress.end()
        for one in _list_failures(samples):
            who = {"program": Path(one["program"]).name, "seat": label(one["seat"])}
            told = SAID("failed-matches", **one | who, games=count * len(samples))
            print(f"cardtable: {told}", file=sys.stderr)


def _list_failures(samples: Sequence[Sample]) -> list[Fields]:
    """Return for each program and seat that failed why it first did, and in how many matches."""
    found: dict[tuple[str, int], Fields] = {}
    for sample in samples:
        for counts in sample.results:
            for program, seat, why in counts.failures:
                first = {"program": program, "seat": seat, "why": why, "matches": 0}
                found.setdefault((program, seat), first)["matches"] += 1
    return list(found.values())


def _check_files(args: Simulate) -> None:
    """Raise Trouble if a file that was asked for could not be written after all the matches."""
    if args.parquet is not None:
        require_package("pyarrow", "design")
    if args.page is not None:
        require_package("matplotlib", "design")
    asked = {
        "--log": args.log,
        "--corpus": args.corpus,
        "--csv": args.csv,
        "--parquet": args.parquet,
        "--page": args.page,
    }
    known: dict[str, str] = {}
    for option, where in asked.items():
        if where is None:
            continue
        if where in known:
            about = SAID("same-file", option=option, other=known[where], path=where)
            raise Trouble("BAD_FILE", about, SAID("same-file-hint"))
        known[where] = option
        if where != STDOUT and option not in ("--log", "--corpus") and not Path(where).parent.is_dir():
            raise write_error(Path(where), FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), option)


def _save_files(args: Simulate, samples: list[Sample], stop: stopping.Stopping | None) -> None:
    """Write the files that were asked for. Raises Trouble."""
    if args.csv is not None:
        save_text(args.csv, table_file.as_csv(samples), "--csv")
    if args.parquet is not None:
        save(args.parquet, table_file.form(samples), "--parquet")
    if args.page is not None:
        closing = "" if stop is None else stopping.describe(stop, samples)
        save_text(args.page, page.form(samples, closing), "--page")


def as_document(samples: list[Sample], stop: stopping.Stopping | None) -> Document:
    """Return the figures as an object for --json; those of a sweep in a list of variants."""
    first = samples[0]
    data: Document = {"game": first.game, "games": len(first.results), "players": first.chosen.players}
    if not first.varied:
        data |= {"options": first.chosen.options, "seed": first.seed}
        data |= as_json(_job(first), Figures.of(first))
    else:
        data |= {"seed": first.seed, "swept": list(first.varied)}
        data["variants"] = [
            {
                "options": sample.chosen.options,
                **as_json(_job(sample), Figures.of(sample)),
                "differences": {key: {"value": one.value, "error": one.error} for key, one in row.items()},
            }
            for sample, row in zip(samples, sweeps.compare([sample.all_series() for sample in samples]))
        ]
    if stop is not None:
        data["until"] = stopping.as_document(stop)
    if failures := _list_failures(samples):
        data["failures"] = failures
    return data
