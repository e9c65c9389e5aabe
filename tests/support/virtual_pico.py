"""A virtual Pico for tests: any board of boards/, built against the chip models."""

from cardtable.drivers.reader import PENDING
from tablehost.firmware import boards
from tablehost.virtual.pico import FakeMachine


def powered(board=None, **options):
    """A built board, pico_6pads by default, readers probed, fields up long enough for any tag."""
    fake = FakeMachine(board or boards.load("pico_6pads"), **options)
    fake.build()
    for reader in fake.parts.readers:
        reader.probe()
    fake.clock.advance(6000)
    return fake


def run(fake, step, pad=0):
    """Carry one step of one reader to its end."""
    reader = fake.parts.readers[pad]
    reader.begin(step)
    return finish(fake, pad)


def finish(fake, pad=0):
    """Collect until there is a result."""
    reader = fake.parts.readers[pad]
    for _ in range(5000):
        result = reader.collect()
        if result != PENDING:
            return result
    raise AssertionError("the step never ends")


def lay(fake, tag, pad=0):
    """Lay a tag and let it start."""
    fake.pads[pad].tags.append(tag)
    fake.clock.advance(tag.startup_us + 1000)
    return tag
