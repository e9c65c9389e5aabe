"""The persons who played a match at the virtual table, as the notes to its records have them."""

from __future__ import annotations

from tablehost.journal.store import Game, Journal


def find_persons(journal: Journal, game: Game) -> dict[int, str]:
    """Return the names of the persons who played a match at last, by seat."""
    notes = [note for _, note in journal.notes(game.id) if note["kind"] == "held"]
    if not notes:
        return {}
    held = [seat for seat in notes[-1]["seats"] if seat < len(game.players)]
    return dict(zip(held, notes[-1].get("names") or (game.players[seat] for seat in held), strict=False))


def name_players(journal: Journal, game: Game) -> list[str]:
    """Return the names of all players, by seat, with those of persons where these played bots' seats."""
    persons = find_persons(journal, game) if game.virtual else {}
    return [persons.get(seat, name) for seat, name in enumerate(game.players)]
