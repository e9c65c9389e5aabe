"""The operator takes back what simulated people have done, again and again, and they play to the end."""

import random

import pytest

import crashing_table
from amounts import amount
from played_matches import check_journal, open_log

MATCHES = amount(1, soak=50)
SHORT = {
    "democracy": ["--players", "4", "-o", "target=1", "-o", "match_tie=points"],
    "demos": ["--players", "3", "-o", "max_rounds=2", "-o", "no_trio=points"],
    "democrazy": ["--players", "4", "-o", "stack_top=2", "-o", "stack_bottom=3"],
}


def undos(lots):
    """Moments at which acts are taken back, one of three beyond public ones; see `crashing_table`."""
    return [
        (lots.randint(0, 9), lots.randint(0, 1600), lots.randint(1, 3), int(lots.random() < 0.3))
        for _ in range(10)
    ]


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize("game", SHORT)
def test_simulated_people_go_on_after_every_undo(tmp_path, monkeypatch, game, seed):
    home = crashing_table.Home(tmp_path, monkeypatch)
    moments = undos(random.Random(f"{game} {seed}"))
    status, said = home.play(game, *SHORT[game], "--seed", str(seed), point=("undo", moments))
    assert status == 0 and home.said() == "", (said, home.said())
    lines = open_log(tmp_path)
    assert lines[-1]["kind"] == "result"
    assert [line["what"] for line in lines if line["kind"] == "correction"].count("undo") > 2
    check_journal(tmp_path)


@pytest.mark.parametrize("game", amount(["democracy"], soak=SHORT))
def test_an_undo_goes_back_into_the_stage_before(tmp_path, monkeypatch, game):
    """So many acts are taken back that they reach there, in the second stage of play and in the third."""
    home = crashing_table.Home(tmp_path, monkeypatch)
    moments = [(2, 300, n, 1) for n in (1, 1, 2, 2, 3) * 8]
    status, said = home.play(game, *SHORT[game], "--seed", "1", point=("undo", moments))
    assert status == 0 and home.said() == "", (said, home.said())


@pytest.mark.parametrize("game", SHORT)
def test_people_know_what_to_take_back_after_the_virtual_table_was_killed(tmp_path, monkeypatch, game):
    home = crashing_table.Home(tmp_path, monkeypatch)
    status, _ = home.play(game, *SHORT[game], "--seed", "1", point=("record", 20, "after"))
    assert status == crashing_table.LOST
    status, said = home.play(game, "--resume", point=("undo", [(0, 0, 2, 1), *undos(random.Random(game))]))
    assert status == 0 and home.said() == "", (said, home.said())
    check_journal(tmp_path)
