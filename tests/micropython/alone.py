"""A match is set up by the keys of a table without a computer, for tests/test_memory.py.

`main(folder, name, pads)`: `folder` ends in "/" and holds `deck.txt`; `name`: the game, as the display calls
it, `pads`: of those who play. The heap is collected where the firmware asks for it and nowhere else. Twice:
what was played is proposed again. An assertion would be compiled away, see evening.py.

Prints ["live", bytes] when the match has begun, both times.
"""

import gc
import json

from whole_table import Table

from cardtable.rulebook.ask import CORRECT, NO, OK, YES

_KEY = 2


def main(folder, name, pads):
    table = Table(folder)
    loop = table.loop
    gc.collect()
    gc.disable()
    for again in (False, True):
        press(table, 0, OK)
        if not again:
            while not loop.display.text.startswith("A game here: " + name):
                press(table, 0, YES)
            press(table, 0, OK)
            for pad in pads:
                press(table, pad, OK)
            press(table, pads[0], YES)
            for _ in range(40):  # all options are seen
                press(table, pads[0], NO)
            press(table, pads[0], OK)
        press(table, pads[0], OK)
        see(loop, pads)
        table.collect()
        print(json.dumps(["live", gc.mem_alloc()]))
        for _ in range(2):
            press(table, pads[0], CORRECT)
            press(table, pads[0], YES)
            if "Nothing counts" not in loop.display.text:
                raise ValueError(loop.display.text)
            press(table, pads[0], NO)
        end(loop)
        table.rest(True)


# What is looked at in a function is not kept in memory by the frame of another.


def see(loop, pads):
    """These play now."""
    if loop.play.referee is None or loop.play.referee.match.pads != list(pads):
        raise ValueError(loop.display.text)


def end(loop):
    while not loop.play.referee.over:  # a game that scores what was played wants to be told twice
        loop.give_up("operator")


def press(table, pad, key):
    """A key at a pad, whether or not somebody sits there, and a moment in which nobody moves."""
    table.keys.event = (pad, key)
    for _ in range(4):
        table._turn()
