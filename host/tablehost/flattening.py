"""Modules without packages, in the program that goes to a Pico.

MicroPython keeps three texts of a module in memory for ever, even of one that is only borrowed: its full
name, its name in its package, its path. So on the device all modules lie side by side. A module of the table
or the rulebook that nobody looks for by a name put together gets one that MicroPython has in flash: that
costs nothing, and makes the path short. The others have their last name; of two that share that, or with a
module of MicroPython's own, the package stands before it. Texts of the program that name a module, or begin
the name of one, are written anew: nobody else than who imports may spell a module's name. What little a
package says itself (`__version__`) stands with whoever imports it.
"""

import ast
from collections import Counter
from collections.abc import Collection

from tablehost.renaming import Trees, origin_of
from tablehost.rom import FREE

Values = dict[str, ast.Constant]  # by name

TAKEN = frozenset(
    """
    array asyncio binascii bluetooth builtins cmath collections cryptolib deflate dht ds18x20 errno framebuf
    gc hashlib heapq io json lwip machine math micropython mip neopixel network ntptime onewire os platform
    random re requests rp2 select socket ssl struct sys time tls uctypes urequests vfs webrepl websocket
    """.split()
)  # what an import finds before it looks for a file, or what makers have beside


HIDDEN = ("cardtable.controller", "cardtable.rulebook", "cardtable.wire")  # packages only we import from
_LEAST = 4  # letters of a text that may be part of a module's name


def _hidden(trees: Trees, kept: Collection[str]) -> list[str]:
    """The modules that are only looked for by names that stand whole in the program, in order. Where a text
    begins the names of a package's modules, another text may end one.
    """
    texts = {
        node.value
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    ends = tuple(text for text in texts if len(text) >= _LEAST)
    found = []
    for module in sorted(trees):
        package, _, last = module.rpartition(".")
        put_together = f"{package}." in texts and last.endswith(ends)
        if package in HIDDEN and module not in kept and not put_together:
            found.append(module)
    return found


def flat_names(modules: list[str], hidden: Collection[str] = ()) -> dict[str, str]:
    """What each of these modules, given by their full names, is called on the device. `hidden`: those whose
    names nobody spells.
    """
    lasts = Counter(module.rpartition(".")[2] for module in modules)
    flat = dict(zip(hidden, sorted(FREE, key=lambda name: (len(name), name)), strict=False))
    for module in modules:
        if module in flat:
            continue
        package, _, last = module.rpartition(".")
        shared = lasts[last] > 1 or (package and last in TAKEN)
        flat[module] = f"{package.rpartition('.')[2]}_{last}" if shared else last
    if len(set(flat.values())) < len(flat):
        raise SyntaxError(f"two modules would have one name: {sorted(flat.values())}")
    return flat


def flatten(trees: Trees, kept: Collection[str] = ()) -> dict[str, str]:
    """Write the programs for modules that lie side by side; packages that hold nothing are gone. Returns what
    each module is called then, by its full name. `kept`: modules that keep their names. Raises SyntaxError.
    """
    packages = {module.rpartition(".")[0] for module in trees} - {""}
    said = {}
    for module in packages & trees.keys():
        values = _values(trees[module])
        if values is not None:
            said[module] = values
            del trees[module]
    flat = flat_names(sorted(trees), _hidden(trees, kept))
    for module, tree in list(trees.items()):
        writer = _Writer(module, [*trees, *said], flat, packages, said)
        for node in ast.walk(tree):
            writer.write(node)
    programs = list(trees.items())
    trees.clear()
    for module, tree in programs:
        trees[flat[module]] = tree
    return flat


def _values(tree: ast.Module) -> Values | None:
    """The plain values that a module gives names, if it holds nothing else."""
    found = {}
    for node in tree.body:
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign) and isinstance(value, ast.Constant):
            found[ast.unparse(node.targets[0])] = value
        elif not isinstance(node, ast.Pass) and not isinstance(value, ast.Constant):
            return None
    return found


class _Writer:
    def __init__(
        self,
        module: str,
        modules: list[str],
        flat: dict[str, str],
        packages: set[str],
        said: dict[str, Values],
    ) -> None:
        self._module = module
        self._modules = modules
        self._flat = flat
        self._packages = packages
        self._said = said

    def write(self, node: ast.AST) -> None:
        for _, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [self._import(one) if isinstance(one, ast.ImportFrom) else one for one in value]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = self._text(node.value)

    def _text(self, text: str) -> str:
        if text in self._flat and "." in text:
            return self._flat[text]
        package = text[:-1]
        return "" if text[-1:] == "." and package in self._packages else text

    def _import(self, node: ast.ImportFrom) -> ast.stmt:
        origin = origin_of(node, self._module, self._modules)
        if len(node.names) == 1 and node.names[0].name in self._said.get(origin, {}):
            name = node.names[0]
            return ast.parse(
                f"{name.asname or name.name} = {ast.unparse(self._said[origin][name.name])}"
            ).body[0]
        whole = [f"{origin}.{alias.name}" for alias in node.names]
        modules = [name for name in whole if name in self._flat]
        if modules and len(modules) < len(whole):
            raise SyntaxError(f"{self._module}: a module and what is in one: {ast.unparse(node)}")
        if modules:
            names = [
                ast.alias(self._flat[name], alias.asname or alias.name)
                for name, alias in zip(whole, node.names, strict=True)
            ]
            return ast.Import([ast.alias(n.name, None if n.asname == n.name else n.asname) for n in names])
        if origin in self._flat:
            node.module, node.level = self._flat[origin], 0
        return node
