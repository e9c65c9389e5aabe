"""The device's journal on littlefs, 32-bit MicroPython, and a flash that loses its power at every write."""

import json

from timeouts import PATIENCE

CALL = "import sys; sys.path.insert(0, 'tests/micropython'); import power_cuts; power_cuts.main({})"
BLOCKS = 48
HEAP = 24 << 20  # images of the flash need more than a Pico has
EVERY = 20  # after so many cuts, one is followed by cuts of the boot after it


def test_no_cut_loses_what_was_promised(needs_mp32):
    """A match of sixty records, cut at every write, four ways a write can tear."""
    done = needs_mp32.run("-c", CALL.format(f"{BLOCKS}, {EVERY}"), heap=HEAP, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout
    records, writes, cuts, deeper, there = json.loads(done.stdout.splitlines()[-1])
    assert records >= 60 and writes > 4 * records and cuts == 4 * writes, done.stdout
    assert deeper > 100 and 0 < there < cuts, done.stdout


def test_a_journal_that_promises_too_early_is_found_out(needs_mp32):
    done = needs_mp32.run("-c", CALL.format(f"{BLOCKS}, 0, True"), heap=HEAP, timeout=PATIENCE)
    assert done.returncode != 0 and "promised records" in done.stdout, done.stdout
