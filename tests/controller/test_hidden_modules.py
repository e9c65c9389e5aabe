"""The hello's names of files that hide modules of the image, or run before them."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tablehost.firmware import program

IDENTITY = Path(__file__).resolve().parents[2] / "firmware" / "frozen" / "identity.py"
FILE, FOLDER = 0x8000, 0x4000
NAMES = ("main", "cardtable", "cardtable.wire.frames", "pico_bench")


@pytest.fixture
def named(monkeypatch):
    """named(folder -> (name, FILE or FOLDER) of each entry): the names in the hello of such a table."""
    contents = {"clock_speed": {"read": lambda: (125_000_000, 1100)}, "program_digest": {}, "uctypes": {}}
    contents["program_digest"] = {"DIGEST": "0123", "NAMES": NAMES}
    contents["partitions"] = {"KB": 1024, "PROGRAM_KB": 1280}
    for name, content in contents.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("identity", IDENTITY)
    identity = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(identity)

    def of(files, overlaid=((), "")):
        def ilistdir(folder):
            if folder not in files:
                raise OSError
            return [(name, kind, 0, 0) for name, kind in files[folder]]

        with monkeypatch.context() as patch:
            patch.setattr(os, "ilistdir", ilistdir, raising=False)
            patch.setattr(sys, "path", ["", ".frozen", "/lib"])
            return identity.describe(overlaid)[1]

    return of


def test_a_table_with_files_of_its_own_alone_names_none(named):
    assert named({}) == []
    own = [("board", FILE), ("deck.txt", FILE), ("journal", FOLDER), ("boot.txt", FILE), ("main.txt", FILE)]
    assert named({"/": own, "/lib": [("cardtable", FOLDER)]}) == [], "/lib comes after what is frozen"


def test_files_and_folders_that_hide_a_module_are_named(named):
    there = [("pico_bench.mpy", FILE), ("cardtable", FOLDER), ("other.py", FILE)]
    assert named({"/": there}) == ["cardtable", "pico_bench"]
    assert named({"/": there}, (["cardtable.wire.frames"], "+12"))[2:] == ["cardtable.wire.frames"]


def test_a_script_that_runs_before_the_program_is_named_with_them(named):
    assert named({"/": [("boot.py", FILE)]}) == ["boot"] == [program.EARLY]
    assert named({"/": [("a.py", FILE), ("cardtable", FOLDER), ("boot.py", FILE)]}) == ["boot", "cardtable"]
    assert named({"/": [("boot.py", FILE)]}, (["cardtable.wire.frames"], "+12"))[0] == "boot"
    for name, kind in (("boot.mpy", FILE), ("boot", FOLDER), ("boot.py", FOLDER)):
        assert named({"/": [(name, kind)]}) == [], "MicroPython runs a source file alone"
    assert named({"/": [], "/lib": [("boot.py", FILE)]}) == []
