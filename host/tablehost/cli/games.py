"""The verb `games`: the list of games, and the options of one."""

import json

from cardtable.engine.game import Game as GameRules
from cardtable.games import registry as games
from tablehost import arguments, messages
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
from tablehost.types import SCHEMA, Document, OptionRow

SAID = messages.Catalogue("table")


def main(args: arguments.Games) -> int:
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
        data = {**summary(game), "options": [_option(game, row) for row in OptionRow.all_of(game.OPTIONS)]}
        lines = _told(game)
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else lines)
    return 0


def summary(game: GameRules) -> Document:
    """Return a game as data; minutes are estimated."""
    presets = [
        {"name": name, "minutes": minutes, "options": read_pairs(pairs)}
        for name, (minutes, pairs) in presets_of(game).items()
    ]
    return {"game": game.NAME, "seats": list(game.SEATS), "presets": presets}


def _usual(game: GameRules) -> str:
    return preset_text(game, "usual") if "usual" in presets_of(game) else ""


def _option(game: GameRules, row: OptionRow) -> Document:
    least, most = row.span or (None, None)
    by_seats = [row.usual(seats) for seats in range(game.SEATS[0], game.SEATS[1] + 1)]
    preset = presentation.AT_REAL_TABLE.of(game.NAME, {}).get(row.name)
    return {
        "name": row.name,
        "choices": None if row.span else list(row.choices),
        "least": least,
        "most": most,
        **({"default_by_seats": by_seats} if callable(row.default) else {"default": row.default}),
        **({} if preset is None else {"at_real_table": preset}),
        "meaning": meanings_of(game)[row.name],
    }


def _told(game: GameRules) -> str:
    """Return seats and options of a game, each with its meaning, as text."""
    lines = [SAID("game-of", game=game.NAME, least=game.SEATS[0], most=game.SEATS[1])]
    if presets_of(game):
        lines += ["", SAID("presets-of"), ""]
        lines += [f"  {name:<12}{preset_text(game, name)}" for name in presets_of(game)]
    lines += ["", SAID("options-of"), ""]
    meanings = meanings_of(game, messages.language())
    presets = presentation.AT_REAL_TABLE.of(game.NAME, {})
    for row in OptionRow.all_of(game.OPTIONS):
        lines.append(f"  {row.name} = {choices_text(row)}")
        preset = SAID("at-real-table", value=presets[row.name]) if row.name in presets else ""
        lines.append(f"      {meanings[row.name]} [{default_text(game, row)}{preset}]")
    return "\n".join(lines)
