"""Previews of the referee and acts of a seat at once, at a table that plays as fast as it can."""

import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from amounts import amount
from served import LIMIT_S, Server

REQUESTS = amount(150, soak=700)
PREVIEWS = ["undo", "undo 3", "void", "amend seat 1 5H", "end", "leave 2", "name 1 5H"]
LINES = ["undo", "undo", "ok", "yes", "no", "lift", "5h", "scores", "rules"]
ACTS = ["press", "lay", "lift", "take", "turn", "draw", "clear"]
WORDS = ["ok", "yes", "5H", "KS", ""]
LATEST_S = 10.0  # the table answers by then, or the match is given up


class Visitors:
    """Persons who send requests at random: from the page of a seat, and from the referee's."""

    def __init__(self, server, seat, page, seed):
        self._server, self._seat, self._page, self._seed = server, seat, page, seed

    def _post(self, path, **fields):
        body = urllib.parse.urlencode(fields).encode()
        asked = urllib.request.Request(self._server.url + path, body, {"Origin": self._server.url})
        try:
            with self._server._opener.open(asked, timeout=LIMIT_S) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def _send(self, lots):
        if lots.random() < 0.4:
            return self._post("/tables/virtual/referee/preview", line=lots.choice(PREVIEWS), page="1")
        act = f"/tables/virtual/seat/{self._seat}/act"
        if lots.random() < 0.5:
            return self._post(act, page=self._page, line=lots.choice(LINES))
        return self._post(act, page=self._page, act=lots.choice(ACTS), word=lots.choice(WORDS))

    def send(self, number):
        """Send a request until it is taken; return (status, seconds)."""
        while True:
            began = time.monotonic()
            status = self._send(random.Random(f"{self._seed} {number}"))
            if status != 429:  # too many acts wait
                return status, time.monotonic() - began
            time.sleep(0.05)


@pytest.mark.parametrize("seed", range(amount(2, soak=8)))
def test_previews_and_acts_together_leave_the_table_in_the_match(tmp_path, seed):
    server = Server(tmp_path, "--pace", "0")
    try:
        server.enter()
        server.begin("democracy", 4, target=20)
        server.until(lambda now: now["game"])
        seat = re.search(r"/seat/(\d+)", server.post("/tables/virtual/sit"))[1]
        stream = server._opener.open(f"{server.url}/tables/virtual/seat/{seat}/events", timeout=LIMIT_S)
        page = next(found[1] for line in stream if (found := re.search(rb'"page":\s?(\d+)', line))).decode()
        threading.Thread(target=stream.read, daemon=True).start()
        with ThreadPoolExecutor(6) as guests:
            found = list(guests.map(Visitors(server, seat, page, seed).send, range(REQUESTS)))
    finally:
        server.stop()
    assert {status for status, _ in found} <= {200, 204}, "a match is played"
    assert max(seconds for _, seconds in found) < LATEST_S
    assert "Traceback" not in server.process.stderr.read()
