"""What the table itself answers, by lot or because it knows what is sealed: Chance, Reveal."""

from .ask import BY_LOT, BY_OPENING, Ask
from .cards import UNKNOWN


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
