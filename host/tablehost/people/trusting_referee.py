"""A referee for players who hold real cards and act in turn: it judges each act once, and so is faster.

The referee of a table judges all cards again after each input, for a tag may be misread, doubled or laid by
mistake at any time. Here a card that was good when it was laid stays so for this ask. Refusals, records,
facts and digests are the same.
"""

from collections.abc import Sequence
from typing import Any

from cardtable.engine.outputs import Refused
from cardtable.engine.referee import Referee
from tablehost.types import Event


class TrustingReferee(Referee):
    """One match of simulated players."""

    def take_act(self, events: Sequence[Event]) -> list[Any]:
        """Take the inputs of one act; return the outputs, see `Referee.feed`."""
        for event in events:
            self.take_input(event)
            if event[0] == "laid" and not any(isinstance(out, Refused) for out in self.out):
                self.picture.accepted |= 1 << event[1]
            self.settle()  # a key may answer another ask before the next one comes
        return self.taken()

    def _advance(self, answer: object) -> None:
        super()._advance(answer)
        self.picture.accepted = 0  # another ask judges the cards on all pads
