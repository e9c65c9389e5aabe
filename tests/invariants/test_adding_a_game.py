"""docs/develop/adding-a-game.md: the game on the page, built in a copy of the project and played."""

import json
import shutil
import sys

import pytest

from doc_page import Page

# Each test of the conformance suite over this one game; the commands of the page run it over all.
CONFORMANCE = """
import sys
sys.path[:0] = ["tests/portable"]
import conformance as suite
from cardtable.games import registry as games
suite.games_here = lambda: [games.load("prizes")]
tests = sorted(name for name in dir(suite) if name.startswith("test_"))
for name in tests:
    getattr(suite, name)()
for seed in range(20):
    suite.go(games.load("prizes"), 2 + seed % 5, seed, every=3, clumsy=4)
print(len(tests), suite.__file__)
"""

# A game like that of the page with a pack, players, figures and card faces of its own.
GEMS = {
    'NAME = "prizes"': 'NAME = "gems"\nPACK = pack.PACK',
    "cards.rank_of(card)": "card",
    "cards.rank_of(prize[0])": "prize[0]",
}
GEMS |= {"[cards.card(suit, rank) for suit in range(4) for rank in range(1, 14)]": "list(range(60))"}
GEMS |= {"from ...engine import cards\n": "from . import pack\n"}
PACK = """\"\"\"Names of the gems.\"\"\"\n\nPACK = ((0, 60, "G", 2, ""),)\n"""
IMPORT = "from .democrazy import pack as democrazy\n"
GEMS_TOO = "from .gems import pack as gems\n"
GEMS_ON_THE_HOST = """
from tablehost.people.room import Room as UsualRoom
from tablehost.plugins.narration import Words as UsualWords
from tablehost.printing.faces import Face, Pile


class Words(UsualWords):
    def __init__(self, players=()):
        super().__init__(players)
        self.kinds["prize"] = lambda line: "  the gem " + line["prize"]


class Room(UsualRoom):
    def ok(self, person, what, args, pads):
        return [("key", person.seat, 2)] if what == "" else super().ok(person, what, args, pads)


COUNTED = [("gems won", lambda fact: (fact["winner"] is not None, 1) if fact["kind"] == "prize" else (0, 0))]
DECKS = {"gems": lambda: tuple(range(60))}


def faces(wanted):
    drawn = [Face(f"G{card + 1:02}", "<text>gem</text>") for card in wanted.game.deck(4, {})]
    return [Pile("gems", "", drawn)]
"""


# The tests of the page's commands that see the new game.
CONCERNED = "prizes or named_outside or by_way_of_others or (display and not people_read)"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page in a copy, with its words made into modules: without them no player gets a prompt."""
    page = Page("develop/adding-a-game.md", tmp_path_factory.mktemp("game"))
    page.run("make catalogues")
    return page


def test_conformance(page):
    count, file = page.run(sys.executable, "-c", CONFORMANCE).split()
    assert int(count) >= 4
    assert file.startswith(str(page.folder))


def test_every_command(page):
    """The project's own run has tested all that is tested there of other games only: see CONFORMANCE."""
    commands = [command for command in page.commands if not command.startswith("MICROPYPATH=")]
    for command in commands:
        page.run(command, only=CONCERNED)
    assert len(commands) == 8


def test_its_options_have_texts_in_each_language(page):
    told = page.run(".venv/bin/cardtable games prizes --lang fr")
    assert "les cartes d'une main, et les prix [5]" in told
    told = [page.run(f".venv/bin/cardtable rules prizes -o hand=3 --lang {lang}") for lang in ("en", "fr")]
    assert "Everybody bids with 3 cards for 3 prizes." in told[0] and "Chacun a 3 cartes" in told[1]


def test_the_player_who_thinks_is_used(page):
    simulate = ".venv/bin/cardtable simulate prizes --games 60 --players 2 --seed 1"
    told = page.run(simulate + " --bots sensible,random --json 2>/dev/null")
    figures = json.loads(told)["data"]
    assert 0 < figures["lost_prizes"]["value"] < 0.5
    first, second = (seat["wins"]["value"] for seat in figures["seats"])
    assert first > second, "thinking helps"
    played = page.run(".venv/bin/cardtable play prizes --players 3 --pace 0 --seed 5 -o hand=2")
    assert "Ada " in played and "takes it" in played


def test_without_a_presentation_it_is_played_as_well(page):
    lore = page.folder / "host/tablehost/games/prizes/__init__.py"
    aside = lore.rename(page.folder / "prizes.py")
    try:
        told = page.run(".venv/bin/cardtable simulate prizes --games 3 --seed 1")
        assert "random" in told and "sensible" not in told
        refused = page.run(".venv/bin/cardtable simulate prizes --games 3 --bots sensible; test $? = 2")
        assert "there is: random" in refused
        played = page.run(".venv/bin/cardtable play prizes --players 3 --pace 0 --seed 5 -o hand=2")
        assert "prize: n 1, prize " in played and " points" not in played
    finally:
        aside.rename(lore)


def test_on_micropython(page, needs_mp32):
    [command] = [command for command in page.commands if command.startswith("MICROPYPATH=")]
    assert "ok test_scenarios.test_prizes_match\n" in page.run(command)


def test_the_open_log_tells_the_match(page):
    play = ".venv/bin/cardtable play prizes --players 6 --pace 0 --seed 5 -o hand=3 --json"
    told = [json.loads(line) for line in page.run(play + " 2>/dev/null").splitlines()]
    kinds = [line["kind"] for line in told]
    assert kinds == ["match", "seated", "deal", "prize", "prize", "prize", "result"]
    prizes = told[3:6]
    assert [line["prize"] for line in prizes] == told[2]["pool"]
    assert prizes[-1]["totals"] == told[-1]["totals"]


def test_a_game_may_own_pack_players_figures_and_faces(page):
    """No other file knows of it but the registry."""
    table, host = (page.folder / top / "games/gems" for top in ("firmware/lib/cardtable", "host/tablehost"))
    rules = (table.parent / "prizes/rules.py").read_text()
    for old, new in GEMS.items():
        assert old in rules
        rules = rules.replace(old, new)
    for folder, files in (
        (table, {"__init__": "", "rules": rules, "pack": PACK}),
        (host, {"__init__": GEMS_ON_THE_HOST}),
    ):
        folder.mkdir()
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text)
    registry = table.parent / "registry.py"
    rows = registry.read_text().replace("NAMES = [\n", 'NAMES = [\n    "gems",\n')
    registry.write_text(rows.replace("(None, ", "(None, gems.PACK, ").replace(IMPORT, IMPORT + GEMS_TOO))
    shutil.rmtree(page.folder / "home", ignore_errors=True)  # its virtual table has the decks of before
    command = ".venv/bin/cardtable "
    told = json.loads(page.run(command + "simulate gems --games 5 --players 4 --seed 1 --json 2>/dev/null"))
    assert 0 < told["data"]["gems_won"]["value"] <= 1
    played = page.run(command + "play gems --players 3 --pace 0 --seed 5 -o hand=2")
    assert "the gem G" in played and " won: " in played
    page.run(command + "cards gems --out printed")
    assert "gem" in next((page.folder / "printed").glob("*.svg")).read_text()
    told = page.run(command + "deck enrol mine gems -t sim: --pace 0 --json")
    assert json.loads(told.splitlines()[-1])["data"]["kind"] == "gems"
