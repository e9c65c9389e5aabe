"""The chronicle of a match: its lines, their records, and when it is over."""

import json

import pytest

import exported_games
from still_session import still_session
from tablehost.cli.command import main
from tablehost.journal.game_log import STAYS, Chronicle
from tablehost.journal.records import read
from tablehost.journal.store import Journal


def chronicle(file, records):
    """The chronicle after these records."""
    made = Chronicle(file.told["players"], True)
    for record in records:
        made.take(record[0], read(record[4:]))
    return made


def test_a_match_that_is_over_stays_so_when_the_table_is_started_again():
    file = exported_games.finished("democracy", 3, 4)
    records = list(file.records())
    assert records[-1][4] == "head"
    assert not chronicle(file, records[:-1]).closed
    last = records[-1][0]
    boots = [[last + 1 + n, 99, 0, 0, "boot", "power", None, None] for n in range(2)]
    again = chronicle(file, [*records, *boots])
    assert again.closed and again.last_g == last


def test_a_start_before_the_last_head_ends_nothing():
    file = exported_games.finished("democracy", 3, 4)
    records = list(file.records())
    boot = [records[-1][0], 99, 0, 0, "boot", "power", None, None]
    assert not chronicle(file, [*records[:-1], boot]).closed


def test_each_line_has_the_record_that_led_to_it():
    file = exported_games.finished("democracy", 3, 4)
    made = chronicle(file, file.records())
    assert len(made.numbers) == len(made.lines)
    numbers = [number for number in made.numbers if number is not None]
    start = next(record for record in file.records() if record[4] == "start")
    assert numbers == sorted(numbers) and numbers[0] == start[0]


def test_a_match_without_computer_is_whole_though_the_table_was_started_again(capsys, new_home):
    """The start behind its last head is another match's: it is no part of the record that is verified."""
    file = exported_games.finished("democracy", 3, 4)
    last = list(file.records())[-1]
    boot = json.dumps([last[0] + 1, last[1] + 1, 0, 0, "boot", "power", None, None], separators=(",", ":"))
    with Journal() as journal:
        journal.append(exported_games.UID, [*file.raws, boot.encode()])
        still_session(journal, uid=exported_games.UID).catch_up()
        (game,) = journal.games()
        assert game.finished and game.last_g == last[0]
    assert main(["verify", "1"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("match", [("democracy", 4, 3), ("demos", 4, 2), ("democrazy", 5, 1)])
def test_after_a_correction_each_fact_that_holds_has_one_line(match):
    """Also the first ones of a stage, which the record that ends the stage before has brought."""
    file = exported_games.finished(*match, corrected=6)
    made = Chronicle(file.told["players"], True)
    corrections = 0
    for entry in file.entries():
        made.take(entry.g, entry.told())
        kinds = [line["kind"] for line in made.lines if line["kind"] not in ("match", *STAYS)]
        assert kinds == [fact[0] for fact in made.shadow.facts]
        corrections += made.shadow.retold
    assert corrections
