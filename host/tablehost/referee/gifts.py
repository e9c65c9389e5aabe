"""Gifts: who gave what in an answer, whatever kind of ask it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, cast

from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import CENTRE, NO, OK, Ask
from cardtable.engine.asks.keys import Call, Choose, First, OperatorCall, Poll
from cardtable.engine.asks.laying import Lay, LayOne
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import HANDLE

Answer = list[int]  # of an ask for cards or keys; other ones are cast where their ask is known


class Gift(NamedTuple):
    """The part of a place in the answer to `ask`, an ask that has no asks of its own. `kind`: "card", "key",
    "row", or "close" for the key that ended it; `values`: cards or their handles, none for a seat that showed
    nothing; a key, None where it stays secret; the number of a row or its handle. `doer`: the seat that gave
    it, None for the operator and for a card in the middle without an owner.
    """

    ask: Ask
    place: int
    kind: Literal["card", "key", "row", "close"]
    values: tuple[int | None, ...]
    doer: int | None


def read_gifts(ask: Ask, answer: Answer) -> Iterator[Gift]:
    """Yield the gifts of this answer."""
    inner = cast("list[Answer]", answer)
    if isinstance(ask, First):
        yield from read_gifts(ask.asks[answer[0]], inner[1])
        return
    if ask.asks:
        for one, own in zip(ask.asks, inner, strict=True):
            yield from read_gifts(one, own)
        return
    match ask:
        case Choose():
            yield Gift(ask, ask.seat, "row", (cast("int", answer),), ask.seat)
        case Call():
            doer = None if isinstance(ask, OperatorCall) else answer[0]
            yield Gift(ask, answer[0], "key", (answer[1],), doer)
        case Poll():
            pressed = cast("list[int | None]", answer) if ask.tally is None else [None] * len(ask.seats)
            for seat, key in zip(ask.seats, pressed, strict=True):
                if key is not None or ask.tally is not None:
                    yield Gift(ask, seat, "key", (key,), seat)
        case Show():
            for seat, cards in zip(ask.seats, cast("list[Answer | None]", answer), strict=True):
                yield Gift(ask, seat, "card", tuple(cards or ()), seat)
                yield Gift(ask, seat, "close", (NO if cards is None else OK,), seat)
        case Ballot():
            yield from _laid(ask, ask.seats, answer)
            yield Gift(ask, ask.closer, "close", (OK,), ask.closer)
        case LayOne():
            yield from _laid(ask, answer[:1], answer[1:])
        case Lay():
            yield from _laid(ask, ask.places, answer)
    if ask.until is not None:
        yield Gift(ask, ask.until.seat, "close", (OK,), ask.until.seat)


def _laid(ask: Ask, places: Sequence[int], answer: Answer) -> Iterator[Gift]:
    """Yield the cards on these places, and the keys that were pressed in place of one."""
    for place, value in zip(places, answer, strict=True):
        doer = ask.by if isinstance(ask, Lay) and (place >= CENTRE or isinstance(ask, LayOne)) else place
        if ask.by_key is not None and ask.by_key < value < HANDLE:
            yield Gift(ask, place, "key", (value - ask.by_key,), doer)
        else:
            yield Gift(ask, place, "card", (value,), doer)
