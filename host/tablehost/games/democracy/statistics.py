"""Statistics of `simulate` on matches of Democracy, in addition to scores and wins by seat.

Paragraphs of the rules stand next to their rows.
"""

from collections.abc import Callable

from cardtable.engine.cards import SUITS, is_joker, suit_of
from cardtable.games.democracy import deal, scoring, trick
from cardtable.games.democracy.options import OPTIONS
from cardtable.games.democracy.scoring import Account, Stake
from tablehost.plugins.presentation import CountedRow
from tablehost.plugins.rule_rows import Holds, field_is, rule
from tablehost.types import FactFields, Options

Pair = tuple[float, float]
Winner = tuple[int | None, list[int]]  # of a trick: the seat, None for a split; the seats that tied


def counted(seats: int, options: Options) -> list[CountedRow]:
    """Return the rows for one match, to be fed its facts in their order; they keep state between facts.

    A pair adds to numerator and denominator; a denominator that stays 0 means: per match. A rule decides a
    match if others would lead at its end without it, with the same cards played.
    """
    usual = {name: default for name, _, default in OPTIONS}
    table = _Table(seats, {**usual, **options})  # a copy of the game may have fewer options
    rows: list[CountedRow] = [
        ("tribes per island", table.tribes),
        ("split tricks", lambda fact: (fact["winner"] is None, 1) if fact["kind"] == "trick" else (0, 0)),
        ("islands per match", lambda fact: (_is_island(fact), 0)),
    ]
    return rows + _of_tricks(table) + _of_declarations(table) + _of_scores(table)


def _of_tricks(table: "_Table") -> list[CountedRow]:
    seats, options = table.seats, table.options
    idiot = table.without(winner=table.take_by_chief)
    rows = rule("the village idiot takes a trick", _trick("village idiot"), idiot)  # 5.1, A06
    rows += rule("a tie splits a trick", _trick("tie", "only jokers"))  # 5.2, A07, A08
    if deal.is_expanded(seats, options):
        rows += rule("equal trumps split a trick", _trick("trump tie"))  # A10
        if options["trump_tie"] == "cancel":
            split = table.without(winner=table.split_trumps)
            rows += rule("equal trumps cancel each other", _trick("highest trump left"), split)  # A10
    if any(is_joker(card) for card in deal.deck(seats, options)):
        rows += rule("a joker takes a trick", _is_won_by_joker)  # 5.3
        if options["joker_turned"] != "ghost":
            rows += rule(
                "a joker turned up leaves no trumps",
                lambda fact: fact["kind"] == "trick" and is_joker(fact["pool"]),
            )  # 5.4
        if options["joker_turned"] != "dead":
            rows += rule("a ghost replaces a trick", lambda fact: fact["kind"] == "ghost")  # 5.4
    if options["negotiation"] != "off":
        agreed = table.without(winner=table.by_cards)
        rows += rule("an agreement awards a trick", _trick("negotiated"), agreed)  # 5.5, A40
    return rows


def _of_declarations(table: "_Table") -> list[CountedRow]:
    options = table.options
    rows: list[CountedRow] = []
    if options["bad_catch"] != "off":
        rows += rule("a bad catch scores", _score("bad-catch"), table.without(catches=False))  # 6
        if options["false_bad_catch"] == "no_score":
            barred = table.without(bars=False)
            rows += rule("a false bad catch scores nothing", _is_false_catch, barred)  # A31
    if options["high_stake"]:
        honest, lied = table.without(drops=True), table.without(drops=False)
        rows += rule("a high stake scores more", _score("stake", "stake-and-sweep"), honest)  # 6
        rows += rule("a false high stake costs points", _costs, lied)  # A36, A37
    swept = _score("sweep", "stake-and-sweep")
    if options["sweep"] == "exclusive":
        rows += rule("a sweep scores more", swept)  # 6
        rows += rule(
            "an announced sweep fails", _score("sweep-failed"), table.without(sweep="announced")
        )  # 6
    elif options["sweep"] != "off":
        rows += rule("a sweep scores more", swept, table.without(sweep="off"))  # 6, A23
    if options["score_floor"] == "zero":
        rows += rule("the floor lifts a score", _score("floor"), table.without(score_floor="none"))  # A38
    return rows


