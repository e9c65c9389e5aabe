"""Cards come to pads and leave them: readers that are asked in turn."""

from cardtable.controller.input.poll_schedule import Pads
from cardtable.controller.input.presence import FAILED, LAID, LIFTED, RECOVERED
from cardtable.drivers import reader


class Reader:
    can_glance = False

    def __init__(self):
        self.result = reader.NONE

    def probe(self):
        pass

    def begin(self, step, again=False):
        self.step = step

    def collect(self):
        return self.result


def test_pads():
    readers = [Reader(), Reader()]
    pads = Pads(readers, reader)
    events = []

    def run(first, last):
        for now in range(first, last):
            for event in pads.step(now):
                events.append(event)

    run(0, 500)
    assert events == [(RECOVERED, 0, None), (RECOVERED, 1, None)]
    readers[1].result = b"1234"
    run(500, 800)
    readers[1].result = reader.GARBLED
    run(800, 2000)
    assert events[2:] == [(LAID, 1, b"1234"), (FAILED, 1, "garbled")]  # still there, and said to be doubtful
    readers[1].result = reader.NONE
    run(2000, 2300)
    assert (LIFTED, 1, None) in events[4:]
