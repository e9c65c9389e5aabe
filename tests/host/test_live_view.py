"""The views show what the presenter publishes, and know no game themselves."""

import io

import pytest
from rich.cells import cell_len

from cardtable.engine import cards
from drawn import Drawn
from tablehost.match import lamps, seating
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.plugins import narration
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
    monkeypatch.setattr(narration.WORDS, "of", lambda game, usual: Rounds)
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
    return io.StringIO()


def watched(view, language="en", game=""):
    """The presenter of a match of PLAYERS that this view shows."""
    presenter = Presenter(PLAYERS, vocabulary.load(language, game))
    presenter.attach(view)
    return presenter


def drawn(out, language="en", **size):
    """A view that draws the picture, and its presenter."""
    view = Drawn(out, language, **size)
    return view, watched(view, language)


def test_the_picture_of_a_game_that_uses_no_middle(terminal, rounds):
    view, match = drawn(terminal)
    for line in rounds[:3]:
        match.line(line)
    ace = cards.parse("AH")
    match.display("Lay a discard: seat 1")
    match.see("B~" + ".." * 2 + DARK * 4, [None, narration.COVERED, ace, None, None], 3)
    frame = "\n".join(view.frame)
    for text in ("1 Ann", "31 points", "1 point ", "A♥", "▒▒▒▒", "◐B", "Lay a discard: seat 1"):
        assert text in frame, text
    assert "Cid deals" in frame and frame.count("┌────┐") == 3, "no pad in the middle"
    assert frame.count("1 veto") == 2
    match.see(DARK * 5, [None, None, None, ace, None], 3)
    assert "\n".join(view.frame).count("┌────┐") == 4 and "middle" in "\n".join(view.frame)
    match.see(DARK * 4 + "V:....", [None] * 5, 3)
    assert "\n".join(view.frame).count("┌────┐") == 4, "a lamp there is seen as well"


@pytest.mark.parametrize("columns", [20, 40, 60, 75, 76, 80, 120, 132, 200])
@pytest.mark.parametrize("rows", [3, 10, 24, 40])
def test_the_picture_fits_every_terminal(terminal, rounds, columns, rows):
    view, match = drawn(terminal, columns=columns, rows=rows)
    for line in rounds:
        match.line(line)
    match.display("A sentence that is long enough for more than one line of the display. " * 2)
    match.see("B~" + ".." * 2 + DARK * 4, [None, narration.COVERED, None, None, None], 3)
    assert len(view.frame) <= rows
    assert all(cell_len(line) <= columns for line in view.frame)
    if rows >= 24 and columns >= 60:
        assert all(name in "\n".join(view.frame) for name in PLAYERS)


@pytest.mark.parametrize("near", [0, 3])
@pytest.mark.parametrize("seats", range(2, 11))
def test_one_seat_is_in_the_middle_of_the_near_side_and_the_others_clockwise(seats, near):
    far, side = seating.rows(seats, near % seats)
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
    match.see(DARK * 5, [None] * 5, 3)
    legend = picture.Picture(match.snapshot, vocabulary.load(language))._legend()
    letters = [letter for _, letter in picture.COLOURS.values()]
    for sign in (*lamps.SHAPES.values(), lamps.DARK, picture.FACE_DOWN, *letters):
        assert sign in "\n".join(legend), sign
    assert max(map(len, legend)) <= picture.NARROW
    assert [line.strip() for line in view.frame[-len(legend) :]] == legend


def test_parts_are_described_in_less_and_less_detail(rounds):
    out = io.StringIO()
    match = watched(plain.Plain(out))
    for line in rounds:
        match.line(line)
        match.answered(("discard", (), (), ()), [1])
    told = out.getvalue()
    assert told.count("a discard") == 3, "in full to the end of the first round"
    assert "reveal: totals Ann 0, Bob 31, Cid 2" in told and "Round 3 in short." in told
    assert "veto: seat Bob" in told, "that is always told"
    assert "reveal: totals 9 31 2" not in told


def test_a_game_without_parts_is_described_in_full(monkeypatch):
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
    view, shown = drawn(terminal)
    shown.line({**match, "options": {}})
    shown.see(DARK * 3, [king, ten, None], 3)
    assert "E♥" in "\n".join(view.frame) and "10♠" in "\n".join(view.frame)
    line = open_log.deal_line(1, 1, [[king]], [ten], told.letters)
    assert (line["hands"], line["pool"]) == ([["EH"]], ["10S"])


def test_lore_of_other_seats_is_not_read():
    for name in ("chess", "os.path", "__init__", "democracy_player", ""):
        assert narration.WORDS.of(name, narration.Words) is narration.Words
    assert narration.WORDS.of("democracy", narration.Words) is not narration.Words
