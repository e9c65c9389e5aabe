"""A Pico that was never set up, from the image to the LED that is lit and to what the doctor says."""

import itertools
from types import SimpleNamespace

import pytest

import bare_pico
import emulated_pico
from cardtable.wire.shapes import NO_BOARD
from emulated_pico import NS, until
from firmware_table import Host
from table_line import TableLine
from tablehost.doctor import devices
from tablehost.journal.store import Journal
from tablehost.link import conversation, service
from tablehost.link.conversation import Conversation
from tablehost.virtual.tags.tag import Tag

EMPTY = b"\xff" * (emulated_pico.FLASH_SIZE - emulated_pico.FILES_AT)
BLINK_NS = 0.25 * NS  # the longest blink: now and then the table has other work
READY_S = 3.0  # from power, with the flash that is formatted first, to the version that was blinked
BAG = Tag(bytes.fromhex("04a1b2c3"), sak=0x08)  # the card that comes with a module


class Rung(emulated_pico.Emulated):
    """The emulated Pico with one reader. `led`: (ns, level) of each change of its own LED."""

    def __init__(self, board, pico):
        super().__init__(board, pico)
        self.led = []
        self._pins[bare_pico.LED].listener = lambda level: self.led.append((pico.ns, level))
        pico.listen(sum(1 << gpio for gpio, wire in self._pins.items() if wire.listener is not None))

    def is_lit(self):
        """True if it is lit for longer than a blink."""
        return bool(self.led and self.led[-1][1]) and self.pico.ns - self.led[-1][0] > BLINK_NS

    def blinks(self):
        """Return when it blinked, in ns."""
        pairs = itertools.pairwise([*self.led, (self.pico.ns, 0)])
        return [at for (at, level), (end, _) in pairs if level and end - at <= BLINK_NS]


class FarLine(TableLine):
    """The line to it."""

    def wait(self, seconds):
        pico = self.table.firmware.pico
        return until(self.table.firmware, lambda: bool(pico.said), seconds)


@pytest.fixture
def rung(start):
    """rung(files=EMPTY) -> a Rung that is switched on."""
    return lambda files=EMPTY: start(files, bare_pico.tried_board(), Rung)


@pytest.fixture
def diagnosed(tmp_path, monkeypatch):
    """diagnosed(rung): what the doctor says of its devices, line by line."""

    def run(rung):
        clock = SimpleNamespace(monotonic=lambda: rung.pico.ns / NS, time=lambda: 1e9 + rung.pico.ns / NS)
        for module in (conversation, service):
            monkeypatch.setattr(module, "time", clock)
        table = SimpleNamespace(firmware=rung, machine=SimpleNamespace(usb=rung.line))
        with Journal(tmp_path / "journal.sqlite") as journal:
            session = Conversation(journal, FarLine(table), False)
            session.greet(lambda event: None)
            found = list(devices.check_devices(session, lambda event: None, None, "en", False))
            return [check.line("en") for check in found]

    return run


def test_a_card_is_read_on_a_pico_that_was_never_set_up(rung, diagnosed):
    rung = rung()
    assert until(rung, lambda: len(rung.blinks()) == 2, READY_S), (rung.led, bytes(rung.pico.said))
    print(f"the version was blinked {rung.pico.ns / NS:.2f} s after power")
    assert not until(rung, rung.is_lit, 1) and len(rung.blinks()) == 2
    rung.machine.pads[0].tags.append(BAG)
    assert until(rung, rung.is_lit, 1)
    lines = diagnosed(rung)
    assert rung.is_lit(), "the doctor was there meanwhile"
    for words in (
        "ok    reader 1: mfrc522, version 0x92, ",
        "ok    tag: 04a1b2c3 lies there",
        "ok    its module: version 0x92, as NXP makes it",
    ):
        assert any(line.startswith(words) for line in lines), lines
    assert not [line for line in lines if line.startswith("FAIL")], lines
    rung.machine.pads[0].tags.clear()
    assert until(rung, lambda: rung.led[-1][1] == 0, 1)
    assert emulated_pico.contents(rung.pico.files()).keys() == {"marker"}, "nothing is set up"
    rung.pico.power_cycle()
    assert until(rung, lambda: len(rung.blinks()) == 4, READY_S), "it is the same again"


def test_without_wires_it_blinks_and_says_so(rung, diagnosed):
    rung = rung()
    rung.machine.unplug(0)
    assert until(rung, lambda: len(rung.blinks()) == 2, READY_S)
    assert not until(rung, rung.is_lit, 4) and len(rung.blinks()) >= 4
    [failed] = [line for line in diagnosed(rung) if line.startswith("FAIL")]
    assert failed.startswith("FAIL  reader 1: none answers: it has no wires yet") and "GP17" in failed
    rung.machine.plug_in(0)
    rung.machine.pads[0].tags.append(BAG)
    assert until(rung, rung.is_lit, 6), "once it is wired it is as above"


def test_a_table_that_is_set_up_has_no_use_for_the_led(rung):
    rung = rung({"board": b"pico_bench\n"})
    rung.machine.pads[0].tags.append(BAG)
    host = Host(emulated_pico.Cable(rung))
    assert host.until(lambda: host.heard("hi"), 3)
    assert NO_BOARD not in host.heard("hi")[-1][1]["caps"] and not rung.led


def test_on_other_wires_than_the_benchs_nothing_is_driven(rung):
    """At six seats GP21 is the display's, whose resistor holds it up."""
    rung = rung()
    rung._pins[21].source = lambda: 1
    rung._inputs.append(21)
    until(rung, lambda: False, 2)
    assert "no board is chosen, and GP21 is held up" in rung.pico.ask() and not rung.led
