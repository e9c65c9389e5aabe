"""Tables that play while their PostgreSQL is away, or its disks are full: nothing is lost or doubled."""

import json
import os
import threading
import time
from contextlib import contextmanager
from itertools import pairwise

import pytest

from called_command import run
from tablehost.folders import home
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Journal

MATCH = ("play", "democracy", "--players", "4", "--seed", "7", "-t", "sim:", "--pace", "0", "-o", "days=1")
MOST_US = 10_000_000  # between two records of simulated people, who think for a moment
UIDS = ("aa", "bb")


# --- matches ------------------------------------------------------------------------------------------


def count_acts():
    """Return how many acts the people at the virtual table have done."""
    return sum(rows.read_bytes().count(b"\n") for rows in home().rglob("people/*.rows"))


def play_without(take_away, bring_back, capsys, seconds):
    """Play a match. In it the database goes away, for so long (s) and until most of the match is played."""

    def interrupt():
        with Journal() as journal:
            while not journal.games() or journal.last_g(journal.games()[0].uid) < 20:
                time.sleep(0.02)
        take_away()
        back, enough = time.monotonic() + seconds, count_acts() + 300
        while time.monotonic() < back or count_acts() < enough:
            time.sleep(0.02)
        bring_back()

    thread = threading.Thread(target=interrupt, daemon=True)
    thread.start()
    status, _, fault = run(capsys, *MATCH)
    assert status == 0, fault
    thread.join()
    assert fault.count("keeps its records") == fault.count("the database is back") == 1, fault
    assert run(capsys, "verify")[0] == 0
    with Journal() as journal:
        (game,) = journal.games()
        records = journal.records(game.uid)
    assert game.result is not None
    assert [record.g for record in records] == list(range(len(records)))
    assert max(after.us - before.us for before, after in pairwise(records)) < MOST_US
    return fault


def test_a_table_plays_on_while_the_server_is_away(postgres, club, new_home, monkeypatch, capsys):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    play_without(postgres.stop, postgres.start, capsys, 3)


@pytest.mark.slow
def test_a_table_plays_on_while_the_server_is_away_for_five_minutes(
    postgres, club, new_home, monkeypatch, capsys
):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    play_without(postgres.stop, postgres.start, capsys, 300)


def test_a_table_plays_on_while_the_disk_of_the_server_is_full(small_disks, new_home, monkeypatch, capsys):
    server, _, tables = small_disks
    monkeypatch.setenv("CARDTABLE_DATABASE", server.new_club().player)
    fault = play_without(tables.fill, tables.make_room, capsys, 1)
    assert "disk" in fault and "No space left" in fault


# --- appends while a disk is full -----------------------------------------------------------------------


def record(g):
    """Return a record that no server packs into less room."""
    return json.dumps([g, 1, g, 0, "note", os.urandom(20_000).hex()], separators=(",", ":")).encode()


@contextmanager
def appending(club, on_absence):
    """Two tables that append; yields (append, acknowledged), of which the first one appends a record each."""
    acknowledged = {uid: [] for uid in UIDS}
    with Journal(club.player) as one, Journal(club.player) as other:

        def append():
            for uid, journal in zip(UIDS, (one, other), strict=True):
                journal.database.on_absence = on_absence
                news = record(len(acknowledged[uid]))
                assert journal.append(uid, [news]) == len(acknowledged[uid])
                acknowledged[uid].append(news)

        yield append, acknowledged
    with Journal(club.player) as journal:
        for uid in UIDS:
            assert [row.body for row in journal.records(uid)] == acknowledged[uid]


def append_on_full_disk(club, disk, wait, is_enough):
    """Append before, while and after a disk is full; `wait` makes room."""
    with appending(club, wait) as (append, _):
        append()
        disk.fill()
        while not is_enough():
            append()
        append()


def test_tables_that_cannot_grow_lose_and_double_nothing(small_disks):
    server, _, tables = small_disks
    reasons = []

    def wait(reason, _):
        reasons.append(reason)
        if len(reasons) == 3:
            tables.make_room()

    append_on_full_disk(server.new_club(), tables, wait, lambda: len(reasons) == 3)
    assert all("postgresql://ada@/club" in reason and "disk is full" in reason for reason in reasons)


def test_a_program_that_does_not_wait_names_the_place_and_the_cure(small_disks):
    server, _, tables = small_disks
    with appending(server.new_club(), None) as (append, acknowledged):
        append()
        tables.fill()
        with pytest.raises(JournalError, match="postgresql://ada@/club") as caught:
            while len(acknowledged["aa"]) < 1000:
                append()
        assert (caught.value.code, caught.value.exit) == ("DATABASE_FULL", 4)
        assert "make room" in caught.value.hint
        tables.make_room()
        append()


def test_a_log_that_cannot_grow_loses_and_doubles_nothing(small_disks):
    server, log, _ = small_disks
    reasons = []

    def wait(reason, pause):
        reasons.append(reason)
        if len(reasons) == 3:
            log.make_room()
        if len(reasons) >= 3 and not server.is_running():  # recovery needs room too
            server.start()
        time.sleep(pause)

    append_on_full_disk(server.new_club(), log, wait, lambda: bool(reasons))
    assert "cannot be reached" in reasons[0]
