"""Games of one's own on the computer: what is wrong with a folder, and what a computer does with one."""

import contextlib
import importlib.util
import json
import py_compile
import sys
from xml.etree import ElementTree

import pytest

import own_game
from cardtable.games import registry as games
from tablehost.cli.command import main
from tablehost.cli.verbs import VERBS
from tablehost.errors import Trouble
from tablehost.journal.adoption import adopt, find_reasons
from tablehost.journal.store import Journal
from tablehost.plugins import own
from tablehost.printing import faces, sprite

pytestmark = pytest.mark.usefixtures("registry")
RULES = own_game.rules()
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
PLAY = ["play", "prizes", "--players", "3", "--pace", "0", "--seed", "5", "-o", "hand=2", "--json"]


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CARDTABLE", raising=False)


def test_the_game_of_the_page_is_sound_and_its_digest_is_of_its_bytes(tmp_path):
    path = own_game.put(tmp_path)
    (path / "__init__.py").write_text('"""Prizes."""\n')
    (path / "README.md").write_text("not for the table")
    game = own.read(path)
    assert sorted(game.files) == ["rules.py", "words.py"]
    (path / "rules.py").write_text(RULES + "# a remark\n")
    assert own.read(path).digest != game.digest
    assert not (path / "__pycache__").exists(), "nothing was written there"


