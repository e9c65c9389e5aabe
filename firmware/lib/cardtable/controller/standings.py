"""How a match stands, seat by seat, for who asks for it at a pause: see `talking`; what is told: `telling`.

Prompts, with their args: standings (what is told).
"""

from cardtable.rulebook.ask import EMPTY, MOST_SEATS, NO, NOTHING, PICK, PLACES, YES

from . import pausing, telling
from .dialogue import Dialogue


def begin(loop, asker):
    """Tell it to all while nothing counts; `asker`: who asked for the pause, see `talking`."""
    loop.dialogue = Standings(loop, asker)


class Standings(Dialogue):
    """A dialogue of the `loop`. `asker`: see `talking`."""

    pauses = True

    def __init__(self, loop, asker):
        self._loop = loop
        self.asker = asker
        told = (telling.standing(loop.play.referee.match) or [("nothing", (), ())])[0]
        self._leaders = told[2]
        self._pages = telling.pages(loop.display, told, self._sentence)
        if loop.signs.last_words:
            noted = loop.display.cue("noted", (loop.signs.last_words,))
            self._pages += telling.pieces(loop.display, noted, self._sentence)
        self._page = 0
        self.look()

    def look(self):
        """Cards count when the match goes on; who leads is shown on."""
        self._loop.signs.again({seat: "wins" for seat in self._leaders})

    def key(self, place, key):
        if key == YES:
            self._page = (self._page + 1) % len(self._pages)
            self.look()
        elif key == NO:
            self.end(place)
        else:
            self._loop.signs.refused("paused", place)

    def end(self, who):
        """The match goes on."""
        self._loop.play.note("resume", who)
        pausing.take_up(self._loop)

    def _sentence(self, text):
        return "standings", (text,), [NOTHING] * MOST_SEATS, [EMPTY] * PLACES

    def prompt(self):
        """What people are shown, in the shape of `Referee.prompt`."""
        what, args, tasks, none = self._sentence(self._pages[self._page])
        for seat in range(self._loop.play.referee.match.seats):
            tasks[seat] = PICK
        return what, args, tasks, none
