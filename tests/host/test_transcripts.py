"""The words that a user reads of each verb: tests/transcripts holds commands and all that they print.

HOME stands for the folder of the data, which is empty at first. Other things that differ from run to run have
a word in capitals too: see MASKS. Of a command that ends in "> /dev/null" only the errors are shown. After a
wanted change: CARDTABLE_TRANSCRIPTS=write pytest tests/host/test_transcripts.py, and read it all aloud.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from played_matches import PATIENCE, environment
from preloaded import Process

FILES = sorted((Path(__file__).parents[1] / "transcripts").glob("*.txt"))
MASKS = (
    (r"\b20\d\d-\d\d-\d\d([T ][\d:.]+(\+\d\d:\d\d|Z)?)?", "DATE"),
    (r"([a-z]{5} ){5}[a-z]{5}( \[[0-9a-f]+/1\])?", "SIX WORDS"),
    (r"\b\d+ matches a second \(\d+ jobs?\)", "SPEED"),
    (r"\b[0-9a-f]{64}\b", "SHA-256"),
    (r"\b[0-9a-f]{16}\b", "UID"),
)
COMMAND, UNSEEN = "$ cardtable ", " > /dev/null"


def read(path):
    """Return the commands of a transcript."""
    return [line.removeprefix(COMMAND) for line in path.read_text().splitlines() if line.startswith(COMMAND)]


def run(home, command):
    """Return the command, all that it prints, and its exit status if that is not 0."""
    shown = command.removesuffix(UNSEEN)
    words = shlex.split(shown.replace("HOME", str(home)))
    process = Process(words, environment(home, COLUMNS="100"), is_one=shown == command)
    said = process.communicate(PATIENCE)[-1]
    for pattern, word in ((re.escape(str(home)), "HOME"), *MASKS):
        said = re.sub(pattern, word, said)
    status = f"[exit status {process.returncode}]\n" if process.returncode else ""
    return f"{COMMAND}{command}\n{said}{status}"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_verb_prints_what_its_transcript_holds(path, tmp_path):
    said = "\n".join(run(tmp_path, command) for command in read(path))
    if os.environ.get("CARDTABLE_TRANSCRIPTS") == "write":
        path.write_text(said)
    assert said == path.read_text()
