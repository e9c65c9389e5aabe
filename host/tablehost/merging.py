"""Modules that are in memory together for ever become one, in the program that goes to a Pico.

A module takes some 250 bytes of the heap: its name, that with its package, its path, a dict, and in it once
more whatever it imports from others. So all that a module imports as soon as it is loaded is put into it,
each after what it imports itself; what `m` calls `name` is `name__m` there, and whoever else wants it gets it
from there. Kinds of errors keep their names, for people see them. Left out are packages, what is borrowed,
and modules that are passed about as values.
"""

import ast
import builtins
import copy
from collections.abc import Collection

from tablehost.renaming import Place, Reader, Trees, errors, origin_of

_Thing = tuple[str, str]  # full name of a module, and what is meant in it; "" for the module itself


def merge(trees: Trees, leader: str, alone: bool = False, also: Collection[str] = ()) -> None:
    """Put into the module `leader` what it imports, and what each of the modules `also` does. `alone`: but
    nothing that anybody imports beside it and modules that are called as it is, and more. Raises SyntaxError
    where that cannot be done.
    """
    _Merging(trees, leader, alone, also).carry_out()


class _Merging:
    def __init__(self, trees: Trees, leader: str, alone: bool, also: Collection[str]) -> None:
        self._trees = trees
        self._leader = leader
        self._reader = Reader(trees)
        self._errors = errors(self._reader)
        self._own = {module: set(scope.bound) for module, scope in self._reader.modules.items()}
        self._imported: dict[str, dict[str, _Thing]] = {module: {} for module in trees}
        for module, tree in trees.items():
            for node in tree.body:
                if isinstance(node, ast.ImportFrom):
                    origin = origin_of(node, module, trees)
                    for alias in node.names:
                        if origin in trees and alias.name != "*":
                            thing = self._thing(origin, alias.name)
                            self._imported[module][alias.asname or alias.name] = thing
        left_out = self._shared() if alone else set()
        self._members = self._find_members(leader, left_out)
        common = [set(self._find_members(one, left_out)) for one in also]
        if common:
            order = self._find_members(min(also), left_out)
            wanted = set.intersection(*common)
            self._members += [one for one in order if one in wanted and one not in self._members]
        self._needed: dict[str, dict[str, _Thing]] = {module: {} for module in trees}

    def _thing(self, origin: str, name: str) -> _Thing:
        whole = f"{origin}.{name}"
        return (whole, "") if whole in self._trees else (origin, name)

    def _made(self, thing: _Thing) -> _Thing:
        """Where it is made, who ever handed it on."""
        module, name = thing
        while name in self._imported.get(module, {}):
            module, name = self._imported[module][name]
        return module, name

    def _called(self, thing: _Thing) -> str:
        """What it is called in the leader."""
        module, name = thing
        if module == self._leader or not name or name in self._errors:
            return name
        return f"{name}__{module.replace('.', '_')}"

    # -- who --------------------------------------------------------------------------------------

    def _shared(self) -> set[str]:
        """What somebody imports beside the leader and its own."""
        found: set[str] = set()
        for module, tree in self._trees.items():
            if module != self._leader and not module.startswith(self._leader + "_"):
                for node in ast.walk(tree):
                    if isinstance(node, ast.ImportFrom):
                        origin = origin_of(node, module, self._trees)
                        found.update(self._thing(origin, alias.name)[0] for alias in node.names)
        return found

    def _find_members(self, leader: str, left_out: set[str]) -> list[str]:
        """What `leader` imports as it is loaded, each after what it imports itself."""
        left_out = left_out | self._reader.texts | self._values() | {self._leader}
        left_out |= {
            module for module in self._trees if any(other.startswith(module + ".") for other in self._trees)
        }
        order: dict[str, None] = {}

        def visit(module: str) -> None:
            for node in self._trees[module].body:
                if isinstance(node, ast.ImportFrom):
                    origin = origin_of(node, module, self._trees)
                    for alias in node.names:
                        found = self._thing(origin, alias.name)[0]
                        if found in self._trees and found not in left_out and found not in seen:
                            seen.add(found)
                            visit(found)
                            order[found] = None

        seen: set[str] = set()
        visit(leader)
        return list(order)

    def _values(self) -> set[str]:
        """The modules that somebody takes for more than to read a name in them."""
        read = {
            place.node.value
            for place in self._reader.attributes
            if isinstance(place.node, ast.Attribute) and isinstance(place.node.ctx, ast.Load)
        }
        found = {alias.name for tree in self._trees.values() for alias in _plain_imports(tree)}
        for place in self._reader.variables:
            if isinstance(place.node, ast.Name) and place.node not in read:
                found.add(self._module_meant(place))
        for module, tree in self._trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node not in tree.body:
                    origin = origin_of(node, module, self._trees)
                    found.update(f"{origin}.{alias.name}" for alias in node.names)
        return found

    def _module_meant(self, place: Place) -> str:
        """The module for which a variable stands; "" for anything else."""
        home = place.scope.home(place.name)
        if home.kind != "module":
            return ""
        module, name = self._made(self._imported[home.module].get(place.name, ("", "?")))
        return "" if name else module

    # -- how --------------------------------------------------------------------------------------

    def carry_out(self) -> None:
        for place in self._reader.attributes:
            self._attribute(place)
        for place in self._reader.variables:
            home = place.scope.home(place.name)
            if home.kind == "module" and place.name in home.bound and not isinstance(place.node, ast.alias):
                self._variable(place, home.module)
        for module, tree in self._trees.items():
            tree.body = self._with_imports(module, tree.body)
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node not in tree.body:
                    self._late_import(module, node)
        names = [name for module in self._members for name in self._own[module] & self._errors]
        names = [name for name in names if name not in vars(builtins)]
        made = [
            self._made((module, name))
            for module in self._members
            for name in names
            if name in self._own[module]
        ]
        if len({name for _, name in made}) < len(set(made)):
            raise SyntaxError(f"{self._leader}: two kinds of errors of one name: {names}")
        body: list[ast.stmt] = []
        for module in [*self._members, self._leader]:
            body += [node for node in self._trees[module].body if not _is_text(node)]
        self._trees[self._leader].body = _once(body)
        for module in self._members:
            del self._trees[module]

    def _is_inside(self, module: str) -> bool:
        return module == self._leader or module in self._members

    def _attribute(self, place: Place) -> None:
        """`cards.suit_of` becomes the name itself where `cards` is a member."""
        node = place.node
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return
        home = place.scope.home(node.value.id)
        module = self._module_meant(Place(place.scope, node.value, "id", node.value.id))
        if module not in self._members:
            return
        thing = self._made((module, node.attr))
        name = self._called(thing)
        if not self._is_inside(home.module):
            name = f"{node.attr}__{node.value.id}"
            self._needed[home.module][name] = thing
        node.__class__ = ast.Name  # type: ignore[assignment]
        node.__dict__.update(id=name, ctx=ast.Load())

    def _variable(self, place: Place, module: str) -> None:
        if not self._is_inside(module):
            return
        thing = self._imported[module].get(place.name)
        if thing is not None and not self._is_inside(self._made(thing)[0]):
            new = self._called((module, place.name))
        elif thing is None and place.name in _foreign(self._trees[module]):
            return
        else:
            new = self._called(self._made(thing or (module, place.name)))
        setattr(place.node, place.field, new)

    def _with_imports(self, module: str, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a module, which imports only what is not there, and from where it is."""
        inside = self._is_inside(module)
        result: list[ast.stmt] = []
        for node in body:
            if (
                not isinstance(node, ast.ImportFrom)
                or origin_of(node, module, self._trees) not in self._trees
            ):
                result.append(node)
                continue
            origin = origin_of(node, module, self._trees)
            names = [(alias.name, alias.asname or alias.name) for alias in node.names]
            if names[0][0] == "*" and self._is_inside(origin):
                names = [(name, name) for name in sorted(self._own[origin]) if not name.startswith("_")]
            for name, called in names:
                thing = self._made(self._thing(origin, name)) if name != "*" else (origin, name)
                if self._is_inside(thing[0]) and (inside or not thing[1]):
                    if thing == (self._leader, ""):
                        result.append(_import(origin, name, called))
                elif self._is_inside(thing[0]):
                    result.append(_import(self._leader, self._called(thing), called))
                else:
                    result.append(_import(origin, name, self._called((module, called)) if inside else called))
        needed = [
            _import(self._leader, self._called(thing), name) for name, thing in self._needed[module].items()
        ]
        return needed + result if not inside else result

    def _late_import(self, module: str, node: ast.ImportFrom) -> None:
        origin = origin_of(node, module, self._trees)
        if origin not in self._trees:
            return
        things = [self._made(self._thing(origin, alias.name)) for alias in node.names]
        moved = [thing for thing in things if thing[1] and self._is_inside(thing[0])]
        if moved and len(moved) < len(things):
            raise SyntaxError(f"{module}: one import inside a function, of modules that are put elsewhere")
        node.module, node.level = (self._leader if moved else origin), 0
        for alias, thing in zip(node.names, things, strict=True):
            alias.asname = alias.asname or alias.name
            alias.name = self._called(thing) if moved else alias.name


def _import(origin: str, name: str, called: str) -> ast.ImportFrom:
    return ast.ImportFrom(origin, [ast.alias(name, None if name == "*" else called)], 0)


def _plain_imports(tree: ast.Module) -> list[ast.alias]:
    return [alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]


def _foreign(tree: ast.Module) -> set[str]:
    """What a module imports of MicroPython's, in its first lines: it is called so by all."""
    nodes = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return {alias.asname or alias.name for node in nodes for alias in node.names}


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _once(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements without imports that were there before. SyntaxError: one name for two of them."""
    known: dict[str, str] = {}
    here: set[str] = set()
    result: list[ast.stmt] = []
    for node in body:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            result.append(node)
            continue
        for alias in node.names:
            node.names = [alias]
            name, text = alias.asname or alias.name, ast.unparse(node)
            if known.setdefault(name, text) != text:
                raise SyntaxError(f"imported twice, and not the same: {text}, {known[name]}")
            if name not in here:
                here.add(name)
                result.append(copy.copy(node))
    return result
