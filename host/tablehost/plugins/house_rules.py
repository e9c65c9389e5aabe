"""House rules: a custom game that changes a game of the program, and plays its modules but for its own.

Its module `base` names that game, the revision of its rules, and the modules in the order in which a table
loads them; `change` has what the game offers in place of what its `rules` do, see `cardtable.engine.game`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from cardtable.games import registry as games

BASE, CHANGE = "base.py", "change.py"
_NAMES = ("BASE", "BASE_REVISION", "MODULES")


class Base(NamedTuple):
    """`game`: of the program, changed here; `revision`: of its rules; `modules`: in the order of loading."""

    game: str
    revision: int
    modules: tuple[str, ...]

    @property
    def is_current(self) -> bool:
        """True if the rules of the program are those that are changed."""
        return games.REVISIONS.get(self.game) == self.revision


def read_base(tree: ast.Module) -> Base | None:
    """Return what a module `base` names; None if it does not name it all, as plain values."""
    found: dict[str, object] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found |= {one.id: node.value.value for one in node.targets if isinstance(one, ast.Name)}
    game, revision, modules = (found.get(name) for name in _NAMES)
    if not isinstance(game, str) or type(revision) is not int or not isinstance(modules, str):
        return None
    return Base(game, revision, tuple(modules.split()))


def list_modules(game: str) -> dict[str, Path]:
    """Return the modules of a game of the program, by name."""
    folder = Path(str(games.__file__)).with_name(game)
    return {path.stem: path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}


def siblings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of each module of the own folder that this module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names = [node.module] if node.module else [alias.name for alias in node.names]
            yield from ((node.lineno, name) for name in names)


def find_early(base: Base, parsed: Callable[[str], ast.Module]) -> tuple[str, int, str] | None:
    """Return module, line and name of the first import that comes before its turn; None if all is in order.

    A table looks for a module in one place at a time, so all that a module imports is to be there before.
    """
    there: set[str] = set()
    for module in base.modules:
        for line, name in siblings(parsed(module)):
            if name not in there:
                return module, line, name
        there.add(module)
    return None


def order(game: str) -> list[str]:
    """Return the modules of a game in the order of loading."""
    graph = {
        name: sorted({known for _, known in siblings(parse(path))})
        for name, path in list_modules(game).items()
    }
    return list(TopologicalSorter(graph).static_order())


def parse(path: Path) -> ast.Module:
    """Return a module of a game of the program, without what only a checker of types reads."""
    return ast.parse(without_types(path.read_text(encoding="utf-8")))


def without_types(text: str) -> str:
    """Return the text of a module without what only a checker of types reads: no custom game imports that."""
    return re.sub(r"^if (?:cards\.)?TYPE_CHECKING:.*\n(?:    .*\n|\n)+", "", text, flags=re.MULTILINE)
