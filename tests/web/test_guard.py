"""Guests only watch: each kind of refusal is a page that says what to do, and changes nothing."""

import asyncio
import re
import threading
from urllib.parse import urljoin, urlsplit

import pytest

from asgi import House, run, title_of, visit
from tablehost.web import guard, past


@pytest.fixture
def house():
    return House("oak")


@pytest.fixture
def visitor(house):
    return visit(house)[0]


@pytest.mark.parametrize(
    "path", ["/", "/hall", "/tables/oak", "/colours.css", "/static/page.css", "/nowhere"]
)
def test_every_answer_keeps_others_out(visitor, path):
    headers = visitor.get(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert not re.search("unsafe|https?:|\\*", headers["content-security-policy"])
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8090", "127.0.0.1.evil.example", "", "localhost@evil.example"]
)
def test_another_host_is_not_answered(house, host):
    visitor, operator = visit(house)
    visitor.host = host
    answer = visitor.get(f"/enter?token={operator.token}")
    assert answer.status == 421 and not answer.cookies
    assert "--public-url" in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8090", "127.0.0.1", "LOCALHOST:8090"])
def test_the_own_names_are_answered(house, host):
    assert visit(house, host)[0].get("/").status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:80"]
)
def test_a_form_of_another_page_changes_nothing(house, origin):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    answer = visitor.post("/play-now", origin=origin)
    assert answer.status == 403 and not house.asked
    assert visitor.ask("POST", "/play-now").status == 403 and not house.asked  # without an origin
    assert visitor.post("/play-now").status == 303 and len(house.asked) == 1


def test_behind_a_proxy_its_address_is_an_origin_too(house):
    visitor, operator = visit(house, hosts=("127.0.0.1", "cards.example"), origins=["https://cards.example"])
    visitor.get(f"/enter?token={operator.token}")
    assert visitor.post("/play-now", origin="https://cards.example").status == 303
    assert visitor.post("/play-now", origin="http://cards.example").status == 403


def test_a_guest_begins_nothing(house, visitor):
    answer = visitor.post("/play-now")
    assert (answer.status, title_of(answer)) == (403, "Guests only watch")
    assert not house.asked and "<form" not in visitor.get("/").text


def test_the_operators_link_leaves_the_address(house):
    visitor, operator = visit(house)
    answer = visitor.get(f"/enter?token={operator.token}")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in answer.cookies[0] and "samesite=lax" in answer.cookies[0].lower()
    assert operator.token not in answer.cookies[0]
    assert "<form" in visitor.get("/").text


def test_behind_a_proxy_with_encryption_the_cookie_is_too(house):
    for scheme, is_secure in (("http", False), ("https", True)):
        visitor, operator = visit(house)
        scope = visitor.scope
        visitor.scope = lambda *about, scope=scope, scheme=scheme: scope(*about) | {"scheme": scheme}
        assert ("Secure" in visitor.get(f"/enter?token={operator.token}").cookies[0]) == is_secure


def test_the_head_of_a_stream_is_no_stream(visitor):
    answer = visitor.ask("HEAD", "/tables/oak/events")
    assert answer.status == 200 and not answer.body


@pytest.mark.parametrize("token", ["", "x", "%00", "é" * 50])
def test_a_stale_token_says_which_link_is_meant(visitor, token):
    answer = visitor.get(f"/enter?token={token}")
    assert answer.status == 403 and not answer.cookies
    assert title_of(answer) == "This link has been used, or is of an earlier start"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(visitor, method):
    assert visitor.ask(method, "/play-now").status == 405


def test_a_get_changes_nothing(house):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    answer = visitor.get("/play-now")
    assert answer.status == 405 and title_of(answer) == "This page cannot be asked for in this way"
    assert not house.asked


@pytest.mark.parametrize("body", [b"\xff\xfe", b"=&=&%%%", b"a" * 50, b"&".join([b"a=1"] * 200)])
def test_a_malformed_body_is_refused(house, body):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    assert visitor.post("/play-now", body).status == 400 and not house.asked


def test_a_long_body_is_refused(house):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    assert visitor.post("/play-now", b"a=" + b"1" * 30_000).status == 413 and not house.asked


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/tables/none", "There is no such table"),
        ("/tables/none/events", "There is no such table"),
        ("/nowhere", "There is no such page"),
        ("/tables/oak/", "There is no such page"),
        ("/static/nothing.js", "There is no such page"),
        ("/static/../app.py", "There is no such page"),
        ("/tables/%3Cscript%3E", "There is no such table"),
    ],
)
def test_an_unknown_address_has_a_page(visitor, path, title):
    answer = visitor.get(path)
    assert (answer.status, title_of(answer)) == (404, title)
    assert "<script>" not in answer.text


