"""A board that is known under another id, a journal on another board, a program that cannot be checked."""

import pytest

from tablehost.cli.command import main
from tablehost.firmware.program import LACKING
from tablehost.journal.store import Journal
from tablehost.link import known_tables
from tablehost.link.conversation import Conversation
from tablehost.link.events import Remark

BOARD, ANEW, OTHER = "ab" * 8, "ab" * 8 + "-00112233", "cd" * 8
BOOT = b'[0,1,0,0,"boot","power",null,null]'
GAME = b'[1,1,1,0,"game","0011223344556677","blind","shown","AA","BB"]'


@pytest.fixture
def journal(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with Journal() as journal:
        yield journal


def meet(journal, uid, digest="0123456789abcdef", records=()):
    told = known_tables.remember_program(journal, uid, digest)
    journal.remember_table(uid, "0.1.0", 1, False)
    for record in records:
        told.append(known_tables.moved_remark(journal, uid, record))
    journal.append(uid, records)
    return told


def listed(capsys):
    capsys.readouterr()
    assert main(["tables"]) == 0
    return capsys.readouterr().out


def test_a_board_that_is_known_under_another_id_is_reported_once_and_then_listed(journal, capsys):
    assert meet(journal, OTHER) == meet(journal, BOARD) == meet(journal, BOARD) == []
    (told,) = meet(journal, ANEW)
    assert f"the board of table {ANEW} is known as {BOARD}" in told and "is safe here" in told
    assert meet(journal, ANEW) == [] and meet(journal, BOARD) == []
    assert listed(capsys).count("is known as") == 1


def test_a_journal_on_another_board_is_recognized_by_its_matches(journal):
    assert meet(journal, BOARD, records=[BOOT, GAME]) == [None, None]
    boot, game = meet(journal, OTHER, records=[BOOT, GAME])
    assert boot is None, "the first record of every table is the same"
    assert f"the journal of this table, {OTHER}, was that of {BOARD} before" in game
    assert known_tables.moved_remark(journal, OTHER, GAME.replace(b"00112233", b"00112234")) is None


def test_a_table_that_does_not_tell_its_program_says_so_until_it_does(journal, capsys):
    for _ in range(2):
        (told,) = meet(journal, BOARD, LACKING)
        assert f"table {BOARD} does not tell which program it runs: it plays" in told
    assert told in listed(capsys)
    assert meet(journal, BOARD) == [] and "which program" not in listed(capsys)


class Line:
    """The table's line."""

    def __init__(self, table):
        self.table = table
        self.said = b""

    def wait(self, seconds):
        self.table.run(100_000)
        self.said = self.table.machine.usb.take()

    def read(self):
        said, self.said = self.said, b""
        return said

    def write(self, data):
        self.table.machine.usb.feed(data)


def test_the_table_itself_reports_that_its_program_is_unknown(table, journal):
    session = Conversation(journal, Line(table), False)
    told = []
    session.greet(told.append)
    session.until(Remark, lambda event: True, "a remark", told.append)
    assert known_tables.remarks(journal) == [known_tables._unchecked(session.uid)]
