"""M11: the time from a record to the pages that watch, and what they cost the computer.

    python tests/slow/bench/m11.py

The server runs here in a thread; another process reads all streams, by the same monotonic clock. Tables have
RECORDS records each, in turns; a table at which people play has one in two seconds.
"""

import asyncio
import itertools
import json
import multiprocessing
import resource
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS / name) for name in ("slow/bench", "portable", "support")]

from measures import Row, latency  # noqa: E402

from asgi import House  # noqa: E402
from live_site import Site  # noqa: E402
from tablehost.match.chorus import Chorus  # noqa: E402
from tablehost.people import vocabulary  # noqa: E402

RECORDS = 60  # of each table
PLAYERS = ["Ada", "Ben", "Cleo", "Dan"]
SETTINGS = ((1, 40, 20), (20, 40, 2))  # tables, watchers at each, records of each in a second
GOAL_MS = 100


async def watch(port, own, path, cookie, into):
    """Note the delay of every record that a page is sent; `own`: its address, `cookie`: of a seat."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20, local_addr=(own, 0))
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: seat={cookie}\r\n\r\n"
    writer.write(head.encode())
    while len(into) < RECORDS:
        line = await reader.readline()
        if line.startswith(b"data: ") and b'"more":{"stories"' in line:
            for story in json.loads(line[6:])["more"]["stories"]:
                into.append((time.monotonic() - float(story["text"].split()[-1])) * 1000)
    writer.close()


def read_streams(port, asked, results):
    """Read streams, `asked` for by address, path and cookie; put the delays (ms) of each into `results`."""

    async def all_of_them():
        delays = [[] for _ in asked]
        pages = [watch(port, *one, into) for one, into in zip(asked, delays, strict=True)]
        await asyncio.wait_for(asyncio.gather(*pages), 50)
        return delays

    results.put(asyncio.run(all_of_them()))


def measure(house, asked, publish, wait_s):
    """Return the delays of all records at all pages (ms), and the share of a core, of `publish()`.
    `asked`: see `read_streams`; `wait_s`: until all pages have come.
    """
    site = Site(house)
    port = int(site.address.rpartition(":")[2])
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    reader = context.Process(target=read_streams, args=(port, asked, results))
    reader.start()
    time.sleep(wait_s)
    before, began = time.process_time(), time.monotonic()
    publish(began)
    spent = (time.process_time() - before) / (time.monotonic() - began)
    delays = results.get(timeout=60)
    reader.join()
    site.close()
    assert all(len(one) == RECORDS for one in delays), "a record was lost"
    return list(itertools.chain(*delays)), spent


def publish_lines(matches, rate, began, beside=lambda match, number: None):
    """Publish RECORDS lines of each match, `rate` a second, since the time `began`."""
    tables = len(matches)
    for number in range(RECORDS * tables):
        match = matches[number % tables]
        match.line({"kind": "own", "at": time.monotonic()}, number // tables)
        beside(match, number // tables)
        time.sleep(max(0.0, began + (number + 1) / (tables * rate) - time.monotonic()))


def load(tables, watchers, rate):
    """Return (delays of all records at all pages in ms, share of a core, memory in MB)."""
    house = House(*(f"t{number}" for number in range(tables)))
    matches = []
    for table in house.tables.values():
        matches.append(Chorus(PLAYERS, [vocabulary.load(language) for language in ("en", "fr")]))
        for language, feed in table.feeds.items():
            feed.open(matches[-1].voice(language))
    numbers = [n % tables for n in range(tables * watchers)]  # an address may have a share of all streams
    asked = [(f"127.0.1.{n + 1}", f"/tables/t{n}/events", "") for n in numbers]
    ms, spent = measure(house, asked, lambda began: publish_lines(matches, rate, began), 4)
    return sorted(ms), spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def m11():
    """Rows for `make bench`."""
    rows = []
    for tables, watchers, rate in SETTINGS:
        ms, spent, memory = load(tables, watchers, rate)
        late, three = latency(ms)
        what = f"a record to a page, {tables} tables, {watchers} watchers each, {rate} records a second"
        how = f"{len(ms)} events, none lost: p50 / p99 / most"
        value = f"{three} ms; {spent:.2f} of a core, {memory:.0f} MB"
        rows.append(Row("M11", what, how, value, f"p99 <= {GOAL_MS} ms", late <= GOAL_MS))
    return rows


if __name__ == "__main__":
    for one in m11():
        print(*one)
