"""The rescue copy of a table's files from before there was an image: copied to this computer, and back when
the image runs.

The first image takes the place of the old program and of all its files. So the table's own files are copied
here before, with the SHA-256 of each file as the Pico computed it. The copy stays when all is done.

    rescued/<id of the table>-<time>/copy.json     the list of files, and the progress
    rescued/<id of the table>-<time>/files/...     the files themselves, as they were on the table

The vault never crosses the line, nor does any unknown file of the journal: see `is_copied`. The board's name
is written back last. Until it is there our program does not start, and the journal stays as it was written,
so writing back can be cut off anywhere and resumed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardtable.wire import frames
from tablehost import messages
from tablehost.errors import BUSY, CHECK_FAILED, INTERRUPTED, LINK_LOST, NOT_FOUND, VERSION_SKEW, Trouble
from tablehost.flashing.device import About, Device
from tablehost.flashing.told import SAID, trouble
from tablehost.journal.store import home
from tablehost.types import Fields

JOURNAL = "/journal"
MARKER = "/marker"
BOARD, OWN_BOARD = "/board", "/board.py"
ROOM = 640 << 10  # bytes that are written back at most: of the 768 KB of a Pico 128 stay free
LIST = "copy.json"
FILES = "files"
UNCLEAN = f"{JOURNAL}/unclean"  # there while free blocks may keep secrets that are gone
_BLOCK = 4096  # bytes of flash that a file takes at least
_OF_JOURNAL = re.compile(rf"{JOURNAL}/(\d+\.(stage|game|parked)|acked|error|stopped|unclean)")
_OF_ROOT = ("/deck.txt", "/settings", MARKER)
_VAULT = re.compile(rf"{JOURNAL}/(sealed[^/]*/.*|vault.*)")

# How far things are.
COPIED = "copied"  # the table still has its files
OVERWRITTEN = "overwritten"  # the image was put on it, or that was begun
RESTORED = "restored"

Tell = Callable[..., None]


class Copy(NamedTuple):
    """`uid`: of the table; `pico`: of its board; `first` and `last`: of its records, -1 if it has none;
    `files`: path -> SHA-256 in hex; `state`: one of the three words above.
    """

    folder: Path
    uid: str
    pico: str
    first: int
    last: int
    files: dict[str, str]
    state: str

    def path(self, name: str) -> Path:
        """Return the path of the copy of a file of the table."""
        return self.folder / FILES / name.lstrip("/")

    def now(self, state: str) -> Copy:
        """Return the same copy with its progress. It is on disk when this returns."""
        copy = self._replace(state=state)
        told = {key: value for key, value in copy._asdict().items() if key != "folder"}
        beside = self.folder / f"{LIST}.new"
        _keep(beside, json.dumps(told, indent=1).encode())
        beside.replace(self.folder / LIST)
        return copy


# -- from the table ------------------------------------------------------------------------------------------


def is_copied(path: str) -> bool:
    """Return True if a file of the table belongs to the copy."""
    return path in _OF_ROOT or _OF_JOURNAL.fullmatch(path) is not None


def check_no_secrets(there: Mapping[str, int], runs: bool) -> None:
    """Raise Trouble if the vault of a match is among these files: path -> bytes. `runs`: the old program
    does, and so can erase the remains in the flash of a match that is over; after the image no program would.
    """
    if any(size > 0 and _VAULT.fullmatch(path) for path, size in there.items()):
        raise trouble("sealed", BUSY)
    if runs and UNCLEAN in there:
        raise trouble("unclean", BUSY)


def take(device: Device, about: About, board: Mapping[str, bytes], tell: Tell) -> Copy:
    """Copy the table's own files, and compare them with those on the table. `board`: the files that will name
    its board. Raises Trouble; the table is as it was then.
    """
    there = device.files("")
    names = [path for path, size in there.items() if size >= 0 and is_copied(path)]
    marker = (device.read(MARKER) or b"").decode("ascii", "replace").split(" ")[0].strip()
    uid = about.uid + marker
    place = _new_folder(uid)
    tell("rescue-copying", count=len(names), size=_kb(there[name] for name in names), folder=place)
    copy = Copy(place, uid, about.uid, -1, -1, {}, COPIED)
    for name in names:
        data = device.read(name)
        if data is None:
            raise trouble("copy-differs", CHECK_FAILED, path=name, folder=place)
        _keep(copy.path(name), data)
    for name, digest in zip(names, device.digests(names), strict=True):
        if not digest or _digest_of(copy.path(name)) != digest.hex():
            raise trouble("copy-differs", CHECK_FAILED, path=name, folder=place)
        copy.files[name] = digest.hex()
    for name, data in board.items():
        _keep(copy.path(name), data)
        copy.files[name] = sha256(data).hexdigest()
    first, last = positions(copy.folder / FILES / JOURNAL.lstrip("/"))
    copy = copy._replace(first=first, last=last).now(COPIED)
    tell("rescue-copied", folder=place, last=last if last >= 0 else None)
    return copy


def positions(journal: Path) -> tuple[int, int]:
    """Return (first, last) position of the records in the folder `journal` of a table; -1: there is none."""
    files = {kind: sorted(journal.glob(f"*.{kind}"), key=_first_of) for kind in ("stage", "game")}
    if not files["stage"]:
        return -1, -1
    last = _first_of(files["stage"][-1]) - 1
    for line in files["stage"][-1].read_bytes().splitlines(keepends=True):
        frame = frames.decode(line[:-1])
        if frame is None:
            break
        last = frame[1] if frame[0] == "ev" else last
    first = min(_first_of(path) for path in files["stage"] + files["game"])
    return (first, last) if last >= first else (-1, -1)


def _first_of(path: Path) -> int:
    return int(path.stem)


# -- the folder ----------------------------------------------------------------------------------------------


def load(place: Path) -> Copy:
    """Return the copy in this folder, which is whole. Raises Trouble if it is none, or was changed."""
    try:
        told = json.loads((place / LIST).read_text())
        copy = Copy(place, **told)
        paths = {str(name): str(digest) for name, digest in copy.files.items()}
        known = all(is_copied(name) or name in (BOARD, OWN_BOARD) for name in paths)
        if not known or copy.state not in (COPIED, OVERWRITTEN, RESTORED):
            raise ValueError(LIST)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        why = messages.reason(error)
        raise trouble("no-copy", NOT_FOUND, folder=place, why=why) from error
    for name, digest in paths.items():
        if _digest_of(copy.path(name)) != digest:
            raise trouble("copy-changed", CHECK_FAILED, path=copy.path(name))
    return copy


def find_unfinished(pico: str) -> list[Path]:
    """Return the copies of this Pico's files that were not written back, the last one first."""
    found = []
    for place in sorted(folder().glob(f"{pico}*"), reverse=True):
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            if json.loads((place / LIST).read_text())["state"] == OVERWRITTEN:
                found.append(place)
    return found


