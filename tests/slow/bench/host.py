"""Measures of the host and of the engine on it: M6, M9, M13, M14, M16 and M17. Each function gives rows."""

import itertools
import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import floor
from rows import Row, cpu, in_turns, row

import compiled_program
import random_players
from cardtable.engine import match as matches
from cardtable.engine.referee import Referee
from cardtable.games import registry as games
from tablehost.people import bare_match
from tablehost.people.decisions import Playthrough
from tablehost.people.minds import Chosen, Decision, by_lot

# -- M6: replay --------------------------------------------------------------------------------------


def replay() -> list[Row]:
    """Rebuilding a match from its records, as after a power cut at its end, over playing it."""
    run = random_players.Game(games.load("democracy"), 3, {}, 1)
    events = []
    while not run.referee.over:
        events.append(run.choose())
        run.feed(events[-1])
    records = list(run.records)

    def begun() -> Referee:
        return Referee(matches.load(run.game, run.fresh), draw=random_players.chance)

    def play() -> Referee:
        referee = begun()
        referee.start()
        for event in events:
            referee.feed(event)
        return referee

    def rebuild() -> Referee:
        referee = begun()
        referee.vault.update(run.vault)
        for record in records:
            referee.follow(record)
        return referee

    assert play().match.dump() == rebuild().match.dump()
    return [in_turns("rebuilding by replay / playing", play, rebuild, 0.5)]


# -- M9: the command line, M13: the compiled program --------------------------------------------------

STARTS = {"--help": 1.5, "": 2.5}  # what is said to the command, and the goal


def starts() -> list[Row]:
    """The command on a computer where nothing was played yet, its bytecode kept as after any first start."""
    rows = []
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "CARDTABLE_HOME": home}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for word, goal in STARTS.items():
            command = [str(Path(sys.executable).parent / "cardtable"), *word.split()]
            cpu(command, env)
            pairs = [(cpu([sys.executable, "-c", "import json"], env), cpu(command, env)) for _ in range(20)]
            other, own = (statistics.median(times) for times in zip(*pairs, strict=True))
            what = f'{" ".join(["cardtable", *word.split()])} / python -c "import json"'
            note = f" ({own * 1e3:.0f} ms / {other * 1e3:.0f} ms)"
            how = "user + system time in turns, medians of 20"
            rows.append(row(what, how, own / other, goal, note=note))
    return rows


FAST_SEATS, FAST_MATCHES, FAST_TURNS = 4, 8, 9
# Plays matches of a game from a number on; prints seconds of processor time and the facts.
PLAY = """
import gc, json, sys, time
from cardtable.engine import match as matches
from cardtable.games import registry
from tablehost.people import bare_match, kinds

name, seats, first, end = json.loads(sys.argv[1])
game, told = registry.load(name), []

def play(seed):
    minds = [kinds.mind("sensible", game) for seat in range(seats)]
    return bare_match.begin(matches.new(game, seats, {}), seed, minds, fidget=0).play().facts

play(first)
gc.collect()
gc.disable()
begin = time.process_time()
told = [play(seed) for seed in range(first, end)]
print(json.dumps([time.process_time() - begin, told]))
"""


def compiled() -> list[Row]:
    """Matches that the compiled program of `make fast` plays in the time of one of the plain program."""
    if not compiled_program.is_there():
        print(f"M13 needs compiled modules of these sources: {compiled_program.CURE}", file=sys.stderr)
        return []
    rows = []
    for name in games.NAMES:
        pairs = []
        for first in range(0, FAST_TURNS * FAST_MATCHES, FAST_MATCHES):
            asked = json.dumps([name, FAST_SEATS, first, first + FAST_MATCHES])
            plain, fast = (
                json.loads(compiled_program.run(PLAY, asked, compiled=kind)) for kind in (False, True)
            )
            assert plain[1] == fast[1], f"matches of {name} differ from {first} on"
            pairs.append((plain[0], fast[0]))
        ratio = statistics.median(plain / fast for plain, fast in pairs)
        slow, quick = (len(pairs) * FAST_MATCHES / sum(seconds) for seconds in zip(*pairs, strict=True))
        what = f"matches of {name}, {FAST_SEATS} sensible players, compiled / plain"
        how = f"CPU time in turns, median of {FAST_TURNS}, {FAST_MATCHES} matches each"
        rows.append(row(what, how, ratio, 1, note=f" ({quick:.1f} / {slow:.1f} a second)", least=True))
    return rows


# -- M14: random decisions a second, of our games and of others, over one floor -----------------------

# A decision of the floor is a card laid at random. Games of OpenSpiel are played by `apply_action` on a
# random legal action; RLCard's by `step`. All in one run.
SECONDS = 4.0  # of each
SPIEL = ("leduc_poker", "hearts", "gin_rummy", "python_kuhn_poker", "python_tic_tac_toe")
RLCARDS = ("leduc-holdem", "uno", "doudizhu")
Play = Callable[[int], int]  # plays the match of a seed; returns its decisions


def rate(play: Play) -> float:
    """Return decisions a second."""
    play(0)
    made, seed, begun = 0, 1, time.process_time()
    while time.process_time() < begun + SECONDS:
        made += play(seed)
        seed += 1
    return made / (time.process_time() - begun)


def straight(seed: int) -> int:
    """Play the floor."""
    return int(floor.straight(4, seed, 5, 5)) * 4 // 5  # the card of the pool is no decision


def ours(name: str) -> Play:
    """Return a match of simulated people, as `cardtable simulate` plays it."""
    game = games.load(name)

    def play(seed: int) -> int:
        made = itertools.count()

        def mind(decision: Decision, lots: random.Random) -> Chosen:
            next(made)
            return by_lot(decision, lots)

        bare_match.begin(matches.new(game, 4, {}), seed, [mind] * 4, fidget=0).play()
        return next(made)

    return play


