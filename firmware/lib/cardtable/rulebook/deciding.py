"""The asks that nobody has to do anything for: Pause, and what the table itself answers."""

from .ask import BY_LOT, BY_OPENING, BY_TIME, Ask
from .cards import UNKNOWN
from .match import plain


class Pause(Ask):
    """`seconds` go by. The answer is an empty list."""

    answered = BY_TIME

    def __init__(self, seconds, still=()):
        Ask.__init__(self, "pause", still=still)
        self.seconds = seconds

    def judge(self, picture):
        return [] if picture.expired else None


class Chance(Ask):
    """A number from 0 to n - 1, drawn by the table from the seed it committed to."""

    answered = BY_LOT
    auto = True

    def __init__(self, n):
        Ask.__init__(self, "chance")
        self.n = n

    def decide(self, table, index):
        return table.draw(index, self.n)


class Reveal(Ask):
    """The Pico opens sealed values. The answer is the list of what they are."""

    answered = BY_OPENING
    auto = True

    def __init__(self, values):
        Ask.__init__(self, "reveal")
        self.values = values

    def lacks(self, table):
        return UNKNOWN in self.decide(table, 0)

    def decide(self, table, index):
        return [table.peek(value) for value in self.values]

    def settle(self, answer, picture, table):
        for i in range(len(answer)):
            table.open(self.values[i], answer[i])


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
