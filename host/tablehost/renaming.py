"""New names for a whole program: few, and such as MicroPython has in flash.

What an object is cannot be told, so a name means the same wherever it stands; only the variables of a
function are its own. A name becomes the same in the whole program, and two may become one where they never
stand side by side: not in one module, nor in a class with those it inherits from and that inherit from it.

A name stays what it is if it may be MicroPython's own, if a text of the program spells it (`getattr`,
`STATE`), if something from outside is imported or called by it, and if it is that of a kind of error: the
table says these.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from itertools import product
from keyword import iskeyword
from string import ascii_letters
from typing import NamedTuple

from tablehost.rom import FREE, IN_MODULES, OWN

Trees = dict[str, ast.Module]  # full name of a module -> its program
Names = dict[str, str]  # name -> what it becomes

_BUILT_IN = OWN | set(dir(builtins))
_EVERYWHERE = "*"  # the space of what is set on objects of which nobody knows the class


class _Scope:
    """A module, a class or a function (a lambda, a comprehension), and the names that are bound in it."""

    def __init__(self, kind: str, module: str, outer: "_Scope | None", of: ast.AST) -> None:
        self.kind = kind
        self.module = module
        self.outer = outer
        self.of = of
        self.bound: dict[str, None] = {}  # in this order
        self.arguments: set[str] = set()
        self.elsewhere: set[str] = set()  # said to be bound outside
        self.own: Names = {}  # what its variables become

    def home(self, name: str) -> "_Scope":
        """Where the name is bound that is looked up here: a function, a class, or the module."""
        if self.kind == "class" and name in self.bound:
            return self
        scope = self
        while scope.outer is not None:
            if scope.kind == "function" and name in scope.bound and name not in scope.elsewhere:
                return scope
            scope = scope.outer
        return scope

    def function(self) -> "_Scope | None":
        """The outermost function around this, if there is one."""
        found, scope = None, self
        while scope.outer is not None:
            found = scope if scope.kind == "function" else found
            scope = scope.outer
        return found


class Place:
    """Where a name stands: `field` of `node`, looked up in `scope`."""

    def __init__(self, scope: _Scope, node: ast.AST, field: str, name: str) -> None:
        self.scope = scope
        self.node = node
        self.field = field
        self.name = name


class Reader(ast.NodeVisitor):
    """All the places of a program where names stand."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees
        self.variables: list[Place] = []  # also functions, classes, arguments, what is imported
        self.attributes: list[Place] = []
        self.keywords: list[Place] = []
        self.imported: list[tuple[Place, str]] = []  # out of which module
        self.stars: list[tuple[str, str]] = []  # who imports everything, from where
        self.called: set[tuple[str, str]] = set()  # with which keywords
        self.foreign: set[str] = set()  # names of what is not in this program
        self.texts: set[str] = set()
        self.classes: list[tuple[ast.ClassDef, _Scope]] = []
        self._scope = _Scope("module", "", None, ast.Module([], []))
        self.modules: dict[str, _Scope] = {}
        for module, tree in trees.items():
            self.modules[module] = self._scope = _Scope("module", module, None, tree)
            self.generic_visit(tree)

    def _at(self, node: ast.AST, field: str, name: str, bound: bool) -> None:
        self.variables.append(Place(self._scope, node, field, name))
        if bound:
            self._scope.bound[name] = None

    def _within(self, kind: str, of: ast.AST) -> _Scope:
        self._scope = _Scope(kind, self._scope.module, self._scope, of)
        return self._scope

    def _visit(self, *parts: ast.AST | list[ast.expr] | list[ast.stmt] | None) -> None:
        for part in parts:
            for node in part if isinstance(part, list) else [part]:
                if node is not None:
                    self.visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._at(node, "name", node.name, True)
        self._visit(list(node.decorator_list))
        node.returns = None
        self._function(node, node.args, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node, node.args, [ast.Expr(node.body)])

    def _function(self, node: ast.AST, given: ast.arguments, body: list[ast.stmt]) -> None:
        outer = self._scope
        self._visit(given.defaults, [one for one in given.kw_defaults if one is not None])
        scope = self._within("function", node)
        more = [one for one in (given.vararg, given.kwarg) if one is not None]
        for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, *more):
            one.annotation = None
            self._at(one, "arg", one.arg, True)
            if one not in more:
                scope.arguments.add(one.arg)
        self._visit(body)
        self._scope = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._at(node, "name", node.name, True)
        self._visit(node.bases)
        outer = self._scope
        self.classes.append((node, self._within("class", node)))
        self._visit(node.body)
        self._scope = outer

    def _comprehension(self, node: ast.expr, generators: list[ast.comprehension], *results: ast.expr) -> None:
        outer = self._scope
        self._visit(generators[0].iter)
        self._within("function", node)
        for number, one in enumerate(generators):
            self._visit(one.target, one.iter if number else None, one.ifs)
        self._visit(*results)
        self._scope = outer

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node, node.generators, node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node, node.generators, node.elt)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node, node.generators, node.elt)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node, node.generators, node.key, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        raise SyntaxError(f"{self._scope.module}: := is not known to who renames")

    def visit_Global(self, node: ast.Global) -> None:
        raise SyntaxError(f"{self._scope.module}: global is not known to who renames")

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self._scope.elsewhere.update(node.names)
        for name in node.names:
            self._at(node, "names", name, False)

    def visit_Name(self, node: ast.Name) -> None:
        self._at(node, "id", node.id, not isinstance(node.ctx, ast.Load))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._visit(node.target, node.value)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name is not None:
            self._at(node, "name", node.name, True)
        self._visit(node.type, node.body)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.attributes.append(Place(self._scope, node, "attr", node.attr))
        self._visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg is not None:
            self.keywords.append(Place(self._scope, node, "arg", node.arg))
        self._visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        self.called.update((called, one.arg) for one in node.keywords if one.arg is not None)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.texts.add(node.value)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.foreign.update(alias.name.split("."))
            if alias.asname is None and "." in alias.name and alias.name in self.trees:
                raise SyntaxError(f"{self._scope.module}: import {alias.name} as something")
            name = alias.asname or alias.name.partition(".")[0]
            self._at(alias, "asname", name, True)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        origin = origin_of(node, self._scope.module, self.trees)
        for alias in node.names:
            if origin not in self.trees or f"{origin}.{alias.name}" in self.trees:
                self.foreign.add(alias.name)
            if alias.name == "*":
                self.stars.append((self._scope.module, origin))
            else:
                self.imported.append((Place(self._scope, alias, "name", alias.name), origin))
                self._at(alias, "asname", alias.asname or alias.name, True)