def spiel(name: str) -> Play:
    """Return a match of a game of OpenSpiel."""
    import pyspiel

    if name.startswith("cardtable_"):
        import cardtable_lab.research.openspiel  # noqa: F401
    elif name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401
    game = pyspiel.load_game(name, {"players": 4} if name.startswith("cardtable_") else {})

    def play(seed: int) -> int:
        lots, state, made = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(lots.choice(state.legal_actions()))
        return made

    return play


def rlcard(name: str) -> Play:
    """Return a match of a game of RLCard."""
    import rlcard as library

    env = library.make(name)

    def play(seed: int) -> int:
        lots, made = random.Random(seed), 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(lots.choice(list(state["legal_actions"])))
            made += 1
        return made

    return play


def all_games() -> Iterator[tuple[str, str, Play]]:
    """Yield (library, game, a match of it); a library that is absent is one line."""
    for library, names, load in (
        ("cardtable simulate, random bots", games.NAMES, ours),
        ("OpenSpiel", (*[f"cardtable_{name}" for name in games.NAMES], *SPIEL), spiel),
        ("RLCard", RLCARDS, rlcard),
    ):
        for name in names:
            try:
                yield library, name, load(name)
            except ImportError as error:
                print(f"{library} is missing ({error.name}); M14 did not run its games", file=sys.stderr)
                break


def decisions() -> list[Row]:
    """Random decisions a second."""
    base = rate(straight)
    what = "decisions a second: a straight loop of Democracy, the floor"
    rows = [row(what, "processor time", base, form=",.0f")]
    for library, name, play in all_games():
        found = rate(play)
        what = f"decisions a second over the floor's: {library}, {name}"
        rows.append(row(what, "processor time", found / base, note=f" ({found:,.0f})", form=".4f"))
    return rows


# -- M16: copies of a match of decisions ----------------------------------------------------------------

EARLY, LATE = 20, 400  # decisions, or as late as the match goes


def copies() -> list[Row]:
    """A late copy over an early one, both where a stage begins."""
    rows = []
    for name in games.NAMES:
        match, lots, kept = Playthrough(games.load(name), 5, {}, "1"), random.Random(1), []
        while (due := match.decision) is not None:
            if match.begins_stage and len(match.decisions) >= EARLY:
                kept.append(match.clone())
            match.decide(lots.randrange(len(due.options)))
        early, late = kept[0], next((one for one in kept if len(one.decisions) >= LATE), kept[-1])
        what = f"a copy of a match of {name} at decision {len(late.decisions)} / at {len(early.decisions)}"
        rows.append(in_turns(what, partial(_use, early), partial(_use, late), 1.5))
    return rows


def _use(match: Playthrough, times: int = 50) -> None:
    for _ in range(times):
        assert match.clone().decision is not None


# -- M17: journals of years --------------------------------------------------------------------------

PAST = "from tablehost.web.past import Library, Wanted; Library().games(Wanted(), 1)"


def years() -> list[Row]:
    """Compare the processor time of verbs on a computer with 10,000 matches and with 100."""
    rows = []
    with tempfile.TemporaryDirectory() as top:
        homes = [Path(top) / str(count) for count in (100, 10_000)]
        cardtable = str(Path(sys.executable).parent / "cardtable")
        match = "play -t sim: democracy --players 3 -o target=1 --pace 0 --watch".split()
        for home in homes:
            cpu([cardtable, *match, "--seed", "1"], {**os.environ, "CARDTABLE_HOME": str(home)})
            _repeat_match(home / "journal.sqlite", int(home.name))
        for words in ("matches", "log last", "verify {} || true", ""):
            lines = [f"{cardtable} {words.format(int(home.name) - 10)} " for home in homes]
            commands = [["sh", "-c", line] for line in lines]
            rows.append(_in_homes(f"cardtable {words.partition(' ')[0]}", commands, homes))
        rows.append(_in_homes("a page of past matches", [[sys.executable, "-c", PAST]] * 2, homes))
    return rows


def _in_homes(what: str, commands: list[list[str]], homes: list[Path]) -> Row:
    worlds = [{**os.environ, "CARDTABLE_HOME": str(home)} for home in homes]
    pairs = [[cpu(*one) for one in zip(commands, worlds, strict=True)] for _ in range(7)]
    ratio = statistics.median(large / small for small, large in pairs)
    return row(f"{what}, 10,000 matches / 100", "user + system time in turns, median of 7", ratio, 1.5)


def _repeat_match(path: Path, count: int) -> None:
    """Have a journal with one match hold so many, which say the same; their chain is not renewed."""
    with sqlite3.connect(path) as database:
        [first, last] = database.execute("SELECT first_g, last_g FROM games").fetchone()
        records = database.execute("SELECT * FROM ev WHERE g BETWEEN ? AND ?", (first, last)).fetchall()
        columns = "uid, game, players, options, seed, virtual, started, finished, result"
        for shift in range(last - first + 1, count * (last - first + 1), last - first + 1):
            for uid, g, *rest, body in records:
                moved = json.dumps([g + shift, *json.loads(body)[1:]], separators=(",", ":")).encode()
                database.execute(
                    "INSERT INTO ev VALUES (?, ?, ?, ?, ?, ?, ?)", (uid, g + shift, *rest, moved)
                )
            database.execute(
                f"INSERT INTO games({columns}, first_g, last_g)"
                f" SELECT {columns}, first_g + {shift}, last_g + {shift} FROM games WHERE id = 1"
            )