# A text of the rules, another one in its place; how the line begins that is named; a word of the trouble.
FAULTS = {
    "syntax": ("options):", "options)", "def deck", "expected ':'"),
    "an import of the host": ('NAME = "p', 'import time\nNAME = "p', "import time", "time"),
    "of another game": ('NAME = "p', 'from ..demos import cards\nNAME = "p', "from ..demos", "demos"),
    "of the registry": ('NAME = "p', 'from ..registry import REVISIONS\nNAME = "p', "from ..reg", "registry"),
    "of a module that is not there": ('NAME = "p', 'from . import bids\nNAME = "p', "from . import", "bids"),
    "of no module of the engine": ("engine.players", "engine.people", "from ...engine.people", "people"),
    "no name of a module": ("import take_seats", "import seats", "from ...engine.players", "ImportError"),
    "a float": ("DEALER = 0", "DEALER = 0.0", "DEALER", "0.0"),
    "a division": ("match.totals = [0]", "match.totals = [0 / 1]", "match.totals = [0 / 1]", "//"),
    "a file": ("DEALER = 0", 'DEALER = open("x")', "DEALER", "open"),
    "an unpacked dict": ("DEALER = 0", "DEALER = {**{}}", "DEALER", "{**a}"),
    "another name": ('NAME = "prizes"', 'NAME = "price"', "NAME", "price"),
    "no seats": ("SEATS = (2, 6)", "SEATS = (2, 60)", "SEATS", "SEATS"),
    "no function": ("def winners(", "def losers(", '"""Prizes', "winners"),
    "no pads": ('STATE = ("pads", ', "STATE = (", "STATE", "pads"),
    "a field that is not set": ('"totals")\nF', '"totals", "more")\nF', "def new_match", "more"),
    "no facts of its end": ('"result": ("winners", "totals")', '"result": ("totals",)', "FACTS", "result"),
    "a default beyond its choices": ('2, 7), 5, "', '2, 7), 8, "', "OPTIONS", "hand"),
    "an option without a meaning": (', "cards in a hand, and prizes")', ")", "OPTIONS", "hand"),
    "a card twice": ("range(1, 14)]", "range(1, 14)] * 2", "def deck", "once"),
    "a long state": ("[0] * match.seats", "[0] * 200", "STATE", "400"),
    "no script": ("        return take_seats", "        return None", "def next_stage", "next_stage"),
    "cards of its own": ("DEALER = 0", "PACK = 0", "PACK", "PACK"),
    "of no revision": ("DEALER = 0", "REVISION = 0", "REVISION", "whole number"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_reported_with_file_line_and_cure(tmp_path, what):
    old, new, at, word = FAULTS[what]
    text = RULES.replace(old, new, 1)
    assert text != RULES
    path = own_game.put(tmp_path, rules=text)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if row.lstrip().startswith(at))
    with pytest.raises(Trouble) as trouble:
        own.read(path)
    assert f"{path / 'rules.py'}, line {line}" in trouble.value.message
    assert word in trouble.value.message + trouble.value.hint and trouble.value.hint


@pytest.mark.parametrize("name", ["demos", "registry", "Prizes", "a-game", "a" * 17])
def test_a_name_that_is_taken_or_is_none_is_refused(tmp_path, name):
    with pytest.raises(Trouble) as trouble:
        own.read(own_game.put(tmp_path, name))
    assert name in trouble.value.message and "rename" in trouble.value.hint


def test_other_faults_of_a_folder_are_found(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    large = own_game.put(tmp_path / "large", more="#" * own.MOST_AT_TABLE)
    deep = own_game.put(tmp_path / "deep")
    (deep / "bids").mkdir()
    words = own_game.put(tmp_path / "words", words='WORDS = {"en": {"deal": "Deal"}}')
    begun = own_game.put(tmp_path / "begun", __init__="import os")
    told = [(empty, "rules.py"), (large, "32768"), (deep, "bids"), (words, "line 1"), (begun, "line 1")]
    for path, word in told:
        with pytest.raises(Trouble) as trouble:
            own.read(path, own.MOST_AT_TABLE)
        assert word in trouble.value.message


def test_a_computer_that_has_the_game_plays_it_at_the_virtual_table(tmp_path, capfd):
    assert main(["own", str(own_game.put(tmp_path))]) == 0
    assert main(PLAY) == 0
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines() if line.startswith("{")]
    assert [line["kind"] for line in told][-3:] == ["prize", "prize", "result"]
    assert main(["verify", "last"]) == 0 and main(["games", "prizes"]) == 0


def test_another_version_of_a_game_takes_its_place_and_that_is_said(tmp_path, capsys):
    path = own_game.put(tmp_path)
    main(["own", str(path)])
    assert "takes the place" not in capsys.readouterr().out
    (path / "rules.py").write_text(RULES.replace("(2, 6)", "(2, 5)"))
    main(["own", str(path)])
    assert "takes the place" in capsys.readouterr().out
    assert main(["games"]) == 0 and "2-5 players" in capsys.readouterr().out


def test_without_the_game_its_match_is_kept_and_what_is_missing_is_said(tmp_path, capfd, registry):
    path = own_game.put(tmp_path)
    main(["own", str(path)])
    main(PLAY)
    kept = tmp_path / "home" / "own_games" / "prizes"
    kept.rename(tmp_path / "aside")
    registry.NAMES.remove("prizes")
    capfd.readouterr()
    for verb in ("log", "verify", "replay"):
        assert main([verb, "last"]) == 3
        assert "does not have the game prizes" in capfd.readouterr().err
    (tmp_path / "aside").rename(kept)
    assert main(["verify", "last"]) == 0


@pytest.fixture
def marker(tmp_path, monkeypatch):
    """A data folder from elsewhere: every module of its game, bytecode included, writes this file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    marker = tmp_path / "it ran"
    text = f"__import__('pathlib').Path({str(marker)!r}).touch()\n"
    games_there = tmp_path / "home" / "own_games"
    path = own_game.put(games_there, rules=text + RULES, words=text + own_game.WORDS, __init__=text)
    (games_there / "demos.py").write_text(text)
    (games_there / "__init__.py").write_text(text)
    for file in ("rules", "words"):
        py_compile.compile(str(path / f"{file}.py"), doraise=True)
    return marker


@pytest.mark.parametrize("words", [[], ["--help"], ["--version"], *([verb, "--help"] for verb in VERBS)])
def test_no_help_of_a_verb_runs_a_game_of_a_foreign_folder(marker, words, capsys):
    with contextlib.suppress(SystemExit):
        main(words)
    assert "own game prizes is not trusted on this computer" in capsys.readouterr().err
    assert not marker.exists()


# Each verb that ends by itself, at work.
ACTS = [
    ["games"], ["games", "prizes"], ["games", "demos"], ["matches"], ["tables"], ["log"], ["replay"],
    ["verify"], ["export"], ["import", "no.jsonl"], ["simulate", "demos", "--games", "1"],
    ["simulate", "prizes"], ["rules", "demos"], ["cards", "prizes"], ["deck", "list"], ["say", "undo"],
    ["say", "pause"], ["say", "resume"], ["say", "end"], ["doctor"], ["completion", "bash"],
    ["flash", "-n"], ["wire"], ["--version"], ["help", "play"], ["laws", "no.jsonl"],
    ["play", "prizes"], PLAY,
    ["play", "democracy", "--players", "3", "--pace", "0", "--seed", "5", "-o", "target=1"],
]  # fmt: skip


@pytest.mark.parametrize("words", ACTS, ids=" ".join)
def test_no_verb_runs_a_game_of_a_foreign_folder(marker, words, capfd):
    with contextlib.suppress(SystemExit):
        main(words)
    assert "own game prizes is not trusted on this computer" in capfd.readouterr().err
    assert not marker.exists()


def test_a_game_is_trusted_as_it_was_added_and_no_other(tmp_path, monkeypatch, capsys, registry):
    """Bytecode next to it changes nothing; a changed letter does; help runs no game at all."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert main(["own", str(own_game.put(tmp_path))]) == 0
    assert (tmp_path / "config" / "cardtable" / "trusted_games").read_text().endswith(" prizes\n")
    kept = tmp_path / "home" / "own_games" / "prizes" / "rules.py"
    other = tmp_path / "other.py"
    other.write_text("raise SystemExit(99)\n")
    py_compile.compile(str(other), importlib.util.cache_from_source(kept), invalidation_mode=UNCHECKED)
    own._forget("prizes")
    assert main(["games", "prizes"]) == 0 and not capsys.readouterr().err
    own._forget("prizes")
    with contextlib.suppress(SystemExit):
        main(["--help"])
    assert not [name for name in sys.modules if name.startswith("cardtable.games.prizes")]
    kept.write_text(kept.read_text() + "# a letter more\n")
    registry.NAMES.remove("prizes")
    assert main(["games", "prizes"]) != 0 and "not trusted" in capsys.readouterr().err


def test_a_kept_game_that_cannot_be_used_hinders_no_other(tmp_path, capsys):
    (tmp_path / "home" / "own_games" / "prizes" / "rules.py").mkdir(parents=True)
    path = own_game.put(tmp_path / "home" / "own_games", "bids")
    assert main(["games"]) == 0
    said = capsys.readouterr()
    assert "demos" in said.out and "bids" not in said.out and "prizes" not in said.err
    assert "own game bids is not trusted on this computer" in said.err
    assert f"cardtable own {path}" in said.err


def test_a_match_begun_at_the_table_waits_for_its_game(tmp_path, capfd, registry):
    """The match is registered when the game is there, and no other match waits for that."""
    main(["own", str(own_game.put(tmp_path))])
    main(PLAY)
    main(["play", "democracy", "--players", "3", "--pace", "0", "--seed", "5", "-o", "target=1", "--json"])
    with Journal() as journal:
        [first, second] = journal.games()
        with journal.database.transaction() as db:
            db.execute("DELETE FROM notes")
            db.execute("DELETE FROM games")
        registry.NAMES.remove("prizes")
        assert [game.game for game in adopt(journal, first.uid, True)] == ["democracy"]
        assert adopt(journal, first.uid, True) == []
        assert [why.code for why in find_reasons(journal, first.uid)] == ["UNKNOWN_GAME"]
        registry.NAMES.append("prizes")
        [game] = adopt(journal, first.uid, True)
        assert (game.game, game.first_g, game.last_g) == ("prizes", first.first_g, second.first_g - 1)
        assert adopt(journal, first.uid, True) == [] == find_reasons(journal, first.uid)


def test_a_table_without_the_game_or_with_another_one_is_refused_it(tmp_path, registry):
    game = own.read(own_game.put(tmp_path))
    own.install(game, tmp_path / "kept")
    own.check_table([game.ability, "names"], "prizes")
    own.check_table([], "demos")
    for abilities, code in (([], "GAME_NOT_ON_TABLE"), (["prizes=00000000"], "GAME_DIFFERS")):
        with pytest.raises(Trouble) as trouble:
            own.check_table(abilities, "prizes")
        assert trouble.value.code == code and "cardtable flash --game" in trouble.value.hint


def test_a_computer_without_the_game_of_a_match_at_the_table_says_so_and_plays_on(tmp_path, capfd, registry):
    main(["own", str(own_game.put(tmp_path))])
    main(PLAY)
    with Journal() as journal, journal.database.transaction() as db:  # as if it had been begun at the table
        db.execute("DELETE FROM notes")
        db.execute("DELETE FROM games")
    (tmp_path / "home" / "own_games").rename(tmp_path / "aside")
    registry.NAMES.remove("prizes")
    capfd.readouterr()
    assert main(["play", "democracy", *PLAY[2:8], "-o", "target=1", "--json"]) == 0
    said = capfd.readouterr()
    assert said.err.count("does not have the game prizes") == 1 and "cardtable own" in said.err
    assert '"kind":"result"' in said.out


BEES = """
WORDS = {
    "en": {
        "prompt deal": "Day {0}: deal {1} cards to each and {1} face down as prizes, then OK: {who}",
        "card QH": "Queen of bees",
        "card 5": "Worker",
        "card H": "Bee",
    },
}
"""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_cards_of_a_custom_game_have_the_titles_of_its_words(tmp_path, lang):
    assert main(["own", str(own_game.put(tmp_path, words=BEES))]) == 0
    match = {"game": "prizes", "players": ["x"] * 3, "options": {}}
    root = ElementTree.fromstring(sprite.of_match(match, lang).encode())
    said = {one.get("id"): "".join(one.itertext()).strip() for one in root}
    found = {name: said[f"card-{name}"] for name in ("QH", "5H", "5C", "7H", "7C")}
    assert found == {"QH": "Queen of bees", "5H": "Worker", "5C": "Worker", "7H": "Bee", "7C": ""}
    wanted = faces.Selection(games.load("prizes"), 3, {"hand": 5}, lang)
    printed = {face.name: face.body for pile in faces.of_game(wanted) for face in pile.faces}
    assert "Queen of bees" in printed["QH"] and "Bee" not in printed["7C"]
