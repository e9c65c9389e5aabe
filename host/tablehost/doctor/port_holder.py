"""The check of who holds a port: which other programs have it open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tablehost.doctor.checks import FAIL, NOTE, OK, Check
from tablehost.errors import BUSY

PSEUDO = "/dev/pts/"  # where the virtual table itself has the port open


def holder(name: str, root: Path) -> Check:
    """Check that no other program has the port open."""
    real = os.path.realpath(name)
    if real.startswith(PSEUDO):
        return Check("holder", NOTE, "pseudo", {"device": name})
    found, unknown = [], False
    for pid, called in processes(root):
        if pid == os.getpid():
            continue
        try:
            links = list((root / "proc" / str(pid) / "fd").iterdir())
        except OSError:
            unknown = True  # another user's
            continue
        if any(_leads_to(link, real) for link in links):
            found.append(f"{called} ({pid})")
    if found:
        return Check("holder", FAIL, "held", {"device": name, "programs": ", ".join(found)}, BUSY)
    return Check("holder", OK, "not-held-by-you" if unknown else "not-held")


def _leads_to(link: Path, name: str) -> bool:
    try:
        return os.readlink(link) == name
    except OSError:
        return False


def processes(root: Path) -> Iterator[tuple[int, str]]:
    """Yield number and name of every process."""
    try:
        folders = sorted((root / "proc").iterdir())
    except OSError:
        return
    for folder in folders:
        if folder.name.isdigit():
            try:
                yield int(folder.name), (folder / "comm").read_text().strip()
            except OSError:
                pass  # it has ended meanwhile
