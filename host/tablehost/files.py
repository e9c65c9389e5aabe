"""Output files that a user asked for: written whole or not at all; `-` is standard output."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tablehost import folders, messages
from tablehost.errors import UNEXPECTED, Trouble
from tablehost.types import Line

SAID = messages.Catalogue("table")

STDOUT = "-"


def make_folder(folder: Path) -> None:
    """Make a folder of the home, see `folders.make`. Raises Trouble."""
    try:
        folders.make(folder)
    except OSError as error:
        raise write_error(folder, error) from error


def save(where: str | Path, data: bytes, option: str | None = None, is_followed: bool = True) -> Path:
    """Write `data` to this file, or to standard output for `-`; return the path. Raises Trouble.

    A file is replaced only when the new one is whole and on disk. Any other kind of file, such as a pipe, is
    written to directly. `option`: the one that chooses another place, named in the trouble, if there is
    any. `is_followed`: of a link the file behind it is replaced and the link stays; otherwise the link itself
    is replaced.
    """
    path = Path(where)
    try:
        if str(where) == STDOUT:
            _show(data)
        elif not is_followed and path.is_symlink():
            _replace(path, data)
        elif path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)  # behind a link, so that the link stays one
    except BrokenPipeError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # a zero byte in the path; a link to itself
        raise write_error(path, error, option) from error
    return path


def save_text(where: str | Path, text: str, option: str | None = None) -> Path:
    """Write UTF-8 text as `save` does."""
    return save(where, text.encode(), option)


def dump_line(line: Line) -> str:
    """Return a line of JSON Lines as it is written, without the line feed."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def write_error(path: Path, error: Exception, option: str | None = None) -> Trouble:
    """Return the trouble with a file or folder that cannot be written, see `save`."""
    reason = messages.reason(error, SAID("no-path"))
    about = SAID("output-not-written", path=path, reason=reason)
    hint = SAID("disk-not-written-hint") if option is None else SAID("output-not-written-hint", option=option)
    return Trouble("NOT_WRITTEN", about, hint, UNEXPECTED)


def _show(data: bytes) -> None:
    """Write the bytes to standard output; on a terminal as text, which is escaped."""
    sys.stdout.flush()
    if sys.stdout.isatty():
        sys.stdout.write(data.decode(errors="replace"))
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _replace(path: Path, data: bytes) -> None:
    import tempfile  # slow to import

    is_file = path.is_file() and not path.is_symlink()
    mode = path.stat().st_mode & 0o777 if is_file else 0o666 & ~_umask()
    handle, beside = tempfile.mkstemp(prefix=f".{path.name[:64]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
    _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    """Have the name on disk, too, where a folder can be synced."""
    if os.name != "posix":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # a folder that can be written and not read
        return
    try:
        os.fsync(handle)
    except OSError:  # a file system that cannot
        pass
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
