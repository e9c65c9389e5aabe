"""The tables that a server keeps: how they come, and what it does when it cannot look for them."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter

import pytest

import exported_games
import live_site
from amounts import amount
from tablehost import pipes
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import pipe_port
from tablehost.printing import sprite
from tablehost.serving import house as houses
from tablehost.serving.matches import Server
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
    drawn, drawings = [], sprite.rounds.drawings
    monkeypatch.setattr(sprite.rounds, "drawings", lambda *all: drawn.append(all) or drawings(*all))
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


def has_trick(document):
    return any(story["kind"] == "trick" for story in document["stories"])


def test_where_pages_have_no_seats_a_match_is_watched(monkeypatch):
    """Windows waits for sockets alone, so hands at pages cannot be heard there with the table's line."""
    for module in (pipes, pipe_port):
        monkeypatch.setattr(module, "CAN_SELECT", False)
    is_watched = amount(has_trick, soak=itemgetter("ending"))
    house = houses.House(0, [])
    house.start()
    try:
        table = house.tables[house.first]
        assert not table.has_seats
        house.play_now()
        deadline = time.monotonic() + PATIENCE
        while not is_watched(table.feeds["en"].document):
            assert time.monotonic() < deadline, table.feeds["en"].document["display"]
            time.sleep(0.05)
    finally:
        house.stop()
