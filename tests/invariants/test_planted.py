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
