"""Games of one's own: their folders are checked, and kept for the host where every command finds them.

Such a folder is shaped like one of firmware/lib/cardtable/games: `rules.py` is all that is required;
docs/develop/adding-a-game.md describes it. A table has it on its files (firmware/frozen/overlay.py), the host
in `own_games/NAME` of its data folder: `top` is that `own_games`. Both know it by the digest of its files.

A game is a program, and a data folder may come from elsewhere. So a game is loaded only after its owner added
it on this computer: the hash of its files is then in the user's configuration. The modules are made of the
bytes that were hashed; bytecode and other files in the folder are never read. The folder that a game was
added from is in the configuration, too: before a match begins, `renew` takes the game as it is there now.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import keyword
import os
import shutil
import stat
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import cardtable.engine as engine
import cardtable.games as package
from cardtable import languages
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.asks.base import MOST_SEATS
from cardtable.engine.game import DATA, FUNCTIONS
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError
from cardtable.games import registry as games
from tablehost import folders, messages
from tablehost.errors import NOT_FOUND, USAGE, VERSION_SKEW, Trouble, did_you_mean
from tablehost.files import save_text
from tablehost.firmware import texts
from tablehost.plugins import house_rules, presentation
from tablehost.plugins.house_rules import BASE, CHANGE, Base
from tablehost.types import Letters, Values

SAID = messages.Catalogue("own")

RULES = "rules.py"
WORDS = "words.py"
TESTS = "test_"  # so the names of its tests begin: no table has them
DIGITS = 8
MOST_BYTES = 256 << 10  # of all its modules
MOST_AT_TABLE = 32 << 10  # of them: a table compiles them at each start, and keeps them in its heap
MOST_NAME = 16
MOST_STATE = 400  # bytes of the match between stages, as JSON: a record fits a line of 500
PROGRAM = tuple(games.NAMES)  # the games that are not one's own
MAY_IMPORT = ("cardtable.engine", "cardtable.micro")
NO_CALLS = ("open", "exec", "eval", "__import__", "input")
KINDS = ("prompt", "about", "cue", "refusal", "fact", "told", "term", "choice", "option", "card")
FIRST_FIELDS = {"seated": ("pads",), "void": ("why",), "result": ("winners", "totals")}


class OwnGame(NamedTuple):
    """`files`: what its modules hold, by the names of their files."""

    name: str
    files: dict[str, bytes]

    @property
    def hash(self) -> str:
        """Return the SHA-256 of its files."""
        whole = hashlib.sha256()
        for name, data in sorted(self.files.items()):
            whole.update(f"{self.name}/{name} {hashlib.sha256(data).hexdigest()}\n".encode())
        return whole.hexdigest()

    @property
    def digest(self) -> str:
        """Return the digest of its files, as a table that has it sends it."""
        return self.hash[:DIGITS]

    @property
    def ability(self) -> str:
        """Return the word for it in the hello of a table that has it."""
        return f"{self.name}={self.digest}"


class _Fault(Exception):
    """A fault at a line of a module. `cure`: how to correct it."""

    def __init__(self, file: str, line: int, about: str, cure: str) -> None:
        super().__init__(about)
        self.file, self.line, self.about, self.cure = file, line, about, cure


class WrongReturn(ValueError):
    """A function of a custom game returned what it may not. `line`: where it begins."""

    def __init__(self, function: Callable[..., object], about: str) -> None:
        super().__init__(about)
        self.line = function.__code__.co_firstlineno


# -- the games that the host has -----------------------------------------------------------------------------


class _Modules(MetaPathFinder, Loader):
    """The importer of the games of one's own: it makes their modules of the bytes in `kept`."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[Path, OwnGame]] = {}

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Return how a module of a kept game is loaded, None for all others."""
        name, _, module = fullname.removeprefix(package.__name__ + ".").partition(".")
        if name not in self.kept or not fullname.startswith(package.__name__ + "."):
            return None
        folder, game = self.kept[name]
        origin = _origin(folder, game, module) if module else folder
        if origin is None:
            return None
        spec = ModuleSpec(fullname, self, origin=str(origin), is_package=not module)
        spec.has_location = bool(module)
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the module; the package of a game is empty."""
        name, _, part = module.__name__.removeprefix(package.__name__ + ".").partition(".")
        if not part:
            return
        folder, game = self.kept[name]
        origin = Path(str(module.__file__))
        text = game.files[origin.name] if origin.parent == folder else origin.read_bytes()
        exec(compile(text, str(origin), "exec"), module.__dict__)
        if origin.name == RULES and games.OWN.get(name):
            add_words(name)  # its sentences come with its rules


