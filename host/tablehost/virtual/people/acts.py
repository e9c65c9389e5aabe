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
from collections.abc import Sequence

from cardtable.engine.game import Game as GameRules
from tablehost.people import kinds
from tablehost.people import room as rooms
from tablehost.people.faults import Faults
from tablehost.people.hands import Hands
from tablehost.people.minds import Choices
from tablehost.people.room import Room
from tablehost.types import Event, Options, Values
from tablehost.virtual.people.fumbling import Fumbling


class People:
    """The people at a table: their `room`, the `hands` that a user moves, and their fumbling, if they fumble.

    `seed` and `lots`: of the decisions. `faults`: those that the table notes.
    """

    def __init__(self, room: Room, seed: str = "", lots: random.Random | None = None) -> None:
        self.room = room
        self.hands = Hands(room, ())
        self.seed = seed
        self.choices = room.choices = Choices()
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
    found = [kinds.fit(kind, game) for kind in chosen or [""]]
    told: set[type[Exception]] = set()
    minds = [kinds.mind(found[seat % len(found)], game, told) for seat in range(seats)]
    room = rooms.room(game, seats, options, seed, minds, pads, lots=lots)
    return People(room, f"{seed}", lots)
