"""The verbs `games` and `version`: the list of games, and the version of this program."""

import argparse
import json
from pathlib import Path

from cardtable import __version__
from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.files import save_text
from tablehost.flashing import licences
from tablehost.games import own, presentation
from tablehost.games.choice import choices_text, default_text, load_game
from tablehost.games.presentation import meanings_of
from tablehost.journal.store import own_games
from tablehost.output import SCHEMA
from tablehost.screen import text
from tablehost.types import Document, GameModule, OptionRow

SAID = messages.Catalogue("table")


def main(args: argparse.Namespace) -> int:
    """Run `cardtable version`, `cardtable games` or `cardtable games GAME`. Raises Trouble."""
    if args.verb == "version":
        version: Document = {"version": __version__}
        data: Document | list[Document] = version
        lines = f"cardtable {__version__}"
        if args.licences:
            version["licences"] = [work._asdict() for work in licences.WORKS]
            lines = licences.licence_text()
    elif args.laws is not None or args.write is not None:
        data, lines = _own_laws(args)
    elif args.add is not None:
        data, lines = _added(Path(args.add))
    elif args.game is None:
        all_games = [games.load(name) for name in games.NAMES]
        data = [_summary(game) for game in all_games]
        lines = text.table(
            [[game.NAME, SAID("seats", least=game.SEATS[0], most=game.SEATS[1])] for game in all_games]
        )
    else:
        game = load_game(args.game)
        data = {**_summary(game), "options": [_option(game, row) for row in game.OPTIONS]}
        lines = _told(game)
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else lines)
    return 0


def _own_laws(args: argparse.Namespace) -> tuple[Document, str]:
    """Check a file of laws and, if asked to, write the game's module `own_laws` with them."""
    reads = None if args.game is None else presentation.part(load_game(args.game).NAME, "own_laws", None)
    if reads is None:
        raise Trouble("USAGE", SAID("no-own-laws"))
    if args.laws is None:
        raise Trouble("USAGE", SAID("write-without-laws"), SAID("laws-hint"))
    data, told, module = reads(Path(args.laws))
    if args.write is not None:
        save_text(args.write, module, "--write")
        told += "\n" + SAID("written-to", path=args.write)
    return data, told


def _added(path: Path) -> tuple[Document, str]:
    """Check a game of one's own, and keep it on this computer."""
    game = own.read(path)
    kept, replaced = own.install(game, own_games())
    data: Document = {**_summary(load_game(game.name)), "digest": game.digest, "kept": str(kept)}
    told = SAID("game-added", game=game.name, path=kept)
    return data, told + ("\n" + SAID("game-replaced", game=game.name) if replaced else "")


def _summary(game: GameModule) -> Document:
    return {"game": game.NAME, "seats": list(game.SEATS)}


def _option(game: GameModule, row: OptionRow) -> Document:
    number = row[1][0] == "int"
    least, most = game.SEATS
    default = [row[2](seats) for seats in range(least, most + 1)] if callable(row[2]) else row[2]
    preset = presentation.part(game.NAME, "AT_REAL_TABLE", {}).get(row[0])
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
    lines = [SAID("options-of", game=game.NAME, least=game.SEATS[0], most=game.SEATS[1]), ""]
    meanings = meanings_of(game, messages.language())
    presets = presentation.part(game.NAME, "AT_REAL_TABLE", {})
    for row in game.OPTIONS:
        lines.append(f"  {row[0]} = {choices_text(row)}")
        preset = SAID("at-real-table", value=presets[row[0]]) if row[0] in presets else ""
        lines.append(f"      {meanings[row[0]]} [{default_text(game, row)}{preset}]")
    return "\n".join(lines)
