"""Whole matches in which things go wrong: the game goes on, or the table says what is wrong and where.

People put right what they did wrong because lamps and display tell them to. A table that stayed silent would
stop the match, and the test.
"""

import json
import signal

import pytest

from amounts import amount
from cardtable.engine.asks import base
from cardtable.games import registry as games
from cardtable.languages import Language
from cardtable.wire.records import ruled
from played_matches import (
    PATIENCE,
    check_hands,
    check_journal,
    check_told,
    command,
    open_log,
    run,
    run_when_free,
    wait_for_record,
)
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.people import faults, kinds
from tablehost.people.room import room as room_for
from tablehost.virtual.people.fumbling import Fumbling

SILENT = "the table is silent; it goes on by itself, and what it records is safe on it"


def play(home, seed, asked=None, *words):
    """A match of one island, with these faults; what it said, and what the table wrote down of them."""
    words = [*"play democracy --players 3 --pace 0 -o target=1 --seed".split(), str(seed), *words]
    status, out, err = run(home, *words, *([] if asked is None else ["--faults", asked]))
    assert status == 0, err
    lines = open_log(home)
    assert lines[-1]["kind"] == "result"
    check_hands(lines)
    check_journal(home)
    return out, err, faults.read(home / "virtual" / "pico_6pads")


def records(home):
    """Return the content of the records of the first match, without their times."""
    with Journal(home / "journal.sqlite") as journal:
        told = [ruled(record.values()[4:]) for record in journal.game_records(journal.games()[0])]
    return [record for record in told if record is not None]


# -- one kind alone ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("misread=0.3", ["The card of seat 2 cannot be read. Lift it and lay it in the middle of the pad",
                         "The card of the middle cannot be read"]),
        ("early=0.3", ["seat 2 took the card back. Lay it again, or another"]),
        ("wrong=0.6", ["The card of seat 1 is not in this deck. Take it away",
                       "is not played in this game. Exchange it", "was played before. Exchange it"]),
        ("two=0.6", ["Two tags on the pad of seat 1. Leave one card", "lay a card face down: seat 1"]),
        ("forgotten=0.8", ["Take all the cards: seat 2"]),
        ("stuck=3", ["A key of seat 3 is stuck. Press and release it"]),
        ("brownout=6", ["does not answer. Check its cable; cards there are not read"]),
    ],
    ids=["misread", "early", "wrong", "two", "forgotten", "stuck", "brownout"],
)  # fmt: skip
def test_the_table_says_what_is_wrong_and_where(tmp_path, asked, said):
    name = asked.partition("=")[0]
    _, err, kept = play(tmp_path, 7, asked)
    assert kept["happened"][name] > 0
    assert f"{kept['happened'][name]} {name}" in err.splitlines()[-1]
    for sentence in said:
        assert any(sentence in words for kind, _, words in kept["told"] if kind == name), sentence
    if name in ("misread", "early", "wrong", "two", "stuck"):
        assert len(kept["told"]) == kept["happened"][name], "each was told"


def test_bouncing_keys_change_no_record(tmp_path):
    _, _, kept = play(tmp_path / "bad", 7, "bounce=1")
    play(tmp_path / "good", 7)
    assert kept["happened"]["bounce"] > 10
    assert records(tmp_path / "bad") == records(tmp_path / "good")


def test_damaged_frames_of_readers_stop_no_player(tmp_path):
    _, _, kept = play(tmp_path, 7, "frames=0.1")
    assert kept["happened"]["frames"] > 1000


def test_noise_on_the_line_ends_as_console_text(tmp_path):
    _, _, kept = play(tmp_path, 7, "noise=0.2", "-o", "days=4")
    assert kept["happened"]["noise"] > 10
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert journal.console(journal.games()[0].uid)


def test_a_table_that_restarts_goes_on_with_the_cards_that_lie_there(tmp_path):
    _, err, kept = play(tmp_path, 7, "restart=2")
    assert kept["happened"] == {"restart": 2}
    assert SILENT in err
    with Journal(tmp_path / "journal.sqlite") as journal:
        game = journal.games()[0]
        assert {record.boot for record in journal.game_records(game)} == {1, 2, 3}


