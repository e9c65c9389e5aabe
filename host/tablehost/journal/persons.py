"""The users who played seats of a match at the virtual table, as the notes to its records have them."""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.journal.store import Game, Journal
from tablehost.types import HeldNote


def _list_notes(journal: Journal, game: Game) -> list[HeldNote]:
    return [note for _, note in journal.notes(game.id) if note["kind"] == "held"]


def note_holders(journal: Journal, game: Game, seats: Sequence[int], names: Sequence[str] = ()) -> None:
    """Note that users play these seats from here on, with their names where they have any, unless that is
    noted already.
    """
    known = next(reversed(_list_notes(journal, game)), HeldNote(kind="held", seats=[], names=[]))
    if list(seats) == known["seats"] and (not names or list(names) == known.get("names")):
        return
    note = HeldNote(kind="held", seats=list(seats))
    if names:
        note["names"] = list(names)
    journal.add_note(game.id, journal.last_g(game.uid), note)


def had_holders(journal: Journal, game: Game) -> bool:
    """Return True if users ever played seats: to them a deal would reveal all hands."""
    return bool(_list_notes(journal, game))


def find_persons(journal: Journal, game: Game) -> dict[int, str]:
    """Return the names of the persons who played a match at last, by seat."""
    notes = _list_notes(journal, game)
    if not notes:
        return {}
    held = [seat for seat in notes[-1]["seats"] if seat < len(game.players)]
    return dict(zip(held, notes[-1].get("names") or (game.players[seat] for seat in held), strict=False))


def name_players(journal: Journal, game: Game) -> list[str]:
    """Return the names of all players, by seat, with those of persons where these played bots' seats."""
    persons = find_persons(journal, game) if game.virtual else {}
    return [persons.get(seat, name) for seat, name in enumerate(game.players)]
