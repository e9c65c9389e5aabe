"""The journal store: every table's records as received, the matches among them, and notes on them.

Kept in a database (`databases.py`): a position is acknowledged to its table only after `append` has returned,
and its data then survive power loss. Records are kept as the table's own bytes; decoded columns are stored
with them for queries, never instead of them.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
import string
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from tablehost import folders, messages, packages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble, require_package
from tablehost.journal import columns, strict_json
from tablehost.journal.databases import (
    BUSY_S,
    DAMAGED,
    ConnectionLost,
    Database,
    JournalError,
    SqliteDatabase,
    Value,
    is_url,
)
from tablehost.journal.records import Dropped, Entry, Parked, TakenUp
from tablehost.journal.schema import Misfit, Shape, check
from tablehost.types import Line, Note, Options, Summary

SAID = messages.Catalogue("play")
_SAID = messages.Catalogue("table")

_TABLE = re.compile(r" FROM (\w+)")
_TOLD: set[str] = set()  # the faults of rows that were left out, once they are on standard error
_GAMES = (
    "SELECT id, uid, game, players, options, seed, virtual, started, finished, first_g, last_g, result"
    " FROM games {} ORDER BY id"
)
_PAGE = 50  # matches that are read at once
FORKS = "fork "  # prefix of the keys of forks that were seen, before the id of a table
FORGOTTEN = "forgotten"  # begins the names in place of those that are forgotten
CONSOLE_LINES = 10_000  # console text is kept for a look back, not for ever
FULL_S = 1.0  # between two attempts to write to a full disk
PASSING = ("DATABASE_FULL", "DATABASE_LOCKED")  # faults of a server that end without its program


class Gap(NamedTuple):
    """Positions first..last of a table that are lost for good."""

    first: int
    last: int


class Fork(NamedTuple):
    """A table showed another record `g` than the one here: `theirs` (None: it had none), seen `at`."""

    uid: str
    g: int
    at: str
    theirs: bytes | None

    def __str__(self) -> str:
        if self.theirs is None:
            return SAID("record-gone-at-table", uid=self.uid, g=self.g, at=self.at[:10])
        return SAID("other-record-at-table", uid=self.uid, g=self.g, at=self.at[:10])


# The last record of each table; then how many matches there are, which was the last to begin, to end ..., the
# last note, and how many rows of clubs. They change with every record, match, note and row of a club.
Numbers = tuple[tuple[tuple[Value, ...], ...], tuple[Value, ...]]

IMPORTED = "~"  # begins the id of the table of an imported match


class Game(NamedTuple):
    """One match: records first_g..last_g of table `uid`; last_g and finished are None while it is being
    played.

    A match that was given up for another one has a last_g, but was never finished.
    """

    id: int
    uid: str
    game: str
    players: list[str]
    options: Options
    seed: str | None
    virtual: bool
    started: str
    finished: str | None
    first_g: int
    last_g: int | None
    result: Line | None

    @property
    def table(self) -> str:
        """Return the id of the table, also of an imported match."""
        return self.uid.removeprefix(IMPORTED)

    @property
    def is_imported(self) -> bool:
        """True for a match that was played elsewhere."""
        return self.uid.startswith(IMPORTED)

    @property
    def winners(self) -> list[int]:
        """Return the seats of the winners; none for a result without a table's record."""
        winners = self.result.get("winners") if isinstance(self.result, dict) else None
        seats = range(len(self.players))
        return [seat for seat in winners if seat in seats] if isinstance(winners, list) else []

    @property
    def totals(self) -> list[int]:
        """Return the points at the end, by seat; [] for a match without a result."""
        totals = self.result.get("totals") if isinstance(self.result, dict) else None
        if not isinstance(totals, list) or len(totals) != len(self.players):
            return []
        return totals if all(type(points) is int for points in totals) else []


class BroughtGame(NamedTuple):
    """A match brought from elsewhere: its table, records, known gaps, notes and summary."""

    uid: str
    raws: Sequence[bytes]
    gaps: Sequence[Gap]
    notes: Sequence[tuple[int, Note]]
    told: Summary


class Forgotten(NamedTuple):
    """The name in place of one that was forgotten, and the numbers of the matches that had it."""

    other: str
    games: list[int]


def _letters() -> Iterator[str]:
    """Yield A to Z, AA and on: behind a number in a name, points would be misread."""
    for length in itertools.count(1):
        yield from map("".join, itertools.product(string.ascii_uppercase, repeat=length))