def _origin(folder: Path, game: OwnGame, module: str) -> Path | None:
    """Return the file of a module: in the folder of the game, else in the game that it changes; or None."""
    if f"{module}.py" in game.files:
        return folder / f"{module}.py"
    base = _base_of(game)
    return house_rules.list_modules(base.game).get(module) if base and base.is_current else None


def _base_of(game: OwnGame) -> Base | None:
    """Return the game of the program that this one changes, None for a whole one. Raises _Fault."""
    if BASE not in game.files:
        return None
    base = house_rules.read_base(_parsed(BASE, game.files[BASE]))
    if base is None or base.game not in PROGRAM:
        raise _Fault(BASE, 1, SAID("game-no-base"), SAID("game-no-base-hint", names=", ".join(PROGRAM)))
    return base


def is_game(path: Path) -> bool:
    """True for a folder that has the rules of a game, or names the game that it changes."""
    return any((path / one).is_file() for one in (RULES, BASE))


def _main_file(path: Path) -> str:
    return RULES if (path / RULES).is_file() else BASE


def folder_of(name: str) -> Path:
    """Return the folder of a custom game that this computer has."""
    return _MODULES.kept[name][0]


def add_words(name: str) -> None:
    """Add the sentences of a loaded game to those of the table."""
    languages.add(games.words(name))
    texts.sentences.cache_clear()
    texts.terms.cache_clear()


_MODULES = _Modules()
sys.meta_path.insert(0, _MODULES)


def _trust_file() -> Path:
    """Return the path of the list of trusted games: a line each, its hash and its name."""
    return folders.config() / "trusted_games"


def _trusted() -> set[str]:
    """Return the hashes of the games whose owner added them on this computer."""
    try:
        lines = _trust_file().read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return {line.partition(" ")[0] for line in lines}


def _trust(game: OwnGame) -> None:
    """Have this game loaded from now on. Raises Trouble."""
    if game.hash in _trusted():
        return
    try:
        _trust_file().parent.mkdir(parents=True, exist_ok=True)
        with _trust_file().open("a", encoding="utf-8") as file:
            file.write(f"{game.hash} {game.name}\n")
    except OSError as error:
        about = SAID("game-not-kept", path=_trust_file(), why=messages.reason(error))
        raise Trouble("NOT_WRITTEN", about, SAID("game-not-kept-hint")) from error


def register(top: Path) -> list[Trouble]:
    """Add the trusted games of one's own on this computer to the registry, and run none of them; return the
    troubles with the others.
    """
    troubles: list[Trouble] = []
    trusted = _trusted()
    try:
        paths = sorted(top.iterdir()) if top.is_dir() else []
    except OSError as error:
        return [_unreadable(top, error)]
    for path in paths:
        try:
            if path.name in PROGRAM or path.name.startswith(".") or not is_game(path):
                continue
            game = OwnGame(path.name, _files(path))
        except OSError as error:
            troubles.append(_unreadable(path, error))
            continue
        if game.hash in trusted:
            base = _base_of(game)
            if base and not base.is_current:
                troubles.append(_other_base(path, base))
                continue
            if _MODULES.kept.get(game.name) != (path, game):
                _forget(game.name)
                _MODULES.kept[game.name] = path, game
            games.add(game.name, game.digest)
        else:
            about = SAID("game-untrusted", name=game.name)
            troubles.append(Trouble("UNTRUSTED_GAME", about, SAID("game-untrusted-hint", path=path)))
    return troubles


def _other_base(path: Path, base: Base) -> Trouble:
    now = games.REVISIONS[base.game]
    about = SAID("game-other-base", path=path, base=base.game, revision=base.revision, now=now)
    return _trouble(about, SAID("game-other-base-hint", path=path, now=now), VERSION_SKEW)


