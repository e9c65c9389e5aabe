"""Tables larger than six: the firmware on the board with ten seats, and the picture of it on a terminal."""

import io
import re

import pytest
from rich.cells import cell_len

from cardtable.controller.input.pad_filter import SEVERAL
from cardtable.controller.input.presence import JUDGE_MS
from cardtable.controller.loop import QUIET_MS
from cardtable.controller.output.lamps import OFF
from cardtable.engine import cards
from cardtable.games import registry as games
from drawn import Drawn
from firmware_table import PASSED_US, Table
from tablehost.firmware import boards
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.virtual.tags.tag import Tag

BOARD = boards.load("pico_10pads")
POOL, SECOND = 10, 11  # the two pads in the middle
PACK = [cards.text(cards.card(0, rank)) for rank in range(1, 14)]


@pytest.mark.parametrize(
    "seats, name",
    [(2, "pico_bench"), (3, "pico_6pads"), (6, "pico_6pads"), (7, "pico_10pads"), (10, "pico_10pads")],
)
def test_the_smallest_board_that_seats_them(seats, name):
    assert boards.smallest(seats) == name


def test_more_people_than_any_board_seats_get_the_largest():
    assert boards.smallest(99) == "pico_10pads"


@pytest.mark.parametrize("seats", [7, 10])
def test_a_trick_of_democracy(tmp_path, seats):
    table = Table(tmp_path, board=BOARD)
    table.begin(seats)
    assert table.loop.pads.alive == [True] * 12
    assert table.lamps(POOL)[0] != OFF
    deck = games.load("democracy").deck(seats, table.loop.play.referee.match.options)
    plays = [cards.text(card) for card in deck if not cards.is_joker(card)]
    table.trick(plays[-1], plays[:seats])
    assert table.asked == "clear"
    assert table.lamps(SECOND) == [OFF] * 3
    table.clear()
    assert table.asked == "turn-up"
    assert not any(table.loop.pads.seen)


def test_people_sit_where_they_like(tmp_path):
    table = Table(tmp_path, board=BOARD)
    chairs = [9, 0, 2, 3, 5, 6, 8]
    table.begin(7, chairs=chairs)
    assert sorted(table.loop.play.referee.match.pads) == sorted(chairs)
    table.lay(POOL, "5H")
    assert [pad for pad in range(10) if table.lamps(pad)[0] != OFF] == sorted(chairs)


def test_twelve_new_cards_are_looked_at_before_they_are_judged(tmp_path):
    """The longest look there is: what the table does must not be timed by when tags answer."""
    table = Table(tmp_path, board=BOARD)
    table.run(500_000)
    for pad in range(12):
        table.at(0, table.lay_now, pad, PACK[pad])
    clock, loop = table.machine.clock, table.loop
    spans = []
    step = loop.step

    def watched():
        looking, before = loop.pads.busy(), clock.us
        step()
        if loop.pads.busy() and not looking:
            spans.append(-before)
        if looking and not loop.pads.busy():
            spans[-1] += clock.us

    loop.step = watched
    table.run(2_000_000)
    assert None not in loop.pads.seen
    assert 8_000 < max(spans) < JUDGE_MS * 1000


def test_every_pad_is_asked_for_a_second_card_however_much_quiet_is_skipped(tmp_path):
    """No touch is seen: the routine sweeps alone, seldom as they are, go round all pads."""
    table = Table(tmp_path, board=BOARD)
    table.run(500_000)
    for pad in range(12):
        table.lay(pad, PACK[pad], PASSED_US)
    unseen = []
    for pad, field in enumerate(table.machine.pads):
        field.tags.append(Tag(bytes((4, 1, 2, 3, 4, 5, pad))))
        table.run((12 + 2) * QUIET_MS * 1000)
        if table.loop.pads.seen[pad] != SEVERAL:
            unseen.append(pad)
        field.tags.pop()
        table.run(2_000_000)
    assert unseen == []


def frame(players, lamps, pads):
    names = ["Bartholomew the Elder", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jo"][
        :players
    ]
    picture = Drawn(io.StringIO(), columns=80, rows=23)
    match = Presenter(names, vocabulary.load("en"))
    match.attach(picture)
    match.line({"kind": "seated", "pads": list(range(players)), "players": names})
    match.see(lamps, pads, 10)
    return picture.frame


@pytest.mark.parametrize("players", range(2, 11))
def test_the_picture_fits_and_shows_every_seat(monkeypatch, players):
    monkeypatch.setenv("NO_COLOR", "1")
    lines = frame(
        players, "B~B=W=" * players + "......" * (12 - players), [-1] * players + [None] * (12 - players)
    )
    assert max(cell_len(line) for line in lines) <= 80
    assert len(lines) < 24
    text = "\n".join(lines)
    assert text.count("│▒▒▒▒│") == players
    assert text.count("┌────┐") == players + 1
    for seat in range(players):
        assert re.search(rf"\b{seat + 1} [A-J]", text)


def test_the_second_pad_in_the_middle_is_drawn_while_it_is_used(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    dark, empty = "......" * 12, [None] * 12
    assert "\n".join(frame(3, dark, empty)).count("┌────┐") == 4
    assert "\n".join(frame(3, dark, empty[:11] + [5])).count("┌────┐") == 5
    assert "\n".join(frame(3, dark[:66] + "B~....", empty)).count("┌────┐") == 5


def test_a_card_on_the_second_pad_of_the_middle_after_the_reveal_is_refused(tmp_path):
    """No card was played there, so there is none to name [Democracy 4 f]."""
    table = Table(tmp_path, board=BOARD)
    table.begin(7)
    deck = games.load("democracy").deck(7, table.loop.play.referee.match.options)
    plays = [cards.text(card) for card in deck if not cards.is_joker(card)]
    table.trick(plays[-1], plays[:7])
    assert table.asked == "clear"
    table.lay(SECOND, "QD", PASSED_US)
    assert table.loop.bug is None
    assert "the middle: no card was played here. Take it away" in table.says
    table.clear()
    assert table.asked == "turn-up"
