"""The verbs say, pause, resume and end: against a `cardtable play` that runs, and without one."""

import json
import os
import subprocess
import sys

import pytest

from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import conversation, orders
from tablehost.session import answers, correction_lines, operator
from timeouts import PATIENCE

HERE, THERE = "ab" * 8, "cd" * 8
PLAY = (
    "play", "democracy", "--players", "3", "--hands", "all", "--by-hand", "--json",
    "-t", "sim:", "--pace", "0",
)  # fmt: skip
OPTIONS = ("-o", "first_dealer=1", "-o", "deal_check=off", "-o", "bad_catch=off", "--seed", "5")


@pytest.fixture
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    return tmp_path


class Playing:
    """A real `cardtable play` whose hands are moved line by line."""

    def __init__(self, *more):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablehost", *PLAY, *OPTIONS, *more],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        self.lines = []

    def until(self, done):
        """Read the output up to a line for which `done` holds."""
        for row in self.process.stdout:
            self.lines.append(json.loads(row))
            if done(self.lines[-1]):
                return self.lines[-1]
        raise AssertionError(f"ended before: {self.lines[-5:]}")

    def still(self):
        return self.until(lambda line: line["kind"] == "still")

    def do(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            self.still()

    def told(self, kind):
        return [line for line in self.lines if line["kind"] == kind]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        assert self.process.wait(PATIENCE) == 0


def said(capsys, *words):
    """The exit status and what was printed."""
    status = main(list(words))
    return status, capsys.readouterr()


@pytest.fixture
def playing(at_home):
    """The pool card lies, and seat 1 has laid."""
    one = Playing()
    one.still()
    one.do("1: ok", "2: ok", "3: ok", "1: turn")
    yield one
    one.process.kill()
    one.process.wait()


def test_the_cardtable_that_plays_carries_it_out(playing, capsys):
    status, told = said(capsys, "say", "undo", "--json")
    answer = json.loads(told.out)
    assert status == 0 and answer["ok"] and answer["asked"] == "turn-up" and answer["wrong"] == [10]
    line = playing.until(lambda line: line["kind"] == "correction")
    assert line == {"kind": "correction", "what": "undo", "by": ["operator"], "answer": 1, "beyond": False}
    status, told = said(capsys, "say", "pause")
    assert status == 0 and "nothing counts" in told.out
    assert playing.until(lambda line: line["kind"] == "pause")["what"] == "pause"
    status, told = said(capsys, "say", "pause")
    assert status == 6 and "paused already" in told.err and "cardtable say resume" in told.err
    assert said(capsys, "say", "resume")[0] == 0
    playing.until(lambda line: line["kind"] == "pause" and line["what"] == "resume")
    hand = [f"{rank}{suit}" for suit in "SHDC" for rank in ("3", "4", "5", "7", "8", "9", "10")]
    status, told = said(capsys, "say", "amend", "answer", "1", "seat", "3", *hand)
    assert status == 6 and "no act of this stage is meant" in told.err, "however many cards"
    status, told = said(capsys, "say", "undo", "9", "--insist")
    assert status == 6 and "nothing to take back" in told.err
    status, told = said(capsys, "say", "end")
    assert status == 0 and "the match is over" in told.out
    assert playing.until(lambda line: line["kind"] == "result")["why"] == "ended"
    assert playing.process.wait(PATIENCE) == 0
    assert main(["say", "undo"]) == 3, "nothing is played any more"


def test_two_seats_correct_by_their_keys(playing):
    """Two chords and two presses, typed as by hands, take back the card in the middle."""
    playing.do("2: hold no ok")
    assert playing.told("display")[-1]["text"].endswith("another player holds NO and OK")
    playing.do("1: hold no ok", "2: ok", "1: ok")
    line = next(line for line in playing.lines if line["kind"] == "correction")
    assert (line["what"], line["by"]) == ("undo", [1, 0])
    assert [line["what"] for line in playing.told("pause")] == ["pause", "resume"]


def test_without_it_the_table_is_opened(playing, at_home, capsys):
    playing.close()
    status, told = said(capsys, "say", "undo")
    assert status == 0 and "Taken back" in told.out and "Cards that must be taken up: the middle" in told.out
    status, told = said(capsys, "say", "leave", "3")
    assert status == 0 and "the match is over" in told.out
    with Journal() as journal:
        game = journal.games()[-1]
        assert game.finished is not None and game.result["why"] == "left"
    log = (at_home / "games" / f"{game.id}.jsonl").read_text().splitlines()
    kinds = [json.loads(line)["kind"] for line in log]
    assert kinds[-4:] == ["correction", "void", "left", "result"]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["say"], 2),
        (["say", "undoo"], 2),
        (["say", "undo", "x"], 2),
        (["say", "amend", "seat", "1"], 2),
        (["say", "name", "12", "5S"], 2),
        (["say", "leave"], 2),
        (["say", "undo"], 3),
        (["say", "pause"], 3),
        (["say", "end"], 3),
    ],
)
def test_statuses_without_a_match(at_home, capsys, words, status):
    assert main(words) == status
    assert capsys.readouterr().err.startswith("cardtable: ")


