"""A search of the whole flash for the secrets of matches that are over: littlefs keeps old blocks."""

import json
import os

import pytest

import match_file

CALL = "import sys; sys.path.insert(0, 'tests/micropython'); import whole_cuts, erasure; erasure.main({})"
BLOCKS = 72
CUTS = int(os.environ.get("CARDTABLE_CUTS", "7"))
HEAP = 24 << 20  # the image of the flash needs more than a Pico has
OPTIONS = {**match_file.FIXED, "target": 1, "match_tie": "shared", "days": 1}


@pytest.fixture
def played(needs_mp32, tmp_path):
    """The match on a flash; what `main` of erasure.py prints."""
    match_file.write_deck(tmp_path)
    match_file.write_match(tmp_path / "one.match", 3, OPTIONS)

    def play(more):
        call = CALL.format(f"'{tmp_path}/', 'one.match', {BLOCKS}, {more}")
        done = needs_mp32.run("-c", call, heap=HEAP, timeout=120 + 10 * CUTS)
        assert done.returncode == 0, done.stdout
        print(done.stdout)
        return json.loads(done.stdout.splitlines()[-1])

    return play


def test_no_secret_of_a_match_that_is_over_is_left_in_the_flash(played):
    """Nor which card a handle stood for; also if the power goes while its end is written, or its blocks are
    erased. It takes two erasures for each free block, and a few for directories.
    """
    wanted, hidden, over, left, erased, _, free, cuts = played(CUTS)
    assert wanted == 12 and hidden > 10
    assert over >= 3, "the search finds what is there"
    assert left == [0, 0]
    assert 2 * free < erased < 2.4 * free + 20
    assert len(cuts) == CUTS and all(row[1:] == [0, 0] for row in cuts if row[0]), cuts
    assert CUTS / 2 < sum(row[0] for row in cuts) <= CUTS


def test_it_is_erased_while_the_next_match_waits(played):
    """Its vault may have been given a block of the one before."""
    assert played("0, False, True")[3][0] == 0


def test_both_blocks_of_a_new_folder_are_written(needs_mp32):
    """When it is made littlefs leaves one of them as it was."""
    done = needs_mp32.run("-c", CALL.replace("erasure.main({})", "erasure.folders()"), heap=HEAP)
    made, turned = json.loads(done.stdout.splitlines()[-1])
    assert len(set(made)) == 1 and len(set(turned)) == 2 and set(made) < set(turned), done.stdout


def test_a_table_that_erases_nothing_is_found_out(played):
    assert played("0, True")[3][0] > 0
