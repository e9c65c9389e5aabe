"""The verb `rules`: the page of a game for these options, or for those of a match; its rulings in short."""

from __future__ import annotations

import json
import os
import pydoc
import shutil
import sys

from cardtable.engine.match import OptionError, resolve
from tablehost import arguments, messages
from tablehost.errors import VERSION_SKEW, Trouble
from tablehost.files import STDOUT, save, save_text
from tablehost.firmware.texts import terms
from tablehost.journal.lookup import find, load_game_of
from tablehost.journal.store import Journal
from tablehost.plugins.choice import Choice, choose
from tablehost.plugins.presentation import describe_refusal
from tablehost.printing import aid, guide, pdf, rulings, sheet
from tablehost.printing.words import get_text
from tablehost.types import SCHEMA, Document, Options

SAID = messages.Catalogue("print")

FORMATS = {"text": sheet.text, "svg": sheet.svg, "html": sheet.html}


def main(args: arguments.Rules) -> int:
    """Run `cardtable rules GAME|GAME-ID|last`. Raises Trouble."""
    recorded = args.game == "last" or args.game.isdigit()
    choice, number = _recorded(args) if recorded else (_chosen(args), 0)
    found = rulings.list_rulings(choice.game, choice.seats, choice.options, args.lang)
    if args.aid:
        return _print_aid(args, choice, found)
    if not args.rulings and guide.has_page(choice.game.NAME):
        return _print_page(args, choice, found)
    about = get_text(args.lang, "players", choice.seats)
    if recorded:
        about = f"{get_text(args.lang, 'game', number)}, {', '.join(choice.players)}"
    name = terms(args.lang).get(choice.game.NAME, choice.game.NAME)
    title = get_text(args.lang, "colon").join((name, get_text(args.lang, "sheet")))
    page = sheet.Sheet(title, about, found, args.lang)
    printed = FORMATS[args.format](page)
    if args.out is not None:
        save_text(args.out, printed, "--out")
    if args.out == STDOUT:
        return 0
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": _data(choice, found, args.out)}))
    else:
        print(printed if args.out is None else args.out, end="" if args.out is None else "\n")
    return 0


def _print_page(args: arguments.Rules, choice: Choice, found: list[rulings.Ruling]) -> int:
    """Print the page of a game, with what these options change where it belongs; on a terminal, by pages."""
    if args.format != "text":
        raise Trouble("USAGE", SAID("format-of-rulings"), SAID("format-of-rulings-hint"))
    page = guide.path_of(choice.game.NAME, args.lang).read_text(encoding="utf-8")
    page = guide.apply_options(page, found, args.lang)
    if args.json:
        data = {**_data(choice, found, args.out), "page": guide.remove_marks(page)}
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    elif args.out is not None:
        save_text(args.out, guide.remove_marks(page), "--out")
        if args.out != STDOUT:
            print(args.out)
    else:
        is_plain = not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR"))
        printed = guide.render(page, shutil.get_terminal_size().columns, is_plain)
        if sys.stdout.isatty():
            pydoc.pager(printed)
        else:
            print(printed, end="")
    return 0


def _print_aid(args: arguments.Rules, choice: Choice, found: list[rulings.Ruling]) -> int:
    """Write the players' aid as PDF or SVG. Raises Trouble."""
    name, lang = choice.game.NAME, args.lang
    if args.rulings or not guide.has_page(name):
        raise Trouble("USAGE", SAID("no-aid"), SAID("no-aid-hint"))
    drawn = aid.draw_aid(name, choice.seats, found, lang)
    out = args.out or f"{name}-aid.pdf"
    is_svg = args.format == "svg" or out.endswith(".svg")
    page = drawn.encode() if is_svg else pdf.document([drawn], "a4", f"{name}: aid", lang)
    save(out, page, "--out")
    if out != STDOUT:
        data: Document = {"game": name, "path": out}
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else out)
    return 0


def _chosen(args: arguments.Rules) -> Choice:
    """Return a game and options as they are named here. Raises Trouble."""
    mode = [] if args.mode is None else [f"mode={args.mode}"]
    return choose(args.game, args.players, None, [*mode, *args.option], args.preset)


def _recorded(args: arguments.Rules) -> tuple[Choice, int]:
    """Return a match of the journal, and its number. Raises Trouble."""
    if args.option or args.preset or args.players is not None or args.mode is not None:
        about = SAID("options-are-fixed")
        raise Trouble("USAGE", about, SAID("options-are-fixed-hint"))
    with Journal() as journal:
        played = find(journal, args.game)
    game = load_game_of(played)
    try:
        options: Options = resolve(game, len(played.players), played.options)
    except OptionError as error:
        about = SAID("played-with-other-options", id=played.id, message=describe_refusal(game.NAME, error))
        raise Trouble("VERSION_SKEW", about, SAID("played-with-other-options-hint"), VERSION_SKEW) from None
    return Choice(game, played.players, options, {}, []), played.id


def _data(choice: Choice, found: list[rulings.Ruling], out: str | None) -> Document:
    rows = [
        {
            "option": one.option,
            "value": one.value,
            "default": one.usual,
            "differs": one.differs,
            "words": one.words,
        }
        for one in found
    ]
    return {"game": choice.game.NAME, "players": choice.seats, "rulings": rows, "path": out}
