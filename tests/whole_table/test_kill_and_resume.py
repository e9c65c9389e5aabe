"""The computer's side is killed at random instants of matches, and goes on: nothing is lost or doubled."""

import random
import subprocess

from amounts import amount
from played_matches import PATIENCE, check_hands, check_journal, command, open_log
from tablehost.journal.store import Journal

KILLS = amount(6, soak=300)
LATEST_S = 2.5  # after its start a process is killed by then


def unfinished(home):
    """Return True if a match was left, False also when there is no journal yet."""
    path = home / "journal.sqlite"
    if not path.exists():
        return False
    with Journal(path) as journal:
        return any(game.last_g is None for game in journal.games())


def play(home, seed, seconds):
    """Begin a match, or go on with the one that was left, for so long. True if it was killed."""
    words = ["--resume"] if unfinished(home) else ["--players", "3", "--seed", str(seed)]
    process = command(home, *"play democracy --pace 0".split(), *words)
    try:
        _, err = process.communicate(timeout=seconds)
        assert process.returncode == 0, err
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate(timeout=PATIENCE)  # until its virtual table has gone as well
        return True


def test_a_computer_killed_at_any_moment_loses_and_doubles_nothing(tmp_path):
    rng = random.Random(KILLS)
    kills = 0
    while kills < KILLS:
        kills += play(tmp_path, kills, rng.uniform(0.05, LATEST_S))
    play(tmp_path, KILLS, PATIENCE)  # the last one may have been killed before it had met the table
    while unfinished(tmp_path):
        play(tmp_path, 0, PATIENCE)
    check_journal(tmp_path)
    with Journal(tmp_path / "journal.sqlite") as journal:
        finished = [game for game in journal.games() if game.finished]
    assert finished
    for game in finished:
        lines = open_log(tmp_path, game.id)
        assert lines[-1]["kind"] == "result"
        check_hands(lines)
