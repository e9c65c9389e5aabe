"""The layers of docs/develop/overview.md: this reads every import and holds which package may import which.

Also what a parser sees best of the rules for code that runs on MicroPython.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

from cardtable.games import registry

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "firmware" / "lib"
HOST = ROOT / "host"
GAMES = tuple(registry.NAMES)

# Modules of the host's ground floor, which every room may import, from the bottom up; `messages` is a room.
GROUND = "types locks packages pipes folders suits messages seats errors files text_files spreadsheet".split()
GROUND += ["row", "arguments"]

# The rooms of the host, from the bottom up: the rooms that each may import, and what of the firmware.
ENGINE = "cardtable.engine cardtable.games cardtable.wire"
ROOMS = (
    ("console", "", ""),
    ("firmware", "", "cardtable.drivers cardtable.languages cardtable.wire"),
    ("plugins", "console firmware", ENGINE + " cardtable.languages"),
    ("referee", "plugins", ENGINE),
    (
        "people",
        "plugins referee",
        ENGINE + " cardtable.controller.output cardtable.languages",
    ),
    ("match", "console people plugins", ENGINE + " cardtable.languages"),
    ("screen", "console match people", ""),
    ("journal", "plugins referee", ENGINE),
    ("link", "firmware journal people", ENGINE),
    ("session", "journal link match people plugins referee", ENGINE),
    ("printing", "firmware journal people plugins", ENGINE),
    ("wiring", "console firmware", ""),
    ("games", "console firmware people plugins printing", ENGINE + " cardtable.languages"),
    ("virtual", "console firmware people plugins referee", "cardtable boards"),
    ("flashing", "firmware journal link plugins", ENGINE),
    ("doctor", "firmware flashing journal link wiring", ENGINE),
    ("decks", "console journal link plugins", ENGINE),
    (
        "web",
        "console firmware journal link match people plugins printing referee screen session virtual",
        ENGINE + " cardtable.controller cardtable.languages",
    ),
    (
        "cli",
        "console decks doctor firmware journal link match people plugins printing screen session virtual web",
        ENGINE,
    ),
    ("site", "plugins printing web", "cardtable cardtable.games cardtable.engine"),
)
LEAST_ROOMS, MOST_PAIRS, GOAL_PAIRS = 21, 99, 75
# The packages next to the host's own: rooms, from the bottom up, the rooms that each may import, and those of
# the host. The host imports none of them, but asks for modules by name (`tablehost.packages`).
PACKAGES = {
    "cardtable_boards": (
        ("drawings", "", "console firmware printing wiring"),
        ("pcb", "drawings", "firmware"),
    ),
    "cardtable_club": (("", "", "cli console journal link plugins session web"),),
    "cardtable_lab": (
        ("simulation", "", "console plugins"),
        ("research", "", "people plugins"),
        ("strong", "", "people plugins"),
        ("simulate", "simulation", "cli console people plugins referee"),
    ),
}
HOSTS = ("tablehost", *PACKAGES)
MOST_LINES = 5000  # of a room but these
LARGE = ("virtual", "games", "web")

# Importer -> what of ours it may import; the first prefix that fits decides, so the narrow ones come first.
# A package may always import from itself. `cardtable` alone is the bare package (its version).
MAY = [
    ("cardtable.engine", ["cardtable.micro"]),
    ("cardtable.games", ["cardtable.engine", "cardtable.micro"]),
    ("cardtable.wire", ["cardtable.micro"]),
    ("cardtable.drivers", ["cardtable.micro"]),
    (
        "cardtable.controller",
        ["cardtable.engine", "cardtable.games", "cardtable.languages", "cardtable.micro", "cardtable.wire"],
    ),
    ("cardtable.languages", []),
    ("cardtable.micro", []),
    ("cardtable", []),
    ("boards", ["cardtable.micro", "cardtable.drivers"]),
    ("tab", [f"cardtable.{room}" for room in ("controller", "engine", "games", "languages", "wire")]),
    ("frozen", ["cardtable.micro", "cardtable.drivers", "cardtable.controller", "boards"]),
    *(
        (f"tablehost.{name}", ["cardtable.wire", *(f"tablehost.{low}" for low in GROUND[:at])])
        for at, name in enumerate(GROUND)
    ),
    *(
        (
            f"tablehost.{name}",
            [f"tablehost.{one}" for one in GROUND + known.split()] + firmware.split(),
        )
        for name, known, firmware in ROOMS
    ),
    *(
        (
            f"{package}.{name}".rstrip("."),
            [f"{package}.{one}" for one in known.split()]
            + [f"tablehost.{one}" for one in GROUND + host.split()]
            + ENGINE.split(),
        )
        for package, rooms in PACKAGES.items()
        for name, known, host in rooms
    ),
    *((package, []) for package in PACKAGES),  # the bare one
    ("tablehost.__main__", ["tablehost.cli.command"]),
    ("tablehost", []),
]
BARE = "cardtable"

# Modules of the world, and the only places that may import them.
KEPT = {
    "serial": ["tablehost.link.port", "tablehost.link.usb_devices"],
    "mpremote": ["tablehost.flashing.device"],
    "psycopg": ["cardtable_club.postgres"],
}
HARDWARE = ("machine", "rp2")

# What imports by name, and the modules that may: each lists what there is to choose from.
BY_NAME = ("__import__", "import_module")
REGISTRIES = ("cardtable.games.registry", "cardtable.drivers.reader_kinds", "cardtable.languages")
# What is imported when it is first needed, and keeps the heap of a Pico small until then.
LATE = (
    "cardtable.controller.dialogs.count",
    "cardtable.controller.dialogs.operator",
    "cardtable.controller.dialogs.parking",
    "cardtable.controller.dialogs.pause",
    "cardtable.controller.dialogs.review",
    "cardtable.controller.dialogs.setup",
    "cardtable.controller.dialogs.storage_full",
    "cardtable.controller.input.bus_speed",
    "cardtable.controller.input.deck_transfer",
    "cardtable.controller.match.past_stage",
    "cardtable.controller.match.resume",
    "cardtable.controller.match.secret_recovery",
    "cardtable.controller.output.led",
    "cardtable.controller.service.program",
    "cardtable.controller.service.read_quality",
    "cardtable.controller.service.service",
    "cardtable.controller.storage.old_matches",
    "cardtable.controller.storage.transaction",
    "cardtable.drivers.measurements",
    "cardtable.drivers.mfrc522_service",
    "cardtable.engine.corrections",
    "cardtable.engine.departures",
    "cardtable.engine.follower",
    "cardtable.engine.game",
    "cardtable.engine.past_stage",
    "cardtable.engine.replay",
    "cardtable.engine.spoken_corrections",
)
# The same on the host: the verbs, what it knows of each game, and an extra that may be absent.
HOST_REGISTRIES = (
    "tablehost.cli.command",
    "tablehost.flashing.device",
    "tablehost.packages",
    "tablehost.plugins.presentation",
)

# Determinism is law in the engine: nothing there may read a clock, draw lots or touch the world.
UNTOLD = ("time", "utime", "random", "os", "io", "select", "socket", "asyncio", "sys", "gc")

# Modules of CPython that MicroPython lacks.
NO_MODULES = ("typing", "enum", "dataclasses", "functools", "itertools", "contextlib", "abc", "__future__")

# Methods of CPython that MicroPython's types lack; calling them fails at run time only.
ABSENT = {
    "zfill", "ljust", "rjust", "removeprefix", "removesuffix", "isalnum", "title", "capitalize", "casefold",
    "translate", "bit_length", "bit_count", "_asdict", "_replace", "findall", "hexdigest",
}  # fmt: skip


parse = cache(ast.parse)


def sources():
    """Return (dotted name, path) of every module of the project but its tests."""
    found = [(f"frozen.{path.stem}", path) for path in sorted((ROOT / "firmware" / "frozen").glob("*.py"))]
    found += [(f"tab.{path.stem}", path) for path in sorted((ROOT / "firmware" / "tab").glob("*.py"))]
    found += [(f"boards.{path.stem}", path) for path in sorted((ROOT / "boards").glob("*.py"))]
    for base in (LIBRARY, HOST):
        for path in sorted(base.rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return [(name, path) for name, path in found if path.exists()]


def on_micropython(name):
    """Say whether the module `name` runs on a Pico."""
    return not any(within(name, top) for top in HOSTS)


def within(name, prefix):
    """Say whether the dotted `name` is `prefix` or lies in it."""
    return name == prefix or name.startswith(prefix + ".")


@cache
def imports(tree, name, is_package=False):
    """Return (line, imported dotted name, function around it or None) for all imports in `tree`.

    Constants given to `__import__` and `import_module` count, and so do imports under TYPE_CHECKING: knowing
    a type is knowing.
    """
    found = []
    texts = constant_texts(tree)

    def visit(node, function):
        if isinstance(node, ast.Import):
            found.extend((node.lineno, alias.name, function) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name.split(".") if is_package else name.split(".")[:-1]
                package = package[: len(package) - node.level + 1]
                base = ".".join([*package, base] if base else package)
            found.extend((node.lineno, f"{base}.{alias.name}", function) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in BY_NAME:
            if isinstance(text(node.args[0], texts), str):
                found.append((node.lineno, text(node.args[0], texts), function))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            function = function or node.name
        for child in ast.iter_child_nodes(node):
            visit(child, function)

    visit(tree, None)
    return found


def called(node):
    """The bare name of what a call calls."""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def constant_texts(tree):
    """The names that a module gives to texts, with these."""
    rows = [
        node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    ]
    return {row.targets[0].id: row.value.value for row in rows if isinstance(row.targets[0], ast.Name)}


def text(node, texts):
    """The constant that `node` is, or stands for by its name; None for anything else."""
    if isinstance(node, ast.Name):
        return texts.get(node.id)
    return node.value if isinstance(node, ast.Constant) else None


def is_ours(imported):
    """Say whether an imported name belongs to the project."""
    tops = ("cardtable", *HOSTS, "boards", "frozen", "tab")
    return any(within(imported, top) for top in tops)


def allowed(name, imported):
    """Say whether the module `name` may import `imported`, which is ours."""
    part, may = next(rule for rule in MAY if within(name, rule[0]))
    if imported == BARE or imported.startswith(f"{BARE}.__"):
        return True
    return (part != BARE and within(imported, part)) or any(within(imported, prefix) for prefix in may)


def typing_only(tree):
    """Return the lines that stand under `if TYPE_CHECKING:`; games may test that of `engine.cards`."""
    lines = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "cards.TYPE_CHECKING"):
            for part in node.body:
                lines.update(range(part.lineno, part.end_lineno + 1))
    return lines


def trespasses(name, source, is_package=False):
    """Return a sentence for every import in `source` that the module `name` may not make."""
    tree = parse(source)
    only_types = typing_only(tree)
    found = []
    for line, imported, function in imports(tree, name, is_package):
        top = imported.split(".")[0]
        where = f"{name}:{line}"
        if is_ours(imported):
            if not allowed(name, imported):
                found.append(f"{where} may not know {imported}")
        elif top in HARDWARE:
            may = within(name, "boards") and function == "build"
            may = may or within(name, "frozen")
            if line not in only_types and not may:
                found.append(f"{where} imports {top}, which only a board's build() may")
        elif top in KEPT and name not in KEPT[top]:
            found.append(f"{where} imports {top}, which only {', '.join(KEPT[top])} may")
        elif (within(name, "cardtable.engine") or within(name, "cardtable.games")) and top in UNTOLD:
            found.append(f"{where} imports {top}: the engine is told everything, it asks nobody")
    return found


def traps(name, source, is_package=False):
    """Return a sentence for everything in the firmware module `name` that MicroPython would not do."""
    tree = parse(source)
    only_types = typing_only(tree)
    found = []
    for node in ast.walk(tree):
        where = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            found.append(f"{where} has a bare except")
        elif isinstance(node, ast.Raise) and node.cause is not None:
            found.append(f"{where} raises from a cause, which MicroPython drops")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ABSENT:
            found.append(f"{where} calls .{node.func.attr}(), which MicroPython lacks")
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and node.lineno not in only_types:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            absent = [each for each in names if each in NO_MODULES]
            found.extend(f"{where} imports {each}, which MicroPython lacks" for each in absent)
    return found


MODULES = sources()


def offences(check, modules):
    """Return what `check(name, source, whether it is a package)` finds in these modules, as lines of text."""
    rows = (check(name, path.read_text(), path.name == "__init__.py") for name, path in modules)
    return "\n".join(line for found in rows for line in found)


def test_modules_import_only_what_they_may():
    found = offences(trespasses, MODULES)
    assert not found, found


def test_firmware_avoids_what_micropython_lacks():
    found = offences(traps, [row for row in MODULES if on_micropython(row[0])])
    assert not found, found


FIRMWARE = [row for row in MODULES if within(row[0], "cardtable")]


def hidden_imports(name, source, is_package=False):
    """Return a sentence for every import in `source` that a reader of its first lines would not see, and for
    every one that is made too early.
    """
    tree = parse(source)
    found = []
    for node in ast.walk(tree):
        where = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call) and called(node) in BY_NAME and name not in REGISTRIES:
            found.append(f"{where} imports by name, which only {', '.join(REGISTRIES)} may")
        elif isinstance(node, ast.Attribute) and node.attr == "modules":
            found.append(f"{where} touches sys.modules")
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.extend(
                f"{name}:{line} imports {imported} inside {node.name}"
                for line, imported, _ in imports(node, name, is_package)
                if not is_late(imported) and name not in REGISTRIES
            )
    if name not in LATE:
        only_types = typing_only(tree)
        found.extend(
            f"{name}:{line} imports {imported} before it is needed"
            for line, imported, function in imports(tree, name, is_package)
            if function is None and is_late(imported) and line not in only_types
        )
    return found


def is_late(imported):
    """Say whether an imported name is a module of LATE, or in one."""
    return any(within(imported, late) for late in LATE)


def test_imports_are_at_the_top_of_a_module_and_late_ones_in_functions():
    found = offences(hidden_imports, FIRMWARE)
    assert not found, found


@pytest.mark.parametrize(
    "source",
    [
        "def later():\n    from . import scoring",
        "class Later:\n    def now(self):\n        import json",
        "game = __import__('cardtable.games.demos.rules')",
        "import sys\ndel sys.modules['cardtable.games.demos.rules']",
        "from . import corrections",
        "from .corrections import name",
    ],
)
def test_a_hidden_import_is_seen(source):
    assert len(hidden_imports("cardtable.engine.table", source)) == 1


def circles(graph):
    """Return the groups of two and more modules that import each other, directly or by way of others."""
    found = []

    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for other in graph[todo.pop()]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    beyond = {name: reached(name) for name in graph}
    for name in sorted(graph):
        group = [other for other in sorted(graph) if other in beyond[name] and name in beyond[other]]
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


TABLEHOST = [row for row in MODULES if not on_micropython(row[0])]


def imported_modules(modules):
    """Return which of these modules each of them imports, at its top or in a function."""
    names = {name for name, _ in modules}
    graph = {}
    for name, path in modules:
        known = set()
        for _, imported, _ in imports(parse(path.read_text()), name, path.name == "__init__.py"):
            known.add(imported if imported in names else imported.rpartition(".")[0])
        graph[name] = known & names - {name}
    return graph


@pytest.mark.parametrize("modules", [FIRMWARE, TABLEHOST], ids=["cardtable", "tablehost"])
def test_no_module_imports_itself_by_way_of_others(modules):
    assert circles(imported_modules(modules)) == []


def room(name):
    """Return the room of a module of the host, which is a folder; None on the ground floor."""
    top = name.split(".")[1:2]
    return top[0] if top and (HOST / "tablehost" / top[0]).is_dir() else None


def known_rooms():
    """Return which rooms each room of the host imports."""
    modules = [row for row in TABLEHOST if within(row[0], "tablehost")]
    graph = {room(name): set() for name, _ in modules}
    for name, known in imported_modules(modules).items():
        graph[room(name)].update(room(other) for other in known)
    graph.pop(None)
    return {name: known - {name, None} for name, known in graph.items()}


def test_no_room_of_the_host_knows_itself_by_way_of_others():
    assert circles(known_rooms()) == []


def test_the_table_of_rooms_is_the_house():
    """Each room is above those that it knows, and knows all that it may."""
    graph = known_rooms()
    messages = {"messages"}
    assert {name: known - messages for name, known in graph.items() if name not in messages} == {
        name: set(known.split()) for name, known, _ in ROOMS
    }
    for number, (_, known, _) in enumerate(ROOMS):
        assert set(known.split()) <= {name for name, _, _ in ROOMS[:number]}


def test_few_rooms_know_each_other():
    graph = known_rooms()
    assert len(graph) >= LEAST_ROOMS
    assert sum(map(len, graph.values())) <= MOST_PAIRS


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="pairs of rooms: see MOST_PAIRS, goal 75")
def test_the_goal_of_pairs_is_reached():
    assert sum(map(len, known_rooms().values())) <= GOAL_PAIRS


def test_no_room_is_too_large():
    names = [name for name, _, _ in ROOMS if name not in LARGE]
    files = {name: [*(HOST / "tablehost" / name).rglob("*.py")] for name in names}
    lines = {name: sum(path.read_bytes().count(b"\n") for path in paths) for name, paths in files.items()}
    assert not {name: number for name, number in lines.items() if not 0 < number <= MOST_LINES}


def test_the_registry_of_verbs_is_imported_by_no_verb():
    graph = imported_modules(TABLEHOST)
    assert {name for name, known in graph.items() if "tablehost.cli.command" in known} == {
        "tablehost.__main__"
    }


def imports_by_name(name, source, is_package=False):
    """Return the places in the module `name` that import by name, where only registries may."""
    nodes = [node for node in ast.walk(parse(source)) if isinstance(node, ast.Call)]
    return [
        f"{name}:{node.lineno}" for node in nodes if called(node) in BY_NAME and name not in HOST_REGISTRIES
    ]


def test_imports_by_name_are_made_by_registries():
    found = offences(imports_by_name, TABLEHOST)
    assert not found, found


NAMELESS = [row for row in FIRMWARE + TABLEHOST if row[0].split(".")[1:2] not in (["games"], ["languages"])]


def has_docstring(node):
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return isinstance(node, kinds) and ast.get_docstring(node, False) is not None


def named_games(name, source, is_package=False):
    """Return a sentence for each place in the module `name` that names a game, but in docstrings."""
    tree = parse(source)
    documents = {id(node.body[0].value) for node in ast.walk(tree) if has_docstring(node)}
    found = []
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        text = getattr(node, "id", getattr(node, "attr", getattr(node, "module", ""))) or text
        if id(node) not in documents and any(game in str(text).lower() for game in GAMES):
            found.append(f"{name}:{node.lineno} names a game")
    return found


def test_no_game_is_named_outside_its_folder():
    found = offences(named_games, NAMELESS)
    assert not found, found


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (named_games, "GAME = 'democracy'"),
        (named_games, "def demos(): pass\ndemos()"),
        (imports_by_name, "__import__('json')"),
    ],
)
def test_an_offence_is_found_with_its_place(check, source):
    (line,) = check("tablehost.link.port", source)
    assert line.startswith("tablehost.link.port:")


def test_a_circle_is_seen():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}
    assert circles(graph) == [["a", "b", "c"]]


@pytest.mark.parametrize(
    "name, source",
    [
        ("cardtable.engine.cards", "import cardtable.wire.frames"),
        ("cardtable.engine.cards", "from cardtable import controller"),
        ("cardtable.engine.cards", "from ..wire import frames"),
        ("cardtable.engine.cards", "import time"),
        ("cardtable.games", "__import__('cardtable.drivers.piezo')"),
        ("cardtable.wire.frames", "from cardtable.engine import cards"),
        ("cardtable.drivers.piezo", "def build():\n    import machine"),
        ("cardtable.controller.input.presence", "from cardtable.drivers import mfrc522"),
        ("cardtable.micro", "import cardtable.wire"),
        ("cardtable.languages", "from cardtable.controller import words"),
        ("cardtable.engine.cards", "from cardtable import languages"),
        ("boards.pico_6pads", "import machine"),
        ("boards.pico_6pads", "def other():\n    import rp2"),
        ("boards.pico_6pads", "from cardtable.engine import cards"),
        ("frozen.main", "import cardtable.games"),
        ("tablehost.referee.shadow", "if TYPE_CHECKING:\n    from cardtable.controller import pads"),
        ("tablehost.referee.shadow", "import boards.pico_6pads"),
        ("tablehost.cli.command", "def main():\n    import serial.tools.list_ports"),
        ("tablehost.journal.store", "from tablehost.cli import log"),
        ("tablehost.errors", "def later():\n    from tablehost.console.output import tell"),
        ("tablehost.people.room", "from tablehost.games.demos import narration"),
        ("tablehost.link.conversation", "from tablehost.virtual import pico"),
        ("tablehost.wiring.verb", "from cardtable_boards.drawings import parts"),
        ("cardtable_boards.drawings.parts", "from cardtable_boards.pcb import order"),
    ],
)
def test_a_trespass_is_seen(name, source):
    assert len(trespasses(name, source)) == 1


@pytest.mark.parametrize(
    "name, source",
    [
        ("cardtable.engine.cards", "from cardtable.micro import const\nfrom . import asks"),
        ("cardtable.controller.loop", "from cardtable import games\nfrom cardtable import wire"),
        ("cardtable.drivers.piezo", "if TYPE_CHECKING:\n    from machine import PWM"),
        ("boards.pico_6pads", "def build():\n    import machine\n    def inner():\n        import rp2"),
        ("tablehost.cli.command", "from cardtable import __version__\nimport tablehost.virtual.room"),
        ("tablehost.virtual.room", "from cardtable.drivers import mfrc522\nimport boards.pico_6pads"),
        ("tablehost.link.discovery", "from tablehost.firmware import boards"),
        ("tablehost.games.demos.people", "from tablehost.people import room"),
        ("tablehost.link.port", "def open_port():\n    import serial"),
    ],
)
def test_what_is_allowed_passes(name, source):
    assert trespasses(name, source) == []


@pytest.mark.parametrize(
    "source",
    ["try:\n    x()\nexcept:\n    pass", "raise A from B", "'1'.zfill(3)", "from typing import Any"],
)
def test_a_trap_is_seen(source):
    assert len(traps("cardtable.wire.frames", source)) == 1
