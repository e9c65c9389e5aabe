"""The verbs `new-game`, `own` and `laws`: games and laws of one's own are begun, checked and kept here."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tablehost import arguments, messages
from tablehost.cli.games import summary
from tablehost.files import save_text
from tablehost.folders import own_games
from tablehost.plugins import game_tests, new_game, own, presentation, sent_games
from tablehost.plugins.choice import load_game
from tablehost.types import SCHEMA, Document
from tablehost.virtual.people.trial import try_game

SAID = messages.Catalogue("table")


def main(args: arguments.Own) -> int:
    """Run `cardtable new-game NAME`, `own FOLDER` or `laws FILE [--write FILE]`. Raises Trouble."""
    if args.verb == "new-game":
        data, lines = new_game.begin(args.name, args.change)
    else:
        data, lines = _check_laws(args) if args.verb == "laws" else _take_game(args)
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


def _take_game(args: arguments.Own) -> tuple[Document, str]:
    """Check a game in a folder, or in a file from another person, and keep it on this computer."""
    path = Path(args.folder)
    if not sent_games.is_sent(path):
        return _add_game(path, args.write, is_followed=True)
    with tempfile.TemporaryDirectory() as top:
        return _add_game(sent_games.unpack(path, Path(top), args.trust), args.write, is_followed=False)


def _add_game(path: Path, file: str | None, is_followed: bool) -> tuple[Document, str]:
    """Keep the game in this folder on this computer, and write it into a file to send, if one is named."""
    game = own.read(path)
    tried = try_game(path)
    tests, about = game_tests.run(path)
    kept, replaced = own.install(game, own_games())
    data: Document = {**summary(load_game(game.name)), "digest": game.digest, "kept": str(kept)}
    data |= tried.as_document() | {"tests": tests}
    size = sum(map(len, game.files.values()))
    fits = size <= own.MOST_AT_TABLE
    at_table = SAID(
        "game-for-table" if fits else "game-not-for-table", path=kept, size=size, most=own.MOST_AT_TABLE
    )
    told = [SAID("game-added", game=game.name, path=kept, at_table=at_table)]
    if is_followed:
        own.follow(game.name, path)
        told.append(SAID("game-followed", path=path))
    if file is not None:
        told.append(SAID("game-to-send", path=sent_games.write(game, Path(file)), digest=game.digest))
    told += [SAID("game-replaced", game=game.name)] if replaced else []
    told += [*tried.describe(path if is_followed else kept), *([about] if about else [])]
    return data, "\n".join(told)
