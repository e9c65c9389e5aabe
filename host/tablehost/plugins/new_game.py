"""A new game of one's own: a small one that is complete, or house rules for a game of the program."""

from __future__ import annotations

import ast
import os
import re
import shutil
import tempfile
from pathlib import Path

from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import NOT_FOUND, UNEXPECTED, USAGE, Trouble, did_you_mean
from tablehost.files import save_text
from tablehost.plugins import house_rules, own
from tablehost.types import Document

SAID = messages.Catalogue("own")
_TABLE = messages.Catalogue("table")

FIRST_GAME = Path(__file__).with_name("first_game")
COPIED_WORDS = FIRST_GAME / "copied_words.txt"
BASE_TEXT, CHANGE_TEXT = FIRST_GAME / "base.txt", FIRST_GAME / "change.txt"
NAME, TITLE = "{NAME}", "{TITLE}"  # of the game, in its texts


def begin(name: str, change: str | None) -> tuple[Document, str]:
    """Write the folder of a small game here, or house rules for `change`, which is GAME or GAME/MODULE,...;
    return data and words about it. Raises Trouble.
    """
    if change is not None:
        return _begin_change(name, *change.partition("/")[::2])
    path = Path(name)
    check_name(name, path)
    files = compose(name)
    write(path, files)
    data: Document = {"game": name, "folder": str(path.resolve()), "files": sorted(files)}
    written = _TABLE("new-game-written", game=name, files=", ".join(sorted(files)))
    return data, written + "\n" + _TABLE("new-game-steps", game=name, file=own.RULES, players=3)


def _begin_change(name: str, base: str, modules: str) -> tuple[Document, str]:
    """Write house rules for a game, with these modules of it, or add them to those that are here. Raises
    Trouble.
    """
    path = Path(name)
    if base not in own.PROGRAM:
        about = SAID("new-game-no-base", base=base)
        raise Trouble("UNKNOWN_GAME", about, did_you_mean(base, own.PROGRAM), NOT_FOUND)
    there = house_rules.list_modules(base)
    wanted = [one for one in re.split("[ ,]+", modules) if one]
    for one in wanted:
        if one not in there:
            hint = did_you_mean(one, list(there)) or SAID("new-game-no-module-hint", names=", ".join(there))
            raise Trouble(
                "UNKNOWN_MODULE", SAID("new-game-no-module", base=base, module=one), hint, NOT_FOUND
            )
    files = {f"{one}.py": _copied(base, there[one]) for one in wanted}
    if (path / house_rules.BASE).is_file():
        found = house_rules.read_base(ast.parse((path / house_rules.BASE).read_text(encoding="utf-8")))
        if found is None or found.game != base:
            about = SAID("new-game-changes-other", path=path, base=base)
            raise Trouble("NAME_TAKEN", about, SAID("new-game-name-hint"), USAGE)
        files = {file: text for file, text in files.items() if not (path / file).exists()}
        for file, text in files.items():
            save_text(path / file, text)
    else:
        check_name(name, path)
        files |= {own.WORDS: _named(COPIED_WORDS, name, base)}
        files |= {house_rules.BASE: _named(BASE_TEXT, name, base), house_rules.CHANGE: _described(name, base)}
        write(path, files)
    data: Document = {"game": name, "folder": str(path.resolve()), "files": sorted(files)}
    told = _TABLE("new-game-changes", game=name, base=base, files=", ".join(sorted(files)) or None)
    players = max(3, games.load(base).SEATS[0])
    return data, told + "\n" + _TABLE("new-game-steps", game=name, file=house_rules.CHANGE, players=players)


def _copied(base: str, path: Path) -> str:
    """Return a module of a game, without what another game has of its own: its name and its revision."""
    text = house_rules.without_types(path.read_text(encoding="utf-8"))
    named = f'NAME = "{base}"\nREVISION = REVISIONS[NAME]\n'
    return text.replace("from ..registry import REVISIONS\n", "").replace(named, "")


def _described(name: str, base: str) -> str:
    """Return the module `change`, with what each module of the base is about."""
    rows = []
    for module, path in house_rules.list_modules(base).items():
        about = (ast.get_docstring(house_rules.parse(path)) or "").partition("\n")[0]
        rows.append(f"    {module:<13} {about}")
    return _named(CHANGE_TEXT, name, base).replace("{MODULES}", "\n".join(rows))


def _named(path: Path, name: str, base: str) -> str:
    """Return a text of this file for a game that is made from another."""
    text = path.read_text(encoding="utf-8")
    values = {NAME: name, TITLE: name.capitalize(), "{BASE}": base, "{REVISION}": str(games.REVISIONS[base])}
    values["{ORDER}"] = " ".join(house_rules.order(base))
    for mark, word in values.items():
        text = text.replace(mark, word)
    return text


def compose(name: str) -> dict[str, str]:
    """Return the files of the small game under this name: text by file."""
    named = {own.RULES: "rules", own.WORDS: "words", f"{own.TESTS}{name}.py": "test"}
    texts = {file: (FIRST_GAME / f"{text}.txt").read_text(encoding="utf-8") for file, text in named.items()}
    return {file: text.replace(NAME, name).replace(TITLE, name.capitalize()) for file, text in texts.items()}


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
