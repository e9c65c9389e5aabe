"""The asks that nobody has to do anything for, beside those of `revealing`: Pause, Weigh."""

from .ask import Ask
from .cards import UNKNOWN
from .match import plain


class Pause(Ask):
    """`seconds` go by. The answer is an empty list."""

    def __init__(self, seconds, still=()):
        Ask.__init__(self, "pause", still=still)
        self.seconds = seconds

    def judge(self, picture):
        return [] if picture.expired else None

    def fits(self, answer, table):
        return None if answer == [] else "shape"


class Weigh(Ask):
    """The Pico applies `rule(values)` to sealed values and states the verdict; checked once they are open."""

    auto = True

    def __init__(self, rule, values):
        Ask.__init__(self, "weigh")
        self.rule = rule
        self.values = values

    def lacks(self, table):
        return UNKNOWN in [table.peek(value) for value in self.values]

    def decide(self, table, index):
        return plain(self.rule([table.peek(value) for value in self.values]))

    def settle(self, answer, picture, table):
        table.weighed(self.rule, self.values, answer)