def _unreadable(path: Path, error: OSError) -> Trouble:
    about = SAID("game-kept-unreadable", path=path, why=messages.reason(error))
    return Trouble("BAD_GAME", about, SAID("game-kept-unreadable-hint", path=path))


def install(game: OwnGame, top: Path) -> tuple[Path, bool]:
    """Keep a game on this computer, trust it and add it to the registry; return its folder, and whether
    another version was replaced. Raises Trouble.
    """
    _trust(game)
    target = top / game.name
    there = OwnGame(game.name, _files(target)) if target.is_dir() else None
    if there != game:
        try:
            folders.make(top)
            beside = top / f".{game.name}.new"
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir()
            for name, data in game.files.items():
                (beside / name).write_bytes(data)
            if there is not None:
                shutil.rmtree(target)
            beside.rename(target)
        except OSError as error:
            about = SAID("game-not-kept", path=target, why=messages.reason(error))
            raise Trouble("NOT_WRITTEN", about, SAID("game-not-kept-hint")) from error
    register(top)
    return target, there is not None and there != game


def _folders_file() -> Path:
    """Return the path of the list of folders that games were added from: a line each, name and path."""
    return folders.config() / "game_folders"


def _folders() -> dict[str, str]:
    """Return the folder that each game was added from on this computer, by its name."""
    try:
        lines = _folders_file().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    return {name: path for name, _, path in (line.partition(" ") for line in lines) if path}


def follow(name: str, path: Path) -> None:
    """Have `renew` take this game from this folder from now on. Raises Trouble."""
    known = _folders()
    here = str(path.resolve())
    if known.get(name) != here and len(here.splitlines()) == 1:
        rows = sorted({**known, name: here}.items())
        try:
            save_text(_folders_file(), "".join(f"{one} {folder}\n" for one, folder in rows))
        except Trouble as trouble:
            raise Trouble(trouble.code, trouble.message, SAID("game-not-kept-hint")) from trouble


def renew(name: str) -> str:
    """Keep a game of one's own as it is now in the folder that it was added from; return the words for that,
    "" if nothing has changed there, or others could have changed it. Raises Trouble: it has a fault.
    """
    path = Path(_folders().get(name, ""))
    main = path / _main_file(path)
    if name not in games.OWN or path.name != name or not _is_ours(main) or not _is_ours(path):
        return ""
    try:
        if OwnGame(name, _files(path)).digest == games.OWN[name]:
            return ""
    except OSError as error:
        about = SAID("game-unreadable", path=path, why=messages.reason(error))
        raise _trouble(about, SAID("game-unreadable-hint"), NOT_FOUND) from error
    install(read(path), folders.own_games())
    return SAID("game-renewed", game=name, path=path)


def _is_ours(path: Path) -> bool:
    """Return True for a file or folder that is there, and in which no other user of this computer writes."""
    try:
        known = path.stat()
    except OSError:
        return False
    return not hasattr(os, "geteuid") or (known.st_uid == os.geteuid() and not known.st_mode & stat.S_IWOTH)


def unknown_game(name: str) -> Trouble:
    """Return the trouble with a recorded match of a game that this computer does not have."""
    hint = SAID("game-unknown-hint")
    return Trouble("UNKNOWN_GAME", SAID("game-unknown", name=name), hint, NOT_FOUND)


def check_table(capabilities: Values, name: str) -> None:
    """Raise Trouble if a game of one's own is not on the table with this hello, or is another one there."""
    if name not in games.OWN:
        return
    theirs = [str(word) for word in capabilities if str(word).startswith(name + "=")]
    if theirs == [f"{name}={games.OWN[name]}"]:
        return
    code = "game-differs" if theirs else "game-not-on-table"
    hint = SAID("game-not-on-table-hint", path=folder_of(name))
    raise Trouble(code.upper().replace("-", "_"), SAID(code, name=name), hint, VERSION_SKEW)


def _files(path: Path) -> dict[str, bytes]:
    """Return the modules in this folder; `__init__.py`, which is empty, and its tests are none of them. No
    more is read of a file than a game may have.
    """
    files = {}
    for one in sorted(path.glob("*.py")):
        if one.name != "__init__.py" and not one.name.startswith(TESTS) and one.is_file():
            with one.open("rb") as file:
                files[one.name] = file.read(MOST_BYTES + 1)
    return files


