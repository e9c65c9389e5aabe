"""Several virtual tables of one server: each has its own match, its own device and its own people."""

import subprocess
import sys

import pytest

from served import LIMIT_S

GAMES = {"virtual": ("democracy", 3), "virtual-2": ("demos", 3), "virtual-3": ("democrazy", 4)}
SHORT = {"democracy": {"target": 1}, "demos": {"max_rounds": 2}, "democrazy": {"stack_top": 2}}


def begin_all(server):
    server.enter()
    for table, (game, players) in GAMES.items():
        server.begin(game, players, table, **SHORT[game])


def goes_on(server, table, than=0):
    """Return the number of the newest record of a table, once it is beyond this one."""
    return server.until(lambda now: now["game"] == GAMES[table][0] and (now["number"] or 0) > than, table)[
        "number"
    ]


def test_matches_are_played_at_once_and_go_on_after_a_kill(serve, tmp_path):
    server = serve("--tables", "3", "--pace", "0.01")
    begin_all(server)
    reached = {table: goes_on(server, table, 10) for table in GAMES}
    hall = server.get("/hall")
    assert all(f"Virtual table {number}" in hall for number in (1, 2, 3))
    server.kill()
    again = serve("--tables", "3", "--pace", "0")
    again.enter()
    for table in GAMES:
        again.until(lambda now: now["ending"], table)
    assert all(number > 10 for number in reached.values())
    again.stop()
    told = again.tell("matches")[0]["data"]
    assert {one["game"] for one in told} == {game for game, _ in GAMES.values()}
    assert len({one["table"] for one in told}) == 3, "each is a device of its own"
    for one in told:
        assert again.tell("verify", str(one["id"]))[0]["ok"]


def test_a_parked_match_goes_on_at_its_own_table(serve):
    server = serve("--tables", "2", "--pace", "0.01")
    server.enter()
    server.begin("democracy", 3, "virtual-2")
    reached = server.until(lambda now: (now["number"] or 0) > 10, "virtual-2")["number"]
    server.post("/tables/virtual-2/stop", b"stop=park")
    server.begin("democrazy", 4, "virtual")
    assert server.post("/tables/virtual/continue", b"match=0").endswith("/tables/virtual-2")
    assert server.until(lambda now: (now["number"] or 0) > reached, "virtual-2")["players"]
    assert server.until(lambda now: now["game"] == "democrazy", "virtual")["players"]


def test_how_many_there_may_be(new_home):
    for given in ("0", "13"):
        command = [sys.executable, "-m", "tablehost", "serve", "--tables", given]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)
        assert ended.returncode == 2 and "--tables is a number from 1 to 12" in ended.stderr


@pytest.mark.parametrize("verb", ["serve", "keep"])
def test_a_real_table_is_wanted_where_one_is_named(new_home, verb):
    command = [sys.executable, "-m", "tablehost", verb, "-t", "sim:"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)
    assert ended.returncode == 2 and "cardtable serve has virtual tables" in ended.stderr
