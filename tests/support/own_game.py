"""A game of one's own: Prizes of docs/develop/adding-a-game.md, as a folder."""

import mp32

RULES = mp32.ROOT / "docs" / "develop" / "prizes" / "rules.py"
WORDS = """
WORDS = {
    "en": {"prompt deal": "Day {0}: deal {1} cards to each and {1} face down as prizes, then OK: {who}"},
}
"""


def rules():
    """The module `rules` of the page."""
    return RULES.read_text()


def put(folder, name="prizes", **modules):
    """The folder of this game, with these modules in place of its own."""
    path = folder / name
    path.mkdir(parents=True, exist_ok=True)
    files = {"rules": rules().replace('"prizes"\nSEATS', f'"{name}"\nSEATS'), "words": WORDS, **modules}
    for module, text in files.items():
        (path / f"{module}.py").write_text(text)
    return path
