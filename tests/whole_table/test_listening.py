"""A seat that listens: its own cards leave the table for its player, and nothing else does."""

import pytest

from cardtable.engine.cards import is_card, parse
from firmware_table import CENTRE, Host, Table, everything
from tablehost.virtual.tags.tag import Tag
from two_worlds import same, worlds

LISTENS = "Listening: seat 2 (the computer knows these cards)"


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def begin(table, listeners=(1,), seats=3):
    table.begin(seats, listeners=listeners)
    host = Host(table)
    host.run(2)
    return host


def own(host):
    """Return the newest own cards that the table has sent to a host, by seat; None if it sent none."""
    host.run(5)  # it was not read while hands moved, and says hello again
    heard = host.heard("own")
    return dict(heard[-1][1]) if heard else None


def test_the_own_card_alone_is_named(table):
    host = begin(table)
    table.lay(CENTRE, "6H")
    for pad, card in ((0, "7H"), (1, "9S"), (2, "KD")):
        table.lay(pad, card)
    assert own(host) == {1: parse("9S")}
    assert host.heard("see")[-1][2][:3] == [-1, -1, -1]
    table.lift(1)
    assert own(host) == {1: None}


def test_the_host_declares_it_before_the_deal(table):
    host = Host(table)
    host.run(2)
    assert host.do("listen", 0)[2:4] == (False, ["unknown-command", "listen"])
    host.do("new", "democracy", 3)
    assert host.do("listen", 3)[2] is False
    assert host.do("listen", 1)[2] and host.do("listen", 1)[2]
    assert host.do("begin")[2]
    host.run(1)
    kinds = [record[:2] for record in everything(table)]
    [noted] = [at for at, kind in enumerate(kinds) if kind == ["note", "listens"]]
    assert everything(table)[noted] == ["note", "listens", [1]]
    assert [kind[0] for kind in kinds[noted - 1 : noted + 2]] == ["game", "note", "start"]
    assert LISTENS in table.says
    host.do("new", "democracy", 3)
    host.do("begin")
    host.run(1)
    assert LISTENS not in table.says


def test_without_a_declaration_no_own_card_leaves_the_table(table):
    host = begin(table, ())
    table.trick("6H", ("7H", "9S", "KD"))
    host.run(1)
    assert host.heard("own") == [] and not any(b'"own"' in event[3] for event in host.heard("record"))


def test_no_record_has_an_own_card(table):
    host = begin(table)
    table.lay(CENTRE, "6H")
    table.lay(1, "9S")
    table.lift(1)
    table.lay(1, "KD")
    assert own(host) == {1: parse("KD")}
    records = [event[3] for event in host.heard("record")]
    assert not any(record[4:5] in (["answer"], ["found"]) and record[5] > 0 for record in records if record)


def test_it_outlasts_a_power_cut(table):
    begin(table)
    table.lay(CENTRE, "6H")
    table.lay(1, "9S")
    table.power_cut()
    host = Host(table)
    assert own(host) == {1: parse("9S")}


@pytest.mark.parametrize("laid", [(Tag(bytes.fromhex("0499aabbccddee")),), ("9S", "8S")])
def test_a_value_that_is_no_card_has_no_name(table, laid):
    host = begin(table)
    table.lay(CENTRE, "6H")
    for one in laid:
        table.at(0, table.lay_now, 1, one)
    [card] = own(host).values()
    assert card is not None and not is_card(card)


def test_a_player_sorts_cards_that_are_not_asked_for(table):
    host = begin(table)
    answers = len(table.records)
    for card in ("9S", "KD", "AH"):
        table.lay(1, card, 1_300_000)
        assert own(host) == {1: parse(card)}
        assert "too early" not in table.says.lower()
        table.lift(1)
    assert len(table.records) == answers
    table.trick("6H", ("7H", "9S", "KD"))
    assert len(table.records) > answers


def test_the_cards_of_others_change_nothing_for_a_seat_that_listens(tmp_path):
    one, other = worlds(tmp_path, 3, listeners=(1,))
    for world, cards in ((one, ("7H", "9S", "KD")), (other, ("KD", "9S", "7H"))):
        world.table.lay(CENTRE, "6H")
        for pad, card in enumerate(cards):
            world.table.lay(pad, card)
        world.table.run(500_000)
    same(one, other)
    assert ["own", [[1, parse("9S")]]] in [frame for _, frame in one.lines if frame]
