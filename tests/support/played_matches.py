"""Whole matches by `cardtable play`: real processes, the virtual table, a journal on disk, and what must hold
of them afterwards.
"""

import json
import os
import re
import time

from cardtable.controller.storage import journal as device
from preloaded import Process
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.store import Journal
from tablehost.people import faults
from tablehost.virtual.chips.flash import load_copy
from timeouts import PATIENCE


def environment(home, **more):
    """For programs that keep to `home` and to the virtual table, whatever is plugged in."""
    return {
        **os.environ,
        "CARDTABLE_HOME": str(home),
        "CARDTABLE_REQUIRE_HW": "0",
        "CARDTABLE": "sim:",
        **more,
    }


def command(home, *words, **more):
    return Process(words, environment(home, **more))


def run(home, *words):
    process = command(home, *words)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def last_record(home):
    """The last position on disk, -1 if there is none; a journal that is just being made has none."""
    path = home / "journal.sqlite"
    if not path.exists():
        return -1
    with Journal(path) as journal:
        games = journal.games()
        return journal.last_g(games[-1].uid) if games else -1


def wait_for_record(home, process, position):
    deadline = time.monotonic() + PATIENCE
    while last_record(home) < position:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "the match hangs"
        time.sleep(0.02)


def open_log(home, number=1):
    path = home / "games" / f"{number}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def run_when_free(home, *words):
    """Run a command as soon as the virtual table of a program that was killed has noticed and let go."""
    deadline = time.monotonic() + PATIENCE
    while True:
        status, out, err = run(home, *words)
        if status != 4 or time.monotonic() > deadline:
            return status, out, err
        time.sleep(0.1)


def check_hands(lines):
    """Every card played was in that player's hand, and every card turned up in the pool of that day."""
    hands, pool = [], []
    for line in lines:
        if line["kind"] == "deal":
            hands = [list(hand) for hand in line["hands"]]
            pool = list(line["pool"])
        elif line["kind"] == "trick":
            pool.remove(line["pool"])
            for hand, card in zip(hands, line["plays"], strict=True):
                hand.remove(card)


def check_journal(home):
    """The computer has every record once, as the table has it; the rules agree with all of them."""
    with Journal(home / "journal.sqlite") as journal:
        journal.check()
        for game in journal.games():
            assert journal.gaps(game.uid) == []
            records = journal.records(game.uid)
            assert [record.g for record in records] == list(range(len(records)))
            if game.finished:
                shadow = load_chronicle(journal, game).shadow
                assert shadow.difference is None and shadow.over
        for file in home.glob("virtual/*/uid"):
            uid = file.read_text().strip()
            table = device.Journal(load_copy(file.parent))
            table.start()
            kept = range(table.lo(), table.hi())  # the last one is of this very start
            late = [g for g in kept if journal.stored(uid, g) is None]  # after the computer had gone
            assert late == list(kept)[len(kept) - len(late) :]
            assert all(table.get(g)[4:6] == ["note", "cured"] for g in late)
            for g in kept[: len(kept) - len(late)]:
                assert journal.stored(uid, g) == json.dumps(table.get(g), separators=(",", ":")).encode()


def check_told(err, happened):
    """The computer has named these faults; noise may go on until the table is switched off."""
    told, all_in_all = (
        re.sub(r"\d+ noise", "noise", said) for said in (err, faults.describe_happened(happened))
    )
    assert f"cardtable: faults that were made: {all_in_all}" in told
