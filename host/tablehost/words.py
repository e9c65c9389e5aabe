"""A match in the words of its players: a sentence for each line of the open log, and how it ended.

This is the one place of the host that speaks a game's own language. A kind of line that nobody has put into
words shows its fields as they are, so a game without words of its own can be followed too.
"""

from collections.abc import Callable, Sequence
from typing import Any

from cardtable.rulebook import games
from cardtable.rulebook import match as matches
from tablehost.openlog import Line
from tablehost.text import table

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Words:
    """What can be said of every game. `players`: their names, by seat."""

    point = ("point", "points")  # one, and more, of what a score counts

    def __init__(self, players: Sequence[str] = ()) -> None:
        self._players = list(players)
        self._kinds: dict[str, Callable[[Line], str]] = {
            "match": self._match,
            "seated": self._seated,
            "deal": self._deal,
            "void": self._void,
            "result": self._result,
        }

    def sentence(self, line: Line) -> str:
        """A line in words; a kind unknown here shows its fields as they are."""
        words = self._kinds.get(line["kind"])
        return self._other(line) if words is None else words(line)

    def count(self, points: int) -> str:
        """So many of what a score counts."""
        return f"{points} {self.point[points != 1]}"

    def in_short(self, island: int, score: Line) -> str:
        """A whole island in one line, from its score."""
        return self.sentence(score)

    def ending(self, lines: Sequence[Line]) -> str:
        """What is said under a match: where its points came from, then who won, if it has ended."""
        results = [self.sentence(line).strip() for line in lines[-1:] if line["kind"] == "result"]
        return "\n\n".join([*self._reasons(lines), *results])

    def _reasons(self, lines: Sequence[Line]) -> list[str]:
        """Every point and why it was scored, as a table, if this game tells."""
        return []

    def _name(self, seat: int | None) -> str:
        if seat is None:
            return "nobody"
        return self._players[seat] if seat < len(self._players) else f"seat {seat}"

    def _each(self, values: Sequence[Any]) -> str:
        """One value a seat, with the names."""
        return ", ".join(f"{self._name(seat)} {_text(value)}" for seat, value in enumerate(values))

    def _match(self, line: Line) -> str:
        """Who plays what, the options that are not as usual, and where to read about all of them."""
        where = " at the virtual table" if line["virtual"] else ""
        usual: dict[str, Any] = matches.resolve(games.load(line["game"]), len(line["players"]), {})
        changed = [f"{name}={value}" for name, value in line["options"].items() if value != usual[name]]
        options = " ".join(changed) or "all options at their defaults"
        head = f"{line['game']}{where}: {', '.join(self._players)}"
        return f"{head}\n  {options} (cardtable games {line['game']})"

    def _seated(self, line: Line) -> str:
        return f"Seated at the pads: {self._each(line['pads'])}."

    def _deal(self, line: Line) -> str:
        hands = [f"  {self._name(seat)}: {' '.join(hand)}" for seat, hand in enumerate(line["hands"])]
        head = f"Day {line['day']}, {line['hand']} cards each, pool {' '.join(line['pool'])}"
        return "\n".join([head, *hands])

    def _void(self, line: Line) -> str:
        return f"  Void: {line['why']}."

    def _result(self, line: Line) -> str:
        winners = " and ".join(self._name(seat) for seat in line["winners"]) or "nobody"
        return f"\n{winners} won: {self._each(line['totals'])}."

    def _other(self, line: Line) -> str:
        fields = ", ".join(f"{name} {_text(value)}" for name, value in line.items() if name != "kind")
        return f"{line['kind']}: {fields}"


# Why Democracy books a game point: the codes of `why` in a score.
REASONS = {
    "tribe": "tribe",
    "sweep": "sweep: every card of the suit",
    "stake": "tribe at high stake",
    "stake-and-sweep": "sweep at high stake",
    "bad-catch": "bad catch",
    "barred": "nothing: a false bad catch",
    "sweep-failed": "nothing: the announced sweep failed",
    "liar-void": "nothing: the high stake was a lie",
    "liar-plain": "tribe; the high stake was a lie",
    "lie": "penalty: the high stake was a lie",
    "floor": "no score falls below 0",
    "day_total": "day",
    "island_total": "the whole island",
    "all-points": "every card point of the island",
}


class Democracy(Words):
    """Tribes, islands, pools and ghosts."""

    point = ("tribe", "tribes")

    def __init__(self, players: Sequence[str] = ()) -> None:
        super().__init__(players)
        self._kinds |= {
            "island": self._island,
            "declaration": self._declaration,
            "trick": self._trick,
            "ghost": self._ghost,
            "score": self._score,
        }

    def in_short(self, island: int, score: Line) -> str:
        won = [f"{self._name(seat)} +{n}" for seat, n in enumerate(score["game_points"]) if n]
        stand = self._each(score["totals"])
        return f"Island {island}: {', '.join(won) or 'nobody wins a tribe'}; now {stand}."

    def _reasons(self, lines: Sequence[Line]) -> list[str]:
        rows = [["island", "player", "points", "why"]]
        island = 0
        scored = False
        for line in lines:
            if line["kind"] == "island":
                island = line["n"]
            elif line["kind"] == "score":
                scored = True
                for code, seat, about, worth in line["why"]:
                    who = "-" if seat is None else self._name(seat)
                    rows.append([str(island), who, f"{worth:+d}", _reason(code, seat, about, line)])
        return [table(rows, left=(0, 1, 3)) if scored else "No island was scored."]

    def _island(self, line: Line) -> str:
        return f"\nIsland {line['n']}, {self._name(line['dealer'])} deals."

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
        elif len(points) > 1:
            told = "; ".join(f"day {day}: {self._each(by_seat)}" for day, by_seat in enumerate(points, 1))
        else:
            told = self._each(points[0])
        lines = [f"  card points {told}", f"  tribes {self._each(line['game_points'])}"]
        if any(line["penalties"]):
            lines.append(f"  penalties {self._each(line['penalties'])}")
        return "\n".join([*lines, f"  totals {self._each(line['totals'])}"])


def _reason(code: str, seat: int | None, about: Any, score: Line) -> str:
    """Why a game point was booked; `about` is the suit or the number of the day that it is for, or None."""
    words = REASONS.get(code, code)
    if about is None or seat is None:
        return words
    if isinstance(score["points"], dict):
        head, points = f"{SUIT_SIGNS[about]} {words}", score["points"][about]
    else:
        head, points = f"{words} {about}" if code == "day_total" else words, score["points"][about - 1]
    others = [str(n) for i, n in enumerate(points) if i != seat]
    return f"{head}: {points[seat]} card points against {', '.join(others)}"


def _text(value: Any) -> str:
    return " ".join(str(one) for one in value) if isinstance(value, list) else str(value)


_OWN: dict[str, type[Words]] = {"democracy": Democracy}


def of(match: Line) -> Words:
    """The words for the match that this line, its first one, begins."""
    return _OWN.get(match["game"], Words)(match["players"])
