"""Text from elsewhere never reaches a terminal as a control character, an escape or a mark of direction."""

import io
import json
import os
import sys
import unicodedata

import pytest

import exported_games
from drawn import Drawn
from tablehost.cli.command import main
from tablehost.console.output import tell
from tablehost.console.terminal import Guard, control, escape, escape_all, guarded, one_line
from tablehost.errors import Trouble
from tablehost.files import dump_line
from tablehost.journal import columns
from tablehost.journal.store import BroughtGame, Journal
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary

# One of each kind: bell, escape, delete, C1 control sequence, both directions, isolates, separators, a tag,
# a private character, half a character.
EVIL = "\a\x1b[2J\x1b]0;owned\a\x7f\x9b31m\u202e\u2066\u2028\u2029\u200f\U000e0041\ue000\ud800"
FORGED = "Ada\nok    rules: forged"


def is_clean(text):
    return all(char == "\n" or char.isprintable() or unicodedata.category(char) == "Zs" for char in text)


def test_every_unsafe_character_is_its_json_escape():
    shown = escape(EVIL)
    assert is_clean(shown) and "\\u001b[2J" in shown and "\\u202e" in shown and "\\ud800" in shown
    assert json.loads(f'"{shown}"') == EVIL, "a line of JSON keeps its meaning"
    assert escape(shown) == shown
    for code in range(0x3000):
        assert is_clean(escape(chr(code))), hex(code)


def test_files_written_by_people_stay():
    for text in ("Zoë, 你好 ♠ ▒ 10 €", "Où\u00a0? l\u202f!", "two\nlines"):
        assert escape(text) == text
    assert one_line("two\nlines\t") == "two\\nlines\\t"


def test_nested_values_are_escaped_with_the_names_of_their_members():
    assert escape_all({"a\x1b": ["\n", 1, None, {"b": "\u202e"}]}) == {
        "a\\u001b": ["\\n", 1, None, {"b": "\\u202e"}]
    }


def test_only_control_passes_a_guard():
    out = io.StringIO()
    guard = Guard(out)
    print("\x1b[2J", file=guard)
    guard.writelines(["\a", "\r"])
    control(guard, "\x1b[1m")
    assert out.getvalue() == "\\u001b[2J\n\\u0007\\r\x1b[1m"


def test_streams_are_guarded_for_a_command_and_no_longer(capsys):
    with guarded(), guarded():
        print(EVIL)
    print("\a", end="")
    assert capsys.readouterr().out == escape(EVIL) + "\n\a"


def test_trouble_is_one_line_and_its_hint_forges_none(capsys):
    with guarded():
        tell(Trouble("X", f"{FORGED}{EVIL}", "hint\x1b[2J\nmore"), False)
    err = capsys.readouterr().err
    assert is_clean(err) and len(err.splitlines()) == 3


LONG = (
    "the table did not answer within ten seconds, and what it had recorded before is safe\n"
    "  look at its cable, then: cardtable play democracy --resume last --players Ada,Ben,Cleo,Dan\n"
    "the log: /home/ada/.local/share/cardtable/games/a-folder-with-a-long-name/1.jsonl"
)


