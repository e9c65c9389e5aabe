"""Programs in any language as players: they play matches, learn nothing that is hidden from their seat, and a
match goes on without them when they fail.
"""

import gc
import json
import pickle
import random
import re
import shutil
import sys
from pathlib import Path

import pytest

import crashing_table
from called_command import run
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable_lab.strong import Strong
from tablehost.errors import Trouble
from tablehost.people import bare_match, foreign, kinds
from tablehost.people import room as rooms
from tablehost.people.minds import Chosen
from tablehost.people.trusting_referee import TrustingReferee

ROOT = Path(__file__).resolve().parents[2]
BOTS = ROOT / "tests" / "support" / "bots"
PAGE = ROOT / "docs" / "develop" / "foreign-players.md"
SCHEMA = json.loads((ROOT / "docs" / "develop" / "foreign-players.schema.json").read_text())
DEALT, SHELL, NODE = BOTS / "dealt.py", BOTS / "first.sh", BOTS / "last.js"
MATCHES = (
    ("democracy", 3, {"target": 1}),
    ("demos", 4, {"max_rounds": 2, "no_trio": "points"}),
    ("demos", 4, {"mode": "2v2", "max_rounds": 2, "no_trio": "points"}),
    ("democrazy", 4, {"stack_top": 5, "stack_bottom": 5}),
    ("democrazy", 5, {"stack_top": 5, "stack_bottom": 5, "private_law": "on", "chip_record": "counted"}),
)
KEEPING = """import sys
for line in sys.stdin:
    print(line, file=open(%r, "a"), end="")
    if '"n"' in line:
        print(0, flush=True)
"""


def against_two(path, failures):
    """The minds of Democracy for this program and two players who decide by lot."""
    game = games.load("democracy")
    return [kinds.mind(path, game, tell=failures.append), *[kinds.mind("random", game)] * 2]


def play(name, seats, options, seed, minds):
    """Play a match; return its facts."""
    match = matches.new(games.load(name), seats, options)
    return bare_match.begin(match, seed, minds, fidget=0).play().facts


def program(folder, text):
    """Return the path of a program in Python."""
    path = folder / "bot.py"
    path.write_text(text)
    return str(path)


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def keeping(tmp_path):
    """A program that takes the first option, and the file in which it keeps the lines it got."""
    told = tmp_path / "told.jsonl"
    return program(tmp_path, KEEPING % str(told)), told


# -- matches -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [DEALT, SHELL, NODE], ids=lambda bot: bot.name)
@pytest.mark.parametrize("game", games.NAMES)
def test_a_bot_plays_a_match(game, bot, capsys):
    if bot == NODE and shutil.which("node") is None:
        pytest.skip("missing: node; to get it: apt install nodejs")
    assert len(bot.read_text().splitlines()) <= 20
    words = [
        "simulate",
        game,
        "--players",
        4,
        "--games",
        1,
        "--seed",
        1,
        "--bots",
        f"sensible,{bot}",
        "--json",
    ]
    status, out, err = run(capsys, *words)
    assert status == 0 and bot.name not in err, err
    assert [seat["plays"] for seat in json.loads(out)["data"]["seats"]] == ["sensible", str(bot)] * 2


def test_the_same_seed_gives_the_same_match():
    game = games.load("demos")
    minds = [[kinds.mind(str(DEALT), game) for _ in range(3)] for _ in range(3)]
    first, second, other = (play("demos", 3, {}, seed, some) for seed, some in zip((1, 1, 2), minds))
    assert first == second != other


def test_a_program_hears_of_the_whole_match_and_of_its_end(keeping):
    path, told = keeping
    minds = against_two(path, [])
    play("democracy", 3, {"target": 1}, 1, minds)
    minds.clear()
    gc.collect()
    hello, *decisions, bye = lines_of(told)
    assert hello["hello"] == "cardtable/1" and (hello["seat"], hello["players"]) == (0, 3)
    assert hello["options"]["target"] == 1 and "5S" in hello["deck"] and bye == {"bye": True}
    assert [one["n"] for one in decisions] == list(range(1, len(decisions) + 1))
    assert all(set(one["options"]) <= set(one["hand"]) for one in decisions if one["kind"] == "card")


