"""The deals of simulated players, which the virtual table's file of its people has: noted in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablehost.journal.databases import ROW_REFUSED, JournalError
from tablehost.journal.store import Game, Journal
from tablehost.people import act_rows
from tablehost.types import DealNote


class DealsRefused(Exception):
    """The journal refuses a deal: people could not read its day or size on the display. No later one of the
    match is noted.
    """


class Deals:
    """The deals of a match. `folder`: of the virtual table, None for a real one, which has none."""

    def __init__(self, journal: Journal, game: Game, folder: Path | None) -> None:
        self._journal = journal
        self._game = game
        self._file = None if folder is None else act_rows.path_of(folder, game.first_g)
        self._read = 0  # bytes of the file
        self._known = sum(note["kind"] == "deal" for _, note in journal.notes(game.id))

    def note_new(self) -> Iterator[DealNote]:
        """Note the deals since the last look, unless they are noted, and yield them. Raises DealsRefused."""
        found = self._read_new()
        self._known, found = max(0, self._known - len(found)), found[self._known :]
        for note in found:
            try:
                self._journal.add_note(self._game.id, note["after"], note)
            except JournalError as error:
                if error.code != ROW_REFUSED:
                    raise
                self._file = None
                raise DealsRefused(error.message) from error
            yield note

    def _read_new(self) -> list[DealNote]:
        if self._file is None or not self._file.exists():
            return []
        found: list[DealNote] = []
        with self._file.open("rb") as rows:
            rows.seek(self._read)
            for row in rows:
                if not row.endswith(b"\n"):
                    break  # still being written
                self._read += len(row)
                found += act_rows.find_deals(row) if b'"deal"' in row else ()
        return found