def _forget(name: str) -> None:
    """Have the modules of this game loaded again when they are imported next."""
    top = f"{package.__name__}.{name}"
    for one in [one for one in sys.modules if one == top or one.startswith(top + ".")]:
        del sys.modules[one]
    if hasattr(package, name):
        delattr(package, name)


# -- the check of a folder -----------------------------------------------------------------------------------


def read(path: Path, most: int = MOST_BYTES) -> OwnGame:
    """Return the game in this folder, of so many bytes at most. Its rules are run for this. Raises Trouble
    that names file, line and cure.
    """
    if not is_game(path):
        raise _trouble(SAID("no-game-there", path=path, file=RULES), SAID("no-game-there-hint"), NOT_FOUND)
    name = path.resolve().name
    check_name(name, SAID("bad-game-name-hint"))
    deeper = [one.name for one in sorted(path.iterdir()) if one.is_dir() and one.name[0] not in "_."]
    if deeper:
        raise _trouble(SAID("game-has-folders", path=path / deeper[0]), SAID("game-has-folders-hint"))
    try:
        with _faults_named(path):
            return _checked(path, name, most)
    except OSError as error:
        about = SAID("game-unreadable", path=path, why=messages.reason(error))
        raise _trouble(about, SAID("game-unreadable-hint"), NOT_FOUND) from error


def _checked(path: Path, name: str, most: int) -> OwnGame:
    """Return the game in this folder. Raises Trouble, _Fault and OSError."""
    game = OwnGame(name, _files(path))
    size = sum((path / one).stat().st_size for one in game.files)
    if size > most:
        about = SAID("game-too-large", path=path, size=size, most=most)
        raise _trouble(about, SAID("game-too-large-hint"))
    trees = {file: _parsed(file, data) for file, data in game.files.items()}
    if (path / "__init__.py").exists():
        _check_empty(_parsed("__init__.py", (path / "__init__.py").read_bytes()))
    names = [one.removesuffix(".py") for one in trees]
    base = _base_of(game)
    if base:
        names += house_rules.list_modules(base.game)
        _check_base(path, base, trees)
    for file, tree in trees.items():
        _check_module(file, tree, names)
    with _loaded(path, game) as rules:
        file = RULES if base is None else CHANGE if CHANGE in trees else BASE
        _check_rules(name, rules, file, trees[file])
        if WORDS in trees:
            _check_words(games.words(name), trees[WORDS])
    return game


def _check_base(path: Path, base: Base, trees: Mapping[str, ast.Module]) -> None:
    """Check the game that is changed, and the order in which a table loads it. Raises Trouble and _Fault."""
    if not base.is_current:
        raise _other_base(path, base)
    texts = house_rules.list_modules(base.game)
    line = _line_of(trees[BASE], "MODULES")
    for name in base.modules:
        if name not in texts and f"{name}.py" not in trees:
            raise _Fault(BASE, line, SAID("game-no-module", name=name), SAID("game-order-hint"))
    for name in sorted(texts.keys() - set(base.modules)):
        raise _Fault(BASE, line, SAID("game-unlisted", name=name), SAID("game-order-hint"))

    def parsed(module: str) -> ast.Module:
        file = f"{module}.py"
        return trees[file] if file in trees else house_rules.parse(texts[module])

    early = house_rules.find_early(base, parsed)
    if early:
        module, at, name = early
        file, at = (f"{module}.py", at) if f"{module}.py" in trees else (BASE, line)
        about = SAID("game-order", name=name, module=module)
        raise _Fault(file, at, about, SAID("game-order-hint"))


def check_name(name: str, hint: str) -> None:
    """Raise Trouble, with this hint, unless a game of one's own may have this name."""
    if not name.isidentifier() or not name.isascii() or name != name.lower() or len(name) > MOST_NAME:
        raise _trouble(SAID("bad-game-name", name=name, most=MOST_NAME), hint)
    if keyword.iskeyword(name) or name in PROGRAM:
        raise _trouble(SAID("taken-game-name", name=name), hint)
    if any(one.stem == name for at in _packages() for one in at.glob("*")):
        raise _trouble(SAID("taken-game-name", name=name), hint)


