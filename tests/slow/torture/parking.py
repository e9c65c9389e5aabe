"""A table at which several matches are played: they are parked and taken up, by lot."""

import random

from cardtable.controller.match import resume
from cardtable.controller.match import session as table_play
from cardtable.controller.storage import journal as table_journal
from cardtable.controller.storage import parked_matches
from cardtable.controller.storage.lines import read_frame
from cardtable.controller.storage.store import Store
from cardtable.engine import match as matches
from cardtable.engine.asks.base import PLACES
from cardtable.games import registry as games
from failing_flash import FailingFlash
from random_players import Guests
from recorded_matches import Signs
from simulated_line import compact
from world import SECTORS, Broken, noticed, terms

MATCHES = (("democracy", 3, {}), ("demos", 3, {}), ("democrazy", 4, {}))


class Week:
    """A table at which several matches are played, each by people of its own."""

    def __init__(self, flash=None):
        self.flash = flash or FailingFlash(SECTORS)
        self.promised = []
        self.us = 0
        self.seats = {}  # by first position of the match: (people, pads)
        self.order = []  # the first positions, in the order in which the matches were begun

    def boot(self):
        self.journal = table_journal.Journal(self.flash)
        self.journal.start()
        for g in range(len(self.promised)):
            if compact(self.journal.get(g)) != self.promised[g]:
                raise Broken(f"record {g} is {self.journal.get(g)}, promised was {self.promised[g]!r}")
        if self.journal.hi() > len(self.promised) + 1:  # one that was not promised yet, and this boot
            raise Broken(f"there are records up to {self.journal.hi()}, promised were {len(self.promised)}")
        noticed(self.journal, self._note)
        self._note()
        self.play = table_play.Play(self.journal, Signs(), self._now)

    def _now(self):
        self.us += 25_000
        return self.us

    def _note(self):
        for g in range(len(self.promised), self.journal.hi() + 1):
            self.promised.append(compact(self.journal.get(g)))

    def begin(self, match, number):
        """A match begins, (game, seats, options), with secrets and people of this number."""
        name, seats, options = match
        rng = random.Random(number)
        fresh = matches.new(games.load(name), seats, options)
        parks = self.journal.begun
        self.pads = [None] * PLACES
        self.people = Guests(number)
        first = self.journal.hi() + 1 + parks  # behind the note of the one that is parked
        self.seats[first] = (self.people, self.pads)
        self.order.append(first)
        self.play.begin(fresh, rng.randbytes(16), terms(rng))
        self.people.at(self.play.referee)

    def take_up(self, first):
        parked_matches.switch(self.play, first)
        self.meet()

    def meet(self):
        """The match under way, if there is one, goes on with its people; its first position or None."""
        self.play = table_play.Play(self.journal, Signs(), self._now)
        if not resume.restore(self.play):
            return None
        self.people, self.pads = self.seats[self.journal.match()]
        lying = [(place, self.pads[place]) for place in range(PLACES) if self.pads[place] is not None]
        self.play.go_on(lying)
        self.people.at(self.play.referee)
        return self.journal.match()

    def vaults(self):
        """By match: what its vault holds. Raises Broken if there is another file of a secret."""
        journal = self.journal
        found = {}
        for first in journal.vaults:
            lines = journal.lines(first, "sealed")
            found[first] = dict([read_frame(line)[1:] for line in lines])
        there = [name for name in Store(self.flash.copy()).start() if name.endswith(".sealed")]
        if there != sorted(journal.name(first, "sealed") for first in journal.vaults):
            raise Broken(f"vaults of {journal.vaults}, files {there}")
        return found

    def finish(self, first, records):
        """Play this match until it has so many records, and end it; all its records, as bytes. Raises Broken
        if anything of it is left in a vault.
        """
        if self.journal.match() != first:
            self.take_up(first)
        while not self.is_over() and len(self.told()) < records:
            self.act()
        if not self.is_over():
            self.play.correct(["end", "operator"])
        while not self.is_over():  # of DemoS the last reveal still comes
            self.act()
        if first in self.vaults():
            raise Broken(f"match {first} is over, and its vault is there")
        return self.told()

    def told(self):
        """The records of the match under way, as bytes."""
        segments = [*self.journal.earlier, self.journal.game, self.journal.hi()]
        found = []
        for at in range(0, len(segments), 2):
            for g in range(segments[at], segments[at + 1] + 1):
                found.append(compact(self.journal.get(g)))
        return found

    def is_over(self):
        return self.play.referee is None or self.play.referee.over

    def act(self):
        """One thing happens at the table."""
        event = self.people.choose()
        if event[0] in ("laid", "lifted"):
            self.pads[event[1]] = event[2] if event[0] == "laid" else None
        self.play.feed(event)
        self.journal.idle()


def by_lot(seed, records, switches):
    """Begin all matches, park and take them up, switch the table off and on, all by lot; every match goes on
    then until it has so many records, and is ended. (by match: its records as bytes; how often each thing
    happened). Raises Broken.
    """
    rng = random.Random(seed)
    week = Week()
    counts = {"taken up": 0, "switched off": 0, "put by": 0}
    week.boot()
    for number in range(len(MATCHES)):
        week.begin(MATCHES[number], number)  # with the same secrets and people each time
        for _ in range(rng.randrange(3, 25)):
            week.act()
    for _ in range(switches):
        kind = rng.choice(("taken up", "taken up", "switched off", "put by"))
        counts[kind] += 1
        if kind == "switched off":
            week.boot()
            week.meet()
        elif kind == "put by":
            parked_matches.park(week.play)
            week.journal.open_stage(None, fresh=True)
            week.journal.set_under_way(False)
        if kind != "switched off":
            week.take_up(rng.choice([segments[0] for segments in week.journal.parked]))
        if set(week.vaults()) != set(week.order):
            raise Broken(f"vaults of {sorted(week.vaults())}, matches {week.order}")
        for _ in range(rng.randrange(10)):
            if not week.is_over():
                week.act()
    return [week.finish(first, records) for first in week.order], counts
