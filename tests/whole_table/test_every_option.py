"""Every value of every option of every game, once, in short matches through the whole firmware.

Random people play them at the seam of pads and keys, as tests/micropython/evening.py does on a Pico; every
other match is a clumsy one. The firmware must come to the same records.
"""

import gc
import importlib.util
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import match_file
from amounts import amount
from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry as games
from seeded_chance import SHORT
from tablehost.virtual.chips.flash import JOURNAL_SECTORS, Flash

SEEDS = amount(4, soak=100)
FOLDER = Path(__file__).parents[1] / "micropython"
# Shorter still; the pauses of a match are shorter than those of `whole_table`.
FIXED = {
    "democracy": {**SHORT["democracy"], "negotiation_seconds": 5},
    "demos": {"max_rounds": 1},
    "democrazy": {"stack_top": 1, "stack_bottom": 1},
}
CLUMSY = 12


def values(row):
    """Return the values to try of an option: all values, or the least two numbers."""
    choices = row[1]
    return [choices[1], choices[1] + 1] if choices[0] == "int" else list(choices)


def fits(game, seats, options):
    try:
        resolve(game, seats, options)
    except OptionError:
        return False
    return True


def combined(game):
    """Yield (seats, options) until each value was there; a match has as many new ones as go together, next to
    one at most that makes them possible.
    """
    fixed = FIXED[game.NAME]
    every = {row[0]: values(row) for row in game.OPTIONS if row[0] not in fixed}
    left = {name: list(some) for name, some in every.items()}
    for seats in range(game.SEATS[0], game.SEATS[1] + 1):
        starts = [fixed, *({**fixed, name: value} for name in every for value in every[name])]
        for start in starts:
            while options := more(game, seats, start, left):
                for name, value in options.items():
                    if value in left.get(name, ()):
                        left[name].remove(value)
                yield seats, options
    assert not any(left.values()), left


def more(game, seats, start, left):
    """Return these options with the values of others that are left and fit; None if there are none."""
    options = dict(start)
    for name in sorted(left):
        for value in left[name]:
            if name not in start and fits(game, seats, {**options, name: value}):
                options[name] = value
                break
    return options if len(options) > len(start) else None


@pytest.fixture
def evening(monkeypatch):
    """The module that plays the files, with what MicroPython has and CPython lacks."""
    monkeypatch.setattr(time, "ticks_us", lambda: 0, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda one, other: one - other, raising=False)
    monkeypatch.setattr(gc, "mem_free", lambda: 100_000, raising=False)
    monkeypatch.setattr(gc, "collect", lambda: 0)  # it would take nearly all of the time
    monkeypatch.setitem(sys.modules, "micropython", SimpleNamespace(const=int))
    for name in ("whole_table", "evening"):
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    return module


def follow(evening, folder, path):
    """Play a file through the firmware to its end."""
    table = evening.whole_table.Table(f"{folder}/", Flash(JOURNAL_SECTORS))
    with path.open("rb") as file:
        played = evening.Match(table, file)
        while turns := played.put():
            assert not table.play.referee.over, "the people play on"
            for _ in range(turns + played.pause()):
                table.turn()
    return played.decisions


@pytest.mark.parametrize("name", games.NAMES)
def test_the_firmware_follows_a_match_with_every_option(evening, tmp_path, name):
    game = games.load(name)
    for number, (seats, options) in enumerate(combined(game)):
        for seed in range(SEEDS):
            folder = tmp_path / f"{number}-{seed}"
            folder.mkdir()
            match_file.write_deck(folder, game, seats, options)
            clumsy = CLUMSY * ((number + seed) % 2)
            path = folder / "match"
            decisions = match_file.write_match(path, seed, options, clumsy, game, seats)
            try:
                assert follow(evening, folder, path) == decisions
            except Exception as problem:
                about = f"{name}, {seats} seats, seed {seed}, clumsy {clumsy}, {options}"
                raise AssertionError(about) from problem
