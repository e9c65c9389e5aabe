"""What a computer says of the faults that a table has put on record."""

import json

import pytest

from cardtable.languages import rows
from correction_acts import do
from tablehost.cli.command import main
from tablehost.games import narration
from tablehost.journal.game_log import close_game, load_chronicle
from tablehost.journal.store import Journal

PLAYERS = ["Ada", "Ben", "Cleo"]


def handed_over(table):
    """Game 1 of this computer is the match of the table, which ends here."""
    assert do(table, "end")[0]
    table.host.run(3)
    disk = table.host.disk
    raws = [disk.rows[row] for row in sorted(disk.rows)]
    first = next(i for i, raw in enumerate(raws) if json.loads(raw)[4] == "game")
    with Journal() as journal:
        journal.create_game(table.host.end.uid, "democracy", PLAYERS, {}, True, first_g=first)
        journal.append(table.host.end.uid, raws)
        game = journal.game(1)
        close_game(journal, game, load_chronicle(journal, game).lines)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))


def test_log_and_verify_tell_a_fault_and_its_cure(laying, home, capsys):
    chip = laying.machine.chips[1]
    chip.dead = 0x00
    laying.run(3_000_000)
    chip.dead = None
    laying.run(15_000_000)
    laying.machine.chips[2].dead = 0x00
    laying.run(3_000_000)
    handed_over(laying)
    assert main(["log", "1"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "reader" in line]
    assert told == [
        "  At the table: the reader of Ben does not answer.",
        "  No longer: the reader of Ben does not answer.",
        "  At the table: the reader of Cleo does not answer.",
    ]
    assert main(["verify", "1"]) == 0, "a fault makes no record wrong"
    told = [line for line in capsys.readouterr().out.splitlines() if " faults: " in line]
    assert "the reader of pad 2 does not answer, and no longer at record " in told[0]
    assert told[1].endswith("the reader of pad 3 does not answer, and was so to the end of what is here")
    assert main(["log", "1", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"kind": "fault", "what": "cured", "code": "dead-bus", "pad": 1} in lines


def test_every_fault_that_the_table_has_a_sentence_for_the_computer_has_too():
    assert set(narration.STORY.kind("fault")) == {code for kind, code, _ in rows("en") if kind == "fault"}
