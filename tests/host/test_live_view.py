"""The views show what the presenter publishes, and know no game themselves."""

import io
import os
import re

import pytest

from cardtable.engine import cards
from tablehost.games import narration, presentation
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.referee import open_log
from tablehost.screen import picture, plain

PLAYERS = ["Ann", "Bob", "Cid"]
PADS = 5  # three seats, two in the middle
DARK = "......"


class Rounds(narration.Words):
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
    monkeypatch.setattr(presentation, "part", lambda game, name, usual: Rounds if name == "Words" else usual)
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
    monkeypatch.setattr(picture.shutil, "get_terminal_size", lambda: os.terminal_size((80, 40)))
    return io.StringIO()


def watched(view, language="en", game=""):
    """The presenter of a match of PLAYERS that this view shows."""
    presenter = Presenter(PLAYERS, vocabulary.load(language, game))
    presenter.attach(view)
    return presenter


def drawn(out, language="en"):
    """A picture on this terminal, and its presenter."""
    view = picture.Picture(out, vocabulary.load(language))
    return view, watched(view, language)


def last_frame(out):
    """The lines drawn last, without escape codes but those of colours."""
    return re.sub(r"\x1b\[[^m]*?[A-HJKhl]|\r", "", out.getvalue().rpartition("\x1b[?2026h")[2])


def test_the_picture_of_a_game_that_uses_no_middle(terminal, rounds):
    _, match = drawn(terminal)
    for line in rounds[:3]:
        match.line(line)
    ace = cards.parse("AH")
    match.display("Lay a discard: seat 1")
    match.see("B~" + ".." * 2 + DARK * 4, [None, narration.COVERED, ace, None, None], 3)
    frame = last_frame(terminal)
    for text in ("1 Ann", "31 points", "1 point ", "A♥", "▒▒▒▒", "◐B", "Lay a discard: seat 1"):
        assert text in frame, text
    assert "Cid deals" in frame and frame.count("┌────┐") == 3, "no pad in the middle"
    assert frame.count("1 veto") == 2
    match.see(DARK * 5, [None, None, None, ace, None], 3)
    assert last_frame(terminal).count("┌────┐") == 4 and "middle" in last_frame(terminal)
    match.see(DARK * 4 + "V:....", [None] * 5, 3)
    assert last_frame(terminal).count("┌────┐") == 4, "a lamp there is seen as well"
    assert max(len(line) for line in frame.split("\n")) <= picture.WIDTH


def test_the_picture_stays_through_all_parts_and_is_never_erased_before_it_is_drawn(terminal, rounds):
    view, match = drawn(terminal)
    match.see(DARK * 5, [None] * 5, 3)
    for n, line in enumerate(rounds):
        before = len(terminal.getvalue())
        match.line(line)
        match.display(f"Sentence {n}")
        assert last_frame(terminal).count("┌────┐") == 3 and f"Sentence {n}" in last_frame(terminal)
        for piece in terminal.getvalue()[before:].split("\x1b[?2026h")[1:]:
            lines, _, rest = piece.partition("\x1b[J")
            assert rest == "\x1b[?2026l" and "\x1b[2J" not in lines, "what is left over goes after the rest"
            assert "Ann" in lines
    before = terminal.getvalue()
    match.display(f"Sentence {n}")
    assert terminal.getvalue() == before, "nothing new is not drawn"
    view.end()
    assert "┌────┐" not in last_frame(terminal)


@pytest.mark.parametrize("near", [0, 3])
@pytest.mark.parametrize("seats", range(2, 11))
def test_one_seat_is_in_the_middle_of_the_near_side_and_the_others_clockwise(seats, near):
    far, side = picture.row_of(seats, near % seats)
    assert side[len(side) // 2] == near % seats and len(side) % 2 == 1
    around = [*far, *reversed(side)]
    first = around.index(0)
    assert [*around[first:], *around[:first]] == list(range(seats))
    assert len(far) <= 5 and len(side) <= 5
    if len(side) > 1:
        assert side[len(side) // 2 - 1] == (near + 1) % seats, "the next one sits to the left"


@pytest.mark.parametrize("language", vocabulary.LANGUAGES)
def test_one_legend_explains_every_sign_that_is_drawn(terminal, language):
    view, match = drawn(terminal, language)
    legend = "\n".join(view._legend())
    letters = [letter for _, letter in picture._COLOURS.values()]
    for sign in (*picture._SHAPES.values(), picture._DARK, picture._FACE_DOWN, *letters):
        assert sign in legend, sign
    assert max(map(len, view._legend())) <= picture.WIDTH
    match.see(DARK * 5, [None] * 5, 3)
    assert legend in last_frame(terminal)


def test_parts_are_told_in_less_and_less_detail(rounds):
    out = io.StringIO()
    match = watched(plain.Plain(out))
    for line in rounds:
        match.line(line)
        match.answered(("discard", (), (), ()), [1])
    told = out.getvalue()
    assert told.count("a discard") == 3, "in full to the end of the first round"
    assert "reveal: totals 0 31 2" in told and "Round 3 in short." in told
    assert "veto: seat 1" in told, "that is always told"
    assert "reveal: totals 9 31 2" not in told


def test_a_game_without_parts_is_told_in_full(monkeypatch):
    out = io.StringIO()
    match = watched(plain.Plain(out))
    for n in range(5):
        match.line({"kind": "prize", "n": n, "totals": [n, 0, 0]})
    assert out.getvalue().count("prize: n") == 5


def test_cards_are_called_what_the_game_calls_them(terminal):
    match = {"kind": "match", "game": "demos", "players": PLAYERS, "virtual": False}
    told = narration.of(match)
    king, ten = cards.parse("KH"), cards.parse("10S")
    assert cards.text(king, told.letters) == "EH"
    _, shown = drawn(terminal)
    shown.line({**match, "options": {}})
    shown.see(DARK * 3, [king, ten, None], 3)
    assert "E♥" in last_frame(terminal) and "10♠" in last_frame(terminal)
    line = open_log.deal_line(1, 1, [[king]], [ten], told.letters)
    assert (line["hands"], line["pool"]) == ([["EH"]], ["10S"])


def test_nobody_elses_lore_is_read():
    for name in ("chess", "os.path", "__init__", "democracy_player", ""):
        assert presentation.part(name, "Words", narration.Words) is narration.Words
    assert presentation.part("democracy", "Words", narration.Words) is not narration.Words
