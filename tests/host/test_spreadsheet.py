"""CSV: a spreadsheet computes no cell of it, whatever it takes for the end of a cell."""

import ast
import csv
import io
from pathlib import Path

import pytest

import exported_games
import tablehost
from called_command import run
from tablehost.journal import gamefile
from tablehost.spreadsheet import dump_csv

pytestmark = pytest.mark.usefixtures("new_home")

NAMES = ["=1+1", "+1", "-1", "@SUM(A1)", "Ben;=1+1", "\uff1d2+2", "Zoe", "a=b"]
OTHERS = ["\t=1+1", "\r=1+1", " =1+1", "Ben\t=1+1", "Ben\n=1+1", "\tBen", '=HYPERLINK("x")', "a; \uff0b1"]


def computed(text):
    """Return the cells that a spreadsheet would compute, with any usual separator; a number is none."""
    found = []
    for separator in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            for cell in row:
                begin = cell.lstrip()[:1]
                is_number = cell.removeprefix("-").replace(".", "", 1).isdigit()
                if begin and begin in "=+-@\uff1d\uff0b\uff0d\uff20" and not is_number:
                    found.append(cell)
    return found


@pytest.mark.parametrize("text", NAMES + OTHERS)
def test_no_text_begins_a_formula(text):
    told = dump_csv([["figure", text, -5, -0.25, None, text], [text]])
    assert computed(told) == [] and not told.startswith(("\t", "\r"))
    first = next(csv.reader(io.StringIO(told, newline="")))
    assert first[2:5] == ["-5", "-0.25", ""], "a number stays one"
    assert first[1].replace("'", "") == text, "nothing else is changed"


def test_a_usual_text_is_as_it_was():
    assert dump_csv([["Zoe", "a=b", "O'Neill", "Anne-Marie", "Ada; Ben", 1]]).strip() == (
        "Zoe,a=b,O'Neill,Anne-Marie,Ada; Ben,1"
    )


def by_matches(capsys, tmp_path):
    file = exported_games.finished("democracy", 4, 7)
    file.told["players"] = NAMES[1:5]
    (tmp_path / "game.jsonl").write_text(gamefile.to_lines(file))
    assert run(capsys, "import", str(tmp_path / "game.jsonl"))[0] == 0
    return run(capsys, "matches", "--csv")


def by_seating(capsys, tmp_path):
    return run(
        capsys, "club", "seat", "--players", ",".join(NAMES), "--tables", "2", "--rounds", "1", "--csv"
    )


def by_standings(capsys, tmp_path):
    words = ("--game", "democracy", "--players", ",".join(NAMES), "--tables", "2", "--rounds", "1")
    assert run(capsys, "club", "new", "Tuesday", *words)[0] == 0
    return run(capsys, "club", "standings", "Tuesday", "--csv")


def by_simulation(capsys, tmp_path):
    names = ("--names", ",".join(NAMES[1:5]))
    return run(capsys, "simulate", "democracy", "--games", "2", "--jobs", "1", *names, "--csv", "-")


@pytest.mark.parametrize("write", [by_matches, by_seating, by_standings, by_simulation])
def test_a_name_is_never_a_formula(capsys, tmp_path, write):
    status, out, err = write(capsys, tmp_path)
    assert (status, err) == (0, "")
    assert NAMES[3] in out and computed(out) == []


def test_one_function_writes_all_csv():
    folder = Path(tablehost.__file__).parent
    writers = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        and "csv" in (getattr(node, "module", None), *(name.name for name in node.names))
    ]
    assert writers == ["spreadsheet.py"]
