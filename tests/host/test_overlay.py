"""Modules that are laid over frozen ones: on 32-bit MicroPython, with a folder for what is frozen."""

import json
import subprocess

import pytest

import mp32
import own_game
from tablehost.flashing import overlay
from tablehost.plugins import own

PACKAGE = {
    "pk/__init__.py": "",
    "pk/d.py": "D = 'frozen d'",
    "pk/sub/__init__.py": "",
    "pk/sub/a.py": "from . import b, c\nfrom ..d import D\nTOLD = (b.NAME, c.NAME, D)",
    "pk/sub/b.py": "NAME = 'frozen b'",
    "pk/sub/c.py": "NAME = 'frozen c'",
    "pk/sub/e.py": "NAME = 'frozen e'",
}
PROGRAM = """
import sys
sys.path.insert(0, "frozen")
sys.path.insert(0, {frozen!r})
import overlay
print(overlay.load("aa"))
from pk.sub import a
print(a.TOLD)
"""


@pytest.fixture
def run(tmp_path, needs_mp32):
    """run(files): the output of a start, with these files next to that package."""

    def run(files):
        rows = {f"frozen/{path}": text for path, text in PACKAGE.items()}
        for path, text in {**rows, **files}.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        words = PROGRAM.format(frozen=str(mp32.ROOT / "firmware" / "frozen"))
        words = words.replace('load("aa")', f'load("aa", {str(tmp_path)!r})')
        command = [mp32.MP32, "-c", words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


CHANGED = {
    "changed/order": "aa\npk.sub.b\npk.sub.e\n*pk.sub.c\n",
    "changed/pk.sub/c.py": "from . import b, e\nNAME = 'new c, ' + b.NAME + ', ' + e.NAME",
}


def test_one_changed_module_of_a_package_runs_and_the_rest_stays_frozen(run):
    loaded, told = run(CHANGED)
    assert told == "('frozen b', 'new c, frozen b, frozen e', 'frozen d')"
    assert loaded.startswith("(['pk.sub.c'], '+")


def test_what_was_changed_for_another_program_is_not_loaded(run):
    loaded, told = run({**CHANGED, "changed/order": CHANGED["changed/order"].replace("aa", "ab")})
    assert loaded == "([], '', [])" and "frozen c" in told


def test_a_folder_without_its_order_is_not_loaded(run):
    """Files that an interrupted writing leaves."""
    loaded, told = run({"changed/pk.sub/c.py": "NAME = 'new'"})
    assert loaded == "([], '', [])" and "frozen c" in told


def test_what_is_the_tables_own_runs_with_any_program_and_is_in_its_digest(run):
    digests = set()
    for name in ("one", "two"):
        loaded, told = run({"own/order": "any\n*pk.d\n", "own/pk/d.py": f"D = '{name}'"})
        assert f"'{name}'" in told and loaded.startswith("([], '+")
        digests.add(loaded)
    assert len(digests) == 2


def test_the_game_plays_with_laws_from_the_files(tmp_path, needs_mp32):
    """Those that `cardtable flash --laws` writes."""
    file = tmp_path / "mine.jsonl"
    law = {"id": "B03", "c": "blue", "k": "B", "fx": [{"op": "direction", "dir": "left"}]}
    file.write_text(json.dumps(law) + "\n")
    for path, data in overlay.laws(file)(()).files.items():
        target = tmp_path / path[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    frozen = str(mp32.ROOT / "firmware" / "frozen")
    words = f"""
import sys
sys.path.insert(0, {frozen!r})
import overlay
print(overlay.load("aa", {str(tmp_path)!r}))
from cardtable.games.democrazy import law, own_laws
print(law.rows_of(dict(deck="own")), own_laws.__file__)
"""
    words = f"import sys\nsys.path.insert(0, {str(mp32.LIBRARY)!r})" + words
    done = subprocess.run([mp32.MP32, "-c", words], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    loaded, told = done.stdout.splitlines()
    assert loaded.startswith("([], '+") and told.startswith("('B03 black own direction dir=left',)")
    assert str(tmp_path) in told


GAME = """
import sys
sys.path[:0] = [{library!r}, {frozen!r}]
import overlay
_, behind, games = overlay.load("aa", {root!r}, {names!r})
print(behind, games)
from cardtable import languages
from cardtable.games import registry
for name, digest in games:
    registry.add(name, digest)
    languages.add(registry.words(name))
print(registry.NAMES, registry.capabilities())
print(languages.Language("fr").sentence("prompt", "deal"))
from cardtable.games.democracy import rules
if games:
    from cardtable.engine import match
    print(match.new(registry.load("prizes"), 3, {{}}).dump())
"""


@pytest.fixture
def loaded(tmp_path, needs_mp32, registry):
    """loaded(names of frozen modules, modules of the game): what a table with the game of the page says."""

    def loaded(names=(), **modules):
        game = own.read(own_game.put(tmp_path))
        for path, data in overlay.game(game)(()).files.items():
            target = tmp_path / path[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(modules.get(target.stem, data))
        frozen = str(mp32.ROOT / "firmware" / "frozen")
        words = GAME.format(library=str(mp32.LIBRARY), frozen=frozen, root=str(tmp_path), names=names)
        done = subprocess.run([mp32.MP32, "-c", words], capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, done.stderr
        return game, done.stdout.splitlines()

    return loaded


def test_a_game_on_the_files_is_one_of_the_tables_games(loaded):
    game, (behind, has, words, match) = loaded()
    assert behind.startswith("+") and f"('prizes', '{game.digest}')" in behind, "as the computer has it"
    assert "'prizes'" in has and f"'{game.ability}'" in has and "cards to each" in words
    assert match == "['prizes', 3, [5], [0, 4096, None, False, [0, 0, 0]], 1]"


def test_a_game_that_cannot_be_loaded_is_left_out_and_the_table_starts(loaded):
    for module, text in (("rules", b"from ...engine import nothing"), ("words", b"WORDS = (")):
        _, told = loaded(**{module: text})
        assert "The game prizes cannot be loaded:" in told and "'prizes'" not in told[-2]


def test_a_game_whose_name_a_later_image_has_is_left_out(loaded):
    _, told = loaded(("cardtable.games.prizes.rules",))
    assert "itself" in told[0] and "'prizes'" not in told[-2]
