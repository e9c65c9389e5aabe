"""Statistics of `simulate` on matches of Democrazy, in addition to scores and wins by seat.

Paragraphs of the rules stand next to the rows on rules.
"""

from collections.abc import Callable, Sequence

from cardtable.engine import cards
from cardtable.games.democrazy import final
from cardtable.games.democrazy.cards import is_red
from cardtable.games.democrazy.law import TRAITS, Law, played_rows, read_law, read_row
from cardtable.games.democrazy.pack import PACK
from tablehost.games.democrazy.law_sentences import name_law
from tablehost.plugins.rule_rows import field_is, rule
from tablehost.types import FactFields, Options

Pair = tuple[float, float]
Row = tuple[str, Callable[[FactFields], Pair]]

_RULES = (
    ("circle", "decided by the circle"),
    ("definite", "decided by a Definite"),
    ("scam", "turned by a Scam"),
)
_VOTES = (
    ("circle", "the circle decides a vote"),
    ("definite", "a Definite decides a vote"),
    ("scam", "a Scam turns a vote round"),
)
_TIES = (("chips", "chips break a tie"), ("colours_held", "colours break a tie"))
_ENDS = (
    ("drawn", "matches ended by the End Card, drawn"),
    ("milled", "matches ended by the End Card, turned up"),
    ("bag", "matches ended by the empty bag"),
)
_BROKEN = (("chips", "by chips"), ("colours_held", "by colours"))


def counted(seats: int, options: Options) -> list[Row]:
    """Return the rows for one match, to be fed its facts in their order; they keep state between facts.

    A pair adds to numerator and denominator; a denominator that stays 0 means: per match. A law decides a
    match if others would have won without it.
    """
    ledger = Ledger(seats, options)
    rows: list[Row] = [
        ("proposals per match", ledger.proposals),
        ("proposals adopted", _vote(lambda fact: bool(fact["adopted"]))),
        *[(f"votes {words}", _vote(_by_rule(rule))) for rule, words in _RULES],
        ("wilds that act per match", _wilds("acts")),
        ("wilds that are void per match", _wilds("void")),
        ("laws on the table at the end", ledger.at_end(lambda: len(ledger.laws))),
        *[(words, ledger.ended_by(how)) for how, words in _ENDS],
        ("matches with equal totals at the top", ledger.tied),
        *[(f"of these decided {words}", ledger.broken(how)) for how, words in _BROKEN],
        ("victories that several share", ledger.shared),
    ]
    for place in range(seats):
        words = "the first player" if place == 0 else f"the player {place} to the left of the first"
        rows.append((f"won by {words}", ledger.won_from_first(place)))
    rows += _of_rules(options, ledger)
    names = [row.split(" ")[0] for row in played_rows(options)]
    rows += [(f"{name_law(name)}: adopted", ledger.adopted(name)) for name in names]
    rows += [(f"{name_law(name)}: decides", ledger.decides(name)) for name in names if name[0] == "B"]
    return rows


def _of_rules(options: Options, ledger: "Ledger") -> list[Row]:
    rows: list[Row] = []
    for code, words in _VOTES:  # 4.4
        rows += rule(words, _voted(_by_rule(code)))
    rows += rule(
        "wilds cancel each other", _voted(lambda fact: any(wild[2] == "void" for wild in fact["wilds"]))
    )
    rows += rule("a law replaces one with its symbol", field_is("proposal", "why", "symbol"))  # 4.5
    rows += rule("a law replaces a named one", field_is("proposal", "why", "named"))  # 4.5
    rows += rule("an older law overrules a newer one", lambda fact: bool(fact.get("overruled")))  # 4.6
    if int(options["blank_laws"]):
        rows += rule("a blank law is refused", lambda fact: _is_judged(fact, "object", True))  # U26
    rows += rule("a law of conduct is broken", field_is("conduct", "caught", True))  # U24
    if any(options[f"trait_{trait}"] == "on" for trait in TRAITS):
        rows += rule("a contested trait falls", lambda fact: _is_judged(fact, "contest", False))  # U25
    rows += rule("a law turns up the End Card", lambda fact: "END" in fact.get("note", ()))  # 4.7
    if options["bag_end"] == "on":
        rows += rule("the empty bag ends the match", _ends(0, "bag"))  # 4.7
    if options["last_blue_counts"] == "false":
        rows += rule("the last law does not count", ledger.is_late, ledger.decides_late)  # U18
    if options["private_law"] == "on":
        rows += rule("a hidden law gives points", ledger.is_hidden_scored, ledger.decides_hidden)  # U28
    for code, words in _TIES:  # 4.8, U20
        if code in str(options["tie_break"]).split("+"):
            rows += rule(words, _ends(2, code), _ends(2, code))
    return rows + rule("several players share the victory", lambda fact: ledger.shared(fact)[0] > 0)  # U20


