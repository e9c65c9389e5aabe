"""The planted defects (tests/slow/planted.py) still apply to the sources."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import planted

DEFECTS = planted.read_defects()


@pytest.mark.parametrize("defect", DEFECTS, ids=[defect.name for defect in DEFECTS])
def test_a_defect_applies(defect, tmp_path):
    copy = tmp_path / defect.file
    copy.parent.mkdir(parents=True)
    copy.write_text(Path(defect.file).read_text())
    defect.plant(tmp_path)
    assert copy.read_text() != Path(defect.file).read_text()
    if copy.suffix == ".py":
        ast.parse(copy.read_text())


def test_there_are_sixty_each_with_a_name_of_its_own():
    assert len(DEFECTS) >= 60
    assert not [name for name, count in Counter(defect.name for defect in DEFECTS).items() if count > 1]


def test_a_probe_leaves_a_source_whole():
    source = '"""A."""\n\nfrom __future__ import annotations\n\nWHOLE = 1\n\ndef half():\n    return 2\n'
    rows = [planted.Defect(name, "", "", old, "") for name, old in (("one", "= 1"), ("two", "return 2"))]
    probed = planted.put_probes(source, rows)
    compile(probed, "probed", "exec")
    assert "note('one')" in probed and probed.index("note('two')") > probed.index("def half")
