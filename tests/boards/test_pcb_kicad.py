"""Boards to order, where KiCad is: no fault, gerbers that are the board, rows that give what is kept."""

import shutil
from pathlib import Path

import pytest

from cardtable_boards.pcb import files, order
from cardtable_boards.pcb.__main__ import LAYOUTS, LIBRARIES, path_of

TREE = Path(__file__).parents[2] / ".tools" / "kicad" / "tree"
pytestmark = pytest.mark.skipif(
    not (TREE / "opt" / "ibom").is_dir(), reason="missing: KiCad; to get it: make boards"
)
LAYOUT = LAYOUTS[0]


@pytest.fixture
def kicad(tmp_path):
    return order.Kicad(TREE, tmp_path.name)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_rows_give_the_board_that_is_kept(layout):
    assert files.make(layout, TREE / LIBRARIES) == path_of(layout).read_text(encoding="utf-8")


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_kicad_finds_no_fault_and_its_gerbers_are_the_board(kicad, layout, tmp_path):
    made = order.make(kicad, layout, path_of(layout).read_text(encoding="utf-8"), tmp_path)
    assert [path.name for path in made] == [
        f"{layout.name}-{layout.version}.zip",
        f"{layout.name}-top.png",
        f"{layout.name}-bottom.png",
        f"{layout.name}.step",
        f"{layout.name}-print.svg",
        f"{layout.name}-steps.html",
        f"{layout.name}-places.csv",
        f"{layout.name}-parts.html",
        f"{layout.name}-parts.csv",
    ]


def test_kicad_names_what_is_too_near(kicad):
    text = path_of(LAYOUT).read_text(encoding="utf-8")
    with pytest.raises(RuntimeError, match="clearance"):
        order.check(kicad, LAYOUT, text.replace("(width 0.35)", "(width 2.5)", 40))


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("shield-F_Cu.gtl", "D03*", "D02*", "F.Cu: no pad at"),
        ("shield-B_Cu.gbl", "D03*", "D02*", "B.Cu: no pad at"),
        ("shield-F_Mask.gts", "D03*", "D02*", "mask of F.Cu: closed over"),
        ("shield.drl", "T1\n", "T2\n", "no hole of 0.4 mm"),
    ],
)
def test_a_gerber_that_is_not_the_board_is_found(kicad, tmp_path, name, old, new, says):
    text = path_of(LAYOUT).read_text(encoding="utf-8")
    gerbers = order.plot(kicad, order.check(kicad, LAYOUT, text))
    shutil.copytree(gerbers, tmp_path / "changed")
    path = tmp_path / "changed" / name
    head, found, rest = path.read_text().rpartition(old)
    assert found, f"{name} has no {old!r}"
    path.write_text(head + new + rest)
    assert any(one.startswith(says) for one in order.differences(files.read(text), tmp_path / "changed"))