def _trouble(about: str, hint: str, exit: int = USAGE) -> Trouble:
    return Trouble("BAD_GAME", about, hint, exit)


def _packages() -> list[Path]:
    """Return the folders whose modules a game of the same name would be taken for."""
    return [Path(str(games.__file__)).parent, presentation.FOLDER]


def _parsed(file: str, data: bytes) -> ast.Module:
    try:
        return ast.parse(data.decode("utf-8"), filename=file)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _Fault(file, line, SAID("game-not-utf8"), SAID("game-not-utf8-hint")) from None
    except (SyntaxError, ValueError) as error:  # a zero byte
        line, why = (error.lineno or 1, error.msg) if isinstance(error, SyntaxError) else (1, str(error))
        raise _Fault(file, line, SAID("game-syntax", why=why), SAID("game-syntax-hint")) from None


def _check_empty(tree: ast.Module) -> None:
    for node in tree.body:
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            raise _Fault("__init__.py", node.lineno, SAID("game-init"), SAID("game-init-hint"))


def _check_module(file: str, tree: ast.Module, siblings: list[str]) -> None:
    """Check what this module imports, and that MicroPython has all its syntax."""
    for node in ast.walk(tree):
        line: int = getattr(node, "lineno", 1)
        if isinstance(node, ast.Import | ast.ImportFrom):
            for wanted in _imported(node):
                _check_import(file, line, wanted, siblings)
        lacking = _not_on_micropython(node)
        if lacking:
            about = SAID("game-lacking", what=lacking)
            raise _Fault(file, line, about, SAID("game-lacking-hint"))
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            raise _Fault(file, line, SAID("game-float", what=node.value), SAID("game-float-hint"))
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            raise _Fault(file, line, SAID("game-float", what="/"), SAID("game-float-hint"))
        if isinstance(node, ast.Name) and node.id in NO_CALLS:
            raise _Fault(file, line, SAID("game-call", name=node.id), SAID("game-call-hint"))


def _imported(node: ast.Import | ast.ImportFrom) -> list[tuple[int, str, str]]:
    """Return (level, module, name or "") of each import of a statement."""
    if isinstance(node, ast.Import):
        return [(0, alias.name, "") for alias in node.names]
    return [(node.level, node.module or "", alias.name) for alias in node.names]


def _check_import(file: str, line: int, wanted: tuple[int, str, str], siblings: list[str]) -> None:
    level, module, name = wanted
    if level == 1:
        one = module or name
        if one not in siblings:
            cure = did_you_mean(one, siblings) or SAID("game-imports-hint")
            raise _Fault(file, line, SAID("game-no-module", name=one), cure)
        return
    base = ["cardtable"] if level == 3 else []
    whole = ".".join([*base, module] if module else base)
    places = (whole, f"{whole}.{name}")
    if level not in (0, 3) or not any(_is_within(one, may) for one in places for may in MAY_IMPORT):
        about = SAID("game-imports", name="." * level + (module or name))
        raise _Fault(file, line, about, SAID("game-imports-hint"))
    parts = [part for part in whole.split(".")[1:] if part != "engine"]
    at = Path(engine.__path__[0], *parts)
    if _is_within(whole, "cardtable.engine") and not at.is_dir() and not at.with_suffix(".py").is_file():
        raise _Fault(file, line, SAID("game-no-module", name=whole), SAID("game-imports-hint"))


def _is_within(name: str, top: str) -> bool:
    return name == top or name.startswith(top + ".")


def _not_on_micropython(node: ast.AST) -> str:
    """Return the syntax of this node that MicroPython lacks, "" if none."""
    if isinstance(node, ast.Match):
        return "match"
    if isinstance(node, ast.TryStar):
        return "except*"
    if type(node).__name__ == "TypeAlias" or getattr(node, "type_params", None):
        return "type"
    if isinstance(node, ast.arguments) and node.posonlyargs:
        return "/"
    if isinstance(node, ast.Dict) and None in node.keys:
        return "{**a}"
    if isinstance(node, ast.List | ast.Set | ast.Tuple) and not isinstance(
        getattr(node, "ctx", None), ast.Store
    ):
        return "[*a]" if any(isinstance(one, ast.Starred) for one in node.elts) else ""
    if isinstance(node, ast.comprehension) and node.is_async:
        return "async for"
    return ""


