"""The verb `games`: the list of games, and the options of one."""

import argparse
import json

from cardtable.games import registry as games
from tablehost import messages
from tablehost.console import text
from tablehost.plugins import presentation
from tablehost.plugins.choice import (
    choices_text,
    default_text,
    load_game,
    preset_text,
    presets_of,
    read_pairs,
)
from tablehost.plugins.presentation import meanings_of
from tablehost.types import SCHEMA, Document, GameModule, OptionRow

SAID = messages.Catalogue("table")


def main(args: argparse.Namespace) -> int:
    """Run `cardtable games` or `cardtable games GAME`. Raises Trouble."""
    data: Document | list[Document]
    if args.game is None:
        all_games = [games.load(name) for name in games.NAMES]
        data = [summary(game) for game in all_games]
        lines = text.table(
            [
                [game.NAME, SAID("seats", least=game.SEATS[0], most=game.SEATS[1]), _usual(game)]
                for game in all_games
            ],
            left=(0, 1, 2),
        )
    else:
        game = load_game(args.game)
        data = {**summary(game), "options": [_option(game, row) for row in game.OPTIONS]}
        lines = _told(game)
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else lines)
    return 0


def summary(game: GameModule) -> Document:
    """Return a game as data; minutes are estimated."""
    presets = [
        {"name": name, "minutes": minutes, "options": read_pairs(pairs)}
        for name, (minutes, pairs) in presets_of(game).items()
    ]
    return {"game": game.NAME, "seats": list(game.SEATS), "presets": presets}


def _usual(game: GameModule) -> str:
    return preset_text(game, "usual") if "usual" in presets_of(game) else ""


def _option(game: GameModule, row: OptionRow) -> Document:
    number = row[1][0] == "int"
    least, most = game.SEATS
    default = [row[2](seats) for seats in range(least, most + 1)] if callable(row[2]) else row[2]
    preset = presentation.AT_REAL_TABLE.of(game.NAME, {}).get(row[0])
    return {
        "name": row[0],
        "choices": None if number else list(row[1]),
        "least": row[1][1] if number else None,
        "most": row[1][2] if number else None,
        "default_by_seats" if callable(row[2]) else "default": default,
        **({} if preset is None else {"at_real_table": preset}),
        "meaning": meanings_of(game)[row[0]],
    }


def _told(game: GameModule) -> str:
    """Return seats and options of a game, each with its meaning, as text."""
    lines = [SAID("game-of", game=game.NAME, least=game.SEATS[0], most=game.SEATS[1])]
    if presets_of(game):
        lines += ["", SAID("presets-of"), ""]
        lines += [f"  {name:<12}{preset_text(game, name)}" for name in presets_of(game)]
    lines += ["", SAID("options-of"), ""]
    meanings = meanings_of(game, messages.language())
    presets = presentation.AT_REAL_TABLE.of(game.NAME, {})
    for row in game.OPTIONS:
        lines.append(f"  {row[0]} = {choices_text(row)}")
        preset = SAID("at-real-table", value=presets[row[0]]) if row[0] in presets else ""
        lines.append(f"      {meanings[row[0]]} [{default_text(game, row)}{preset}]")
    return "\n".join(lines)