class ImportResult(NamedTuple):
    """The result of an import: the game's number here, how many records are new, how many were known, which
    ones differ here, and the number of the imported match that has them.
    """

    game: int | None
    new: int
    known: int
    forked: list[int]
    copy: int | None = None


class _NothingTaken(Exception):
    """Rolls a transaction back."""


def now() -> str:
    """Return the wall clock as it is written down: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def day_of(moment: str) -> str:
    """Return the day of a moment, written as `now` does, in the time zone of this computer; "" for none."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat() if moment else ""


def parse_take_up(entry: Entry) -> TakenUp | None:
    """Return what a record that resumes a match tells; None for another one."""
    if entry.kind != "note" or b'"taken-up"' not in entry.body:
        return None
    told = entry.told()
    return told if isinstance(told, TakenUp) else None


def open_database(place: Path | str | None) -> Database:
    """Open the database at a path or a URL; None: that of this computer. Raises JournalError."""
    if place is None:
        url = folders.database()
    else:
        url = str(place) if is_url(str(place)) else None
    if url is None:
        return SqliteDatabase(folders.journal() if place is None else Path(place))
    require_package("psycopg", "club")
    database: Database = packages.load("postgres").PostgresDatabase(url)
    return database


P = ParamSpec("P")
T = TypeVar("T")


def _one_transaction(write: Callable[Concatenate[Journal, P], T]) -> Callable[Concatenate[Journal, P], T]:
    """Return the method `write`, one transaction, which is run once more whenever the connection was lost,
    and for programs that wait whenever the server's disk is full, or another session has locked what it
    writes: nothing of it was written then.
    """

    @functools.wraps(write)
    def write_at_last(journal: Journal, /, *args: P.args, **named: P.kwargs) -> T:
        until = time.monotonic() + BUSY_S
        while True:
            try:
                return write(journal, *args, **named)
            except ConnectionLost:
                if journal.database.on_absence is None and time.monotonic() > until:
                    raise
            except JournalError as fault:
                if journal.database.on_absence is None or fault.code not in PASSING:
                    raise
                journal.database.on_absence(fault.message, FULL_S)

    return write_at_last


def tell_left_out(wrong: Trouble) -> None:
    """Tell of a damaged row, once."""
    if wrong.message not in _TOLD:
        _TOLD.add(wrong.message)
        print(f"cardtable: {_SAID('row-left-out', about=wrong.message)}", file=sys.stderr)


