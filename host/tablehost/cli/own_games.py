"""The verbs `laws` and `own`: laws of one's own are checked, and a game of one's own is kept here."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tablehost import messages
from tablehost.cli.games import summary
from tablehost.files import save_text
from tablehost.folders import own_games
from tablehost.plugins import own, presentation
from tablehost.plugins.choice import load_game
from tablehost.types import SCHEMA, Document

SAID = messages.Catalogue("table")


def main(args: argparse.Namespace) -> int:
    """Run `cardtable laws FILE [--write FILE]` or `cardtable own FOLDER`. Raises Trouble."""
    data, lines = _check_laws(args) if args.verb == "laws" else _add_game(Path(args.folder))
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else lines)
    return 0


def _check_laws(args: argparse.Namespace) -> tuple[Document, str]:
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
    kept, replaced = own.install(game, own_games())
    data: Document = {**summary(load_game(game.name)), "digest": game.digest, "kept": str(kept)}
    told = SAID("game-added", game=game.name, path=kept)
    return data, told + ("\n" + SAID("game-replaced", game=game.name) if replaced else "")
