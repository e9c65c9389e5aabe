"""What typed lines mean, and the line that is typed on a terminal."""

import pytest

from tablehost import editor, typed
from tablehost.typed import Act, Ask, Unknown, complete, read

MEANT = [
    ("5s", Act(0, "lay", "5S")),
    ("lay 10C", Act(0, "lay", "10C")),
    ("x1", Act(0, "lay", "X1")),
    ("kd#2", Act(0, "lay", "KD#2")),
    ("foreign", Act(0, "lay", "foreign")),
    ("  swap  7d ", Act(0, "swap", "7D")),
    ("show ah", Act(0, "show", "AH")),
    ("l", Act(0, "lift")),
    ("Lift", Act(0, "lift")),
    ("y", Act(0, "press", "yes")),
    ("press no", Act(0, "press", "no")),
    ("k", Act(0, "press", "ok")),
    ("OK", Act(0, "press", "ok")),
    ("hold no", Act(0, "press", "hold")),
    ("turn", Act(0, "turn")),
    ("draw", Act(0, "draw")),
    ("take", Act(0, "take")),
    ("clear", Act(0, "clear")),
    ("2: 5s", Act(2, "lay", "5S")),
    ("2:ok", Act(2, "press", "ok")),
    ("2:", Ask("seat", 2)),
    ("?", Ask("help", 0)),
    ("hand", Ask("hand", 0)),
    ("2: hand", Ask("hand", 2)),
    ("q", Ask("quit", 0)),
    ("", None),
    ("   ", None),
]


@pytest.mark.parametrize(("line", "meant"), MEANT)
def test_lines(line, meant):
    assert read(line, [0, 2], 0) == meant


UNKNOWN = [
    ("lyft", "did you mean lift?"),
    ("swop 5s", "did you mean swap?"),
    ("5z", "5z is no card"),
    ("lay 5z", "5z is no card"),
    ("lay", "which card"),
    ("swap 5s 6s", "which card"),
    ("1: ok", "seat 1 is not yours; you hold 0, 2"),
    ("hello there", "help tells"),
    ("\x1b[2J", "that means nothing"),
    ("x" * 500, "that means nothing"),
    ("5s 6s", "5s 6s is no card"),
]


@pytest.mark.parametrize(("line", "said"), UNKNOWN)
def test_lines_that_mean_nothing_get_one_sentence(line, said):
    with pytest.raises(Unknown) as caught:
        read(line, [0, 2], 0)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value) and "\x1b" not in str(caught.value)


def test_every_command_that_is_offered_means_something():
    for word in typed.WORDS:
        read(f"{word} 5s" if word in ("lay", "swap", "show") else word, [0], 0)


def test_help_fits_a_terminal_and_names_every_command():
    assert max(len(line) for line in typed.HELP.split("\n")) < 78
    for word in ("lay", "lift", "swap", "show", "hold no", "turn", "draw", "take", "clear", "hand", "quit"):
        assert word in typed.HELP


def test_completion():
    hand = ["5S", "5H", "10C"]
    assert complete("5", hand) == ["5s", "5h"]
    assert complete("lay 1", hand) == ["lay 10c"]
    assert complete("sw", hand) == ["swap "]
    assert complete("2: swap 5", hand) == ["2: swap 5s", "2: swap 5h"]
    assert complete("zz", hand) == []
    assert complete("hold", hand) == ["hold no"]


def line():
    return editor.Line(lambda text: complete(text, ["5S", "5H", "10C"]))


EDITED = [
    ("laz\x7fy 5", "lay 5"),
    ("lay 5s\x17", "lay"),
    ("lay 5s\x15", ""),
    ("a\x7f\x7f", ""),
    ("5s\rok\rok\r\x1b[A", "ok"),
    ("5s\rok\rok\r\x1b[A\x1b[A\x1b[A", "5s"),
    ("5s\rok\r\x1b[A\x1b[A\x1bOB\x1b[B\x1b[B", ""),
    ("sw\t1\t", "swap 10c"),
    ("5\t", "5"),
    ("a\x1b[3~\x1b[1;5C\x1bOP\x00\x0cb", "ab"),
]


@pytest.mark.parametrize(("keys", "left"), EDITED)
def test_what_keys_leave_on_the_line(keys, left):
    one = line()
    one.feed(keys)
    assert one.text == left


def test_enter_ends_lines():
    one = line()
    assert one.feed("lay 5") == []
    assert one.feed("s\rok\n") == ["lay 5s", "ok"]
    assert one.text == ""


def test_tab_that_cannot_decide_shows_the_choices():
    one = line()
    one.feed("5\t")
    assert one.choices == ["5s", "5h"]
    one.feed("s")
    assert one.choices == []


def test_the_end_of_input_counts_on_an_empty_line_only():
    one = line()
    one.feed("a\x04")
    assert not one.ended
    one.feed("\x7f\x04")
    assert one.ended
