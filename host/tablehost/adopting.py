"""Matches that were begun at the table itself: from its records they become games here like all others."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rulebook import games
from cardtable.rulebook import match as matches
from tablehost import revisions
from tablehost.choice import NAMES
from tablehost.journal import Game, Journal, Record


def adopt(journal: Journal, uid: str, virtual: bool) -> list[Game]:
    """The games of a table that were not known here, oldest first; they are now. One counts when its players
    sit. Who they are nobody said: they are called by their pads. Raises Trouble: the table's rules are newer.
    """
    known = journal.games(uid)
    records = journal.records(uid, max((game.first_g for game in known), default=-1) + 1)
    firsts = [at for at, record in enumerate(records) if record.kind == "game"]
    found = []
    for at, following in zip(firsts, [*firsts[1:], None]):
        own = records[at:following]
        last = None if following is None else records[following].g - 1
        made = _begun(own)
        if made is not None:
            name, pads, options = made
            players = [NAMES[pad] for pad in pads]
            number = journal.adopt_game(uid, name, players, options, virtual, own[0].g, last)
            found.append(journal.game(number))
    return found


def _begun(records: Sequence[Record]) -> tuple[str, list[int], dict[str, object]] | None:
    """(game, pads, options) of the match that begins with these records, None if nobody sits there yet."""
    checkpoint = None
    for record in records:
        values = record.values()
        if record.kind == "start" and checkpoint is None and values[5] == 0:
            checkpoint = values[7]
        elif record.kind == "answer" and checkpoint is not None and values[5:7] == [0, 0]:
            pads = [pad for pad, key in enumerate(values[7]) if key is not None]
            game = games.load(checkpoint[0])
            revision = matches.revision_of(checkpoint)
            if revision > games.revision(game):
                raise revisions.newer(game, revision)
            return checkpoint[0], pads, matches.load(game, checkpoint).options
    return None
