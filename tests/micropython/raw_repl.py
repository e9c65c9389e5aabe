"""A Pico at the far end of a serial line, as mpremote finds it: MicroPython's raw REPL, files on littlefs.

    mp32 raw_repl.py IMAGE repl|boot

IMAGE is the flash, a file of whole blocks. `repl` speaks on standard input and output; `boot` runs /main.py
as at power-up. The exit status 75 means that `machine.reset()` was called, 76 `machine.bootloader()`, and 77
that timers were still running then; nothing else of `machine` does anything.
"""

import os
import sys

import vfs

BLOCK = 4096
RESET, BOOTLOADER, STILL_FED = 75, 76, 77
image, what = sys.argv[1:]
real_exit = sys.exit


class Flash:
    """The block device: every write goes to the image at once."""

    def __init__(self, name):
        self._file = open(name, "r+b")
        self._blocks = self._file.seek(0, 2) // BLOCK

    def readblocks(self, block, into, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(into)

    def writeblocks(self, block, data, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.write(data)
        self._file.flush()

    def ioctl(self, operation, argument):
        if operation == 4:
            return self._blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.writeblocks(argument, b"\xff" * BLOCK)
        return 0


class Implementation:
    name = "micropython"
    version = (1, 25, 0, "")
    _machine = "Raspberry Pi Pico with RP2040"


class Sys:
    implementation = Implementation
    path = ["", ".frozen", "/lib"]
    modules = sys.modules
    print_exception = sys.print_exception


class Watchdog:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass


class Machine:
    """Its watchdog runs. Whatever a timer calls is called after every command."""

    mem32 = {0x40058000: 1 << 30}
    calls = []
    WDT = Watchdog

    class Timer:
        def __init__(self, period, callback):
            self._callback = callback
            Machine.calls.append(callback)

        def deinit(self):
            Machine.calls.remove(self._callback)

    @staticmethod
    def unique_id():
        return b"\xe6\x61\x38\x52\x83"

    @staticmethod
    def reset():
        real_exit(STILL_FED if Machine.calls else RESET)

    @staticmethod
    def bootloader():
        real_exit(STILL_FED if Machine.calls else BOOTLOADER)


class Time:
    @staticmethod
    def sleep_ms(ms):
        pass


def start():
    """littlefs in the place of all other files, and a Pico's modules."""
    device = Flash(image)
    try:
        files = vfs.VfsLfs2(device, progsize=256)
    except OSError:
        vfs.VfsLfs2.mkfs(device, progsize=256)
        files = vfs.VfsLfs2(device, progsize=256)
    vfs.umount("/")
    vfs.mount(files, "/")
    os.chdir("/")
    sys.path[:] = Sys.path
    Sys.path = sys.path
    sys.modules["sys"] = Sys
    sys.modules["machine"] = Machine
    sys.modules["time"] = Time


def repl():
    """Byte by byte, until the line is gone."""
    read = sys.stdin.buffer.read
    write = sys.stdout.buffer.write
    names = {"__name__": "__main__"}
    raw, heard = False, b""
    while True:
        byte = read(1)
        if not byte:
            return
        if byte == b"\x01":
            raw, heard = True, b""
            write(b"raw REPL; CTRL-B to exit\r\n>")
        elif byte == b"\x02":
            raw = False
            write(b"\r\nMicroPython\r\n>>> ")
        elif byte == b"\x03":
            heard = b""
        elif raw and heard == b"\x05A" and byte == b"\x01":
            heard = b""
            write(b"R\x00")
        elif raw and byte == b"\x04":
            write(b"OK")
            program, heard = heard, b""
            try:
                exec(program.decode(), names)
                for call in Machine.calls:
                    call(None)
                write(b"\x04\x04>")
            except Exception as error:
                write(b"\x04")
                sys.print_exception(error)
                write(b"\x04>")
        elif raw:
            heard += byte


start()
if what == "repl":
    repl()
else:
    with open("/main.py") as file:
        program = file.read()
    exec(program, {"__name__": "__main__"})
