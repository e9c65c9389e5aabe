"""The information of one player in a match: as text, and as numbers.

It comes from the facts that the table has announced, the own hand, the own `View` and the own decisions, and
from nothing else. Cards are numbers as in `engine.cards`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.game import Game as GameRules
from tablehost.people.minds import Decision, View
from tablehost.types import Fact

# The same for all players in all of a match, or known from elsewhere in the text.
_LEFT_OUT = ("seat", "seats", "options", "deck")
KINDS = ("card", "answer", "row")


class PastDecision(NamedTuple):
    """A decision that was made, after so many facts; in words for the seat that made it."""

    after: int
    seat: int
    text: str


def write_value(value: object) -> str:
    """Return a value as text, the same for the same value; an object by its open attributes."""
    if value is None or isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{name}:{write_value(one)}" for name, one in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ",".join(map(write_value, sorted(value))) + "}"
    if isinstance(value, Iterable):
        return "[" + ",".join(map(write_value, value)) + "]"
    return "(" + write_attributes(value) + ")"


def write_attributes(value: object) -> str:
    """Return the attributes of an object as text, without those that are empty."""
    found: Mapping[str, object] = vars(value)
    return " ".join(
        f"{name}={write_value(one)}"
        for name, one in found.items()
        if one not in (None, "", [], set(), {}) and name not in _LEFT_OUT and not name.startswith("_")
    )


def write_option(game: GameRules, decision: Decision, index: int) -> str:
    """Return an option in words: a card by its name, no or yes, a row."""
    option: object = decision.options[index]
    if decision.kind == "card" and isinstance(option, int):
        return cards.text(option, cards.names_of(game))
    if decision.kind == "answer":
        return "yes" if option else "no"
    return write_value(option)


def remember(game: GameRules, decision: Decision, index: int, facts: Sequence[Fact]) -> PastDecision:
    """Return a decision as the player remembers it who made it."""
    chosen = write_option(game, decision, index)
    what = f"{decision.what}{write_value(decision.args)} hand={write_value(decision.hand)}"
    return PastDecision(len(facts), decision.seat, f"{what} -> {chosen}")


def write_observation(seat: int, view: View, hand: Sequence[int], due: Decision | None) -> str:
    """Return the present knowledge of a seat. `due`: the decision that is due now, of any seat."""
    text = f"seat={seat} hand={write_value(hand)} {write_attributes(view)}"
    if due is None or due.seat != seat:
        return text
    return f"{text} decides={due.what}{write_value(due.args)} of {len(due.options)}"


def write_history(seat: int, facts: Sequence[Fact], past: Sequence[PastDecision]) -> str:
    """Return all that a seat has heard and decided, in its order, a line each."""
    lines: list[str] = []
    at = 0
    for one in past:
        if one.seat == seat:
            lines += map(write_value, facts[at : one.after])
            lines.append(one.text)
            at = one.after
    return "\n".join([*lines, *map(write_value, facts[at:])])


def pieces(seats: int, deck: int) -> dict[str, tuple[int, ...]]:
    """Return the pieces of the numbers of `number_observation`, in order: the shape by name."""
    return {
        "seat": (seats,),
        "decides": (len(KINDS),),
        "hand": (deck,),
        "known": (deck,),
        "taken": (seats, deck),
        "middle": (deck,),
        "scores": (seats,),
    }


def number_observation(
    seat: int, view: View, hand: Sequence[int], due: Decision | None
) -> dict[str, list[float]]:
    """Return the present knowledge of a seat as numbers, flat by piece; a card is 1 at its place in the deck.

    known   cards that are in no other hand and not to come, as far as this player knows
    taken   by seat, the cards that all players saw that seat take; middle: the card turned up there
    scores  divided by 100
    """
    known = view.seen.union(view.private, view.captured)
    decides = [due is not None and due.seat == seat and due.kind == kind for kind in KINDS]

    def mark(there: Iterable[int | None]) -> list[float]:
        marked = set(there)
        return [float(card in marked) for card in view.deck]

    return {
        "seat": [float(seat == one) for one in range(view.seats)],
        "decides": [float(one) for one in decides],
        "hand": mark(hand),
        "known": mark(known),
        "taken": [number for there in view.taken for number in mark(there)],
        "middle": mark([view.pool_card]),
        "scores": [score / 100 for score in view.totals],
    }
