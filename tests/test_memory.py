"""A Pico's heap and stack are enough: twenty thousand decisions on 32-bit MicroPython, with `.mpy` files.

The whole firmware plays a match of every game, with most players, in a heap of 190 KB. `make bench` (M3, M4)
measures how much of it each game takes.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent / "bench"))

import heap

from cardtable.rulebook import games

SMALL = 190 * heap.KB  # what is left of a Pico's heap when others have taken theirs
DECISIONS = 20_000
DEEPEST = 7_900  # bytes of stack on i386, which takes a quarter more than a Pico with its 8 KB
GRAIN = 64  # bytes: the collector may take a number for an address and keep what lies there


@pytest.fixture(scope="module")
def library(tmp_path_factory, needs_mp32):
    """A folder with the compiled firmware."""
    folder = tmp_path_factory.mktemp("library")
    heap.cross(folder)
    return folder


def test_an_evening_fits_a_small_heap(library, tmp_path):
    """The match and its journal: no memory error though nothing is collected but when idle, and no growth."""
    files = heap.write_evening(tmp_path, DECISIONS // 4)
    done = heap.evening(library, tmp_path, files * 3, SMALL, whole=False, strict=True)
    assert done.decisions >= DECISIONS
    assert SMALL - 2 * heap.KB < done.heap <= SMALL + heap.KB, "the heap had the size it should have"
    assert heap.drift(done) <= GRAIN, "live memory at the end of a stage, of the same matches played again"
    assert done.largest >= 32 * heap.KB, "memory is in one piece"


@pytest.fixture(params=heap.CASES, ids=lambda case: f"{case.game.NAME}, {case.what}")
def case(request, tmp_path):
    """A game and its options; the files for it are in `tmp_path`."""
    case = request.param
    heap.write_deck(tmp_path, case.game)
    heap.write_match(tmp_path / "one.match", case.seed, case.options, game=case.game)
    return case


def test_the_whole_table_fits_a_small_heap(library, tmp_path, case):
    """The firmware from its loop down, most players, to the end of the match."""
    heap.evening(library, tmp_path, ["one.match"], SMALL, whole=True)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_match_is_set_up_by_keys_in_a_small_heap(library, tmp_path, name):
    """Which games the deck serves, all options, a beginning, how it stands; and the same once more."""
    heap.set_up(library, tmp_path, games.load(name), SMALL)


def test_the_stack_is_deep_enough(library, tmp_path, case):
    """The whole firmware, from its loop down to the deepest script."""
    heap.evening(library, tmp_path, ["one.match"], heap.PLENTY, whole=True, room=DEEPEST, lent=False)
    heap.evening(library, tmp_path, ["one.match"], heap.PLENTY, whole=True, room=DEEPEST + heap.PATH)
