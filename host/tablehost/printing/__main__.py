"""Generator of what the pages of the games in docs/play are made of: `python -m tablehost.printing`."""

from __future__ import annotations

from pathlib import Path

from cardtable.games import registry as games
from tablehost import messages
from tablehost.printing import guide


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
    return files


if __name__ == "__main__":
    for path, text in make_files().items():
        path.write_text(text, encoding="utf-8")
