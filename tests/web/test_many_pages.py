"""Many pages of one browser, to which HTTP/1.1 gives six connections: each page loads, and shows news."""

import time

import pytest

from asgi import House
from live_site import Site
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary
from tablehost.web.feed import Source
from timeouts import PATIENCE

NAMES = [f"t{number}" for number in range(10)]  # of tables: those of a café, each on a page of its own
OLD_S = 3  # after which a page without news says so
SHOWS = "text => document.querySelector('.display').textContent === text"
# A headless browser shows all its pages at once; this hides one as a tab that is left, or shows it again.
TURN = """isHidden => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


class Cafe:
    """Ten tables, and the browser that shows them; `matches`, by table."""

    def __init__(self, chromium):
        self.house = House(*NAMES)
        self.matches = {}
        for name, table in self.house.tables.items():
            words = [vocabulary.load(language, "democracy") for language in ("en", "fr")]
            self.matches[name] = Chorus(["Ada", "Ben"], words)
            for language, feed in table.feeds.items():
                feed.open(self.matches[name].voice(language))
        self.site = Site(self.house)
        self.context = chromium.new_context()

    def open(self, path):
        page = self.context.new_page()
        page.goto(self.site.address + path)
        return page

    def sit(self):
        """Have a person sit down at the first table; return the page and the chair."""
        page, [chair, *_] = self.context.new_page(), self.house.tables["t0"].chairs.all
        before = chair.newest + 1  # sitting down counts, too
        page.goto(f"{self.site.address}/tables/t0/join?token={self.house.keys.token('t0')}")
        page.fill("#name", "Eve")
        page.click("main form button")
        wait(page, lambda: chair.newest in chair.pages or chair.newest > before)
        for language, feed in chair.feeds.items():  # as a match does that is played here
            feed.open(self.matches["t0"].voice(language))
        return page, chair

    def display(self, text):
        for match in self.matches.values():
            match.display(text)

    def close(self):
        self.context.close()
        for table in self.house.tables.values():
            table.close()
        self.site.close()


@pytest.fixture
def cafe(chromium, monkeypatch):
    monkeypatch.setattr(Source, "age", 0.0)  # the sessions of the tables are never late
    cafe = Cafe(chromium)
    yield cafe
    cafe.close()


def wait(page, holds):
    """Return as soon as `holds()`; the page lives on meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        page.wait_for_timeout(10)


def note(page):
    """Return the line of a page above its table, "" for none."""
    return page.eval_on_selector(".notice", "one => one.hidden ? '' : one.textContent")


def test_ten_windows_that_are_seen_at_once_all_load_and_are_live(cafe):
    cafe.display("Lay a card")
    pages = [cafe.open(f"/tables/{name}") for name in NAMES]
    for text in ("Lay a card", "Reveal", "Take the trick"):
        cafe.display(text)
        for page in pages:
            page.wait_for_function(SHOWS, arg=text)
    polled = [page for page in pages if note(page)]
    assert len(polled) == 6 and all("2 seconds" in note(page) for page in polled)
    assert not [page for page in pages if page.locator(".match.old").count()]
    hall = cafe.open("/hall")  # a connection is left for any other page
    hall.wait_for_selector("#notice:not([hidden])")
    assert "2 seconds" in hall.text_content("#notice") and not hall.locator("body.old").count()
    hall.close()
    for page in pages:
        if page not in polled:
            page.close()
    wait(polled[0], lambda: sum(bool(note(page)) for page in polled) == 2)
    cafe.display("The last one")
    for page in polled:
        page.wait_for_function(SHOWS, arg="The last one")


def test_of_ten_tabs_the_one_that_is_seen_has_a_stream_and_misses_nothing(cafe):
    pages = []
    for name in NAMES:
        if pages:
            pages[-1].evaluate(TURN, True)
        pages.append(cafe.open(f"/tables/{name}"))
        cafe.display(f"seen on {name}")
        pages[-1].wait_for_function(SHOWS, arg=f"seen on {name}")
        assert not note(pages[-1])
    pages[-1].evaluate(TURN, True)
    for at in range(3):
        cafe.matches["t0"].display(f"while it was hidden {at}")
    pages[0].wait_for_timeout(1000 * OLD_S + 1000)  # a page that rests has no late news
    assert not note(pages[0]) and "seen on" in pages[0].text_content(".display")
    pages[0].evaluate(TURN, False)
    pages[0].wait_for_function(SHOWS, arg="while it was hidden 2")
    cafe.matches["t0"].display("seen again")
    pages[0].wait_for_function(SHOWS, arg="seen again")


def test_a_person_whose_page_is_hidden_is_there_and_one_who_closes_it_is_not(cafe, monkeypatch):
    monkeypatch.setattr("tablehost.web.chairs.GRACE_S", 0.0)
    page, chair = cafe.sit()
    newest = chair.newest
    for _ in range(2):
        page.evaluate(TURN, True)
        wait(page, lambda: not chair.pages)
        wait(page, lambda: not chair.is_away)
        page.wait_for_timeout(100)
        assert not chair.is_away
        page.evaluate(TURN, False)
        wait(page, lambda: chair.pages)
    assert chair.newest == newest + 2 and not page.locator("#state:not([hidden])").count()
    page.goto(cafe.site.address + "/hall")
    wait(page, lambda: chair.is_away)


def test_a_seat_that_was_left_while_its_page_was_hidden_says_so(cafe):
    page, chair = cafe.sit()
    page.evaluate(TURN, True)
    wait(page, lambda: not chair.pages)
    cafe.house.tables["t0"].chairs.leave(0)
    page.evaluate(TURN, False)
    page.wait_for_selector("#state:not([hidden]) a")
    assert not page.locator("#panel:not([hidden])").count()


def test_a_page_that_sounds_is_heard_while_it_is_hidden(cafe):
    page, chair = cafe.sit()
    page.click("#sound")
    page.evaluate(TURN, True)
    cafe.matches["t0"].display("It is your turn")
    page.wait_for_function(SHOWS, arg="It is your turn")
    assert chair.pages


def test_a_seat_without_a_stream_is_played_all_the_same(cafe):
    held = [cafe.open(f"/tables/{name}") for name in NAMES[1:5]]
    cafe.house.tables["t0"].chairs.open(lambda: None)
    page, chair = cafe.sit()
    page.wait_for_selector(".notice:not([hidden])")
    number = chair.newest
    for text in ("Lay a card", "Reveal"):
        cafe.display(text)
        page.wait_for_function(SHOWS, arg=text)
    assert chair.newest == number and not chair.is_away
    page.evaluate("document.querySelector('.device [data-word=ok]').click()")
    acts = []
    wait(page, lambda: acts.extend(cafe.house.tables["t0"].chairs.take_acts()) or acts)
    assert [(one.seat, one.word) for one in acts] == [(0, "ok")]
    held[0].close()
    page.wait_for_selector(".notice", state="hidden")
    cafe.display("Take the trick")
    page.wait_for_function(SHOWS, arg="Take the trick")
    assert chair.newest == number
