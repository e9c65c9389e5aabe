"""The tables that a server keeps: how they come, and what it does when it cannot look for them."""

import errno
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import exported_games
import live_site
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.plugins.choice import choose
from tablehost.printing import screen_faces, sprite
from tablehost.web import house as houses
from tablehost.web import news, servers
from tablehost.web.chairs import SLOWER
from tablehost.web.news import News
from tablehost.web.runner import Runner
from tablehost.web.servers import Server
from tablehost.web.tables import Table
from timeouts import PATIENCE

pytestmark = pytest.mark.usefixtures("new_home")


@pytest.fixture
def house(monkeypatch):
    """A house whose tables are never called."""
    monkeypatch.setattr(Server, "start", lambda server: None)
    monkeypatch.setattr(houses, "LOOK_S", 0.001)
    house = houses.House(0, None)
    yield house
    house.stop()


def test_a_table_that_is_listed_has_its_server(house, monkeypatch):
    class Listed(dict):
        def __setitem__(self, name, table):
            assert name in house._servers
            super().__setitem__(name, table)

    house._tables = Listed()
    house._serve("Oak", "port:oak")
    house._serve("Oak", "port:oak-2")
    assert list(house._tables) == ["oak", "oak-"]


def test_the_cards_of_a_match_are_drawn_once(house, monkeypatch):
    drawn, draw = [], screen_faces.draw_picture
    monkeypatch.setattr(screen_faces, "draw_picture", lambda *all: drawn.append(all) or draw(*all))
    number = live_site.keep(exported_games.finished("democracy", 4, 3))
    with Journal() as journal:
        game = journal.game(number)
    sprite._draw.cache_clear()
    match = {"kind": "match", "game": game.game, "players": game.players, "options": game.options}
    with ThreadPoolExecutor(4) as pool:
        found = {*pool.map(house.faces, [match] * 4), house.library.faces(number)}
    assert len(found) == len(drawn) == 1


def test_it_goes_on_looking_after_a_trouble_and_says_it_once(house, monkeypatch, capsys):
    looks, done = iter(["bad", "bad", "oak", "bad", "worse", "end"]), threading.Event()

    def look(addresses):
        found = next(looks, "end")
        if found == "end":
            done.set()
            return []
        if found == "oak":
            return [("Oak", "port:oak")]
        raise Trouble("BAD_CONFIG", f"the file is {found}")

    monkeypatch.setattr(houses, "list_plugged", look)
    house.start()
    assert done.wait(20)
    assert list(house.tables) == ["virtual", "oak"]
    said = capsys.readouterr().err.splitlines()
    assert said == [f"cardtable: the file is {word}" for word in ("bad", "bad", "worse")]


def until(holds):
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_search_for_tables_goes_on_after_any_error_and_says_it_once(house, monkeypatch, capsys):
    looks, done = iter(["full", "full", "broken", "oak", "end"]), threading.Event()

    def look(addresses):
        match next(looks, "end"):
            case "full":
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            case "broken":
                raise KeyError("seats")
            case "oak":
                return [("Oak", "port:oak")]
        done.set()
        return []

    monkeypatch.setattr(houses, "list_plugged", look)
    house.start()
    assert done.wait(20)
    said = capsys.readouterr().err.splitlines()
    assert list(house.tables) == ["virtual", "oak"]
    assert [line for line in said if "unexpected" in line] == said[::2] and len(said) == 4
    assert "too many open files" in said[0].lower() and "KeyError: 'seats'" in said[2]


def test_the_news_of_the_journal_go_on_after_an_error_of_any_kind(monkeypatch, capsys):
    monkeypatch.setattr(news, "REST_S", 0.001)
    looks, said = (
        iter([OSError(errno.EMFILE, "full"), OSError(errno.EMFILE, "full")]),
        News(messages.LANGUAGES),
    )

    def journal():
        for error in looks:
            raise error
        return Journal()

    monkeypatch.setattr(news, "Journal", journal)
    looker = news.Lookout(said)
    looker.start()
    until(lambda: said.feeds["en"].document["number"] == 1 and not said.feeds["en"].document["notice"])
    looker.stop()
    assert capsys.readouterr().err.count("unexpected") == 1


def test_a_table_whose_call_fails_in_any_way_is_called_again(monkeypatch, capsys):
    monkeypatch.setattr(servers, "LEAST_PAUSE_S", 0.001)
    called = []

    def connect(address, people):
        called.append(address)
        raise ValueError("filedescriptor out of range in select()")

    monkeypatch.setattr(discovery, "connect", connect)
    table = servers.RealTable(Table("oak", "Oak", messages.LANGUAGES, False), "port:oak")
    table.start()
    until(lambda: len(called) > 3)
    table.stop()
    assert capsys.readouterr().err.count("filedescriptor out of range") == 1


@pytest.fixture
def virtual(monkeypatch):
    """The virtual table of a house; people play at once."""
    monkeypatch.setattr(servers, "LEAST_PAUSE_S", 0.01)
    table = servers.VirtualTable(Table("virtual", "Virtual", messages.LANGUAGES, True), 0, ())
    yield table
    table.stop()


def test_a_match_that_cannot_begin_is_refused_and_the_next_one_begins(virtual, monkeypatch):
    connect, refused = discovery.connect, [OSError(errno.EMFILE, os.strerror(errno.EMFILE))]

    def fail(address, people):
        if refused:
            raise refused.pop()
        return connect(address, people)

    monkeypatch.setattr(discovery, "connect", fail)
    virtual.start()
    choice = choose("democracy", 2, None, ["target=1"])
    with pytest.raises(Trouble, match=r"(?i)too many open files"):
        virtual.begin(choice)
    until(lambda: not virtual.is_busy)
    virtual.begin(choice)
    until(lambda: virtual.table.feeds["en"].document["ending"])


def test_who_plays_slower_does_so_from_the_first_act_of_a_match_on(virtual, monkeypatch):
    connect, told = discovery.connect, []

    def watch(address, people):
        told.append((people["slowness"], people["by_hand"]))
        return connect(address, people)

    monkeypatch.setattr(discovery, "connect", watch)
    virtual.start()
    virtual.table.chairs.sit(0, "Ada")
    virtual.table.chairs.all[0].switches.add(SLOWER)
    virtual.begin(choose("democracy", 2, None, ["target=1"]))
    assert told == [(2.0, [])]


def test_a_match_that_an_error_of_any_kind_ends_goes_on_by_itself(virtual, monkeypatch, capsys):
    step, failed = Runner._step, []

    def fail(match):
        if len(failed) < 2 and virtual.table.feeds["en"].document["stories"]:
            failed.append(match)
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return step(match)

    monkeypatch.setattr(Runner, "_step", fail)
    virtual.start()
    virtual.begin(choose("democracy", 2, None, ["target=1"]))
    until(lambda: virtual.table.feeds["en"].document["ending"])
    assert len(failed) == 2 and capsys.readouterr().err.count("unexpected") == 1
    with Journal() as journal:
        assert [game.finished is not None for game in journal.games()] == [True]


def test_a_match_whose_page_was_refused_does_not_begin_later(virtual, monkeypatch):
    monkeypatch.setattr(servers, "BEGIN_S", 0.01)
    with pytest.raises(Trouble, match="is being played"):
        virtual.begin(choose("democracy", 2, None, []))  # its thread is not there yet
    virtual.start()
    monkeypatch.setattr(servers, "BEGIN_S", PATIENCE)
    until(virtual._wishes.empty)
    virtual.begin(choose("demos", 3, None, []))
    with Journal() as journal:
        assert [game.game for game in journal.games()] == ["demos"]
