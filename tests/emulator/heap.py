"""A match from a file is played on the emulated Pico and its heap is watched: for tests/support/heap_use.py.

`main` is called at the prompt, where the stack is as deep as under main.py; /match holds the match, as
tests/micropython/evening.py tells. The table is that of the board `pico_10pads`, but pads, keys, line and
clock say what the file says. Output on USB, a line each, in bytes that are in use after a collection:

    ready BYTES          the table is ready, no match was begun
    begun BYTES          the match has begun
    most BYTES INPUT     the most that was seen, and after which input
    end DECISIONS HEAP   that was all: how many cards and keys, the size of the heap
"""

import gc

import identity
import journal_partition
from evening import Match, used
from pico_10pads import build
from whole_table import Table


def main(step, begun=False):
    """Play /match, and look every `step` inputs; 0: never, and the firmware alone collects. `begun`: no
    further than to its beginning.

    All in one function: when the table takes a turn its stack is one call deeper than on a table.
    """
    parts = build()
    parts.program = identity.describe()
    table = Table("/", journal_partition.device(), parts)
    del parts
    if step:
        print("ready", used())
    with open("/match", "rb") as file:
        match = Match(table, file)
        most = (0, 0)
        if step:
            print("begun", used())
        while not begun:
            turns = match.put()
            if not turns:
                break
            for _ in range(turns):
                table.turn()
            for _ in range(match.pause()):
                table.turn()
            if step and match.inputs % step == 0:
                most = max(most, (used(), match.inputs))
        if step:
            print("most", most[0], most[1])
        print("end", match.decisions, gc.mem_alloc() + gc.mem_free())
