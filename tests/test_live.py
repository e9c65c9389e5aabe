"""The live view draws what the table and the game's words say, and knows no game itself."""

import io
import os

import pytest

from cardtable.rulebook import cards
from tablehost import live, lore, openlog, words

PLAYERS = ["Ann", "Bob", "Cid"]
PADS = 5  # three seats, two in the middle
DARK = "......"


class Rounds(words.Words):
    """A game without a pool, whose seats have more than a score."""

    point = ("point", "points")
    part = "round"
    closing = "reveal"
    always = ("match", "veto")
    middle = ()

    def standing(self, seat):
        return [*super().standing(seat), "1 veto"] if seat else super().standing(seat)

    def in_short(self, closing):
        return f"Round {self.number} in short."

    def answered(self, prompt, answer):
        return "a discard" if prompt[0] == "discard" else ""


@pytest.fixture
def rounds(monkeypatch):
    monkeypatch.setattr(lore, "part", lambda game, name, usual: Rounds if name == "Words" else usual)
    match = {"kind": "match", "game": "democracy", "players": PLAYERS, "virtual": False, "options": {}}
    return [
        match,
        {"kind": "round", "n": 1, "dealer": 2},
        {"kind": "reveal", "totals": [0, 31, 1]},
        {"kind": "round", "n": 2, "dealer": 0},
        {"kind": "reveal", "totals": [0, 31, 2]},
        {"kind": "round", "n": 3, "dealer": 1},
        {"kind": "veto", "seat": 1},
        {"kind": "reveal", "totals": [9, 31, 2]},
    ]


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(live.shutil, "get_terminal_size", lambda: os.terminal_size((80, 40)))
    return io.StringIO()


def last_frame(out):
    return out.getvalue().rpartition("\x1b[J")[2]


def test_the_picture_of_a_game_that_uses_no_middle(terminal, rounds):
    view = live.Picture(terminal, PLAYERS)
    for line in rounds[:3]:
        view.line(line)
    ace = cards.parse("AH")
    view.display("Lay a discard: seat 1")
    view.see("B~" + ".." * 2 + DARK * 4, [None, words.COVERED, ace, None, None], 3)
    frame = last_frame(terminal)
    for text in ("0 Ann", "31 points", "1 point ", "A♥", "▒▒▒▒", "◐B", "Lay a discard: seat 1"):
        assert text in frame, text
    assert "Cid deals" in frame and frame.count("┌────┐") == 3, "no pad in the middle"
    assert frame.count("1 veto") == 2
    view.see(DARK * 5, [None, None, None, ace, None], 3)
    assert last_frame(terminal).count("┌────┐") == 4 and "middle" in last_frame(terminal)
    view.see(DARK * 4 + "V:....", [None] * 5, 3)
    assert last_frame(terminal).count("┌────┐") == 4, "a lamp there is seen as well"
    assert max(len(line) for line in frame.split("\n")) <= live.WIDTH


def test_parts_are_told_in_less_and_less_detail(rounds):
    out = io.StringIO()
    view = live.Plain(out, PLAYERS)
    for line in rounds:
        view.line(line)
        view.answered(("discard", (), (), ()), [1])
    told = out.getvalue()
    assert told.count("a discard") == 3, "in full to the end of the first round"
    assert "reveal: totals 0 31 2" in told and "Round 3 in short." in told
    assert "veto: seat 1" in told, "that is always told"
    assert "reveal: totals 9 31 2" not in told


def test_a_game_without_parts_is_told_in_full(monkeypatch):
    out = io.StringIO()
    view = live.Plain(out, PLAYERS)
    for n in range(5):
        view.line({"kind": "prize", "n": n, "totals": [n, 0, 0]})
    assert out.getvalue().count("prize: n") == 5


def test_cards_are_called_what_the_game_calls_them(terminal):
    match = {"kind": "match", "game": "demos", "players": PLAYERS, "virtual": False}
    told = words.of(match)
    king, ten = cards.parse("KH"), cards.parse("10S")
    assert cards.text(king, told.letters) == "EH"
    view = live.Picture(terminal, PLAYERS)
    view._words = told
    view.see(DARK * 3, [king, ten, None], 3)
    assert "E♥" in last_frame(terminal) and "10♠" in last_frame(terminal)
    line = openlog.deal_line(1, 1, [[king]], [ten], told.letters)
    assert (line["hands"], line["pool"]) == ([["EH"]], ["10S"])


def test_nobody_elses_lore_is_read():
    for name in ("chess", "os.path", "__init__", "democracy_player", ""):
        assert lore.part(name, "Words", words.Words) is words.Words
    assert lore.part("democracy", "Words", words.Words) is not words.Words
