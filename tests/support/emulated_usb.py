"""The emulated Pico at a pseudo-terminal and as a drive, for `cardtable flash` as it is.

The emulator has no USB of the boot ROM: asked for that, the Pico is stopped here, and a folder is its drive.
What is copied there is put into its flash block by block, as the boot ROM does, and it starts.
"""

import os
import runpy
import select
import threading
import time
import tty

import pytest

import emulated_pico
import mp32
from tablehost.flashing import drives, images
from tablehost.flashing.device import Mpremote
from tablehost.virtual import boards

BUILD = runpy.run_path(str(mp32.ROOT / "firmware" / "image" / "build.py"))
STOCK = BUILD["INNER"] / "build" / "stock" / "firmware.uf2"  # goes with its tools when they change
ABOUT = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
SLICE_S = 0.005  # of emulated time between two looks at the line


def stock_firmware():
    """MicroPython's own firmware for a Pico, built once from the same sources as our image: its board, and of
    frozen modules only those of its port.
    """
    if not (BUILD["INNER"] / "complete").exists():
        pytest.skip("missing: the tools that build an image; to get it: make firmware")
    if not STOCK.exists():
        manifest = BUILD["INNER"] / "stock_manifest.py"
        manifest.write_text('freeze("$(PORT_DIR)/modules")\n')
        source = f"{BUILD['SOURCE']}/ports/rp2"
        BUILD["inside"](
            "cmake", "-S", source, "-B", "/build/stock", "-DMICROPY_BOARD=RPI_PICO",
            "-DMICROPY_FROZEN_MANIFEST=/stock_manifest.py", "-DPICO_SDK_PATH_OVERRIDE=/usr/src/pico-sdk",
        )  # fmt: skip
        BUILD["inside"]("make", f"-j{os.cpu_count() or 1}", "-C", "/build/stock")
    return STOCK


class UsbPico(threading.Thread):
    """A Pico at the pseudo-terminal `name`, whose files lie behind byte `files_at` of its flash. `drive`: the
    folder that is its drive while it waits.

    Its time is at most as fast as ours, and slower where it works. So it stands for the module `time` as
    well: a caller that waits for the Pico waits by its time.
    """

    def __init__(self, drive, board, program, files, files_at):
        super().__init__(daemon=True)
        self.drive = drive
        self.trouble = None
        self._before = 0.0  # s, before this start, and as a drive
        self._board = board
        self._files_at = files_at
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._ended = threading.Event()
        self._waits = threading.Event()
        self._switch_on(program, files)
        self.start()

    def _switch_on(self, program, flash):
        self.pico = emulated_pico.Pico(files_at=self._files_at, image=program)
        self.pico.power_cycle(flash)
        self._firmware = emulated_pico.Emulated(boards.load(self._board), self.pico)
        self._began = time.monotonic()

    def monotonic(self):
        return self._before + self.pico.ns / emulated_pico.NS

    def time(self):
        return time.time()

    def sleep(self, seconds):
        end = self.monotonic() + seconds
        while self.monotonic() < end and self.trouble is None:
            time.sleep(SLICE_S)

    def opened(self, name):
        """The files of this Pico, as `cardtable flash` has them."""
        pico = self

        class Device(Mpremote):
            def bootloader(self):
                self.close()
                pico._waits.set()

        return Device(name)

    def run(self):
        try:
            while not self._ended.is_set():
                if self._waits.is_set():
                    self._be_a_drive()
                else:
                    self._be_a_table()
        except Exception as trouble:
            self.trouble = trouble

    def _be_a_table(self):
        if select.select([self._master], [], [], 0)[0]:
            data = os.read(self._master, 256)
            while data:
                data = data[self._firmware.line.feed(data) :]
                emulated_pico.until(self._firmware, lambda: False, SLICE_S)
        emulated_pico.until(self._firmware, lambda: False, SLICE_S)
        said = self._firmware.line.take()
        if said:
            os.write(self._master, said)
        ahead = self.pico.ns / emulated_pico.NS - (time.monotonic() - self._began)
        if ahead > 0:
            time.sleep(ahead)

    def _be_a_drive(self):
        """Take the image when all of it is there."""
        self.drive.mkdir(exist_ok=True)
        (self.drive / drives.ABOUT).write_text(ABOUT)
        file = self.drive / drives.TARGET
        size = emulated_pico.IMAGE.stat().st_size
        while not self._ended.is_set() and not (file.exists() and file.stat().st_size == size):
            time.sleep(SLICE_S)
            self._before += SLICE_S
        if self._ended.is_set():
            return
        flash = bytearray(self.pico.files())
        for at, data in images.pieces(file.read_bytes()):
            if at >= self._files_at:
                flash[at - self._files_at : at - self._files_at + len(data)] = data
        self._before = self.monotonic()
        self.pico.close()
        for path in self.drive.iterdir():
            path.unlink()
        self.drive.rmdir()
        self._switch_on(emulated_pico.IMAGE, bytes(flash))
        self._waits.clear()

    def files(self):
        """The files of our image, path -> bytes, as they are when it is switched off."""
        self.end()
        return emulated_pico.contents(self.pico.files()[emulated_pico.FILES_AT - self._files_at :])

    def end(self):
        """Stop its time."""
        self._ended.set()
        self.join()

    def close(self):
        self.end()
        self.pico.close()
        os.close(self._master)
        os.close(self._slave)