def check_up_to_date(copy: Copy, here: int) -> None:
    """Raise Trouble if the table has played on since: `here` is the last of its records at this computer."""
    if here > copy.last:
        raise trouble("copy-old", VERSION_SKEW, folder=copy.folder, last=copy.last, here=here)


def what_fits(copy: Copy, here: int) -> list[str]:
    """Return the files to write back, in this order. If there is no room for all, the oldest matches are left
    out that this computer has, as on a table that is full. `here`: the last of its records that this computer
    has. Raises Trouble if that is not enough.
    """
    names = [name for name in sorted(copy.files, key=_order) if name not in (BOARD, OWN_BOARD)]
    begins = sorted(int(name[9:-6]) for name in names if name.endswith(".stage"))
    packed = [name for name in names if name.endswith(".game")]
    parked = any(name.endswith(".parked") for name in names)  # it may need any of them
    while _taken(copy, names) > ROOM:
        following = [int(name[9:-5]) for name in packed[1:]] + begins
        if parked or not packed or not following or min(following) - 1 > here:
            need, room = _taken(copy, names) >> 10, ROOM >> 10
            raise trouble("too-much", CHECK_FAILED, need=need, room=room, folder=copy.folder)
        names.remove(packed.pop(0))
    return names


def _order(name: str) -> tuple[bool, str]:
    return not name.startswith(JOURNAL), name


