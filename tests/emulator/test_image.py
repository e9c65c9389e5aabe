"""Our own image in an emulated Pico: it starts, plays, survives a power cut, or says why it does not start.

Runs where `make firmware` has put the image and tests/get_emulator.sh the emulator.
"""

import re
import runpy
from pathlib import Path

import pytest

import emulated_pico
import match_file
import mp32
from cardtable.wire.shapes import NO_BOARD
from emulated_hands import Hands
from emulated_pico import shows, until
from firmware_table import Host
from heap_use import KB, finishes, match_files, weigh
from panel_text import readable
from tablehost.link.usb_devices import PRODUCT
from tablehost.virtual.chips.ssd1306 import Ssd1306Chip

INNER = Path(mp32.ROOT, ".tools", "image", "tree")  # in which it was linked
IMAGE_BUILD = runpy.run_path(str(mp32.ROOT / "firmware" / "image" / "build.py"))
BOARD = "pico_6pads"
CENTRE = 6  # the pad in the middle
LITTLEFS = (  # how a superblock begins: of 128 blocks of 4096 bytes, which is what the partition has
    b"\x01\0\0\0\xf0\x0f\xff\xf7littlefs\x2f\xe0\x00\x10\x00\x00\x02\x00\x00\x10\x00\x00\x80\x00\x00\x00"
)
READY_S = 1.2  # the players' limit at the first start, which reads the deck; its goal: test_pico.py
# Of heap: the goal of M3, which is reached.
READY_KB = 70
# Of heap, about the figures of today: growth is found here at once, where the peaks need whole matches. They
# have no goal of their own; the goals of M3 below protect players from a match that ends for lack of memory.
BEGUN_KB = {"democracy": 82, "demos": 84, "democrazy": 90}
# Goals of M3: heap at the peak of a match, and the least heap in which it is finished.
PEAK_KB, LEAST_KB = 95, 120


def linked_image(chip):
    return INNER / "build" / chip / "firmware.elf"


@pytest.mark.parametrize("chip", ["pico", "pico2"])
def test_a_computer_sees_the_name_of_the_table(chip):
    """The product string of USB."""
    linked = linked_image(chip).read_bytes()
    assert f"\0{PRODUCT}\0".encode() in linked and b"Board in FS mode" not in linked


@pytest.mark.parametrize("chip", ["pico", "pico2"])
def test_the_interpreter_runs_from_ram(chip):
    """From flash, what each byte code goes through waits for the cache of the flash."""
    symbols = IMAGE_BUILD["inside"]("arm-none-eabi-nm", f"/build/{chip}/firmware.elf")
    addresses = {name: int(at, 16) for at, name in re.findall(r"^(\w+) \w (\w+)$", symbols, re.MULTILINE)}
    for name in (
        "mp_execute_bytecode gc_alloc gc_collect_start nlr_pop mp_map_lookup fun_bc_call mp_load_method "
        "mp_obj_instance_attr mp_setup_code_state list_subscr mp_obj_get_type mp_obj_tuple_subscr"
    ).split():
        assert 0x20000000 <= addresses[name] < 0x20080000, name


@pytest.mark.parametrize("chip", ["pico", "pico2"])
def test_native_code_is_in_flash_and_aligned(chip):
    """A processor of a Pico reads its first word where that begins at a multiple of 4 alone."""
    folder = INNER / "build" / chip
    frozen = (folder / "frozen_content.c").read_text()
    symbols = IMAGE_BUILD["inside"]("arm-none-eabi-nm", f"/build/{chip}/firmware.elf")
    native = IMAGE_BUILD["native_functions"](frozen, symbols)
    assert "fun_data_cardtable_drivers_mfrc522_Mfrc522_glance" in native
    assert all(0x10000000 <= at < 0x10200000 and at % 4 == 0 for at in native.values()), native


