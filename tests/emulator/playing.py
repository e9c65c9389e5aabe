"""A match from a file is played on the emulated Pico, and each input is timed: for `make bench`.

`main` is called at the prompt; /match holds the match, as tests/micropython/evening.py tells. Output on USB,
a line each, in us of the Pico's timer:

    in BEGAN ENDED       a turn of the loop with one input
    late MOST            in place of these with a pace: how long after it was due an input was done at most
    end                  that was all
"""

import time

import clock_speed
import journal_partition
from evening import Match
from whole_table import Table

_BEFORE = 20  # so often there is a rest first


def main(count, pace=0):
    """Play the first `count` inputs of /match; `pace`: one each so many ms, of which the loop has one turn
    for it and one without. 0: people rest as in an evening.
    """
    clock_speed.raise_speed()
    table = Table("/", journal_partition.device())
    for _ in range(_BEFORE):
        table.rest()  # a table is there for a while before a match begins, and erases ahead
    with open("/match", "rb") as file:
        match, most = Match(table, file), 0
        due = time.ticks_us()
        for _ in range(count):
            turns = match.put()
            while pace and time.ticks_diff(due, time.ticks_us()) > 0:
                time.sleep_ms(time.ticks_diff(due, time.ticks_us()) // 1000)  # which the emulator passes over
            began = time.ticks_us()
            for _ in range(turns):
                table.turn()
            ended = time.ticks_us()
            if pace:
                most = max(most, time.ticks_diff(ended, due))
                due = time.ticks_add(due, 1000 * pace)
            elif turns == 1:  # no pause of some hundred turns
                print("in", began, ended)
            for _ in range(1 if pace else match.pause()):
                table.turn()
    if pace:
        print("late", most)
    print("end")
