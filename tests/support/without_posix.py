"""The command where modules and functions are absent that Windows lacks, see the folder `like_windows`."""

import os
import subprocess
import sys

import mp32

FOLDER = mp32.ROOT / "tests" / "support" / "like_windows"


def environment(home):
    return {**os.environ, "PYTHONPATH": str(FOLDER), "CARDTABLE_HOME": str(home), "CARDTABLE": "auto"}


def start(words, environment, is_one=False):
    """Start the command with these words. `is_one`: errors come in the output."""
    return subprocess.Popen(
        [sys.executable, "-m", "tablehost", *words],
        env={**environment, "PYTHONPATH": str(FOLDER)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if is_one else subprocess.PIPE,
        text=True,
    )


def run(home, *words, given=""):
    """(status, output, errors) of a command with this home."""
    process = start(words, environment(home))
    out, err = process.communicate(given)
    assert "Traceback" not in err, err
    return process.returncode, out, err
