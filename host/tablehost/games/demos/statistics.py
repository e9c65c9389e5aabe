"""Statistics of `simulate` on matches of DemoS, in addition to scores and wins by seat.

Paragraphs of the rules stand next to the rows on rules.
"""

from collections.abc import Callable, Sequence

from cardtable.engine.cards import SUITS, suit_of
from cardtable.games.demos import final
from tablehost.plugins.rule_rows import Holds, OfKinds, counter, field_is, rule
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
    so_far = _SoFar(seats, options)
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
            ("third turns stopped", _share_of("vote", "held", False)),
            ("vetoes spent per match", counter(lambda fact: (len(fact["payers"]), 0), "vote")),
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
    rows += _of_rounds(options, so_far)
    if mode != "learning":
        rows += _of_media(options, so_far)
    return rows + _of_final(options, so_far)


def _of_rounds(options: Options, so_far: "_SoFar") -> list[Row]:
    rows: list[Row] = []
    if options["mode"] != "learning":
        rows += rule("a Square is shown", field_is("reveal", "what", "square"))  # 3.1
        rows += rule("a Square turns up a figure", field_is("turned_up", "what", "figure"))  # 3.1, Q1
        rows += rule("a veto stops the third turn", field_is("vote", "held", False))  # V1
    if options["favourite"] == "on":
        rows += rule("a favourite suit scores 10 more", so_far.is_favourite)  # F18
    rows += rule("a round has no winner", field_is("void", "why", "nobody"))  # S7
    rows += rule("the suits of the hand break a tie", _ends_tie("suit", True))  # T1
    rows += rule("the rest of the hand breaks a tie", _ends_tie("rest", True))  # T3
    rows += rule("several players win a round", _ends_tie("rest", False))  # T4
    rows += rule("the pile is too short for the winners", so_far.runs_short)  # T5, T6, T7
    return rows


def _of_media(options: Options, so_far: "_SoFar") -> list[Row]:
    mode, may_pass = options["mode"], options["media_pass"]
    rows = rule(
        "a Media names the suit of a figure", field_is("media", "what", "used"), so_far.decided_by_media
    )
    if may_pass == "always" or (may_pass == "team_modes" and mode != "complete"):
        rows += rule("a Media is held back", field_is("media", "what", "passed"))  # M5
    rows += rule("a Media finds no hidden figure", field_is("media", "what", "discarded"))  # M4
    rows += rule("two Media of one player cancel each other", field_is("media", "what", "cancelled"))  # M7
    if mode == "2v2+1" and options["independent_two_media"] == "keep_no_action":
        rows += rule("the Independent keeps two Media", field_is("media", "what", "kept"))  # M6
    if options["double_forced"] == "no_trio":
        rows += rule("two forced figures leave no trio", so_far.is_double_forced, so_far.decided_by_forced)
    return rows


def _of_final(options: Options, so_far: "_SoFar") -> list[Row]:
    trios = [step for step, _ in _STEPS[:3]]
    rows: list[Row] = []
    for step, words in _STEPS[:3]:  # 3.1, F8
        rows += rule(f"a trio of {words} wins", _ends_by(step), _decides("harmony", step))
    if options["declared"] == "on":
        rows += rule(
            "a declared trio goes first",
            lambda fact: _compares(fact, "declared"),
            _decides("declared", *trios),
        )
    rows += rule(
        "points break a tie of trios",
        lambda fact: _ends_by(*trios)(fact) and _compares(fact, "points"),
        _decides("points", *trios),
    )  # F5, F7, F10
    if options["mode"] == "2v2+1":
        for way, words in _STEPS[4:7]:  # 3.6, F11, F12, F14
            rows += rule(f"the Independent is {words}", _is_way(way), _is_only_way(way))
    if options["no_trio"] == "points":
        rows += rule("points decide without a trio", _ends_by("points"), _decides("points", "points"))  # F1
    else:
        rows += rule("without a trio there is no winner", _ends_by("nobody"))  # F1
    return rows + rule("several sides share the victory", lambda fact: so_far.shared(fact)[0] > 0)  # F16


def _ends_by(*steps: str) -> Holds:
    return field_is("final", "step", *steps)


def _compares(fact: FactFields, criterion: str) -> bool:
    return fact["kind"] == "final" and any(row[0] == criterion for row in fact["why"])


def _decides(criterion: str, *steps: str) -> Holds:
    """Return a predicate: the final ends by one of these steps, and this is the last comparison that left a
    side out.
    """

    def decides(fact: FactFields) -> bool:
        if fact["step"] not in steps:
            return False
        narrowing = [
            row for row in fact["why"] if 0 < len(row[2]) < sum(value is not None for value in row[1])
        ]
        return bool(narrowing) and narrowing[-1][0] == criterion

    return OfKinds(False, decides, "final")


def _ways(fact: FactFields) -> list[str]:
    """Return the conditions that the Independent fulfils in a final, none for another fact."""
    if fact["kind"] != "final":
        return []
    return [row[0] for row in fact["why"] if row[0] in _INDEPENDENT and row[2]]


def _is_way(way: str) -> Holds:
    return lambda fact: way in _ways(fact)


def _is_only_way(way: str) -> Holds:
    return lambda fact: _ways(fact) == [way]


def _share_of(kind: str, field: str, code: object) -> Callable[[FactFields], Pair]:
    return counter(lambda fact: (float(fact[field] == code), 1), kind)


