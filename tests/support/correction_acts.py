"""Acts of hands and of the operator that correct a match on the whole firmware (firmware_table.py)."""

from cardtable.engine import cards
from firmware_table import HOLD_US, SETTLED_US, Host
from simulated_line import do_unchecked


def chord(table, pad):
    """A hand holds NO and OK of a pad."""
    for key in ("no", "ok"):
        table.at(0, table.machine.press, pad, key)
        table.at(HOLD_US, table.machine.release, pad, key)
    table.run(HOLD_US + SETTLED_US)


def agreed(table, asker, other):
    chord(table, asker)
    chord(table, other)


def pick(table, seat, row):
    """Step until the row is shown, and take it."""
    for _ in range(9):
        if table.loop.dialogue.prompt()[0] == row:
            table.press("ok", seat)
            return
        table.press("yes", seat)
    raise AssertionError(f"{row} is not offered")


def do(table, *args):
    """Send a correction of the host; return the answer."""
    return command(table, "fix", *args)


def command(table, *args):
    """The host's command; what it was answered."""
    if not hasattr(table, "host"):
        table.host = Host(table)
        table.host.run(2)
    host = table.host
    number = do_unchecked(host.end, *args)
    for _ in range(10):  # after a silence both ends greet each other first
        host.run(1)
        for event in host.heard("res"):
            if event[1] == number:
                return event[2:]
    raise AssertionError("no answer")


def spoil(table, *names):
    """Make the tags of these cards answer unreadably."""
    bad = [table.tags[cards.parse(name)].uid for name in names]
    reads = table.loop.pad_cards.card
    table.loop.pad_cards.card = lambda seen: cards.UNKNOWN if seen in bad else reads(seen)
