"""An image over a table with records, in the emulated Pico: it says what it runs, and its match goes on."""

import json
import struct

import pytest

import emulated
from emulated import shows, until
from firmware import Host
from tablehost.virtual import boards, pack

BOARD = "pico_6pads"
CLOCK = [200, 1150]


@pytest.fixture
def files(tmp_path):
    pack.write_deck(tmp_path / "deck.txt")
    deck = (tmp_path / "deck.txt").read_bytes()
    return {**emulated.board_files(BOARD), "deck.txt": deck, "marker": b""}


@pytest.fixture
def start(request):
    """start(files) -> (pico, the firmware in it); it ends with the test."""

    def make(files):
        pico = emulated.Pico()
        request.addfinalizer(pico.close)
        pico.power_cycle(files if isinstance(files, bytes) else emulated.image(files))
        return pico, emulated.Emulated(boards.load(BOARD), pico)

    return make


@pytest.fixture
def program():
    """The digest of the program in the image."""
    return json.loads(emulated.IMAGE.with_suffix(".json").read_text())["program"]


def said(firmware):
    """The host of this table, and what its hello told."""
    host = Host(emulated.Cable(firmware))
    host.run(2)
    return host, host.heard("hi")[-1][1]


def test_it_tells_which_program_runs_and_how_fast(start, files, program):
    _, firmware = start(files)
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    _, info = said(firmware)
    assert (info["program"], info["shadows"], info["clock"]) == (program, [], CLOCK)


def test_files_that_hide_modules_are_named(start, files):
    _, firmware = start({**files, "identity_of_mine.py": b"", "pico_bench.py": b"", "lib/ssd1306.py": b""})
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    assert said(firmware)[1]["shadows"] == ["pico_bench"], "what lies in /lib is found after what is frozen"


def test_what_is_on_record_outlives_another_image(start, files, program):
    """The image is copied while its Pico waits: then nothing runs, and its blocks alone are written."""
    pico, firmware = start(files)
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    host, _ = said(firmware)
    for command in (("new", "democracy", 2), ("begin",)):
        host.end.do(*command)
        host.run(1)
    told = dict(host.disk.rows)
    assert len(told) > 2
    host.end.do("bootloader")
    host.run(1)
    assert host.heard("res")[-1][2] is False, "a match is open"
    _, again = start(pico.files())
    assert until(again, shows(again, "OK goes on"), 8), again.display()
    host, info = said(again)
    host.run(2)
    assert {g: host.disk.rows[g] for g in told} == told and info["program"] == program


def test_the_image_stays_below_the_files():
    data = emulated.IMAGE.read_bytes()
    for at in range(0, len(data), 512):
        address, size = struct.unpack_from("<2I", data, at + 12)
        assert address + size <= 0x10000000 + emulated.FILES_AT
