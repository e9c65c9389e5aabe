"""The two slots of a table, and the steps that put a program into the one that is not to start.

After each of them, and in the middle of any, one slot is whole and starts: see firmware/slots.py, which
selects it on the Pico.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple

from tablehost.flashing.device import Device
from tablehost.flashing.tree import Tree, taken
from tablehost.manifest import NAME as MANIFEST
from tablehost.trouble import CHECK_FAILED, Trouble

SLOTS = "ab"
START = "/start"
PROVED = "-"
NEW = ".new"
# What a table without slots had in their place.
BEFORE = ("/board.py", "/board.mpy", "/manifest", "/lib/cardtable", "/slots.py")
OWN = (
    "/main.py",
    "/slots.mpy",
    START,
    "/marker",
    "/journal",
    "/deck.txt",
    "/deck.txt.rows",
    "/settings",
)


class Step(NamedTuple):
    """One thing that is done: `what` names it (`flashing.words`), of `path`; `act` does it."""

    what: str
    path: str
    act: Callable[[], None]


class Plan(NamedTuple):
    """`kept`: the slot that starts whatever happens, "" if there is none; `into`: the other; `copied` and
    `same`: files of the new program; `size`: bytes that are copied; `strays`: what is removed; `unknown`:
    what is in the root and not ours, which stays; `steps`: all that is done, in order.
    """

    kept: str
    into: str
    copied: list[str]
    same: list[str]
    size: int
    strays: list[str]
    unknown: list[str]
    steps: list[Step]


def plan(device: Device, tree: Tree, new_board: bool) -> Plan:
    """What is to be done. `new_board`: this computer does not know the board, so that, if it has no journal,
    it is a new table. Raises Trouble, NO_ROOM, if it does not fit.
    """
    there = device.files("")
    kept = _kept(device.read(START), there)
    into = SLOTS[1 - SLOTS.index(kept)] if kept else SLOTS[0]
    folder = f"/{into}"
    wanted = {f"{folder}/{name}": data for name, data in tree.slot.items()}
    manifest = f"{folder}/{MANIFEST}"
    candidates = [path for path in wanted if there.get(path) == len(wanted[path])]
    found = dict(zip(candidates, device.digests(candidates), strict=True))
    same = [path for path in candidates if found[path] == sha256(wanted[path]).digest()]
    copied = [path for path in wanted if path not in same]
    folders = _folders(wanted)
    strays = [path for path in _backwards(there, folder) if path not in wanted and path not in folders]
    strays = [path for path in strays if path not in (folder, manifest)]
    torn = [path for path in there if path.count("/") == 1 and path.endswith(NEW)]
    old = [path for place in BEFORE for path in _backwards(there, place)]
    old += ["/lib"] if set(_backwards(there, "/lib")) - set(old) == {"/lib"} else []
    _check_room(device, tree, copied, [path for path in strays if there[path] >= 0], there)

    steps = [_removal(device, path, there) for path in torn]
    if kept:
        state = f"{kept}{PROVED}-".encode()
        steps += _put(device, START, state, there, "keeps") if device.read(START) != state else []
    if manifest in there:
        steps.append(Step("opens", manifest, lambda: device.remove(manifest)))
    steps += [_removal(device, path, there) for path in strays]
    steps += [Step("folder", path, _bound(device.mkdir, path)) for path in folders if path not in there]
    steps += [Step("copies", path, _bound(device.write, path, wanted[path])) for path in copied]
    steps.append(Step("checks", folder, lambda: _check(device, wanted)))
    steps += _put(device, manifest, tree.manifest.encode(), there, "closes")
    if new_board and "/marker" not in there and "/journal" not in there:
        steps.append(Step("marks", "/marker", lambda: device.write("/marker", b"")))
    switch = _put(device, START, f"{into}0-".encode(), there, "starts")
    steps += [] if kept else switch  # whoever has no slots yet starts as before until main.py is the new one
    for name in tree.beside:
        if device.digests([f"/{name}"]) != [sha256(tree.beside[name]).digest()]:
            steps += _put(device, f"/{name}", tree.beside[name], there, "exchanges")
    steps += switch if kept else []
    steps += [_removal(device, path, there) for path in old]
    known = {*OWN, *BEFORE, "/a", "/b", "/lib", *torn}
    unknown = [path for path in there if path.count("/") == 1 and path not in known]
    size = sum(len(wanted[path]) for path in copied)
    return Plan(kept, into, copied, same, size, torn + strays + old, unknown, steps)


def _kept(told: bytes | None, there: dict[str, int]) -> str:
    """The slot that is to start until the other one is whole, "" if none is."""
    whole = [slot for slot in SLOTS if f"/{slot}/{MANIFEST}" in there]
    slot, starts, failed = tuple((told or b"").decode("ascii", "replace")[:3].ljust(3))
    if len(whole) == 2 and slot in SLOTS:
        other = SLOTS[1 - SLOTS.index(slot)]
        return slot if starts == PROVED or failed.lower() == other else other
    return whole[0] if whole else ""


def _backwards(there: dict[str, int], place: str) -> list[str]:
    """What is at this place and below it, what is held before what holds it."""
    return sorted((path for path in there if path == place or path.startswith(f"{place}/")), reverse=True)


def _folders(wanted: dict[str, bytes]) -> list[str]:
    """The folders that these files lie in, each before those in it."""
    found: set[str] = set()
    for path in wanted:
        parts = path.split("/")
        found.update("/".join(parts[:end]) for end in range(2, len(parts)))
    return sorted(found)


def _bound(function: Callable[..., None], *args: object) -> Callable[[], None]:
    return lambda: function(*args)


def _removal(device: Device, path: str, there: dict[str, int]) -> Step:
    return Step("removes", path, _bound(device.remove, path, there[path] < 0))


def _put(device: Device, path: str, data: bytes, there: dict[str, int], what: str) -> Iterator[Step]:
    """Write a file beside, read it back, and only then give it its name."""

    def written() -> None:
        device.write(path + NEW, data)
        _check(device, {path + NEW: data})
        device.rename(path + NEW, path)

    yield Step(what, path, written)


def _check(device: Device, wanted: dict[str, bytes]) -> None:
    """Read back what these files hold. Raises Trouble if one holds anything else."""
    for path, digest in zip(wanted, device.digests(list(wanted)), strict=True):
        if digest != sha256(wanted[path]).digest():
            raise Trouble("NOT_THE_SAME", path, "", CHECK_FAILED)


def _check_room(
    device: Device, tree: Tree, copied: list[str], strays: list[str], there: dict[str, int]
) -> None:
    new = [path for path in copied if path not in there]
    need = taken({path: tree.slot[path[3:]] for path in new}) + (taken(tree.beside) if new else 0)
    free = device.about().free + taken({path: bytes(there[path]) for path in strays})
    if need > free:
        raise Trouble("NO_ROOM", f"{need // 1024} {free // 1024}", "", CHECK_FAILED)
