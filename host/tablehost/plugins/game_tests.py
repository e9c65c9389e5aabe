"""The tests in the folder of a custom game."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tablehost import messages
from tablehost.plugins.own import TESTS

SAID = messages.Catalogue("own")

PASSED, FAILED, NOT_RUN = "passed", "failed", "not run"
_NONE_FOUND = 5  # status of pytest
_LINES = 15  # of its report, which are shown
LIMIT_S = 60.0  # tests play matches, which may never end


def run(path: Path) -> tuple[str | None, str]:
    """Run the tests with pytest; return their state, and words about it. None, and "", for a game without
    tests.
    """
    files = [str(file) for file in sorted(path.glob(f"{TESTS}*.py"))]
    if not files:
        return None, ""
    if find_spec("pytest") is None:
        return NOT_RUN, SAID("tests-not-run", python=sys.executable, path=path)
    # No configuration of other tests, and no new files in the folder of the game.
    settings = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(path)]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", *settings, *files],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            timeout=LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        return FAILED, SAID("tests-endless", seconds=round(LIMIT_S), path=path)
    report = "\n".join((ran.stdout + ran.stderr).splitlines()[-_LINES:])
    if ran.returncode == _NONE_FOUND:
        return None, ""
    if ran.returncode:
        return FAILED, SAID("tests-failed", report=report)
    return PASSED, SAID("tests-passed", report=report.rpartition("\n")[2])
