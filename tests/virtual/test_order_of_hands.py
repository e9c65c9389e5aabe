"""The order in which the hands of users and of bots move cards at the virtual table."""

import random
from types import SimpleNamespace

import pytest

from tablehost.virtual.table import VirtualTable


@pytest.mark.parametrize("seed", range(5))
def test_cards_move_in_the_order_in_which_people_have_moved_them(seed):
    """A user's hand may have much to do yet when a bot takes the card that it has just laid."""
    lots, begun, done = random.Random(seed), [], []
    table = VirtualTable.__new__(VirtualTable)
    table.machine = SimpleNamespace(clock=SimpleNamespace(us=0))
    table._later, table._count, table._hands_free = [], 0, 0
    table._do = done.append
    for _ in range(40):
        events = [("laid", lots.randrange(7), len(begun) + i) for i in range(lots.randrange(4))]
        begun += events
        assert table._begin(events) >= table.machine.clock.us
        table.machine.clock.us += lots.randrange(400_000)
        while table._later and table._later[0][0] <= table.machine.clock.us:
            table._later.pop(0)[2]()
            table._later.sort()
    assert done == begun[: len(done)] and len(done) > 20
