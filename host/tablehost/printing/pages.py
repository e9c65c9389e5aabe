"""Made parts of the pages of the games in docs/play: rounds, pictures, variants. `make docs` writes them."""

from __future__ import annotations

from pathlib import Path

from cardtable.games import registry as games
from tablehost import messages
from tablehost.games import narration
from tablehost.printing import guide, moving, rounds


def make_files() -> dict[Path, str]:
    """Return path -> text: each page with its round, the pictures of rounds, the pages of variants."""
    files: dict[Path, str] = {}
    for game in games.NAMES:
        for lang in messages.LANGUAGES:
            messages.use(lang)
            page, pictures = guide.with_rounds(game, lang)
            files[guide.path_of(game, lang)] = page
            files |= {guide.folder() / name: drawn for name, drawn in pictures.items()}
            files[guide.path_of(game, lang, "-variants")] = guide.variants(game, lang)
    files[guide.folder().parent / "trick.svg"] = draw_trick()
    return files


def draw_trick() -> str:
    """Return the moving picture of the front page: a trick of Democracy that the Village Idiot takes."""
    lang = messages.LANGUAGES[0]
    messages.use(lang)
    lines = rounds.read(guide.folder() / "democracy.jsonl")
    said = narration.of(lines[0])
    for line in lines:
        said.hear(line)
        if line["kind"] == "trick" and line["why"] == "village idiot":
            *before, last = said.scenes(line)
            last = last._replace(display=said.sentence(line).split("-> ")[1])
            scenes = [
                scene._replace(display=rounds.name_cards(scene.display, said, lang))
                for scene in (*before, last)
            ]
            drawn = rounds.drawings(lines[0], lang)
            return moving.svg(scenes, lines[0]["players"], drawn, said.letters, lang)
    raise LookupError("no trick of the Village Idiot in democracy.jsonl")
