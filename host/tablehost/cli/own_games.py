"""The verbs `new-game`, `own` and `laws`: games and laws of one's own are begun, checked and kept here."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cardtable.engine import match as matches
from tablehost import messages
from tablehost.cli.games import summary
from tablehost.files import save_text
from tablehost.folders import own_games
from tablehost.people import bare_match, kinds
from tablehost.people.bare_match import StuckMatch
from tablehost.plugins import new_game, own, presentation
from tablehost.plugins.choice import load_game
from tablehost.types import SCHEMA, Document

SAID = messages.Catalogue("table")

MOST_PROMPTS = 10_000  # of the matches that are tried, which then do not end


def main(args: argparse.Namespace) -> int:
    """Run `cardtable new-game NAME`, `own FOLDER` or `laws FILE [--write FILE]`. Raises Trouble."""
    if args.verb == "new-game":
        data, lines = new_game.begin(args.name, args.base)
    else:
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
    lacking, stuck = _try(path)
    kept, replaced = own.install(game, own_games())
    own.follow(game.name, path)
    data: Document = {**summary(load_game(game.name)), "digest": game.digest, "kept": str(kept)}
    data |= {"without_sentence": lacking, "stuck": stuck}
    size = sum(map(len, game.files.values()))
    fits = size <= own.MOST_AT_TABLE
    at_table = SAID("game-for-table" if fits else "game-not-for-table", path=kept, size=size)
    told = [SAID("game-added", game=game.name, path=kept, at_table=at_table)]
    told.append(SAID("game-followed", path=path))
    told += [SAID("game-replaced", game=game.name)] if replaced else []
    told += [SAID("game-wordless", codes=", ".join(codes), language=one) for one, codes in lacking.items()]
    if lacking:
        key, language = next((f"prompt {codes[0]}", one) for one, codes in lacking.items())
        told.append(SAID("game-wordless-hint", path=path / own.WORDS, language=language, key=key))
    return data, "\n".join([*told, *([SAID("game-stuck", code=stuck)] if stuck else [])])


def _try(path: Path) -> tuple[dict[str, list[str]], str | None]:
    """Play a match by hands with the fewest players, and one with the most. Return the codes of prompts that
    have no sentence, by language, and the prompt at which a match does not go on. Raises Trouble.
    """
    asked: list[str] = []
    stuck = None

    def watch(code: str) -> None:
        asked.append(code)
        if len(asked) > MOST_PROMPTS:
            raise StuckMatch("it does not end")

    with own.loaded(path) as game:
        for seats in dict.fromkeys(game.SEATS):
            brains = [kinds.brain("random", game, "1", seat) for seat in range(seats)]
            try:
                bare_match.begin(matches.new(game, seats, {}), "1", brains, watch=watch).play()
            except StuckMatch:
                stuck = stuck or asked[-1]
        return own.find_wordless(game.NAME, asked), stuck
