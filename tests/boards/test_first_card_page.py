"""The pages of the first reader and of the bench: wires, drawing and steps are those of the board."""

import re

from cardtable_boards.drawings import first_card
from cardtable_boards.drawings.circuit import GND, RC522
from mp32 import ROOT
from tablehost.firmware.boards import read
from tablehost.wiring.picos import RIGHT, pin_of

BENCH = (ROOT / "docs" / "build" / "bench.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "build" / "first-card.md").read_text(encoding="utf-8")


def test_each_wire_is_one_of_the_bench():
    gpios = read("pico_bench").gpios
    uses = {"RST": "readers.rst", "SDA": "select.0"}
    uses |= {role.upper(): f"bus0.{role}" for role in ("sck", "mosi", "miso")}
    wanted = {name: (f"GP{gpios[use]}", pin_of(gpios[use])) for name, use in uses.items()}
    wanted["3.3V"] = ("3V3", 40 - RIGHT.index("3V3"))
    rows = re.findall(r"^\| ([\w.]+) \| (\w+) \| (\d+) \|$", PAGE, re.MULTILINE)
    found = {name: (at, int(pin)) for name, at, pin in rows}
    drawn = list(first_card.wires(read("pico_bench")))
    assert {wire.name: wire.pin for wire in drawn} == {name: int(pin) for name, _, pin in rows}
    assert len({wire.colour for wire in drawn}) == len(rows), "no two are alike"
    name, pin = found.pop("GND")
    assert found == wanted and len(rows) == len(RC522)
    assert name == GND == RIGHT[40 - pin], "any ground will do"


def test_the_page_is_short():
    assert len(PAGE.split()) <= 500


def test_each_step_of_the_bench_says_what_shows_that_it_is_right():
    steps = re.findall(r"^## (\d+)\. [^\n]*\n(.*?)(?=^## )", BENCH, re.MULTILINE | re.DOTALL)
    assert [int(number) for number, _ in steps] == list(range(1, 9))
    assert all("**To see**" in text and "**If not**" in text for _, text in steps)
    holes = (ROOT / "hardware" / "pico_bench-breadboard.md").read_text(encoding="utf-8")
    wired = set(re.findall(r"^## Step (\d+)$", holes, re.MULTILINE))
    assert wired and wired < {number for number, _ in steps}, "its steps are those of the list of wires"
    assert "](../../hardware/pico_bench-breadboard.svg)" in BENCH and len(BENCH.split()) <= 900