def test_a_line_that_was_cut_is_taken_up_again(tmp_path):
    _, err, kept = play(tmp_path, 7, "gone=2")
    assert kept["happened"] == {"gone": 2}
    assert err.count(SILENT) == 2


# -- everything together -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", amount([4], soak=[4, 1, 5]))
def test_everything_goes_wrong_in_one_match(tmp_path, seed):
    asked = faults.default_kinds() | {"noise": 0.05, "forgotten": 0.4}
    asked |= dict.fromkeys(("misread", "early", "wrong", "two"), 0.15)
    words = ",".join(f"{name}={value:g}" for name, value in asked.items())
    _, err, kept = play(tmp_path, seed, words)
    assert sorted(kept["happened"]) == sorted(faults.NAMES), "each kind happened"
    check_told(err, kept["happened"])


def test_the_same_seed_has_the_same_faults(tmp_path):
    asked = "misread=0.1,early=0.1,wrong=0.1,two=0.1,forgotten=0.3,bounce=0.5,stuck=1,brownout=2"
    first = play(tmp_path / "a", 3, asked, "-o", "days=4")[2]
    assert play(tmp_path / "b", 3, asked, "-o", "days=4")[2] == first


def test_a_match_with_faults_that_was_killed_goes_on(tmp_path):
    words = "play democracy --pace 0.1 --players 3 --seed 8 --faults misread=0.3,wrong=0.3,two=0.3".split()
    process = command(tmp_path, *words, "-o", "target=1")
    wait_for_record(tmp_path, process, 12)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    before = sum(faults.read(tmp_path / "virtual" / "pico_6pads")["happened"].values())
    words = "play democracy --pace 0 --resume --faults misread=0.3,wrong=0.3,two=0.3".split()
    status, _, err = run_when_free(tmp_path, *words)
    assert status == 0, err
    assert sum(faults.read(tmp_path / "virtual" / "pico_6pads")["happened"].values()) > before > 0
    check_hands(open_log(tmp_path))
    check_journal(tmp_path)


# -- what is said of them ------------------------------------------------------------------------------


def test_the_log_says_for_ever_that_there_were_faults(tmp_path):
    out, err, kept = play(tmp_path, 7, "wrong=0.2,brownout=1", "--json")
    assert "faults" not in err
    first = json.loads(out.splitlines()[0])
    assert first["faults"] == {"asked": {"wrong": 0.2, "brownout": 1}}
    assert open_log(tmp_path)[0]["faults"] == {**first["faults"], "happened": kept["happened"]}
    status, again, _ = run(tmp_path, "log", "last", "--json")
    assert status == 0 and [json.loads(line) for line in again.splitlines()] == open_log(tmp_path)


def test_kinds_of_faults_are_parsed():
    assert faults.parse("all") == faults.default_kinds()
    assert faults.parse("all,noise=0") == {**faults.default_kinds(), "noise": 0}
    assert faults.parse("misread, stuck=2") == {"misread": 0.05, "stuck": 2}
    for text, hint in [("misred=1", "mean misread?"), ("", "there is: misread, early"), ("all=1", "all")]:
        with pytest.raises(Trouble) as caught:
            faults.parse(text)
        assert caught.value.exit == 2 and hint in caught.value.hint
    for text in ("early=2", "early=x", "early=", "stuck=0.5", "stuck=-1", "noise=nan"):
        with pytest.raises(Trouble, match="number from 0 to") as caught:
            faults.parse(text)
        assert caught.value.exit == 2


def test_help_and_page_list_every_kind(tmp_path):
    status, out, _ = run(tmp_path, "play", "--help-all")
    page = open("docs/reference/faults.md", encoding="utf-8").read()
    assert status == 0
    for kind in faults.KINDS:
        assert f"  {kind.name}={kind.usual:g}" in out and kind.meaning in out
        assert f"| `{kind.name}` |" in page


def test_faults_are_for_the_virtual_table(tmp_path):
    status, _, err = run(tmp_path, *"play democracy --faults all -t port:/dev/null".split())
    assert status == 2 and "-t sim:" in err


# -- no player knows better than the table ---------------------------------------------------------------


