"""A new game of one's own: a small one that is complete, or a copy of a game of the program."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import NOT_FOUND, UNEXPECTED, USAGE, Trouble, did_you_mean
from tablehost.plugins import own
from tablehost.types import Document

SAID = messages.Catalogue("own")
_TABLE = messages.Catalogue("table")

FIRST_GAME = Path(__file__).with_name("first_game")
COPIED_WORDS = FIRST_GAME / "copied_words.txt"
NAME, TITLE = "{NAME}", "{TITLE}"  # of the game, in its texts


def begin(name: str, base: str | None) -> tuple[Document, str]:
    """Write the folder of a new game here; return data and words about it. Raises Trouble."""
    path = Path(name)
    check_name(name, path)
    files = compose(name) if base is None else copy(name, base)
    write(path, files)
    data: Document = {"game": name, "folder": str(path.resolve()), "files": sorted(files)}
    fewest = 2 if base is None else games.load(base).SEATS[0]
    steps = _TABLE("new-game-steps", game=name, players=max(3, fewest))
    if base is None:
        written = _TABLE("new-game-written", game=name, files=", ".join(sorted(files)))
        return data, f"{written}\n{steps}"
    return data, _TABLE("new-game-copied", game=name, base=base, count=len(files)) + f"\n{steps}"


def compose(name: str) -> dict[str, str]:
    """Return the files of the small game under this name: text by file."""
    named = {own.RULES: "rules", own.WORDS: "words", f"{own.TESTS}{name}.py": "test"}
    texts = {file: (FIRST_GAME / f"{text}.txt").read_text(encoding="utf-8") for file, text in named.items()}
    return {file: text.replace(NAME, name).replace(TITLE, name.capitalize()) for file, text in texts.items()}


def copy(name: str, base: str) -> dict[str, str]:
    """Return the files of a copy of this game under another name: text by file. Raises Trouble."""
    if base not in own.PROGRAM:
        about = SAID("new-game-no-base", base=base)
        raise Trouble("UNKNOWN_GAME", about, did_you_mean(base, own.PROGRAM), NOT_FOUND)
    folder = Path(str(games.load(base).rules.__file__)).parent
    texts = {
        path.name: _without_types(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.py"))
        if path.name != "__init__.py"
    }
    rules = texts[own.RULES]
    for was, is_now in (
        ('"""', f'"""{name.capitalize()}, a changed copy of {base}.\n\n'),
        ("from ..registry import REVISIONS\n", ""),
        (
            f'NAME = "{base}"\nREVISION = REVISIONS[NAME]\n',
            f'NAME = "{name}"\nBASE = "{base}"\nREVISION = 1\n',
        ),
    ):
        if was not in rules:
            raise ValueError(f"the rules of {base} have no {was}")
        rules = rules.replace(was, is_now, 1)
    words = COPIED_WORDS.read_text(encoding="utf-8")
    for mark, word in ((NAME, name), (TITLE, name.capitalize()), ("{BASE}", base)):
        words = words.replace(mark, word)
    return texts | {own.RULES: rules, own.WORDS: words}


def _without_types(text: str) -> str:
    """Return a module without what only a checker of types reads: a game of one's own does not import it."""
    return re.sub(r"^if (?:cards\.)?TYPE_CHECKING:.*\n(?:    .*\n|\n)+", "", text, flags=re.MULTILINE)


def check_name(name: str, path: Path) -> None:
    """Raise Trouble unless a new game may have this name and this folder."""
    own.check_name(name, SAID("new-game-name-hint"))
    if name in games.NAMES:
        raise Trouble("NAME_TAKEN", SAID("new-game-taken", name=name), SAID("new-game-name-hint"), USAGE)
    if os.path.lexists(path):
        about = SAID("new-game-there", path=path)
        raise Trouble("NAME_TAKEN", about, SAID("new-game-there-hint", path=path), USAGE)


def write(path: Path, files: dict[str, str]) -> None:
    """Write the folder of a game, whole or not at all. Raises Trouble."""
    new = None
    try:
        new = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
        for file, text in files.items():
            (new / file).write_text(text, encoding="utf-8")
        new.chmod(0o755)
        new.rename(path)
    except OSError as error:
        if new is not None:
            shutil.rmtree(new, ignore_errors=True)
        about = SAID("new-game-not-written", path=path, why=messages.reason(error))
        raise Trouble("NOT_WRITTEN", about, SAID("new-game-not-written-hint"), UNEXPECTED) from error
