"""The host's tools at a table in this very process: a line whose far end is the firmware on chip models.

Time is the table's: it passes while a caller waits for bytes, and every clock shows it.
"""

from types import SimpleNamespace

from firmware_table import SWEEP_US
from tablehost.journal.store import Journal
from tablehost.link import conversation, service
from tablehost.link.conversation import Conversation


class TableLine:
    """A `port.Line`. `table`: a `firmware_table.Table`; `hands`: called at every turn, with nothing."""

    def __init__(self, table):
        self.table = table
        table.grain = SWEEP_US
        self.hands = lambda: None

    def read(self):
        return self.table.machine.usb.take()

    def write(self, data):
        while data:
            data = data[self.table.machine.usb.feed(data) :]
            if data:
                self.table.run(1_000)

    def wait(self, seconds):
        until = self.table.time + max(1_000, int(seconds * 1e6))
        while self.table.time < until:
            self.hands()
            self.table.run(min(SWEEP_US, until - self.table.time))
            if self.table.machine.usb._out:
                return True
        return False

    def close(self):
        """Do nothing: this line has one user."""


def in_its_time(monkeypatch, table, *modules):
    """`modules` and what they all use see the table's clock."""
    clock = SimpleNamespace(monotonic=lambda: table.time / 1e6, time=lambda: 1e9 + table.time / 1e6)
    for module in (conversation, service, *modules):
        monkeypatch.setattr(module, "time", clock)


def greeted(table, folder):
    """A session with this table, as far as its hi."""
    found = Conversation(Journal(folder / "journal.sqlite"), TableLine(table), True)
    found.greet(lambda event: None)
    return found
