"""Laws of one's own: a good file becomes the rows of the game, a bad one names line, field and values."""

import importlib.util
import json

import pytest

from cardtable.games.democrazy import own_laws as democrazy_own
from cardtable.games.democrazy.law import read_row
from cardtable.games.democrazy.law_rows import LAWS
from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.games.democrazy.law_file import own_laws, read

GOOD = {"id": "B01", "c": "blue", "k": "W", "s": "RED", "fx": [{"op": "value", "color": "R", "pts": 2}]}
RED = {"id": "R01", "c": "red", "k": "B", "fx": [{"op": "draw", "who": "all", "n": 1}]}


def write(path, *laws):
    path.write_text("".join(json.dumps(law) + "\n" for law in laws), encoding="utf-8")
    return path


def as_json(row):
    """A row of the game as the line that an owner would write."""
    words = row.split(" ")
    law = {"id": words[0], "c": "red" if row[0] == "R" else "blue", "k": "W" if words[1] == "white" else "B"}
    law["src"] = words[2]
    at = 3
    while "=" in words[at]:
        key, _, value = words[at].partition("=")
        law[{"symbol": "s"}.get(key, key)] = {"tags": value.split(","), "spice": value}.get(key, value)
        at += 1
    if "spice" in law:
        law["spice"] = int(law["spice"])
    law["fx"] = [operation(one.split(" ")) for one in " ".join(words[at:]).split(" ; ")]
    return law


def operation(words):
    found = {"op": words[0]}
    for i, word in enumerate(words[1:], 1):
        key, is_argument, value = word.partition("=")
        if not is_argument:
            found["do"] = [operation(words[i:])]
            break
        if "|" in value:
            found[key] = [number(one) for one in value.split("|")]
        else:
            found[key] = number(value)
    return found


def number(value):
    return int(value) if value.lstrip("-").isdigit() else value


@pytest.mark.parametrize("rows", [LAWS, democrazy_own.LAWS])
def test_the_decks_of_the_game_can_be_written_by_hand(rows, tmp_path):
    assert read(write(tmp_path / "laws.jsonl", *map(as_json, rows))) == list(rows)


def test_every_row_is_one_that_the_game_reads(tmp_path):
    for row in read(write(tmp_path / "laws.jsonl", GOOD, RED)):
        law = read_row(0, row)
        assert law.operations
    assert read(tmp_path / "laws.jsonl")[0] == "B01 white own symbol=RED value color=R pts=2"


def test_an_if_may_be_an_object(tmp_path):
    for written in ({"colors": 1}, "colors:1"):
        law = {**GOOD, "fx": [{"op": "bonus", "if": written, "pts": 10}]}
        assert read(write(tmp_path / "laws.jsonl", law)) == [
            "B01 white own symbol=RED bonus if=colors:1 pts=10"
        ]


def fx(**more):
    return {**RED, "fx": [{"op": "draw", "who": "all", "n": 1, **more}]}


BAD = [
    ({**RED, "id": "R41"}, "line 2, id", "R01 to R40"),
    ({**RED, "id": "B07"}, "line 2, id", "red law"),
    ({**RED, "c": "rad"}, "line 2, c", "did you mean red?"),
    ({**RED, "k": "G"}, "line 2, k", "there is: W, B"),
    ({**RED, "sybol": "X"}, "line 2, sybol", "there is: id"),
    ({key: RED[key] for key in ("id", "c", "k")}, "line 2, fx", "missing"),
    ({**RED, "fx": []}, "line 2, fx", "at least one"),
    ({**RED, "s": "A B"}, "line 2, s", "single word"),
    ({**RED, "s": "?"}, "line 2, s", "gap"),
    ({**RED, "spice": 4}, "line 2, spice", "from 1 to 3"),
    ({**RED, "tags": "colour"}, "line 2, tags", "list of words"),
    ({**RED, "fx": [{"op": "drow"}]}, "line 2, fx 1 op", "did you mean draw?"),
    ({**RED, "fx": [{"op": "value", "color": "R", "pts": 1}]}, "line 2, fx 1 op", "lose_all"),
    (fx(who="al"), "line 2, fx 1 who", "did you mean all?"),
    (fx(n="2"), "line 2, fx 1 n", "from 1 to 60"),
    (fx(n=True), "line 2, fx 1 n", "from 1 to 60"),
    (fx(nn=2), "line 2, fx 1 nn", "did you mean n?"),
    ({**RED, "fx": [{"op": "repeal", "which": "newest"}]}, "line 2, fx 1 which", "oldest"),
    ({**RED, "fx": [{"op": "pass", "what": "colour:B", "dir": "left"}]}, "line 2, fx 1 what", "color:B"),
    (
        {**GOOD, "id": "B02", "fx": [{"op": "turn_start", "do": [{"op": "draw", "who": "yes", "n": 1}]}]},
        "who",
        "all",
    ),
    ({**GOOD, "id": "B02", "fx": [{"op": "bonus", "pts": 3}]}, "fx 1 bonus", "either"),
    ({**GOOD, "id": "B02", "fx": [{"op": "threshold", "num": 3, "den": 2}]}, "fx 1 num", "more votes"),
    (GOOD, "line 2, id", "line 1 already"),
    (["R01"], "line 2", "object"),
]


@pytest.mark.parametrize(("law", "where", "told"), BAD)
def test_a_bad_law_is_reported_with_line_field_and_values(law, where, told, tmp_path):
    with pytest.raises(Trouble) as caught:
        read(write(tmp_path / "laws.jsonl", GOOD, law))
    trouble = caught.value
    assert where in trouble.message and "\n" not in trouble.message
    assert told in trouble.message + "\n" + trouble.hint


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_may_come_from_an_editor_of_windows(encoding, tmp_path):
    path = write(tmp_path / "laws.jsonl", GOOD, RED)
    rows = read(path)
    path.write_bytes(path.read_text(encoding="utf-8").replace("\n", "\r\n").encode(encoding))
    assert read(path) == rows


def test_a_file_without_laws_is_refused(tmp_path):
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "text").write_text("{'id': 1}\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("empty", "text", "bytes", "nothing"):
        with pytest.raises(Trouble):
            read(tmp_path / name)


def test_the_command_checks_and_writes(tmp_path, capsys):
    path = write(tmp_path / "laws.jsonl", *map(as_json, LAWS))
    module = tmp_path / "democrazy_own.py"
    assert main(["laws", str(path), "--write", str(module)]) == 0
    assert "74 laws: 30 red, 44 blue; 37 with a white circle" in capsys.readouterr().out
    spec = importlib.util.spec_from_file_location("own", module)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    assert loaded.LAWS == LAWS
    assert loaded.__doc__.endswith("see `law_rows`.")
    assert main(["laws", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["data"]
    assert data["serves"] == [4, 5, 6, 7, 8, 9, 10] and data["rows"] == list(LAWS)
    assert main(["laws", "--write", str(module)]) == 2


def test_too_few_laws_are_reported(tmp_path):
    data, told, _ = own_laws(write(tmp_path / "laws.jsonl", *map(as_json, LAWS[:60])))
    assert data["serves"] == [4, 5, 7] and "4, 5, 7 players" in told