def origin_of(node: ast.ImportFrom, module: str, modules: Iterable[str]) -> str:
    """The full name of the module out of which `module` imports."""
    is_package = any(other.startswith(module + ".") for other in modules)
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + is_package] if node.level else []
    return ".".join([*parts, node.module] if node.module else parts)


class Renamed(NamedTuple):
    """`attributes`: what has a new name that is not a function's own, by that name. `functions`: the same of
    the functions and classes of each module, by its full name.
    """

    attributes: dict[str, set[str]]
    functions: dict[str, dict[str, set[str]]]


def rename(trees: Trees, kept: Iterable[str] = ()) -> Renamed:
    """Give new names in the programs, but to those `kept`; say which.

    Raises SyntaxError where a program does what is not known here.
    """
    reader = Reader(trees)
    reader.foreign.update(kept)
    names = _shared(reader)
    done = Renamed({}, {module: {} for module in trees})
    for name, new in names.items():
        done.attributes.setdefault(new, set()).add(name)
    opened = {place.name for place in reader.keywords}
    _name_variables(reader, names, opened)
    for place in [*reader.attributes, *reader.keywords, *(place for place, _ in reader.imported)]:
        _write(place, names.get(place.name, place.name))
    written = []
    for place in reader.variables:
        new = place.scope.home(place.name).own.get(place.name, names.get(place.name, place.name))
        written.append((place, new))
        if isinstance(place.node, ast.FunctionDef | ast.ClassDef):
            inside = place.scope.of
            name = f"{inside.name}.{place.name}" if isinstance(inside, ast.ClassDef) else place.name
            done.functions[place.scope.module].setdefault(new, set()).add(name)
    for place, new in written:
        _write(place, new)
    return done


def _write(place: Place, name: str) -> None:
    if isinstance(place.node, ast.Nonlocal):
        place.node.names = [name if one == place.name else one for one in place.node.names]
    else:
        setattr(place.node, place.field, name)


def _shared(reader: Reader) -> Names:
    """The new names of all that is not a variable of a function."""
    spaces = _spaces(reader)
    ours = set(spaces)
    standing = {place.name for place in [*reader.variables, *reader.attributes, *reader.keywords]}
    made = ours | {"__init__"}
    reader.foreign.update(one for called, one in reader.called if called in _BUILT_IN or called not in made)
    kept = _BUILT_IN | reader.texts | reader.foreign | errors(reader)
    kept |= {name for name in standing if name.startswith("__") or name == "_"}
    taken = {name for name in standing if name in kept or name not in ours} | kept - OWN
    everywhere = {space for spaces_of in spaces.values() for space in spaces_of}
    used: dict[str, set[str]] = {}  # new name -> the spaces in which it stands
    names: Names = {}
    asked = {place.name for place in [*reader.attributes, *reader.keywords]}
    asked |= {place.name for place in reader.variables if place.scope.kind == "class"}
    order = sorted(ours - kept, key=lambda name: (-len(spaces[name]), name))
    for name in sorted(order, key=lambda name: _EVERYWHERE not in spaces[name]):
        homes = everywhere if _EVERYWHERE in spaces[name] else spaces[name]
        pool = _pool() if name in asked else _pool(IN_MODULES)
        short = next(one for one in pool if one not in taken and used.get(one, set()).isdisjoint(homes))
        used.setdefault(short, set()).update(homes)
        names[name] = short
    return names


