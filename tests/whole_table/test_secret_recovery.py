"""Hidden cards lost from flash: the seats that hold them lay them again, or the stage is void."""

import json

import pytest

from cardtable.controller.match import secret_recovery
from cardtable.engine import cards
from cardtable.engine.cards import HANDLE
from cardtable.games import registry
from democrazy_table import Council
from demos_table import Round
from firmware_table import CENTRE, HOLD_US, PASSED_US, Table
from tablehost.journal.audit import Audit

democrazy = registry.load("democrazy")


def lose(table, keep=0):
    """The power goes, and of the vault only so many lines are left."""
    journal = table.loop.journal
    journal.rewrite_vault(list(journal.secrets())[:keep])
    table.switch_on()
    table.run(1_000_000)


def notes(table):
    journal = table.loop.journal
    found = [journal.get(g)[4:] for g in range(max(0, journal.lo()), journal.hi() + 1)]
    return [record for record in found if record[0] == "note"]


@pytest.fixture
def council(tmp_path):
    """Four people of Democrazy, each with wilds and a hidden law that the table has seen face down."""
    given = {"start_player": "1", "private_law": "on"}
    return Council(tmp_path, 4, given, seed=2).until("propose")


def hidden(council):
    """By seat: the handles of what it holds hidden, in the order in which it came to it."""
    match = council.referee.match
    return [sorted([*match.wilds[seat], match.private[seat]]) for seat in range(4)]


def card(name):
    return cards.parse(name, democrazy.PACK)


def named(card):
    return cards.text(card, democrazy.PACK)


@pytest.mark.parametrize("keep", [0, 4])
def test_hidden_cards_of_hands_are_laid_again(council, keep):
    table = council.table
    vault = dict(council.referee.vault.items())
    asked, records = table.asked, len(table.records)
    lose(table, keep)
    held = hidden(council)
    assert sum(len(handles) for handles in held) == len(vault) > 4
    for seat in range(4):
        for i, handle in enumerate(held[seat]):
            card = vault[handle]
            which = f"hidden card {i + 1} of {len(held[seat])} face down"
            says = f"Lay {which}, in the old order: seat {seat + 1}"
            assert says in table.says, table.says
            lit = [pad for pad in range(4) if table.lamps(pad)[0] != ".."]
            assert lit == [council.pad(seat)]
            table.lay(council.pad(seat), named(card), PASSED_US)
            assert table.says.endswith(f"It is read. Take it back: seat {seat + 1}")
            table.lift(council.pad(seat))
    assert "All cards lie right" in table.says
    assert ("What proves this match was lost. Its records are safe" in table.says) == (keep == 0)
    table.press("ok", council.pad(0))
    assert "proves" not in table.says
    assert table.asked == asked and len(table.records) == records
    assert dict(table.loop.play.referee.vault.items()) == vault
    assert notes(table) == [["note", "vault", sorted(vault)]]
    council.referee = table.loop.play.referee
    council.listen()
    council.play()
    assert council.of("result")


def test_a_card_that_cannot_be_the_hidden_one(council):
    table = council.table
    first = named(council.referee.vault[hidden(council)[0][0]])
    lose(table)
    table.lay(council.pad(0), first, PASSED_US)
    table.lift(council.pad(0))
    table.lay(council.pad(0), first, PASSED_US)
    assert "was played before. Exchange it" in table.says
    table.press("ok", council.pad(1))
    assert "first put the cards right" in table.says
    table.hold((council.pad(1),), "no", HOLD_US)
    table.hold((council.pad(2),), "no", HOLD_US)
    assert table.loop.play.referee.over


@pytest.mark.parametrize("keep", [0, 3])
def test_what_was_captured_unseen_is_found_in_the_pile(tmp_path, keep):
    """The seat that drew a ghost looks for it: all other cards of that pile were seen, and one is refused."""
    table = Table(tmp_path)
    table.begin(4, joker_turned="ghost")
    drawn = ["5S", "AH", "4D", "9C"]
    table.trick("X1", drawn)
    table.clear()
    vault = dict(table.loop.play.referee.vault.items())
    table.trick("KS", ["9S", "QH", "JD", "10C"])
    table.clear()
    assert "trick 3 of" in table.says
    table.lay(CENTRE, "KD")
    asked, whole = table.asked, table.records
    lose(table, keep)
    for seat, name in enumerate(drawn):
        find = f"Find what you drew unseen, 1 of 1, in your pile. Lay it face down: seat {seat + 1}"
        assert table.says.endswith(find), table.says
        if seat == 0:
            table.lay(0, "9S", PASSED_US)
            assert "The card of seat 1 was played before. Exchange it" in table.says
            table.lift(0)
        table.lay(seat, name, PASSED_US)
        assert table.says.endswith(f"It is read. Take it back: seat {seat + 1}")
        table.lift(seat)
    assert "All cards lie right" in table.says
    assert ("What proves this match was lost" in table.says) == (keep == 0)
    table.press("ok", 0)
    assert table.asked == asked and table.records == whole
    assert dict(table.loop.play.referee.vault.items()) == vault
    assert notes(table) == [["note", "vault", sorted(vault)]]
    table.power_cut()
    assert table.asked == asked, "once is enough"


