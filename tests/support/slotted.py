"""A Pico's files in memory, on real littlefs that can lose its power, as `tablehost.flashing` reaches them;
and what starts from them.
"""

import importlib.util
import sys
from hashlib import sha256
from types import SimpleNamespace

import flash
from tablehost import firmware_files, manifest
from tablehost.flashing.device import About
from tablehost.flashing.tree import Tree

PICO = About("micropython", (1, 25, 0), "Raspberry Pi Pico with RP2040", "e661385283", 0, 0)
STARTS = 3  # that a program has to prove itself


def tree(version, names=("board.mpy", "entry.mpy", "lib/cardtable/loop.mpy", "lib/cardtable/words.txt")):
    """A program of a few files; each holds the version, so that a mixture is seen."""
    slot = {name: f"{version} {name} ".encode() * 40 for name in names}
    beside = {"slots.mpy": f"{version} slots".encode(), "main.py": f"{version} main".encode()}
    return Tree(slot, beside, manifest.of(slot))


class Pico:
    """What a `Device` is asked, of a file system in memory. `machine`: what it says it is."""

    def __init__(self, about=PICO):
        self.disk = flash.Files(flash.Flash(64))
        self._about = about
        self.restarts = 0

    def about(self):
        row = self.disk.statvfs("/")
        return self._about._replace(free=row[0] * row[3], capacity=row[1] * row[2])

    def files(self, folder):
        found = {}
        try:
            rows = self.disk.ilistdir(folder or "/")
        except OSError:
            return found
        for name, kind, _, size in rows:
            path = f"{folder}/{name}"
            found[path] = -1 if kind & 0x4000 else size
            if kind & 0x4000:
                found.update(self.files(path))
        return found

    def digests(self, paths):
        return [b"" if self.read(path) is None else sha256(self.read(path)).digest() for path in paths]

    def read(self, path):
        try:
            return self.disk.open(path, "rb").read()
        except OSError:
            return None

    def write(self, path, data):
        with self.disk.open(path, "wb") as file:
            for at in range(0, len(data), 256):
                file.write(data[at : at + 256])

    def rename(self, old, new):
        self.disk.rename(old, new)

    def remove(self, path, folder=False):
        self.disk.rmdir(path) if folder else self.disk.remove(path)

    def mkdir(self, path):
        self.disk.mkdir(path)

    def last_record(self):
        return -1

    def reset(self):
        self.restarts += 1

    def holds(self):
        """Its files alone, path -> content."""
        return {path: self.read(path) for path, size in self.files("").items() if size >= 0}


class Slots:
    """/slots.py, as it runs on the Pico with these files; `machine.reset` raises Restarted."""

    def __init__(self, disk):
        spec = importlib.util.spec_from_file_location("slots_on_a_pico", firmware_files.slots_path())
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        self.module.open = disk.open
        self.module.os = disk
        self.module.sys = SimpleNamespace(path=[], modules={}, print_exception=lambda error: None)

    def start(self):
        """The slot that imports come from, None if from none."""
        self.module.sys.path.clear()
        self.module.select()
        path = self.module.sys.path
        assert path == [] or path == [path[1] + "/lib", path[1]]
        return path[1][1:] if path else None

    def fail(self, monkeypatch, error):
        """The program ends with this mistake; whether the Pico is started again."""
        machine = SimpleNamespace(reset=_restart)
        monkeypatch.setitem(sys.modules, "machine", machine)
        monkeypatch.setitem(sys.modules, "time", SimpleNamespace(sleep_ms=lambda ms: None))
        try:
            self.module.stop(error)
        except Restarted:
            return True
        except type(error):
            return False
        raise AssertionError("it goes on as if nothing had been")


class Restarted(BaseException):
    """machine.reset() was called."""


def _restart():
    raise Restarted
