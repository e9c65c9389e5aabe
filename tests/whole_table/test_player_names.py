"""Players are called by their names at the table: how a name becomes one, what is kept of it, what fits."""

import random

import pytest

from cardtable.controller.output.display import Display
from cardtable.controller.storage.settings import CHOICES
from cardtable.drivers.oled import Lines
from cardtable.engine.asks import base
from cardtable.games import registry as games
from cardtable.languages import Language
from cardtable.wire.frames import FROM_HOST, encode
from cardtable.wire.shapes import CAPABILITY, is_nickname
from correction_acts import command
from crashing_table import Home
from firmware_table import BOARD, Table
from tablehost.games.democrazy.displayed_laws import SignReader
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.people.asking import Wanted
from tablehost.seats import nicknames, spell

LANGUAGES = CHOICES["lang"]
LONGEST_ID = 0x3FFFFFFF + 99


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


# -- a name becomes one that a table can show ------------------------------------------------------


def test_accents_go_and_words_are_joined():
    given = ["Béla", "Chloé", "Łukasz", "Jean Luc", "O’Neil", "J.R.", "Zoë Straße", "Ægir", "1. Ana"]
    assert nicknames(given) == [
        "Bela", "Chloe", "Lukasz", "Jean-Luc", "O'Neil", "JR", "Zoe-Strasse", "Aegir", "Ana",
    ]  # fmt: skip


def test_a_name_in_another_script_or_without_letters_is_none():
    assert nicknames(["Иван", "李", "Ω", "2", "-", "'", "Ana李", ""]) == [""] * 8


def test_names_that_fold_alike_get_the_number_of_their_seat():
    assert nicknames(["Zoé", "Zoe", "ZOE"]) == ["Zoe", "Zoe-2", "ZOE-3"]
    long = ["Alexandrina Maria", "Alexandrina Marie"]
    assert nicknames(long) == ["Alexandrina", "Alexandrin-2"]


def test_a_text_of_the_table_has_names_as_their_persons_spell_them():
    players = ["Zoé", "Zoe", "Jean Luc", "Ada"]
    said = "Zoe: A pause. Zoe-2 and Jean-Luc wait, Ada, Zoes and Jean-Lucie do not"
    assert spell(said, players) == "Zoé: A pause. Zoe and Jean Luc wait, Ada, Zoes and Jean-Lucie do not"
    assert spell("A pause. De quoi", ["À", "Dé"]) == "A pause. De quoi", "words of the table"
    assert spell("seat 1", ["李", "Ada"]) == "seat 1" == spell("seat 1", [])


def test_a_dialog_of_the_table_is_shown_with_names_as_they_are():
    presenter = Presenter(["Zoé", "Ben"], vocabulary.load("fr"))
    presenter.asks(Wanted(base.Prompt("dialog", (), [], [], {})), "Zoe: une pause")
    assert presenter.snapshot.display == "Zoé: une pause"


def test_whatever_is_given_no_two_are_alike_and_all_can_be_shown():
    lots = random.Random(1)
    letters = "aAbBéÉß -'.,’1290李\u202e\x1b\n\"\\{}[]"
    for _ in range(2000):
        players = ["".join(lots.choices(letters, k=lots.randrange(0, 25))) for _ in range(10)]
        found = nicknames(players)
        named = [name for name in found if name]
        assert len(found) == 10 and all(is_nickname(name) for name in named)
        assert len({name.casefold() for name in named}) == len(named)
        for name in named:
            encode(["do", LONGEST_ID, "name", 9, name], FROM_HOST)


# -- what the table takes ----------------------------------------------------------------------------


def begin(table, *names, seats=3):
    table.run(30_000)
    assert command(table, "new", "democracy", seats)[0]
    for name, value in (("deal_check", "off"), ("bad_catch", "off"), ("first_dealer", "1")):
        assert command(table, "opt", name, value)[0]
    for seat, name in enumerate(names):
        assert not name or command(table, "name", seat, name) == (True, ["ok", name])
    assert command(table, "begin")[0]
    table.run(100_000)


def test_the_hello_says_that_the_table_takes_names(table):
    assert CAPABILITY in table.loop.end._info[4]


def test_a_bad_name_is_refused_and_changes_nothing(table):
    assert command(table, "name", 0, "Ana") == (False, ["unknown-command", "name"])
    assert command(table, "new", "democracy", 3)[0]
    assert command(table, "name", 0, "Ana")[0]
    before = list(table.loop.prepared.names())
    for name in ("A" * 13, "2", "-a", "a b", "a.b", "a:b", "{0}", "a,b", "ANA", "Seat", "et", "and"):
        accepted, answer = command(table, "name", 1, name)
        assert not accepted and answer[0] == "no-name", name
    for seat, name in ((3, "Bela"), (9, "Bela"), (10, "Bela"), (-1, "Bela"), ("0", "Bela"), (1, ""), (1, 5)):
        accepted, answer = command(table, "name", seat, name)
        assert not accepted and answer[0] == "usage", (seat, name)
    assert table.loop.prepared.names() == before == ["Ana", "", ""]
    assert command(table, "name", 0, "ana")[0], "the same player may be called otherwise"


