"""A computer is killed in a match, the table ends it alone and loses power: the result is kept."""

import signal
import time

import pytest

import played_matches
from amounts import amount
from cardtable.controller.storage import journal as device
from played_matches import PATIENCE, wait_for_record
from tablehost.journal.store import Journal
from tablehost.virtual.chips.flash import load_copy

pytest.importorskip("serial")

GAMES = amount(
    [("democracy", "3", "target=1")],
    soak=[
        ("democracy", "3", "target=1"),
        ("demos", "3", "max_rounds=2"),
        ("democrazy", "4", "deck=all"),
    ],
)


def serve(home, link, words, *more):
    process = played_matches.command(home, "play", *words, "--pace", "0", "--pty", str(link), *more)
    assert process.stdout.readline().strip() == str(link), process.stderr.read()
    return process


def stop(table):
    table.send_signal(signal.SIGINT)
    table.communicate(timeout=PATIENCE)


def is_over(home):
    """Return True if the table there has written the head behind the end of its match."""
    for file in home.glob("virtual/*/uid"):
        table = device.Journal(load_copy(file.parent))
        table.start()
        rows = [table.get(g) for g in range(table.lo(), table.hi() + 1)]
        kinds = [row[4] for row in rows]
        return "opened" in kinds and "head" in kinds[kinds.index("opened") :]
    return False


@pytest.mark.parametrize("starts", amount([2], soak=[0, 1, 2, 3]))
@pytest.mark.parametrize(("game", "seats", "option"), GAMES)
def test_a_match_that_the_table_ended_alone_is_over(tmp_path, game, seats, option, starts):
    home, there, link = tmp_path / "home", tmp_path / "table", tmp_path / "pty"
    home.mkdir(), there.mkdir()
    words = [game, "--players", seats, "-o", option]
    table = serve(there, link, words, "--seed", "1")
    player = played_matches.command(home, "play", *words, "-t", f"port:{link}")
    wait_for_record(home, player, 12)
    player.kill()
    player.communicate(timeout=PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while not is_over(there):
        assert time.monotonic() < deadline, "the table does not end its match alone"
        time.sleep(0.1)
    for _ in range(starts):
        stop(table)
        table = serve(there, link, words, "--seed", "2")
    player = played_matches.command(home, "play", *words, "-t", f"port:{link}")
    _, err = player.communicate(timeout=PATIENCE)
    stop(table)
    assert player.returncode == 0 and "is parked" not in err, err
    with Journal(home / "journal.sqlite") as journal:
        games = journal.games()
    assert [one.finished and one.result["kind"] for one in games] == ["result", "result"]
    for number in ("1", "2"):
        status, out, _ = played_matches.run(home, "verify", number)
        assert status == 0, out