def _is_judged(fact: FactFields, what: str, held: bool) -> bool:
    return field_is("judged", "what", what)(fact) and bool(fact["held"]) == held


def _ends(part: int, code: str) -> Callable[[FactFields], bool]:
    """Return a predicate: this is the result, and this part of its `why` is `code`."""
    return lambda fact: fact["kind"] == "result" and fact["why"][part] == code


def _voted(holds: Callable[[FactFields], bool]) -> Callable[[FactFields], bool]:
    return lambda fact: fact["kind"] == "vote" and holds(fact)


def _vote(holds: Callable[[FactFields], bool]) -> Callable[[FactFields], Pair]:
    return lambda fact: (float(holds(fact)), 1) if fact["kind"] == "vote" else (0, 0)


def _by_rule(rule: str) -> Callable[[FactFields], bool]:
    return lambda fact: str(fact["rule"]).startswith(rule)


def _wilds(what: str) -> Callable[[FactFields], Pair]:
    return lambda fact: (
        float(sum(wild[2] == what for wild in fact["wilds"])) if fact["kind"] == "vote" else 0.0,
        0,
    )


def law_of(card: int, text: str, proposer: int | None = None) -> Law:
    """Return a law as far as the log reveals it: its card and its effects."""
    return read_row(card, f"{cards.text(card, PACK)} black log {text}", proposer=proposer)


