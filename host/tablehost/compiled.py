"""What goes to a Pico, compiled as it ships: `.mpy` files, and the texts that are read where they lie."""

import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path

from tablehost.tight import tightened

STARTED = ("main.py", "start.py")  # what MicroPython starts, it wants as text


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
    modules = {source: _module(place) for source, place in files.items() if source.suffix == ".py"}
    texts = tightened(sources_of(files), kept, apart)
    with tempfile.TemporaryDirectory() as workshop:
        tight = Path(workshop, "tight.py")
        for source, place in files.items():
            target = folder / place
            if source in modules and modules[source] not in texts:
                continue  # it is part of another
            target.parent.mkdir(parents=True, exist_ok=True)
            if source not in modules:
                shutil.copyfile(source, target)
                continue
            if place.name in STARTED:
                target.write_text(texts[modules[source]])
                continue
            tight.write_text(texts[modules[source]])
            name = modules[source].rpartition(".")[2]
            arguments = ["-O3", "-s", name, "-o", str(target.with_suffix(".mpy")), str(tight)]
            subprocess.run([compiler, *arguments], check=True)


def sources_of(files: dict[Path, Path]) -> dict[str, str]:
    """The programs among `files` (source -> its place on the device): full name of a module -> its text."""
    return {_module(place): source.read_text() for source, place in files.items() if source.suffix == ".py"}


def _module(place: Path) -> str:
    """The full name of the module that lies at `place`: /lib is where it is looked for."""
    parts = place.with_suffix("").parts
    parts = parts[1:] if parts[0] == "lib" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
