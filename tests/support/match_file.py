"""Matches as files of inputs: random legal people play them here, a table on MicroPython once more.

tests/micropython/evening.py says what is in a file.
"""

import json
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import random_players
from cardtable.controller.match.entropy import chance
from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from tablehost.virtual import pack

GAME = games.load("democracy")
KINDS = {"laid": 0, "lifted": 1, "key": 2, "expired": 3}

# The first dealer is fixed, because the table here draws other lots than the people; pauses are short.
FIXED = {"first_dealer": "1", "negotiation_seconds": "5"}
# Everything that players can do before, in and after a trick, in one match.
FULLEST = {
    "bad_catch": "one",
    "high_stake": "3",
    "sweep": "announced",
    "negotiation": "majority",
    "joker": "declared",
    "lie_detection": "challenge",
    **FIXED,
}


class Case(NamedTuple):
    """The match to measure: a game with its most players, and its options, called `what`; a long match has
    this `seed`.
    """

    game: ModuleType
    what: str
    options: dict[str, Any]
    seed: int


CASES = (
    Case(GAME, "defaults", FIXED, 1),
    Case(GAME, "everything declared", FULLEST, 1),
    Case(games.load("demos"), "defaults", {"first_dealer": "1"}, 1),
    Case(games.load("democrazy"), "defaults", {"start_player": "1"}, 12),
)


def write_deck(
    folder: Path, game: ModuleType = GAME, seats: int = 0, options: dict[str, Any] | None = None
) -> None:
    """The deck file of as many players as there can be, unless `seats` says it, with these options."""
    seats = seats or game.SEATS[1]
    deck = list(game.deck(seats, resolve(game, seats, options or {})))
    pack.write_deck(folder / "deck.txt", deck, game.PACK)


def write_match(
    path: Path, seed: int, options: dict[str, Any], clumsy: int = 0, game: ModuleType = GAME, seats: int = 0
) -> int:
    """Play a match of random legal people, as many as can be unless `seats` says it, write its inputs to
    `path`; return how many decisions it has.

    `clumsy`: one of so many inputs is one that no ask wants. A card that is not in the deck is a foreign
    one there.
    """
    draw = chance(bytes(16))  # as the table there draws
    run = random_players.Game(game, seats or game.SEATS[1], options, seed, draw)
    run.clumsy = clumsy
    there = {*run.deck, cards.FOREIGN, cards.SEVERAL, cards.UNKNOWN}
    data = bytearray()
    decisions = 0
    while not run.referee.over:
        event = run.choose()
        kind, place, value = (*event, 0, 0)[:3]
        if kind == "laid" and value not in there:
            value = cards.FOREIGN
        data += bytes([KINDS[kind], place, value])
        decisions += kind in ("laid", "key")
        run.feed(event)
    path.write_bytes(json.dumps(run.fresh).encode() + b"\n" + data)
    return decisions


def write_evening(folder: Path, decisions: int) -> list[str]:
    """Matches with options drawn at random, until there are that many decisions; return the files' names."""
    names: list[str] = []
    while decisions > 0:
        seed = len(names)
        options = random_players.options_of(GAME, GAME.SEATS[1], random_players.Lots(seed), FIXED)
        names.append(f"{seed}.match")
        decisions -= write_match(folder / names[-1], seed, options, clumsy=12)
    return names
