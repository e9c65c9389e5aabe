"""`undo` at a page: the own last act; with other persons at the table as soon as one of them agrees."""

import json
import re
import time
import urllib.parse
import urllib.request

import pytest

from served import LIMIT_S, Server, fold


class Person:
    """A person at the page of a seat, without a browser."""

    def __init__(self, server, opener, seat):
        self._server, self.opener, self.seat = server, opener, seat
        self.own, self._page, self._number = {}, None, 0
        self._stream = opener.open(f"{server.url}/tables/virtual/seat/{seat}/events", timeout=LIMIT_S)
        self.until(lambda own: self._page is not None and own.get("hand"))

    def until(self, holds):
        """Return what the page shows of the own things as soon as `holds(own)`."""
        kind, deadline = "", time.monotonic() + LIMIT_S
        while not (self.own and holds(self.own)):
            assert time.monotonic() < deadline, json.dumps(self.own)
            word, _, rest = self._stream.readline().decode().rstrip("\n").partition(": ")
            if word == "event":
                kind = rest
            elif word == "data" and kind == "page":
                self._page = json.loads(rest)["page"]
            elif word == "data" and kind == "own":
                self.own = json.loads(rest)
            elif word == "data" and kind == "own-change":
                self.own = fold(self.own, json.loads(rest))
        return self.own

    def send(self, language="en", **fields):
        self._number += 1
        given = {"page": self._page, "number": self._number, "task": self.own["task"], **fields}
        body = urllib.parse.urlencode(given).encode()
        address = f"{self._server.url}/tables/virtual/seat/{self.seat}/act?lang={language}"
        asked = urllib.request.Request(address, body, {"Origin": self._server.url})
        self.opener.open(asked, timeout=LIMIT_S).close()

    def type(self, line):
        """Type a line; return the text of the answer to it."""
        before = self.own["answer"]
        self.send(line=line)
        return told(self.until(lambda own: own["answer"] != before))

    def leave(self):
        address = f"{self._server.url}/tables/virtual/seat/{self.seat}/leave"
        asked = urllib.request.Request(address, b"", {"Origin": self._server.url})
        self.opener.open(asked, timeout=LIMIT_S).close()

    def do(self, act):
        """Do what is offered first, with the first card of the hand if it is laid; return this card."""
        own = self.until(lambda own: own["offers"][:1] == [act])
        card = own["hand"][0]["card"] if act == "lay" else ""
        self.send(act=act, word=card)
        self.until(lambda own: own["offers"][:1] != [act])
        return card


def told(own):
    """Return the text of the last answer."""
    return own["answer"]["text"] if own["answer"] else ""


@pytest.fixture
def table(tmp_path):
    server = Server(tmp_path, "--pace", "0")
    server.enter()
    yield server
    server.stop()


def sit(server, game, *names, players, **options):
    """Return the operator, and persons of these names, at a match that begins then."""
    seats = [(server._opener, re.search(r"/seat/(\d+)", server.post("/tables/virtual/sit"))[1])]
    token = re.search(r"token=(\w+)", server.get("/tables/virtual/invite"))[1]
    for name in names:
        guest = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        form = urllib.parse.urlencode({"name": name, "seat": "", "token": token}).encode()
        asked = urllib.request.Request(f"{server.url}/tables/virtual/join", form, {"Origin": server.url})
        with guest.open(asked, timeout=LIMIT_S) as joined:
            seats.append((guest, re.search(r"/seat/(\d+)", joined.url)[1]))
    server.begin(game, players, plays=True, **options)
    return [Person(server, *one) for one in seats]


def turn_up(table, *names, **options):
    """Return the persons of a match: the one who has turned up the first card of it, and another one."""
    persons = sit(table, "democracy", "Eve", *names, players=2 + len(names), target=20, **options)
    for one in persons:
        one.until(lambda own: own["asked"] == "turn-up")
    doer = next(one for one in persons if one.own["offers"][:1] == ["turn"])
    doer.do("turn")
    others = [one for one in persons if one is not doer]
    for one in persons:
        one.until(lambda own: own["asked"] == "lay-face-down")
    return doer, *others


def lay(dealer, *others):
    """Have all of them lay a card; the dealer's OK turns the cards over."""
    for one in (dealer, *others):
        one.do("lay")
    dealer.until(lambda own: own["offers"][:1] == ["ok"])
    dealer.send(act="press", word="ok")
    for one in (dealer, *others):
        one.until(lambda own: own["asked"] == "turn-up")


