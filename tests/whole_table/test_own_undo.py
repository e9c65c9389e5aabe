"""`undo` takes back the last act of the person who types it, and never one of a bot."""

import re

import pytest

from played_matches import check_journal, open_log, run
from programmed_player import VERB, Programmed
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.store import Journal


def undo(player):
    """Type `undo`; return the answer to it."""
    player.say("undo")
    return player.until("said")["text"]


def read_until(player, done):
    """Read what the table shows until `done()`."""
    while not done():
        assert player.read() is not None


def obey(player, done, acts=400):
    """Follow the prompts of seat 1 until `done()`, or the match is over."""
    for _ in range(acts):
        act = player.comply(0)
        if done() or (act is None and not player.display.endswith("Clear your pads: the middle")):
            return
        player.do(f"1: {act or 'clear'}")
    raise AssertionError(player.lines[-3:])


def tricks(player):
    return [line for line in player.lines if line["kind"] == "trick"]


def test_a_person_takes_back_the_own_card_across_the_reveal_and_not_an_act_of_a_bot(tmp_path):
    player = Programmed(tmp_path, "--players", "3", "--seed", "3", "--hands", "1", "-o", "target=1")
    player.until("still")
    player.until_cards_are_due()
    held = list(player.rows[0]["hand"])
    obey(player, lambda: tricks(player))
    (trick,) = tricks(player)
    answer = undo(player)
    told = re.fullmatch(r"Taken back: your \w+ of (\w+); the trick is played again\.", answer)
    assert trick["plays"][0][-1] == told[1][0].upper(), (trick, answer)
    read_until(player, lambda: player.rows[0]["do"] == "lay" and len(player.rows[0]["hand"]) == len(held))
    assert trick["plays"][0] in player.rows[0]["hand"] and sorted(player.rows[0]["hand"]) == sorted(held)
    assert player.rows[0]["do"] == "lay", "the bots did not lay for this person"
    other = next(card for card in held if card != trick["plays"][0])
    count = len(tricks(player))
    player.do(f"1: {other}")
    obey(player, lambda: len(tricks(player)) > count)
    assert tricks(player)[-1]["plays"][0] == other and tricks(player)[-1]["pool"] == trick["pool"]
    obey(player, lambda: any(line["kind"] == "result" for line in player.lines))
    assert player.close() == (0, "")
    log = open_log(tmp_path)
    assert log[-1]["kind"] == "result"
    assert [line["what"] for line in log if line["kind"] == "correction"] == ["undo"]
    check_journal(tmp_path)
    status, out, err = run(tmp_path, "verify", "last")
    assert status == 0, (out, err)


def test_a_card_that_no_record_tells_is_lifted_without_a_correction(tmp_path):
    player = Programmed(tmp_path, "--players", "2", "--seed", "3", "--hands", "all", "-o", "target=1")
    player.until("still")
    player.until_cards_are_due()
    hand = list(player.rows[1]["hand"])
    player.do(f"2: {hand[0]}")
    assert player.rows[1]["pad"] == hand[:1]
    player.say("2: undo")
    assert "Taken back: your" in player.until("said")["text"]
    read_until(player, lambda: player.rows[1]["pad"] == [])
    assert sorted(player.rows[1]["hand"]) == sorted(hand)
    player.say("quit")
    assert player.close()[0] == 0
    with Journal(tmp_path / "journal.sqlite") as journal:
        (game,) = journal.games()
        assert load_chronicle(journal, game).corrected == []


@pytest.mark.parametrize("lang, nothing", [("en", "Nothing of yours"), ("fr", "Vous n'avez encore rien")])
def test_before_the_first_act_of_a_person_there_is_nothing_to_take_back(tmp_path, lang, nothing):
    player = Programmed(tmp_path, "--players", "2", "--seed", "3", "--hands", "1", "--lang", lang)
    player.until("still")
    player.do("ok")
    assert undo(player).startswith(nothing)
    player.say("quit")
    assert player.close()[0] == 0


def test_an_act_is_taken_back_in_a_match_that_began_while_another_one_was_unfinished(tmp_path):
    """Its people are known from their first act on: after the undo, and after a resume."""
    words = ("--players", "3", "--seed", "3", "--hands", "1")
    left = Programmed(tmp_path, *words)
    left.until("still")
    left.do("ok")
    left.say("quit")
    assert left.close()[0] == 0
    player = Programmed(tmp_path, *words, "-o", "target=1")
    player.until("still")
    player.until_cards_are_due()
    obey(player, lambda: tricks(player))
    hand = sorted([*player.rows[0]["hand"], tricks(player)[0]["plays"][0]])
    assert "Taken back: your" in undo(player)
    read_until(player, lambda: sorted(player.rows[0]["hand"]) == hand)
    player.say("quit")
    assert player.close()[0] == 0
    player = Programmed(tmp_path, "--hands", "1", command=[*VERB, "--resume", "--by-hand", "--pace", "0"])
    player.until("still")
    assert sorted(player.rows[0]["hand"]) == hand
    obey(player, lambda: any(line["kind"] == "result" for line in player.lines))
    assert player.close() == (0, "")
    check_journal(tmp_path)