def test_it_is_not_asked_in_the_minds_of_strong_players(keeping):
    path, told = keeping
    game = games.load("democracy")
    asked = []
    mind = kinds.mind(path, game)
    strong = [Strong(kinds.mind("sensible", game), times=2) for _ in range(2)]
    play("democracy", 3, {"target": 1}, 1, [lambda *about: asked.append(1) or mind(*about), *strong])
    assert strong[0].worlds > 10
    assert len([one for one in lines_of(told) if "n" in one]) == len(asked)


# -- the page ----------------------------------------------------------------------------------------------


def is_shortened(shown, whole):
    """Return True if the page shows this, with "..." for more."""
    if isinstance(shown, list) and "..." in shown:
        return shown[:-1] == whole[: len(shown) - 1] and len(whole) >= len(shown)
    if isinstance(shown, dict) and "..." in shown:
        return all(whole[name] == value for name, value in shown.items() if name != "...")
    return shown == whole


def test_the_example_of_the_page_is_true():
    *lines, answer = re.search(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)[1].splitlines()
    game, usual, told = games.load("democracy"), kinds.mind("random", games.load("democracy")), []

    def keep(decision, lots):
        if not told:
            told.append(foreign.form_hello(game, decision.view))
        told.append(foreign.form_decision(game, decision, len(told), lots.getrandbits(32)))
        return usual(decision, lots)

    play("democracy", 2, {"target": 1}, 1, [usual, keep])
    for shown, whole in zip(map(json.loads, lines), told):
        assert list(shown) == list(whole)
        assert all(is_shortened(shown[name], whole[name]) for name in whole)
    assert told[1]["options"][foreign.read_answer(answer.encode(), 1, len(told[1]["options"]))] == "JH"


TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
NOT_NUMBERS = (bool, type(None))


def fits(value, schema):
    """Return True if a value fits this schema, of the words that ours is made of."""
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    fine = not wanted or ("null" in wanted and value is None)
    fine = fine or any(isinstance(value, TYPES[one]) for one in wanted if one != "null")
    if not fine or (isinstance(value, NOT_NUMBERS) and {"integer", "number"} & set(wanted)):
        return False
    if "oneOf" in schema:
        return sum(fits(value, one) for one in schema["oneOf"]) == 1
    if isinstance(value, dict):
        named = schema.get("properties", {})
        missing = set(schema.get("required", ())) - set(value)
        return not missing and all(fits(value[name], named[name]) for name in named if name in value)
    if isinstance(value, list):
        items = schema.get("items", {})
        return len(value) >= schema.get("minItems", 0) and all(fits(one, items) for one in value)
    low, high = schema.get("minimum", value), schema.get("maximum", value)
    fine = value == schema.get("const", value) and value in schema.get("enum", [value])
    return fine and (value is None or low <= value <= high)


@pytest.mark.parametrize("name, seats, options", MATCHES)
def test_all_lines_fit_the_schema_and_no_other(name, seats, options):
    game, usual, told = games.load(name), kinds.mind("random", games.load(name)), []

    def keep(decision, lots):
        told.append(foreign.form_hello(game, decision.view))
        told.append(foreign.form_decision(game, decision, 1, lots.getrandbits(32)))
        return usual(decision, lots)

    play(name, seats, options, 1, [keep] * seats)
    for line in (*told, {"bye": True}, 2, {"n": 1, "option": 0}):
        assert fits(json.loads(json.dumps(line)), SCHEMA), line
    decision = told[1]
    for other in (
        {"bye": False},
        True,
        -1,
        {"option": 0},
        {**decision, "n": 0},
        {**decision, "seen": [None]},
    ):
        assert not fits(other, SCHEMA), other


