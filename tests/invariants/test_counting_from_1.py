"""Seats, pads and readers are counted from 1 on displays, drawings, labels and pages, and by verbs.

Logs, records and the protocol count from 0, and their pages say so.
"""

import re

import pytest

from cardtable import languages
from cardtable.controller.output.display import Display
from cardtable.controller.storage.settings import CHOICES
from cardtable.drivers.oled import Lines
from cardtable.games import registry as games
from cardtable.languages import Language
from crashing_table import Home
from mp32 import ROOT
from tablehost.cli import command
from tablehost.doctor import words as doctor_words
from tablehost.doctor.checks import FAIL, Check
from tablehost.firmware import boards
from tablehost.wiring.pinout import Wires

# A seat, pad or reader of that number, in both languages; also at the head of a list or of a range.
ZERO = re.compile(
    r"\b(?:seat|pad|reader|place|case|lecteur|siège|plate)s?(?: of pads?| de la case| des cases)? 0\b(?!\.)",
    re.IGNORECASE,
)
BOARDS = ("pico_bench", "pico_6pads", "pico_10pads")
# Pages for who writes programs: they count as records do.
FOR_PROGRAMS = ("protocol", "log", "overview", "adding-a-game", "adding-a-board", "journal")
SAY_SO = {"log": "from 0", "protocol": "pad 0"}


def zeros(text):
    return [text[max(0, found.start() - 30) : found.end() + 30] for found in ZERO.finditer(text)]


def test_what_counts_from_0_is_seen():
    for text in ("seat 0", "FAIL  reader 0: does not", "pads 0, 1", "seats 0-5", "la case 0", "lecteur 0 :"):
        assert zeros(text), text
    for text in ("seat 10", "0 seats", "pad 1", "0.5 of a pad", "reader 101", "MISO of pads 1, 2"):
        assert not zeros(text), text


@pytest.mark.parametrize("path", sorted((ROOT / "hardware").glob("*.*")), ids=lambda path: path.name)
def test_drawings_labels_and_lists_of_parts(path):
    text = path.read_text()
    said = " | ".join(re.findall(r">([^<>]+)<", text)) if path.suffix == ".svg" else text
    assert not zeros(said)


@pytest.mark.parametrize("board", BOARDS)
def test_labels_have_the_numbers_that_the_display_says(board):
    board = boards.read(board)
    display = Display(Lines(8, 21), Language("en"))
    page = (ROOT / "hardware" / f"{board.name}-labels.svg").read_text()
    numbers = re.findall(r">(\d+)<", page)
    said = [display.places((seat,)).split()[1] for seat in range(board.seat_pads)]
    assert numbers == said == [str(seat + 1) for seat in range(board.seat_pads)]


@pytest.mark.parametrize("board", BOARDS)
def test_the_wires_of_a_board(board):
    board = boards.read(board)
    for lang in CHOICES["lang"]:
        rows = [row.split()[0] for row in Wires(board, lang).page().splitlines() if "bus" in row[8:40]]
        pads = [row for row in rows if row.isdigit()]
        assert pads[-(board.seat_pads + board.centre_pads) :] == [
            str(pad + 1) for pad in range(board.seat_pads + board.centre_pads)
        ]


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.stem)
def test_pages(page):
    if page.stem not in FOR_PROGRAMS:
        assert not zeros(page.read_text())
    elif page.stem in SAY_SO:
        assert SAY_SO[page.stem] in page.read_text()


@pytest.mark.parametrize("lang", CHOICES["lang"])
def test_every_sentence_with_a_seat_says_1_for_the_first(lang):
    """Of all catalogues of the table, whatever stands for a seat, a list, a move or a row."""
    display = Display(Lines(8, 21), Language(lang))
    display.game = games.load("democrazy")  # which has placeholders of its own
    keys = {
        "s": 0, "l": [0], "place": 0, "p": ["5S"], "g": [[0]], "n": [[7, 8]], "seatrow": "0",
        "moves": [[0, 0, "R"]],
    }  # fmt: skip
    for key, value in keys.items():
        said = display.filled("{" + key + "0}", (value,), "")
        assert re.search(r"\b1\b", said) and not re.search(r"\b0\b", said), (key, said)
    for key in ("seats", "seatrows", "shortrows"):
        args = ("0", "2") if key != "seats" else (0, 2)
        assert re.findall(r"\d+", display.filled("{" + key + "}", args, ""))[-1] == "3", key
    for kind, code, text in languages.rows(lang):
        assert (
            kind in ("cue", "fact")
            or "{place}" not in text
            or "1" in text.format(place=display.places((0,)), laid="", played="", text="")
        ), code


@pytest.mark.parametrize("lang", CHOICES["lang"])
def test_a_sentence_of_doctor_says_1_for_the_first_pad(lang):
    for code, sentence in doctor_words.WORDS[lang].items():
        if "{pad}" in sentence and code.startswith("is "):
            found = Check(code[3:], FAIL, "no-faults", {"pad": 0, "key": "yes", "lamp": 0}).title(lang)
            assert "1" in found and not zeros(found), code
    assert not zeros(doctor_words.fault_text(lang, "dead-bus", 0))


def test_verbs_at_the_virtual_table(tmp_path, monkeypatch, capfd):
    """A match with a fault, its log in words, and what doctor says."""
    home = Home(tmp_path, monkeypatch)
    options = ["--seed", "2", "-o", "days=1", "-o", "target=1", "--faults", "brownout=1"]
    status, said = home.play("democracy", "--players", "3", *options)
    assert status == 0, said
    assert not zeros(said) and "Seated at the pads: Ada 1, Ben 2, Cleo 3." in said
    for verb in (
        ["log", "last"],
        ["verify", "last"],
        ["tables"],
        ["doctor", "-t", "sim:"],
        ["doctor", "--lang", "fr"],
    ):
        capfd.readouterr()
        command.main(verb)
        out, err = capfd.readouterr()
        assert not zeros(out + err), verb