def _of_scores(table: "_Table") -> list[CountedRow]:
    seats, options = table.seats, table.options
    rows: list[CountedRow] = []
    if options["scoring"] == "suits":
        is_most = scoring.by_plurality(seats, options)
        words = "no sole first in a suit" if is_most else "no majority in a suit"
        rows += rule(f"{words}, no tribe", _is_open)  # A20, A21
    else:
        rows += rule("all points of an island score 2", _score("all-points"))  # A27
    rows += rule("a player at the target does not win", table.is_overtaken)  # 8, A41
    tie, is_endless = options["match_tie"], scoring.is_endless(seats, options)
    if tie != "shared":
        rows += rule("equal totals at the target play on", table.plays_on)  # A42
    if tie == "shared" or is_endless:
        rows += rule("equal totals share the victory", field_is("result", "why", "shared"))  # A42
    if tie == "points" or is_endless:
        broken = field_is("result", "why", "card points")
        rows += rule("card points break equal totals", broken, broken)  # A42
    return rows


def _trick(*why: str) -> Holds:
    return field_is("trick", "why", *why)


def _score(*codes: str) -> Holds:
    return lambda fact: fact["kind"] == "score" and any(row[0] in codes for row in fact["why"])


def _is_false_catch(fact: FactFields) -> bool:
    return field_is("declaration", "what", "bad-catch")(fact) and not fact["true"]


def _costs(fact: FactFields) -> bool:
    """Return True for a score in which a lie changes a total, or the worth of a suit [A36, A37]."""
    if fact["kind"] != "score":
        return False
    return any(code.startswith("liar-") or (code == "lie" and value) for code, _, _, value in fact["why"])


def _is_island(fact: FactFields) -> bool:
    """Return True for the score of an island that was played out; a bad catch is booked without one."""
    return fact["kind"] == "score" and not _score("bad-catch")(fact)


def _is_open(fact: FactFields) -> bool:
    """Return True for an island on which a suit makes no tribe [A20, A21]."""
    return _is_island(fact) and len({row[2] for row in fact["why"]} & set(SUITS)) < len(SUITS)


def _is_won_by_joker(fact: FactFields) -> bool:
    if fact["kind"] != "trick" or fact["winner"] is None or fact["award"] is not None:
        return False
    return is_joker(fact["plays"][fact["winner"]])


class _Table:
    """The match so far, and the same match without some rules."""

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self._facts: list[FactFields] = []
        self._is_tied = False

    def tribes(self, fact: FactFields) -> Pair:
        """Take note of a fact, before all other rows; the tribes of an island."""
        self._facts.append(fact)
        return (sum(fact["game_points"]), 1) if _is_island(fact) else (0, 0)

    def without(
        self,
        winner: Callable[[FactFields], Winner | None] | None = None,
        catches: bool = True,
        bars: bool = True,
        drops: bool | None = None,
        **options: str,
    ) -> Holds:
        """Return a predicate: this is the result, and others would lead without a rule; see `Course`."""

        def decides(fact: FactFields) -> bool:
            if fact["kind"] != "result":
                return False
            course = Course(self.seats, {**self.options, **options}, winner, catches, bars, drops)
            for one in self._facts:
                course.hear(one)
            leading = _leaders(course.totals)
            return leading not in (_leaders(fact["totals"]), fact["winners"])

        return decides

    def by_cards(self, fact: FactFields, **options: str) -> Winner | None:
        """Return the winner of a trick by the cards, with other options, if that differs."""
        ranks = deal.RANKS
        named = [None if rank is None else deal.BEST - ranks.index(rank) for rank in fact["declared"]]
        chosen = {**self.options, **options}
        winner, tied, _ = trick.decide(fact["plays"], suit_of(fact["pool"]), chosen, named)
        return None if winner == fact["winner"] else (winner, tied)

    def split_trumps(self, fact: FactFields) -> Winner | None:
        """Return the split of a trick in which equal trumps cancelled each other [A10]."""
        return self.by_cards(fact, trump_tie="split") if fact["why"] == "highest trump left" else None

    def take_by_chief(self, fact: FactFields) -> Winner | None:
        """Return the seat with the 5 of trumps if the village idiot took the trick [A06]."""
        if fact["why"] != "village idiot":
            return None
        trumps = trick.trumps_in(fact["plays"], suit_of(fact["pool"]))
        return max(trumps, key=lambda seat: deal.strength(fact["plays"][seat])), []

    def is_overtaken(self, fact: FactFields) -> bool:
        """Return True if a player who has reached the target has not won [A41]."""
        if fact["kind"] != "result":
            return False
        target = int(self.options["target"])
        return any(
            fact["totals"][seat] >= target for seat in range(self.seats) if seat not in fact["winners"]
        )

    def plays_on(self, fact: FactFields) -> bool:
        """Return True when another island begins although the target was reached [A42]."""
        if fact["kind"] == "score":
            self._is_tied = max(fact["totals"]) >= int(self.options["target"])
        return fact["kind"] == "island" and self._is_tied


