"""The open log: a game as JSON Lines that anybody can read, and score again with a pencil (docs/log.md).

The lines are the match (who plays what, and how), every fact the referee told, and, where the people are
simulated, every deal. What the table keeps secret is not in it before a rule reveals it.
"""

import json
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from cardtable import __version__
from cardtable.rulebook import cards, notation

Line = dict[str, Any]


def match_line(
    game: ModuleType, players: Sequence[str], options: dict[str, Any], virtual: bool, **more: Any
) -> Line:
    """The first line of a match. `options` holds every option, `more` what else identifies the match."""
    return {
        "kind": "match",
        "game": game.NAME,
        "rules": __version__,
        "players": list(players),
        "options": {row[0]: options[row[0]] for row in game.OPTIONS},
        "virtual": virtual,
        **more,
    }


def deal_line(day: int, hand: int, hands: Sequence[Sequence[int]], pool: Sequence[int]) -> Line:
    """What was dealt, as only a room with simulated people can tell."""
    return {
        "kind": "deal",
        "day": day,
        "hand": hand,
        "hands": [[cards.text(card) for card in cards_] for cards_ in hands],
        "pool": [cards.text(card) for card in pool],
    }


def fact_line(game: ModuleType, options: dict[str, Any], fact: tuple[Any, ...]) -> Line:
    """A fact the referee told. Points by suit, a list there, become an object with the suits' letters."""
    line: Line = dict(notation.fact_items(fact, game.FACTS))
    if fact[0] == "score" and options.get("scoring") == "suits":
        line["points"] = dict(zip(cards.SUITS, line["points"], strict=True))
    return line


def raw(game: ModuleType, fact: tuple[Any, ...]) -> dict[str, Any]:
    """A fact by the names of its fields, cards as the rulebook's numbers."""
    names = [name.rstrip("*") for name in game.FACTS[fact[0]]]
    return {"kind": fact[0], **dict(zip(names, fact[1:], strict=True))}


def dumps(line: Line) -> str:
    """The line as it is written, without the line feed."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


class Plain:
    """Puts the lines of one log into the words of players, a sentence or a few for each line."""

    def __init__(self) -> None:
        self._players: list[str] = []
        self._words: dict[str, Callable[[Line], str]] = {
            "match": self._match,
            "seated": self._seated,
            "island": self._island,
            "deal": self._deal,
            "declaration": self._declaration,
            "trick": self._trick,
            "ghost": self._ghost,
            "score": self._score,
            "void": self._void,
            "result": self._result,
        }

    def sentence(self, line: Line) -> str:
        """The line in words; a kind unknown here shows its fields as they are."""
        words = self._words.get(line["kind"])
        return self._other(line) if words is None else words(line)

    def _name(self, seat: int | None) -> str:
        if seat is None:
            return "nobody"
        return self._players[seat] if seat < len(self._players) else f"seat {seat}"

    def _each(self, values: Sequence[Any]) -> str:
        """One value a seat, with the names."""
        return ", ".join(f"{self._name(seat)} {_text(value)}" for seat, value in enumerate(values))

    def _match(self, line: Line) -> str:
        self._players = list(line["players"])
        where = " at the virtual table" if line["virtual"] else ""
        changed = ", ".join(f"{name}={value}" for name, value in line["options"].items())
        return f"{line['game']}{where}: {', '.join(self._players)}\n  ({changed})"

    def _seated(self, line: Line) -> str:
        return f"Seated at the pads: {self._each(line['pads'])}."

    def _island(self, line: Line) -> str:
        return f"\nIsland {line['n']}, {self._name(line['dealer'])} deals."

    def _deal(self, line: Line) -> str:
        hands = [f"  {self._name(seat)}: {' '.join(hand)}" for seat, hand in enumerate(line["hands"])]
        head = f"Day {line['day']}, {line['hand']} cards each, pool {' '.join(line['pool'])}"
        return "\n".join([head, *hands])

    def _declaration(self, line: Line) -> str:
        suit = f" {line['suit']}" if line.get("suit") is not None else ""
        truth = "" if line.get("true") is None else ", true" if line["true"] else ", false"
        return f"{self._name(line['seat'])} declares {line['what']}{suit}{truth}."

    def _trick(self, line: Line) -> str:
        plays = self._each(line["plays"])
        end = "split" if line["winner"] is None else f"{self._name(line['winner'])} takes it"
        lost = f", lost {' '.join(line['lost'])}" if line["lost"] else ""
        return f"  {line['day']}.{line['n']:<2} pool {line['pool']}: {plays} -> {end} ({line['why']}){lost}"

    def _ghost(self, line: Line) -> str:
        drawn = self._each(line["drawn"])
        return f"  {line['day']}.{line['n']:<2} ghosts took: {drawn}; lost {_text(line['lost'])}"

    def _score(self, line: Line) -> str:
        points = line["points"]
        if isinstance(points, dict):
            told = "; ".join(f"{suit}: {self._each(by_seat)}" for suit, by_seat in points.items())
        else:
            told = self._each(points)
        lines = [f"  card points {told}", f"  tribes {self._each(line['game_points'])}"]
        if any(line["penalties"]):
            lines.append(f"  penalties {self._each(line['penalties'])}")
        return "\n".join([*lines, f"  totals {self._each(line['totals'])}"])

    def _void(self, line: Line) -> str:
        return f"  Void: {line['why']}."

    def _result(self, line: Line) -> str:
        winners = " and ".join(self._name(seat) for seat in line["winners"]) or "nobody"
        return f"\n{winners} won: {self._each(line['totals'])}."

    def _other(self, line: Line) -> str:
        fields = ", ".join(f"{name} {_text(value)}" for name, value in line.items() if name != "kind")
        return f"{line['kind']}: {fields}"


def _text(value: Any) -> str:
    return " ".join(str(one) for one in value) if isinstance(value, list) else str(value)