def test_every_word_for_a_place_is_refused_in_both_languages(table):
    assert command(table, "new", "democracy", 3)[0]
    words = {word for lang in LANGUAGES for text in Language(lang).names.values() for word in text.split()}
    for word in words:
        if is_nickname(word):
            assert command(table, "name", 1, word)[1][0] == "no-name", word


# -- what is kept of names -----------------------------------------------------------------------------


def flash(root):
    """All that the table's files hold."""
    return b"".join(path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file())


def test_names_survive_a_power_cut_and_go_with_the_match(table):
    begin(table, "Ana", "", "Chloe")
    assert "Ana" not in table.says, "before all have sat down nobody knows whose pad is whose"
    table.press("ok", 0, 2, 4)
    table.lay(BOARD.SEAT_PADS, "6H")
    assert table.says.endswith("lay a card face down: Ana, Chloe and seat 3")
    assert b"Chloe" in flash(table.root)
    table.power_cut()
    assert table.says.endswith("lay a card face down: Ana, Chloe and seat 3")
    table.switch_on()
    table.run(1_000_000)
    assert table.says.endswith("OK goes on, holding NO ends it: Ana, Chloe and seat 3")
    table.press("ok", 0)
    command(table, "set", "glow", "off")  # the first command after a cut is answered "restarted"
    assert command(table, "fix", "end")[0]
    table.run(2_000_000)
    assert table.loop.play.referee.over and b"Chloe" not in flash(table.root)
    table.lift(BOARD.SEAT_PADS)
    begin(table)
    table.press("ok", 0, 2, 4)
    table.lay(BOARD.SEAT_PADS, "6H")
    assert table.says.endswith("lay a card face down: seats 1, 3 and 5")


def test_the_next_match_has_its_own_names(table):
    begin(table, "Ana", "Bela", "Chloe")
    first = table.loop.journal.game
    begin(table, "Dora")
    assert b"Chloe" in flash(table.root), "the first one is parked, with its names"
    assert command(table, "match", "drop", first) == (True, ["ok", first])
    assert b"Chloe" not in flash(table.root) and b"Dora" in flash(table.root)
    table.press("ok", 0, 1, 2)
    table.lay(BOARD.SEAT_PADS, "6H")
    assert table.says.endswith("lay a card face down: Dora and seats 2 and 3")


def test_no_record_has_a_name(table):
    begin(table, "Ana", "Bela", "Chloe")
    table.press("ok", 0, 1, 2)
    table.lay(BOARD.SEAT_PADS, "6H")
    for g in range(table.loop.journal.hi() + 1):
        assert "Chloe" not in str(table.loop.journal.get(g))


# -- what is said ------------------------------------------------------------------------------------


def test_names_in_lists():
    display = Display(Lines(8, 21), Language("en"))
    display.names = ["Ana", "", "Chloe", "", ""]
    assert display.places([0]) == "Ana"
    assert display.places([1]) == "seat 2"
    assert display.places([0, 2]) == "Ana and Chloe"
    assert display.places([0, 1, 2, 3, 4]) == "Ana, Chloe and seats 2, 4 and 5"
    assert display.places([0, 7, 8, 9, base.CENTRE]) == "Ana, seats 8-10 and the middle"
    assert display.places([base.CENTRE]) == "the middle" and display.places([]) == "nobody"
    display.names = ()
    assert display.places([0, 2]) == "seats 1 and 3"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_of_chips_are_described_by_seats_from_1_and_by_name(lang):
    display = Display(Lines(8, 21), Language(lang))
    display.game = games.load("democrazy")
    bag = display.words.names["bag"]
    moves = [[0, 1, "RR"], [3, "bag", "G"], ["bag", 2, "?"]]
    for names in ((), ["Ana", "", "Chloe", "Dan"]):
        display.names = names
        said = display.filled("{moves0}", (moves,), "")
        expected = (f"1>2 2R, 4>{bag} 1G, {bag}>3 1", f"Ana>2 2R, Dan>{bag} 1G, {bag}>Chloe 1")
        assert said == expected[bool(names)]
        seats = {name: seat for seat, name in enumerate(names) if name}
        assert SignReader(lang, seats).moves(said) == moves


def test_a_match_with_names_goes_on_after_the_table_died(tmp_path, monkeypatch):
    """People read names before and after; all of it is judged again here."""
    home = Home(tmp_path, monkeypatch)
    words = ["--names", "Ana,Béla,Chloé,Иван", "--seed", "4", "-o", "days=1", "-o", "target=1"]
    status, said = home.play("democracy", *words, point=("record", 25, "after"))
    assert status != 0 and "calls Иван by the number of the seat" in said
    status, said = home.play("democracy", "--resume")
    assert status == 0, said + home.said()
    home.check("democracy")
