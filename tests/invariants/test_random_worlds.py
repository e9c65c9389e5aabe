"""Pairs of worlds at random, which differ in secret alone: table, line and pages of the browser do not tell.

Lamps, tones, display, line, flash, the published events of each role and what pages of the browser are sent
are compared to the last byte and moment, but for commitments. `make soak` plays a hundred pairs of each game.
"""

import os

import pytest

from random_worlds import pair_of
from two_worlds import same, same_pages

PAIRS = int(os.environ.get("CARDTABLE_PAIRS", "5"))


@pytest.mark.parametrize("seed", range(PAIRS))
@pytest.mark.parametrize("game", pair_of)
def test_no_sign_tells_what_is_hidden(tmp_path, game, seed):
    pair = pair_of[game](tmp_path, seed)
    same(*pair)
    same_pages(game, *pair)


def test_the_reveal_tells(tmp_path):
    """The comparison sees a difference where there is one."""
    pair = pair_of["democracy"](tmp_path, 0)
    for world in pair:
        world.table.press("ok", 0)
    assert pair[0].signs != pair[1].signs
    with pytest.raises(AssertionError):
        same_pages("democracy", *pair)