class Ledger:
    """The state of a match that is needed to count the rest of it, and to score it again without a law."""

    def __init__(self, seats: int, options: Options) -> None:
        self._seats = seats
        self._options = options
        self.laws: list[Law] = []
        self._fresh: Law | None = None
        self._proposal: FactFields = {}
        self._proposed = ""  # its name
        self._chips: list[list[int] | None] = [None] * seats
        self._wilds = [0] * seats
        self._gone: list[int] = []
        self._traits: list[list[str]] = []
        self._private: list[Law | None] = [None] * seats
        self._first = 0
        self._milled = False
        self._late: list[Law] = []  # on the table at the end, and not counted
        self._at_end: set[str] = set()  # the names of the laws that count
        self._deciding: list[str] = []

    # -- announcements ------------------------------------------------------------------------

    def proposals(self, fact: FactFields) -> Pair:
        """Take note of a fact, before all other rows; whether it is a proposal."""
        hear = getattr(self, "_hear_" + fact["kind"], None)
        if hear is not None:
            hear(fact)
        return (float(fact["kind"] == "proposal"), 0)

    def _hear_setup(self, fact: FactFields) -> None:
        self._wilds = list(fact["wilds"])
        self._traits = [list(held) for held in fact["traits"]]
        self._first = fact["seat"]

    def _hear_laws(self, fact: FactFields) -> None:
        rows = zip(fact["laws"], fact["texts"], fact["proposers"], strict=True)
        self.laws = [law_of(*row) for row in rows]
        self._fresh = None

    def _hear_proposal(self, fact: FactFields) -> None:
        self._proposal = fact
        self._proposed = _name(fact["law"])

    def _hear_vote(self, fact: FactFields) -> None:
        for seat, _, _ in fact["wilds"]:
            self._wilds[seat] -= 1
        law = self._proposal
        if fact["adopted"] and not is_red(law["law"]):
            self.laws = [one for one in self.laws if one.card != law["replaces"]]
            self._fresh = law_of(law["law"], law["text"], law["seat"])
            self.laws.append(self._fresh)

    def _hear_effect(self, fact: FactFields) -> None:
        operation, note = fact["operation"], fact["note"]
        if note in (["lapses"], ["protected"], ["absent"]):
            return
        if operation.startswith("repeal"):
            self.laws = [law for law in self.laws if law.name not in note]
        elif operation.startswith("wild_deal"):
            for seat in note:
                self._wilds[int(seat)] += 1
        elif operation.startswith("wild_pass"):
            here = [seat for seat in range(self._seats) if seat not in self._gone]
            step = 1 if operation.endswith("left") else -1
            before = list(self._wilds)
            for i, seat in enumerate(here):
                self._wilds[here[(i + step) % len(here)]] = before[seat]
        elif operation.startswith("mill"):
            self._milled = "END" in note

    def _hear_end_card(self, fact: FactFields) -> None:
        self._milled = False  # a law had turned it up before, and it was put back

    def _hear_table(self, fact: FactFields) -> None:
        if fact["what"] == "left":
            self._gone.append(fact["seat"])
            self._wilds[fact["seat"]] = 0

    def _hear_judged(self, fact: FactFields) -> None:
        if fact["what"] == "contest" and not fact["held"]:
            self._traits[fact["seat"]].remove(fact["about"])

    def _hear_score(self, fact: FactFields) -> None:
        seat = fact["seat"]
        self._chips[seat] = list(fact["chips"])
        if fact["private"] is not None:
            self._private[seat] = read_law(fact["private"], self._options)

    def _hear_result(self, fact: FactFields) -> None:
        if self._options["last_blue_counts"] == "false":
            self._late = [law for law in self.laws if law is self._fresh]
        self.laws = self.counted()
        assert self.winners(self.laws) == fact["winners"], "the match is not scored again as it was told"
        self._at_end = {_name(law.card) for law in self.laws}
        self._deciding = [
            _name(law.card)
            for law in self.laws
            if self.winners([one for one in self.laws if one is not law]) != fact["winners"]
        ]

    def counted(self) -> list[Law]:
        """Return the laws on the table that count if the match ends now [U18], oldest first."""
        late = self._fresh if self._options["last_blue_counts"] == "false" else None
        return [law for law in self.laws if law is not late]

    def winners(self, laws: Sequence[Law], has_hidden: bool = True) -> list[int]:
        """Return the seats that would have won under these laws, or without hidden ones, all else equal."""
        hidden = self._private if has_hidden else [None] * self._seats
        standing = final.Standing(self._chips, self._wilds, self._traits, hidden)
        accounts = final.accounts(standing, list(laws), self._options)
        totals = [None if one is None else one.total for one in accounts]
        return final.winners(standing, laws, totals, self._options)[0]

    # -- figures ------------------------------------------------------------------------------

    def at_end(self, value: Callable[[], float]) -> Callable[[FactFields], Pair]:
        return lambda fact: (value(), 1) if fact["kind"] == "result" else (0, 0)

    def ended_by(self, how: str) -> Callable[[FactFields], Pair]:
        def row(fact: FactFields) -> Pair:
            if fact["kind"] != "result":
                return (0, 0)
            ended = fact["why"][0]
            if ended == "end-card":
                ended = "milled" if self._milled else "drawn"
            return (float(ended == how), 1)

        return row

    def tied(self, fact: FactFields) -> Pair:
        if fact["kind"] != "result":
            return (0, 0)
        totals = [total for total in fact["totals"] if total is not None]
        return (float(totals.count(max(totals)) > 1), 1)

    def broken(self, how: str) -> Callable[[FactFields], Pair]:
        def row(fact: FactFields) -> Pair:
            above = self.tied(fact)[0]
            return (float(above and fact["why"][2] == how), above)

        return row

    def shared(self, fact: FactFields) -> Pair:
        return (float(len(fact["winners"]) > 1), 1) if fact["kind"] == "result" else (0, 0)

    def won_from_first(self, place: int) -> Callable[[FactFields], Pair]:
        """Return a counter of the matches that this seat wins, counted from the first player; winners
        share.
        """

        def row(fact: FactFields) -> Pair:
            if fact["kind"] != "result":
                return (0, 0)
            won = (self._first + place) % self._seats in fact["winners"]
            return (1 / len(fact["winners"]) if won else 0.0, 1)

        return row

    def is_late(self, fact: FactFields) -> bool:
        """Return True for the result if the last law is on the table and does not count [U18]."""
        return fact["kind"] == "result" and bool(self._late)

    def decides_late(self, fact: FactFields) -> bool:
        """Return True if others would have won with the last law [U18]."""
        return self.is_late(fact) and bool(self.winners([*self.laws, *self._late]) != fact["winners"])

    def is_hidden_scored(self, fact: FactFields) -> bool:
        """Return True for a score with points of a hidden law [U28]."""
        if fact["kind"] != "score" or fact["private"] is None:
            return False
        return str(cards.text(fact["private"], PACK)) in [law for law, _ in fact["bonuses"]]

    def decides_hidden(self, fact: FactFields) -> bool:
        """Return True if others would have won without the hidden laws [U28]."""
        return fact["kind"] == "result" and bool(self.winners(self.laws, has_hidden=False) != fact["winners"])

    def adopted(self, name: str) -> Callable[[FactFields], Pair]:
        """Return a counter of the votes on this law, and of those that adopt it."""

        def row(fact: FactFields) -> Pair:
            voted = fact["kind"] == "vote" and self._proposed == name
            return (float(voted and fact["adopted"]), float(voted))

        return row

    def decides(self, name: str) -> Callable[[FactFields], Pair]:
        """Return a counter of the matches that end with this law on the table, and of those decided by it."""

        def row(fact: FactFields) -> Pair:
            lies = fact["kind"] == "result" and name in self._at_end
            return (float(lies and name in self._deciding), float(lies))

        return row


def _name(card: int) -> str:
    """Return a law by its name, the second copy as the first."""
    return str(cards.text(card, PACK)).partition("#")[0]
