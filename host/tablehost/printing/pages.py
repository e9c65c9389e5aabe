"""Made parts of the pages of the games in docs/play: rounds, pictures, variants. `make docs` writes them."""

from __future__ import annotations

from pathlib import Path

from cardtable.games import registry as games
from tablehost import messages
from tablehost.plugins import narration, presentation
from tablehost.printing import guide, moving, rounds


def make_files() -> dict[Path, str]:
    """Return path -> text: each page with its round, the pictures of rounds, the pages of variants."""
    files: dict[Path, str] = {}
    for game in games.NAMES:
        for lang in messages.LANGUAGES:
            with messages.speaking(lang):
                page, pictures = guide.with_rounds(game, lang)
                files[guide.path_of(game, lang)] = page
                files |= {guide.folder() / name: drawn for name, drawn in pictures.items()}
                files[guide.path_of(game, lang, "-variants")] = guide.variants(game, lang)
    files[guide.folder().parent / "trick.svg"] = draw_trick()
    return files


def draw_trick(lang: str = messages.LANGUAGES[0]) -> str:
    """Return the moving picture of the front page: the line that a game chooses of its drawn match."""
    with messages.speaking(lang):
        return _draw_trick(lang)


def _draw_trick(lang: str) -> str:
    game, is_shown = next(iter(presentation.IS_ON_FRONT_PAGE.by_game().items()))
    lines = rounds.read(guide.folder() / f"{game}.jsonl")
    said = narration.of(lines[0])
    for line in lines:
        said.hear(line)
        if is_shown(line):
            *before, last = said.scenes(line)
            last = last._replace(display=said.sentence(line).split("-> ")[1])
            scenes = [
                scene._replace(display=rounds.name_cards(scene.display, said, lang))
                for scene in (*before, last)
            ]
            drawn = rounds.drawings(lines[0], lang)
            return moving.svg(scenes, lines[0]["players"], drawn, said.letters, lang)
    raise LookupError(f"no line of {game}.jsonl is for the front page")
