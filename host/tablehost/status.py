"""What bare `cardtable` tells: which tables there are, what was left and played, and what to do next."""

import json
from typing import Any

from cardtable import __version__
from cardtable.rulebook.games import NAMES
from tablehost.cli import SCHEMA
from tablehost.journal import Fork, Game, Journal, default_path
from tablehost.plugged import found
from tablehost.port import PortError
from tablehost.terminal import one_line


def main(as_json: bool) -> int:
    """Eight lines for people, and one for each fork, or one object. Raises Trouble."""
    try:
        tables = found()
    except PortError as error:  # pyserial is missing: the virtual table is there without it
        tables, problem = [], error.message
    else:
        problem = ""
    games, forks = _kept()
    left = next((game for game in reversed(games) if game.last_g is None), None)
    played = next((game for game in reversed(games) if game.finished is not None), None)
    if as_json:
        data = {
            "version": __version__,
            "tables": tables,
            "unfinished": None if left is None else _told(left),
            "forks": [{"table": fork.uid, "record": fork.g, "seen": fork.at} for fork in forks],
            "last": None if played is None else {**_told(played), "winners": _winners(played)},
        }
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        return 0
    real = [f"{_called(row)} ({row['address']})" for row in tables if not row["virtual"]]
    again = f"cardtable play {NAMES[0]}" if left is None else f"cardtable play {one_line(left.game)} --resume"
    then = f"cardtable games {NAMES[0]}" if played is None else f"cardtable replay {played.id}"
    what = "go on with the match that was left" if left else "sit down and play; --watch looks on"
    print(f"cardtable {__version__}: a card table that reads the cards")
    plugged = ", ".join(real) or "none is plugged in; the virtual one is always there"
    print(f"tables      {one_line(problem or plugged)}")
    print(f"unfinished  {'no match' if left is None else _line(left)}")
    print(f"last game   {'none yet' if played is None else _line(played) + _who_won(played)}")
    for fork in forks:
        print(f"fork        {one_line(fork)}: keep both as they are")
    print("next:")
    print(f"  {again:<34}{what}")
    print(f"  {then:<34}{'see the last game again' if played else 'its options, and what they mean'}")
    print(f"  {'cardtable --help':<34}all that this program can do")
    return 0


def _called(row: dict[str, Any]) -> str:
    return one_line(row["name"] or row["product"] or row["usb_id"])


def _kept() -> tuple[list[Game], list[Fork]]:
    """All games and forks in the journal; a journal is not made for this."""
    if not default_path().exists():
        return [], []
    with Journal() as journal:
        return journal.games(), journal.forks()


def _told(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.game,
        "players": game.players,
        "virtual": game.virtual,
        "started": game.started,
        "finished": game.finished,
    }


def _line(game: Game) -> str:
    where = "" if not game.virtual else " at the virtual table"
    return one_line(f"{game.id}, {game.game}{where}: {', '.join(game.players)} ({game.started[:10]})")


def _winners(game: Game) -> list[str]:
    """The names of the winners; of a result that no table told, none."""
    winners = game.result.get("winners") if isinstance(game.result, dict) else None
    seats = range(len(game.players))
    return [game.players[seat] for seat in winners if seat in seats] if isinstance(winners, list) else []


def _who_won(game: Game) -> str:
    winners = _winners(game)
    return one_line(f"; {' and '.join(winners)} won") if winners else ""
