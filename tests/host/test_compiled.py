"""The program of `make fast` plays the matches of the plain one. Only where that build is already there."""

import json

import pytest

import compiled_program

LIMIT_S = 120

# Prints the digest of the figures and of the log of each simulation, whose words are the first argument.
SIMULATE = """
import contextlib, hashlib, io, json, sys
from cardtable.engine import match as matches, referee
from cardtable.games import registry
from tablehost.cli.command import main
from tablehost.people import bare_match, kinds

print(referee.__file__.endswith(".py"))
for words in json.loads(sys.argv[1]):
    figures = io.StringIO()
    with contextlib.redirect_stdout(figures):
        assert main(["simulate", *words.split(), "--jobs", "1", "--json", "--log", "log.jsonl"]) == 0, words
    log = open("log.jsonl", "rb").read()
    print(words, hashlib.sha256(figures.getvalue().encode() + log).hexdigest())
for name in registry.NAMES:  # people with second thoughts, whose acts are judged
    game = registry.load(name)
    minds = [kinds.mind("random", game) for seat in range(5)]
    facts = bare_match.begin(matches.new(game, 5, {}), 1, minds, fidget=0.2).play().facts
    print(name, hashlib.sha256(json.dumps(facts).encode()).hexdigest())
"""
SIMULATIONS = [
    "democracy --players 2 --games 3 --seed 1 --preset short",
    "democracy --players 4 --games 2 --seed 2 -o bad_catch=one_two -o high_stake=2 -o sweep=announced",
    "democracy --players 5 --games 2 --seed 3 -o negotiation=majority --bots random,sensible",
    "democracy --players 8 --games 1 --seed 4 --preset short",
    "demos --players 3 --games 3 --seed 1 -o mode=learning",
    "demos --players 4 --games 2 --seed 2 -o mode=2v2 -o favourite=on -o declared=on",
    "demos --players 5 --games 2 --seed 3 -o mode=2v2+1 --bots random,sensible",
    "democrazy --players 4 --games 2 --seed 1",
    "democrazy --players 6 --games 1 --seed 2 --bots random,sensible",
    "democracy --players 4 --games 1 --seed 5 -o target=1 --bots strong,random,random,random",
    "demos --players 3 --games 1 --seed 6 -o max_rounds=1 -o no_trio=points --bots strong,random,random",
    "democrazy --players 4 --games 1 --seed 7 --preset short --bots strong,random,random,random",
]

# Adds a game of one's own and plays it, simulated and at the virtual table; prints a digest of both.
OWN = """
import hashlib, json, sys
from tablehost.cli.command import main

for words in json.loads(sys.argv[1]):
    assert main(words.split()) == 0, words
print(hashlib.sha256(open("log.jsonl", "rb").read()).hexdigest())
"""
OWN_ACTS = [
    "own highcard",
    "simulate highcard --players 3 --games 3 --seed 1 --jobs 1 --log log.jsonl",
    "play highcard --players 3 --seed 5 --pace 0",
    "verify last",
]
# Asks of one's own: other words, an attribute of the class, a draw that is no chance.
CLASSES = """
class Turn(Lay):
    def said(self, verdicts):
        return "turn-up"


class Closed(Clear):
    counted = True


class Fixed(Chance):
    auto = True

    def decide(self, table, index):
        return self.n - 1


def deck("""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    if not compiled_program.is_there():
        pytest.skip(f"missing: compiled modules of these sources; to get it: {compiled_program.CURE}")
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_plays_the_same_matches_byte_for_byte():
    said = [
        compiled_program.run(
            SIMULATE, json.dumps(SIMULATIONS), compiled=compiled, timeout=LIMIT_S
        ).splitlines()
        for compiled in (False, True)
    ]
    assert [lines[0] for lines in said] == ["True", "False"], "one is plain, the other compiled"
    assert len(said[0]) == len(SIMULATIONS) + 4 and said[0][1:] == said[1][1:]


@pytest.mark.parametrize("has_classes", [False, True])
def test_it_plays_a_game_of_ones_own(here, has_classes):
    make = "from tablehost.cli.command import main; main(['new-game', 'highcard'])"
    compiled_program.run(make, compiled=False)
    rules = here / "highcard" / "rules.py"
    if has_classes:
        text = rules.read_text()
        for old, new in (
            ("import Reveal\n", "import Chance, Reveal\n"),
            ("\ndef deck(", CLASSES),
            ("pool = yield Lay(", "assert (yield Fixed(7)) == 6\n    pool = yield Turn("),
            ("yield Clear(take", "yield Closed(take"),
        ):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        rules.write_text(text)
    digests = []
    for compiled in (False, True):
        said = compiled_program.run(OWN, json.dumps(OWN_ACTS), compiled=compiled, timeout=LIMIT_S)
        assert "won: " in said
        digests.append(said.splitlines()[-1])
    assert digests[0] == digests[1]
