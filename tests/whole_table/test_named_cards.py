"""A card that cannot be read is named by hand: through the firmware, `verify`, and files of every format."""

import json

import pytest

from cardtable.wire.records import ruled
from correction_acts import agreed, do, handed_over, pick, spoil
from firmware_table import CENTRE, PASSED_US
from tablehost.cli.command import main
from tablehost.journal import gamefile
from tablehost.journal.store import Journal

MIDDLE = 10  # as a place; CENTRE is its pad


def by_the_operator(table):
    """The card of seat 1, and then one in the middle, which lies open."""
    assert do(table, "name", 1, "?")[0]
    table.press("ok", 0)
    assert do(table, "name", 1, "AH")[0]
    table.clear()
    table.lay(CENTRE, "QD", PASSED_US)
    assert do(table, "name", MIDDLE, "QD")[0]
    assert table.asked == "lay-face-down"


def by_two_seats(table):
    agreed(table, 1, 2)
    pick(table, 1, "correct-name")
    table.press("ok", 2)
    table.press("ok", 0)
    agreed(table, 1, 0)
    pick(table, 1, "correct-name")
    while "hearts" not in table.says:
        table.press("yes", 1)
    table.press("ok", 1)
    while "A of hearts" not in table.says:
        table.press("yes", 1)
    table.press("ok", 1)
    table.press("ok", 0)
    table.clear()


@pytest.fixture(params=[by_the_operator, by_two_seats])
def game(request, laying, tmp_path, monkeypatch):
    """The path of the game that the table handed over, as it was exported."""
    table = laying
    home = tmp_path / "home"
    monkeypatch.setenv("CARDTABLE_HOME", str(home))
    spoil(table, "AH", "QD")
    for pad, card in enumerate(["5S", "AH", "4D"]):
        table.lay(pad, card, PASSED_US)
    request.param(table)
    assert table.loop.dialogue is None
    handed_over(table)
    path = tmp_path / "game.jsonl"
    assert main(["export", "1", "--out", str(path)]) == 0
    return path


def verified(capsys, what):
    capsys.readouterr()
    status = main(["verify", str(what)])
    return status, capsys.readouterr().out


def fixes(raws):
    return [json.loads(raw)[7] for raw in raws if json.loads(raw)[4] == "fix"]


def test_it_is_sound_and_every_format_keeps_it(game, capsys, tmp_path, monkeypatch):
    status, out = verified(capsys, "last")
    assert status == 0 and "FAIL" not in out, out
    assert "3 of 3 hidden values were opened, as they were committed to, 1 named by hand" in out
    raws = gamefile.read(game).raws
    named = [fix for fix in fixes(raws) if fix[0] == "name"]
    assert [type(fix[2]) for fix in named][:2] == [type(None), int]
    paths = {}
    for form in ("jsonl", "bundle"):
        paths[form] = tmp_path / form
        assert main(["export", "1", "--format", form, "--out", str(paths[form])]) == 0
    for form, path in paths.items():
        monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / f"home of {form}"))
        assert main(["import", str(path)]) == 0
        with Journal() as journal:
            again = [record.body for record in journal.game_records(journal.game(1))]
        status, out = verified(capsys, "last")
        assert again == raws and status == 0
        assert main(["log", "1", "--json"]) == 0
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [line["what"] for line in told if line["kind"] == "correction"][:2] == ["name", "name"]


def test_a_changed_name_is_found(game, capsys):
    file = gamefile.read(game)
    at = next(i for i, raw in enumerate(file.raws) if json.loads(raw)[4] == "fix" and json.loads(raw)[7][2])
    for here, change in (
        (at, lambda record: record[7].__setitem__(2, record[7][2] + 1)),
        (at, lambda record: record[7].__setitem__(-1, 2)),
        (at + 1, lambda record: record[7].__setitem__(0, 40)),
    ):
        record = json.loads(file.raws[here])
        assert ruled(record[4:]) is not None
        change(record)
        forged = gamefile.GameFile(file.uid, file.told, list(file.raws), [], [])
        forged.raws[here] = json.dumps(record, separators=(",", ":")).encode()
        game.write_text(gamefile.to_lines(forged))
        status, out = verified(capsys, game)
        assert status == 6 and "FAIL  chain" in out, out
