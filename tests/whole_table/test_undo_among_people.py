"""The operator takes back what simulated people have done, again and again, and they play to the end.

CARDTABLE_MATCHES=50 pytest tests/whole_table/test_undo_among_people.py plays more matches than the gate does.
"""

import os
import random
import signal
import time

import pytest

from played_matches import PATIENCE, command, open_log, run, run_when_free
from tablehost.journal.store import Journal
from tablehost.link import orders

MATCHES = int(os.environ.get("CARDTABLE_MATCHES", "1"))
SHORT = {
    "democracy": ["--players", "4", "-o", "target=1", "-o", "match_tie=points"],
    "demos": ["--players", "3", "-o", "max_rounds=2", "-o", "no_trio=points"],
    "democrazy": ["--players", "4", "-o", "stack_top=2", "-o", "stack_bottom=3"],
}


def begin(home, game, seed=0):
    """Begin a match; return its process and the id of its table."""
    process = command(home, "play", game, *SHORT[game], "--seed", str(seed), "--pace", "0.01")
    path = home / "journal.sqlite"
    deadline = time.monotonic() + PATIENCE
    while not (path.exists() and Journal(path).games()):
        assert time.monotonic() < deadline and process.poll() is None, process.communicate()
        time.sleep(0.05)
    with Journal(path) as journal:
        return process, journal.games()[0].uid


def undo(home, process, uid, lots, times):
    """Take acts back at moments drawn by lot, one of three beyond public ones; return how often."""
    box, done = orders.Orders(home / "journal.sqlite"), 0
    deadline = time.monotonic() + PATIENCE
    while done < times and process.poll() is None and time.monotonic() < deadline:
        time.sleep(lots.random() / 2)
        answer = box.wait(box.put(uid, ["undo", lots.randint(1, 2), int(lots.random() < 0.3)]), 3.0)
        done += answer is not None and answer["ok"]
    box.close()
    return done


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize("game", SHORT)
def test_simulated_people_go_on_after_every_undo(tmp_path, game, seed):
    process, uid = begin(tmp_path, game, seed)
    done = undo(tmp_path, process, uid, random.Random(f"{game} {seed}"), 8)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    lines = open_log(tmp_path)
    assert lines[-1]["kind"] == "result" and done
    assert [line["what"] for line in lines if line["kind"] == "correction"].count("undo") == done
    assert run(tmp_path, "verify", "1")[0] == 0


def test_people_know_what_to_take_back_after_the_virtual_table_was_killed(tmp_path):
    process, uid = begin(tmp_path, "demos")
    assert undo(tmp_path, process, uid, random.Random(1), 2) == 2
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        children = [int(pid) for pid in file.read().split()]
    for pid in (process.pid, *children):
        os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    assert run_when_free(tmp_path, "say", "undo")[0] == 0
    status, _, err = run_when_free(tmp_path, "play", "--resume", "--pace", "0.01")
    assert status == 0, err
    assert run(tmp_path, "verify", "1")[0] == 0
