"""Import of matches that were started at the table itself: they are registered as matches of the journal."""

from __future__ import annotations

import json
from collections.abc import Sequence

from cardtable.engine import match as matches
from cardtable.games import registry as games
from tablehost.errors import Trouble
from tablehost.journal.columns import UNKNOWN_GAMES
from tablehost.journal.records import Entry
from tablehost.journal.store import Game, Journal, parse_take_up
from tablehost.plugins.own import unknown_game
from tablehost.referee.revisions import OtherRules
from tablehost.referee.ruled import Ruled
from tablehost.seats import NAMES
from tablehost.types import Json, Options

UNKNOWN = "unknown "  # prefix of the keys of matches of games that are unknown here, before the id of a table


def adopt(journal: Journal, uid: str, virtual: bool) -> list[Game]:
    """Register the matches of a table that are unknown here, and those that were resumed there; return them,
    oldest first. A match counts once its players are seated. Players have no names here and are called by
    their pads. One of a game that this computer lacks, or of other rules, waits until it has them.
    """
    waits = _waiting(journal, uid)
    since = min([journal.last_position(uid) + 1, *waits])
    known = journal.first_positions(uid, since)
    records = journal.records(uid, since)
    unknown: dict[int, str] = {}
    firsts = [at for at, record in enumerate(records) if record.kind == "game" or parse_take_up(record)]
    found: list[Game] = []
    for at, following in zip(firsts, [*firsts[1:], None]):
        own = records[at:following]
        if own[0].g in known:
            continue
        goes_on = parse_take_up(own[0])
        if goes_on is not None:
            resumed = resume(journal, uid, goes_on.first, own[0].g)
            found = [one for one in found if resumed is None or one.id != resumed.id]
            found += [] if resumed is None else [resumed]
            continue
        last = None if following is None else records[following].g - 1
        lacking = _lacking(own)
        made = None if lacking else _begun(own)
        if lacking:
            unknown[own[0].g] = lacking
        elif made is not None:
            name, pads, options = made
            players = [NAMES[pad] for pad in pads]
            number = journal.adopt_game(uid, name, players, options, virtual, own[0].g, last)
            found.append(journal.game(number))
    if unknown != waits:
        journal.set_meta(UNKNOWN + uid, json.dumps(sorted(unknown.items())))
    return [journal.game(one.id) for one in found]


def find_reasons(journal: Journal, uid: str) -> list[Trouble]:
    """Return why matches of a table that are recorded here wait: a game, or its rules, are lacking."""
    found: list[Trouble] = []
    for words in sorted(set(_waiting(journal, uid).values())):
        name, _, revision = words.partition("-")
        found.append(OtherRules(games.load(name), int(revision)) if revision else unknown_game(name))
    return found


def _waiting(journal: Journal, uid: str) -> dict[int, str]:
    """Return the matches that were not registered for want of their game or its rules: first record -> see
    `_lacking`.
    """
    return dict(journal.load_meta(UNKNOWN + uid, UNKNOWN_GAMES) or [])


def _lacking(records: Sequence[Entry]) -> str:
    """Return the name of the game of the match that begins with these records if it is unknown here, with
    "-REVISION" if its rules are; else "".
    """
    for entry in records:
        record = entry.told()
        if isinstance(record, Ruled) and record.kind == "start":
            name, revision = str(record.fields[0]), matches.revision_of(record.fields)
            if name not in games.NAMES:
                return name
            return "" if revision in (None, games.load(name).REVISION) else f"{name}-{revision}"
    return ""


def resume(journal: Journal, uid: str, first: int, g: int) -> Game | None:
    """Note that the match that began at `first` is resumed with record `g`; return it, or None if that was
    known.
    """
    for game in journal.unfinished_games(uid):
        if game.first_g == first and (game.last_g is None or game.last_g < g):
            is_news = game.last_g is not None
            journal.resume_game(game.id, g)
            return journal.game(game.id) if is_news else None
    return None


def _begun(records: Sequence[Entry]) -> tuple[str, list[int], Options] | None:
    """Return (game, pads, options) of the match that begins with these records, None before a player is
    seated.
    """
    checkpoint: list[Json] = []
    for entry in records:
        record = entry.told()
        if not isinstance(record, Ruled):
            continue
        if record.kind == "start" and not checkpoint and record.stage == 0:
            checkpoint = record.fields
        elif record.kind == "answer" and checkpoint and (record.stage, record.answered) == (0, 0):
            pads = [pad for pad, key in enumerate(record.fields) if key is not None]
            name = str(checkpoint[0])
            return name, pads, matches.load(games.load(name), checkpoint).options
    return None
