"""House rules: a custom game that changes a game of the program, on the computer and on a table."""

import shutil
import subprocess

import pytest

import mp32
from cardtable.engine import match as matches
from cardtable.engine.cards import parse
from cardtable.games import registry as games
from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.flashing import overlay
from tablehost.people import bare_match, kinds
from tablehost.plugins import own

pytestmark = pytest.mark.usefixtures("registry")
ISLANDS = mp32.ROOT / "docs" / "develop" / "islands"
AT_ONCE = ["--players", "3", "--pace", "0", "--seed", "5", "-o", "target=1"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("CARDTABLE", raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def play(game, seed):
    """Return all facts of a match by players who think, and its winners."""
    minds = [kinds.mind(kinds.of(game)[0], game) for seat in range(4)]
    played = bare_match.begin(matches.new(game, 4, {}), seed, minds).play()
    return played.facts, played.winners


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("base", own.PROGRAM)
def test_without_a_change_it_is_the_game_that_it_changes(here, base, registry):
    assert main(["new-game", "beach", "--change", base]) == 0
    assert sum(path.stat().st_size for path in (here / "beach").iterdir()) < 5000
    assert main(["own", "beach"]) == 0
    beach, original = registry.load("beach"), registry.load(base)
    assert (beach.NAME, beach.BASE, beach.REVISION) == ("beach", base, 1)
    assert beach.rules.__name__ == "cardtable.games.beach.rules"
    assert play(beach, "1") == play(original, "1")


def test_the_sample_is_a_few_lines_and_plays_with_its_own_deck(capfd, registry):
    assert sum(len(path.read_text().splitlines()) for path in ISLANDS.glob("*.py")) <= 80
    assert main(["own", str(ISLANDS)]) == 0
    deck = set(registry.load("islands").deck(3, matches.new(registry.load("islands"), 3, {}).options))
    plain = set(registry.load("democracy").deck(3, matches.new(registry.load("democracy"), 3, {}).options))
    assert deck ^ plain == {parse("5S"), parse("7S#2")}
    assert main(["play", "islands", *AT_ONCE]) == 0
    capfd.readouterr()
    assert main(["verify", "last"]) == 0
    assert "judged again by the rules" in capfd.readouterr().out


def test_a_changed_module_reaches_those_that_import_its_functions_by_name(here, capsys, registry):
    """The rules import `deal` as a module, the scoring its functions by name."""
    before = play(registry.load("democracy"), "1")
    assert main(["new-game", "beach", "--change", "democracy/deal,rules"]) == 0
    assert main(["own", "beach"]) == 0
    edit(here / "beach" / "deal.py", "return 45 if is_expanded(seats, options) else 25", "return 11")
    assert main(["simulate", "beach", "--games", "1", "--jobs", "1"]) == 0
    assert "beach has changed in" in capsys.readouterr().err
    changed = play(registry.load("beach"), "1")
    assert play(registry.load("democracy"), "1") == before, "the game of the program is as it was"
    assert changed != before


def test_a_module_is_added_later_and_none_is_written_over(here, capsys):
    main(["new-game", "beach", "--change", "democracy/trick"])
    edit(here / "beach" / "trick.py", '"""', '"""Changed. ')
    assert main(["new-game", "beach", "--change", "democracy/trick,scoring"]) == 0
    assert "Changed" in (here / "beach" / "trick.py").read_text()
    assert sorted(path.stem for path in (here / "beach").iterdir()) == [
        "base", "change", "scoring", "trick", "words",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "status", "cure"),
    [
        ("democracie", 3, "democracy"),
        ("democracy/tricks", 3, "trick"),
        ("democracy/nothing", 3, "scoring"),
        ("demos", 2, "another name"),
    ],
)
def test_what_cannot_be_changed_is_refused_with_the_cure(here, change, status, cure, capsys):
    main(["new-game", "beach", "--change", "democracy"])
    before = {path: path.read_text() for path in here.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert main(["new-game", "beach", "--change", change]) == status
    assert cure in capsys.readouterr().err
    assert {path: path.read_text() for path in here.rglob("*") if path.is_file()} == before


# What is written in place of what in `base`, or in a copy of `scoring`; the file that is named, and a word.
FAULTS = {
    "no base": ("base", '"democracy"', '"whist"', "base.py", "democracy"),
    "a base that is computed": ("base", '"democracy"', '"demo" + "cracy"', "base.py", "--change"),
    "a module too few": ("base", "trick ", "", "base.py", "trick"),
    "a module too many": ("base", "trick ", "trick tricks ", "base.py", "tricks"),
    "a module too early": ("base", "deal scoring", "scoring deal", "scoring.py", "deal"),
    "a module later": ("scoring", "from .deal", "from . import trick\nfrom .deal", "scoring.py", "trick"),
    "another revision": ("base", "REVISION = 2", "REVISION = 1", "base.py", "BASE_REVISION = 2"),
    "another name": ("change", 'NAME = "beach"', 'NAME = "island"', "change.py", "island"),
    "no deck": ("change", "REVISION = 1", "REVISION = 1\ndeck = None", "change.py", "deck"),
    "a fault in a change": ("change", "REVISION = 1", "REVISION = 1\nnothing()", "change.py", "nothing"),
    "a mind of three": ("change", "REVISION = 1", "def choose(a, b, c): pass", "change.py", "choose"),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_named_with_its_file_and_cure(here, what):
    module, old, new, file, word = FAULTS[what]
    main(["new-game", "beach", "--change", "democracy/scoring"])
    edit(here / "beach" / f"{module}.py", old, new)
    with pytest.raises(Trouble) as trouble:
        own.read(here / "beach")
    assert file in f"{trouble.value.message} {trouble.value.hint}"
    assert word in f"{trouble.value.message} {trouble.value.hint}"


def test_with_other_rules_below_it_waits_and_says_what_to_do(here, tmp_path, monkeypatch, registry):
    main(["new-game", "beach", "--change", "democracy"])
    main(["own", "beach"])
    monkeypatch.setitem(games.REVISIONS, "democracy", 3)
    for name in [one for one in registry.NAMES if one not in own.PROGRAM]:
        registry.NAMES.remove(name)
    [trouble] = own.register(tmp_path / "home" / "own_games")
    assert "revision 2" in trouble.message and "BASE_REVISION = 3" in trouble.hint
    assert "beach" not in registry.NAMES


TABLE = """
import sys
sys.path[:0] = [{library!r}, {frozen!r}]
from cardtable.games import registry
registry.REVISIONS["democracy"] = {revision}
import overlay
_, _, games = overlay.load("aa", {root!r})
for name, digest in games:
    registry.add(name, digest)
    from cardtable.engine import match
    from cardtable.engine.cards import text
    game = registry.load(name)
    print(game.NAME, game.BASE, digest, [text(c) for c in game.deck(3, match.new(game, 3, {{}}).options)])
    print(sorted(one for one in sys.modules if one.startswith("cardtable.games.democracy.")))
    print(sys.modules["cardtable.games.islands.scoring"].__file__)
    print(sys.modules["cardtable.games.islands.rules"].scoring.DOUBLED)
    from cardtable.games.democracy import rules
    print(rules.__name__, hasattr(rules.scoring, "DOUBLED"))
"""


def at_table(tmp_path, revision=2):
    """Return the game on the files of a table, and what MicroPython says there."""
    shutil.copytree(ISLANDS, tmp_path / "islands")
    scoring = mp32.LIBRARY / "cardtable" / "games" / "democracy" / "scoring.py"
    text = own.house_rules.without_types(scoring.read_text())
    (tmp_path / "islands" / "scoring.py").write_text(text + "\n\nDOUBLED = True\n")
    game = own.read(tmp_path / "islands", own.MOST_AT_TABLE)
    for path, data in overlay.game(game)(()).files.items():
        target = tmp_path / path[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    frozen = str(mp32.ROOT / "firmware" / "frozen")
    words = TABLE.format(library=str(mp32.LIBRARY), frozen=frozen, root=str(tmp_path), revision=revision)
    done = subprocess.run([mp32.MP32, "-c", words], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return game, done.stdout.splitlines()


def test_a_table_has_the_changed_modules_from_its_files_and_the_rest_from_its_image(tmp_path, needs_mp32):
    game, (told, loaded, file, doubled, others) = at_table(tmp_path)
    assert told.startswith(f"islands democracy {game.digest} ") and "'7S#2'" in told and "'5S'" not in told
    assert loaded == "[]", "the game of the image takes no memory"
    assert str(tmp_path) in file and doubled == "True"
    assert others == "cardtable.games.democracy.rules False"


def test_a_table_with_other_rules_leaves_it_out_and_starts(tmp_path, needs_mp32):
    _, told = at_table(tmp_path, revision=3)
    assert told[0] == "The game islands cannot be loaded:" and "other rules of democracy" in told[-1]
