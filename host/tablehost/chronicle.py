"""A game from its records: the shadow judges them one by one, and the lines of the open log grow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardtable.wire.records import ruled
from tablehost import openlog
from tablehost.journal import Game, Journal
from tablehost.shadow import Shadow

STAYS = ("deal", "impossible", "correction", "pause")  # what a correction does not take back


class Chronicle:
    """One game. `take` records in their order; `lines` is the open log so far.

    `deal` notes what simulated people were dealt, after record `after`; it stands before what followed.
    """

    def __init__(self, players: Sequence[str], virtual: bool, **more: Any) -> None:
        self.shadow = Shadow()
        self.lines: list[openlog.Line] = []
        self._players = list(players)
        self._virtual = virtual
        self._more = more
        self._stage_at = 0
        self._deals: list[tuple[int, openlog.Line]] = []

    def deal(self, after: int, note: dict[str, Any]) -> None:
        """A deal that took place when record `after` was the last one."""
        line = {name: value for name, value in note.items() if name != "after"}
        self._deals.append((after, line))

    def take(self, g: int, record: list[Any]) -> list[openlog.Line]:
        """Judge record number g; return the lines it added, none for one of the table's own."""
        told = ruled(record)
        if told is None:
            return self._note(record)
        shadow = self.shadow
        before = len(self.lines)
        self._deal_before(g)
        retold = shadow.retold
        facts = shadow.follow(told)
        if record[0] == "start" and shadow.match is not None:
            match = shadow.match
            self.lines.append(
                openlog.match_line(match.game, self._players, match.options, self._virtual, **self._more)
            )
        if shadow.retold != retold:
            # A correction: what the stage told before does not stand any more, what was dealt or found does.
            kept = [line for line in self.lines[self._stage_at :] if line["kind"] in STAYS]
            self.lines[self._stage_at :] = kept
            before = min(before, len(self.lines))
        if record[0] == "fix":
            self.lines.append(openlog.correction_line(record[3]))
        for fact in facts:
            self.lines.append(openlog.fact_line(shadow.match.game, shadow.match.options, fact))
        if record[0] == "end":
            self._stage_at = len(self.lines)
        return self.lines[before:]

    def _note(self, record: list[Any]) -> list[openlog.Line]:
        """Of the table's own records people should see when the match was paused, and went on."""
        if record[0] != "note" or record[1] not in ("pause", "resume"):
            return []
        self.lines.append({"kind": "pause", "what": record[1], "by": record[2:]})
        return self.lines[-1:]

    def _deal_before(self, g: int) -> None:
        while self._deals and self._deals[0][0] < g:
            self.lines.append(self._deals.pop(0)[1])


def of_game(journal: Journal, game: Game) -> Chronicle:
    """The chronicle of a game in the journal, as far as its records are there."""
    notes = journal.notes(game.id)
    chronicle = Chronicle(game.players, game.virtual, **match_details(game, [note for _, note in notes]))
    for after, note in notes:
        if note["kind"] == "deal":
            chronicle.deal(after, note)
    for record in journal.game_records(game):
        chronicle.take(record.g, record.values()[4:])
    return chronicle


def match_details(game: Game, notes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What else the first line of the log says. Of faults, the last note is the whole story."""
    details: dict[str, Any] = {} if game.seed is None else {"seed": game.seed}
    for note in notes:
        if note["kind"] == "faults":
            details["faults"] = {name: value for name, value in note.items() if name != "kind"}
    return details


def text(lines: Iterable[openlog.Line]) -> str:
    """The lines as a file of JSON Lines."""
    return "".join(openlog.dumps(line) + "\n" for line in lines)
