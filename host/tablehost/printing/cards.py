"""The verb `cards`: the cards of a game as pages in SVG, or one PDF, to print."""

from __future__ import annotations

import json
from pathlib import Path

from tablehost import arguments, messages
from tablehost.errors import Trouble
from tablehost.files import STDOUT, save, write_error
from tablehost.plugins import presentation
from tablehost.plugins.choice import choose, read_pairs
from tablehost.printing import braille, draw, faces, paper, pdf, words
from tablehost.printing.faces import Pile, Selection
from tablehost.types import SCHEMA, Document

SAID = messages.Catalogue("print")

NOT_WITH_LAWS = ("deck", "private_law")


def main(args: arguments.Cards) -> int:
    """Run `cardtable cards GAME`: its last lines are the paths of the pages. Raises Trouble."""
    wanted = _wanted(args)
    piles = faces.of_game(wanted)
    if args.braille and not all(face.cells for pile in piles for face in pile.faces):
        raise Trouble("NO_BRAILLE", SAID("no-braille"))
    if args.listed:
        _print_list(piles, wanted, args.json)
        return 0
    sheets = [_sheets(pile, args.paper, wanted) for pile in piles]
    one_file = args.format == "pdf" or (args.format is None and (args.out or "").endswith(".pdf"))
    if one_file:
        path = Path(args.out or f"{wanted.game.NAME}-cards.pdf")
        paths = [] if args.out == STDOUT else [path]
        save(
            args.out or path, _as_pdf(sheets, _labels(piles, args.paper, wanted), args.paper, wanted), "--out"
        )
    elif args.out == STDOUT:
        raise Trouble("USAGE", SAID("svg-is-several"), SAID("svg-is-several-hint"))
    else:
        names = _Names(args.out, wanted.game.NAME)
        pages = [page for sheet in sheets for page in sheet] + _labels(piles, args.paper, wanted)
        paths = [save(names(name), page.encode(), "--out") for name, page in pages]
    if args.out == STDOUT:
        return 0
    counts = {pile.name: len(pile.faces) for pile in piles}
    if args.json:
        data: Document = {"game": wanted.game.NAME, "paper": args.paper, "cards": counts}
        data["paths"] = [str(path) for path in paths]
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        return 0
    print("\n".join(_told(piles, wanted, one_file)))
    print("\n".join(map(str, paths)))
    return 0


def _wanted(args: arguments.Cards) -> Selection:
    """Return the user's choices, checked. Raises Trouble."""
    given = read_pairs(args.option)
    preset = presentation.PRESET.of(args.game, {})
    pairs = [f"{name}={value}" for name, value in preset.items() if name not in given]
    choice = choose(args.game, args.players, None, [*args.option, *pairs])
    game = choice.game
    if args.laws is not None:
        if presentation.OWN_LAWS.find(game.NAME) is None:
            raise Trouble("USAGE", SAID("no-own-laws"))
        for name in NOT_WITH_LAWS:
            if name in given:
                raise Trouble("BAD_OPTION", SAID("option-without-effect", name=name))
    laws = None if args.laws is None else Path(args.laws)
    return Selection(game, choice.seats, choice.options, args.lang, args.whole, laws, args.braille)


def _sheets(pile: Pile, size: str, wanted: Selection) -> list[tuple[str, str]]:
    """Return the pages of a pile by name: its faces, nine a page, then one page of backs."""
    title = f"{wanted.game.NAME}, {pile.name}"
    printed = paper.pages([face.body for face in pile.faces], size, title, wanted.lang)
    back = paper.page(faces.backs(pile.mark, paper.EACH), size, f"{title}, back", wanted.lang)
    sheets = [(f"{pile.name}-{number:02}", page) for number, page in enumerate(printed, 1)]
    return [*sheets, (f"{pile.name}-back", back)]


def _get_cells(piles: list[Pile]) -> list[tuple[str, str]]:
    """Return the name and the braille of each card."""
    return [(face.name, face.cells) for pile in piles for face in pile.faces]


def _print_list(piles: list[Pile], wanted: Selection, as_json: bool) -> None:
    """Print the cards with their braille, a line each; no page is written."""
    if as_json:
        data: Document = {"game": wanted.game.NAME, "braille": dict(_get_cells(piles))}
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    else:
        rows = [(face.name, face.cells, face.says) for pile in piles for face in pile.faces]
        print("\n".join(braille.list_cells(rows)))


def _labels(piles: list[Pile], size: str, wanted: Selection) -> list[tuple[str, str]]:
    """Return the pages of labels by name, none without braille."""
    if not wanted.braille:
        return []
    title, note = f"{wanted.game.NAME}, braille", words.get_text(wanted.lang, "braille-labels")
    drawn = braille.draw_labels(_get_cells(piles), size, title, note, wanted.lang)
    return [(f"braille-{number:02}", page) for number, page in enumerate(drawn, 1)]


def _as_pdf(
    sheets: list[list[tuple[str, str]]], labels: list[tuple[str, str]], size: str, wanted: Selection
) -> bytes:
    """Return one document: each page of faces before its page of backs; then labels. Raises Trouble."""
    pages = []
    for *printed, (_, back) in sheets:
        for _, page in printed:
            pages += [page, back]
    for _, page in labels:  # nothing is behind them
        pages += [page, draw.page(*paper.SIZES[size], "", "", wanted.lang)]
    return pdf.document(pages, size, f"{wanted.game.NAME}: cards", wanted.lang)


def _told(piles: list[Pile], wanted: Selection, both: bool) -> list[str]:
    lang = wanted.lang
    called = words.WORDS[lang]  # a game may have piles that are not known here: by their own name
    each = ", ".join(f"{len(pile.faces)} {called.get('pile-' + pile.name, pile.name)}" for pile in piles)
    how = "print-both" if both else "print-at"
    return [words.get_text(lang, "printed", wanted.game.NAME, wanted.seats, each), words.get_text(lang, how)]


class _Names:
    """The paths of pages: in a folder, created if need be; or next to FILE.svg, as FILE-laws-01.svg."""

    def __init__(self, out: str | None, game: str) -> None:
        path = Path(out or f"{game}-cards")
        self._folder, self._begin = (path.parent, f"{path.stem}-") if path.suffix == ".svg" else (path, "")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_error(self._folder, error, "--out") from error

    def __call__(self, name: str) -> Path:
        return self._folder / f"{self._begin}{name}.svg"
