"""M14: random decisions a second, of our games and of others, over one floor.

    python tests/slow/bench/run.py M14

The floor is Democracy played by a straight loop (`floor.straight`), a decision there is a card laid at
random. Games of OpenSpiel are played by `apply_action` on a random legal action; RLCard's by `step`. All in
one run.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator

import floor
from measures import Row

from cardtable.engine import match as matches
from cardtable.games import registry as games
from tablehost.people import bare_match
from tablehost.people.bots import RandomBrain

SECONDS = 4.0  # of each
SEATS = 4
LIBRARIES = ("leduc_poker", "hearts", "gin_rummy", "python_kuhn_poker", "python_tic_tac_toe")
RLCARDS = ("leduc-holdem", "uno", "doudizhu")


class Counting(RandomBrain):
    """A random player that counts its decisions in a list."""

    def __init__(self, lots: random.Random, made: list[int]) -> None:
        super().__init__(lots)
        self._made = made

    def choose_card(self, *about):  # type: ignore[no-untyped-def]
        self._made[0] += 1
        return super().choose_card(*about)

    def answer(self, *about):  # type: ignore[no-untyped-def]
        self._made[0] += 1
        return super().answer(*about)

    def pick(self, *about):  # type: ignore[no-untyped-def]
        self._made[0] += 1
        return super().pick(*about)


def rate(play: Callable[[int], int]) -> float:
    """Return decisions a second; `play(seed)` plays a match and returns how many it took."""
    play(0)
    made, seed, begun = 0, 1, time.process_time()
    while time.process_time() < begun + SECONDS:
        made += play(seed)
        seed += 1
    return made / (time.process_time() - begun)


def straight(seed: int) -> int:
    """Play the floor."""
    _, cards = floor.straight(SEATS, seed, 5, 5)
    return int(cards) * SEATS // (SEATS + 1)  # the card of the pool is no decision


def ours(name: str) -> Callable[[int], int]:
    """Return a match of simulated people, as `cardtable simulate` plays it."""
    game = games.load(name)

    def play(seed: int) -> int:
        made = [0]
        brains = [Counting(random.Random(f"{seed} {seat}"), made) for seat in range(SEATS)]
        bare_match.begin(matches.new(game, SEATS, {}), seed, brains, fidget=0).play()
        return made[0]

    return play


def spiel(name: str) -> Callable[[int], int]:
    """Return a match of a game of OpenSpiel."""
    import pyspiel

    if name.startswith("cardtable_"):
        import cardtable_lab.research.openspiel  # noqa: F401

        game = pyspiel.load_game(name, {"players": SEATS})
    else:
        if name.startswith("python_"):
            import open_spiel.python.games  # noqa: F401
        game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        lots, state, made = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(lots.choice(state.legal_actions()))
        return made

    return play


def rlcard(name: str) -> Callable[[int], int]:
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


def all_of() -> Iterator[tuple[str, str, Callable[[int], int]]]:
    """Yield (library, game, a match of it); a library that is absent is one line."""
    for name in games.NAMES:
        yield "cardtable simulate, random bots", name, ours(name)
    for library, names, load in (
        ("OpenSpiel", (*[f"cardtable_{name}" for name in games.NAMES], *LIBRARIES), spiel),
        ("RLCard", RLCARDS, rlcard),
    ):
        for name in names:
            try:
                yield library, name, load(name)
            except ImportError as error:
                print(f"{library} is missing ({error.name}); M14 did not run its games", file=sys.stderr)
                break


def m14() -> list[Row]:
    """Rows for `make bench`."""
    base = rate(straight)
    what = "decisions a second: a straight loop of Democracy, the floor"
    rows = [Row("M14", what, "processor time", f"{base:,.0f}", "-", None)]
    for library, name, play in all_of():
        found = rate(play)
        what = f"decisions a second over the floor's: {library}, {name}"
        rows.append(Row("M14", what, "processor time", f"{found / base:.4f} ({found:,.0f})", "-", None))
    return rows
