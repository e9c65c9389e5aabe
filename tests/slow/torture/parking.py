"""Matches that are parked and taken up: by lot, with the power cut in each operation of the flash."""

import random

from cardtable.controller.match import resume
from cardtable.controller.match import session as table_play
from cardtable.controller.storage import files, parked_matches
from cardtable.engine import match as matches
from cardtable.engine.asks.base import PLACES
from cardtable.games import registry as games
from cuts import Evening
from recorded_matches import Signs
from simulated_flash import PowerCut
from world import Broken, People, compact, terms

MATCHES = (("democracy", 3, {}), ("demos", 3, {}), ("democrazy", 4, {}))


class Week(Evening):
    """A table at which several matches are played, each by people of its own."""

    def __init__(self):
        super().__init__()
        self.seats = {}  # by first position of the match: (people, pads)
        self.order = []  # the first positions, in the order in which the matches were begun

    def start(self, number):
        """Match `number` of MATCHES begins, always with the same secrets and people."""
        name, seats, options = MATCHES[number]
        rng = random.Random(number)
        fresh = matches.new(games.load(name), seats, options)
        parks = self.journal.begun
        self.pads = [None] * PLACES
        self.people = People(number)
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
        """By match: what its vault holds. Raises Broken if one says that it is another one's."""
        found = {}
        for name in self.journal.folder and files.make(self.journal.folder[:-1]):
            if name.startswith("sealed"):
                rows = [files.frame(line)[1:] for line in files.lines(self.journal.folder + name + "/rows")]
                held = dict(rows)
                owner = held.pop("game")
                if name not in ("sealed", f"sealed.{owner}"):
                    raise Broken(f"{name} is the vault of {owner}")
                found[owner] = held
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
    with week.files.in_place():
        week.boot()
        for number in range(len(MATCHES)):
            week.start(number)
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


def every_cut(what, tear):
    """Cut the power in each operation while a match is parked by a new one ("begin"), or by an older one that
    is taken up ("take"). Afterwards one of the two is under way, the other one is parked or was never begun,
    each with its own secrets, and both go on. (operations, how often the one before stood); Broken.
    """
    cut = stood = 0
    while True:
        cut += 1
        week = Week()
        with week.files.in_place():
            week.boot()
            if what == "take":
                week.start(1)
                for _ in range(12):
                    week.act()
            week.start(0)
            for _ in range(30):
                week.act()
            before, old = week.vaults(), week.journal.match()
            week.flash.cut_in(cut, tear)
            try:
                if what == "take":
                    week.take_up(week.order[0])
                else:
                    week.start(1)
                return cut - 1, stood
            except PowerCut:
                week.files.remount()
            week.boot()
            now = week.meet()
            stood += now == old
            after = week.vaults()
            for first in before:
                if {n: v for n, v in after.get(first, {}).items() if n in before[first]} != before[first]:
                    raise Broken(
                        f"cut {cut}: the vault of {first} is {after.get(first)}, not {before[first]}"
                    )
            parked = [segments[0] for segments in week.journal.parked]
            others = [first for first in before if first != now]
            # Of a match of which no record was written yet nothing goes on, and its vault counts nothing.
            if parked != sorted(others) or (now is not None and set(after) - set(before) - {now}):
                raise Broken(f"cut {cut}: {now} is under way, {parked} parked, vaults of {sorted(after)}")
            week.run(len(week.promised) + 3) if now is not None else None
            for first in others:
                week.take_up(first)
                week.run(len(week.promised) + 3)
