"""Acts of the people at the virtual table as plain data: who carries them out again gets the same people.

    ["act", what, args, tasks, pads]                          they look at lamps and display, and one acts
    ["fumble", what, args, tasks, pads, words, now, names]    the same, where they fumble
    ["perceive", what, args, tasks, pads]                     they only look at lamps and display
    ["hand", seat, act, word, what, tasks, pads]              a user moves a hand
    ["held", seats]                                           a user moves the hands of these seats from now
    ["fumbles", asked]                                        they fumble this often from now on
    ["off"]                                                   the table has no power

Lots are drawn for each act from the seed and the number of the act. Decisions are noted (`Choices`) and given
again, not made again: people who think otherwise by now still have done what they did.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from cardtable.engine.game import Game as GameRules
from cardtable.games import registry as games
from tablehost import messages
from tablehost.people import kinds
from tablehost.people import room as rooms
from tablehost.people.faults import Faults
from tablehost.people.hands import Hands
from tablehost.people.minds import Choices, Chosen, Decision, Mind, by_lot
from tablehost.people.room import Room
from tablehost.people.thinker import Thinker
from tablehost.plugins import own
from tablehost.types import Event, Options, Values
from tablehost.virtual.people.fumbling import Fumbling

SAID = messages.Catalogue("play")


class People:
    """The people at a table: their `room`, the `hands` that a user moves, and their fumbling, if they fumble.

    `seed` and `lots`: of the decisions. `faults`: those that the table notes.
    """

    def __init__(
        self, room: Room, seed: str = "", choices: Choices | None = None, lots: random.Random | None = None
    ) -> None:
        self.room = room
        self.hands = Hands(room, ())
        self.seed = seed
        self.choices = choices or Choices()
        self.faults: Faults | None = None
        self.fumbling: Fumbling | None = None
        self._lots = lots or random.Random()

    def draw_again(self, number: int) -> None:
        """Draw the lots of the next act, the one of this number, from the seed alone."""
        self.room.draw_again(number)
        self._lots.seed(f"brains {self.seed} {number}")
        if self.fumbling is not None:
            self.fumbling.draw_again(f"{self.seed} {number}")

    def carry_out(self, act: Values) -> list[Event]:
        """Carry out an act; return its events. Raises CannotDo."""
        kind, *about = act
        if kind == "act":
            return self.room.act(*about)
        if kind == "hand":
            return self.hands.act(*about)
        if kind == "fumble" and self.fumbling is not None:
            *about, self.fumbling.names = about
            return self.fumbling.act(*about)
        if kind == "perceive":
            self.room.perceive(*about)
        elif kind == "held":
            return self.hands.hold(*about)
        elif kind == "fumbles":
            self.fumbling = Fumbling(self.room, self.faults or Faults(about[0], 0, None))
        elif kind == "off":
            self.room.remember()
        else:
            raise ValueError(f"an act of an unknown kind: {kind}")
        return []


def forgive(mind: Mind, game: str, told: set[type[Exception]]) -> Mind:
    """Return a mind of a custom game that decides by lot where its function fails, and says so, but of each
    kind of failure once.
    """

    def decide(decision: Decision, lots: random.Random) -> Chosen:
        try:
            return mind(decision, lots)
        except Exception as error:
            if type(error) not in told:
                print(SAID("decides-by-lot", why=own.locate_failure(game, error)), file=sys.stderr)
            told.add(type(error))
            return by_lot(decision, lots)

    return mind if isinstance(mind, Thinker) else decide


def seated(
    game: GameRules,
    seats: int,
    options: Options,
    seed: object,
    pads: Sequence[int] | None = None,
    chosen: Sequence[str] = (),
) -> People:
    """Return the people of a match, as they sit down.

    `pads`: their pads, by seat; `chosen`: kinds of players (`people.kinds`), by seat in turn; the usual one
    where the game lacks it.
    """
    lots = random.Random()
    choices = Choices()
    there_are = kinds.of(game)
    found = [kind if kind in there_are else there_are[0] for kind in chosen or there_are[:1]]
    minds = [kinds.mind(found[seat % len(found)], game) for seat in range(seats)]
    if game.NAME in games.OWN:
        told: set[type[Exception]] = set()
        minds = [forgive(mind, game.NAME, told) for mind in minds]
    room = rooms.room(game, seats, options, seed, minds, pads, lots=lots)
    room.choices = choices
    return People(room, f"{seed}", choices, lots)
