"""The page of a game for newcomers: `docs/play`, in each language.

A page is Markdown with some comments:

    <!-- options: joker split -->   what these options change belongs here
    <!-- begin round 2 2 -->        a round of the recorded match next to the page, by the numbers the game
    <!-- end round -->              counts rounds by; what is between them is made from the record
    <!-- aid -->                    what is between these belongs on the players' aid, see `aid`
    <!-- end aid -->
    ---                             a rule on a line of its own: page one, the basic game, ends here

`make docs` writes what is made: rounds, their pictures and the pages of variants.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardtable.engine.game import Game as GameRules
from tablehost import messages
from tablehost.plugins.choice import choices_text, default_text, load_game
from tablehost.plugins.presentation import get_option_text, meanings_of
from tablehost.printing import rounds, words
from tablehost.printing.rulings import Ruling
from tablehost.types import OptionRow

_HERE = Path(__file__).resolve().parents[1]  # tablehost
_CHECKOUT = _HERE.parents[1] / "docs" / "play"
_CARRIED = _HERE / "_play"  # in a wheel

OPTIONS = re.compile(r"<!-- options: ([\w ]+) -->\n?")
ROUND = re.compile(r"(<!-- begin round ([\d ]+) -->\n).*?(<!-- end round -->)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = re.compile(r"!\[[^]]*\]\([^)]*\)\n*")
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
_MADE = "<!-- Made by `make docs` from {}. -->"
RULE = "\n---\n"
WIDTH = 78


def folder() -> Path:
    """Return the folder of the pages: in a checkout, or in an installed wheel."""
    return _CHECKOUT if _CHECKOUT.is_dir() else _CARRIED


def path_of(game: str, lang: str, name: str = "") -> Path:
    """Return the path of a page; `name`: of one next to it, such as `-variants`."""
    inside = folder() if lang == messages.LANGUAGES[0] else folder() / lang
    return inside / f"{game}{name}.md"


def title(page: str) -> str:
    """Return the title of a page."""
    return page.split("\n", 1)[0].removeprefix("# ")


def has_page(game: str) -> bool:
    """Return True if this game has a page; one of one's own has none."""
    return path_of(game, messages.LANGUAGES[0]).is_file()


# -- in the terminal -----------------------------------------------------------------------------


def apply_options(page: str, found: Sequence[Ruling], lang: str) -> str:
    """Return a page with a sentence for each option that differs from its default, where it belongs."""
    changed = {ruling.option: ruling.words for ruling in found if ruling.differs}

    def sentences(marker: re.Match[str]) -> str:
        here = [changed.pop(name) for name in marker[1].split() if name in changed]
        if not here:
            return ""
        head = words.get_text(lang, "your-options")
        return f"> **{head}** " + " ".join(here) + "\n\n"

    return OPTIONS.sub(sentences, page)


def remove_marks(page: str) -> str:
    """Return a page without pictures, comments and targets of links."""
    return _LINK.sub(r"\1", remove_comments(page))


def remove_comments(page: str) -> str:
    """Return a page without pictures and comments."""
    return _PICTURE.sub("", _COMMENT.sub("", page))


def render(page: str, columns: int, is_plain: bool) -> str:
    """Return Markdown as text for a terminal; `is_plain`: without colours and bold letters."""
    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    width = min(columns, WIDTH)
    console = Console(file=out, width=width, force_terminal=not is_plain, no_color=is_plain, highlight=False)
    console.print(Markdown(remove_marks(page), hyperlinks=False))
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


# -- what is made --------------------------------------------------------------------------------


def with_rounds(game: str, lang: str) -> tuple[str, dict[str, str]]:
    """Return the page of a game with its round made from the record, and the pictures by file name."""
    page = path_of(game, lang).read_text(encoding="utf-8")
    pictures: dict[str, str] = {}
    up = "" if lang == messages.LANGUAGES[0] else "../"

    def make(block: re.Match[str]) -> str:
        lines = rounds.read(folder() / f"{game}.jsonl")
        rows = rounds.list_rows(lines, [int(one) for one in block[2].split()], lang)
        name = f"{game}-round-{lang}.svg"
        alt = words.get_text(lang, "round-picture")
        pictures[name] = rounds.svg(lines, rows, alt, lang)
        made = _MADE.format(f"{game}.jsonl")
        return f"{block[1]}{made}\n![{alt}]({up}{name})\n\n{rounds.markdown(rows)}{block[3]}"

    return ROUND.sub(make, page), pictures


def variants(game: str, lang: str) -> str:
    """Return the page of all options of a game, their values, and what holds with each."""
    name = title(path_of(game, lang).read_text(encoding="utf-8")) if has_page(game) else game
    head = [
        f"# {words.get_text(lang, 'variants-of', name)}",
        _MADE.format("the options of the game"),
        words.get_text(lang, "variants-how", game),
    ]
    return "\n\n".join([*head, *_options(load_game(game), lang)]) + "\n"


def _options(game: GameRules, lang: str) -> Iterator[str]:
    """Yield the paragraphs about the options of a game, in their order."""
    meanings = meanings_of(game, lang)
    for row in OptionRow.all_of(game.OPTIONS):
        section = get_option_text(game.NAME, "section", row.name, lang)
        if section:
            yield f"## {section}"
        yield f"### {row.name}"
        yield words.sentence(meanings[row.name])
        usual = default_text(game, row)
        if row.span:
            yield words.get_text(lang, "number-of", choices_text(row), usual)
        else:
            yield "\n".join(_values(game, row, usual, lang))


def _values(game: GameRules, row: OptionRow, usual: str, lang: str) -> Iterator[str]:
    """Yield an item of a list for each value of an option that has its own sentence, one for the others."""
    name = row.name
    named = {value: get_option_text(game.NAME, "ruling", f"{name} {value}", lang) for value in row.choices}
    others = [value for value, said in named.items() if not said]
    for value, said in named.items():
        if said:
            mark = f" ({words.get_text(lang, 'usual')})" if str(value) == usual else ""
            yield f"- `{name}={value}`{mark}{messages.colon()}{said}"
    other = get_option_text(game.NAME, "ruling", f"{name} ?", lang, value="N")
    if others and other:
        yield f"- `{name}={others[0]}` … `{others[-1]}`{messages.colon()}{other}"
