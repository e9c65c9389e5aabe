"""Democrazy at a table that is switched on: the people of `lawmakers` move the hands of `firmware.Table`."""

from cardtable.controller.match import readiness
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.asks.base import KEY_NAMES
from cardtable.engine.cards import HANDLE
from cardtable.games import registry
from democrazy_players import Club
from firmware_table import PASSED_US, SETTLED_US, Table
from tablehost.firmware import boards

democrazy = registry.load("democrazy")


class Council(Club):
    """A club whose referee is that of the table; `plan` as there.

    cues, refused   what the table gave as signs, and what it refused
    """

    def __init__(self, root, seats, given=None, seed=1, plan=None, board=None, grain=None):
        super().__init__(seats, given, seed, plan)
        chosen = boards.load(board or boards.smallest(seats))
        self.table = Table(root, grain=grain, seed=seed, board=chosen, pack=democrazy.PACK)
        self.facts, self.cues, self.refused = [], [], []
        self.table.run(500_000)
        self._begin(matches.new(democrazy, seats, given or {}))

    def _begin(self, match):
        loop = self.table.loop
        loop.clock.turn()
        self.listen()
        readiness.begin(loop, match)
        self.referee = loop.play.referee
        self.table.run(100_000)

    def listen(self):
        """Note from now on what the table puts out."""
        play = self.table.loop.play
        carry_out = play.carry_out

        def noting(outs):
            outs = list(outs)
            carry_out(outs)
            self.note(outs)

        play.carry_out = noting

    def power_cut(self):
        """Switch off and on again, without touching a card."""
        self.table.power_cut()
        self.referee = self.table.loop.play.referee
        self.listen()

    # -- hands ---------------------------------------------------------------------------------

    def pad(self, place):
        pad = self.table.loop.seats.pad(place)
        return place if pad is None else pad

    def do(self, event):
        """One input, by hand."""
        kind, pad = event[0], self.pad(event[1])
        if kind == "laid":
            card = event[2] if event[2] < HANDLE else self.referee.table.peek(event[2])
            awaited = self.referee.ask.place_of(event[1])
            self.table.lay(pad, cards.text(card, democrazy.PACK), SETTLED_US if awaited else PASSED_US)
        elif kind == "lifted":
            self.table.lift(pad)
        else:
            self.table.press(KEY_NAMES[event[2]], pad)

    def step(self):
        """Act as people do at the current ask; return that ask."""
        ask = self.referee.ask
        raw = self.raw(ask)
        self.spent(ask, raw)
        for event in self.events(ask, raw):
            assert self.referee.ask is ask, (ask.what, self.table.asked, event)
            self.do(event)
        assert self.referee.ask is not ask, (ask.what, raw, self.table.says, self.refused)
        return ask.what

    def until(self, what, most=400):
        """Play until this is asked."""
        while self.table.asked != what:
            assert not self.referee.over and most > 0, what
            most -= 1
            self.step()
        return self

    def play(self, most=4000):
        """To the end of the match."""
        while not self.referee.over:
            assert most > 0
            most -= 1
            self.step()
        return self
