"""The verb `cards`: the cards of a game as pages to print, one SVG file a page."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tablehost import lore
from tablehost.choice import choose, read_pairs
from tablehost.cli import SCHEMA
from tablehost.printing import faces, paper, words
from tablehost.printing.faces import Pile, Wanted
from tablehost.trouble import UNEXPECTED, Trouble

NOT_WITH_LAWS = ("deck", "private_law")


def main(args: argparse.Namespace) -> int:
    """`cardtable cards GAME`: its last lines are the paths of the pages. Raises Trouble."""
    wanted = _wanted(args)
    piles = lore.part(wanted.game.NAME, "faces", faces.usual)(wanted)
    names = _Names(args.out, wanted.game.NAME)
    sheets = []
    for pile in piles:
        title = f"{wanted.game.NAME}, {pile.name}"
        printed = paper.pages([face.body for face in pile.faces], args.paper, title, wanted.lang)
        back = paper.page(faces.backs(pile.mark, paper.EACH), args.paper, f"{title}, back", wanted.lang)
        sheets += [(f"{pile.name}-{number:02}", page) for number, page in enumerate(printed, 1)]
        sheets.append((f"{pile.name}-back", back))
    paths = [_write(names(name), page) for name, page in sheets]
    counts = {pile.name: len(pile.faces) for pile in piles}
    if args.json:
        data: dict[str, Any] = {"game": wanted.game.NAME, "paper": args.paper, "cards": counts}
        data["paths"] = [str(path) for path in paths]
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        return 0
    print("\n".join(_told(piles, wanted)))
    print("\n".join(map(str, paths)))
    return 0


def _wanted(args: argparse.Namespace) -> Wanted:
    """What the user asked for, checked. Raises Trouble."""
    given = read_pairs(args.option)
    preset: dict[str, str] = lore.part(args.game, "PRESET", {})
    pairs = [f"{name}={value}" for name, value in preset.items() if name not in given]
    choice = choose(args.game, args.players, None, [*args.option, *pairs])
    game = choice.game
    if args.laws is not None:
        if lore.part(game.NAME, "own_laws", None) is None:
            raise Trouble("USAGE", "--laws: this game has no laws of one's own")
        for name in NOT_WITH_LAWS:
            if name in given:
                raise Trouble(
                    "BAD_OPTION", f"--laws prints the laws of the file; -o {name} has no effect then"
                )
    laws = None if args.laws is None else Path(args.laws)
    return Wanted(game, choice.seats, choice.options, args.lang, args.whole, laws)


def _told(piles: list[Pile], wanted: Wanted) -> list[str]:
    lang = wanted.lang
    called = words.WORDS[lang]  # a game may have piles that are not known here: by their own name
    each = ", ".join(f"{len(pile.faces)} {called.get('pile-' + pile.name, pile.name)}" for pile in piles)
    return [words.said(lang, "printed", wanted.game.NAME, wanted.seats, each), words.said(lang, "print-at")]


class _Names:
    """Where a page goes: into a folder, made if need be; or beside FILE.svg, as FILE-laws-01.svg."""

    def __init__(self, out: str | None, game: str) -> None:
        path = Path(out or f"{game}-cards")
        self._folder, self._begin = (path.parent, f"{path.stem}-") if path.suffix == ".svg" else (path, "")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise not_written(self._folder, error) from error

    def __call__(self, name: str) -> Path:
        return self._folder / f"{self._begin}{name}.svg"


def _write(path: Path, page: str) -> Path:
    try:
        path.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise not_written(path, error) from error
    return path


def not_written(path: Path, error: OSError) -> Trouble:
    """What is told where a file or folder cannot be written."""
    about = f"{path} cannot be written: {error.strerror}"
    return Trouble("NOT_WRITTEN", about, "give another one: --out", UNEXPECTED)
