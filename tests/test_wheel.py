"""What is built here plays elsewhere: a wheel in an empty environment, away from the checkout."""

import json
import os
import subprocess
import sys
import venv

import pytest

from cardtable import __version__
from limits import PATIENCE

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def call(*command, **more):
    """Run a command; return (exit status, stdout and stderr)."""
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        **more,
    )
    return done.returncode, done.stdout


def fetching(what, *command):
    """Run pip, which may have to fetch `what`; where that cannot be had, the test does not run."""
    status, output = call(*PIP, *command)
    if status and f"No matching distribution found for {what}" in output:
        pytest.skip(f"missing: {what}; to get it: pip install {what}")
    assert status == 0, output


# One test, so that one wheel is built, whoever runs the tests.
def test_a_wheel_plays_in_an_empty_environment(tmp_path):
    fetching("hatchling", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ".")
    (wheel,) = tmp_path.glob("cardtable-*.whl")
    venv.create(tmp_path / "venv")
    scripts = tmp_path / "venv" / "bin"
    fetching("pyserial", "--python", scripts / "python", "install", "--quiet", wheel)

    status, output = call(*PIP, "--python", scripts / "python", "list", "--format=json")
    assert status == 0, output
    assert sorted(row["name"] for row in json.loads(output)) == ["cardtable", "pyserial"]

    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CARDTABLE"))}
    own["CARDTABLE_HOME"] = str(tmp_path / "home")
    own["CARDTABLE"] = "sim:"
    there = {"cwd": tmp_path, "env": own}
    assert call(scripts / "cardtable", "version", **there) == (0, f"cardtable {__version__}\n")

    match = "democracy --players 2 -o target=1 --pace 0 --seed 3"
    status, output = call(scripts / "cardtable", "play", *match.split(), **there)
    assert status == 0, output
    assert " won: " in output
    lines = (tmp_path / "home" / "games" / "1.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["virtual"] is True
    assert json.loads(lines[-1])["kind"] == "result"