def test_a_trick_a_power_cut_and_a_traceback(start, files):
    firmware = start(files)
    pico = firmware.pico
    assert until(firmware, shows(firmware, "Ready"), 5), bytes(pico.said)
    print(f"ready {pico.ns / emulated_pico.NS:.2f} s after power")
    assert pico.ns < READY_S * emulated_pico.NS

    hands = Hands(firmware)
    hands.say("new", "democracy", 2)
    for option, value in (("deal_check", "off"), ("bad_catch", "off"), ("first_dealer", "1")):
        hands.say("opt", option, value)
    hands.say("begin")
    hands.wait(0.7)
    hands.press("ok", 0, 1)
    hands.lay(CENTRE, "7H")
    hands.lay(0, "9S")
    hands.lay(1, "4D")
    hands.press("ok", 0)
    hands.clear()
    shadow = hands.shadow()
    print(f"a trick {pico.ns / emulated_pico.NS:.0f} s after power: {firmware.display()} {shadow.facts}")
    assert shadow.difference is None and [fact[0] for fact in shadow.facts].count("trick") == 1
    assert len(pico.starts) == 2, "one power cycle, no restart"
    zero, one, bit = (firmware.widths[at : at + 2] for at in (0, 2, 4))
    print(f"high of a 0 {zero} ns, of a 1 {one} ns, a bit {bit} ns")
    assert 220 <= zero[0] <= zero[1] <= 380  # WS2812B-V5 data sheet: PIO keeps its rate at 200 MHz
    assert 580 <= one[0] <= one[1] <= 1000
    assert 1200 <= bit[0]

    pico.cut(2, 128)  # in the second write to flash from now
    hands.lay(CENTRE, "8H")
    hands.lay(0, "KS")
    hands.lay(1, "QD")
    hands.press("ok", 0)
    assert pico.dark, "the power went"
    told = dict(hands.host.disk.rows)
    pico.power_cycle()
    firmware.machine.lose_power()
    assert until(firmware, shows(firmware, "OK goes on"), 8), firmware.display()
    again = Hands(firmware)
    again.wait(1)
    assert {g: again.host.disk.rows[g] for g in told} == told, "each once, unchanged, in order"
    again.press("ok", 0)
    assert until(firmware, shows(firmware, "trick 2 of 8"), 3), firmware.display()

    pico.say(b"\x03")
    pico.ask()
    said = pico.ask("import clock_speed, machine; print(clock_speed.read(), machine.SPI(0))")
    assert "(200000000, 1150) SPI(0, baudrate=4000000," in said, said
    said = pico.ask("from cardtable.controller.loop import Loop; Loop(None)")
    assert 'File "cardtable/controller/loop.py", line ' in said and ", in __init__" in said, said


def test_a_format_that_lost_its_power_is_done_again(start):
    """And then it is as empty as one that never held anything (test_first_card.py)."""
    torn = bytearray(b"\xff" * (emulated_pico.FLASH_SIZE - emulated_pico.FILES_AT))
    torn[: len(LITTLEFS)] = LITTLEFS  # the first page of the first block, not to its end
    firmware = start(bytes(torn))
    host = Host(emulated_pico.Cable(firmware))
    assert host.until(lambda: host.heard("hi"), 3), bytes(firmware.pico.said)
    assert NO_BOARD in host.heard("hi")[-1][1]["caps"]
    assert emulated_pico.contents(firmware.pico.files()).keys() == {"marker"}


def test_a_board_that_the_image_lacks_is_named(start):
    """The clock stays at MicroPython's own speed."""
    firmware = start({"board": b"pico_4pads\n"})
    said = firmware.pico.ask()
    assert (
        "Safe mode: The board: see USB. no board 'pico_4pads'; its name belongs into the file /board" in said
    )
    assert "(125000000, 1100)" in firmware.pico.ask("import clock_speed; print(clock_speed.read())")


@pytest.mark.parametrize(
    "begin, named",
    [
        (b"deep in another file system " * 300, "data of another program"),
        (bytes(510) + b"\x55\xaa", "another file system, FAT"),
        (LITTLEFS + bytes(4096), "files that cannot be read"),
    ],
    ids=["data", "FAT", "torn"],
)
def test_a_foreign_partition_is_named_and_left_alone(start, begin, named):
    flash = begin.ljust(emulated_pico.FLASH_SIZE - emulated_pico.FILES_AT, b"\xff")
    pico = start(flash).pico
    assert f"Safe mode: The files: see USB. the files partition holds {named}" in pico.ask()
    assert pico.files() == flash
    pico.ask("import files_partition; files_partition.format()")
    assert emulated_pico.contents(pico.files()) == {}, "because it was asked for"


