"""The firmware's sources as they go to a Pico: the same program, with fewer names.

MicroPython keeps every name in memory for ever, and a number that one module imports from another takes a
place in both. Nobody on the device reads either, so before compiling

- a `const` stands as the number it is, in its own module and where it is imported;
- what the table and all games always need is one module, and so is what a game needs, see `merging`;
- modules lie side by side, without packages, see `flattening`;
- whatever has a name in the program gets one that costs nothing, see `renaming`.

All that goes to a device must come here together. Names that a text spells and the kinds of errors stay.
`explained` says what a traceback means that has new names in it.
"""

import ast
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from cardtable.rulebook import games
from tablehost.flattening import flatten
from tablehost.merging import merge
from tablehost.renaming import Trees, origin_of, rename

RESIDENT = "cardtable.controller.loop"  # what it imports is in memory as long as the table is on
GAMES = {"cardtable.rulebook." + name for name in games.NAMES}
Numbers = dict[str, int]  # name of a `const` -> the number


class Shipped(NamedTuple):
    """A module as it goes to a device: what it is called there, and its program."""

    name: str
    text: str


def tightened(sources: dict[str, str], kept: Collection[str] = (), apart: bool = False) -> dict[str, Shipped]:
    """`sources`: full name of a module -> its text; so are the programs that come back, without those that
    are part of others. `kept`: names that something asks for which is not among them. `apart`: every module
    stays one, where it is. Raises SyntaxError.
    """
    trees = _with_numbers(sources)
    called = {module: module for module in trees} if apart else _program(trees)
    rename(trees, kept)
    return {module: Shipped(name, ast.unparse(trees[name])) for module, name in called.items()}


def explained(text: str, sources: dict[str, str], kept: Collection[str] = ()) -> str:
    """`text` as a device said it, with the names that stand in the `sources` it was given: those of functions
    in a traceback, with the class or the module, and of what an object has not. Where a name may mean
    several, all of them.
    """
    trees = _with_numbers(sources)
    _program(trees)
    renamed = rename(trees, kept)

    def function(found: re.Match[str]) -> str:
        known: set[str] = set()
        for module, functions in renamed.functions.items():
            if module == found[2]:
                known |= functions.get(found[3], set())
        return found[1] + _either(known, found[3])

    def attribute(found: re.Match[str]) -> str:
        return found[1] + _either(renamed.attributes.get(found[2], set()), found[2]) + "'"

    text = re.sub(r'(File "(\w+)"(?:, line \d+)?, in )(\w+)', function, text)
    return re.sub(r"(has no attribute ')(\w+)'", attribute, text)


def _either(names: set[str], unknown: str) -> str:
    return " or ".join(sorted(names)) or unknown


def _program(trees: Trees) -> dict[str, str]:
    """Write the modules as they are on a device; what each is called there, by its full name."""
    if RESIDENT in trees:
        merge(trees, RESIDENT, also=GAMES & trees.keys())
    for game in sorted(GAMES & trees.keys()):
        merge(trees, game, alone=True)
    return flatten(trees, {RESIDENT, *GAMES})


# -- numbers ----------------------------------------------------------------------------------------


def _names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Every name that stands somewhere, as (field, name)."""
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "asname", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield field, name


def _texts(trees: Trees) -> set[str]:
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _with_numbers(sources: dict[str, str]) -> Trees:
    """The programs with numbers for the names of constants; where nobody looks a name up, it is gone."""
    trees = {module: ast.parse(text, module) for module, text in sorted(sources.items())}
    imports = {module: list(_imports(module, tree, trees)) for module, tree in trees.items()}
    numbers = {module: _numbers(tree) for module, tree in trees.items()}
    count = -1
    while count != (count := sum(len(known) for known in numbers.values())):
        for module in trees:  # what a module imports, others can import from there
            for origin, name, called in imports[module]:
                there = numbers.get(origin, {})
                if name == "*":
                    numbers[module].update(there)
                elif name in there:
                    numbers[module][called] = there[name]
    for module, tree in trees.items():
        called_here = {
            called: numbers.get(f"{origin}.{name}", {}) for origin, name, called in imports[module]
        }
        _Writer(numbers[module], called_here).visit(tree)
    asked = _texts(trees)
    for tree in trees.values():
        asked.update(name for field, name in _names(tree) if field == "attr")
    for module, tree in trees.items():
        tree.body = [node for node in tree.body if (row := _constant(node)) is None or row[0] in asked]
        for node in tree.body:
            if isinstance(node, ast.Assign) and (row := _constant(node)) is not None:
                node.value = _literal(numbers[module][row[0]])
        if "const" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
            _Writer({"const": 0}, {}).visit(tree)  # is not imported either
    return trees


def _constant(node: ast.stmt) -> tuple[str, ast.expr] | None:
    """What is given a name, and the expression, in NAME = const(expression); else None."""
    value = node.value if isinstance(node, ast.Assign) else None
    if isinstance(node, ast.Assign) and isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
        return ast.unparse(node.targets[0]), value.args[0]
    return None


def _numbers(tree: ast.Module) -> Numbers:
    found: Numbers = {}
    for row in [_constant(node) for node in tree.body]:
        if row is not None:
            found[row[0]] = eval(ast.unparse(row[1]), {"__builtins__": {}}, dict(found))
    return found


def _imports(module: str, tree: ast.Module, trees: Trees) -> Iterator[tuple[str, str, str]]:
    """(from where, what, called what) of all that `module` imports with `from`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            origin = origin_of(node, module, trees)
            for alias in node.names:
                yield origin, alias.name, alias.asname or alias.name


class _Writer(ast.NodeTransformer):
    """Writes numbers for names and for attributes of modules, and imports those names no more."""

    def __init__(self, numbers: Numbers, modules: dict[str, Numbers]) -> None:
        self._numbers = numbers
        self._modules = modules

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        node.names = [alias for alias in node.names if (alias.asname or alias.name) not in self._numbers]
        return node if node.names else ast.Pass()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = isinstance(node.ctx, ast.Load) and node.id in self._numbers
        return _literal(self._numbers[node.id]) if known else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        there = self._modules.get(node.value.id, {}) if isinstance(node.value, ast.Name) else {}
        return _literal(there[node.attr]) if node.attr in there else self.generic_visit(node)


def _literal(number: int) -> ast.expr:
    return ast.Constant(number) if number >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-number))
