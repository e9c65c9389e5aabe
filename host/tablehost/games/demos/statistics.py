"""Statistics of `simulate` on matches of DemoS, in addition to scores and wins by seat."""

from collections.abc import Callable

from tablehost.types import FactFields, Options

Pair = tuple[float, float]
Row = tuple[str, Callable[[FactFields], Pair]]

_COMBINATIONS = (
    ("square", "a Square"),
    ("one-suit", "a sequence in one suit"),
    ("two-suits", "a sequence in two suits"),
    ("three-suits", "a sequence in three suits"),
    (None, "nothing"),
)
_MEDIA = (
    ("used", "used"),
    ("passed", "held back"),
    ("discarded", "without a target"),
    ("cancelled", "cancelled by the other one"),
)
_STEPS = (
    ("three-suits", "three suits"),
    ("two-suits", "two suits"),
    ("one-suit", "one suit"),
    ("points", "points, without a trio"),
    ("spokesperson", "the Spokesperson"),
    ("media-controller", "the Media Controller"),
    ("dissident", "the Dissident"),
    ("nobody", "nobody"),
)
_INDEPENDENT = ("spokesperson", "media-controller", "dissident")
_SIDES = {
    "2v2": ("the first pair", "the second pair"),
    "2v3": ("the pair", "the three"),
    "2v2+1": ("the first pair", "the second pair", "the Independent"),
}


def counted(seats: int, options: Options) -> list[Row]:
    """Return the rows for one match, to be fed its facts in their order; they keep state between facts.

    A pair adds to numerator and denominator; a denominator that stays 0 means: per match.
    """
    mode = str(options["mode"])
    so_far = _SoFar(seats)
    rows: list[Row] = [
        ("rounds per match", lambda fact: (so_far.hear(fact), 0)),
        ("rounds without a winner", so_far.per_round("void")),
    ]
    for code, words in _COMBINATIONS:
        if mode != "learning" or code != "square":
            rows.append((f"hands that show {words}", _share_of("reveal", "what", code)))
    rows += [
        ("rounds with equal points", so_far.per_round("tie", lambda fact: fact["criterion"] == "suit")),
        ("ties told apart by the suits", _tie("suit", True)),
        ("ties told apart by the rest", _tie("rest", True)),
        ("ties that several win", _tie("rest", False)),
    ]
    if mode != "learning":
        rows += [
            ("third turns stopped", lambda fact: _share(fact, "vote", not fact.get("held"))),
            ("vetoes spent per match", lambda fact: (len(fact.get("payers", ())), 0)),
            ("figures turned up by Squares per match", _number("turned_up", "what", "figure")),
        ]
        rows += [(f"Media {words} per match", _number("media", "what", code)) for code, words in _MEDIA]
    for step, words in _STEPS:
        if (mode == "2v2+1" or step not in _INDEPENDENT) and (
            step != "points" or options["no_trio"] == "points"
        ):
            verb = "won by" if step != "nobody" else "matches that"
            rows.append((f"{verb} {words}" + (" wins" if step == "nobody" else ""), _step(step)))
    rows.append(("victories that sides share", so_far.shared))
    for side, words in enumerate(_SIDES.get(mode, ())):
        rows.append((f"won by {words}", so_far.won_by(side)))
    for place in range(seats):
        where = "the dealer" if place == seats - 1 else f"seat {place + 1} from the dealer"
        rows.append((f"figures drawn by {where}", so_far.drawn_by(place + 1)))
    return rows


def _share(fact: FactFields, kind: str, holds: bool) -> Pair:
    return (float(holds), 1) if fact["kind"] == kind else (0, 0)


def _share_of(kind: str, field: str, code: str | None) -> Callable[[FactFields], Pair]:
    return lambda fact: _share(fact, kind, fact["kind"] == kind and fact[field] == code)


def _number(kind: str, field: str, code: str) -> Callable[[FactFields], Pair]:
    return lambda fact: (float(fact["kind"] == kind and fact[field] == code), 0)


def _step(step: str) -> Callable[[FactFields], Pair]:
    return _share_of("final", "step", step)


def _tie(criterion: str, decides: bool) -> Callable[[FactFields], Pair]:
    """Return a counter of ties, and of those after whose `criterion` one side is left, or several are."""

    def row(fact: FactFields) -> Pair:
        if fact["kind"] != "tie":
            return (0, 0)
        ends = fact["criterion"] == criterion and (len(fact["left"]) == 1) == decides
        return (float(ends), float(fact["criterion"] == "suit"))

    return row


class _SoFar:
    """The state of a match that is needed to count the rest of it."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._sides: list[list[int]] = []
        self._dealer = 0

    def hear(self, fact: FactFields) -> float:
        """Take note of a fact, before all other rows; whether it begins a round."""
        if fact["kind"] == "sides":
            self._sides = fact["sides"]
        if fact["kind"] != "round":
            return 0.0
        self._dealer = fact["dealer"]
        return 1.0

    def per_round(
        self, kind: str, when: Callable[[FactFields], bool] = lambda _: True
    ) -> Callable[[FactFields], Pair]:
        return lambda fact: (
            float(fact["kind"] == kind and when(fact)),
            float(fact["kind"] == "round"),
        )

    def _winners(self, fact: FactFields) -> list[int]:
        return [i for i, side in enumerate(self._sides) if side[0] in fact["winners"]]

    def shared(self, fact: FactFields) -> Pair:
        """Count victories, and those of more than one side."""
        if fact["kind"] != "result" or not fact["winners"]:
            return (0, 0)
        return (float(len(self._winners(fact)) > 1), 1)

    def won_by(self, side: int) -> Callable[[FactFields], Pair]:
        """Return a counter of the matches that a side wins; sides that win together share."""

        def row(fact: FactFields) -> Pair:
            if fact["kind"] != "result":
                return (0, 0)
            winners = self._winners(fact)
            return (1 / len(winners) if side in winners else 0, 1)

        return row

    def drawn_by(self, place: int) -> Callable[[FactFields], Pair]:
        """Return a counter of the figures, and of those drawn by the player this many seats left of the
        dealer.
        """

        def row(fact: FactFields) -> Pair:
            if fact["kind"] != "figure":
                return (0, 0)
            return (float((fact["drawer"] - self._dealer) % self._seats == place % self._seats), 1)

        return row
