"""The firmware's sources as they go to a Pico: the same program, with fewer and shorter names.

MicroPython keeps every name in memory for ever, and a number that one module imports from another takes a
place in both. Nobody on the device reads either, so before compiling

- a `const` stands as the number it is, in its own module and where it is imported;
- names that begin with `_` become short ones, the same in modules that share no objects;
- arguments that nobody passes by name become letters.

The firmware takes 5 KB less of the heap for it, and 400 names less: when there are 1260, MicroPython wants a
block of 9 KB for more. All that goes to a device must come here together. Every public function, class and
attribute keeps its name, as does what a text in the program spells (`getattr`, `STATE`); so a traceback still
says where it was, and `private_names` says what a short name stands for.
"""

import ast
from collections.abc import Iterator
from string import ascii_letters

Trees = dict[str, ast.Module]  # full name of a module -> its program
Numbers = dict[str, int]  # name of a `const` -> the number


def tightened(sources: dict[str, str]) -> dict[str, str]:
    """`sources` and what comes back: full name of a module -> its text. Raises SyntaxError."""
    trees = _with_numbers(sources)
    names = _shortened(trees)
    for module, tree in trees.items():
        for node, field, name in _names(tree):
            setattr(node, field, names[module].get(name, name))
    _letter_arguments(trees)
    return {module: ast.unparse(tree) for module, tree in trees.items()}


def private_names(sources: dict[str, str]) -> dict[str, dict[str, str]]:
    """By module: its private names, and what each becomes. Raises SyntaxError."""
    return _shortened(_with_numbers(sources))


# -- names ------------------------------------------------------------------------------------------


def _shortened(trees: Trees) -> dict[str, dict[str, str]]:
    family = _families(trees)
    texts = _texts(trees)
    modules: dict[str, list[str]] = {}  # private name -> where it occurs
    for module, tree in trees.items():
        for name in sorted({name for _, _, name in _names(tree)}):
            if name.startswith("_") and not name.startswith("__") and name != "_" and name not in texts:
                modules.setdefault(name, []).append(module)
    taken: set[tuple[str, str]] = set()  # (family, short name)
    found: dict[str, dict[str, str]] = {module: {} for module in trees}
    for name in sorted(modules, key=lambda name: (-len(modules[name]), name)):
        homes = {family[module] for module in modules[name]}
        short = next(short for short in _short_names() if taken.isdisjoint((home, short) for home in homes))
        taken.update((home, short) for home in homes)
        for module in modules[name]:
            found[module][name] = short
    return found


def _letter_arguments(trees: Trees) -> None:
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    passed = {node.arg for node in nodes if isinstance(node, ast.keyword)}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            _letter(node, passed)


def _letter(function: ast.FunctionDef | ast.Lambda, passed: set[str | None]) -> None:
    """Letters that the function does not use for its arguments, wherever they are read in it."""
    every = list(_names(function))
    used = {name for _, _, name in every}
    bound = [name for _, field, name in every if field in ("arg", "name", "asname")]
    letters = (letter for letter in ascii_letters if letter not in used)
    arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    names = [one.arg for one in arguments if one.arg not in passed and one.arg != "self"]
    renamed = {name: next(letters) for name in names if bound.count(name) == 1}
    for node, field, name in every:
        if name in renamed and field in ("id", "arg"):
            setattr(node, field, renamed[name])


def _names(tree: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """Every place where a name can stand, as (node, field, name)."""
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "asname", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield node, field, name


def _texts(trees: Trees) -> set[str]:
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _short_names() -> Iterator[str]:
    for first in ("", *ascii_letters):
        for last in ascii_letters:
            yield "_" + first + last


def _families(trees: Trees) -> dict[str, str]:
    """By module: one name for all between which classes are inherited, and which so share objects."""
    family = {module: module for module in trees}
    classes = [
        (node, module)
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    for node, module in classes:
        bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
        for other, home in classes:
            if other.name in bases:
                old, new = family[home], family[module]
                family = {one: new if name == old else name for one, name in family.items()}
    return family


# -- numbers ----------------------------------------------------------------------------------------


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
        asked.update(name for _, field, name in _names(tree) if field == "attr")
    for tree in trees.values():
        tree.body = [node for node in tree.body if (row := _constant(node)) is None or row[0] in asked]
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
    is_package = any(other.startswith(module + ".") for other in trees)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            parts = parts[: len(parts) - node.level + is_package] if node.level else []
            origin = ".".join([*parts, node.module] if node.module else parts)
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
