"""Pages of several computers with one PostgreSQL: matches of another computer appear by themselves."""

import os
import subprocess
import sys
import time

import pytest

from asgi import House
from cardtable_club.screens import Screens
from live_site import Site
from tablehost import messages
from tablehost.journal.store import Journal
from tablehost.plugins.choice import choose
from tablehost.printing import draw
from tablehost.web import news, servers
from tablehost.web.news import News
from tablehost.web.past import Library

# Another computer: a table says hello, and a match begins there with a record.
WRITER = """
import sys
from cardtable_club import postgres
from tablehost.journal.store import Journal
postgres.CHANNEL, uid, player = sys.argv[2:]
with Journal(sys.argv[1]) as journal:
    journal.remember_table(uid, "0.1.0", 1, False)
    journal.create_game(uid, "democracy", [player, "Ben"], {}, False)
    journal.append(uid, [b'[0,1,0,0,"lay","5S"]'])
"""
HEARD, UNHEARD = "cardtable", "other"


@pytest.fixture
def site(club, monkeypatch, new_home):
    """A function that returns the address of pages; their computer looks every so many seconds."""
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    begun = []

    def start(seconds):
        monkeypatch.setattr(news, "REST_S", 0.05)
        monkeypatch.setattr(news, "LOOK_S", seconds)
        house = House("virtual", library=Library())
        house.clubs, house.colours, house.news = Screens(), draw.page_colours, News(messages.LANGUAGES)
        begun.append((Site(house), house, news.Lookout(house.news)))
        begun[-1][2].start()
        return begun[-1][0].address

    yield start
    for site, house, looker in begun:
        looker.stop()
        house.news.close()
        site.close()


@pytest.fixture
def record(club):
    """A function that has another computer record a match of a player at a table."""

    def run(player, uid="e6614103e7452d2f", channel=HEARD):
        subprocess.run([sys.executable, "-c", WRITER, club.player, channel, uid, player], check=True)

    return run


@pytest.mark.parametrize(
    ("path", "seconds", "channel"), [("/hall", 60, HEARD), ("/games", 60, HEARD), ("/hall", 0.3, UNHEARD)]
)
def test_a_match_of_another_computer_appears(site, record, open_page, path, seconds, channel):
    page = open_page(site(seconds) + path)
    record("Zoe", channel=channel)
    page.wait_for_selector("text=Zoe, Ben")
    record("Yan", "e6614103e7452d30", channel)
    page.wait_for_selector("text=Yan, Ben")
    if path == "/hall":
        tables = page.locator("h2 + .hall b").all_inner_texts()
        assert tables == ["Table e6614103e7452d30", "Table e6614103e7452d2f"]


def test_a_round_that_another_computer_seats_is_on_the_screen_of_the_hall(site, club, open_page, tmp_path):
    command = [sys.executable, "-m", "tablehost", "club"]
    environment = {**os.environ, "CARDTABLE_HOME": str(tmp_path / "other")}
    words = ("--game", "democracy", "--players", "Ada,Ben,Cleo,Dan", "--tables", "1")
    subprocess.run([*command, "new", "Tuesday", *words], env=environment, check=True)
    page = open_page(site(60) + "/clubs/tuesday/hall")
    assert page.locator(".seating > li").count() == 0
    subprocess.run([*command, "next", "Tuesday"], env=environment, check=True)
    page.wait_for_selector(".seating > .open")


def test_a_database_that_stops_is_named_and_the_page_goes_on(postgres, site, record, open_page):
    open_page.forgives = ("503",)
    page = open_page(site(0.3) + "/hall")
    record("Zoe")
    page.wait_for_selector("text=Zoe, Ben")
    postgres.stop()
    page.wait_for_selector("#notice:has-text('records cannot be reached')")
    assert page.is_visible("text=Zoe, Ben")
    postgres.start()
    record("Yan", "e6614103e7452d30")
    page.wait_for_selector("text=Yan, Ben")
    page.wait_for_selector("#notice", state="hidden")


def test_a_page_first_opened_while_the_database_is_away_comes_by_itself(postgres, site, record, open_page):
    open_page.forgives = ("503",)
    address = site(0.3)
    record("Zoe")
    postgres.stop()
    try:
        page = open_page(address)
        answer = page.goto(address + "/games")
        assert answer.status == 503 and page.is_visible("text=nothing is lost")
    finally:
        postgres.start()
    page.wait_for_selector("text=Zoe, Ben")


def test_a_virtual_table_waits_for_its_database(postgres, club, monkeypatch, new_home, capsys):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    house = House("virtual")
    table = servers.VirtualTable(house.tables["virtual"], 0, ())
    postgres.stop()
    try:
        table.start()
        while "cannot be reached" not in capsys.readouterr().err:
            time.sleep(0.02)
    finally:
        postgres.start()
    table.begin(choose("democracy", 2, None, []))
    table.stop()
    with Journal() as journal:
        assert [game.game for game in journal.games()] == ["democracy"]
