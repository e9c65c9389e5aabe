"""Notes that the firmware writes behind the signed end of a match: each kind, and the match verifies."""

import json
from zlib import crc32

import pytest

from cardtable.controller import loop
from correction_acts import agreed, command, do
from firmware_table import SWEEP_US, everything
from tablehost.cli.command import main
from tablehost.journal import reports
from tablehost.journal.records import IDLE
from tablehost.journal.store import Journal
from tablehost.virtual.pico import FakeMachine

DECK = ["tags iso14443a", "deck friday standard54", "04A224B1C65E80 KD", "04A224B1C65E81 5S"]


def fail(table):
    """A reader stops to answer."""
    table.machine.chips[1].dead = 0x00
    table.run(3_000_000)


def mend(table):
    """A reader works again."""
    fail(table)
    table.machine.chips[1].dead = None
    table.run(15_000_000)


def give_up_parked(table):
    """The computer gives up the match that was parked before this one began."""
    first = next(g for g, record in enumerate(everything(table)) if record[0] == "game")
    assert command(table, "match", "drop", first)[0]


def end_program(table):
    """Ctrl-C at the prompt ends the program; the table is switched off and on afterwards."""
    machine = FakeMachine(table.board, root=f"{table.root}/")
    until = machine.clock.us + 3_000_000
    pressed = []

    def idle(us):
        machine.clock.advance(us or SWEEP_US)
        if machine.clock.us > until and not pressed:
            pressed.append(True)
            raise KeyboardInterrupt

    parts = machine.build()
    parts.idle = idle
    loop.run(parts)
    del table.host
    table.switch_on()


def put_deck(table):
    """The computer puts another deck file on the table."""
    whole = "".join(f"{line}\n" for line in DECK).encode()
    lines = [("line", line) if len(line) < 21 else ("part", line[:20]) for line in DECK]
    assert command(table, "deck", "begin")[0]
    for line, (word, part) in zip(DECK, lines, strict=True):
        assert command(table, word, part)[0]
        if word == "part":
            assert command(table, "line", line[20:])[0]
    assert command(table, "deck", "end", len(DECK), crc32(whole))[0]


def serve(table):
    """A computer looks at the readers."""
    assert command(table, "serve", "begin")[0]


def serve_for_a_while(table):
    """A computer looks at the readers, and is done."""
    serve(table)
    assert command(table, "serve", "end")[0]


WAYS = {
    "fault": fail,
    "cured": mend,
    "dropped": give_up_parked,
    "repl": end_program,
    "deck": put_deck,
    "service": serve,
    "service-over": serve_for_a_while,
}


@pytest.fixture
def over(table):
    """A table at which a match was parked, and the next one is over."""
    table.begin(2)
    assert command(table, "match", "park")[0]
    table.run(1_000_000)
    table.begin(3)
    assert do(table, "end")[0]
    table.run(1_000_000)
    return table


@pytest.mark.parametrize("gone", [("marker",), ("marker", "deck.txt"), ("settings",)])
def test_lost_files_are_never_noted_behind_a_match(over, gone):
    """Only where the journal is lost too, and then the table has another id."""
    for name in gone:
        (over.root / name).unlink(missing_ok=True)
    before = over.loop.end._info[0]
    over.switch_on()
    over.run(1_000_000)
    assert over.loop.end._info[0] == before
    assert "files-lost" not in [note[1] for note in behind_the_end(over)]


CORRECTIONS = [("pause",), ("resume",), ("count", 0), ("void",), ("undo", 1, 0), ("end",), ("leave", 0)]


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_no_correction_writes_behind_the_end(over, correction):
    assert not do(over, *correction)[0]
    agreed(over, 0, 1)
    assert behind_the_end(over) == []


def behind_the_end(table):
    """The notes behind the last signature."""
    records = everything(table)
    signed = max(g for g, record in enumerate(records) if record[:2] == ["note", "signed"])
    return [record for record in records[signed + 1 :] if record[0] == "note"]


def recorded(table):
    """Put the last match of the table into the journal of this home; return its number and its records."""
    command(table, "match", "list")  # it greets the table, which then hands over all
    table.host.run(5)
    rows = table.host.disk.rows
    raws = [rows[g] for g in sorted(rows)]
    assert len(raws) == table.loop.journal.hi() + 1
    first = max(g for g, raw in enumerate(raws) if json.loads(raw)[4] == "game")
    uid = table.host.end.uid
    with Journal() as journal:
        number = journal.create_game(uid, "democracy", ["Ada", "Ben", "Cleo"], {}, True, first_g=first)
        journal.append(uid, raws)
    return number, len(raws) - first


def test_each_note_of_an_idle_table_has_its_way():
    assert set(WAYS) == set(IDLE)


@pytest.mark.parametrize("code", WAYS)
def test_the_firmware_writes_it_behind_the_end_and_the_match_verifies(over, new_home, code):
    WAYS[code](over)
    told = behind_the_end(over)
    assert code in [note[1] for note in told] and {note[1] for note in told} <= set(IDLE), told
    number, count = recorded(over)
    with Journal() as journal:
        report = reports.report_on_recorded(journal, journal.game(number), reports.Request())
    rows = {part: text for _, part, text in reversed(report.rows)}
    assert not report.failures and rows["order"].startswith(f"{count} records"), report.rows
    assert "signs all before it" in "".join(text for _, _, text in report.rows)
    assert main(["verify", str(number)]) == 0, "also once its end is known"