@contextlib.contextmanager
def loaded(path: Path) -> Iterator[GameRules]:
    """Load the game in this folder until the end of the block, without keeping it. Raises Trouble."""
    game = read(path)
    with _faults_named(path), _loaded(path, game) as rules:
        yield rules


@contextlib.contextmanager
def _faults_named(path: Path) -> Iterator[None]:
    """Raise Trouble that names file, line and cure for a fault within the block."""
    try:
        yield
    except _Fault as fault:
        where = SAID("line", path=path / fault.file, number=fault.line)
        raise _trouble(f"{where}{messages.colon()}{fault.about}", fault.cure) from None


@contextlib.contextmanager
def _loaded(path: Path, game: OwnGame) -> Iterator[GameRules]:
    """Load the rules in this folder until the end of the block. Raises _Fault."""
    name = game.name
    kept, digest = _MODULES.kept.get(name), games.OWN.get(name)
    _forget(name)
    _MODULES.kept[name] = path.resolve(), game
    games.add(name, "")
    try:
        try:
            yield games.load(name)
        except _Fault:
            raise
        except Exception as error:  # rules of one's own may fail in any way
            file, line = _place(path, error)
            raise _Fault(file, line, _describe(error), SAID("game-syntax-hint")) from error
    finally:
        _forget(name)
        del _MODULES.kept[name]
        if kept is not None:
            _MODULES.kept[name] = kept
        if digest is None:
            games.NAMES.remove(name)
            del games.OWN[name]
        else:
            games.add(name, digest)


def locate_failure(name: str, error: Exception) -> str:
    """Return the file and the line of a loaded game where this error arose, and the error."""
    path = _MODULES.kept[name][0]
    file, line = _place(path, error)
    where = SAID("line", path=path / file, number=line)
    return f"{where}{messages.colon()}{_describe(error)}"


def _describe(error: Exception) -> str:
    """Return what failed: a sentence of ours, or of Python."""
    if isinstance(error, WrongReturn):
        return str(error)
    return SAID("game-fails", why=f"{type(error).__name__}: {error}")


def _place(path: Path, error: Exception) -> tuple[str, int]:
    """Return the file of this folder and the line where an error arose last."""
    top = path.resolve()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == top:
            return Path(frame.filename).name, frame.lineno or 1
    return _main_file(path), error.line if isinstance(error, WrongReturn) else 1


def _line_of(tree: ast.Module, name: str) -> int:
    """Return the line where a module gives this name a value; 1 if it does not."""
    for node in tree.body:
        named = [node.name] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.Assign):
            named = [one.id for one in node.targets if isinstance(one, ast.Name)]
        if name in named:
            return node.lineno
    return 1


