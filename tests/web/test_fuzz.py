"""Requests at random: no traceback, no change, no leak. `make soak` sends 100,000."""

import random

import exported_games
import live_site
from amounts import amount
from asgi import House, visit
from tablehost.journal.store import Journal
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary
from tablehost.web import guard
from tablehost.web.begin import Beginnings
from tablehost.web.course import Course
from tablehost.web.learn import Lessons
from tablehost.web.past import Library

REQUESTS = amount(2000, soak=100_000)

WORDS = [
    "", "oak", "elm", "..", "%2e%2e", "%00", "%0d%0a", "static", "tables", "events", "games", "new", "learn",
    "import", "verify", "1", "-1", "999999999999999999999", "0x10", "é", "%F0%9F%82%A1", "%FF", "faces.svg",
    "frames.json", "log.jsonl", "enter", "play-now", "hall", "democracy", "__class__", "{table}", "<script>",
    "a" * 3000, "colours.css", "page.css", "?", ";", "&&", "\u202e", "CON", "again", "checks", "variants",
    "share", "share.html", "rematch", "today", "statistics", "seat", "join", "invite", "invite.svg", "free",
    "sit", "act", "leave", "referee", "preview", "do", "choices",
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
SEATS = [
    "join", "join", "join", "invite", "invite.svg", "free", "sit", "seat/1", "seat/1/events", "seat/1/act",
    "seat/1/leave", "seat/2", "seat/2/act", "seat/2/leave", "seat/11", "referee", "referee/events",
    "referee/leave", "referee/preview", "referee/do", "referee/choices", "referee/%00", "seat/1/%FF",
]  # fmt: skip
FIELDS = {
    "name": ["Eve", "Zoe", "Ada", "%00", "a" * 30], "seat": ["", "", "1", "2", "11", "%FF"],
    "page": ["{page}", "{page}", "0", "x"], "act": ["lay", "lift", "", "a" * 99], "word": ["5H", "", "%0A"],
    "line": ["5h", "leave", "undo", "void", "", "a" * 400], "other": ["1", "2", "x"], "insists": ["1"],
    "key": ["[1]", "{}"], "token": ["{oak}", "{oak}", "{oak/1}", "{oak/2}", "wrong", "%FF"],
}  # fmt: skip
COOKIES = [
    "seat={person}",
    "seat={person}",
    "seat=wrong",
    "seat=\xff",
    "cardtable={operator}",
    "cardtable=wrong",
    "",
]


def draw_seat(lots):
    """Return the same for a person, the operator or a stranger at a table; secrets are named in braces."""

    def draw_fields():
        names = lots.sample(sorted(FIELDS), lots.randint(0, len(FIELDS)))
        return "&".join(f"{name}={lots.choice(FIELDS[name])}" for name in names)

    path = f"/tables/{lots.choice(['oak'] * 9 + ['elm'])}/{lots.choice(SEATS)}"
    if lots.random() < 0.4:
        path += f"?{draw_fields()}"
    headers = {"cookie": lots.choice(COOKIES)}
    if lots.random() < 0.9:
        headers["origin"] = "http://127.0.0.1:8090"
    return lots.choice(["GET", "POST", "POST", "HEAD"]), path, headers, draw_fields().encode()


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


def fill(text, secrets):
    for name, value in secrets.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def test_persons_and_strangers_at_random_do_what_they_may(monkeypatch):
    monkeypatch.setattr(guard, "MOST_AT_ONCE", 10**9)
    lots = random.Random(1)
    house = House("oak")
    oak, keys = house.tables["oak"], house.keys
    visitor, operator = visit(house)
    oak.chairs.open(lambda: None)
    statuses, changes = set(), 0
    for _ in range(REQUESTS // 2):
        if not oak.chairs.all[0].name:
            oak.chairs.sit(0, "Ada")
        if not oak.find_free():
            oak.chairs.leave(lots.randint(1, 9))
        secrets = {place: keys.token(place) for place in ("oak", "oak/1", "oak/2")}
        secrets |= {"person": keys.session("oak/1"), "operator": operator.enter(operator.token)}
        given = {**secrets, "page": str(oak.chairs.all[0].newest)}
        method, path, headers, body = draw_seat(lots)
        asked = (path, headers["cookie"], body.decode())
        path, headers["cookie"], filled = (fill(one, given) for one in asked)
        before = (oak.chairs.names(10), secrets["oak"])
        answer = visitor.ask(
            method, path, filled.encode(), until=lambda got: b"event: beat" in got, **headers
        )
        visitor.cookies.clear()
        assert answer.status < 500 and b"Traceback" not in answer.body, (method, path, headers, body)
        statuses.add(answer.status)
        is_known = any(f"{{{name}}}" in part for name in secrets for part in asked)
        acts = oak.chairs.take_acts()
        if (oak.chairs.names(10), keys.token("oak")) != before or acts:
            changes += 1
            assert is_known and method == "POST" and "origin" in headers, (path, headers, body)
            assert all(act.seat == 0 and "{person}" in asked[1] for act in acts)
        is_operator = "{operator}" in asked[1]
        told = answer.body + repr(answer.headers).encode()
        for value in [*secrets.values(), keys.session("oak/1"), keys.session("oak/2"), operator.token]:
            if value.encode() in told:
                assert is_operator or value in path + filled or (is_known and answer.cookies), asked
    assert statuses >= {200, 204, 303, 400, 403, 404, 405, 409, 422} and changes > 5


def test_requests_at_random_change_and_tell_nothing(monkeypatch, new_home):
    monkeypatch.setattr(guard, "MOST_AT_ONCE", 10**9)
    lots = random.Random(0)
    live_site.keep(exported_games.finished("democracy", 3, 3))
    with Journal() as journal:
        kept = journal.games()
    house = House("oak", library=Library())
    house.lessons = Lessons()
    house.beginnings = Beginnings(
        house.tables, lambda table, choice: house.asked.append(choice), lambda *_: None, lambda number: None
    )
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