class Journal:
    """The journal in a database: at a path or a URL, by default that of this computer. For one thread.

    Raises JournalError.
    """

    def __init__(self, place: Path | str | None = None) -> None:
        self.database = open_database(place)

    @property
    def place(self) -> str:
        """Return the path or the URL, as messages show it."""
        return self.database.place

    @property
    def mailbox(self) -> Path:
        """Return the file of this computer in which a match gets orders."""
        return self.database.mailbox

    def _read(self, query: str, *values: Value) -> list[Any]:
        """Return the rows. Raises JournalError: one is damaged."""
        rows, damaged = self._sort_out(query, *values)
        for _, wrong in damaged:
            raise wrong
        return rows

    def _read_sound(self, query: str, *values: Value) -> list[Any]:
        """Return the rows that are sound; tell of the others, once."""
        rows, damaged = self._sort_out(query, *values)
        for _, wrong in damaged:
            tell_left_out(wrong)
        return rows

    def _sort_out(self, query: str, *values: Value) -> tuple[list[Any], list[tuple[Value, JournalError]]]:
        """Return the rows that are sound, and the first column and the fault of each of the others."""
        names, rows = self.database.read(query, values)
        table = _TABLE.search(query)
        sound: list[Any] = []
        damaged = []
        for row in rows:
            try:
                columns.check_row(table[1] if table else "", names, row)
                sound.append(row)
            except Misfit as wrong:
                damaged.append((row[0], self.damaged(str(wrong))))
        return sound, damaged

    def damaged(self, where: str) -> JournalError:
        """Return the error for a row that no program wrote; `where`: its place, and what is wrong there."""
        text = _SAID("journal-row-damaged", path=self.place, where=where)
        return JournalError(text, _SAID("journal-row-damaged-hint"), DAMAGED, CHECK_FAILED)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Read the whole file, and each row but those of records; raise JournalError if it is damaged."""
        self.database.check()
        for table in columns.SHAPES:
            if table != "ev":  # they are many, and are judged with their match
                self._read(f"SELECT * FROM {table}")

    # --- tables and their records -----------------------------------------------------------------------

    @_one_transaction
    def remember_table(self, uid: str, firmware: str, boot: int, virtual: bool) -> None:
        """Remember that a table sent its hello. A virtual table stays virtual for good."""
        with self.database.transaction(uid) as db:
            at = now()
            db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(uid) DO UPDATE SET"
                " virtual = CASE WHEN tables.virtual = 1 THEN 1 ELSE excluded.virtual END,"
                " firmware = excluded.firmware, boot = excluded.boot, last_seen = excluded.last_seen",
                (uid, int(virtual), firmware, boot, at, at),
            )

    def tables(self) -> list[str]:
        """Return the ids of the tables that ever sent a hello."""
        rows: list[tuple[str]] = self._read_sound("SELECT uid FROM tables ORDER BY first_seen, uid")
        return [uid for (uid,) in rows]

    def is_virtual(self, uid: str) -> bool:
        """Return True if this table was ever seen as a virtual one."""
        rows: list[tuple[int]] = self._read("SELECT virtual FROM tables WHERE uid = ?", uid)
        return any(virtual for (virtual,) in rows)

    @_one_transaction
    def append(self, uid: str, news: Sequence[bytes | Gap]) -> int:
        """Write a batch in order: records as the bytes [g, boot, n, us, kind, ...], gaps where some are lost.

        All of it is on disk when this returns the last position, and may be acknowledged. Known records are
        passed over if they are equal. Raises JournalError, and then none of the batch is written, if a record
        differs from the one on disk or does not follow the last one.
        """
        with self.database.transaction(uid, appender=uid) as db:
            last = self.last_g(uid)
            for item in news:
                if isinstance(item, Gap):
                    if item.last <= last:
                        continue
                    if item.first > last + 1:
                        raise self._out_of_order(uid, item.first, last)
                    db.execute("INSERT INTO gaps VALUES (?, ?, ?)", (uid, last + 1, item.last))
                    last = item.last
                    continue
                record = Entry.read(item)
                if record.g <= last:
                    self._compare(uid, record)
                    continue
                if record.g != last + 1:
                    raise self._out_of_order(uid, record.g, last)
                db.execute("INSERT INTO ev VALUES (?, ?, ?, ?, ?, ?, ?)", (uid, *record))
                last = record.g
        return last

    def _out_of_order(self, uid: str, g: int, last: int) -> JournalError:
        return JournalError(
            _SAID("record-does-not-follow", g=g, uid=uid, last=last),
            _SAID("record-does-not-follow-hint"),
            "JOURNAL_ORDER",
        )

    def _compare(self, uid: str, record: Entry) -> None:
        stored = self.stored(uid, record.g)
        if stored is not None and stored != record.body:
            raise JournalError(
                _SAID("record-forked", g=record.g, uid=uid),
                _SAID("record-forked-hint"),
                "JOURNAL_FORK",
                CHECK_FAILED,
            )

    def last_g(self, uid: str) -> int:
        """Return the last position of a table that is settled here, by record or by gap; -1: none."""
        rows: list[tuple[int]] = self._read(
            "SELECT coalesce((SELECT max(g) FROM ev WHERE uid = ?), -1)"
            " UNION ALL SELECT coalesce((SELECT max(last) FROM gaps WHERE uid = ?), -1)",
            *(uid, uid),
        )
        return max(last for (last,) in rows)

    def stored(self, uid: str, g: int) -> bytes | None:
        """Return the bytes of record g, None if there is none."""
        rows: list[tuple[bytes]] = self._read("SELECT body FROM ev WHERE uid = ? AND g = ?", uid, g)
        return rows[0][0] if rows else None

    def records(
        self, uid: str, first: int = 0, last: int | None = None, kinds: Sequence[str] = ()
    ) -> list[Entry]:
        """Return the records first..last (to the end without `last`) that are here, in order; of these
        `kinds` alone, if there are any.
        """
        of_kinds = f" AND kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
        rows: list[tuple[int, int, int, int, str, bytes]] = self._read(
            "SELECT g, boot, n, us, kind, body FROM ev WHERE uid = ? AND g BETWEEN ? AND ?"
            f"{of_kinds} ORDER BY g",
            uid,
            first,
            last if last is not None else (1 << 62),
            *kinds,
        )
        return [Entry(*row) for row in rows]

    def find_start_before(self, uid: str, g: int) -> int:
        """Return the last record before this one that begins a match; 0 without one."""
        rows = self._read(
            "SELECT g FROM ev WHERE uid = ? AND g < ? AND kind = 'game' ORDER BY g DESC LIMIT 1", uid, g
        )
        return int(rows[0][0]) if rows else 0

    def gaps(self, uid: str, first: int = 0, last: int | None = None) -> list[Gap]:
        """Return the gaps that touch first..last, in order."""
        rows: list[tuple[int, int]] = self._read(
            "SELECT first, last FROM gaps WHERE uid = ? AND last >= ? AND first <= ? ORDER BY last",
            uid,
            first,
            last if last is not None else (1 << 62),
        )
        return [Gap(*row) for row in rows]

    def numbers(self) -> Numbers:
        """Return the last numbers of all that is here."""
        _, records = self.database.read(
            "SELECT uid, (SELECT max(g) FROM ev WHERE ev.uid = tables.uid) FROM tables ORDER BY uid"
        )
        _, others = self.database.read(
            "SELECT count(*), max(id), count(last_g), count(finished), max(finished),"
            " (SELECT max(id) FROM notes), (SELECT count(*) FROM clubs) FROM games"
        )
        return tuple(records), others[0]

    # --- matches ------------------------------------------------------------------------------------------

    @_one_transaction
    def create_game(
        self,
        uid: str,
        game: str,
        players: Sequence[str],
        options: Options,
        virtual: bool,
        seed: str | None = None,
        first_g: int | None = None,
    ) -> int:
        """Note that a match begins at record `first_g` (the next one, if not given); its id."""
        with self.database.transaction(uid) as db:
            start = self.last_g(uid) + 1 if first_g is None else first_g
            # A table plays one match at a time: one left unfinished there ends where this one begins.
            db.execute("UPDATE games SET last_g = ? WHERE uid = ? AND last_g IS NULL", (start - 1, uid))
            return _note_game(db, uid, game, players, options, seed, virtual, start, None)

    @_one_transaction
    def adopt_game(
        self,
        uid: str,
        game: str,
        players: list[str],
        options: Options,
        virtual: bool,
        first_g: int,
        last_g: int | None,
    ) -> int:
        """Note a match that was begun at the table itself with record `first_g`; its id. `last_g`: the record
        before the next match, None if there is none. The records are here already.
        """
        with self.database.transaction(uid) as db:
            db.execute(
                "UPDATE games SET last_g = ? WHERE uid = ? AND last_g IS NULL AND first_g < ?",
                (first_g - 1, uid, first_g),
            )
            return _note_game(db, uid, game, players, options, None, virtual, first_g, last_g)

    @_one_transaction
    def finish_game(self, game_id: int, result: Line | None, last_g: int | None = None) -> None:
        """Note that a match ended with record `last_g` (by default the last one). `result`: JSON-able."""
        game = self.game(game_id)
        with self.database.transaction(game.uid) as db:
            end = self.last_g(game.uid) if last_g is None else last_g
            db.execute(
                "UPDATE games SET finished = ?, last_g = ?, result = ? WHERE id = ?",
                (now(), end, json.dumps(result), game_id),
            )

    def game(self, game_id: int) -> Game:
        """Return the match with this id. Raises JournalError if there is none."""
        found = self._games("WHERE id = ?", game_id)
        if not found:
            raise JournalError(
                _SAID("game-not-there", id=game_id, path=self.place),
                _SAID("game-not-there-hint"),
                "NO_SUCH_GAME",
                NOT_FOUND,
            )
        return found[0]

    def games(self, uid: str | None = None) -> list[Game]:
        """Return all matches whose rows are sound, or those of one table, oldest first."""
        where, values = ("", ()) if uid is None else ("WHERE uid = ?", (uid,))
        return [_game(row) for row in self._read_sound(_GAMES.format(where), *values)]

    def newest_games(self) -> Iterator[Game]:
        """Yield the matches whose rows are sound, newest first; they are read as they are wanted."""
        for at in itertools.count(step=_PAGE):
            page = (_PAGE, at)
            yield from map(_game, self._read_sound(_GAMES.format("") + " DESC LIMIT ? OFFSET ?", *page))
            if not self._read("SELECT id FROM games ORDER BY id DESC LIMIT ? OFFSET ?", 1, at + _PAGE):
                return

    def unfinished_games(self, uid: str | None = None) -> list[Game]:
        """Return the matches, or those of one table, without an end by the rules whose rows are sound, oldest
        first.
        """
        where, values = ("", ()) if uid is None else (" AND uid = ?", (uid,))
        return [
            _game(row) for row in self._read_sound(_GAMES.format("WHERE finished IS NULL" + where), *values)
        ]

    def first_positions(self, uid: str, since: int = 0) -> dict[int, int]:
        """Return the number of each match of a table that begins with record `since` or later, by its first
        record, also of those whose rows are damaged.
        """
        where = "WHERE uid = ? AND first_g >= ?"
        rows: list[tuple[int, int]] = self._read_sound(f"SELECT id, first_g FROM games {where}", uid, since)
        return {first: number for number, first in rows}

    def last_position(self, uid: str) -> int:
        """Return the first record of the newest match of a table, -1 without one."""
        [(last,)] = self._read("SELECT COALESCE(max(first_g), -1) FROM games WHERE uid = ?", uid)
        return int(last)

    def names_of_games(self) -> tuple[set[str], set[str]]:
        """Return the games and the players of all matches."""
        games = {str(game) for (game,) in self._read_sound("SELECT DISTINCT game FROM games")}
        teams = self._read_sound("SELECT DISTINCT players FROM games")
        return games, {str(name) for (names,) in teams for name in strict_json.loads(names)}

    def count_games(self) -> int:
        """Return the number of matches, damaged ones included."""
        [(count,)] = self._read("SELECT count(*) FROM games")
        return int(count)

    def damaged_games(self, since: int = 0) -> dict[int, JournalError]:
        """Return the fault of each match from this number on whose row is damaged, by its number."""
        _, damaged = self._sort_out(_GAMES.format("WHERE id >= ?"), since)
        return {number: wrong for number, wrong in damaged if isinstance(number, int)}

    def _games(self, where: str, *values: int | str | bytes | None) -> list[Game]:
        rows: list[_GameRow] = self._read(_GAMES.format(where), *values)
        return [_game(row) for row in rows]

    def game_records(self, game: Game) -> list[Entry]:
        """Return the records of a match, as far as they are here."""
        return [one for first, last in self.spans(game) for one in self.records(game.uid, first, last)]

    def game_gaps(self, game: Game) -> list[Gap]:
        """Return the gaps that touch the records of a match, in order."""
        found = [one for first, last in self.spans(game) for one in self.gaps(game.uid, first, last)]
        return sorted(set(found))

    def spans(self, game: Game) -> list[tuple[int, int | None]]:
        """Return the first and last position of each stretch in which a match was played; the last one may be
        open.

        A stretch ends where another match begins or is resumed; the next one begins at the record that
        resumes this match.
        """
        rows: list[tuple[int, int, int, int, str, bytes]] = self._read(
            "SELECT g, boot, n, us, kind, body FROM ev WHERE uid = ? AND g > ? AND g <= ?"
            " AND kind IN ('game', 'note') ORDER BY g",
            *(game.uid, game.first_g, game.last_g if game.last_g is not None else (1 << 62)),
        )
        spans: list[tuple[int, int | None]] = []
        first: int | None = game.first_g
        for entry in [Entry(*row) for row in rows]:
            told = parse_take_up(entry)
            if told is not None and told.first == game.first_g:
                if first is not None:
                    spans.append((first, told.last))
                elif spans:
                    spans[-1] = (spans[-1][0], told.last)
                first = entry.g
            elif (
                first is not None
                and (entry.kind == "game" or told is not None)
                and entry.g > game.first_g + 1
            ):
                spans.append((first, entry.g - 1))
                first = None
        return spans if first is None else [*spans, (first, game.last_g)]

    def has_appender(self, uid: str) -> bool:
        """Return True if a program, of any computer, appends to table `uid`; False where only locks of each
        computer tell.
        """
        return self.database.has_appender(uid)

    def is_parked(self, game: Game) -> bool:
        """Return True if this match was interrupted by another one, or parked, and can be resumed."""
        if game.finished is not None or game.is_imported:
            return False
        notes = [entry.told() for entry in self._notes_of(game.uid, game.first_g)]
        if any(isinstance(note, Dropped) and note.first == game.first_g for note in notes):
            return False
        records = self.game_records(game)
        parked = [one for one in records if one.kind == "note" and isinstance(one.told(), Parked)]
        return bool(parked) and all(one.kind in ("boot", "note") for one in records if one.g > parked[-1].g)

    def _notes_of(self, uid: str, first: int) -> list[Entry]:
        rows: list[tuple[int, int, int, int, str, bytes]] = self._read(
            "SELECT g, boot, n, us, kind, body FROM ev WHERE uid = ? AND g >= ? AND kind = 'note' ORDER BY g",
            *(uid, first),
        )
        return [Entry(*row) for row in rows]

    @_one_transaction
    def resume_game(self, game_id: int, g: int) -> None:
        """Note that a parked match is resumed with record `g`; one that was under way is parked by that."""
        game = self.game(game_id)
        with self.database.transaction(game.uid) as db:
            db.execute(
                "UPDATE games SET last_g = ? WHERE uid = ? AND last_g IS NULL AND id != ?",
                (g - 1, game.uid, game_id),
            )
            db.execute("UPDATE games SET last_g = NULL WHERE id = ? AND finished IS NULL", (game_id,))

    def take_in(self, games: Sequence[BroughtGame]) -> list[ImportResult]:
        """Import matches from elsewhere, all of them or none, in one transaction.

        They are kept apart, under IMPORTED and the id of their table: records from a table itself must follow
        its last record, and a file may begin anywhere. If one record differs from the one here, none is
        imported, and the results name the forked matches. The caller has judged every match.
        """
        taken: list[ImportResult] = []
        try:
            with self.database.transaction(*(IMPORTED + one.uid for one in games)) as db:
                for one in games:
                    taken.append(self._take_one(db, one))
                if any(one.forked for one in taken):
                    raise _NothingTaken
        except _NothingTaken:
            pass
        return taken

    def _take_one(self, db: Database, brought: BroughtGame) -> ImportResult:
        uid, told = brought.uid, brought.told
        apart = IMPORTED + uid
        records = [Entry.read(raw) for raw in brought.raws]
        # A gap before the first record or behind the last one is part of the match.
        first = records[0].g - any(gap.last == records[0].g - 1 for gap in brought.gaps)
        last = records[-1].g + any(gap.first == records[-1].g + 1 for gap in brought.gaps)
        stored = [(one, self.stored(uid, one.g), self.stored(apart, one.g)) for one in records]
        forked = [
            one.g for one, own, other in stored if any(raw not in (None, one.body) for raw in (own, other))
        ]
        known = sum(own is not None or other is not None for _, own, other in stored)
        here = [
            game
            for game in self.games()
            if game.uid in (uid, apart) and game.first_g in (first, records[0].g)
            and (game.last_g is None or game.last_g >= records[-1].g)
        ]  # fmt: skip
        if forked or (known == len(records) and here):
            copies = [game for game in self.games(apart) if forked and game.first_g <= forked[0]]
            return ImportResult(
                here[-1].id if here else None, 0, known, forked, copies[-1].id if copies else None
            )
        for one, _, other in stored:
            if other is None:
                db.execute("INSERT INTO ev VALUES (?, ?, ?, ?, ?, ?, ?)", (apart, *one))
        self._settle_gaps(db, apart, brought.gaps)
        seed = None if told["seed"] is None else str(told["seed"])
        row: list[Value] = [told["game"], json.dumps(told["players"]), json.dumps(told["options"]), seed]
        row += [int(bool(told["virtual"])), told["started"], told["finished"]]
        result = None if told["result"] is None else json.dumps(told["result"])
        number = db.insert(
            "INSERT INTO games(uid, game, players, options, seed, virtual, started, finished, first_g,"
            " last_g, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (apart, *row, first, last, result),
        )
        for after, note in brought.notes:
            db.execute(
                "INSERT INTO notes(game_id, after_g, json) VALUES (?, ?, ?)",
                (number, after, json.dumps(note)),
            )
        return ImportResult(number, len(records) - known, known, [])

    def remove_imported(self, game: Game) -> int:
        """Remove an imported match, its notes and those of its records that no other match has.

        Return how many records were removed. What a table here has recorded is never removed.
        """
        assert game.is_imported
        with self.database.transaction(game.uid) as db:
            others = [one for one in self._games("WHERE uid = ?", game.uid) if one.id != game.id]
            kept = {record.g for one in others for record in self.game_records(one)}
            gone = [record.g for record in self.records(game.uid) if record.g not in kept] if others else None
            if gone is None:
                count = db.execute("DELETE FROM ev WHERE uid = ?", (game.uid,))
            else:
                count = len(gone)
                db.execute_many("DELETE FROM ev WHERE uid = ? AND g = ?", [(game.uid, g) for g in gone])
            touched = {gap for one in others for gap in self.game_gaps(one)}
            db.execute("DELETE FROM gaps WHERE uid = ?", (game.uid,))
            rows = [(game.uid, *gap) for gap in sorted(touched)]
            db.execute_many("INSERT INTO gaps VALUES (?, ?, ?)", rows)
            db.execute("DELETE FROM notes WHERE game_id = ?", (game.id,))
            db.execute("DELETE FROM games WHERE id = ?", (game.id,))
        return count

    def _settle_gaps(self, db: Database, uid: str, news: Sequence[Gap]) -> None:
        """Add these gaps; of all gaps of the table keep those that no record fills."""
        kept: list[Gap] = []
        for gap in sorted({*self.gaps(uid), *news}):
            first = max(gap.first, kept[-1].last + 1 if kept else 0)
            here = [record.g for record in self.records(uid, first, gap.last)]
            for g in [*here, gap.last + 1]:
                if g > first and kept and kept[-1].last == first - 1:
                    kept[-1] = Gap(kept[-1].first, g - 1)
                elif g > first:
                    kept.append(Gap(first, g - 1))
                first = g + 1
        before = self.gaps(uid)
        for gap in before:
            if gap not in kept:
                db.execute("DELETE FROM gaps WHERE uid = ? AND first = ?", (uid, gap.first))
        rows = [(uid, *gap) for gap in kept if gap not in before]
        db.execute_many("INSERT INTO gaps VALUES (?, ?, ?)", rows)

    @_one_transaction
    def add_note(self, game_id: int, after_g: int, note: Note) -> None:
        """Store a JSON-able note at record `after_g` of a match, such as the hands that a virtual room
        dealt.
        """
        with self.database.transaction() as db:
            db.execute(
                "INSERT INTO notes(game_id, after_g, json) VALUES (?, ?, ?)",
                (game_id, after_g, json.dumps(note)),
            )

    def notes(self, game_id: int) -> list[tuple[int, Note]]:
        """Return the notes on a match that are sound as (after_g, note), in the order they were written."""
        rows: list[tuple[int, int, str]] = self._read_sound(
            "SELECT id, after_g, json FROM notes WHERE game_id = ? ORDER BY id", game_id
        )
        return [(after_g, json.loads(text)) for _, after_g, text in rows]

    def forget_name(self, name: str) -> Forgotten:
        """Put another name in the place of a player's, in matches and notes, and return it with the numbers
        of these matches. Records have no names: they stay as they are. On a server the owner may do that.
        """
        with self.database.transaction() as db:
            games = self.games()
            known = {one for game in games for one in game.players}
            other = next(alias for at in _letters() if (alias := f"{FORGOTTEN} {at}") not in known)
            found = []
            for game in games:
                rows = self._read_sound("SELECT id, json FROM notes WHERE game_id = ?", game.id)
                notes = [(number, json.loads(text)) for number, text in rows]
                changed = [(number, note) for number, note in notes if name in note.get("names", ())]
                if name not in game.players and not changed:
                    continue
                found.append(game.id)
                players = json.dumps([other if one == name else one for one in game.players])
                db.execute("UPDATE games SET players = ? WHERE id = ?", (players, game.id))
                for number, note in changed:
                    note["names"] = [other if one == name else one for one in note["names"]]
                    db.execute("UPDATE notes SET json = ? WHERE id = ?", (json.dumps(note), number))
        if found:
            self.database.scrub()
        return Forgotten(other, found)

    # --- forks ------------------------------------------------------------------------------------------

    def remember_fork(self, uid: str, g: int, theirs: bytes | None) -> None:
        """Remember for ever that a table showed another record g than the one here; both stay as they are."""
        known = self.forks(uid)
        if (g, theirs) in [(fork.g, fork.theirs) for fork in known]:
            return
        forks = [*known, Fork(uid, g, now(), theirs)]
        rows = [[one.g, one.at, None if one.theirs is None else one.theirs.decode()] for one in forks]
        self.set_meta(FORKS + uid, json.dumps(rows))

    def forks(self, uid: str | None = None) -> list[Fork]:
        """Return the forks that were ever seen, or those of one table."""
        rows: list[tuple[str, str]] = self._read(
            "SELECT key, value FROM meta WHERE key LIKE ? ORDER BY key", FORKS + "%"
        )
        found = []
        for key, text in rows:
            try:
                seen = self._loads(key, text, columns.FORK_ROWS)
            except JournalError as wrong:
                tell_left_out(wrong)
                continue
            for g, at, theirs in seen:
                found.append(Fork(key[len(FORKS) :], g, at, None if theirs is None else theirs.encode()))
        return [fork for fork in found if uid is None or fork.uid == uid]

    # --- clubs ------------------------------------------------------------------------------------------

    def clubs(self) -> list[str]:
        """Return the names of the clubs whose rows can be read, in order."""
        rows: list[tuple[str]] = self._read_sound("SELECT DISTINCT name FROM clubs ORDER BY name")
        return [name for (name,) in rows]

    def club_rows(self, name: str) -> list[tuple[int, str]]:
        """Return the rows of a club with their numbers, in order, [] if there is none."""
        query = "SELECT number, json FROM clubs WHERE name = ? ORDER BY number"
        rows: list[tuple[int, str]] = self._read_sound(query, name)
        return rows

    @_one_transaction
    def add_club_row(self, name: str, number: int, text: str) -> bool:
        """Append row `number` of a club, from 0. Return False, and append nothing, if there is that row."""
        with self.database.transaction() as db:
            statement = "INSERT INTO clubs VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            return db.execute(statement, (name, number, text)) == 1

    # --- console text and settings ----------------------------------------------------------------------

    @_one_transaction
    def add_console(self, uid: str, lines: Iterable[str]) -> None:
        """Store console text of a table; the oldest is dropped when there is too much of it."""
        with self.database.transaction() as db:
            at = now()
            # PostgreSQL has no NUL in texts, which noise on the line may hold.
            rows = [(uid, at, line.replace("\0", "\N{REPLACEMENT CHARACTER}")) for line in lines]
            db.execute_many("INSERT INTO console(uid, at, line) VALUES (?, ?, ?)", rows)
            db.execute("DELETE FROM console WHERE id <= (SELECT max(id) FROM console) - ?", (CONSOLE_LINES,))

    def console(self, uid: str, count: int = 100) -> list[tuple[str, str]]:
        """Return the latest lines of console text as (time, line), oldest first."""
        rows: list[tuple[str, str]] = self._read(
            "SELECT at, line FROM console WHERE uid = ? ORDER BY id DESC LIMIT ?", uid, count
        )
        return rows[::-1]

    def get_meta(self, key: str) -> str | None:
        """Return a small lasting value: this host's id, for one."""
        rows: list[tuple[str]] = self._read("SELECT value FROM meta WHERE key = ?", key)
        return rows[0][0] if rows else None

    def load_meta(self, key: str, shape: Shape) -> Any:
        """Return the JSON value of this shape that `set_meta` stored, None without one."""
        text = self.get_meta(key)
        return None if text is None else self._loads(key, text, shape)

    def _loads(self, key: str, text: str, shape: Shape) -> Any:
        try:
            value = strict_json.loads(text)
            check(value, shape)
        except (strict_json.Misread, Misfit) as wrong:
            raise self.damaged(f"meta.value ({key!r}){messages.colon()}{wrong}") from None
        return value

    @_one_transaction
    def set_meta(self, key: str, value: str) -> None:
        """Keep a small lasting value."""
        with self.database.transaction() as db:
            db.execute(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                (key, value),
            )


_GameRow = tuple[int, str, str, str, str, str | None, int, str, str | None, int, int | None, str | None]


def _game(row: _GameRow) -> Game:
    """Return the match of a row of `games`."""
    number, uid, game, players, options, seed, virtual, started, finished, first, last, result = row
    told = None if result is None else json.loads(result)
    names, chosen = json.loads(players), json.loads(options)
    return Game(
        *(number, uid, game, names, chosen, seed, bool(virtual), started, finished, first, last), result=told
    )


def _note_game(
    db: Database,
    uid: str,
    game: str,
    players: Sequence[str],
    options: Options,
    seed: str | None,
    virtual: bool,
    first_g: int,
    last_g: int | None,
) -> int:
    """Return a row of `games`; its id."""
    return db.insert(
        "INSERT INTO games(uid, game, players, options, seed, virtual, started, first_g, last_g)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(uid, game, json.dumps(list(players)), json.dumps(options), seed, int(virtual), now()),
            *(first_g, last_g),
        ),
    )
