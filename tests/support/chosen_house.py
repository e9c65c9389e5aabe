"""A house whose games are learned and chosen as in earnest, and that begins nothing: `ChosenHouse`."""

import asgi
from tablehost.web.begin import Beginnings
from tablehost.web.learn import Lessons
from tablehost.web.tables import Busy


class ChosenHouse(asgi.House):
    """The tables `names`; `begun` has each match that would be played, as table and choice; `stopped` each
    that was stopped, as it was asked for.
    """

    def __init__(self, *names):
        super().__init__(*names)
        self.begun, self.stopped = [], []
        self.is_busy = False
        self.lessons = Lessons()
        self.beginnings = Beginnings(self.tables, self.begin, self.stop, lambda number: None)

    def begin(self, table, choice):
        if self.is_busy:
            raise Busy(self.tables[table])
        self.begun.append((table, choice))

    def stop(self, table, how, number):
        """Stop the match of this number, as long as it is played."""
        was_busy = self.is_busy
        if was_busy and number not in (0, self.tables[table].match):
            raise Busy(self.tables[table], is_other=True)
        self.stopped.append((table, how, number))
        self.is_busy = False
        return was_busy


def visit_as_operator(house):
    """Return a visitor of this house who is its operator."""
    visitor, operator = asgi.visit(house)
    visitor.get(f"/enter?token={operator.token}")
    return visitor
