"""The databases of the journal: a file of SQLite on this computer, or PostgreSQL for all computers of a club.

A database carries out statements in transactions and names its faults. The rules of the journal are in
`store.py`, once for both.
"""

from __future__ import annotations

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from tablehost import folders, messages
from tablehost.errors import BUSY, CHECK_FAILED, NOT_FOUND, UNEXPECTED, USAGE, VERSION_SKEW, Trouble
from tablehost.journal import columns
from tablehost.journal.schema import Misfit

_SAID = messages.Catalogue("table")
SAID = messages.Catalogue("journal")

Value = int | str | bytes | None
VERSION = 2  # of the schema; 1 had no clubs

# As SQLite writes it; `postgres.py` has PostgreSQL's words for the same.
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables(
    uid TEXT PRIMARY KEY, virtual INTEGER NOT NULL, firmware TEXT NOT NULL, boot INTEGER NOT NULL,
    first_seen TEXT NOT NULL, last_seen TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ev(
    uid TEXT NOT NULL, g INTEGER NOT NULL, boot INTEGER NOT NULL, n INTEGER NOT NULL, us INTEGER NOT NULL,
    kind TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY(uid, g)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS gaps(
    uid TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY(uid, first)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games(
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL,
    options TEXT NOT NULL, seed TEXT, virtual INTEGER NOT NULL, started TEXT NOT NULL, finished TEXT,
    first_g INTEGER NOT NULL, last_g INTEGER, result TEXT);
CREATE TABLE IF NOT EXISTS notes(
    id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL REFERENCES games(id), after_g INTEGER NOT NULL,
    json TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS notes_by_game ON notes(game_id, id);
CREATE TABLE IF NOT EXISTS console(
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL, at TEXT NOT NULL, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS clubs(
    name TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(name, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

# So many seconds a program waits for another one that reads or writes: on a slow disk of a busy computer more
# than five may go by while one that only looked closes the file.
BUSY_S = 30.0
LEAST_ROOM = 1 << 16  # bytes; SQLite wants some pages next to the journal


class JournalError(Trouble):
    """The journal cannot be read or written. Nothing that was acknowledged is touched by it."""

    def __init__(self, message: str, hint: str, code: str = "JOURNAL", exit: int = UNEXPECTED) -> None:
        super().__init__(code, message, hint, exit)


class ConnectionLost(JournalError):
    """The connection to the server ended in a transaction, of which nothing was written."""


class Cause(NamedTuple):
    """One row of possible faults; a catalogue has a message for its `code`, and a hint."""

    names: tuple[str, ...]  # how the name of the error begins: SQLite's, or PostgreSQL's SQLSTATE
    error: type[Exception] | None  # an error of the file system that means the same
    code: str
    exit: int = UNEXPECTED


# The first row that fits; the last one fits everything.
CAUSES = (
    Cause(("SQLITE_FULL",), None, "JOURNAL_FULL"),
    Cause(("53100",), None, "DATABASE_FULL", BUSY),
    Cause(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH"), PermissionError, "JOURNAL_READ_ONLY", BUSY),
    Cause(("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX00"), None, "JOURNAL_DAMAGED", CHECK_FAILED),
    Cause(("SQLITE_BUSY", "SQLITE_LOCKED"), None, "JOURNAL_BUSY", BUSY),
    Cause(("55P03", "40P01"), None, "DATABASE_LOCKED", BUSY),
    Cause(("SQLITE_CANTOPEN",), OSError, "JOURNAL_NOT_OPENED"),
    Cause(("42501", "25006"), None, "DATABASE_RIGHTS", BUSY),
    Cause(("42P01", "3F000", "42883", "42703"), None, "DATABASE_NOT_SET_UP", NOT_FOUND),
    Cause(("42P06",), None, "DATABASE_SET_UP", USAGE),
    Cause(("",), None, "JOURNAL"),
)
UNWRITABLE = ("JOURNAL_FULL", "JOURNAL_READ_ONLY", "JOURNAL_NOT_OPENED")  # codes of a disk that takes nothing
DAMAGED = "JOURNAL_DAMAGED"  # code of the fault of a file or a row that no program wrote so
ROW_REFUSED = "ROW_REFUSED"  # code of the fault of a row that reading would refuse
OF_SERVER = "DATABASE_"  # begins the codes whose messages are in the catalogue `journal`


def journal_error(place: Path | str, error: Exception) -> JournalError:
    """Return the user-facing error for an error of a database or of the file system."""
    name = str(getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or "")
    if name.startswith("SQLITE_IOERR") and _is_full(Path(place)):
        name = "SQLITE_FULL"
    cause = next(
        row
        for row in CAUSES
        if name.startswith(row.names) or (row.error is not None and isinstance(error, row.error))
    )
    head = cause.code.lower().replace("_", "-")
    said = SAID if cause.code.startswith(OF_SERVER) else _SAID
    reason = str(error).strip().partition("\n")[0]
    return JournalError(said(head, path=place, error=reason), said(f"{head}-hint"), cause.code, cause.exit)


def _is_full(path: Path) -> bool:
    """Return True if there is no room on the disk of this file."""
    import shutil  # seldom needed, and slow to import

    try:
        return shutil.disk_usage(path.parent).free < LEAST_ROOM
    except OSError:
        return False


def check_version(place: Path | str, version: int | str, hint: str, oldest: int = 0) -> None:
    """Raise JournalError if the schema is of a newer program, or of one before the version `oldest`."""
    if not isinstance(version, int) or not oldest <= version <= VERSION:
        text = _SAID("journal-newer", path=place, version=version, known=VERSION)
        raise JournalError(text, hint, "JOURNAL_NEWER", VERSION_SKEW)


Rows = list[tuple[Value, ...]]


class Cursor(Protocol):
    """A statement that was carried out."""

    @property
    def rowcount(self) -> int:
        """Return the number of rows that it touched."""


class Database(ABC):
    """An open database. Statements have `?` for each value. All methods raise JournalError."""

    place: str  # what messages call it; never with a password
    mailbox: Path  # the file of this computer in which a match gets orders, see `link/orders.py`
    # Called again and again, without end, while the server is away, full or locked, with the reason and a
    # pause (s). None: BUSY_S is the limit for a server that is away; a full disk and a lock are errors.
    on_absence: Callable[[str, float], None] | None = None

    @abstractmethod
    def transaction(self, *names: str, appender: str | None = None) -> AbstractContextManager[Database]:
        """Run one transaction: all of it is on disk afterwards, or none.

        Of two with a name in common the second waits for the first. With `appender`, the id of a table, this
        database is the only one that appends records to that table until it is closed.
        """

    def has_appender(self, uid: str) -> bool:
        """Return True if a database appends to table `uid`, as far as others can know."""
        return False

    def check_writable(self) -> None:
        """Raise JournalError if nothing can be written."""
        with self.transaction():
            pass

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Database]:
        """Read everything as it is at one moment."""

    @abstractmethod
    def read(self, query: str, values: Sequence[Value] = ()) -> tuple[list[str], Rows]:
        """Return the names of the columns, and the rows."""

    def execute(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Carry out a statement; return the number of rows that it touched. A row that reading would refuse
        is not written.
        """
        self._check_row(statement, values)
        return self.carry_out(statement, values).rowcount

    @abstractmethod
    def carry_out(self, statement: str, values: Sequence[Value] = ()) -> Cursor:
        """Carry out a statement."""

    @abstractmethod
    def execute_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Carry out a statement once for each row of values; a copy takes them as they are."""

    def _check_row(self, statement: str, values: Sequence[Value]) -> None:
        try:
            columns.check_written(statement, values)
        except Misfit as wrong:
            text = _SAID("row-refused", path=self.place, where=wrong)
            raise JournalError(text, _SAID("row-refused-hint"), ROW_REFUSED) from None

    def insert(self, statement: str, values: Sequence[Value]) -> int:
        """Insert a row that reading does not refuse; return its id."""
        self._check_row(statement, values)
        _, rows = self.read(f"{statement} RETURNING id", values)
        assert isinstance(rows[0][0], int)
        return rows[0][0]

    def wait(self, seconds: float) -> None:
        """Wait until another program has written, so long at most (s). It may end early, or pass one over."""
        time.sleep(seconds)

    @abstractmethod
    def continue_numbers(self, table: str) -> None:
        """Number the next row of this table after its last one."""

    @abstractmethod
    def scrub(self) -> None:
        """Leave nothing in free room of what was replaced. Not in a transaction."""

    @abstractmethod
    def check(self) -> None:
        """Check whatever the database can check of its own storage."""

    @abstractmethod
    def close(self) -> None:
        """Close the file or the connection."""


class SqliteDatabase(Database):
    """The file `path`, created if need be: WAL with synchronous=FULL, on a local disk. For one thread.

    On a disk that cannot be written it is opened to read alone.
    """

    def __init__(self, path: Path) -> None:
        self.place = str(path)
        self.mailbox = path
        self._unwritable: JournalError | None = None  # the reason why it is opened to read alone
        try:
            folders.make(path.parent)
            self.connection = _connect(str(path))
        except (OSError, sqlite3.Error) as error:
            raise journal_error(path, error) from error
        try:
            self._prepare()
        except JournalError:
            self.connection.close()
            raise
        except sqlite3.Error as error:
            self.connection.close()
            fault = journal_error(path, error)
            if fault.code not in UNWRITABLE:
                raise fault from error
            self._open_to_read(path, fault)

    def _open_to_read(self, path: Path, fault: JournalError) -> None:
        """Open the file without the index that SQLite writes next to it. Raises `fault` where that fails."""
        log = Path(f"{path}-wal")
        try:
            if log.exists() and log.stat().st_size:  # the last records are there alone
                self.connection = _connect_to_copy(path, log)
            else:
                self.connection = _connect(f"{path.absolute().as_uri()}?immutable=1")
            if self._pragma("user_version") != VERSION:  # such a file is changed before it is read
                self.connection.close()
                raise fault
        except (OSError, sqlite3.Error) as error:
            raise fault from error
        is_full = fault.code == "JOURNAL_FULL"
        self._unwritable = fault if is_full else journal_error(path, PermissionError(str(fault)))

    def _prepare(self) -> None:
        version = self._pragma("user_version")
        check_version(self.place, version, _SAID("journal-newer-hint"))
        if self._pragma("journal_mode = WAL") != "wal":
            raise JournalError(
                _SAID("journal-not-local", path=self.place),
                _SAID("journal-not-local-hint"),
                "JOURNAL_NOT_LOCAL",
            )
        self.connection.execute("PRAGMA synchronous = FULL")
        # macOS: a plain fsync leaves the data in the drive
        self.connection.execute("PRAGMA fullfsync = ON")
        self.connection.execute("PRAGMA foreign_keys = ON")
        if version != VERSION:
            with self.transaction():
                if self._pragma("user_version") == version:  # no other process was faster
                    for statement in f"{SCHEMA} PRAGMA user_version = {VERSION}".split(";"):
                        self.connection.execute(statement)

    def _pragma(self, setting: str) -> int | str:
        """Return the value of a setting of SQLite, after changing it if it says so."""
        row: tuple[int | str] = self.connection.execute(f"PRAGMA {setting}").fetchone()
        return row[0]

    @contextmanager
    def _run(self, begin: str, is_written: bool) -> Iterator[Database]:
        if is_written and self._unwritable is not None:
            raise self._unwritable
        try:
            self.connection.execute(begin)
            try:
                yield self
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise journal_error(self.place, error) from error

    def transaction(self, *names: str, appender: str | None = None) -> AbstractContextManager[Database]:
        """Run one transaction; one that writes waits for any other one, so names make no difference."""
        return self._run("BEGIN IMMEDIATE", is_written=True)

    def snapshot(self) -> AbstractContextManager[Database]:
        """Read everything as it is at one moment."""
        return self._run("BEGIN", is_written=False)

    def carry_out(self, statement: str, values: Sequence[Value] = ()) -> sqlite3.Cursor:
        try:
            return self.connection.execute(statement, values)
        except sqlite3.Error as error:
            raise journal_error(self.place, error) from error

    def read(self, query: str, values: Sequence[Value] = ()) -> tuple[list[str], Rows]:
        """Return the names of the columns, and the rows."""
        cursor = self.carry_out(query, values)
        try:
            return [column[0] for column in cursor.description or ()], cursor.fetchall()
        except sqlite3.Error as error:
            raise journal_error(self.place, error) from error

    def execute_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Carry out a statement once for each row of values."""
        for row in rows:
            self.carry_out(statement, row)

    def continue_numbers(self, table: str) -> None:
        """Do nothing: SQLite numbers so by itself."""

    def scrub(self) -> None:
        """Write the whole file once more, and empty its log."""
        self.carry_out("VACUUM", ())
        self.carry_out("PRAGMA wal_checkpoint(TRUNCATE)", ())

    def check(self) -> None:
        """Read the whole file and raise JournalError if it is damaged."""
        _, rows = self.read("PRAGMA integrity_check(5)")
        findings = [str(text) for (text,) in rows]
        if findings != ["ok"]:
            error = sqlite3.DatabaseError("; ".join(findings))
            error.sqlite_errorname = "SQLITE_CORRUPT"
            raise journal_error(self.place, error)

    def copy_to(self, path: Path) -> None:
        """Write all of it as it is at one moment into a new file, also while a match is recorded."""
        try:
            with closing(sqlite3.connect(path)) as copy:
                self.connection.backup(copy)
        except sqlite3.Error as error:
            raise journal_error(path, error) from error

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


def _connect(address: str) -> sqlite3.Connection:
    # One thread at a time: a terminal runs the session in another one.
    is_uri = address.startswith("file:")
    connection = sqlite3.connect(
        address, timeout=BUSY_S, isolation_level=None, check_same_thread=False, uri=is_uri
    )
    connection.text_factory = lambda text: text.decode(errors="surrogateescape")
    return connection


def _connect_to_copy(path: Path, log: Path) -> sqlite3.Connection:
    """Return a connection to a copy in memory of a file and its write-ahead log."""
    import shutil  # seldom needed, and slow to import
    import tempfile

    connection = _connect(":memory:")
    with tempfile.TemporaryDirectory() as folder:
        for source in (path, log):
            shutil.copyfile(source, Path(folder) / source.name)
        with closing(sqlite3.connect(Path(folder) / path.name)) as copy:
            copy.backup(connection)
    return connection


def is_url(place: str) -> bool:
    """Return True if this names a database on a server. A scheme that is unknown is refused later."""
    return "://" in place
