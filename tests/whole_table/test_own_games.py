"""A game of one's own at the table: it is played, and what happens when its folder is gone."""

import pytest

import own_game
from correction_acts import command
from firmware_table import CENTRE, Table
from tablehost.plugins import own

LOST = "The match in the journal cannot go on"


@pytest.fixture
def table(tmp_path, registry):
    own.install(own.read(own_game.put(tmp_path)), tmp_path / "kept")
    root = tmp_path / "pico"
    root.mkdir()
    table = Table(root)
    table.run(500_000)
    assert command(table, "new", "prizes", 2)[0]
    assert command(table, "opt", "hand", "2")[0]
    assert command(table, "begin")[0]
    table.press("ok", 0, 1, 0, 1)
    assert table.asked == "turn-up"
    return table


def play(table):
    """The two prizes of a match."""
    for prize, bids in (("KS", ("5H", "9D")), ("7D", ("8H", "8S"))):
        table.lay(CENTRE, prize)
        for pad, card in enumerate(bids):
            table.lay(pad, card)
        table.press("ok", 0)
        table.clear()
        table.run(2_000_000)


def test_a_match_that_is_over_needs_its_game_no_more(table, registry):
    play(table)
    assert table.loop.play.referee is None or table.loop.play.referee.over
    registry.NAMES.remove("prizes")
    table.switch_on()
    table.run(1_000_000)
    assert "Ready. OK sets up a match" in table.says and LOST not in table.says


def test_a_match_that_is_open_wants_its_game(table, registry):
    """An image that cannot load it any more; the records stay, and with the game it goes on."""
    registry.NAMES.remove("prizes")
    table.switch_on()
    table.run(1_000_000)
    assert LOST in table.says
    registry.NAMES.append("prizes")
    table.power_cut()
    table.run(1_000_000)
    assert table.asked == "turn-up" and LOST not in table.says


def test_whatever_a_game_gives_as_a_reason_is_an_answer(tmp_path, registry):
    """Braces, quotes, accents and lengths of any kind: the refusal fits a line."""
    head = "from ...engine.match import OptionError\n\n"
    refuse = """

def check_options(seats, options):
    if options["hand"] == 7:
        odd = "é'\\\"" * 90
        raise OptionError("{0} {x} é" * 30, 7, (), odd, odd, odd, odd, odd, odd)
"""
    rules = own_game.rules().replace('NAME = "prizes"', head + 'NAME = "prizes"') + refuse
    own.install(own.read(own_game.put(tmp_path, rules=rules)), tmp_path / "kept")
    table = Table(tmp_path)
    table.run(500_000)
    assert command(table, "new", "prizes", 2)[0] and command(table, "opt", "hand", "7")[0]
    accepted, (code, detail) = command(table, "begin")
    assert not accepted and code == "option" and detail[0].startswith("{0} {x}")
    assert command(table, "opt", "hand", "2")[0] and command(table, "begin")[0]
