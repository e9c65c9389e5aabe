"""What goes to a Pico, compiled as it ships: `.mpy` files, and the texts that are read where they lie."""

import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path

from tablehost.tight import tightened

STARTED = ("start.py",)  # what MicroPython starts, it wants as text


def compile_into(
    folder: Path, files: dict[Path, Path], compiler: Path, kept: Collection[str] = (), apart: bool = False
) -> None:
    """Put `files` (source -> its place on the device) into `folder`; `compiler`: the program `mpy-cross`.
    `kept`: names by which something asks for what is in them that is not among them. `apart`: every module
    has its file, which is not how it ships.

    All that is on a device together must be compiled together, see `tight`. Without line numbers, and a
    traceback names the module alone: its name is in memory anyhow, and so the firmware takes 15 KB less of
    the heap. It asserts nothing, so it loses no check. Raises CalledProcessError, SyntaxError.
    """
    programs = tightened(sources_of(files), kept, apart)
    with tempfile.TemporaryDirectory() as workshop:
        tight = Path(workshop, "tight.py")
        for source, place in files.items():
            module = _module(place)
            if source.suffix != ".py":
                target = folder / place if apart else folder / _top(place) / place.name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
            elif module in programs:  # else it is part of another
                name, text = programs[module]
                target = folder / place if apart else folder / _top(place) / f"{name}.py"
                target.parent.mkdir(parents=True, exist_ok=True)
                if place.name in STARTED:
                    target.write_text(text)
                    continue
                tight.write_text(text)
                arguments = ["-O3", "-s", name.rpartition(".")[2], "-o", str(target.with_suffix(".mpy"))]
                subprocess.run([compiler, *arguments, str(tight)], check=True)


def sources_of(files: dict[Path, Path]) -> dict[str, str]:
    """The programs among `files` (source -> its place on the device): full name of a module -> its text."""
    return {_module(place): source.read_text() for source, place in files.items() if source.suffix == ".py"}


def _top(place: Path) -> Path:
    """Where modules are looked for that lie at `place` or below it."""
    return Path("lib") if place.parts[0] == "lib" else Path()


def _module(place: Path) -> str:
    """The full name of the module that lies at `place`."""
    parts = place.relative_to(_top(place)).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
