"""Own acts: which seats laid, pressed, picked or called in an answer, and the last one of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from cardtable.engine import cards
from cardtable.engine.asks.base import KEY_NAMES, OK, Ask
from cardtable.engine.match import Match
from cardtable.engine.referee import Referee
from tablehost.referee.gifts import Answer, read_gifts

# By prompt, OK is no act of its own: a seat is taken, a deal was counted.
TIDY = ("take-seats", "count-hand", "count-first", "count-five")


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
    for gift in read_gifts(ask, answer):
        is_tidy = gift.kind == "key" and gift.ask.what in TIDY and gift.values == (OK,)
        if gift.doer is not None and not is_tidy:
            kind = "key" if gift.kind == "close" else gift.kind
            found.setdefault(gift.doer, []).extend(Part(kind, value) for value in gift.values)
    return found
