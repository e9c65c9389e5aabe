"""Disputed count: the player lays captured cards on the own pad, one by one, and the table compares.

The cards are face down: they stay secret until the rules reveal them [Democracy A45]. The table reports their
number, and the position of the first difference, never a card.

Prompts, with their args: count-pile (seat, shown, recorded).
"""

from cardtable.engine.asks.base import (
    EMPTY,
    FINE,
    LIFT,
    MOST_SEATS,
    NO,
    NOTHING,
    OK,
    PLACES,
    PRESS_OK,
    SHOW,
)
from cardtable.engine.cards import is_card

from . import base
from .base import Dialogue, make_prompt


def begin(loop, seat):
    """Count the cards that `seat` captured."""
    loop.play.note("pause", seat)
    loop.signs.fresh()
    loop.open(Count(loop, seat))


def pile(referee, seat):
    """Return the cards that `seat` captured in this stage, as far as this referee knows them, in ascending
    order.
    """
    table = referee.table
    return [] if table is None else [table.peek(value) for value, where in table.ledger() if where == seat]


class Count(Dialogue):
    """A dialogue of the `loop`."""

    pauses = True

    def __init__(self, loop, seat):
        self._loop = loop
        self.asker = seat
        self._seat = seat
        self._pile = pile(loop.play.referee, seat)
        self._seen = []
        self._differs = None  # the number of the first card that does not fit, from 1
        self._lies = seat in dict(loop.pad_cards.lying())
        awaited = list(loop.pads.presence.awaited)
        awaited[loop.seats.pad(seat)] = True
        loop.pads.presence.expect(awaited)

    def look(self):
        card = dict(self._loop.pad_cards.lying()).get(self._seat)
        if card is None:
            self._lies = False
        elif not self._lies and is_card(card):
            self._lies = True
            if card in self._seen or card not in self._pile:
                self._differs = self._differs or len(self._seen) + 1
                self._loop.signs.refused("not-in-pile", self._seat)
            self._seen.append(card)

    def key(self, place, key):
        loop = self._loop
        if place != self._seat or key not in (OK, NO):
            loop.signs.refused("paused", place)
            return
        self.end(place)
        if key == OK:
            shown, recorded = len(self._seen), len(self._pile)
            if self._differs is None and shown == recorded:
                loop.signs.cue("count-right", (self._seat, shown))
            elif self._differs is None:
                loop.signs.cue("count-number", (self._seat, shown, recorded))
            else:
                loop.signs.cue("count-differs", (self._seat, shown, recorded, self._differs))

    def end(self, who):
        """End the pause: the match goes on."""
        self._loop.play.note("resume", who)
        base.take_up(self._loop)

    def prompt(self):
        """Return the prompt that is shown."""
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        tasks[self._seat] = LIFT if self._lies else PRESS_OK if len(self._seen) >= len(self._pile) else SHOW
        if self._lies:
            verdicts[self._seat] = FINE
        return make_prompt("count-pile", (self._seat, len(self._seen), len(self._pile)), tasks, verdicts)
