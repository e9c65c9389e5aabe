"""A player who listens at a table of real cards: here one on a pseudo terminal."""

import json
import re
import time

import pytest

from by_ear import Player
from served import real_table
from tablehost.match.card_words import CardWords
from tablehost.match.events import Lesson
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.web.chairs import OwnFeed
from tablehost.web.feed import Bell

WORDS = CardWords(vocabulary.load("en", "democracy"))


def test_a_lesson_has_cards_with_the_letters_of_the_language():
    feed = OwnFeed(0, Bell())
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("fr", "democracy"))
    feed.open(presenter)
    presenter.publish(Lesson("KS l'a prise", ""))
    assert feed.document["lesson"] == "R♠ l'a prise"


SHORT = "option-target=1&option-days=1&option-match_tie=shared"
OWN = re.compile(r"Ben, on your pad: (.*)\.")


@pytest.fixture
def evening(tmp_path):
    """A server, and the name of its table of real cards."""
    with real_table(tmp_path, 0.2) as found:
        yield found


def begin(server, table, listens="&listens-2=1"):
    asked = f"players=3&preset=usual&{SHORT}&table={table}{listens}"
    server.post("/new/democracy", asked.encode())


def link_of(server, open_page, table):
    """Return the link of the seat that listens, as the operator's page has it."""
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/{table}")
    page.get_by_role("button", name="Who listens").click()
    return page.locator("a.link").get_attribute("href")


def phone_of(open_page, link):
    """Return the page of seat 2, as its player's phone opens it."""
    phone = open_page(link, wide=390, high=800)
    phone.wait_for_url(re.compile("/seat/2$"))
    phone.get_by_role("button", name="By ear").click()
    return phone


def is_within(part, whole):
    """True if these items are in the whole, in this order."""
    rest = iter(whole)
    return all(one in rest for one in part)


def test_the_phone_names_the_own_cards_and_no_others(evening, open_page, tmp_path):
    server, table = evening
    begin(server, table)
    phone = phone_of(open_page, link_of(server, open_page, table))
    assert not phone.locator("#keys").is_visible()
    ben = Player(phone, "Ben")
    deadline = time.monotonic() + 60
    while not ben.is_over:
        assert time.monotonic() < deadline, ben.heard[-9:]
        ben.listen()
        phone.wait_for_timeout(30)
    log = [json.loads(line) for line in (tmp_path / "here" / "games" / "1.jsonl").read_text().splitlines()]
    assert log[0]["listens"] == [1]
    own = [found[1] for one in ben.heard if (found := OWN.fullmatch(one))]
    laid = [WORDS.put_into(line["plays"][1]) for line in log if line["kind"] == "trick"]
    heard = max(count for count in range(len(laid) + 1) if is_within(laid[len(laid) - count :], own))
    assert heard > len(laid) / 2, "each one since the page was opened; a player may also exchange a card"
    assert set(own) <= set(laid), "none but those that were laid on this pad"


@pytest.mark.slow
def test_another_player_at_the_seat_ends_page_and_link(evening, open_page):
    server, table = evening
    begin(server, table, "&listens-2=1&name-1=Ann&name-2=Zoe&name-3=Max")
    link = link_of(server, open_page, table)
    phone = phone_of(open_page, link)
    server.until(lambda now: now["ending"], table)
    begin(server, table, "&listens-2=1&name-1=Ann&name-2=Max&name-3=Zoe")
    phone.wait_for_selector("#state:not([hidden])")
    open_page.forgives = ("403",)
    for address, said in ((phone.url, "This is not your seat"), (link, "This invitation is void")):
        phone.goto(address)
        assert phone.inner_text("h1") == said
    phone_of(open_page, link_of(server, open_page, table)).get_by_text(
        "Your hand and keys are at the table"
    ).wait_for()


def test_without_a_player_who_listens_no_seat_has_a_page(evening, open_page):
    """Nor does the virtual table, whose seats have pages of their own, take a player who listens."""
    server, table = evening
    begin(server, table, "")
    open_page.forgives = ("404", "422")
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/{table}")
    page.locator(".felt").wait_for()
    assert page.get_by_role("button", name="Who listens").count() == 0
    page.goto(f"{server.url}/tables/{table}/seat/2")
    assert "Nobody plays here" in page.inner_text("h1")
    page.goto(f"{server.url}/new/democracy")
    page.get_by_text("A player listens").click()
    page.get_by_label("Seat 2").last.check()
    page.get_by_role("button", name="Begin").first.click()
    page.locator("#objection").wait_for()
    assert "each page names the own cards" in page.inner_text("#objection")


def test_words_are_answered_and_acts_are_done_at_the_table(evening, open_page):
    """And no other viewer has such a page."""
    server, table = evening
    begin(server, table)
    open_page.forgives = ("404",)
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/{table}/invite")
    assert page.get_by_role("link", name=re.compile("token=")).count() == 1
    page.goto(f"{server.url}/tables/{table}/seat/1")
    assert "There is no such seat" in page.inner_text("h1")
    phone = phone_of(open_page, link_of(server, open_page, table))
    ben = Player(phone, "Ben")
    for typed, said in (
        ("scores", "Ada 0"), ("asked", "table: "), ("pad", "Ben, on the pad: "),
        ("5h", "Your hands are at the table"),
    ):  # fmt: skip
        ben.type(typed)
        deadline = time.monotonic() + 30
        while not any(said in one for one in ben.listen()):
            assert time.monotonic() < deadline, (typed, ben.heard[-9:])
