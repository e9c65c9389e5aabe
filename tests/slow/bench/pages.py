"""From a record to pages (M11), forty tables at once (M15).

M11: the server runs here in a thread; another process reads all streams, by the same monotonic clock: of
SEATS persons at a table, each with a hand that changes with every record, and of those who watch.

M15: each table is a process as `cardtable play` runs it, with the virtual table as its child, at pace 0, and
waits for the acknowledgement of what it has recorded: in one PostgreSQL, and in a SQLite of its own each. The
simulation sets the pace, and a wait has that for a processor in it: what counts is the ratio.
"""

import asyncio
import itertools
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rows import highest, row

import postgres_server
from asgi import House
from live_site import Site
from tablehost.cli.command import main as command
from tablehost.folders import DATABASE
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.store import Journal
from tablehost.link import conversation, pipe_port
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary

SEATS, WATCHERS = 10, 40
RECORDS, RATE = 60, 20  # how many, and how many a second
RECORD_MS = 100  # goal


def latency(what, how, ms, goal, note=""):
    """Return the row of such durations (ms), with a goal for the p99."""
    how = f"{len(ms)} {how}: p50 / p99 / most"
    return row(what, how, highest(ms), (None, goal), " ms", note, ".1f")


# -- M11 ----------------------------------------------------------------------------------------------


