"""After a power cut: what lies is compared with where the match stands, put right, and goes on by an OK.

The table never goes on by itself. If all is as it can be, any seat's OK resumes the match, in the middle of a
trick or a vote as well; it is then asked what was asked, and keys pressed for that count no more. If not, one
step after the other is asked for, one pad lit at a time, and each is done when the reader says so. Two seats
that hold NO give the match up; what was played stays recorded. If the second one presses YES instead, the
match is parked, see `parking`. One that holds NO and OK looks back at it, see `recalling`.

Prompts, with their args:

    resume (the game, what is asked or None)   give-up (who holds NO)
    repair-lift, repair-reseat, repair-lay-hidden (place, steps left)   repair-lay (place, steps left, card)
"""

from cardtable.rulebook.ask import (
    CORRECT,
    EARLY,
    EMPTY,
    FINE,
    HOLD_NO,
    LAY,
    LIFT,
    MISSING,
    MOST_SEATS,
    NOTHING,
    OK,
    OLD,
    PLACES,
    PRESS_OK,
    WRONG,
    YES,
)

from . import parking, recalling, repair
from .dialogue import Dialogue


class Resuming(Dialogue):
    """A dialogue of the `loop`."""

    def __init__(self, loop):
        self._loop = loop
        self._steps = []
        self._gives_up = None  # the seat that holds NO
        self.look()

    def look(self):
        """What lies on the pads has changed, or was not looked at yet."""
        loop = self._loop
        referee = loop.play.referee
        lying = loop.lying()
        found = [None] * PLACES
        for place in range(PLACES):
            referee.picture.lifted(place)
        for place, card in lying:
            referee.picture.found(place, card)
            found[place] = card
        self._steps = []
        if referee.ask is not None and not referee.ask.auto:
            self._steps = repair.plan(repair.expected(referee, loop.unseen()), found)

    def key(self, place, key):
        loop = self._loop
        if key == HOLD_NO:
            if self._gives_up is not None and self._gives_up != place:
                loop.give_up(self._gives_up, place)
            else:
                self._gives_up = place
        elif key == CORRECT:
            recalling.begin(loop, place)
        elif key == OK:
            self._gives_up = None
            if self._steps:
                loop.signs.refused("repair-first", place)
            else:
                loop.go_on()
        elif self._gives_up is None:
            loop.signs.refused("not-asked", place)
        elif key == YES and place != self._gives_up:
            parking.ask_to_park(loop, place)
        else:
            self._gives_up = None

    def prompt(self):
        """What people are shown, in the shape of `Referee.prompt`."""
        if self._gives_up is not None:
            return ("give-up", (self._gives_up,)) + self._resume()[2:]
        return self._step(self._steps[0]) if self._steps else self._resume()

    def _resume(self):
        loop = self._loop
        referee = loop.play.referee
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        seats = loop.parts.seat_pads if referee.match.pads is None else referee.match.seats
        for seat in range(seats):
            tasks[seat] = PRESS_OK
        for place in range(PLACES):
            if referee.picture.lying[place] is not None:
                verdicts[place] = FINE if referee.verdict(place) in (FINE, EARLY) else OLD
        asked = None
        if referee.ask is not None and not referee.ask.auto:
            asked = loop.display.asked(referee.prompt())
        return "resume", (referee.game.NAME, asked), tasks, verdicts

    def _step(self, step):
        kind, place = step
        referee = self._loop.play.referee
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        args: "tuple" = (place, len(self._steps))
        if kind == repair.LAY:
            what, task, verdicts[place] = "repair-lay-hidden", LAY, MISSING
            card = referee.picture.recorded[place]
            if referee.table.is_open_card(card):
                what, args = "repair-lay", args + (card,)
        else:
            what = "repair-lift" if kind == repair.LIFT else "repair-reseat"
            task, verdicts[place] = LIFT, WRONG
        if place < MOST_SEATS:
            tasks[place] = task
        return what, args, tasks, verdicts
