"""Exit status 3, in every verb: a game, a board, a file or another named thing that is not there."""

import re

import pytest

from tablehost.cli.command import main
from tablehost.errors import NOT_FOUND

GAMES = (
    "play nogame",
    "games nogame",
    "rules nogame",
    "cards nogame --out DIR",
    "simulate nogame --games 1",
    "new-game mine --change nogame",
    "deck enrol mine nogame",
    "own nogame",
    "club seat --players Ada,Ben --tables 1 --game nogame",
    "club new Tuesday --players Ada,Ben --tables 1 --game nogame",
)
FILES = (
    "import nofile.jsonl",
    "replay nofile.jsonl",
    "verify nofile.jsonl",
    "verify docs/play/democracy.jsonl --anchor nofile",
    "laws nofile",
    "laws nofile --write out.py",
    "cards democrazy --laws nofile --out DIR",
    "own nofile",
    "data restore nofile",
    "deck import nofile",
    "journal copy nofile other",
    "club seat --players nofile.txt --tables 1",
    "club new Tuesday --players nofile.txt --tables 1 --game democracy",
    "flash --image nofile.uf2",
)
OTHERS = (
    "wire noboard",
    "flash --board noboard",
    "play democracy --resume 7",
    "log 7",
    "verify 7",
    "replay 7",
    "export 7",
    "say end 7",
    "journal forget Nobody",
    "deck show nodeck",
    "deck check nodeck",
    "deck export nodeck",
    "deck retire nodeck",
    "club next noclub",
    "club result noclub 1 1",
    "club standings noclub",
)


@pytest.mark.parametrize("line", GAMES + FILES + OTHERS)
def test_a_thing_that_is_not_there_gives_the_same_status(line, tmp_path, monkeypatch, capsys):
    home = tmp_path / "home"
    monkeypatch.setenv("CARDTABLE_HOME", str(home))
    words = [word.replace("DIR", str(tmp_path / "out")) for word in line.split()]
    status = main(words)
    said = "".join(capsys.readouterr())
    assert status == NOT_FOUND, said
    assert re.search(r"no(game|file|board|deck|club)|Nobody|\b7\b", said), said
