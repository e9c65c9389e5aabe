"""A match rests because the table's memory is full. It goes on by itself when a computer has made room.

Nothing is lost meanwhile: all that was told is on flash, and what lies is looked at anew afterwards. What
makes room is that a computer has taken over what was played: then it goes, see `packing`. Where there is no
computer the table may be switched off and on; or two seats that hold NO end the match, for which there is
room left.

Prompts, with their args: full ()   give-up (who holds NO)
"""

from cardtable.engine.asks.base import EMPTY, HOLD_NO, MOST_SEATS, NOTHING, PLACES, PRESS_OK, YES, Prompt

from . import base, parking
from .base import Dialogue


class Full(Dialogue):
    """A dialogue of the `loop`."""

    pauses = True
    waits_for_room = True

    def __init__(self, loop):
        self._loop = loop
        self._gives_up = None  # the seat that holds NO
        loop.signs.fresh()

    def look(self):
        """Something was laid or lifted: it counts when the match goes on. Or the operator has ended it."""
        if self._loop.play.referee.over:
            self._loop.dialogue = None

    def key(self, place, key):
        if key == HOLD_NO:
            if self._gives_up is not None and self._gives_up != place:
                self._loop.give_up(self._gives_up, place)
            else:
                self._gives_up = place
        elif key == YES and self._gives_up not in (None, place):
            parking.ask_to_park(self._loop, place)
        elif self._gives_up is not None:
            self._gives_up = None
        else:
            self._loop.signs.refused("paused", place)

    def room(self):
        """There is room again."""
        base.take_up(self._loop)

    def prompt(self):
        """Return the prompt that is shown."""
        tasks, none = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        if self._gives_up is None:
            return Prompt("full", (), tasks, none)
        for seat in range(self._loop.play.referee.match.seats):
            tasks[seat] = PRESS_OK
        return Prompt("give-up", (self._gives_up,), tasks, none)