def _taken(copy: Copy, names: list[str]) -> int:
    """Return about how many bytes of flash these files take."""
    return sum(-(-copy.path(name).stat().st_size // _BLOCK) * _BLOCK for name in names)


def folder() -> Path:
    """Return the folder of the copies."""
    return home() / "rescued"


def _new_folder(uid: str) -> Path:
    """Return a folder of its own for the copy of this table's files. Raises Trouble."""
    uid = re.sub("[^0-9A-Za-z-]", "_", uid)  # its end is in a file of the table
    name = f"{uid}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    number = 1
    while True:
        place = folder() / (name if number == 1 else f"{name}-{number}")
        try:
            place.mkdir(parents=True)
            return place
        except FileExistsError:
            number += 1
        except OSError as error:
            raise _not_kept(place, error) from error


def _keep(path: Path, data: bytes) -> None:
    """Write a file that is on disk when this returns. Raises Trouble."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _not_kept(path, error) from error


def _not_kept(path: Path, error: OSError) -> Trouble:
    return trouble("not-kept", CHECK_FAILED, path=path, why=messages.reason(error))


def _digest_of(path: Path) -> str:
    """Return the digest of the contents on disk, in hex; "" if there are none."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _kb(sizes: Iterator[int]) -> int:
    return -(-sum(sizes) // 1024)


# -- back to the table ---------------------------------------------------------------------------------------


def put_back(device: Device, about: About, copy: Copy, here: int, tell: Tell) -> None:
    """Write the files onto a Pico that runs our image and has no board, compare them, and give it its board.
    Unchanged files stay. `here`: the last of the table's records at this computer. Raises Trouble; the
    writing can be resumed.
    """
    check_pico(copy, about)
    names = what_fits(copy, here)
    if device.fault():
        device.format()  # its contents belonged to the old program
    there = device.files("")
    for path in there:
        if _OF_JOURNAL.fullmatch(path) and path not in copy.files:
            raise trouble("set-up-since", VERSION_SKEW, path=path, folder=copy.folder)
    wanted = [*names, *(name for name in (OWN_BOARD, BOARD) if name in copy.files)]
    found = dict(zip(wanted, device.digests(wanted), strict=True))
    missing = [name for name in wanted if found[name].hex() != copy.files[name]]
    if missing and BOARD in there:
        raise trouble("set-up-since", VERSION_SKEW, path=BOARD, folder=copy.folder)
    left = len(copy.files) - len(wanted)
    tell("rescue-writing", count=len(wanted), left=left or None, folder=copy.folder)
    if JOURNAL not in there:
        device.mkdir(JOURNAL)
    for name in missing:
        if name not in (OWN_BOARD, BOARD):
            device.write(name, copy.path(name).read_bytes())
    _compare(device, copy, names)
    for name in missing:
        if name in (OWN_BOARD, BOARD):
            device.write(f"{name}.new", copy.path(name).read_bytes())
            _compare(device, copy, [name], ".new")
            device.rename(f"{name}.new", name)
    tell("rescue-written")


def _compare(device: Device, copy: Copy, names: list[str], behind: str = "") -> None:
    found = device.digests([name + behind for name in names])
    for name, digest in zip(names, found, strict=True):
        if digest.hex() != copy.files[name]:
            raise trouble("back-differs", CHECK_FAILED, path=name, folder=copy.folder)


def check_pico(copy: Copy, about: About) -> None:
    """Raise Trouble if this is another Pico than that of the copy."""
    if about.uid != copy.pico:
        raise trouble("other-pico", VERSION_SKEW, found=about.uid, meant=copy.pico)


def is_back(copy: Copy, info: Fields) -> bool:
    """Return True if the table of this hello is that of the copy, with its records and one more: that it has
    started.
    """
    has = copy.last < 0 or 0 <= int(info["lo"]) <= copy.last
    return info["uid"] == copy.uid and int(info["hi"]) > copy.last and has


# -- safe data after an interruption -------------------------------------------------------------------------


@contextlib.contextmanager
def guard_copying(device: Device) -> Iterator[None]:
    """Guard the copying: on any error the table has all its files and starts again."""
    try:
        yield
    except Trouble as error:
        with contextlib.suppress(Trouble):
            device.reset()
        if error.code == "LOST":
            raise trouble("take-lost", LINK_LOST, why=error.message) from error
        raise
    except KeyboardInterrupt:
        with contextlib.suppress(Trouble):
            device.reset()
        raise trouble("take-stopped", INTERRUPTED) from None


@contextlib.contextmanager
def guard_step(copy: Copy | None, step: str) -> Iterator[None]:
    """Name the copy in the messages when a step fails. `step`: "drive" as long as the old program is whole,
    "image" while the new one is copied, "back" from then on.
    """
    try:
        yield
    except Trouble as error:
        if copy is None or str(copy.folder) in error.hint:
            raise
        hint = SAID(f"rescue-{step}-hint", folder=copy.folder)
        raise Trouble(error.code, error.message, hint, error.exit) from error
    except KeyboardInterrupt:
        if copy is None:
            raise
        hint = SAID(f"rescue-{step}-hint", folder=copy.folder)
        about = SAID(f"rescue-{step}-stopped", folder=copy.folder)
        raise Trouble("INTERRUPTED", about, hint, INTERRUPTED) from None
