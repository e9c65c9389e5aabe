"""The law that decided a match of Democrazy, from its log lines and the rules."""

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from cardtable.games.democrazy.pack import PACK
from tablehost.games.democrazy.statistics import Ledger
from tablehost.types import FactFields, Line

_CARDS = ("law", "replaces", "private")  # fields with a card, which a fact has as a number


class Decided(NamedTuple):
    """A law, the vote that adopted it, and the seats that would have won without it."""

    law: str
    vote: Line
    others: list[int]


def find_turning(lines: Sequence[Line]) -> Decided | None:
    """Return the law in force without which other players would have won, all else equal; of several the
    newest. None also where scoring these lines does not lead to the result of the match.
    """
    head, result = lines[0], lines[-1]
    if result["kind"] != "result" or not result["winners"] or head["options"]["deck"] == "own":
        return None
    seats = len(head["players"])
    ledger = Ledger(seats, resolve(games.load("democrazy"), seats, head["options"]))
    votes: dict[str, Line] = {}
    proposed = ""
    for line in lines[:-1]:
        ledger.proposals(_fact(line))
        if line["kind"] == "proposal":
            proposed = line["law"]
        elif line["kind"] == "vote" and line["adopted"]:
            votes[proposed] = line
    laws = ledger.counted()
    if ledger.winners(laws) != result["winners"]:
        return None
    for law in reversed(laws):
        others = ledger.winners([one for one in laws if one is not law])
        if law.name in votes and not set(others) & set(result["winners"]):
            return Decided(law.name, votes[law.name], others)
    return None


def _fact(line: Line) -> FactFields:
    """Return a line with its cards as numbers, as the rules announce it."""
    found: FactFields = {
        name: cards.parse(line[name], PACK) for name in _CARDS if isinstance(line.get(name), str)
    }
    if line["kind"] == "laws":
        found["laws"] = [cards.parse(law, PACK) for law in line["laws"]]
    return line | found
