"""A table's Pico for `cardtable flash`: an in-process table, its files, its line, a folder as its drive."""

import importlib.util
import os
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

from cardtable.controller import housekeeping
from firmware_table import Table, kept_files
from tablehost.cli.parser import parser
from tablehost.flashing import drives, images, meeting, verb
from tablehost.flashing.device import About
from tablehost.link import conversation, port, usb_devices
from tablehost.link.port_error import PortError
from tablehost.virtual.chips.flash import JOURNAL
from uf2_images import PICO2, put, uf2

ROOT = Path(__file__).resolve().parents[2]
FROZEN = ROOT / "firmware" / "frozen"
OLD, NEW = "00000000000000aa", "00000000000000bb"
CLOCK = (200, 1150)
OURS = About("micropython", (1, 25, 0), "Cardtable, Raspberry Pi Pico with RP2040", "", 400_000, 524_288)
ABOUT = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {}\n"


class OnDisk:
    """The files of an in-process table, as a device."""

    def __init__(self, pico):
        self._pico = pico
        self._root = str(pico.table.root)

    def about(self):
        return self._pico.about._replace(uid=self._pico.table.parts.unique_id.hex())

    def files(self, folder):
        found = {}
        for at, folders, names in os.walk(self._root + folder):
            for name in sorted(folders):
                found[f"{at}/{name}".removeprefix(self._root)] = -1
            for name in names:
                if name == JOURNAL:  # on a Pico that is no file
                    continue
                found[f"{at}/{name}".removeprefix(self._root)] = os.stat(f"{at}/{name}").st_size
        return found

    def digests(self, paths):
        self._pico.at("digests", paths)
        found = [self._read(path) for path in paths]
        return [b"" if data is None else sha256(data).digest() for data in found]

    def read(self, path):
        self._pico.at("read", path)
        return self._read(path)

    def _read(self, path):
        try:
            with open(self._root + path, "rb") as file:
                return file.read()
        except OSError:
            return None

    def mkdir(self, path):
        os.mkdir(self._root + path)

    def remove(self, path, folder=False):
        (os.rmdir if folder else os.remove)(self._root + path)

    def parked(self):
        return [data for name, data in kept_files(self._pico.table.root).items() if name.endswith(".parked")]

    def write(self, path, data):
        self._pico.at("write", path)
        with open(self._root + path, "wb") as file:
            file.write(data)

    def rename(self, old, new):
        self._pico.at("rename", new)
        os.replace(self._root + old, self._root + new)

    def bootloader(self):
        self._pico.wait_as_drive()

    def reset(self):
        self._pico.at("reset", "")
        self._pico.start()


class Pico:
    """A table's Pico: it runs a program, or waits as a drive and then runs what is copied onto it."""

    def __init__(self, folder, table):
        self.table = table
        self.about = OURS
        self.drive = folder / "RPI-RP2"
        self.drive_id = "RPI-RP2"
        self.program = (OLD, (), CLOCK)
        self.becomes = (NEW, (), CLOCK)  # what runs when an image was copied
        self.mounted = True  # whether its drive is seen when it waits
        self.deaf = False  # its program does not run
        self.waits = False
        self.size = 0  # of the whole image
        self.passed = 0.0
        self.at = lambda what, path: None  # called before its files are touched
        table.switch_on(self.program)

    def start(self):
        """Restart it; without a board it tries one reader."""
        self.deaf = False
        self.table.led = None if (self.table.root / "board").exists() else [].append
        self.table.switch_on(self.told())

    def told(self):
        """Return the program as it reports itself, with the files that are loaded with it."""
        digest, hidden, clock = self.program
        spec = importlib.util.spec_from_file_location("overlay", FROZEN / "overlay.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        rows = lambda path: [(one.name, 0x4000 * one.is_dir()) for one in os.scandir(path)]  # noqa: E731
        module.os = SimpleNamespace(ilistdir=rows)
        module.__import__ = module._load = lambda *_: None
        module._load_game = lambda *_: True
        laid, behind, self.table.own_games = module.load(digest, str(self.table.root))
        return digest + behind, (*hidden, *laid)[:4], clock

    def wait_as_drive(self):
        self.waits = True
        if self.mounted:
            self.drive.mkdir(exist_ok=True)
            (self.drive / drives.ABOUT).write_text(ABOUT.format(self.drive_id))

    # -- the module `time`: its own time, and none that passes by itself

    def monotonic(self):
        return self.passed

    def time(self):
        return 1_700_000_000 + self.passed

    def sleep(self, seconds):
        self.passed += seconds
        file = self.drive / drives.TARGET
        if self.waits and file.exists() and file.stat().st_size == self.size:
            for path in self.drive.iterdir():
                path.unlink()
            self.drive.rmdir()
            self.program = self.becomes
            self.waits = False
            self.table.switch_on(self.program)
        elif self.table.machine.waits_for_image and not self.waits:
            self.wait_as_drive()
        elif not self.waits and not self.deaf:
            self.table.run(int(seconds * 1_000_000))


class Line:
    """The table's line; waiting on it is how time passes."""

    def __init__(self, pico):
        if pico.waits:
            raise PortError("NOT_FOUND", "it is not there", "")
        self.pico = pico
        self.said = b""

    def wait(self, seconds):
        self.pico.sleep(seconds)
        self.said += self.pico.table.machine.usb.take()

    def read(self):
        said, self.said = self.said, b""
        return b"" if self.pico.deaf else said

    def write(self, data):
        if not self.pico.deaf:
            self.pico.table.machine.usb.feed(data)

    def close(self):
        pass


def opened(pico):
    """The files of a Pico, whose program is stopped by Ctrl-C."""
    if not pico.deaf and not pico.waits:
        housekeeping.maintain(pico.table.loop)
        pico.deaf = True
    return OnDisk(pico)


def set_up(tmp_path, monkeypatch):
    """A table at a port: at(words) runs `cardtable flash` there; its Pico is at.pico."""
    root = tmp_path / "pico"
    root.mkdir()
    (root / "board").write_text("pico_6pads")
    (root / "marker").write_text("")
    pico = Pico(tmp_path, Table(root))
    built = {
        "pico": put(tmp_path, "cardtable_pico.uf2", uf2(3000), NEW),
        "pico2": put(tmp_path, "cardtable_pico2.uf2", uf2(2000, PICO2), NEW),
    }
    pico.size = built["pico"].stat().st_size
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CARDTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.setattr(usb_devices, "list_tables", list)
    monkeypatch.setattr(port, "open_port", lambda address: Line(pico))
    monkeypatch.setattr(drives, "FOLDERS", (f"{tmp_path}/RP*",))
    monkeypatch.setattr(drives, "MOUNTS", tmp_path / "none")
    monkeypatch.setattr(images.firmware_files, "image_path", lambda chip: built[chip])
    for module in (drives, meeting, verb, conversation):
        monkeypatch.setattr(module, "time", pico)

    def at(*said):
        args = parser().parse_args(["flash", "-t", "port:/dev/ttyTABLE", *said])
        return verb.Flashing(args, lambda name: opened(pico)).run()

    at.pico, at.built, at.files = pico, built, OnDisk(pico).files
    return at
