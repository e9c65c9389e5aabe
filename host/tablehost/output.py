"""Files that a user asked for: written whole or not at all; `-` is standard output."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tablehost.trouble import UNEXPECTED, Trouble

STDOUT = "-"


def save(where: str | Path, data: bytes, option: str = "--out") -> Path:
    """Write `data` to this file, or to standard output for `-`; return the path. Raises Trouble.

    A file is replaced only when the new one is whole and on disk. What is no regular file, such as a pipe,
    is written to as it is. `option`: the one that chooses another place, named in the trouble.
    """
    path = Path(where)
    try:
        if str(where) == STDOUT:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        elif path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)  # behind a link, so that the link stays one
    except BrokenPipeError:
        raise
    except OSError as error:
        raise not_written(path, error, option) from error
    return path


def save_text(where: str | Path, text: str, option: str = "--out") -> Path:
    """Write UTF-8 text as `save` does."""
    return save(where, text.encode(), option)


def not_written(path: Path, error: OSError, option: str = "--out") -> Trouble:
    """Return the trouble with a file or folder that cannot be written."""
    about = f"{path} cannot be written: {error.strerror}; what was there is unchanged"
    return Trouble("NOT_WRITTEN", about, f"give another one: {option}", UNEXPECTED)


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
