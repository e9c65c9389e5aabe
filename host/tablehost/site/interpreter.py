"""MicroPython for the browser: two files of an npm package, checked, and kept in `.tools`."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tablehost import messages

SAID = messages.Catalogue("web")

PACKAGE = "@micropython/micropython-webassembly-pyscript@1.27.0"
SHA512 = "DnXx4EqxgkeaFESrS3uKrL7mLMk4mRTd0mMzaOd3HUSiZUOAE7t11uLnjf3ftF87N2xm4knHnWEKcVK4IYIUDA=="
KEPT = Path(__file__).parents[3] / ".tools" / "webassembly"
ARCHIVE = KEPT / "micropython-micropython-webassembly-pyscript-1.27.0.tgz"
NAMES = ("micropython.mjs", "micropython.wasm")


def files() -> dict[str, bytes]:
    """Return both files by their path on the site; none, and one line, if they cannot be had."""
    packed = fetch()
    if packed is None:
        print(SAID("no-interpreter", package=PACKAGE), file=sys.stderr)
        return {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        found = {name: archive.extractfile(f"package/{name}") for name in NAMES}
        return {f"static/{name}": file.read() for name, file in found.items() if file is not None}


def fetch() -> bytes | None:
    """Return the package, from here or from its registry; None if it cannot be had or is another one."""
    if not ARCHIVE.exists() and shutil.which("npm"):
        KEPT.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=KEPT, capture_output=True, check=False)
    packed = ARCHIVE.read_bytes() if ARCHIVE.exists() else b""
    return packed if base64.b64encode(hashlib.sha512(packed).digest()).decode() == SHA512 else None
