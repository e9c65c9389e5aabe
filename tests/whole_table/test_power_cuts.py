"""The whole firmware on 32-bit MicroPython: the power is cut in the middle of a match.

The cuts are spread over all writes of the match.
"""

import json

import pytest

import match_file
from amounts import amount
from timeouts import PATIENCE

CUTS = amount(3, soak=100)
CALL = "import sys; sys.path.insert(0, 'tests/micropython'); import whole_cuts; whole_cuts.main({})"
BLOCKS = 48
HEAP = 24 << 20  # images of the flash need more than a Pico has
OPTIONS = {**match_file.FIXED, "target": 1, "match_tie": "shared", "days": 1}


@pytest.fixture
def match(tmp_path):
    """The folder of a short match, as an argument of `main`."""
    match_file.write_deck(tmp_path)
    match_file.write_match(tmp_path / "one.match", 3, OPTIONS)
    return f"'{tmp_path}/', 'one.match', {BLOCKS}"


def test_the_match_goes_on_as_if_the_power_had_never_gone(needs_mp32, match):
    """All promised records are there, and the records that follow are those of a match without a cut."""
    done = needs_mp32.run("-c", CALL.format(f"{match}, {CUTS}"), heap=HEAP, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout
    records, writes, resumed, begun_anew, over, winners = json.loads(done.stdout.splitlines()[-1])
    assert records > 30 and writes > 2 * records and len(winners) > 0
    assert resumed + begun_anew + over == CUTS and resumed > CUTS / 2, done.stdout


def test_a_firmware_that_promises_too_early_is_found_out(needs_mp32, match):
    done = needs_mp32.run("-c", CALL.format(f"{match}, 1, True"), heap=HEAP, timeout=PATIENCE)
    assert done.returncode != 0 and "was promised" in done.stdout, done.stdout