# -- two worlds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, seats, options", MATCHES)
def test_no_line_depends_on_cards_that_its_seat_cannot_know(name, seats, options):
    """Each line of each seat is formed once more where the hidden cards have other places."""
    game = games.load(name)
    usual, shuffles, differences = kinds.mind("random", game), random.Random(1), []

    def decide(decision, lots):
        other = pickle.loads(room.freeze())
        change = other.imagine(decision.seat, shuffles)
        there = decision._replace(view=other.people[decision.seat].view)
        assert foreign.form_decision(game, decision, 1, 2) == foreign.form_decision(game, there, 1, 2)
        differences.append(any(card != new for card, new in change.items()))
        return usual(decision, lots)

    match = matches.new(game, seats, options)
    room = rooms.room(game, seats, match.options, 1, [decide] * seats, fidget=0)
    bare_match.BareMatch(TrustingReferee(match, draw=bare_match.draw_by(1)), room).play()
    assert len(differences) > 20 and sum(differences) > len(differences) / 2


def test_two_matches_have_the_same_lines_until_a_hidden_card_is_seen():
    """A card of a neighbour's hand has changed places with one that was not dealt."""
    game = games.load("democracy")

    def follow(is_changed):
        swapped = {}

        def watch(prompt):
            if not swapped and room.deals:
                dealt, left = room.people[1].hand[0], room.rest[0]
                swapped.update({dealt: left, left: dealt})
                if is_changed:
                    room.swap(swapped)
            return prompt

        def keep(decision, lots):
            lines.append(foreign.form_decision(game, decision, len(lines) + 1, 0))
            return Chosen(0)

        def lay_the_same(decision, lots):
            """Take the lowest card, as they were dealt in the first match."""
            there = [swapped.get(card, card) if is_changed else card for card in decision.options]
            return Chosen(there.index(min(there)))

        lines = []
        match = matches.new(game, 3, {"target": 1, "trump_tie": "split"})
        room = rooms.room(game, 3, match.options, 1, [keep, lay_the_same, lay_the_same], fidget=0)
        referee = TrustingReferee(match, draw=bare_match.draw_by(1))
        bare_match.BareMatch(referee, room, watch).play()
        return lines, [cards.text(card) for card in swapped]

    (one, swapped), (other, _) = follow(False), follow(True)
    until = next(i for i, (line, there) in enumerate(zip(one, other)) if line != there)
    assert until > 0
    assert any(f'"{card}"' in json.dumps(one[until]["seen"] + one[until]["taken"]) for card in swapped)


# -- failures ----------------------------------------------------------------------------------------------

ANSWERING = "import sys\nfor line in sys.stdin:\n    if '\"n\"' in line: print({}, flush=True)\n"
FAILING = {
    "raise SystemExit(3)": "status 3",
    "import os, time; os.close(1); time.sleep(60)": "closed its output",
    "import time; time.sleep(60)": "no answer",
    "print('hello')": "'hello'",
    "import sys; sys.stdin.read()": "no answer",
    "print('x' * 100_000)": "65536 bytes",
    "print('[' * 60_000)": "not JSON",
    ANSWERING.format("'\\xff'"): "not JSON",
    ANSWERING.format("''"): "not JSON",
    ANSWERING.format("-1"): "from 0 to 1",
    ANSWERING.format("2"): "from 0 to 1",
    ANSWERING.format("'true'"): "from 0 to 1",
    ANSWERING.format("'1.0'"): "from 0 to 1",
    ANSWERING.format("""'{"n": 1}'"""): "from 0 to 1",
    ANSWERING.format("""'{"n": 7, "option": 0}'"""): "this decision is 1",
}


@pytest.mark.parametrize("text", FAILING)
def test_after_a_failure_the_usual_mind_decides(text, tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "FIRST_S", 1.0)
    game, failures = games.load("democracy"), []
    mind = kinds.mind(program(tmp_path, text), game, tell=failures.append)
    room = rooms.room(game, 3, matches.resolve(game, 3, {}), 1, [mind] * 3)
    decision = foreign.Decision("row", "declare", ["none", "one"], [], [], room.people[1].view)
    sensible = kinds.mind("sensible", game)
    for _ in range(3):
        assert mind(decision, random.Random(1)) == sensible(decision, random.Random(1))
    ((path, seat, sentence),) = failures
    assert path.endswith("bot.py") and seat == 1
    assert sentence.startswith("bot.py at seat 2 ") and FAILING[text] in sentence