class Course:
    """A match scored again by the engine, with the same cards played, under other rules.

    `winner`: another winner of a trick, None where the one of the fact stays. `catches`: bad catches score;
    `bars`: false ones score nothing. `drops`: high stakes that are left out, the honest ones or the others.
    """

    def __init__(
        self,
        seats: int,
        options: Options,
        winner: Callable[[FactFields], Winner | None] | None = None,
        catches: bool = True,
        bars: bool = True,
        drops: bool | None = None,
    ) -> None:
        self.totals = [0] * seats
        self._options = options
        self._winner = winner
        self._catches = catches
        self._bars = bars
        self._drops = drops
        self._account = Account(seats)

    def hear(self, fact: FactFields) -> None:
        """Take note of a fact."""
        hear = getattr(self, "_hear_" + fact["kind"], None)
        if hear is not None:
            hear(fact)

    def _hear_island(self, _: FactFields) -> None:
        self._account = Account(len(self.totals))

    def _hear_declaration(self, fact: FactFields) -> None:
        seat = fact["seat"]
        if fact["what"] == "sweep":
            self._account.sweeps.append((seat, SUITS.index(fact["suit"])))
        elif fact["what"] == "high-stake":
            if self._account.stake_of(seat) is None:
                self._account.stakes.append(Stake(seat))
            self._account.stake_of(seat).honest = fact["true"]
        elif fact["true"]:
            self._account.caught.append(seat)
        elif self._bars and self._options["false_bad_catch"] == "no_score":
            self._account.barred.append(seat)

    def _hear_challenge(self, fact: FactFields) -> None:
        if fact["counts"]:
            self._account.stake_of(fact["seat"]).honest = True

    def _hear_trick(self, fact: FactFields) -> None:
        captured, lost = fact["captured"], fact["lost"]
        other = None if self._winner is None else self._winner(fact)
        if other is not None:
            winner, tied = other
            keepers = tied if self._options["split"] == "tied_keep" else range(len(self.totals))
            captured, lost = trick.captures(fact["plays"], fact["pool"], winner, keepers)
        self._book(fact["day"], captured, lost)

    def _hear_ghost(self, fact: FactFields) -> None:
        self._book(fact["day"], [[card] for card in fact["drawn"]], fact["lost"])

    def _book(self, day: int, captured: list[list[int]], lost: list[int]) -> None:
        while len(self._account.captured) < day:
            self._account.new_day()
        for seat, cards in enumerate(captured):
            self._account.captured[day - 1][seat].extend(cards)
        self._account.lost.extend(lost)

    def _hear_score(self, fact: FactFields) -> None:
        account = self._account
        if _is_island(fact):
            if self._drops is not None:
                account.stakes = [stake for stake in account.stakes if bool(stake.honest) != self._drops]
            self.totals = scoring.score_island(account, self._options, self.totals)[-1]
        elif self._catches:
            self.totals = scoring.score_bad_catch(account, self._options, self.totals)[-1]


def _leaders(totals: list[int]) -> list[int]:
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
