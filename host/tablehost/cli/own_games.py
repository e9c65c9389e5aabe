"""The verbs `new-game`, `own` and `laws`: games and laws of one's own are begun, checked and kept here."""

from __future__ import annotations

import json
from pathlib import Path

from tablehost import arguments, messages
from tablehost.cli.games import summary
from tablehost.files import save_text
from tablehost.folders import own_games
from tablehost.plugins import game_tests, new_game, own, presentation
from tablehost.plugins.choice import load_game
from tablehost.types import SCHEMA, Document
from tablehost.virtual.people.trial import try_game

SAID = messages.Catalogue("table")


def main(args: arguments.Own) -> int:
    """Run `cardtable new-game NAME`, `own FOLDER` or `laws FILE [--write FILE]`. Raises Trouble."""
    if args.verb == "new-game":
        data, lines = new_game.begin(args.name, args.change)
    else:
        data, lines = _check_laws(args) if args.verb == "laws" else _add_game(Path(args.folder))
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else lines)
    return 0


def _check_laws(args: arguments.Own) -> tuple[Document, str]:
    """Check a file of laws and, if asked to, write the module with which a game plays them."""
    read = next(iter(presentation.OWN_LAWS.by_game().values()))
    data, told, module = read(Path(args.file))
    if args.write is not None:
        save_text(args.write, module, "--write")
        told += "\n" + SAID("written-to", path=args.write)
    return data, told


def _add_game(path: Path) -> tuple[Document, str]:
    """Check a game of one's own, and keep it on this computer."""
    game = own.read(path)
    tried = try_game(path)
    tests, about = game_tests.run(path)
    kept, replaced = own.install(game, own_games())
    own.follow(game.name, path)
    data: Document = {**summary(load_game(game.name)), "digest": game.digest, "kept": str(kept)}
    data |= tried.as_document() | {"tests": tests}
    size = sum(map(len, game.files.values()))
    fits = size <= own.MOST_AT_TABLE
    at_table = SAID("game-for-table" if fits else "game-not-for-table", path=kept, size=size)
    told = [SAID("game-added", game=game.name, path=kept, at_table=at_table)]
    told.append(SAID("game-followed", path=path))
    told += [SAID("game-replaced", game=game.name)] if replaced else []
    told += [*tried.describe(path), *([about] if about else [])]
    return data, "\n".join(told)
