"""A Pico in an emulator (tests/emulator/pico.mjs), around the chip models of CPython.

Its program is our own image. Its files are an image of littlefs, as a maker's Pico has them.
"""

import json
import runpy
import struct
import subprocess
import threading
from pathlib import Path

from littlefs import LittleFS

import mp32
from remote_firmware import SeenFirmware
from tablehost.firmware import boards
from tablehost.virtual.pico import FakeMachine

HERE = mp32.ROOT / "tests" / "emulator"
TOOLS = mp32.ROOT / ".tools" / "emulator"
IMAGE = mp32.ROOT / "build" / "firmware" / "cardtable_pico.uf2"
CURE = "sh tests/get_emulator.sh .tools/emulator"
SLICE_US = 1000  # of emulated time between two looks of the people
ERASED = 1
ERASE_NS, WRITE_NS = 45_000_000, 400_000  # a block of 4096 bytes, a page of 256: as pico.mjs has it
WORDS = 0x3E  # where words.py tells on I2C what it shows
NS = 1_000_000_000
FLASH_SIZE = 2 << 20
SENTENCES = ("All cards lie right. OK goes on", "The cards lie there. OK runs on")  # of it and of another one
STACK = 8192  # bytes: what MicroPython gives an RP2040 (PICO_STACK_SIZE); it ends a call 256 before
_AFTER = {0x00: 1, 0x80: 1, 0x40: 128}  # control byte -> how many bytes follow
_BUILDING = threading.Lock()  # building a board replaces modules of Python for all threads
_PARTITIONS = runpy.run_path(str(mp32.ROOT / "firmware" / "frozen" / "partitions.py"))
LAYOUT = {  # of the file system that MicroPython makes there, but for its size
    "block_size": 4096,
    "read_size": 32,
    "prog_size": 256,
    "cache_size": 1024,
    "lookahead_size": 32,
    "block_cycles": 100,
    "disk_version": 0x00020000,
}
JOURNAL_AT = _PARTITIONS["PROGRAM_KB"] * _PARTITIONS["KB"]  # in our image
FILES_AT = JOURNAL_AT + _PARTITIONS["JOURNAL_KB"] * _PARTITIONS["KB"]


def missing():
    """Return the missing part to run our image, and how to get it; None if none is."""
    if not IMAGE.is_file():
        return "the firmware image; to get it: make firmware"
    if not (TOOLS / "bootrom.bin").is_file():
        return f"the emulator; to get it: {CURE}"
    return None


def flash_ns(kind, size):
    """For how long an operation on flash keeps everything waiting."""
    return size // 4096 * ERASE_NS if kind == ERASED else size // 256 * WRITE_NS


