"""Whole matches at the virtual table by doing what is advised; asking for advice leaves no trace."""

import time

import pytest

from played_matches import PATIENCE, open_log
from programmed_player import VERB, Programmed

MATCHES = [
    ("democracy", 3, ["-o", "target=1"]),
    ("demos", 3, ["-o", "max_rounds=1", "-o", "no_trio=points"]),
    ("democrazy", 4, ["-o", "stack_top=2", "-o", "stack_bottom=0"]),
]


def type_advice(advice):
    """Return the line that does what is advised."""
    act, word = advice["act"], advice["word"]
    if act == "press":
        return word
    if act in ("draw", "point") and word:
        word = str(int(word) + 1)
    return f"{act} {word}".strip()


@pytest.mark.parametrize(("game", "players", "options"), MATCHES)
def test_a_whole_match_by_advice(tmp_path, game, players, options):
    words = [game, "--players", str(players), "--seed", "4", "--hands", "1", "--pace", "0", *options]
    player = Programmed(tmp_path, *words, command=VERB)
    deadline = time.monotonic() + PATIENCE
    done = []
    while player.until("still") is not None:
        assert time.monotonic() < deadline, (done[-5:], player.lines[-3:])
        player.say("advise")
        told = player.until("advice", "cannot")
        assert told is not None and told["seat"] == 0, player.lines[-5:]
        player.until("still")
        done.append(type_advice(told) if told["kind"] == "advice" else "no")
        player.say(done[-1])
    assert player.close()[0] == 0
    refused = {line["code"] for line in player.lines if line["kind"] == "cannot"}
    assert refused == ({"of-persons"} if game == "democrazy" else set()), done
    assert open_log(tmp_path)[-1]["kind"] == "result" and any(" " in line for line in done)


def test_asking_leaves_no_trace(tmp_path):
    words = ["democracy", "--players", "3", "--seed", "4", "--hands", "1", "--pace", "0", "-o", "target=1"]
    logs = []
    for asks in (False, True):
        player = Programmed(tmp_path / str(asks), *words, command=VERB)
        while player.until("still") is not None:
            if asks:
                player.say("advise")
                player.until("advice")
                player.until("still")
            player.say(player.comply(0))
        assert player.close() == (0, "")
        logs.append(open_log(tmp_path / str(asks)))
    assert logs[0] == logs[1]