class Wide:
    """A stream with a terminal of so many columns behind it."""

    def __init__(self, columns, monkeypatch):
        self.text = ""
        monkeypatch.delenv("COLUMNS", raising=False)
        monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((columns, 24)))

    def isatty(self):
        return True

    def fileno(self):
        return 2

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_trouble_breaks_between_the_words_of_a_terminal(columns, monkeypatch):
    stream = Wide(columns, monkeypatch)
    monkeypatch.setattr("sys.stderr", stream)
    with guarded():
        tell(Trouble("X", "nothing is lost; " * 9 + "end", LONG), False)
    lines = stream.text.split("\n")
    assert all(len(line) <= columns or " " not in line.strip() for line in lines), lines
    assert stream.text.split() == f"cardtable: {'nothing is lost; ' * 9}end {LONG}".split(), (
        "words stay whole"
    )
    assert len(lines) > 4 and stream.text.endswith(".jsonl\n")
    hint = lines[lines.index(next(line for line in lines if line.startswith("  look"))) :]
    command = hint[: hint.index(next(line for line in hint if not line.startswith("  ")))]
    assert len(command) == -(-91 // columns) or columns == 40, "as few lines as there can be"


def test_a_line_that_fits_and_one_in_a_pipe_are_as_they_were(monkeypatch):
    fits = "  two  words" + " " * 3 + "x" * 25
    stream = Wide(40, monkeypatch)
    monkeypatch.setattr("sys.stderr", stream)
    with guarded():
        print(fits, file=sys.stderr)
    assert stream.text == fits + "\n" and len(fits) == 40
    piped = io.StringIO()
    monkeypatch.setattr("sys.stderr", piped)
    with guarded():
        tell(Trouble("X", "short", LONG), False)
    assert piped.getvalue() == f"cardtable: short\n{LONG}\n"


def test_json_is_one_line_at_any_terminal(monkeypatch):
    stream = Wide(40, monkeypatch)
    monkeypatch.setattr("sys.stdout", stream)
    with guarded():
        tell(Trouble("X", "short", LONG), True)
    assert LONG in json.loads(stream.text)["error"].values() and stream.text.count("\n") == 1


def test_a_french_mark_does_not_begin_a_line(monkeypatch):
    stream = Wide(40, monkeypatch)
    monkeypatch.setattr("sys.stderr", stream)
    with guarded():
        print("x" * 35 + " mot : la suite de la phrase", file=sys.stderr)
    assert stream.text == "x" * 35 + "\nmot : la suite de la phrase\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def without_own_codes(text):
    """Return the text that is left once the picture's own sequences are gone."""
    for code in ("\x1b[J", "\x1b[0m", "\x1b[2m", "\x1b[1m"):
        text = text.replace(code, "")
    return "".join(part.partition("F")[2] if i else part for i, part in enumerate(text.split("\x1b[")))


def test_the_picture_shows_names_lines_and_display_escaped(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "60")
    out = Terminal()
    match = Presenter(["\x1bA\u202e", "Ben\n"], vocabulary.load("en", "democracy"))
    match.attach(Drawn(out))
    head = {"kind": "match", "game": "democracy", "players": ["\x1bA\u202e", "B\n"], "virtual": False}
    match.line({**head, "options": {"\a": EVIL}})
    match.see("." * 18, [None] * 3, 2)
    match.display(EVIL)
    match.remark(EVIL)
    match.line({"kind": "odd" + EVIL, "x": EVIL, "y": [EVIL]})
    match.line({"kind": "pause", "what": "pause", "by": [EVIL]})
    told = out.getvalue()
    assert "\\u001bA\\u202e" in told and is_clean(without_own_codes(told).replace("\r", ""))


# -- every verb --------------------------------------------------------------------------------------------


@pytest.fixture
def poisoned(tmp_path, monkeypatch):
    """A journal with a game that an earlier version took in: everything in it is evil."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    here = tmp_path / "outer" / "here"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    file = exported_games.finished("democracy", 3, 4)
    told = {
        **file.told,
        "game": "democracy",
        "players": [f"A{EVIL[:-1]}", FORGED, "Cleo"],
        "options": {**file.told["options"], f"evil{EVIL[:-1]}": f"x{EVIL[:-1]}"},
        "started": f"20\x1b[2J26{EVIL[:-1]}",
        "result": {"winners": [0, 99, None, "x"], "totals": EVIL[:-1]},
    }
    notes = [(3, {"kind": "deal", "day": EVIL[:-1], "hand": 1, "hands": [[FORGED]], "pool": [EVIL[:-1]]})]
    with monkeypatch.context() as earlier, Journal() as journal:
        earlier.setattr(columns, "check_written", lambda *_: None)  # that version checked no rows
        journal.take_in([BroughtGame(f"e{EVIL[:-1]}/../..", file.raws, [], notes, told)])
        journal.remember_fork(f"u{EVIL[:-1]}", 3, b"[]")
    return here


VERBS = [
    [],
    ["tables"],
    ["log", "1"],
    ["replay", "1", "--pace", "0"],
    ["verify", "1"],
    ["rules", "1"],
    ["export", "1"],
    ["export", "1", "--format", "bundle"],
    ["import", f"x{EVIL}"],
    ["verify", f"x{EVIL}"],
    ["replay", f"x{EVIL}"],
    [f"x{EVIL}"],
    ["play", f"x{EVIL}"],
    ["play", "democracy", "-o", f"x{EVIL}=1"],
    ["play", "democracy", "--names", f"x{EVIL},y"],
    ["play", "democracy", "-t", f"x{EVIL}"],
    ["games", f"x{EVIL}"],
    ["say", f"x{EVIL}"],
    ["deck", "show", f"x{EVIL}"],
]


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(
    "words", VERBS, ids=lambda words: " ".join(words).encode("ascii", "replace").decode()
)
def test_no_verb_shows_what_is_evil(poisoned, capsys, words, as_json):
    status = main([*words, "--json"] if as_json else words)
    out, err = capsys.readouterr()
    assert is_clean(out) and is_clean(err), (out, err)
    assert out or err
    assert "\nok    rules: forged" not in out + err, "no text forges a line"
    if as_json and words:
        for line in out.splitlines():
            json.loads(line)
    assert status in (0, 2, 3, 5, 6)
    outside = [*poisoned.parent.iterdir(), *poisoned.parent.parent.iterdir()]
    assert {path.name for path in outside} == {"here", "outer", "home"}, "nothing is written elsewhere"


def test_a_poisoned_game_is_not_exported(poisoned, capsys):
    before = sorted(poisoned.iterdir())
    assert main(["export", "1"]) == 6
    assert is_clean(capsys.readouterr().err) and sorted(poisoned.iterdir()) == before


def test_an_open_log_of_elsewhere_is_shown_escaped(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    head = {"kind": "match", "game": "democracy", "rules": EVIL[:-1], "players": [EVIL[:-1], FORGED],
            "options": {"days": EVIL[:-1]}, "virtual": True}  # fmt: skip
    odd = {"kind": "odd", EVIL[:-1]: EVIL[:-1]}
    log.write_text(dump_line(head) + "\n" + dump_line(odd) + "\n")
    assert main(["replay", str(log), "--pace", "0"]) == 0
    out, err = capsys.readouterr()
    assert is_clean(out + err) and "\\u001b" in out and "\nok    rules" not in out
    assert main(["replay", str(log), "--json"]) == 0
    out, _ = capsys.readouterr()
    assert is_clean(out) and json.loads(out.splitlines()[1]) == odd