def image(files, at=None):
    """The bytes of a littlefs with these files (path -> bytes), for the flash from byte `at` on."""
    size = FLASH_SIZE - (FILES_AT if at is None else at)
    fs = LittleFS(mount=False, **{**LAYOUT, "block_count": size // 4096})
    fs.format()
    fs.mount()
    for path, data in files.items():
        folder = str(Path(path).parent)
        if folder != ".":
            fs.makedirs(folder, exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(data)
    fs.unmount()
    return bytes(fs.context.buffer)


def other_program(folder):
    """Our image as another program, in a file of this folder; its digest.

    The digest that its hello tells is another one, and a match goes on with another sentence: both constants
    are changed in the flash, where they are.
    """
    data = bytearray(IMAGE.read_bytes())
    digest = json.loads(IMAGE.with_suffix(".json").read_text())["program"]
    tries = (f"{number:016x}" for number in range(1 << 20))
    other = next(one for one in tries if _hash(one.encode()) == _hash(digest.encode()))
    for old, new in ((digest, other), SENTENCES):
        _change(data, old.encode(), new.encode())
    path = folder / "other.uf2"
    path.write_bytes(data)
    path.with_suffix(".json").write_text(json.dumps({"program": other}))
    return path, other


def _hash(text):
    """MicroPython's hash of an interned string, which is kept apart from it (py/qstr.c, two bytes)."""
    found = 5381
    for one in text:
        found = (found * 33 ^ one) & 0xFFFF
    return found


def _change(uf2, old, new):
    """Change the one place in the flash that holds these bytes; it may go across blocks."""
    assert len(old) == len(new)
    blocks = range(0, len(uf2), 512)
    flash = b"".join(uf2[at + 32 : at + 32 + 256] for at in blocks)
    assert flash.count(old) == 1
    first = flash.find(old)
    for i, one in enumerate(new, first):
        uf2[i // 256 * 512 + 32 + i % 256] = one


def contents(data):
    """The files of an image, path -> bytes. MicroPython makes its version the newest when it first writes."""
    fs = LittleFS(mount=False, **{**LAYOUT, "disk_version": 0x00020001, "block_count": len(data) // 4096})
    fs.context.buffer[:] = data
    fs.mount()
    found = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = f"{folder}/{name}".lstrip("/")
            with fs.open(path, "rb") as file:
                found[path] = file.read()
    return found


def board_files(board):
    """The files by which a Pico with our image has this board, and a display that tells its lines."""
    wired = f"from {board} import *\nfrom {board} import build\n"
    return {"board.py": (HERE / "words.py").read_bytes(), "wired.py": wired.encode()}


class Pico:
    """The emulator's process. The wires set its callbacks:

    exchange(block, byte) -> byte; pin(gpio, level) -> levels of all inputs; there(address) -> bool, whether
    anybody has it on I2C; i2c(address, byte) -> bool;
    frame(bytes, (least and longest high of a 0, of a 1, of a bit, ns)); flashed(kind, address, size).
    `ns`: the emulated time. `dark`: the power was cut. `said`: bytes from USB, not yet taken. `starts`:
    (ns, reason) of each.

    What it is switched on with lies in the flash behind its program: its files, or its journal too. `image`:
    the file of its program. `miss`: how many cycles its processor waits for what is not in the cache of the
    flash; 0: it never waits.
    """

    def __init__(self, lights=22, image=IMAGE, miss=0):
        self._process = subprocess.Popen(
            [
                "node",
                HERE / "pico.mjs",
                image,
                TOOLS / "bootrom.bin",
                str(lights),
                str(JOURNAL_AT),
                str(miss),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=TOOLS,
        )
        self._in = self._process.stdout
        self._out = self._process.stdin
        self.ns = 0
        self.said = bytearray()
        self.starts = []
        self.dark = False
        self.exchange = lambda block, byte: 0xFF
        self.pin = lambda gpio, level: 0
        self.there = lambda address: False
        self.i2c = lambda address, byte: True
        self.frame = lambda data, widths: None
        self.flashed = lambda kind, address, size: None

    def close(self):
        self._process.kill()
        self._process.communicate()

    def _command(self, letter, form="", *values, data=b""):
        self._out.write(letter + struct.pack("<" + form, *values) + data)
        self._out.flush()

    def _read(self, form):
        return struct.unpack("<" + form, self._bytes(struct.calcsize("<" + form)))

    def _bytes(self, size):
        data = self._in.read(size)
        if len(data) != size:
            raise RuntimeError("the emulator has ended")
        return data

    def run(self, until_ns):
        """Run until then; False if the power was cut before, and nothing runs."""
        if self.dark:
            return False
        self._command(b"r", "d", until_ns)
        while True:
            letter, ns = self._read("cd")
            self.ns = int(ns)
            if letter == b"x":
                self._command(bytes([self.exchange(*self._read("BB"))]))
            elif letter == b"o":
                self._command(struct.pack("<I", self.pin(*self._read("BB"))))
            elif letter == b"a":
                self._command(bytes([self.there(*self._read("B"))]))
            elif letter == b"i":
                self._command(bytes([self.i2c(*self._read("BB"))]))
            elif letter == b"u":
                self.said += self._bytes(*self._read("H"))
            elif letter == b"l":
                self.frame(self._bytes(*self._read("H")), self._read("6H"))
            elif letter == b"f":
                self.flashed(*self._read("BII"))
            elif letter == b"b":
                self.starts.append((self.ns, self._read("B")[0]))
            elif letter == b"q":
                self.dark = self._read("B")[0] != 0
                return not self.dark
            else:
                raise RuntimeError(f"the emulator says {letter!r}")

    def say(self, data):
        """Bytes for USB."""
        self._command(b"s", "H", len(data), data=data)

    def unread(self):
        """Return how many of these bytes the Pico has not read."""
        self._command(b"n")
        return self._read("I")[0]

    def hear(self, hears):
        """Have the host at USB read, or read nothing; it has the port open all the time."""
        self._command(b"h", "B", not hears)

    def drive(self, mask, levels):
        """The inputs of `mask` are driven from outside."""
        self._command(b"k", "II", mask, levels)

    def listen(self, mask):
        """Report changes of these outputs."""
        self._command(b"w", "I", mask)

    def cut(self, operation, part=128):
        """Cut the power in this flash operation from now (from 1; 0: never), `part` of 256 done."""
        self._command(b"c", "IH", operation, part)

    def power_cycle(self, files=b""):
        """Off and on; with an image the flash's files are these, or all that is behind the program."""
        self.dark = False
        if len(files) == FLASH_SIZE - FILES_AT:
            files = b"\xff" * (FILES_AT - JOURNAL_AT) + files
        self._command(b"z", "I", len(files), data=files)

    def files(self):
        """The image of the flash's files."""
        return self.stored()[FILES_AT - JOURNAL_AT :]

    def stored(self):
        """All of the flash behind the program."""
        self._command(b"d")
        return self._bytes(*self._read("I"))

    def pwm(self, piece):
        """(Hz, duty of 65535) of a PWM slice's channel A."""
        self._command(b"p", "B", piece)
        return self._read("II")

    def stack(self):
        """The most bytes of the stack that were in use since it was started; it has STACK."""
        self._command(b"m")
        return self._read("I")[0]

    def ask(self, line="", seconds=5):
        """Type a line at the prompt; return all that was said until the next prompt, which is then taken."""
        self.say(line.encode() + b"\r\n")
        limit = self.ns + seconds * NS
        while not (self.said.endswith(b">>> ") and line.encode() in self.said):
            assert self.ns < limit, bytes(self.said).decode(errors="replace")
            self.run(self.ns + NS // 50)
        said = bytes(self.said).decode(errors="replace")
        self.said.clear()
        return said


class PanelWire:
    """Bytes on I2C -> whole transfers to the panel."""

    def __init__(self, panel):
        self._panel = panel
        self._bytes = bytearray()

    def __call__(self, address, byte):
        if address != self._panel.address:
            return False
        self._bytes.append(byte)
        if len(self._bytes) > _AFTER[self._bytes[0]]:
            self._panel.write(bytes(self._bytes))
            self._bytes.clear()
        return True


class Line:
    """The far end of the Pico's USB."""

    ROOM = 512

    def __init__(self, pico):
        self._pico = pico

    def feed(self, data):
        count = min(len(data), self.ROOM - self._pico.unread()) if data else 0
        if count:
            self._pico.say(data[:count])
        return count

    def take(self):
        data = bytes(self._pico.said)
        self._pico.said.clear()
        return data


class Emulated(SeenFirmware):
    """The firmware in the emulator, for the people around the table (tablehost.virtual.firmware.Firmware).

    `widths`: the shortest and longest highs of a 0, of a 1, and whole bits on the wire of the lights, in ns.
    """

    def __init__(self, board, pico):
        machine = FakeMachine(board)
        super().__init__(machine, board)
        built = FakeMachine(board)
        with _BUILDING:
            built.build()
        machine.key_names = built.key_names
        self.pico = pico
        self.line = Line(pico)
        self.widths = None
        self._board = board
        self._pins = machine.modules()["machine"].Pin.wires
        self._inputs = [gpio for gpio, wire in self._pins.items() if wire.source is not None]
        self._sound = next(number for name, _, number in board.BLOCKS if name == "sound")
        self._text = bytearray()
        listened = [gpio for gpio, wire in self._pins.items() if wire.listener is not None]
        pico.listen(sum(1 << gpio for gpio in listened))
        pico.there = lambda address: address == WORDS
        pico.exchange, pico.pin, pico.i2c, pico.frame = self._exchange, self._pin, self._write, self._light
        self._drive()

    def close(self):
        self.pico.close()

    def attach(self, panel):
        """Have this panel on I2C, and no display that tells its lines."""
        self.pico.there = lambda address: address == panel.address
        self.pico.i2c = PanelWire(panel)

    def run(self, idle):
        clock = self.machine.clock
        clock.ns = self.pico.ns
        going = True
        while going:
            going = idle(SLICE_US)
            self._drive()
            going = self.pico.run(clock.ns) and going
            clock.ns = self.pico.ns
            hz, duty = self.pico.pwm(self._sound)
            self.machine.sound.set(hz, duty)

    def _levels(self):
        return sum(1 << gpio for gpio in self._inputs if self._pins[gpio].source())

    def _drive(self):
        driven = [gpio for gpio in self._inputs if self._pins[gpio].source() is not None]
        self.pico.drive(sum(1 << gpio for gpio in driven), self._levels())

    def _exchange(self, block, byte):
        self.machine.clock.ns = self.pico.ns
        return self.machine.bus(block).exchange(byte)

    def _pin(self, gpio, level):
        self.machine.clock.ns = self.pico.ns
        self._pins[gpio].level = level
        self._pins[gpio].listener(level)
        return self._levels()

    def _light(self, data, widths):
        self.machine.clock.ns = self.pico.ns
        lights = [(data[at + 1], data[at], data[at + 2]) for at in range(0, len(data) - 2, 3)]
        self.machine.show(lights)
        if self.widths is None:
            self.widths = list(widths)
        for i in range(0, 6, 2):
            self.widths[i] = min(self.widths[i], widths[i])
            self.widths[i + 1] = max(self.widths[i + 1], widths[i + 1])

    def _write(self, address, byte):
        """The display of tests/emulator/words.py: all its lines, one after the other. No panel is there."""
        if address != WORDS:
            return False
        self._text.append(byte)
        width, count = self._board.DISPLAY_WIDTH, self._board.DISPLAY_LINES
        if len(self._text) == width * count:
            text = self._text.decode("latin-1")
            self.shown = [text[at : at + width] for at in range(0, len(text), width)]
            self._text.clear()
        return True


def start(files, board="pico_6pads", kind=Emulated, **how):
    """The firmware in a Pico that is switched on with these files, or this flash; `how`: of `Pico`.

    `board`: a module of boards/, or its name.
    """
    board = boards.load(board) if isinstance(board, str) else board
    pico = Pico(dict(board.PINS)["lights.data"], **how)
    pico.power_cycle(files if isinstance(files, bytes) else image(files))
    return kind(board, pico)


def start_times(firmware):
    """The seconds from power to "Ready" at the first start of this program and at the second."""
    pico, took = firmware.pico, []
    for _ in range(2):
        began = pico.ns
        assert until(firmware, shows(firmware, "Ready"), 10), bytes(pico.said)
        took.append((pico.ns - began) / NS)
        assert pico.starts[-1][1] == 0 and b"Traceback" not in pico.said
        until(firmware, lambda: False, 1)
        pico.power_cycle()
        firmware.machine.lose_power()
        firmware.shown = []
    return took


def until(firmware, wanted, seconds):
    """Run until `wanted()`, for so long at most; whether it came."""
    limit = firmware.pico.ns + seconds * NS

    def idle(us):
        firmware.machine.clock.advance(us)
        return not wanted() and firmware.pico.ns < limit

    firmware.run(idle)
    return wanted()


def shows(firmware, words):
    return lambda: words in " ".join(" ".join(firmware.display()).split())


class Cable:
    """The emulated table as `firmware.Host` has one: its line, its clock, and time that goes by."""

    def __init__(self, firmware):
        self.machine = self
        self.clock, self.usb = firmware.machine.clock, firmware.line
        self._firmware = firmware

    def run(self, us):
        until(self._firmware, lambda: False, us / 1e6)
