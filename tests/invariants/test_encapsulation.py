"""Ownership of state: which module of the firmware may change which object, and which may ask the referee; on
both sides privates stay in their module.

A room is a folder of the package. State is changed by methods, or by modules of the room in which its class
stands: the chapters of the engine work on its stage, those of the storage on its journal. A game keeps its
own state in the match, and the engine asks for part of it: the pads of the seats.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "firmware" / "lib" / "cardtable"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "languages" not in path.parts)

HOST = Path(__file__).resolve().parents[2] / "host"
# Names of Python's library with a leading underscore, though they are public, or there is no other way.
NAMED_TUPLE = ("_asdict", "_fields", "_make", "_replace")
ARGPARSE = ("_SubParsersAction", "_actions", "_optionals", "_positionals")
PYTHONS = (*NAMED_TUPLE, *ARGPARSE, "_exit")

# Rooms that show the match or serve its devices: the view is all they know of it.
WITHOUT_REFEREE = (
    "controller/output", "controller/input", "controller/service", "controller/link.py", "controller/loop.py",
    "controller/routing.py", "controller/boot.py", "controller/commands.py", "wire", "drivers",
)  # fmt: skip
# They lay out the cards of a match, or keep its set-up: what it began with, not how it stands.
SET_UP = {"controller/boot.py": "decks.lay_out(loop, loop.play.referee.match)"}


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


@cache
def own_attributes(path):
    """The attributes and methods of the classes of a module."""
    tree = ast.parse(path.read_text())
    own = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            own |= {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            own |= {ast.unparse(target) for part in node.body for target in targets(part)}
    return own


def targets(node):
    """Yield the targets of a statement's assignments."""
    if isinstance(node, ast.Assign):
        some = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        some = [node.target]
    else:
        return []
    flat = []
    for one in some:
        flat += one.elts if isinstance(one, ast.Tuple | ast.List) else [one]
    return flat


def is_self(node):
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def trespasses(source, room, game):
    """The assignments to attributes of other rooms.

    `room`: the attributes of the classes in the module's room; `game`: it may set the state
    of a match.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        for target in targets(node):
            if isinstance(target, ast.Attribute) and not is_self(target.value) and target.attr not in room:
                if not (
                    game
                    and isinstance(target.value, ast.Name | ast.Attribute)
                    and "match" in ast.unparse(target.value)
                ):
                    found.append(ast.unparse(target))
    return found


def foreign_privates(source, own):
    """The uses of privates that are not among `own`, nor Python's, see PYTHONS."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not is_self(node.value)
        and node.attr not in own
        and node.attr not in PYTHONS
    ]


def test_state_is_changed_in_its_own_room():
    found = {}
    for path in MODULES:
        room = set().union(*map(own_attributes, path.parent.glob("*.py")))
        found[name_of(path)] = trespasses(
            path.read_text(), room, not {"games", "engine"}.isdisjoint(path.parts)
        )
    assert not {name: some for name, some in found.items() if some}


def test_privates_stay_in_their_module():
    paths = [*MODULES, *HOST.rglob("*.py")]
    found = {str(path): foreign_privates(path.read_text(), own_attributes(path)) for path in paths}
    assert not {name: some for name, some in found.items() if some}


def is_private(name):
    return name.startswith("_") and not name.startswith("__") and name not in PYTHONS


def find_base(name, module, known):
    """The module and name of a base; `known`: what is imported from where, by its name here."""
    holder, _, own = name.rpartition(".")
    if not holder:
        return known.get(name, (module, name))
    return ".".join(known.get(holder, (holder,))), own


def classes_of(sources):
    """The classes of these modules, by module and name: their bases, methods, attributes, names in use."""
    found = {}
    for module, source in sources.items():
        tree = ast.parse(source)
        known = {
            (one.asname or one.name): (node.module, one.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for one in node.names
        }
        for node in tree.body:
            if not isinstance(node, ast.ClassDef):
                continue
            inner = list(ast.walk(node))
            bases = [find_base(ast.unparse(base), module, known) for base in node.bases]
            methods = {one.name for one in inner if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
            set_here = {
                one.attr
                for part in inner
                for one in targets(part)
                if isinstance(one, ast.Attribute) and is_self(one.value)
            }
            used = {one.attr for one in inner if isinstance(one, ast.Attribute) and is_self(one.value)}
            found[module, node.name] = bases, methods, set_here, used
    return found


def inherited_privates(sources):
    """Return the private names that a class takes from a class of another room by `self`, or overrides."""
    classes, found = classes_of(sources), []
    for (module, name), (bases, methods, set_here, used) in classes.items():
        todo = list(bases)
        while todo:
            base = todo.pop()
            if base not in classes:
                continue
            more, theirs, set_there, _ = classes[base]
            todo += more
            if base[0].split(".")[:2] == module.split(".")[:2]:
                continue  # within a room
            taken = (used - methods - set_here) & (theirs | set_there) | methods & theirs
            found += [f"{module} {name} {one}" for one in sorted(taken) if is_private(one)]
    return found


@pytest.mark.parametrize("named", ["from a.low.m import B\nclass A(B)", "from a.low import m\nclass A(m.B)"])
def test_a_private_of_a_base_in_another_room_is_seen(named):
    base = "class B:\n    def _f(self): self._mine = 1\n    def _g(self): pass"
    source = named + ":\n    def _g(self): self._f(self._mine)"
    taken = ["A _f", "A _g", "A _mine"]
    assert inherited_privates({"a.low.m": base, "a.top.n": source}) == [f"a.top.n {one}" for one in taken]
    assert inherited_privates({"a.low.m": base, "a.low.n": source}) == []


def test_no_class_uses_or_overrides_privates_of_a_base_in_another_room():
    sources = {
        ".".join(path.relative_to(HOST).with_suffix("").parts): path.read_text()
        for path in HOST.rglob("*.py")
    }
    assert inherited_privates(sources) == []


@pytest.mark.parametrize("source", ["loop.dialogue = None", "self._loop.journal.begun, x = 1, 2", "a.b += 1"])
def test_a_trespass_is_seen(source):
    assert len(trespasses(source, {"own"}, False)) == 1


@pytest.mark.parametrize("source", ["play._journal.append(1)", "x = a.b._c", "a._row._replace(n=1)"])
def test_a_foreign_private_is_seen(source):
    assert len(foreign_privates(source, {"own"})) == 1


@pytest.mark.parametrize("source", ["self.x = 1", "part.own = 2", "self._x.y()", "part._mine()"])
def test_what_is_allowed_passes(source):
    assert trespasses(source, {"own"}, False) == foreign_privates(source, {"_mine"}) == []


def test_output_and_devices_do_not_ask_the_referee():
    found = {}
    for path in MODULES:
        lines = [line.strip() for line in path.read_text().splitlines()]
        code = [
            line for line in lines if "import" not in line and not line.startswith("#") and "`" not in line
        ]
        asking = [line for line in code if ".referee." in line or line.endswith(".referee")]
        if asking and name_of(path).startswith(WITHOUT_REFEREE):
            found[name_of(path)] = asking
    assert found == {name: [line] for name, line in SET_UP.items()}
