"""A house whose games are learned and chosen as in earnest, and that begins nothing: `ChosenHouse`."""

import asgi
from tablehost.errors import BUSY, Trouble
from tablehost.serving.beginnings import Beginnings
from tablehost.serving.lessons import Lessons


class ChosenHouse(asgi.House):
    """The tables `names`; `begun` has each match that would be played, as table and choice."""

    def __init__(self, *names):
        super().__init__(*names)
        self.begun = []
        self.is_busy = False
        self.lessons = Lessons()
        self.beginnings = Beginnings(self.tables, self.begin)

    def begin(self, table, choice):
        if self.is_busy:
            raise Trouble("TABLE_BUSY", "a match is played", "watch it", BUSY)
        self.begun.append((table, choice))


def visit_as_operator(house):
    """Return a visitor of this house who is its operator."""
    visitor, operator = asgi.visit(house)
    visitor.get(f"/enter?token={operator.token}")
    return visitor
