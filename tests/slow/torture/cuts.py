"""One game, and the power cut in each operation of its flash in turn; and a match that begins over one."""

import json
import random

from cardtable.controller.match import resume
from cardtable.controller.match import session as table_play
from cardtable.controller.storage import journal as table_journal
from cardtable.engine import match as matches
from cardtable.engine.asks.base import PLACES
from cardtable.games import registry as games
from recorded_matches import Signs
from simulated_flash import Files, Flash, PowerCut
from world import Broken, People, compact, noticed, terms

GAME = ("democracy", 3)
BEGINS_EMPTY = ("democrazy", 4)  # no record stands in a stage before people have done something
BLOCKS = 64


class Evening:
    """A table at which people play; `run` goes on until so many records are kept, or the power is cut."""

    def __init__(self, game=GAME):
        self.game = game
        self.flash = Flash(BLOCKS)
        self.files = Files(self.flash)
        self.promised = []
        self.pads = [None] * PLACES
        self.people = People(1)
        self.us = 0

    def boot(self):
        self.journal = table_journal.Journal("/")
        self.journal.start()
        for g in range(len(self.promised)):
            if compact(self.journal.get(g)) != self.promised[g]:
                raise Broken(f"record {g} is {self.journal.get(g)}, promised was {self.promised[g]!r}")
        if self.journal.hi() > len(self.promised) + 1:  # one that was not promised yet, and this boot
            raise Broken(f"there are records up to {self.journal.hi()}, promised were {len(self.promised)}")
        noticed(self.journal, self._note)
        self._note()
        self.play = table_play.Play(self.journal, Signs(), self._now)

    def begin(self, seed=1):
        fresh = matches.new(games.load(self.game[0]), self.game[1], {})
        rng = random.Random(seed)
        self.play.begin(fresh, rng.randbytes(16), terms(rng))

    def secrets(self):
        """What the vault holds but for where its match begins."""
        return {name: value for name, value in self.journal.secrets() if name != "game"}

    def switch_on(self):
        """Boot, and go on with what is there."""
        self.boot()
        if resume.restore(self.play):
            lying = [(place, self.pads[place]) for place in range(PLACES) if self.pads[place] is not None]
            self.play.go_on(lying)
        else:
            self.pads = [None] * PLACES
            self.begin()
        self.people.at(self.play.referee)

    def _now(self):
        self.us += 25_000
        return self.us

    def _note(self):
        for g in range(len(self.promised), self.journal.hi() + 1):
            self.promised.append(compact(self.journal.get(g)))

    def run_to(self, where):
        """Until the match stands there, see `every_cut_of_a_begin`."""
        if where != "beginning":
            self.run(20)
        while where == "beginning" and not any(json.loads(line)[4] == "head" for line in self.promised[-2:]):
            self.run(len(self.promised) + 1)
        if where == "over":
            self.play.correct(["end", "operator"])

    def run(self, records):
        while len(self.promised) < records:
            event = self.people.choose()
            if event[0] == "laid":
                self.pads[event[1]] = event[2]
            elif event[0] == "lifted":
                self.pads[event[1]] = None
            self.play.feed(event)
            self.journal.idle()


def every_cut(records, tear):
    """Cut the power in each operation of a game of so many records; how many there were. Raises Broken."""
    cut = 0
    while True:
        cut += 1
        evening = Evening()
        with evening.files.in_place():
            evening.flash.cut_in(cut, tear)
            try:
                evening.switch_on()
                evening.run(records)
                return cut - 1
            except PowerCut:
                evening.files.remount()
            evening.switch_on()
            evening.run(len(evening.promised) + 5)


def every_cut_of_a_begin(where, tear):
    """A match begins where another one is "amid" a stage, at the "beginning" of one, or "over"; cut the power
    in each operation of that. Whatever stands then has its own secrets. (how many operations, how often the
    old one stood); Broken.
    """
    new = None
    cut = stood = 0
    while True:
        evening = Evening(BEGINS_EMPTY if where == "beginning" else GAME)
        with evening.files.in_place():
            evening.switch_on()
            evening.run_to(where)
            old, before = evening.secrets(), len(evening.promised)
            evening.flash.cut_in(cut, tear)
            try:
                evening.begin(2)
                if new is not None:
                    return cut - 1, stood
                new = evening.secrets()
            except PowerCut:
                evening.files.remount()
                evening.boot()
                stands = resume.restore(evening.play)
                begun = evening.journal.game >= before
                stood += stands and not begun
                if evening.secrets() != (new if begun else old):
                    raise Broken(f"cut {cut}: {begun}, {evening.secrets()}, not {old} or {new}") from None
        cut += 1
