"""M15: forty virtual tables play at once, and record in one PostgreSQL; and in a SQLite of their own each.

    python tests/slow/bench/m15.py [TABLES]

Each table is a process as `cardtable play` runs it, with the virtual table as its child, at pace 0: time is
simulated, and every table waits for the acknowledgement of what it has recorded. The simulation sets the
pace, and a wait has that for a processor in it: what counts is the ratio.
"""

import multiprocessing
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / name) for name in ("slow/bench", "support")]

from measures import Row, latency  # noqa: E402

import postgres_server  # noqa: E402
from tablehost.cli.command import main as command  # noqa: E402
from tablehost.folders import DATABASE  # noqa: E402
from tablehost.journal.game_log import load_chronicle  # noqa: E402
from tablehost.journal.store import Journal  # noqa: E402
from tablehost.link import conversation, pipe_port  # noqa: E402

TABLES = 40
MATCH = ("play", "democracy", "--players", "2", "-t", "sim:", "--pace", "0", "-o", "days=1")
GOAL_MS = 1000  # then a table sends its records again
PATIENCE_S = 120  # with a simulated table that waits for a processor, at the start of all at once


class Played(NamedTuple):
    """The match of one table: its id, the records that were acknowledged, how long each took (ms)."""

    uid: str
    records: list[bytes]
    waits: list[float]


def play(seed, home, url, ready, results):
    """Play a match in a process; put a `Played`, or the exit status, into `results`."""
    os.environ["CARDTABLE_HOME"] = str(home)
    if url:
        os.environ[DATABASE] = url
    for stream in (1, 2):
        os.dup2(os.open(home.with_suffix(".out"), os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    append, played = Journal.append, Played("", [], [])

    def append_timed(journal, uid, news):
        nonlocal played
        began = time.monotonic()
        last = append(journal, uid, news)
        played.waits.append(1000 * (time.monotonic() - began))
        played = Played(uid, [*played.records, *news], played.waits)
        return last

    Journal.append, conversation.ANSWER_S, pipe_port.WRITE_PATIENCE = append_timed, PATIENCE_S, PATIENCE_S
    ready.wait()
    status = command([*MATCH, "--seed", str(seed)])
    results.put(status or played)


def play_all(tables, folder, url):
    """Have so many tables play a match each; return what they played, and the time it took (s)."""
    context = multiprocessing.get_context("fork")
    ready, results = context.Barrier(tables + 1), context.Queue()
    places = [folder / f"{'club' if url else 'own'}{seed}" for seed in range(tables)]
    jobs = [
        context.Process(target=play, args=(seed, place, url, ready, results))
        for seed, place in enumerate(places)
    ]
    for job in jobs:
        job.start()
    ready.wait()
    began = time.monotonic()
    played = [results.get() for _ in jobs]
    seconds = time.monotonic() - began
    for job in jobs:
        job.join()
    outputs = "\n".join(place.with_suffix(".out").read_text()[-300:] for place in places)
    assert all(isinstance(one, Played) for one in played), outputs
    return played, seconds, places


def check(played, journal):
    """Check that every acknowledged record is there, once, and that the rules judge as the table did; return
    how long the tables have played (s).
    """
    seconds = 0.0
    for one in played:
        (game,) = journal.games(one.uid)
        records = journal.records(one.uid)
        assert [record.body for record in records] == list(dict.fromkeys(one.records))
        seconds += records[-1].us / 1e6
        chronicle = load_chronicle(journal, game)
        assert chronicle.closed and chronicle.shadow.difference is None and game.finished
    return seconds


def m15(tables=TABLES):
    """Rows for `make bench`."""
    if not postgres_server.is_installed():
        print("M15 did not run, for want of PostgreSQL: apt-get install postgresql", file=sys.stderr)
        return []
    with postgres_server.serve() as (server,), tempfile.TemporaryDirectory() as folder:
        club = server.new_club().player
        alone, alone_s, places = play_all(tables, Path(folder), "")
        for place in places:
            with Journal(place / "journal.sqlite") as journal:
                check([one for one in alone if one.uid in journal.tables()], journal)
        shared, shared_s, _ = play_all(tables, Path(folder), club)
        with Journal(club) as journal:
            played_s = check(shared, journal)
    rows = []
    for name, played, seconds in (("a SQLite each", alone, alone_s), ("one PostgreSQL", shared, shared_s)):
        late, three = latency(wait for one in played for wait in one.waits)
        count = sum(len(set(one.records)) for one in played)
        what = f"{tables} virtual tables at once, {name}: a record to its acknowledgement"
        how = f"{played_s / 3600:.1f} h of play, {count} records, all there: p50 / p99 / most"
        value = f"{three} ms; {len(played) / seconds:.2f} matches, {count / seconds:.0f} records a second"
        rows.append(Row("M15", what, how, value, f"p99 <= {GOAL_MS} ms", late <= GOAL_MS))
    ratio = alone_s / shared_s
    what = f"{tables} virtual tables at once: matches a second, PostgreSQL to SQLite"
    rows.append(Row("M15", what, "wall clock, one after the other", f"{ratio:.2f}", ">= 0.8", ratio >= 0.8))
    return rows


if __name__ == "__main__":
    for one in m15(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES):
        print(*one)