@pytest.fixture
def people(tmp_path):
    """Two people before their first trick, with what they may do wrong."""
    game = games.load("democracy")
    options = {"bad_catch": "off", "deal_check": "off"}
    options = {row[0]: row[2](2) if callable(row[2]) else row[2] for row in game.OPTIONS} | options
    minds = [kinds.mind("sensible", game) for seat in range(2)]
    room = room_for(game, 2, options, 1, minds, fidget=0)
    return room, Fumbling(room, faults.Faults({"wrong": 1.0}, 1, tmp_path))


NOBODY = [base.NOTHING] * base.MOST_SEATS
EMPTY = [base.EMPTY] * base.PLACES


def look(**places):
    """(tasks, pads): seat 0 is to lay, or what is given instead."""
    tasks, pads = list(NOBODY), list(EMPTY)
    tasks[0] = places.get("task", base.LAY)
    pads[0] = places.get("pad", base.MISSING)
    return tasks, pads


def test_a_wrong_card_stays_while_the_lamp_calls_it_good(people):
    room, fumbling = people
    room.act("turn-up", (1, 1, 6), *look(task=base.NOTHING, pad=base.EMPTY))
    hand = list(room.people[0].hand)
    events = fumbling.act("lay-face-down", (1, 1, 6), *look(), "", 0)
    assert [event[0] for event in events] == ["laid"]
    assert room.people[0].hand == hand and events[0][2] not in hand
    good = look(task=base.PRESS_OK, pad=base.FINE)
    for now in range(0, 10_000_000, 1_000_000):
        events = fumbling.act("lay-face-down-ok", (1, 1, 6), *good, "", now)
        assert events == [("key", 0, base.OK)]
    events = fumbling.act("lay-face-down", (1, 1, 6), *look(task=base.LAY, pad=base.WRONG), "", 0)
    assert events == [("lifted", 0)] and room.lying[0] is None and room.people[0].hand == hand


def test_a_card_that_is_not_read_is_laid_again_after_a_while(people):
    room, fumbling = people
    room.act("turn-up", (1, 1, 6), *look(task=base.NOTHING, pad=base.EMPTY))
    fumbling.act("lay-face-down", (1, 1, 6), *look(), "", 0)
    for now in range(0, 3_000_000, 500_000):
        assert fumbling.act("lay-face-down", (1, 1, 6), *look(), "", now) == [("rest",)]
    assert fumbling.act("lay-face-down", (1, 1, 6), *look(), "", 3_000_000) == [("lifted", 0)]


def test_no_player_goes_on_upon_a_lamp_that_shows_an_absent_card(people):
    """A reader went dead just when its card was taken back; the trick went on without it, and the card that
    its owner still had was refused ever after.
    """
    room, fumbling = people
    room.act("turn-up", (1, 1, 6), *look(task=base.NOTHING, pad=base.EMPTY))
    bare = look(task=base.PRESS_OK, pad=base.FINE)
    for now in range(0, 3_000_000, 500_000):
        assert fumbling.act("lay-face-down-ok", (1, 1, 6), *bare, "", now) == [("rest",)]
    assert fumbling.act("lay-face-down-ok", (1, 1, 6), *bare, "", 3_000_000) == [("key", 0, base.OK)]


def test_an_unnoticed_second_card_is_taken_off_before_the_trick_is(people):
    room, fumbling = people
    room.act("turn-up", (1, 1, 6), *look(task=base.NOTHING, pad=base.EMPTY))
    fumbling.act("lay-face-down", (1, 1, 6), *look(), "", 0)
    own = room.people[0].hand.pop()
    room.on_top[0] = [(own, ("hand", 0))]
    take = look(task=base.TAKE_ALL, pad=base.REMOVE)
    assert fumbling.act("clear", (0,), *take, "", 0) == [("lifted-top", 0)]
    assert own in room.people[0].hand
    assert ("lifted", 0) in fumbling.act("clear", (0,), *take, "", 1_000_000)


def test_a_stuck_key_is_freed_when_the_display_says_so(people):
    _, fumbling = people
    for words in (Language("en"), Language("fr")):
        place = words.names["seat"].format(2)
        said = words.sentence("fault", "key-stuck").format(place=place)
        assert fumbling.act("clear", (None,), NOBODY, EMPTY, f"{said}. {place}", 0) == [("free", 1)]
        assert fumbling.act("clear", (None,), NOBODY, EMPTY, place, 0) == []