def test_files_of_another_size_are_named(start):
    other = emulated_pico.image({"journal/1": b"records"}, at=0xA0000)
    flash = other[: emulated_pico.FLASH_SIZE - emulated_pico.FILES_AT]
    pico = start(flash).pico
    assert "another file system, littlefs of 1408 KB" in pico.ask()
    assert pico.files() == flash


class Table:
    """A table with a panel: what it shows is read off the dots."""

    def __init__(self, firmware):
        self.panel = Ssd1306Chip()
        firmware.attach(self.panel)

    def lines(self):
        picture = self.panel.picture()
        return [readable(picture, row) for row in range(8)] if len(picture) == 64 else []

    def shows(self, words):
        return lambda: words in self.lines()


def test_no_and_ok_at_power_up_lead_to_safe_mode(start, deck):
    firmware = start({"board": BOARD.encode() + b"\n", **deck})
    table = Table(firmware)
    for key in ("no", "ok"):
        firmware.machine.press(3, key)
    assert until(firmware, table.shows("Safe mode".ljust(21)), 2), (table.lines(), bytes(firmware.pico.said))
    said = firmware.pico.ask()
    assert "Safe mode: NO and OK were held." in said
    assert "NON et OK tenus.".ljust(21) in table.lines()
    assert "(125000000, 1100)" in firmware.pico.ask("import clock_speed; print(clock_speed.read())")
    for key in ("no", "ok"):
        firmware.machine.release(3, key)
    firmware.pico.say(b"import machine; machine.reset()\r\n")
    until(firmware, lambda: False, 0.2)
    assert until(firmware, lambda: "Ready" in " ".join(table.lines()), 3), table.lines()


def test_after_three_starts_that_failed_the_fourth_is_safe_mode(start, deck):
    board = b"from pico_6pads import *\ndef build():\n    raise ValueError('no such reader')\n"
    firmware = start({"board.py": board, **deck})
    table = Table(firmware)
    assert until(firmware, table.shows("3 starts failed.".ljust(21)), 12), (
        firmware.pico.starts,
        bytes(firmware.pico.said),
    )
    said = firmware.pico.ask()
    assert len(firmware.pico.starts) == 5 and said.count("ValueError: no such reader") >= 1
    assert 'File "board.py", line 3, in build' in said


@pytest.mark.parametrize(
    "case", [match_file.CASES[0], *match_file.CASES[2:]], ids=lambda case: case.game.NAME
)
def test_the_heap_when_ready_and_when_a_match_of_most_seats_has_begun(case):
    weight = weigh(match_files(case), begun=True)
    print(f"ready {weight.ready} bytes, begun {weight.begun} of {weight.heap}")
    assert weight.ready <= READY_KB * KB
    assert weight.begun <= BEGUN_KB[case.game.NAME] * KB


def cases_over(reason):
    """Return the cases of longest matches; that of Democrazy misses the goal, for this reason."""
    over = pytest.mark.xfail(strict=True, raises=AssertionError, reason=reason)
    return [
        pytest.param(
            case, id=f"{case.game.NAME}, {case.what}", marks=over if case.game.NAME == "democrazy" else ()
        )
        for case in match_file.CASES
    ]


@pytest.mark.slow
@pytest.mark.parametrize("case", cases_over("peak of Democrazy: today 101.2 KB, goal 95"))
def test_the_heap_at_the_peak_of_a_match_of_most_seats(case):
    assert weigh(match_files(case)).most <= PEAK_KB * KB


@pytest.mark.slow
@pytest.mark.parametrize("case", cases_over("least heap for Democrazy: today 126 KB, goal 120"))
def test_a_match_of_most_seats_is_finished_in_little_heap(case):
    files = match_files(case)
    assert finishes(files, LEAST_KB * KB, weigh(files, begun=True).heap)
