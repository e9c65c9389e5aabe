"""A round of DemoS on the whole firmware (firmware_table.py), by the shorthands of scenarios."""

from cardtable.controller.match import readiness
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.asks.base import KEY_NAMES
from cardtable.games import registry as games
from firmware_table import PASSED_US
from scenario import Scene


class Round(Scene):
    """A round at a table, from its first discard on."""

    def __init__(self, table):
        self.table = table
        self.game = games.load("demos")
        table.run(500_000)
        table.loop.clock.turn()
        given = {"first_dealer": "3", "deal_check": "off"}
        readiness.begin(table.loop, matches.new(self.game, 3, given))
        table.run(100_000)
        self.take_seats()

    @property
    def referee(self):
        return self.table.loop.play.referee

    def feed(self, event):
        kind, place = event[0], event[1]
        if kind == "laid":
            self.table.lay(place, cards.text(event[2]), PASSED_US)
        elif kind == "lifted":
            self.table.lift(place)
        else:
            self.table.press(KEY_NAMES[event[2]], place)

    def to_reveal(self):
        """Play the discard turns; no pad has a card then."""
        self.round(0, ())
        self.table.clear()

    def shows(self, seat, names):
        """Show the cards one after another; OK is not pressed yet."""
        for name in names:
            self.table.lift(seat)
            self.table.lay(seat, name)

    def others_forfeit(self):
        """Not yet."""
