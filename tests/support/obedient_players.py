"""Players who do only what the first step of their Task says, with the answers that the table would take."""

import random

from cardtable.engine import cards, tasks
from cardtable.engine.asks.base import KEY_NAMES, NO
from held_match import HeldMatch
from tablehost.people import hands
from tablehost.people.hands import SOURCES, as_fields
from tablehost.virtual.people.held import TIDIES


class ObedientMatch(HeldMatch):
    """A match in which a user moves every hand; `acts` counts the acts so far.

    `agrees`: beginnings of the names of asks that the others answer; `most`: acts in a match.
    """

    agrees = ("choose-", "count-")  # and would not by lot
    most = 20_000

    def __init__(self, name, seats, seed, options):
        super().__init__(name, "sensible", range(seats), seats, seed, options)
        self.lots = random.Random(seed)
        self.acts = 0

    def conserved(self, *others):
        pass

    def tasks(self):
        course = self.referee
        return tasks.form(0, course.ask, course.prompt(), course.picture, course.table, SOURCES)

    def play(self):
        """Play to the end. Raises AssertionError where nothing is due, or an act is refused."""
        while (prompt := self.referee.prompt()) is not None:
            assert self.acts < self.most, f"the match finds no end at {prompt}"
            agree = prompt.what.startswith(self.agrees)
            self.room.held = frozenset(() if agree else range(self.room.seats))
            self.feed(self.room.act(*prompt[:4]))  # they deal, and look at the table
            if agree:
                continue
            due = [task for task in self.tasks() if task.steps]
            assert due, f"nobody has anything to do at {prompt}"
            self.turn(due)
        return self

    def turn(self, due):
        """Have a player do the first step of a task."""
        task = self.lots.choice(due)
        for act, word in self.choose(task, task.steps[0]):
            self.do(task, act, word)

    def do(self, task, act, word):
        what, _, lamps, pads = self.referee.prompt()[:4]
        self.acts += 1
        self.feed(self.hands.act(task.seat, act, word, what, lamps, pads))
        assert not self.refused, f"{act} {word} is refused: {self.refused}, {task}"

    def choose(self, task, step):
        """Yield the acts, with their words, that carry out a step."""
        seat, course = task.seat, self.referee
        cards_at_hand = (self.room.people[seat].hand, self.room.people[seat].pile)  # such as figures
        each = (
            tasks.answers(step, seat, course.ask, one, course.picture, course.table) for one in cards_at_hand
        )
        found = next(filter(None, each), [])
        moves = self.hands.moves_first(seat, task.what, task.args)
        brings, *_ = [*hands.offers(task.what, [as_fields(step)], []), ""]
        if moves and step.act not in TIDIES:
            yield moves, self.chips(seat, task.args[0]) if moves == "chip" else ""
        elif step.act == "pick":
            yield from [("press", "yes")] * (self.lots.choice(found) + 1)
            yield "press", "ok"
        elif step.act == "key":
            yield "press", KEY_NAMES[self.lots.choice(found)]
        elif step.act in ("lay", "show") and step.keys and (not found or self.lots.random() < 0.2):
            yield "press", KEY_NAMES[NO if NO in step.keys else self.lots.choice(step.keys)]
        elif step.act == "lay" and brings != "lay":
            yield brings, self.target(seat) if brings == "point" else ""
        elif step.act == "lay":
            yield "lay", self.called(self.lots.choice(found))
        elif step.act == "show":
            yield from [("show", self.called(card)) for card in self.lots.choice(found)]
        else:
            yield step.act, ""

    def called(self, card):
        return cards.text(card, self.room.letters)

    def target(self, seat):
        return str(self.lots.choice(self.room._targets(self.room.people[seat]))[0])

    def chips(self, seat, number):
        held = [one[-1] for one in self.room._chips_of(seat) for _ in range(int(one[:-1]))]
        return "".join(self.lots.sample(held, number))
