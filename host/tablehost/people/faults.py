"""Fault injection at the virtual table: the kinds of faults, their rates, and their results.

    misread=0.05,restart=2,noise     a rate or a number for each; without either, the usual one
    all                              every kind, at the usual rate

Chance comes from the seed alone, for each kind apart. In `virtual/people`, `fumbling` injects the faults of
hands, `mishaps` the rest.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tablehost import messages
from tablehost.errors import Trouble, did_you_mean
from tablehost.types import Fields

SAID = messages.Catalogue("play")

RATE, COUNT = "rate", "count"
MOST = 100  # of one kind that is counted
PACE = (8, 30)  # of a kind that is counted, one comes after so many acts, at least and at most


class Kind(NamedTuple):
    """A kind of fault. `unit`: RATE of `each`, or COUNT in a match. `usual`: its default."""

    name: str
    unit: str
    usual: float
    each: str
    meaning: str


KINDS = [
    Kind("misread", RATE, 0.05, "card laid", "it lies so that it cannot be read"),
    Kind("early", RATE, 0.03, "card laid", "it is lifted again before all lie"),
    Kind("wrong", RATE, 0.05, "card laid", "it is foreign, not of this game, or none that may come now"),
    Kind("two", RATE, 0.03, "card laid", "a second one is laid on it"),
    Kind("forgotten", RATE, 0.1, "time cards are taken off", "one is left lying"),
    Kind("bounce", RATE, 0.3, "key pressed", "its contacts bounce, for up to 5 ms"),
    Kind("stuck", COUNT, 1, "match", "a key stays down until somebody works it free"),
    Kind("frames", RATE, 0.01, "frame between reader and card", "it is spoiled"),
    Kind("brownout", COUNT, 2, "match", "a reader loses its power for two seconds"),
    Kind("noise", RATE, 0.01, "piece on the line", "bits flip, bytes are lost, garbage comes between"),
    Kind("restart", COUNT, 1, "match", "the table loses its power and starts again"),
    Kind("gone", COUNT, 1, "match", "the line to the computer is cut, and comes back"),
]
NAMES = [kind.name for kind in KINDS]
OF_HANDS = ("misread", "early", "wrong", "two", "forgotten")
ALL = "all"

Asked = dict[str, float]


def default_kinds() -> Asked:
    """Return every kind with its default."""
    return {kind.name: kind.usual for kind in KINDS}


def parse(text: str) -> Asked:
    """Return the faults that `--faults` asks for, by name. Raises Trouble."""
    asked: Asked = {}
    for word in text.split(","):
        name, equals, value = word.strip().partition("=")
        if name == ALL and not equals:
            asked.update(default_kinds())
            continue
        kind = next((kind for kind in KINDS if kind.name == name), None)
        if kind is None:
            hint = did_you_mean(name, [*NAMES, ALL])
            raise Trouble("UNKNOWN_FAULT", SAID("unknown-fault", text=text, name=name), hint)
        asked[name] = _number(kind, value) if equals else kind.usual
    return asked


def _number(kind: Kind, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if kind.unit == RATE and 0 <= value <= 1:
        return value
    if kind.unit == COUNT and 0 <= value <= MOST and value == int(value):
        return int(value)
    wanted = "a number from 0 to 1" if kind.unit == RATE else f"a whole number from 0 to {MOST}"
    raise Trouble("BAD_FAULT", SAID("bad-fault", name=kind.name, text=text, wanted=wanted, each=kind.each))


def describe_kinds() -> str:
    """Return the kinds for a help text, a line each."""
    lines = ["", "what --faults can bring about, and how often that is without a number:"]
    for kind in KINDS:
        often = "of each" if kind.unit == RATE else "in each"
        lines.append(f"  {f'{kind.name}={kind.usual:g}':<15} {often} {kind.each}: {kind.meaning}")
    return "\n".join([*lines, f"  {ALL:<15} everything", ""])


def describe_happened(happened: Mapping[str, int]) -> str:
    """Return the number of faults of each kind, in words."""
    return ", ".join(f"{happened[name]} {name}" for name in NAMES if name in happened) or "none"


def in_order(numbers: Fields) -> Fields:
    """Return the same, by name in the order of KINDS."""
    return {name: numbers[name] for name in NAMES if name in numbers}


def read(folder: Path) -> Fields:
    """Read the faults that a table has noted: "happened", by name, and "told", [name, where, words]."""
    try:
        kept: Fields = json.loads((folder / FILE).read_text())
    except FileNotFoundError:
        return {"happened": {}, "told": []}
    return kept


FILE = "faults.json"


class Faults:
    """The faults of one match. `asked`: by name, rates and numbers. `folder`: where they are noted, None if
    they are not.

    `happened`: how often, by name. `told`: (name, where, the display's words) whenever the table reported a
    fault.
    """

    def __init__(self, asked: Asked, seed: object, folder: Path | None) -> None:
        kept: Fields = {"happened": {}, "told": []} if folder is None else read(folder)
        self.asked = asked
        self.happened: dict[str, int] = kept["happened"]
        self.told: list[list[str]] = kept["told"]
        self._folder = folder
        begun = sum(self.happened.values())  # a match that is taken up again has other chances
        self._random = {name: random.Random(f"faults {seed} {begun} {name}") for name in NAMES}
        self._acts = 0
        self._next = {kind.name: self._later(kind.name) for kind in KINDS if kind.unit == COUNT}

    def draw_again(self, lots: str) -> None:
        """Draw the faults of hands in the next act from these lots."""
        for name in OF_HANDS:
            self._random[name].seed(f"faults {lots} {name}")

    def chance(self, name: str) -> random.Random:
        """Return the source of chance of this kind."""
        return self._random[name]

    def has_fault(self, name: str) -> bool:
        """Return True if a fault of this kind, which has a rate, happens now. Note it when it does."""
        rate = self.asked.get(name, 0)
        return rate > 0 and self._random[name].random() < rate

    def acted(self) -> list[str]:
        """Return the kinds with a number that are due now that a player has acted, and note them."""
        self._acts += 1
        return [name for name in self._next if self._left(name) and self._acts >= self._next[name]]

    def note(self, name: str, count: int = 1) -> None:
        """Note that it happens now, `count` times."""
        self.happened[name] = self.happened.get(name, 0) + count
        if name in self._next:
            self._next[name] = self._later(name)
        self._save()

    def tell(self, name: str, where: str, words: str) -> None:
        """Note that the table reported a fault by these words on the display."""
        self.told.append([name, where, words])
        self._save()

    def _left(self, name: str) -> bool:
        return self.happened.get(name, 0) < self.asked.get(name, 0)

    def _later(self, name: str) -> int:
        return self._acts + self._random[name].randint(*PACE)

    def _save(self) -> None:
        if self._folder is None:
            return
        whole = self._folder / f"{FILE}.new"
        whole.write_text(json.dumps({"happened": self.happened, "told": self.told}) + "\n")
        os.replace(whole, self._folder / FILE)

    # -- the line ----------------------------------------------------------------------------------

    def carried(self, data: bytes) -> bytes:
        """Return the bytes that arrive of a piece on the line."""
        if not data or not self.has_fault("noise"):
            return data
        chance = self._random["noise"]
        self.note("noise")
        at = chance.randrange(len(data))
        kind = chance.randrange(4)
        if kind == 0:
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        if kind == 1:
            return data[:at] + data[at + chance.randint(1, 20) :]
        if kind == 2:
            return data[:at] + chance.choice([b"\n", b"oops", b"\r\n>>> ", b'["ack",'])
        return data[:at] + chance.randbytes(chance.randint(1, 40)) + data[at:]
