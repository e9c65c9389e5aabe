"""Acts of hands and of the operator that correct a match on the whole firmware (firmware_table.py)."""

import json

from cardtable.engine import cards
from firmware_table import HOLD_US, SETTLED_US, Host
from simulated_line import do_unchecked
from tablehost.journal.game_log import close_game, load_chronicle
from tablehost.journal.store import Journal


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


def fixes(table):
    return [record[3] for record in table.records if record[0] == "fix"]


def handed_over(table):
    """Game 1 of this computer is the match of the table, which ends here."""
    assert do(table, "end")[0]
    table.host.run(3)
    disk = table.host.disk
    raws = [disk.rows[row] for row in sorted(disk.rows)]
    first = next(i for i, raw in enumerate(raws) if json.loads(raw)[4] == "game")
    with Journal() as journal:
        journal.create_game(table.host.end.uid, "democracy", ["Ada", "Ben", "Cleo"], {}, True, first_g=first)
        journal.append(table.host.end.uid, raws)
        game = journal.game(1)
        close_game(journal, game, load_chronicle(journal, game).lines)


def spoil(table, *names):
    """Make the tags of these cards answer unreadably."""
    bad = [table.tags[cards.parse(name)].uid for name in names]
    reads = table.loop.pad_cards.card
    table.loop.pad_cards.card = lambda seen: cards.UNKNOWN if seen in bad else reads(seen)
