"""The writing of the site: `python -m tablehost.site FOLDER [GAME-ID ...]`.

A part is a function that returns path -> content; others are added to PARTS.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tablehost import messages
from tablehost.printing import draw
from tablehost.site import copies, interpreter, solo
from tablehost.web import app, pages

SAID = messages.Catalogue("web")


def assets() -> dict[str, bytes]:
    """Return the scripts and styles of all pages."""
    found = {f"static/{path.name}": path.read_bytes() for path in pages.STATIC.iterdir() if path.is_file()}
    return {**found, "static/colours.css": app.colours_css(draw.page_colours()).encode()}


PARTS = (assets, interpreter.files)


def write(folder: Path, numbers: Sequence[int] = ()) -> int:
    """Write the whole site, name its folder, return its bytes. `numbers`: of the matches that are shown.

    Raises Trouble if the journal lacks one.
    """
    shutil.rmtree(folder, ignore_errors=True)
    files: dict[str, bytes] = {}
    for part in (*PARTS, partial(copies.files, numbers)):
        files |= part()
    files[solo.OFFLINE] = solo.write_offline(files)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    size = sum(map(len, files.values()))
    print(SAID("site-written", folder=folder, kilobytes=round(size / 1000)))
    return size


if __name__ == "__main__":
    write(Path(sys.argv[1]), [int(word) for word in sys.argv[2:]])
