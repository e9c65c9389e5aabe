"""The virtual table dies at chosen instants of matches, in all games; each is finished afterwards."""

import random

import pytest

import crashing_table
from amounts import amount

KILLS = amount(5, soak=100)
MATCHES = {
    "democracy": "--players 3 -o target=1 -o days=8".split(),
    "demos": "--players 3 -o max_rounds=2".split(),
    "democrazy": "--players 4 -o stack_top=2 -o stack_bottom=2 -o start=2".split(),
}
LONGEST = {"democracy": 14, "demos": 22, "democrazy": 16}  # records, or writes, from one kill to the next


@pytest.mark.parametrize("game", MATCHES)
def test_a_table_killed_at_any_instant_is_gone_on_with(tmp_path, monkeypatch, game):
    home = crashing_table.Home(tmp_path, monkeypatch)
    rng = random.Random(f"{game} {KILLS}")
    kills = 0
    while kills < KILLS:
        point = crashing_table.chosen_point(rng, LONGEST[game])
        words = [*MATCHES[game], "--seed", str(kills)]
        status, said = home.begin_or_go_on(game, words, point)
        assert status in (0, crashing_table.LOST), (point, said, home.said())
        assert status == 0 or f"status {crashing_table.KILLED}" in said, (point, said, home.said())
        kills += status == crashing_table.LOST
    while home.is_left(game):
        status, said = home.play(game, "--resume")
        assert status == 0, (said, home.said())
    home.check(game)
    assert home.said() == ""
