"""Pairs of worlds at random, which differ in secret alone: table, line and pages of the browser do not tell.

Lamps, tones, display, line, flash, the published events of each role and what pages of the browser are sent
are compared to the last byte and moment, but for commitments; and what a seat that listens is sent.
`make soak` plays a hundred pairs of each kind.
"""

import pytest

from amounts import amount
from random_worlds import pair_of, play_listening
from tablehost.match.events import Hand
from tablehost.match.roles import WATCHER, Role
from two_worlds import published, same, same_pages

PAIRS = amount(2, soak=100)


@pytest.mark.parametrize("seed", range(PAIRS))
@pytest.mark.parametrize("game", pair_of)
def test_no_sign_tells_what_is_hidden(tmp_path, game, seed):
    pair = pair_of[game](tmp_path, seed)
    same(*pair)
    same_pages(game, *pair)


@pytest.mark.parametrize("seed", range(PAIRS))
def test_a_listening_seat_learns_nothing_of_others(tmp_path, seed):
    """The seat that listens has the same cards in both worlds; it alone is sent them."""
    pair, heard = play_listening(tmp_path, seed)
    same(*pair, roles=(WATCHER, Role((heard,)), Role((heard + 1,))))
    for world in pair:
        assert any(frame and frame[0] == "own" for _, frame in world.lines)
        for role in (WATCHER, Role((heard + 1,)), Role((heard,))):
            own = [event for _, event in published(world, role) if isinstance(event, Hand)]
            assert any(hand.pad for hand in own) == (heard in role.seats)


def test_the_reveal_tells(tmp_path):
    """The comparison sees a difference where there is one."""
    pair = pair_of["democracy"](tmp_path, 0)
    for world in pair:
        world.table.press("ok", 0)
    assert pair[0].signs != pair[1].signs
    with pytest.raises(AssertionError):
        same_pages("democracy", *pair)