def _number(kind: str, field: str, code: str) -> Callable[[FactFields], Pair]:
    return counter(lambda fact: (float(fact[field] == code), 0), kind)


def _step(step: str) -> Callable[[FactFields], Pair]:
    return _share_of("final", "step", step)


def _tie(criterion: str, decides: bool) -> Callable[[FactFields], Pair]:
    """Return a counter of ties, and of those after whose `criterion` one seat is left, or several are."""
    ends = _ends_tie(criterion, decides)
    return counter(lambda fact: (float(ends(fact)), float(fact["criterion"] == "suit")), "tie")


def _ends_tie(criterion: str, decides: bool) -> Holds:
    """Return a predicate: a comparison by this criterion leaves one seat, or several."""

    def ends(fact: FactFields) -> bool:
        return fact["criterion"] == criterion and (len(fact["left"]) == 1) == decides

    return OfKinds(False, ends, "tie")


class _SoFar:
    """The state of a match that is needed to count the rest of it."""

    def __init__(self, seats: int, options: Options) -> None:
        self._seats = seats
        self._options = options
        self._sides: list[list[int]] = []
        self._favourites: list[str | None] = []
        self._announced: list[list[int] | None] = []
        self._dealer = 0
        self._due: list[int] = []  # the seats that have won the round
        self._squares: list[int] = []  # the seats that have shown one in this round
        self._drawers: list[int] = []
        self._named: list[tuple[int, int]] = []  # (card, suit) by the Media
        self._totals = [0] * seats

    def hear(self, fact: FactFields) -> float:
        """Take note of a fact, before all other rows; whether it begins a round."""
        kind = fact["kind"]
        if kind == "sides":
            self._sides = fact["sides"]
            self._favourites = fact["favourites"]
            self._announced = [suits and [SUITS.index(suit) for suit in suits] for suits in fact["announced"]]
        elif kind == "round":
            self._dealer = fact["dealer"]
            self._due, self._squares, self._drawers = [], [], []
        elif kind == "reveal" and fact["what"] == "square":
            self._squares.append(fact["seat"])
        elif kind == "tie":
            self._due = fact["left"]
        elif kind == "standing":
            self._totals = fact["totals"]
        elif kind == "figure":
            self._drawers.append(fact["drawer"])
        elif kind == "media" and fact["what"] == "used":
            self._named.append((fact["card"], SUITS.index(fact["suit"])))
        return float(kind == "round")

    def per_round(
        self, kind: str, when: Callable[[FactFields], bool] = lambda _: True
    ) -> Callable[[FactFields], Pair]:
        def row(fact: FactFields) -> Pair:
            return float(fact["kind"] == kind and when(fact)), float(fact["kind"] == "round")

        return counter(row, kind, "round")

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
            winners = self._winners(fact)
            return (1 / len(winners) if side in winners else 0, 1)

        return counter(row, "result")

    def drawn_by(self, place: int) -> Callable[[FactFields], Pair]:
        """Return a counter of the figures, and of those drawn by the player this many seats left of the
        dealer.
        """

        def row(fact: FactFields) -> Pair:
            return (float((fact["drawer"] - self._dealer) % self._seats == place % self._seats), 1)

        return counter(row, "figure")

    # -- rules --------------------------------------------------------------------------------

    def is_favourite(self, fact: FactFields) -> bool:
        """Return True for a sequence in the favourite suit of its player [F18]."""
        if not field_is("reveal", "what", "one-suit")(fact):
            return False
        favourite = self._favourites[fact["seat"]]
        return favourite is not None and SUITS.index(favourite) == suit_of(fact["cards"][0])

    def runs_short(self, fact: FactFields) -> bool:
        """Return True at the end of a round whose winners are due more figures than the pile had [T5]."""
        if fact["kind"] != "standing" or fact["pile"]:
            return False
        drew = fact["winners"]
        if any(set(side) & set(self._due) and not set(side) & set(drew) for side in self._sides):
            return True
        if len(drew) > 1 and self._options["team_square_tie_draws"] == "one_each":  # T8
            return False
        return any(seat in self._squares and self._drawers.count(seat) == 1 for seat in drew)

    def decided_by_media(self, fact: FactFields) -> bool:
        """Return True for a final that others would win with the suits as printed, and free."""
        if fact["kind"] != "final" or not self._named:
            return False
        usual = str(self._options["double_forced"])
        return self._decide(fact, (), usual)[0] != self._decide(fact, self._named, usual)[0]

    def is_double_forced(self, fact: FactFields) -> bool:
        """Return True for a final in which a holder lacks a trio only because of two forced figures [F2]."""
        if fact["kind"] != "final" or len(self._named) < 2:
            return False
        return self._decide(fact, self._named)[-1] != self._decide(fact, self._named, "choose_one")[-1]

    def decided_by_forced(self, fact: FactFields) -> bool:
        """Return True for a final that others would win if the owner could choose one of them [F2]."""
        if not self.is_double_forced(fact):
            return False
        return self._decide(fact, self._named)[0] != self._decide(fact, self._named, "choose_one")[0]

    def _decide(
        self, fact: FactFields, named: Sequence[tuple[int, int]], double_forced: str = "no_trio"
    ) -> tuple[list[int], str, list[list[object]], list[object]]:
        """Return the decision of a final again, as the engine makes it, with these suits named by Media."""
        figures = [final.tally(held, list(named)) for held in fact["figures"]]
        options = {**self._options, "double_forced": double_forced}
        return final.decide(self._sides, figures, self._totals, options, self._announced)
