"""Requests at random: no traceback, no change, no leak. `make soak` sends 100,000."""

import os
import random

import exported_games
import live_site
from asgi import House, visit
from tablehost.journal.store import Journal
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary
from tablehost.serving.beginnings import Beginnings
from tablehost.serving.course import Course
from tablehost.serving.lessons import Lessons
from tablehost.serving.library import Library
from tablehost.web import guard

REQUESTS = int(os.environ.get("CARDTABLE_REQUESTS", "2000"))

WORDS = [
    "", "oak", "elm", "..", "%2e%2e", "%00", "%0d%0a", "static", "tables", "events", "games", "new", "learn",
    "import", "verify", "1", "-1", "999999999999999999999", "0x10", "é", "%F0%9F%82%A1", "%FF", "faces.svg",
    "frames.json", "log.jsonl", "enter", "play-now", "hall", "democracy", "__class__", "{table}", "<script>",
    "a" * 3000, "colours.css", "page.css", "?", ";", "&&", "\u202e", "CON", "again", "checks", "variants",
    "share", "share.html", "rematch", "today", "statistics",
]  # fmt: skip
METHODS = ["GET"] * 6 + ["POST"] * 5 + ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW", ""]
HEADERS = ["host", "origin", "cookie", "accept-language", "content-type", "range", "last-event-id", "referer"]
VALUES = [
    "", "127.0.0.1:8090", "evil.example", "http://127.0.0.1:8090", "null", "cartable=x", "fr", "fr;q=9",
    "bytes=0-1", "bytes=5-1", "-1", "text/event-stream", "multipart/form-data; boundary=x", "a\r\nb: c",
    "\x00", "x" * 5000, "application/json", "*",
]  # fmt: skip
BODIES = [
    b"", b"a=1", b"{}", b"[" * 9000, b"\x00\xff" * 100, b"token=1&token=2", b"players=9999999",
    b"name=%0d%0a",
]  # fmt: skip


def draw(lots):
    """Return method, path, headers and body of a request."""
    path = "/" + "/".join(lots.choice(WORDS) for _ in range(lots.randint(0, 4)))
    if lots.random() < 0.4:
        pairs = [f"{lots.choice(WORDS)}={lots.choice(WORDS)}" for _ in range(lots.randint(1, 4))]
        path += "?" + "&".join(pairs)
    if lots.random() < 0.3:
        path += f"{'&' if '?' in path else '?'}lang={lots.choice(['fr', 'en', 'xx', ''])}"
    headers = {lots.choice(HEADERS): lots.choice(VALUES) for _ in range(lots.randint(0, 3))}
    return lots.choice(METHODS), path, headers, lots.choice(BODIES) + lots.randbytes(lots.randint(0, 8))


def test_requests_at_random_change_and_tell_nothing(monkeypatch, new_home):
    monkeypatch.setattr(guard, "MOST_AT_ONCE", 10**9)
    lots = random.Random(0)
    live_site.keep(exported_games.finished("democracy", 3, 3))
    with Journal() as journal:
        kept = journal.games()
    house = House("oak", library=Library())
    house.lessons = Lessons()
    house.beginnings = Beginnings(house.tables, lambda table, choice: house.asked.append(choice))
    house.course = Course()
    visitor, operator = visit(house)
    chorus = Chorus(["Ada", "Ben"], [vocabulary.load(language, "democracy") for language in ("en", "fr")])
    for language, feed in house.tables["oak"].feeds.items():
        feed.open(chorus.voice(language))
    chorus.line({"kind": "deal", "day": 1, "hand": 1, "hands": [["QH"], ["QD"]], "pool": ["QC"]})
    before = house.tables["oak"].feeds["en"].document
    statuses = set()
    for _ in range(REQUESTS):
        method, path, headers, body = draw(lots)
        answer = visitor.ask(method, path, body, until=lambda got: b"event: beat" in got, **headers)
        statuses.add(answer.status)
        assert answer.status < 500, (method, path, headers, body)
        assert b"Traceback" not in answer.body and operator.token.encode() not in answer.body
        assert not {b"QH", b"QD", b"QC"} & set(answer.body.split())
        assert answer.headers["content-security-policy"]
        visitor.cookies.clear()
    assert statuses >= {200, 403, 404, 405, 421}
    assert not house.asked and house.tables["oak"].feeds["en"].document == before
    with Journal() as journal:
        assert journal.games() == kept
    assert visitor.get("/").status == visitor.get("/games/1").status == 200
