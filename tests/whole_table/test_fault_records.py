"""A computer's messages about the faults that a table has put on record."""

import json

import pytest

from cardtable.languages import rows
from correction_acts import handed_over
from tablehost.cli.command import main
from tablehost.plugins import narration


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
