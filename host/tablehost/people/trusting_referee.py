"""A referee for players who make no mistake: it takes their acts without judging them, and is faster so.

Its records, facts and digests are those of the referee of the table, for the same acts.
"""

from collections.abc import Sequence
from typing import Any

from cardtable.engine.asks.laying import Lay
from cardtable.engine.picture import Picture
from cardtable.engine.referee import Referee
from tablehost.types import Event


class _TrustedPicture(Picture):
    """A picture of cards that all count, as if each was accepted by hand, while `is_trusted`."""

    is_trusted = True

    @property
    def accepted(self) -> int:
        return -1 if self.is_trusted else 0

    @accepted.setter
    def accepted(self, places: int) -> None:
        """Accept no card by hand."""


class TrustingReferee(Referee):
    """One match of players who make no mistake.

    Where a player can only try which card is meant, each one is judged.
    """

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.picture: _TrustedPicture = _TrustedPicture()

    def take_act(self, events: Sequence[Event]) -> list[Any]:
        """Take the inputs of one act; return the outputs, see `Referee.feed`."""
        ask, picture, table = self.ask, self.picture, self.table
        if not picture.is_trusted or table.consult is not None:
            return [out for event in events for out in self.feed(event)]
        for event in events:
            kind = event[0]
            if kind == "laid":
                picture.laid(event[1], event[2])
                ask.laid(picture, event[1])
            elif kind == "key":
                picture.pressed(event[1], event[2])
                ask.latch(picture, table, event[1], event[2])
            else:
                picture.lifted(event[1])
        self.settle()
        return self.taken()

    def judge(self) -> object:
        return self.ask.judge(self.picture) if self.picture.is_trusted else super().judge()

    def _advance(self, answer: object) -> None:
        super()._advance(answer)
        if self.ask is not None:
            parts = self.ask.parts()
            self.picture.is_trusted = not any(isinstance(part, Lay) and part.only for part in parts)
