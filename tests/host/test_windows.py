"""The command where modules and functions are absent that Windows lacks, see tests/support/like_windows."""

import json
import os
import re
import subprocess
import sys

import pytest

import without_posix
from tablehost import locks
from tablehost.cli.verbs import VERBS
from uf2_images import PICO2, put, uf2
from without_posix import run


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Return the place at which a match was played."""
    home = tmp_path_factory.mktemp("windows") / "home"
    words = ("democracy", "--players", "2", "--seed", "4", "--pace", "0", "--watch", "-o", "days=1")
    status, _, err = run(home, "play", *words)
    assert status == 0, err
    return home


def test_a_match_that_was_played_there_is_verified(home):
    status, out, err = run(home, "verify", "last", "--json")
    assert status == 0 and json.loads(out)["ok"], err


@pytest.mark.parametrize(
    "words, status",
    [((), 0), (("tables",), 0), (("matches",), 0), (("doctor",), 3), (("doctor", "-t", "sim:"), 0)],
)
def test_verbs_do_their_work(home, words, status):
    found, out, err = run(home, *words)
    assert found == status and out, err


def test_a_plan_to_flash_is_printed(home, tmp_path):
    image = put(tmp_path, "cardtable_pico2.uf2", uf2(2000, PICO2), "00000000000000bb")
    status, out, err = run(home, "flash", "-n", "--board", "pico_bench", "--image", str(image))
    assert status == 0 and "pico_bench" in out, err


def test_every_verb_starts(tmp_path):
    """All that a verb imports, in one process."""
    modules = sorted(set(VERBS.values()))
    script = "; ".join(f"import {module}" for module in ("tablehost.virtual.__main__", *modules))
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(without_posix.FOLDER)},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()


def test_an_unavailable_option_is_one_line_with_its_cure(tmp_path):
    status, out, err = run(tmp_path, "play", "demos", "--pty")
    assert (status, out) == (2, "") and re.search("^cardtable: .*Windows", err, re.M), err


def test_a_pile_of_cards_is_enrolled(tmp_path):
    status, out, err = run(tmp_path, "deck", "enrol", "mine", "--standard54")
    assert status == 0 and "All 54 cards of mine have a tag" in out, err


@pytest.fixture(params=[False, True], ids=["here", "windows"])
def half(request, monkeypatch):
    """Both halves of the locks, the other one with a model of the bytes that are locked."""
    held = set()

    class Msvcrt:
        def locking(self, fd, mode, count):
            at = os.lseek(fd, 0, os.SEEK_CUR)
            wanted = {(at + i, fd) for i in range(count)}
            if {at for at, _ in wanted} & {at for at, other in held if other != fd}:
                raise PermissionError
            held.update(wanted)

    if request.param:
        monkeypatch.setattr(locks, "_locking", Msvcrt().locking)
        monkeypatch.setattr(locks, "_PAUSE_S", 0)


def test_a_lock_has_one_holder_or_several_that_share_it(half, tmp_path):
    files = [open(tmp_path / "lock", "w") for _ in range(4)]
    locks.share(files[0])
    locks.share(files[1])
    assert not locks.lock(files[2])
    [file.close() for file in files]
    alone = [open(tmp_path / "other", "w") for _ in range(2)]
    if locks._locking is None:
        assert locks.lock(alone[0]) and not locks.lock(alone[1])
    [file.close() for file in alone]
