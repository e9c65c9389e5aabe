"""No page is a dead end while a match is played: it is continued, stopped for tonight, or ended."""

import re

import pytest

from asgi import House, visit

SEAT = re.compile(r"/tables/virtual/seat/1(\?|$)")


def states(server):
    """Return the games and states of all matches, the oldest first."""
    rows = [row for line in server.tell("matches") for row in line["data"]]
    return [(row["game"], row["state"]) for row in sorted(rows, key=lambda row: row["id"])]


def sit_down(server, open_page):
    """Return the page of a seat at which a match has begun from the first page."""
    page = open_page(server.link)
    page.click(".way.now")
    page.wait_for_url(SEAT)
    page.wait_for_selector("#panel.asked")
    return page


@pytest.mark.parametrize(("button", "left"), [("End that one", "over"), ("Stop that one", "parked")])
def test_a_lesson_begins_by_one_press_while_a_match_is_played(serve, open_page, button, left):
    server = serve("--pace", "0")
    page = sit_down(server, open_page)
    open_page.forgives = ("409",)  # the status of a page that refuses
    page.goto(f"{server.url}/learn/demos")
    page.click("text=Learn it by playing")
    assert "Democracy, with Ada" in page.inner_text("main")
    page.click(f"button:has-text('{button}')")
    page.wait_for_url(re.compile(r"/tables/virtual/seat/1\?teach=1$"))
    page.wait_for_selector("#panel.asked")
    assert states(server) == [("democracy", left), ("demos", "running")]


def test_who_continues_is_at_the_own_seat_again(serve, open_page):
    server = serve("--pace", "0")
    page = sit_down(server, open_page)
    open_page.forgives = ("409",)
    for way in ("/learn", "/games", "/hall"):
        page.goto(f"{server.url}{way}")
        assert way != "/hall" or "Democracy: Ada" in page.inner_text("main")
        page.click(".doors .own")
        page.wait_for_url(SEAT)
    page.goto(f"{server.url}/new/demos")
    page.click("button.strong")
    page.click("main a:has-text('Continue')")
    page.wait_for_url(SEAT)
    page.goto(server.url)
    assert page.locator(".now").count() == 1 and "Democracy, with Ada" in page.inner_text(".way.now")
    page.click(".way.now")
    page.wait_for_url(SEAT)


def test_a_match_is_stopped_for_tonight_and_goes_on_another_day(serve, open_page):
    server = serve("--pace", "0")
    page = sit_down(server, open_page)
    page.click(".others summary")
    page.click("text=Stop for tonight")
    page.wait_for_url(f"{server.url}/")
    assert "Stopped for tonight, and safe: Democracy, with Ada" in page.inner_text(".ways")
    assert states(server) == [("democracy", "parked")]
    server.stop()
    server = serve("--pace", "0")
    page = open_page(server.link)
    page.click(".way:has-text('Stopped for tonight')")
    page.wait_for_url(SEAT)
    page.wait_for_selector("#panel.asked")
    page.goto(server.url)
    assert "Democracy, with Ada" in page.inner_text(".way.now")
    page.click(".way.now")
    page.wait_for_url(SEAT)
    assert len(states(server)) == 1


def test_a_match_that_is_only_watched_waits_for_no_person(serve, open_page):
    """The operator leaves the seat of the match before."""
    server = serve("--pace", "0")
    page = sit_down(server, open_page)
    open_page.forgives = ("409",)
    page.goto(f"{server.url}/new/democracy")
    page.evaluate("document.querySelector('[name=option-target]').value = 1")
    assert page.is_checked("[name=play]")  # as at the match before
    page.uncheck("[name=play]")
    page.click("button.strong")
    page.click("button:has-text('End that one')")
    page.wait_for_url(re.compile("/tables/virtual$"))
    server.until(lambda now: now["ending"])


def test_a_guest_goes_back_to_the_own_seat(monkeypatch):
    house = House("oak")
    guest, _ = visit(house)
    guest.get("/")
    guest.post("/tables/oak/join", f"name=Eve&token={house.keys.token('oak')}".encode())
    first = guest.get("/").text
    assert 'class="way now" href="/tables/oak/continue"' in first and first.count("way now") == 1
    assert guest.get("/tables/oak/continue").headers["location"] == "/tables/oak/seat/1"
    assert 'class="own"' not in first
    house.tables["oak"].set_match(3)
    assert 'class="own" href="/tables/oak/continue"' in guest.get("/learn").text
    other, _ = visit(house)
    other.get("/")
    assert "continue" not in other.get("/").text
    assert other.get("/tables/oak/continue").headers["location"] == "/tables/oak"


def test_the_seat_is_found_again_after_a_restart(serve, open_page):
    server = serve("--pace", "0", "--by-hand")
    page = sit_down(server, open_page)
    page.click("#panel .now:not(ul)")  # on OK, to sit down: now there is a match to go on with
    page.wait_for_selector("#hand .held.hand")
    page.goto("about:blank")  # a page of a table would complain of a server that has gone
    server.stop()
    server = serve("--pace", "0", "--by-hand")
    page = open_page(server.link)
    server.until(lambda now: now["players"])
    page.goto(server.url)
    page.click(".way.now")
    page.wait_for_url(SEAT)


def test_the_same_match_is_played_again_at_the_own_seat(serve, open_page):
    server = serve("--pace", "0")
    page = sit_down(server, open_page)
    open_page.forgives = ("410", "409")
    page.evaluate(
        "fetch('/tables/virtual/stop', { method: 'POST', body: new URLSearchParams({ stop: 'end' }) })"
    )
    page.click("#again")
    page.wait_for_url(SEAT)
    page.wait_for_selector("#panel.asked")
    assert states(server) == [("democracy", "over"), ("democracy", "running")]