@pytest.mark.parametrize(("language", "word"), [("en", "agree"), ("fr", "d'accord"), ("fr", "D’ACCORD")])
def test_the_first_person_who_agrees_has_the_act_taken_back(table, language, word):
    doer, other = turn_up(table)
    assert "as soon as one of them agrees" in doer.type("undo")
    wish = other.until(lambda own: own["wish"])["wish"]
    name = "Eve" if doer.seat == "2" else "Ada"
    card = re.fullmatch(rf"{name} would take back the ([a-z0-9 ]+): type agree, or press Agree", wish)[1]
    assert not doer.own["wish"] and "nothing to agree to" in doer.type("agree")  # with oneself
    other.send(line=word, language=language)
    assert doer.until(lambda own: own["asked"] == "turn-up" and own["offers"])
    assert told(doer.own) == f"Taken back: your {card}."
    other.until(lambda own: told(own) == f"Taken back: the {card}." and own["asked"] == "turn-up")
    assert not other.own["wish"] and "nothing to agree to" in other.type("agree")


def test_a_person_alone_takes_back_no_act_of_a_bot(table):
    (alone,) = sit(table, "democracy", players=4, target=20)
    alone.until(lambda own: own["offers"])
    assert "Nothing of yours" in alone.type("undo")


def test_a_person_who_has_not_acted_wishes_nothing_back(table):
    doer, other = turn_up(table)
    assert "Nothing of yours" in other.type("undo") and not doer.own["wish"]


def test_the_others_need_not_agree_to_an_undo_that_the_rules_refuse(table):
    doer, other = turn_up(table)
    lay(doer, other)
    assert "what all have seen" in doer.type("undo")
    assert "nothing to agree to" in other.type("agree") and not other.own["wish"]


def test_a_wish_is_over_when_the_match_goes_on(table):
    doer, other = turn_up(table)
    doer.type("undo")
    other.until(lambda own: own["wish"])
    lay(doer, other)
    other.until(lambda own: not own["wish"])
    assert doer.until(lambda own: "the match went on" in told(own))
    assert "nothing to agree to" in other.type("agree")


def test_of_two_wishes_the_first_stands(table):
    """Both have discarded openly, one after the other."""
    persons = sit(table, "demos", "Eve", players=3)
    for one in persons:
        one.until(lambda own: own["asked"] == "discard-openly")
    doer = next((one for one in persons if one.own["offers"][:1] == ["lay"]), persons[0])
    other = next(one for one in persons if one is not doer)
    for one in (doer, other):
        one.do("lay")
    own = other.until(lambda own: own["offers"] or not own["asked"].startswith("discard-openly"))
    if own["asked"].startswith("discard-openly"):  # the last one draws without another discard
        other.send(act="press", word="ok")
    for one in persons:
        one.until(lambda own: not own["asked"].startswith("discard-openly"))
    wishing, asked = [], []
    for _ in range(5):  # a bot may act in between: then that wish is over
        said = {one: one.type("undo") for one in (doer, other)}
        wishing = [one for one in said if "as soon as one of them agrees" in said[one]]
        asked = [one for one in said if "would take back" in said[one]]
        if len(wishing) == len(asked) == 1:
            break
    assert asked[0].own["wish"] and not wishing[0].own["wish"]


def test_a_wish_is_over_when_a_person_leaves(table):
    doer, other, third = turn_up(table, "Cal")
    doer.type("undo")
    third.until(lambda own: own["wish"])
    other.leave()
    third.until(lambda own: not own["wish"])
    assert doer.until(lambda own: "All stays as it is" in told(own))


def test_a_page_shows_a_wish_with_a_button_to_agree(table, open_page):
    doer, other = turn_up(table)
    page = open_page(table.url)
    jar = next(one.cookiejar for one in other.opener.handlers if hasattr(one, "cookiejar"))
    page.context.add_cookies(
        [{"name": one.name, "value": one.value, "domain": one.domain, "path": one.path} for one in jar]
    )
    page.goto(f"{table.url}/tables/virtual/seat/{other.seat}")
    page.wait_for_function("() => document.querySelector('#hand .held')")
    button = page.get_by_role("button", name="Agree")
    assert not button.is_visible()
    doer.type("undo")
    button.click()
    doer.until(lambda own: told(own).startswith("Taken back: your "))
    button.wait_for(state="hidden")
