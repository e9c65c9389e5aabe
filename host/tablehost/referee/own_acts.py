"""Own acts: which seats laid, pressed, picked or called in an answer, and the last one of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from cardtable.engine import cards
from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import CENTRE, KEY_NAMES, NO, OK, Ask
from cardtable.engine.asks.keys import Call, Choose, First, OperatorCall, Poll
from cardtable.engine.asks.laying import Lay, LayOne
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import HANDLE
from cardtable.engine.match import Match
from cardtable.engine.referee import Referee

# By prompt, OK is no act of its own: a seat is taken, a deal was counted.
TIDY = ("take-seats", "count-hand", "count-first", "count-five")


Answer = list[int]  # of an ask for cards or keys; other ones are cast where their ask is known


class Part(NamedTuple):
    """The part of a seat in an answer. `kind`: "card", "key" or "row"; `value`: a card or its handle, a key
    or None where it stays secret, the number of a row or its handle.
    """

    kind: str
    value: int | None


class Act(NamedTuple):
    """An answer of players, `number` of its stage. `parts`: by seat; none for cards that were cleared."""

    number: int
    answer: Answer
    parts: Mapping[int, Sequence[Part]]


class Own(NamedTuple):
    """The last act of a seat: its answer, the `parts` of the seat, and how many player answers are
    `dropped` with it.
    """

    stage: int
    number: int
    answer: Answer
    parts: Sequence[Part]
    dropped: int

    @property
    def place(self) -> tuple[int, int]:
        """Return stage and number of its answer."""
        return self.stage, self.number


class Attentive(Referee):
    """The referee of a shadow, which notes the answers of players. `acts`: by stage."""

    def __init__(self, match: Match) -> None:
        self.acts: dict[int, list[Act]] = {}
        super().__init__(match, judges=False)

    def run(self) -> None:
        """Start the script of the stage again, without answers."""
        self.acts[self.checkpoint[3][0]] = []
        super().run()

    def take(self, answer: object) -> None:
        """Take an answer, and note it."""
        if not self.ask.auto:
            given = cast("Answer", answer)
            act = Act(len(self.answers), given, read_parts(self.ask, given))
            self.acts[self.match.stage].append(act)
        super().take(answer)


def find_last(acts: Mapping[int, Sequence[Act]], now: int, seat: int) -> Own | None:
    """Return the last act of a seat in the stage `now` or the one before, None without one."""
    count = 0
    for stage in (now, now - 1):
        for act in reversed(acts.get(stage, ())):
            count += 1
            if seat in act.parts:
                return Own(stage, act.number, act.answer, act.parts[seat], count)
    return None


def name_parts(course: Referee, parts: Sequence[Part]) -> list[tuple[str, str]]:
    """Return the parts of an act as kinds and names of cards and keys, "" for one that not all know."""
    return [(kind, _name(course, kind, value)) for kind, value in parts]


def _name(course: Referee, kind: str, value: int | None) -> str:
    if kind == "row" or value is None:
        return ""
    if kind == "key":
        return str(KEY_NAMES[value])
    card = value if course.table is None else course.table.peek(value)
    return str(cards.text(card, cards.names_of(course.game))) if cards.is_card(card) else ""


def read_parts(ask: Ask, answer: Answer) -> dict[int, list[Part]]:
    """Return the parts of all seats that acted in this answer."""
    found: dict[int, list[Part]] = {}
    for seat, part in _parts(ask, answer):
        found.setdefault(seat, []).append(part)
    return found


def _parts(ask: Ask, answer: Answer) -> list[tuple[int, Part]]:
    inner = cast("list[Answer]", answer)
    if isinstance(ask, First):
        return _parts(ask.asks[answer[0]], inner[1])
    if ask.asks:
        pairs = zip(ask.asks, inner, strict=True)
        return [part for one, own in pairs for part in _parts(one, own)]
    closer = [] if ask.until is None else [(ask.until.seat, Part("key", OK))]
    match ask:
        case Choose():
            return [(ask.seat, Part("row", cast("int", answer)))]
        case OperatorCall():
            return []
        case Call():
            return [(answer[0], Part("key", answer[1]))]
        case Poll() if ask.tally is not None:
            return [(seat, Part("key", None)) for seat in ask.seats]
        case Poll():
            pressed = zip(ask.seats, cast("list[int | None]", answer), strict=True)
            tidy = OK if ask.what in TIDY else None
            return [(seat, Part("key", key)) for seat, key in pressed if key not in (None, tidy)]
        case Show():
            shown = zip(ask.seats, cast("list[Answer | None]", answer), strict=True)
            return [part for seat, cards in shown for part in _shown(seat, cards)]
        case Ballot():
            votes = [(seat, _vote(ask, one)) for seat, one in zip(ask.seats, answer, strict=True)]
            return [*votes, (ask.closer, Part("key", OK))]
        case LayOne():
            place, card = answer
            return [*_laid(ask, place, card), *closer]
        case Lay():
            laid = zip(ask.places, answer, strict=True)
            return [*(part for place, card in laid for part in _laid(ask, place, card)), *closer]
    return []


def _laid(ask: Ask, place: int, card: int) -> list[tuple[int, Part]]:
    doer = ask.by if place >= CENTRE or isinstance(ask, LayOne) else place
    return [] if doer is None else [(doer, Part("card", card))]


def _shown(seat: int, cards: Sequence[int] | None) -> list[tuple[int, Part]]:
    """Return the cards that a seat has shown, and the key with which it ended or declined."""
    said = Part("key", NO if cards is None else OK)
    return [(seat, part) for part in (*(Part("card", card) for card in cards or ()), said)]


def _vote(ask: Ballot, value: int) -> Part:
    is_key = ask.by_key < value < HANDLE
    return Part("key", value - ask.by_key) if is_key else Part("card", value)
