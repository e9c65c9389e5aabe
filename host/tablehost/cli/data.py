"""The verb `data`: all that this computer keeps in one file, and back again.

A backup is a zip of the home folder: the journal as SQLite copies it while others write, and every other file
but locks. It holds the codes of sealed matches: keep it as the computer itself.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

from tablehost import messages
from tablehost.arguments import Data
from tablehost.errors import CHECK_FAILED, NOT_FOUND, UNEXPECTED, Trouble
from tablehost.files import write_error
from tablehost.folders import database, home
from tablehost.folders import journal as journal_path
from tablehost.journal.databases import SAID as JOURNAL_SAID
from tablehost.journal.databases import SqliteDatabase
from tablehost.journal.store import Journal
from tablehost.types import SCHEMA

SAID = messages.Catalogue("record")

MARK = "cardtable-backup"  # the comment of the zip
# Ends of names: locks, and the files that SQLite has next to the journal.
LEFT_OUT = (".lock", "-wal", "-shm", "-journal")
LOCK = "lock"
MOST_FILES = 1_000_000
MOST_BYTES = 1 << 36
# Raised by the library for a file that is no zip, or a damaged one.
DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
)


def main(args: Data) -> int:
    """Run `cardtable data backup|restore FILE`. Raises Trouble."""
    if args.file is None and args.what == "restore":
        raise Trouble("USAGE", SAID("backup-missing"), SAID("no-backup-hint"))
    path = Path(args.file or f"cardtable-{datetime.now():%Y-%m-%d}.zip")
    count = back_up(path) if args.what == "backup" else restore(path)
    if args.json:
        data = {"what": args.what, "path": str(path), "files": count, "home": str(home())}
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    else:
        print(SAID(f"data-{args.what}", path=path, files=count, home=home()))
    return 0


def back_up(path: Path) -> int:
    """Write the home into a new file at `path`; return the number of files in it. Raises Trouble."""
    url = database()
    if url is not None:
        with Journal() as journal:
            about = JOURNAL_SAID("no-backup-of-database", path=journal.place)
        raise Trouble("NO_BACKUP_OF_DATABASE", about, JOURNAL_SAID("no-backup-of-database-hint"))
    if not journal_path().is_file():
        raise Trouble("NO_DATA", SAID("no-data", home=home()), SAID("no-data-hint"), NOT_FOUND)
    if path.exists():
        raise Trouble("EXISTS", SAID("backup-exists", path=path), SAID("backup-exists-hint"))
    files = list(_files())  # without those of the backup itself, which may be written in the home
    try:
        # Next to the backup: this disk has room, and a home that cannot be written may have the usual folder.
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name[:64]}.") as folder:
            copy, partial = Path(folder) / "journal", Path(folder) / "backup"
            with closing(SqliteDatabase(journal_path())) as journal:
                journal.copy_to(copy)
            count = _pack(copy, files, partial)
            os.replace(partial, path)
    except (OSError, ValueError) as error:
        raise write_error(path, error, "FILE") from error
    return count


def _pack(journal: Path, files: Sequence[Path], path: Path) -> int:
    """Write the backup with this copy of the journal and other files; return the number of files in it."""
    with open(path, "xb") as file:
        os.chmod(path, 0o600)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as backup:
            backup.comment = MARK.encode()
            backup.write(journal, journal_path().name)
            for found in files:
                backup.write(found, found.relative_to(home()).as_posix())
            count = len(backup.namelist())
        file.flush()
        os.fsync(file.fileno())
    return count


def _files() -> Iterator[Path]:
    """Yield the files of the home besides the journal; links are left out."""
    for path in sorted(home().rglob("*")):
        if path.is_symlink() or not path.is_file() or path == journal_path():
            continue
        if path.name != LOCK and not path.name.endswith(LEFT_OUT):
            yield path


def restore(path: Path) -> int:
    """Make a home of the backup at `path`; return the number of its files. Raises Trouble."""
    if home().exists() and any(home().iterdir()):
        raise Trouble("EXISTS", SAID("home-not-empty", home=home()), SAID("home-not-empty-hint", home=home()))
    try:
        path.open("rb").close()
    except OSError as error:
        about = SAID("no-such-file", path=path, reason=messages.reason(error))
        raise Trouble("NO_SUCH_FILE", about, SAID("no-backup-hint"), NOT_FOUND) from error
    beside = home().with_name(f".{home().name}.part")
    try:
        home().parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(mode=0o700)
        count = _unpack(path, beside)
        if home().exists():
            home().rmdir()
        os.replace(beside, home())
    except OSError as error:
        raise Trouble(
            "NOT_RESTORED",
            SAID("not-restored", path=path, reason=messages.reason(error)),
            SAID("not-restored-hint"),
            UNEXPECTED,
        ) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return count


def _unpack(path: Path, folder: Path) -> int:
    """Unpack a backup below a folder; return the number of its files. Raises Trouble for any other file."""
    try:
        with zipfile.ZipFile(path) as backup:
            rows = backup.infolist()
            if backup.comment != MARK.encode() or not _is_fit(rows):
                raise _no_backup(path)
            for row in rows:
                target = folder / row.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                with backup.open(row) as source, open(target, "xb") as file:
                    shutil.copyfileobj(source, file)
                os.chmod(target, (row.external_attr >> 16 & 0o777 or 0o600) & 0o700)
            return len(rows)
    except DAMAGED as error:
        raise _no_backup(path) from error


def _is_fit(rows: list[zipfile.ZipInfo]) -> bool:
    """Return True if every name stays below its folder and is there once, the journal too, in sane sizes."""
    names = [row.filename for row in rows]
    parts = [PurePosixPath(name).parts for name in names]
    return (
        journal_path().name in names
        and len(set(names)) == len(names) <= MOST_FILES
        and sum(row.file_size for row in rows) <= MOST_BYTES
        and all(name and not name.startswith("/") and "\\" not in name and ":" not in name for name in names)
        and all(".." not in one and not row.is_dir() for one, row in zip(parts, rows, strict=True))
    )


def _no_backup(path: Path) -> Trouble:
    return Trouble("NO_BACKUP", SAID("no-backup", path=path), SAID("no-backup-hint"), CHECK_FAILED)