def test_a_slow_answer_counts_as_none(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "EACH_S", 0.2)
    text = ANSWERING.replace("print({}", "print(0 if '\"n\": 1,' in line else __import__('time').sleep(30)")
    failures = []
    game = games.load("democracy")
    minds = [
        kinds.mind(program(tmp_path, text), game, tell=failures.append),
        *[kinds.mind("random", game)] * 2,
    ]
    assert play("democracy", 3, {"target": 1}, 1, minds)[-1][0] == "result"
    assert [one.sentence.split(";")[0] for one in failures] == ["bot.py at seat 1 gave no answer in 0.2 s"]


@pytest.mark.skipif(sys.platform != "linux", reason="missing: a limit of memory; to get it: Linux")
def test_memory_has_a_limit(tmp_path):
    greedy = "bytearray(600 << 20)\n" + ANSWERING.format(0)
    failures = []
    game = games.load("democracy")
    minds = [
        kinds.mind(program(tmp_path, greedy), game, tell=failures.append),
        *[kinds.mind("random", game)] * 2,
    ]
    play("democracy", 3, {"target": 1}, 1, minds)
    assert [one.sentence.split(";")[0] for one in failures] == ["bot.py at seat 1 ended with status 1"]


def test_simulate_says_once_who_failed_and_in_how_many_matches(tmp_path, capsys):
    path = program(tmp_path, "print('move 1')")
    words = [
        "simulate",
        "democracy",
        "--players",
        3,
        "--games",
        9,
        "--jobs",
        2,
        "--seed",
        1,
        "-o",
        "target=1",
    ]
    status, _, err = run(capsys, *words, "--bots", f"{path},sensible,sensible")
    assert status == 0
    first, second = [line for line in err.splitlines() if "bot.py" in line]
    assert "'move 1'" in first and "in 9 of 9 matches bot.py at seat 1" in second


@pytest.mark.parametrize(
    "name, cure",
    [("nobody", "name the file"), (".", "name the file"), ("plain", "chmod +x"), ("bot.py", None)],
)
def test_a_program_must_be_there_and_executable(name, cure, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file in ("plain", "bot.py"):
        (tmp_path / file).write_text("")
    if cure is None:
        read = kinds.read(f"random,./{name}", games.load("democracy"))
        assert read == ["random", str(tmp_path / name)]
        return
    with pytest.raises(Trouble) as trouble:
        kinds.read(f"random,./{name}", games.load("democracy"))
    assert cure in str(trouble.value.hint)


# -- after a kill ------------------------------------------------------------------------------------------


def test_after_a_kill_it_is_not_asked_again_for_what_is_on_record(keeping, tmp_path, monkeypatch):
    path, told = keeping
    home = crashing_table.Home(tmp_path / "home", monkeypatch)
    home.folder.mkdir()
    words = "--players 3 --seed 3 -o target=1 -o days=8".split()
    status, said = home.play("democracy", *words, "--bots", path, point=("record", 12, "after"))
    assert status == crashing_table.LOST, said
    before = told.read_text().splitlines()
    status, said = home.play("democracy", "--resume", "--bots", path)
    assert (status, home.said()) == (0, ""), said
    asked = [json.loads(line) for line in told.read_text().splitlines()]
    asked = [(line["seen"], line["hand"]) for line in asked if line.get("kind") == "card"]
    assert len(told.read_text().splitlines()) > len(before) > 3
    assert len(asked) == len({str(one) for one in asked})


def test_a_program_that_only_the_file_of_a_match_names_does_not_run(keeping, tmp_path, monkeypatch):
    path, told = keeping
    home = crashing_table.Home(tmp_path / "home", monkeypatch)
    home.folder.mkdir()
    words = "--players 3 --seed 3 -o target=1 -o days=8".split()
    home.play("democracy", *words, "--bots", path, point=("record", 12, "after"))
    before = told.read_text()
    status, said = home.play("democracy", "--resume")
    assert (status, home.said()) == (0, ""), said
    assert told.read_text() == before