def test_a_card_that_cannot_be_laid_again_voids_the_stage(tmp_path, monkeypatch):
    """No game has such cards now. The record says why."""
    table = Table(tmp_path)
    table.begin(3)
    monkeypatch.setattr(secret_recovery, "find_lost_cards", lambda referee, lying: ([], [], True))
    lose(table)
    told = (
        "Void: hidden cards lost. What proves this match was lost. Its records are safe. All cards lie right"
    )
    assert table.says.startswith(told)
    table.press("ok", 0)
    table.run(100_000)
    fixes = [record for record in table.records if record[0] == "fix"]
    assert [record[3] for record in fixes] == [["void", "vault", "table"]]
    assert notes(table) == [["note", "vault", []]]


def test_cards_that_lie_where_they_answered_are_read_there(tmp_path):
    """Torn between the OK and the reveal: the players need only press OK."""
    table = Table(tmp_path)
    table.begin(3)
    table.lay(CENTRE, "KS")
    for pad, card in enumerate(("5S", "AH", "4D")):
        table.lay(pad, card)
    table.press("ok", 0)
    whole = table.records
    journal = table.loop.journal
    stage = journal.name(journal.stages[-1])
    lines = list(journal.store.open(stage))
    journal.store.replace(stage, lines[:-1])
    lose(table, 2)
    assert "All cards lie right" in table.says
    table.press("ok", 1)
    assert [record[:4] for record in table.records][-1] == whole[-1][:4]
    assert table.says == "Take all the cards: seat 1"


def test_where_nothing_was_hidden_chance_alone_goes_on_from_another_seed(tmp_path):
    table = Table(tmp_path)
    table.begin(3)
    table.lay(CENTRE, "KS")
    lose(table)
    table.press("ok", 2)
    assert table.asked == "lay-face-down"
    assert [name for name, _ in table.loop.journal.secrets()] == ["seed"]
    assert notes(table) == [["note", "vault", []]]


def test_cards_that_break_a_rule_are_laid_again(tmp_path):
    """No wild in the set-up under way: the rules tell that this cannot be what was laid then."""
    council = Council(tmp_path, 4, {"start_player": "1", "private_law": "on"}, seed=2).until("show-private")
    table = council.table
    vault = dict(council.referee.vault.items())
    lose(table)
    for laid in ([card(f"YES{seat + 1}") for seat in range(4)], [vault[HANDLE + seat] for seat in range(4)]):
        for seat, one in enumerate(laid):
            assert f"seat {seat + 1}" in table.says
            table.lay(council.pad(seat), named(one), PASSED_US)
            table.lift(council.pad(seat))
        assert ("All cards lie right" in table.says) == (laid[0] == vault[HANDLE])
    assert "this is not the card" not in table.says


class Recovered(Round):
    """A round at a table that asks for its hidden cards."""

    def lay_again(self, seat, first, *names):
        """Follow the table's prompts to this seat, from its hidden card number `first` on."""
        last = first + len(names) - 1
        for number, name in enumerate(names, first):
            asked = f"Lay hidden card {number} of {last} face down, in the old order"
            assert asked in self.table.says and self.table.says.endswith(f"seat {seat + 1}"), self.table.says
            self.table.lay(seat, name, PASSED_US)
            self.take_back(seat)

    def take_back(self, seat):
        assert self.table.says.endswith(f"It is read. Take it back: seat {seat + 1}"), self.table.says
        self.table.lift(seat)


@pytest.mark.parametrize("keep", [0, 5])
def test_a_card_that_is_just_being_shown_is_laid_again(tmp_path, keep):
    """One seat has ended, one has shown two cards, of which one lies there, one took back what it showed; and
    all have discarded a card that was not taken. `keep`: with the key, the proofs are over all the same.
    """
    table = Table(tmp_path)
    one = Recovered(table)
    one.to_reveal()
    one.shows(0, ["7S", "8S", "9S"])
    table.lift(0)
    table.press("ok", 0)
    one.shows(1, ["6H", "7H"])
    one.shows(2, ["7D", "8D"])
    table.press("no", 2)
    table.lift(2)
    picture, records = one.referee.picture, table.records
    shown = [list(handles) for handles in picture.shown]
    assert [len(handles) for handles in shown[:3]] == [3, 2, 0] and picture.done[0] == "ok"
    lose(table, keep)
    one.lay_again(0, 1, "7S", "8S", "KS")
    one.take_back(1)
    one.lay_again(1, 2, "6H")
    assert "seat 1: this is not the card that was played. Put that one back" in table.says
    one.lay_again(0, 1, "7S", "8S", "9S")
    one.lay_again(1, 1, "6H", "7H")
    assert "All cards lie right" in table.says
    table.press("ok", 2)
    assert table.records == records and [list(handles) for handles in one.referee.picture.shown] == shown
    one.shows(1, ["8H"])
    table.lift(1)
    table.press("ok", 1)
    table.press("no", 2)
    told = [record for record in table.records if record[0] == "answer"][-1]
    assert [cards.text(card) for card in told[3]] == ["7S", "8S", "9S", "6H", "7H", "8H"]
    assert notes(table) == [["note", "vault", sorted(shown[0] + shown[1])]]
    table.switch_on()
    table.run(1_000_000)
    assert "What proves this match was lost" in table.says and "All cards lie right" in table.says
    audit = Audit()
    journal = table.loop.journal
    for g in range(journal.game, journal.hi() + 1):
        audit.take(json.dumps(journal.get(g), separators=(",", ":")).encode())
    assert not audit.findings and audit.vault_lost is not None