async def watch(port, own, path, cookie, into, there):
    """Note the delay of every record that a page is sent; `own`: its address, `cookie`: of a seat.

    `there`: where all pages meet when they have been sent how things are.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20, local_addr=(own, 0))
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: seat={cookie}\r\n\r\n"
    writer.write(head.encode())
    line = b""
    while not line.startswith(b"data: "):
        line = await reader.readline()
        assert line, f"{path} was refused"
    await there.wait()
    while len(into) < RECORDS:
        line = await reader.readline()
        assert line, f"{path} has ended after {len(into)} records"
        if line.startswith(b"data: ") and b'"more":{"stories"' in line:
            for story in json.loads(line[6:])["more"]["stories"]:
                into.append((time.monotonic() - float(story["text"].split()[-1])) * 1000)
    writer.close()


def read_streams(port, asked, results):
    """Read streams, `asked` for by address, path and cookie; put True into `results` when all are
    open, then the delays (ms) of each.
    """

    async def all_of_them():
        delays = [[] for _ in asked]
        there = asyncio.Barrier(len(asked) + 1)
        async with asyncio.timeout(100), asyncio.TaskGroup() as pages:
            for one, into in zip(asked, delays):
                pages.create_task(watch(port, *one, into, there))
            await there.wait()
            results.put(True)
        return delays

    results.put(asyncio.run(all_of_them()))


def hold_seats(house, table):
    """Have persons sit at all seats of a table; return the presenter, and (path, cookie) of their pages."""
    names = [f"P{seat}" for seat in range(SEATS)]
    match = Chorus(names, [vocabulary.load(language) for language in ("en", "fr")])
    for seat, name in enumerate(names):
        table.chairs.sit(seat, name)
    for feeds in (table.feeds, *(chair.feeds for chair in table.chairs.all)):
        for language, feed in feeds.items():
            feed.open(match.voice(language))
    streams = []
    for seat in range(1, SEATS + 1):
        cookie = house.keys.session(f"{table.name}/{seat}")
        streams.append((f"/tables/{table.name}/seat/{seat}/events", cookie))
    return match, streams


def deal(number):
    """Return the message of hands that change with each record."""
    rows = [
        {"seat": seat, "hand": ["5H", "7D", "9S", "KC", f"{number % 8 + 2}S"], "pile": [],
         "pad": ["5H"] if number % 2 else [], "open": [], "asked": "lay-face-down", "do": "lay",
         "lamp": "read" if number % 2 else "", "task": f"{number} lay",
         "steps": [{"act": "lay"}], "may": []}
        for seat in range(SEATS)
    ]  # fmt: skip
    return {"kind": "hands", "seats": rows}


def publish(match):
    """Publish RECORDS lines of a match, RATE a second, each with new hands."""
    began = time.monotonic()
    for number in range(RECORDS):
        match.line({"kind": "own", "at": time.monotonic()}, number)
        match.hands(deal(number))
        time.sleep(max(0.0, began + (number + 1) / RATE - time.monotonic()))


def records():
    """A record to the pages of seats and to those that watch, and what they cost the computer."""
    house = House("t")
    match, streams = hold_seats(house, house.tables["t"])
    # An address may have a share of all streams.
    asked = [(f"127.0.1.{n + 1}", *stream) for n, stream in enumerate(streams)]
    asked += [(f"127.0.2.{n + 1}", "/tables/t/events", "") for n in range(WATCHERS)]
    site = Site(house)
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    port = int(site.address.rpartition(":")[2])
    reader = context.Process(target=read_streams, args=(port, asked, results))
    reader.start()
    results.get(timeout=60)
    before, began = time.process_time(), time.monotonic()
    publish(match)
    spent = (time.process_time() - before) / (time.monotonic() - began)
    delays = results.get(timeout=60)
    reader.join()
    site.close()
    assert all(len(one) == RECORDS for one in delays), "a record was lost"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    note = f"; {spent:.2f} of a core, {memory:.0f} MB"
    where = f"{SEATS} seats and {WATCHERS} watchers, {RATE} records a second"
    return [
        latency(
            f"a record to {whose}, {where}", "events, none lost", list(itertools.chain(*ms)), RECORD_MS, note
        )
        for whose, ms in (("a seat's page", delays[:SEATS]), ("a page that watches", delays[SEATS:]))
    ]


# -- M15 ----------------------------------------------------------------------------------------------

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
    append, tables, records, waits = Journal.append, set(), [], []

    def append_timed(journal, uid, news):
        began = time.monotonic()
        last = append(journal, uid, news)
        waits.append(1000 * (time.monotonic() - began))
        tables.add(uid)
        records.extend(news)
        return last

    Journal.append, conversation.ANSWER_S, pipe_port.WRITE_PATIENCE = append_timed, PATIENCE_S, PATIENCE_S
    ready.wait()
    results.put(command([*MATCH, "--seed", str(seed)]) or Played(*tables, records, waits))


def play_all(folder, url):
    """Have all tables play a match each; return what they played, the time it took (s), their folders."""
    context = multiprocessing.get_context("fork")
    ready, results = context.Barrier(TABLES + 1), context.Queue()
    homes = [folder / f"{'club' if url else 'own'}{seed}" for seed in range(TABLES)]
    more = (url, ready, results)
    jobs = [context.Process(target=play, args=(seed, home, *more)) for seed, home in enumerate(homes)]
    for job in jobs:
        job.start()
    ready.wait()
    began = time.monotonic()
    played = [results.get() for _ in jobs]
    seconds = time.monotonic() - began
    for job in jobs:
        job.join()
    outputs = "\n".join(home.with_suffix(".out").read_text()[-300:] for home in homes)
    assert all(isinstance(one, Played) for one in played), outputs
    return played, seconds, homes


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


def tables():
    """Tables that play at once."""
    if not postgres_server.is_installed():
        print("M15 did not run, for want of PostgreSQL: apt-get install postgresql", file=sys.stderr)
        return []
    with postgres_server.serve() as (server,), tempfile.TemporaryDirectory() as folder:
        club = server.new_club().player
        alone, alone_s, homes = play_all(Path(folder), "")
        for home in homes:
            with Journal(home / "journal.sqlite") as journal:
                check([one for one in alone if one.uid in journal.tables()], journal)
        shared, shared_s, _ = play_all(Path(folder), club)
        with Journal(club) as journal:
            hours = check(shared, journal) / 3600
    rows = []
    what = f"{TABLES} virtual tables at once"
    for name, played, seconds in (("a SQLite each", alone, alone_s), ("one PostgreSQL", shared, shared_s)):
        count = sum(len(set(one.records)) for one in played)
        how = f"times, {count} records in {hours:.1f} h of play, all there"
        note = f"; {TABLES / seconds:.2f} matches, {count / seconds:.0f} records a second"
        waits = [wait for one in played for wait in one.waits]
        rows.append(latency(f"{what}, {name}: a record to its acknowledgement", how, waits, GOAL_MS, note))
    how = "wall clock, one after the other"
    ratio = alone_s / shared_s
    return [*rows, row(f"{what}: matches a second, PostgreSQL to SQLite", how, ratio, 0.8, least=True)]
