"""A referee for players who make no mistake: it takes their acts without judging them, and is faster so.

Its records, facts and digests are those of the referee of the table, for the same acts.
"""

from collections.abc import Sequence
from typing import Any

from cardtable.engine.asks.laying import Lay
from cardtable.engine.referee import Referee
from tablehost.types import Event

_EVERYWHERE = -1  # places, a bit each


class TrustingReferee(Referee):
    """One match of players who make no mistake.

    Where a player can only try which card is meant, each one is judged.
    """

    def take_act(self, events: Sequence[Event]) -> list[Any]:
        """Take the inputs of one act; return the outputs, see `Referee.feed`."""
        ask, picture, table = self.ask, self.picture, self.table
        if not picture.accepted or table.consult is not None:
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
        picture.accepted = _EVERYWHERE
        self.settle()
        return self.taken()

    def judge(self) -> object:
        return self.ask.judge(self.picture) if self.picture.accepted else super().judge()

    def _advance(self, answer: object) -> None:
        super()._advance(answer)
        if self.ask is not None:
            is_tried = any(isinstance(part, Lay) and part.only for part in self.ask.parts())
            self.picture.accepted = 0 if is_tried else _EVERYWHERE
