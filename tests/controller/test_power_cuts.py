"""The option `--power-cuts`: the journal's tests pass with it, and find a store that is not safe."""

import re
import subprocess
import sys

import pytest

UNSAFE = {
    "an append in two commits": """
append = store.Store.append
def twice(self, name, data):
    append(self, name, data[:9])
    append(self, name, data[9:])
store.Store.append = twice""",
    "a file is removed before its next version counts": """
replace = store.Store.replace
def early(self, name, pieces, secret=False):
    pieces = list(pieces)
    self.remove(name, secret)
    replace(self, name, pieces, secret)
store.Store.replace = early""",
}


CUTS = ("--power-cuts", "2")
RUN = """
import sys
sys.path.insert(0, "firmware/lib")
import pytest
from cardtable.controller.storage import store
exec(sys.argv[1])
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not own_cuts", *sys.argv[2:]]))
"""


def run(defect="", *option):
    words = [sys.executable, "-c", RUN, defect, *option, "tests/controller/test_journal.py"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout


def test_the_journal_bears_cuts_in_half_of_all_calls():
    status, said = run("", *CUTS)
    assert status == 0, said
    assert int(re.search(r"(\d+) power cuts in", said)[1]) > 200


@pytest.mark.parametrize("name", UNSAFE)
def test_a_store_that_is_not_safe_is_found_by_cuts_alone(name):
    status, said = run(UNSAFE[name], *CUTS)
    assert status == 1 and "failed" in said, said
    status, said = run(UNSAFE[name])
    assert status == 0, said
