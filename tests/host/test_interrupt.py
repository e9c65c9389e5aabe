"""Ctrl-C while the command is still imported, and after it: no traceback, the documented status."""

import signal
import subprocess
import sys

import pytest

SCRIPT = """
import os, signal, sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupted())
sys.argv = ["cardtable", "--help"]
from tablehost.__main__ import run
sys.exit(run())
"""


@pytest.mark.parametrize(
    "name, said",
    [
        ("tablehost.cli.command", ""),
        ("tablehost.messages", ""),
        ("tablehost.cli.parser", "cardtable: stopped\n"),
        ("argparse", "cardtable: stopped\n"),
    ],
)
def test_an_interrupted_start_ends_without_a_traceback(name, said):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name=name)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", said)
