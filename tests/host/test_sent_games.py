"""Custom games in one file: sent, looked at, and run only after their receiver has said so."""

import io
import warnings
import zipfile

import pytest

import own_game
from tablehost.cli.command import main

pytestmark = pytest.mark.usefixtures("registry")


@pytest.fixture
def at(tmp_path, monkeypatch):
    """A function that goes to the computer of a person."""

    def go(name):
        for variable, folder in (("CARDTABLE_HOME", "home"), ("XDG_CONFIG_HOME", "config")):
            monkeypatch.setenv(variable, str(tmp_path / name / folder))

    go("author")
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.chdir(tmp_path)
    return go


def test_a_friend_plays_what_was_sent(at, tmp_path, registry, capsys):
    folder = own_game.put(tmp_path)
    sent = []
    for name in ("prizes", "again.cardgame"):
        assert main(["own", str(folder), "--write", name]) == 0
        sent.append((tmp_path / name).with_suffix(".cardgame").read_bytes())
    assert sent[0] == sent[1], "the same game is the same bytes"
    digest = registry.OWN["prizes"]
    assert f"(digest {digest})" in capsys.readouterr().out
    registry.NAMES.remove("prizes")
    del registry.OWN["prizes"]
    at("friend")
    assert main(["own", "prizes.cardgame"]) == 5
    said = capsys.readouterr().err
    assert digest in said and "rules.py, words.py" in said and "--trust" in said
    assert not (tmp_path / "friend").exists()
    assert main(["own", "prizes.cardgame", "--trust"]) == 0
    assert registry.OWN["prizes"] == digest
    assert main(["play", "prizes", "--players", "3", "--pace", "0", "--seed", "5", "-o", "hand=2"]) == 0
    assert main(["verify", "last"]) == 0


def test_nothing_of_it_runs_before_that(at, tmp_path):
    marker = tmp_path / "ran"
    put({"mine/rules.py": f"open({str(marker)!r}, 'w')\n{own_game.rules()}"}, tmp_path / "mine.cardgame")
    assert main(["own", "mine.cardgame"]) == 5
    assert main(["own", "mine.cardgame", "--trust"]) == 2, "and rules that open a file are refused"
    assert not marker.exists()


def put(files, path):
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        warnings.simplefilter("ignore")  # a name that is there twice
        for name, text in files.items() if isinstance(files, dict) else files:
            bundle.writestr(name, text)


def cut(data):
    return data[: len(data) // 2]


BAD = {
    "a path above": {"../rules.py": ""},
    "an absolute path": {"/mine/rules.py": ""},
    "a folder in the folder": {"mine/more/rules.py": ""},
    "two games": {"mine/rules.py": "", "other/rules.py": ""},
    "no module": {"mine/rules.txt": ""},
    "a name with a dot": {"mine/..py": ""},
    "nothing": {},
    "a module twice": [("mine/rules.py", "1"), ("mine/rules.py", "2")],
    "many modules": {f"mine/m{number}.py": "" for number in range(65)},
    "very much in little": {"mine/rules.py": "#" * (300 << 10)},
    "a whole film": {"mine/rules.py": b"".join(bytes([one % 251]) for one in range(300 << 10))},
}


@pytest.mark.parametrize("what", BAD)
def test_anything_else_in_such_a_file_is_refused(at, tmp_path, what, capsys):
    put(BAD[what], tmp_path / "mine.cardgame")
    before = sorted(tmp_path.rglob("*"))
    assert main(["own", "mine.cardgame", "--trust"]) == 2
    assert "own FOLDER --write" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04", b"half"])
def test_a_damaged_file_is_refused(at, tmp_path, data, capsys):
    whole = io.BytesIO()
    put({"mine/rules.py": own_game.rules()}, whole)
    (tmp_path / "mine.cardgame").write_bytes(cut(whole.getvalue()) if data == b"half" else data)
    assert main(["own", "mine.cardgame", "--trust"]) == 2
    assert "own FOLDER --write" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(at, capsys):
    assert main(["own", "mine.cardgame"]) == 3
    assert "mine.cardgame cannot be read" in capsys.readouterr().err