def test_several_acts_are_amended_in_one_correction():
    def read(line, players=()):
        return correction_lines.read(["amend", *line.split()], players)

    words = "before answer 3 seat 3 5S 6S answer 4 middle KS seat 2 yes"
    told = ["before", "answer", 3, "seat", 2, "5S", "6S", "answer", 4, "seat", 10, "KS", "seat", 1, "yes"]
    assert read(words) == ["amend", 0, *told]
    assert read("seat 2 None seat 3 NO") == ["amend", 0, "seat", 1, "none", "seat", 2, "no"]
    named = read("seat Ben 5S seat CLEO 6S", ["Ada", "Ben", "Cleo"])
    assert named == ["amend", 0, "seat", 1, "5S", "seat", 2, "6S"]
    wrongs = ["seat 0 5S", "seat 11 5S", "seat Ben 5S", "seat 2 5S seat 3", "seat 2 seat 3 5S"]
    for wrong in (*wrongs, "answer 7", "before", "seat 2 5S answer"):
        with pytest.raises(Trouble, match="not understood"):
            read(wrong)


def test_every_refusal_says_what_is_safe():
    refusals = [code for code in correction_lines.SAID.kind("refused") if not code.endswith("-hint")]
    assert len(refusals) > 20
    for code in (*refusals, "some-rule"):
        trouble = answers.refuse_correction({"code": code, "against": 3})
        assert trouble.exit == 6 and "nothing has changed" in trouble.message


@pytest.mark.parametrize("code", conversation.UNABLE)
def test_what_the_table_could_not_do_is_no_refusal_of_the_rules(code):
    trouble = answers.refuse_correction({"code": code, "against": "OSError"})
    assert trouble.exit == 1 and trouble.code == code.replace("-", "_").upper()
    assert "what was" in trouble.message or "nothing that is on record is lost" in trouble.message
    cures = ("off and on", "cardtable flash", "try again")
    assert any(cure in trouble.hint for cure in cures) and "{" not in trouble.message


def test_an_order_that_is_not_taken_is_withdrawn(at_home):
    with Journal() as journal:
        box = orders.Orders(journal.mailbox)
        number = box.put(HERE, ["pause"])
        assert box.wait(number, 0.0) is None and box.take(HERE) is None
        number = box.put(HERE, ["pause"])
        assert box.take(THERE) is None, "it is for another table"
        assert box.take(HERE) == (number, ["pause"]) and box.take(HERE) is None
        box.answer(number, {"ok": True})
        assert box.wait(number, 1.0) == {"ok": True}
        box.put(HERE, ["end"])
        box.forget_old(THERE)
        box.forget_old(HERE)
        assert box.take(HERE) is None, "what was ordered before a match is not carried out in it"
        box.close()


def test_who_plays_is_known_while_the_lock_is_held(at_home):
    assert not orders.is_playing(HERE)
    lock = orders.playing(HERE)
    assert orders.is_playing(HERE) and not orders.is_playing(THERE)
    lock.close()
    assert not orders.is_playing(HERE)


def test_of_several_tables_that_are_played_at_one_is_named(at_home):
    with Journal() as journal:
        for uid, players in ((HERE, ["Ann", "Bob"]), (THERE, ["Eva", "Flo"])):
            journal.create_game(uid, "democracy", players, {}, False)
        assert operator.find_open_match(journal, None)[0].uid == THERE, "the last one, if none is played"
        locks = [orders.playing(HERE)]
        game, is_played = operator.find_open_match(journal, None)
        assert (game.uid, is_played) == (HERE, True)
        locks.append(orders.playing(THERE))
        with pytest.raises(Trouble) as trouble:
            operator.find_open_match(journal, None)
        assert f"-t id:{HERE} (match 1: Ann, Bob)" in trouble.value.hint
        assert operator.find_open_match(journal, f"id:{THERE}")[0].id == 2
        for lock in locks:
            lock.close()


def test_what_the_table_does_not_understand_names_the_argument_and_the_cure():
    answer = {"ok": False, "code": "usage", "against": ["card", "a card as this game writes it, or ?"]}
    told = answers.refuse_correction(answer)
    assert "that: card must be a card as this game writes it, or ?; nothing has changed" in told.message
    told = answers.refuse_correction({"ok": False, "code": "unknown-command"})
    assert "understand that; nothing" in told.message
