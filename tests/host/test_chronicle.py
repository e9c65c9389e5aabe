"""The chronicle of a match: its lines, their records, and when it is over."""

import exported_games
from tablehost.journal.game_log import Chronicle


def chronicle(file, records):
    """The chronicle after these records."""
    made = Chronicle(file.told["players"], True)
    for record in records:
        made.take(record[0], record[4:])
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