def test_a_visitor_with_too_many_requests_waits(house, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(guard.time, "monotonic", lambda: now[0])
    visitor, _ = visit(house)
    answers = [visitor.get("/colours.css").status for _ in range(guard.MOST_AT_ONCE + 50)]
    assert answers == [200] * guard.MOST_AT_ONCE + [429] * 50
    visitor.address = "192.0.2.7"
    assert visitor.get("/colours.css").status == 200
    visitor.address, now[0] = "127.0.0.1", 2.0
    assert visitor.get("/colours.css").status == 200


@pytest.mark.parametrize(
    ("header", "query", "language"),
    [
        ("fr-CH, en;q=0.5", "", "fr"),
        ("de, en", "", "en"),
        ("fr", "?lang=en", "en"),
        ("", "?lang=fr", "fr"),
        ("", "", "en"),
    ],
)
def test_the_language_is_the_visitors(visitor, header, query, language):
    answer = visitor.get("/" + query, accept_language=header)
    assert f'<html lang="{language}">' in answer.text


def test_a_chosen_language_stays(visitor):
    visitor.get("/?lang=fr", accept_language="en")
    assert '<html lang="fr">' in visitor.get("/hall", accept_language="en").text


class Slow:
    """Finished matches whose reports and puzzles wait until `go`. `most`: how many waited at once."""

    def __init__(self):
        self.go, self._lock = threading.Event(), threading.Lock()
        self.now = self.most = 0

    def games(self, wanted, page):
        return past.Listed([], 1, 0, 0, [], [])

    def elsewhere(self, here):
        return []

    def checks(self, number):
        self._wait()
        return past.Report([], "")

    def puzzle(self, day):
        self._wait()

    def _wait(self):
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        assert self.go.wait(20)
        with self._lock:
            self.now -= 1


def test_few_heavy_pages_are_made_at_once_and_light_ones_do_not_wait_for_them():
    slow, house = Slow(), House("oak")
    house.library = house.course = slow
    visitor, _ = visit(house)

    async def ask():
        paths = ["/games/1/checks", "/today"] * 20
        heavy = [asyncio.create_task(visitor.begin("GET", path)) for path in paths]
        while slow.now < guard.MOST_HEAVY:
            await asyncio.sleep(0.001)
        light = [await visitor.begin("GET", path) for path in ("/games", "/hall", "/tables/oak")]
        slow.go.set()
        return light + await asyncio.gather(*heavy)

    assert [answer.status for answer in run(ask())] == [200] * 43
    assert slow.most == guard.MOST_HEAVY == 2


def test_an_address_has_so_many_requests_under_way_and_others_are_answered():
    """Behind a proxy these are the connections of a visitor."""
    slow, house = Slow(), House("oak")
    house.library = slow
    visitor, _ = visit(house)

    async def ask():
        heavy = [
            asyncio.create_task(visitor.begin("GET", "/games/1/checks")) for _ in range(guard.MOST_AT_A_TIME)
        ]
        while slow.now < guard.MOST_HEAVY:
            await asyncio.sleep(0.001)
        found = [(await visitor.begin("GET", "/colours.css")).status]
        visitor.address = "192.0.2.7"
        found.append((await visitor.begin("GET", "/colours.css")).status)
        slow.go.set()
        visitor.address = "127.0.0.1"
        await asyncio.gather(*heavy)
        return [*found, (await visitor.begin("GET", "/colours.css")).status]

    assert run(ask()) == [429, 200, 200]


@pytest.mark.parametrize(
    "path",
    ["//evil.example/x", "///evil.example", "/%5Cevil.example", "/%2F%2Fevil.example/", "/%5C/evil.example"],
)
def test_no_address_has_a_page_that_leads_elsewhere(visitor, path):
    answer = visitor.get(f"http://127.0.0.1:8090{path}")
    links = re.findall(r'(?:href|src|action)="([^"]*)"', answer.text)
    assert answer.status == 404 and len(links) > 3
    for link in links:  # a browser reads a backslash as a slash
        assert urlsplit(urljoin(f"http://here{path}", link.replace("\\", "/"))).netloc == "here", link


def test_the_operators_link_works_once(house):
    operators, operator = visit(house)
    guest, link = type(operators)(operators._app), f"/enter?token={operator.token}"
    assert operators.ask("HEAD", link).status == 303 and not operators.cookies  # as a preview asks
    assert operators.get(link).status == 303
    assert operators.get(link).status == 303  # a second press in the same browser
    assert guest.get(link).status == 403 and not guest.cookies
    assert guest.get(f"/enter?token={operator.token}").status == 303
    assert "<form" in guest.get("/").text and "<form" in operators.get("/").text
