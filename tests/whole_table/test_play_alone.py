"""`cardtable play --alone`: whole processes, and what becomes of matches that no computer began."""

import json
import os
import subprocess
import sys

import pytest

from firmware_table import Table
from tablehost.cli import command
from tablehost.errors import Trouble
from tablehost.journal.adoption import adopt
from tablehost.journal.store import Journal
from timeouts import PATIENCE

UID = "e66138528350be2f"


def played(home, words, *options):
    """Return the output, as JSON Lines, when these words are typed at the virtual table."""
    command = [sys.executable, "-m", "tablehost", "play", "--alone", "--by-hand", "-t", "sim:", "--json"]
    done = subprocess.run(
        [*command, "--pace", "0", *options],
        input="\n".join(words) + "\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "CARDTABLE_HOME": str(home)},
    )
    return done, [json.loads(line) for line in done.stdout.splitlines()]


def shown(lines):
    return [line["text"] for line in lines if line.get("kind") == "display"]


def test_a_match_is_set_up_at_the_virtual_table_and_goes_on_another_day(tmp_path):
    """The plug is pulled in the middle of it; the one that was begun then is known as every match is."""
    words = "ok, ok, 1: ok, plug, plug, ok, yes, ok, 2: ok, 4: ok, 6: ok, 2: yes, 2: yes, 2: ok, 2: ok".split(
        ", "
    )
    done, lines = played(tmp_path, words, "--hands", "all", "--seed", "1")
    texts = shown(lines)
    assert "Democracy, 2 to 6 players: OK to play, NO to get out. In: seat 1. YES goes on" in " ".join(texts)
    assert any(text.startswith("DemoS: seats 2, 4 and 6. OK begins") for text in texts)
    match = next(line for line in lines if line.get("kind") == "match")
    assert (match["game"], match["players"]) == ("demos", ["Ben", "Dan", "Finn"])
    assert next(line for line in lines if line.get("kind") == "seated")["pads"] == [1, 3, 5]
    rows = {line["seat"]: line["hand"] for line in lines[lines.index(match) :] if line.get("kind") == "hand"}
    assert {seat: len(hand) for seat, hand in rows.items()} == {0: 5, 1: 5, 2: 5}, (
        "its people have their cards"
    )
    assert "play --alone goes on" in lines[-1]["error"]["hint"]
    done, lines = played(tmp_path, ["ok"], "--hands", "all")
    assert next(line for line in lines if line.get("kind") == "match")["game"] == "demos"
    assert any("All cards lie right. OK goes on" in text for text in shown(lines))
    assert done.returncode == 0 and not done.stderr


def test_who_looks_on_need_not_say_what_is_played():
    for words, wrong in (
        (["democracy"], "which game it is cannot be said"),
        (["--names", "A,B"], "--names cannot be said"),
        (["-o", "days=2"], "-o cannot be said"),
        (["--preset", "short"], "--preset cannot be said"),
        (["--teach"], "--teach cannot be said"),
        (["--open-record"], "no computer agrees on terms"),
    ):
        with pytest.raises(Trouble) as trouble:
            command.run(["play", "--alone", "-t", "sim:", *words])
        assert wrong in trouble.value.message
    with pytest.raises(Trouble) as trouble:
        command.run(["play"])
    assert trouble.value.message == "which game?"


def raws(table):
    journal = table.loop.journal
    records = [journal.get(g) for g in range(journal.lo(), journal.hi() + 1)]
    return [json.dumps(record, separators=(",", ":")).encode() for record in records]


def test_matches_that_no_computer_began_become_games(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    with Journal(tmp_path / "journal.sqlite") as journal:
        journal.append(UID, raws(table))
        assert adopt(journal, UID, False) == []
        for key, pads in (("ok", [0, 0]), ("ok", [1, 4]), ("yes", [1]), ("ok", [4, 4])):
            table.press(key, *pads)
        table.loop.give_up("operator")
        table.run(500_000)
        table.press("ok", 4, 4)
        journal.append(UID, raws(table)[journal.last_g(UID) + 1 :])
        first, second = adopt(journal, UID, False)
        assert (first.game, first.players) == ("democracy", ["Ben", "Eva"])
        assert first.last_g == second.first_g - 1 and second.last_g is None
        assert first.options["days"] == 2 and not first.virtual
        assert adopt(journal, UID, False) == [], "they are known now"
        assert [record.kind for record in journal.game_records(second)][:2] == ["game", "start"]