def _check_rules(name: str, rules: GameRules, file: str, tree: ast.Module) -> None:
    """Check what the module in this file offers, see `cardtable.engine.game`. Raises _Fault."""

    def fault(at: str, code: str, **values: object) -> _Fault:
        return _Fault(file, _line_of(tree, at), SAID(code, **values), SAID(f"{code}-hint", **values))

    for one in DATA + FUNCTIONS:
        if not hasattr(rules, one) or (one in FUNCTIONS and not callable(getattr(rules, one))):
            raise fault(one, "game-lacks", name=one)
    if rules.NAME != name:
        raise fault("NAME", "game-other-name", name=rules.NAME, meant=name)
    if rules.choose is not None and not _takes_two(rules.choose):
        raise fault("choose", "game-choose")
    seats = rules.SEATS
    if not (_is_pair(seats) and 1 <= seats[0] <= seats[1] <= MOST_SEATS):
        raise fault("SEATS", "game-seats", most=MOST_SEATS)
    if rules.BASE not in (None, *PROGRAM):
        raise fault("BASE", "game-base", names=", ".join(PROGRAM))
    if rules.PACK != (None if rules.BASE is None else games.load(rules.BASE).PACK):
        raise fault("PACK", "game-pack")
    if not _are_texts(rules.STATE) or "pads" not in rules.STATE:
        raise fault("STATE", "game-state")
    facts = rules.FACTS
    if not isinstance(facts, dict) or not all(_are_texts(fields) for fields in facts.values()):
        raise fault("FACTS", "game-facts", kind="seated", fields=FIRST_FIELDS["seated"])
    for kind, fields in FIRST_FIELDS.items():
        if tuple(facts.get(kind, ()))[: len(fields)] != fields:
            raise fault("FACTS", "game-facts", kind=kind, fields=fields)
    if type(rules.REVISION) is not int or rules.REVISION < 1:
        raise fault("REVISION", "game-revision")
    for row in rules.OPTIONS:
        if not _is_option(row, range(seats[0], seats[1] + 1), rules.BASE is not None):
            raise fault("OPTIONS", "game-option", row=row)
    for count in range(seats[0], seats[1] + 1):
        match = matches.new(rules, count, {})
        try:
            size = len(json.dumps(match.dump(), separators=(",", ":")))
        except (AttributeError, TypeError) as error:
            raise fault("new_match", "game-not-plain", why=str(error)) from None
        if size > MOST_STATE:
            raise fault("STATE", "game-state-long", size=size, most=MOST_STATE)
        deck = rules.deck(count, match.options)
        if (
            not deck
            or len(set(deck)) != len(deck)
            or not all(_is_card(one, cards.names_of(rules)) for one in deck)
        ):
            raise fault("deck", "game-deck")
        if not callable(rules.next_stage(match)):
            raise fault("next_stage", "game-next-stage")


def _takes_two(value: object) -> bool:
    """Return True for a function of the module that takes a task and a hand."""
    if not isinstance(value, FunctionType) or value.__code__.co_kwonlyargcount:
        return False
    most = value.__code__.co_argcount
    return most - len(value.__defaults__ or ()) <= 2 <= most


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(one) is int for one in value)


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _is_card(value: object, names: Letters) -> bool:
    try:
        return isinstance(value, int) and cards.parse(cards.text(value, names), names) == value
    except (ValueError, KeyError, IndexError):
        return False


def _is_option(row: tuple[Any, ...], seats: range, is_copy: bool) -> bool:
    """Return True if this is a row of OPTIONS, with a default that it allows, and a meaning, which a copy has
    from its base.
    """
    try:
        name, choices, default = row[:3]
        meaning = "" if is_copy and len(row) == 3 else row[3]
        numbers = choices[0] == "int"
        if not (isinstance(name, str) and isinstance(meaning, str) and isinstance(choices, tuple)):
            return False
        if numbers and not (len(choices) == 3 and type(choices[1]) is int):
            return False
        values = [default(count) for count in seats] if callable(default) else [default]
        return all(matches.read_option(row, one) == one for one in values)
    except (OptionError, TypeError, ValueError, IndexError):
        return False


def find_wordless(name: str, asked: Iterable[str]) -> dict[str, list[str]]:
    """Return the codes of these prompts that have no sentence, by language. `name`: of a loaded game."""
    codes, own_words, base = dict.fromkeys(asked), games.words(name), games.load(name).BASE
    found = {}
    for language in languages.CODES:
        there = {*languages.load(language).KEYS, *own_words.get(language, {})}
        found[language] = [
            code
            for code in codes
            if there.isdisjoint((f"prompt {code}", f"prompt {name}/{code}", f"prompt {base}/{code}"))
        ]
    return {language: lacking for language, lacking in found.items() if lacking}


def _check_words(words: dict[str, dict[str, str]], tree: ast.Module) -> None:
    """Check the sentences: language -> `kind code` -> text. Raises _Fault."""
    at = _line_of(tree, "WORDS")
    good = isinstance(words, dict) and set(words) and set(words) <= set(languages.CODES)
    for rows in words.values() if good else ():
        for key, text in rows.items() if isinstance(rows, dict) else [("", "")]:
            kind, _, code = str(key).partition(" ")
            good = good and kind in KINDS and bool(code) and isinstance(text, str)
    if not good:
        raise _Fault(WORDS, at, SAID("game-words"), SAID("game-words-hint", kinds=", ".join(KINDS)))
