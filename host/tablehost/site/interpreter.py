"""Python for the browser: the files of an npm package, checked, and kept in `.tools`."""

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

PACKAGE = "pyodide@314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
KEPT = Path(__file__).parents[3] / ".tools" / "webassembly"
ARCHIVE = KEPT / f"{PACKAGE.replace('@', '-')}.tgz"
NAMES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def files() -> dict[str, bytes]:
    """Return its files by their path on the site; none, and one line, if they cannot be had."""
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
