"""The output of bare `cardtable`: tables, running, unfinished and finished matches, and the next steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable import __version__
from cardtable.games.registry import NAMES
from tablehost import messages
from tablehost.console.terminal import one_line
from tablehost.folders import has_journal
from tablehost.link.port_error import PortError
from tablehost.link.present_tables import find_tables, find_without_port

if TYPE_CHECKING:
    from tablehost.journal.store import Fork, Game
    from tablehost.types import Document, Fields

SAID = messages.Catalogue("table")


def main(as_json: bool) -> int:
    """Print eight lines as text, one for each running match, for parked ones and for each fork, or one
    object. Raises Trouble.
    """
    try:
        tables = find_tables()
    except PortError as error:  # pyserial is missing: the virtual table is there without it
        tables, problem = find_without_port(), error.message
    else:
        problem = ""
    states, forks, played = _kept()
    running, unfinished, parked = (
        [game for game, its in states if its == state] for state in ("running", "unfinished", "parked")
    )
    left = unfinished[-1] if unfinished else None
    if as_json:
        import json

        from tablehost.types import SCHEMA

        data = {
            "version": __version__,
            "tables": tables,
            "running": [_told(game) for game in running],
            "unfinished": None if left is None else _told(left),
            "parked": [_told(game) for game in parked],
            "forks": [{"table": fork.uid, "record": fork.g, "seen": fork.at} for fork in forks],
            "last": None if played is None else {**_told(played), "winners": _names(played)},
        }
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        return 0
    real = [f"{_called(row)} ({row['address']})" for row in tables if not row["virtual"]]
    if left is not None:
        again, next_step = f"cardtable play {one_line(left.game)} --resume", "next-resume"
    elif running:
        again, next_step = f"cardtable log {running[-1].id}", "next-log"
    else:
        again, next_step = f"cardtable play {NAMES[0]}", "next-play"
    then = f"cardtable games {NAMES[0]}" if played is None else f"cardtable replay {played.id}"
    plugged = ", ".join(real) or SAID("no-table-plugged")
    numbers = ", ".join(str(game.id) for game in parked)
    rows = [
        (SAID("is tables"), one_line(problem or plugged)),
        *((SAID("is running"), _line(game)) for game in running),
        (SAID("is unfinished"), SAID("no-match") if left is None else _line(left)),
        *([(SAID("is parked"), SAID("parked-rows", numbers=numbers))] if parked else []),
        (SAID("is last-game"), SAID("no-game") if played is None else _line(played) + who_won(played)),
        *((SAID("is fork"), SAID("keep-both", fork=one_line(fork))) for fork in forks),
    ]
    steps = [
        (again, SAID(next_step)),
        (then, SAID("next-replay" if played else "next-games")),
        ("cardtable --help", SAID("next-help")),
    ]
    print(SAID("status", version=__version__))
    for name, value in rows:
        print(f"{name:<12}{value}")
    print(SAID("next"))
    for command, what in steps:
        print(f"  {command:<34}{what}")
    return 0


def _called(row: Fields) -> str:
    return one_line(row["name"] or row["product"] or row["usb_id"])


def _kept() -> tuple[list[tuple[Game, str]], list[Fork], Game | None]:
    """Return the matches in the journal that have no end, each with its state, the forks, and the last match
    that has one; no journal is made for this.
    """
    if not has_journal():
        return [], [], None
    from tablehost.journal.store import Journal  # SQLite, which takes its time
    from tablehost.link.states import find_state

    with Journal() as journal:
        states = [(game, find_state(journal, game)) for game in journal.unfinished_games()]
        played = next((game for game in journal.newest_games() if game.finished is not None), None)
        return states, journal.forks(), played


def _told(game: Game) -> Document:
    return {
        "id": game.id,
        "game": game.game,
        "players": game.players,
        "virtual": game.virtual,
        "started": game.started,
        "finished": game.finished,
    }


def _line(game: Game) -> str:
    from tablehost.journal.store import day_of

    kind = "game-virtual" if game.virtual else "game"
    return one_line(
        SAID(kind, id=game.id, game=game.game, players=", ".join(game.players), at=day_of(game.started))
    )


def _names(game: Game) -> list[str]:
    return [game.players[seat] for seat in game.winners]


def who_won(game: Game) -> str:
    """Return the end of a sentence on the winners, "" for a match without a winner."""
    winners = _names(game)
    return one_line(SAID("who-won", winners=messages.join(winners))) if winners else ""
