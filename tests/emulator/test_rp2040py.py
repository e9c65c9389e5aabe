"""Our image in a second emulator, rp2040py: its start, compared with the first one; mpremote at its port.

rp2040py began as a port of rp2040js; its peripherals are now its own. Here the flash chip takes the commands
of the real boot ROM. Its processor counts 125 MHz, whatever speed is set.
"""

import os
import pty
import subprocess
import sys
import time
import tty

import pytest
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.peripherals.vreg_and_chip_reset import VREG, RPVREGAndChipReset
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

import emulated_pico
from cardtable.wire.frames import FROM_HOST, decode, encode
from emulated_pico import FILES_AT, FLASH_SIZE, IMAGE, JOURNAL_AT, NS

REGULATOR = 0x40064  # bits 12 and up of its address
REGULATED = 1 << 12
FAULT = b"does not answer"
ONE_START = 0x43540001  # firmware/frozen/start_count.py: its mark, and 1
HELLO_NS = NS
LIMIT_NS = 3 * NS


class Regulator(RPVREGAndChipReset):
    """A regulator whose voltage is right at once (RP2040 data sheet 2.10.6). rp2040py leaves the bit out."""

    def read_uint32(self, offset):
        return super().read_uint32(offset) | (REGULATED if offset == VREG else 0)


class SecondPico:
    """The image in rp2040py, with the same methods as `emulated_pico.Pico`. No wire leads out of it."""

    def __init__(self, files):
        self._mcu = mcu = RP2040()
        mcu.logger = ConsoleLogger(LogLevel.ERROR)
        mcu.load_bootrom(BOOTROM_B1)
        mcu.flash[:] = b"\xff" * len(mcu.flash)
        mcu.flash[FILES_AT:FLASH_SIZE] = files
        load_uf2(IMAGE, mcu)
        mcu.peripherals[REGULATOR] = Regulator(mcu, "VREG")
        self._simulator = Simulator(rp2040=mcu)
        self._simulator.stopped = False
        self._usb = USBCDC(mcu.usb_ctrl)
        self._usb.on_serial_data = self._hear
        self.said = bytearray()
        mcu.leave_reset()

    def _hear(self, data):
        self.said += data

    @property
    def ns(self):
        return self._simulator.clock.nanos

    def scratch(self):
        """Return the scratch register with the count of failed starts."""
        return self._mcu.watchdog.scratch_data[0]

    def run(self, until_ns):
        while self.ns < until_ns:
            execute_batch(self._simulator, 1)

    def say(self, data):
        for one in data:
            self._usb.send_serial_byte(one)

    def serve(self, name_to_words):
        """Run a process at a pseudo terminal that leads to the USB port; return its status and its output.

        `name_to_words`: the words of the process, of the name of the terminal.
        """
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        words = name_to_words(os.ttyname(theirs))
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            sent, until = len(self.said), self.ns + LIMIT_NS
            while process.poll() is None and self.ns < until:
                try:
                    self.say(os.read(ours, 32))
                except BlockingIOError:
                    pass
                self.run(self.ns + NS // 2000)
                sent += os.write(ours, bytes(self.said[sent:]))
            process.kill()
            output = process.stdout.read().decode()
        os.close(ours)
        os.close(theirs)
        return process.returncode, output

    def stored(self):
        return bytes(self._mcu.flash[JOURNAL_AT:FLASH_SIZE])


def last_messages(pico):
    """Start, open a session as a host does, wait for the readers' fault; return kind -> last message."""
    pico.run(HELLO_NS)
    pico.say(b"\n" + encode(["hello", [1, 0], -1, "me"], FROM_HOST))
    while FAULT not in pico.said and pico.ns < LIMIT_NS:
        pico.run(pico.ns + NS // 100)
    assert FAULT in pico.said, bytes(pico.said).decode(errors="replace")
    pico.run(pico.ns + NS // 20)  # to the end of that line
    lines = [decode(line) for line in bytes(pico.said).split(b"\n")[:-1]]
    return {message[0]: message[1:] for message in lines if message}


@pytest.fixture
def image(deck):
    return emulated_pico.image({"board": b"pico_6pads\n", **deck})


@pytest.mark.slow
def test_a_start_without_any_wire_is_the_same_in_both(image, request):
    """Messages, records and files are the same, but for the id of the flash chip, times and free memory."""
    first = emulated_pico.Pico()
    request.addfinalizer(first.close)
    first.exchange = lambda block, byte: 0
    first.power_cycle(image)
    begun = time.process_time()
    second = SecondPico(image)
    messages, others = last_messages(second), last_messages(first)
    print(
        f"rp2040py: {second.ns / NS:.1f} s emulated in {time.process_time() - begun:.0f} s; it stops at "
        f"{messages['say'][1]!r}: nothing is wired to its pins"
    )
    for of_both in (messages, others):
        del of_both["hi"][1], of_both["st"][2]
    assert messages == others
    assert second.scratch() == ONE_START and [reason for _, reason in first.starts] == [0, 0]
    split = FILES_AT - JOURNAL_AT
    assert second.stored()[:split] == first.stored()[:split] != b"\xff" * split
    assert emulated_pico.contents(second.stored()[split:]) == emulated_pico.contents(first.files())


@pytest.mark.slow
def test_mpremote_reads_the_files_and_the_name_of_the_image_over_a_pty(image):
    """As `cardtable flash --dev` and `doctor --prompt` reach into a Pico; Ctrl-C stops the program."""
    pico = SecondPico(image)
    pico.run(HELLO_NS)
    asked = ("fs", "ls", "+", "eval", "__import__('sys').implementation._machine")
    status, output = pico.serve(
        lambda name: [sys.executable, "-m", "mpremote", "connect", name, "resume", *asked]
    )
    assert status == 0, output
    assert "Cardtable, Raspberry Pi Pico with RP2040" in output
    assert {"board", "deck.txt", "marker"} <= {
        line.split()[-1] for line in output.splitlines() if line.split()
    }
