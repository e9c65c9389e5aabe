"""M12: the time from a record to pages of seats and of those who watch; and from a tap to the table's answer.

    python tests/slow/bench/m12.py

As in `m11.py`, the server of the first part runs here in a thread, and another process reads all streams:
SEATS persons at each table, each with a hand that changes with every record, and those who watch. The second
part is `cardtable serve` as a process of its own, with a match at the virtual table, of which one seat is
played here: a card is laid and lifted again in turns, each time as soon as the answer is there.
"""

import http.client
import itertools
import json
import tempfile
import threading
import time
import urllib.request
from queue import Queue

from m11 import Row, latency, measure, publish_lines  # and so the paths below

from asgi import House
from served import Server, fold
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary

SEATS = 10
SETTINGS = ((1, 40, 20), (20, 40, 2))  # tables, watchers at each, records of each in a second
TAPS = 300
GOAL_MS, TAP_GOAL_MS = 100, 150
LIMIT_S = 20


def hold_seats(house, table):
    """Have persons sit at all seats of a table; return the presenter, and the streams of their pages."""
    names = [f"P{seat}" for seat in range(SEATS)]
    match = Chorus(names, [vocabulary.load(language) for language in ("en", "fr")])
    for seat, name in enumerate(names):
        table.chairs.sit(seat, name)
    for feeds in (table.feeds, *(chair.feeds for chair in table.chairs.all)):
        for language, feed in feeds.items():
            feed.open(match.voice(language))
    places = [f"{table.name}/{seat + 1}" for seat in range(SEATS)]
    path = f"/tables/{table.name}/seat"
    return match, [
        (f"{path}/{seat + 1}/events", house.keys.session(place)) for seat, place in enumerate(places)
    ]


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


def load(tables, watchers, rate):
    """Return the delays of all records at all pages (ms), and the share of a core."""
    house = House(*(f"t{number}" for number in range(tables)))
    matches, streams = zip(*(hold_seats(house, one) for one in house.tables.values()), strict=True)
    asked = [(f"127.0.1.{n % 250 + 1}", *stream) for n, stream in enumerate(itertools.chain(*streams))]
    asked += [
        (f"127.0.1.{n // 4 + 1}", f"/tables/t{n % tables}/events", "") for n in range(tables * watchers)
    ]
    return measure(
        house,
        asked,
        lambda began: publish_lines(matches, rate, began, lambda match, n: match.hands(deal(n))),
        6,
    )


class Seat:
    """A seat of a match at the virtual table that is served, played from here."""

    def __init__(self, server):
        self._server = server
        server.enter()
        asked = b"players=4&preset=usual&table=virtual&play=1&option-first_dealer=1"  # cards lie until our OK
        self.path = server.post("/new/democracy", asked).removeprefix(server.url)
        asked = urllib.request.Request(server.url + self.path)
        server._jar.add_cookie_header(asked)
        self._headers = {"Cookie": asked.get_header("Cookie"), "Origin": server.url}
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT_S)
        self._news = Queue()
        self.own, self.page = {}, 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        asked = urllib.request.Request(f"{self._server.url}{self.path}/events", headers=self._headers)
        with urllib.request.urlopen(asked, timeout=LIMIT_S) as stream:
            kind = ""
            for line in stream:
                word, _, rest = line.decode().rstrip("\n").partition(": ")
                if word == "event":
                    kind = rest
                elif word == "data" and kind in ("page", "own", "own-change"):
                    self._news.put((time.monotonic(), kind, json.loads(rest)))

    def act(self, act, word=""):
        """Do something; return the moment before."""
        began = time.monotonic()
        body = f"page={self.page}&act={act}&word={word}"
        self._line.request("POST", f"{self.path}/act", body, self._headers)
        answer = self._line.getresponse()
        answer.read()
        assert answer.status == 204, answer.status
        return began

    def until(self, holds):
        """Return the moment at which `holds(own)` is true."""
        at = time.monotonic()
        while not self.own or not holds(self.own):
            at, kind, data = self._news.get(timeout=LIMIT_S)
            if kind == "page":
                self.page = data["page"]
            else:
                self.own = fold({} if kind == "own" else self.own, data)
        return at

    def come_to_a_trick(self):
        """Do what is offered first, until a card is to be laid face down."""
        self.until(lambda own: own.get("hand") and own["todo"])
        while self.own["asked"] != "lay-face-down":
            before, offer = self.own["asked"], self.own["offers"][0]
            self.act(*(("press", "ok") if offer == "ok" else (offer,)))
            self.until(lambda own, before=before: own["asked"] != before and own["todo"])


def tap():
    """Return the times from taps to the answers that show the pad, and to those that show the lamp (ms)."""
    pads, lamps = [], []
    with tempfile.TemporaryDirectory() as home:
        server = Server(home, "--pace", "0")
        try:
            seat = Seat(server)
            seat.come_to_a_trick()
            for _ in range(TAPS // 2):
                began = seat.act("lay", seat.own["hand"][0]["card"])
                pads.append(seat.until(lambda own: own["pad"]) - began)
                lamps.append(seat.until(lambda own: own["lamp"]) - began)
                began = seat.act("lift")
                pads.append(seat.until(lambda own: not own["pad"]) - began)
                lamps.append(seat.until(lambda own: not own["lamp"]) - began)
        finally:
            server.kill()
    return [1000 * one for one in pads], [1000 * one for one in lamps]


def m12():
    """Rows for `make bench`."""
    rows = []
    for tables, watchers, rate in SETTINGS:
        ms, spent = load(tables, watchers, rate)
        late, three = latency(ms)
        what = (
            f"a record to a page, {tables} tables, {SEATS} seats, {watchers} watchers each, {rate} a second"
        )
        how = f"{len(ms)} events, none lost: p50 / p99 / most"
        value = f"{three} ms; {spent:.2f} of a core"
        rows.append(Row("M12", what, how, value, f"p99 <= {GOAL_MS} ms", late <= GOAL_MS))
    for what, ms in zip(("pad", "lamp"), tap(), strict=True):
        late, three = latency(ms)
        what = f"a tap to the {what} on the page, virtual table at pace 0"
        how = f"{len(ms)} taps, none lost: p50 / p99 / most"
        rows.append(Row("M12", what, how, f"{three} ms", f"p99 <= {TAP_GOAL_MS} ms", late <= TAP_GOAL_MS))
    return rows


if __name__ == "__main__":
    for one in m12():
        print(*one)
