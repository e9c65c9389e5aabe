"""Full storage: the match rests, and goes on by itself when a host has made room.

Nothing is lost meanwhile: all records are on flash, and the pads are examined again afterwards. Room is made
when a host has taken over old records, which are then removed, see `storage.old_matches`. Where there is no
host the table may be switched off and on; or two seats that hold NO end the match, for which there is room
left.

Prompts, with their args: full ()   give-up (the seat that holds NO)
"""

from cardtable.engine.asks.base import HOLD_NO, MOST_SEATS, NOTHING, PRESS_OK, YES

from . import base
from .base import Dialogue, make_prompt


class Full(Dialogue):
    """A dialogue of the `loop`."""

    pauses = True
    waits_for_room = True

    def __init__(self, loop):
        self._loop = loop
        self._gives_up = None  # the seat that holds NO
        loop.signs.fresh()

    def look(self):
        """Leave the dialogue if the operator has ended the match. Cards count when the match goes on."""
        if not self._loop.play.is_on():
            self._loop.close_dialogue()

    def key(self, place, key):
        if key == HOLD_NO:
            if self._gives_up is not None and self._gives_up != place:
                self._loop.give_up(self._gives_up, place)
            else:
                self._gives_up = place
        elif key == YES and self._gives_up not in (None, place):
            from . import parking

            parking.ask_to_park(self._loop, place)
        elif self._gives_up is not None:
            self._gives_up = None
        else:
            self._loop.signs.refused("paused", place)

    def room(self):
        """Go on: there is room again."""
        base.take_up(self._loop)

    def prompt(self):
        """Return the prompt that is shown."""
        tasks = [NOTHING] * MOST_SEATS
        if self._gives_up is None:
            return make_prompt("full")
        for seat in range(self._loop.play.view.seats):
            tasks[seat] = PRESS_OK
        return make_prompt("give-up", (self._gives_up,), tasks)