def _pool(first: Iterable[str] = ()) -> Iterator[str]:
    yield from first
    yield from FREE
    yield from ascii_letters
    pairs = ("".join(pair) for pair in product(ascii_letters, repeat=2))
    yield from (pair for pair in pairs if not iskeyword(pair))


def _spaces(reader: Reader) -> dict[str, set[str]]:
    """By name, if something of ours is bound to it: the spaces in which it stands beside others."""
    family = _families(reader)
    spaces: dict[str, set[str]] = {}
    bound: set[str] = set()
    opened = {place.name for place in reader.keywords}
    stars = _stars(reader)
    for place in reader.variables:
        home = place.scope.home(place.name)
        if home.kind == "function" and not (place.name in opened and place.name in home.arguments):
            continue
        found = spaces.setdefault(place.name, set())
        if home.kind == "class":
            found.add(family[home.of])
        else:
            found.update(stars[home.module])
        if place.scope.kind == "class":
            found.add(family[place.scope.of])
        if place.name in home.bound:
            bound.add(place.name)
    for place, origin in reader.imported:
        if origin in reader.trees and f"{origin}.{place.name}" not in reader.trees:
            spaces.setdefault(place.name, set()).update(stars[origin], stars[place.scope.module])
    for place in reader.attributes:
        if not isinstance(place.node, ast.Attribute) or isinstance(place.node.ctx, ast.Load):
            continue
        bound.add(place.name)
        whose = _whose(place)
        spaces.setdefault(place.name, set()).add(_EVERYWHERE if whose is None else family[whose])
    return {name: found for name, found in spaces.items() if name in bound}


def _whose(place: Place) -> ast.AST | None:
    """The class on whose object a method sets this, if it is its own."""
    node = place.node
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return None
    home = place.scope.home(node.value.id)
    if home.kind == "function" and home.outer is not None and home.outer.kind == "class":
        if next(iter(home.bound), None) == node.value.id:
            return home.outer.of
    return None


def _stars(reader: Reader) -> dict[str, set[str]]:
    """By module: the spaces of its names, which are those of all modules that import everything from it."""
    stars = {module: {"module " + module} for module in reader.trees}
    for _ in reader.stars:  # one may hand on what it has from another
        for module, origin in reader.stars:
            stars[origin] |= stars[module]
    return stars


def _families(reader: Reader) -> dict[ast.AST, str]:
    """By class: one name for all that inherit from one another. Raises SyntaxError for unknown bases."""
    family: dict[ast.AST, str] = {node: f"class {scope.module} {node.name}" for node, scope in reader.classes}
    known = {node.name for node, _ in reader.classes} | set(dir(builtins))
    for node, scope in reader.classes:
        bases = _bases(reader, node)
        if not all(names & known for names in bases):
            raise SyntaxError(f"{scope.module}: what does {node.name} inherit from?")
        for other, _ in reader.classes:
            if any(other.name in names for names in bases):
                old, new = family[other], family[node]
                family = {one: new if name == old else name for one, name in family.items()}
    return family


def _bases(reader: Reader, node: ast.ClassDef) -> list[set[str]]:
    """What each class from which one inherits is called, here and where it is made."""
    imported = [(place.node, place.name) for place, _ in reader.imported]
    called = {(node.asname, name) for node, name in imported if isinstance(node, ast.alias)}
    found = []
    for base in node.bases:
        names = {ast.unparse(base).rpartition(".")[2]}
        while more := {name for asname, name in called if asname in names} - names:
            names |= more
        found.append(names)
    return found


def errors(reader: Reader) -> set[str]:
    """The names of the kinds of errors."""
    found = {name for name, kind in vars(builtins).items() if isinstance(kind, type)}
    found = {name for name in found if issubclass(getattr(builtins, name), BaseException)}
    count = -1
    while count != (count := len(found)):
        for node, _ in reader.classes:
            if any(found & names for names in _bases(reader, node)):
                found.add(node.name)
    return found


def _name_variables(reader: Reader, names: Names, opened: set[str]) -> None:
    """New names for the variables of each function, other than all that it sees."""
    seen: dict[_Scope, set[str]] = {}  # outermost function -> what stands in it and is not a variable
    scopes: dict[_Scope, None] = {}
    for place in reader.variables:
        outermost = place.scope.function()
        if outermost is None:
            continue
        home = place.scope.home(place.name)
        if home.kind != "function" or (place.name in opened and place.name in home.arguments):
            seen.setdefault(outermost, set()).add(names.get(place.name, place.name))
        if home.kind == "function":
            scopes[home] = None
    for scope in sorted(scopes, key=_depth):
        outermost = scope.function()
        assert outermost is not None
        taken = set(seen.get(outermost, ()))
        outer = scope.outer
        while outer is not None:
            taken.update(outer.own.values())
            outer = outer.outer
        new = (name for name in _variables() if name not in taken)
        for name in scope.bound:
            if name not in scope.elsewhere and not (name in opened and name in scope.arguments):
                scope.own[name] = next(new)


def _depth(scope: _Scope) -> int:
    return 0 if scope.outer is None else 1 + _depth(scope.outer)


def _variables() -> Iterator[str]:
    yield "self"
    yield from _pool()
