"""The time from a record to the pages that watch, while guests ask for the heavy pages of finished games.

    python tests/slow/bench/guests.py

The server runs here in a thread, as in `m11.py`; one process reads the streams, another is CLIENTS guests,
each of whom asks for the next page as soon as one is there. The journal is one of its own.
"""

import asyncio
import multiprocessing
import os
import statistics
import tempfile
import time

import m11  # and so the paths below
from m11 import PLAYERS, read_all

import exported_games
from asgi import House
from live_site import Site, keep
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary
from tablehost.serving.course import Course
from tablehost.serving.library import Library

CLIENTS, WATCHERS, RATE = 40, 10, 4  # RATE: records a second
GAMES = (("democracy", 4), ("demos", 4), ("democrazy", 5))
PAGES = ("checks", "frames.json", "verify", "share", "bundle.zip")
WARM_S, LIMIT_S = 4, 120


async def ask(port, own, path):
    """Ask for a page, and read all of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
    head = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode())
    status = int((await reader.read()).split(b" ", 2)[1])
    writer.close()
    return status


def hammer(port, ends, answers):
    """Be the guests until `ends` is set; put the times of all answers (s) into `answers`."""

    async def be_one(number, times):
        paths = [f"/games/{game}/{page}" for page in PAGES for game in range(1, len(GAMES) + 1)]
        paths += ["/today", "/statistics?bots=1"]
        while not ends.is_set():
            path = paths[(number + len(times) // CLIENTS) % len(paths)]
            began = time.monotonic()
            status = await ask(port, f"127.0.2.{number + 1}", path)
            assert status == 200, (path, status)
            times.append(time.monotonic() - began)

    async def be_all():
        times = []
        await asyncio.gather(*(be_one(number, times) for number in range(CLIENTS)))
        return times

    answers.put(asyncio.run(be_all()))


def measure(clients):
    """Return (delays of all records at all pages in ms, times of all answers in s)."""
    house = House("t0", library=Library())
    house.course = Course()
    match = Chorus(PLAYERS, [vocabulary.load(language) for language in ("en", "fr")])
    for language, feed in house.tables["t0"].feeds.items():
        feed.open(match.voice(language))
    site = Site(house)
    port = int(site.address.rpartition(":")[2])
    context = multiprocessing.get_context("spawn")
    results, answers, ends = context.Queue(), context.Queue(), context.Event()
    processes = [context.Process(target=read_all, args=(port, 1, WATCHERS, results))]
    if clients:
        processes.append(context.Process(target=hammer, args=(port, ends, answers)))
    for one in processes:
        one.start()
    time.sleep(WARM_S)
    began = time.monotonic()
    for number in range(m11.RECORDS):
        match.line({"kind": "own", "at": time.monotonic()}, number)
        time.sleep(max(0.0, began + (number + 1) / RATE - time.monotonic()))
    delays = results.get(timeout=LIMIT_S)
    ends.set()
    times = answers.get(timeout=LIMIT_S) if clients else []
    for one in processes:
        one.join()
    site.close()
    return sorted(delay for one in delays for delay in one), sorted(times)


def main():
    """Print the figures without and with guests."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["CARDTABLE_HOME"] = home
        for name, seats in GAMES:
            keep(exported_games.finished(name, seats, 3))
        for clients in (0, CLIENTS):
            ms, times = measure(clients)
            late = ms[len(ms) * 99 // 100]
            spread = f"p50 {statistics.median(ms):.1f}, p99 {late:.1f}, most {ms[-1]:.1f} ms"
            print(f"{clients} guests: a record to a page {spread}")
            if times:
                print(f"  {len(times)} pages, p50 {statistics.median(times):.2f}, most {times[-1]:.2f} s")


if __name__ == "__main__":
    main()
