"""A match from a file is played on the emulated Pico, and each input is timed: for `make bench`.

/board.py there imports this; /match holds the match, as tests/micropython/evening.py tells. Output on
USB, a line each, in us of the Pico's timer:

    in BEGAN ENDED       a turn of the loop with one input
    late INPUTS MOST     in place of these where the file /pace says how many ms lie between two inputs: how
                         many there were, and how long after it was due one was done at most
    end                  that was all
"""

import json
import time

import clock_speed
import journal_partition
from whole_table import Table

from cardtable.engine import match
from cardtable.games import registry as games

_PAUSE = 3  # of what can happen: time goes by
_BEFORE = 20  # so often there is a rest first
_BURST = 3  # inputs in a row, after which no player moves for a moment; nor when something new is asked


def _play():
    table = Table("/", journal_partition.device())
    for _ in range(_BEFORE):
        table.rest()  # a table is there for a while before a match begins, and erases ahead
    pace = _pace()
    event = bytearray(3)
    ask, inputs = None, 0
    with open("/match", "rb") as file:
        head = json.loads(file.readline())
        table.begin(match.load(games.load(head[0]), head))
        if pace:
            _play_at(pace, table, file)
        while not pace and file.readinto(event) == 3:
            began = time.ticks_us()
            table.act(event[0], event[1], event[2])
            ended = time.ticks_us()
            if event[0] != _PAUSE:  # some hundred turns
                print("in", began, ended)
            referee = table.play.referee
            inputs += 1
            if referee.ask is not ask or inputs % _BURST == 0:
                table.rest()
                ask = referee.ask
    print("end")


def _pace():
    try:
        with open("/pace") as file:
            return int(file.read())
    except OSError:
        return 0


def _play_at(pace, table, file):
    """Play with an input each `pace` ms, of which the loop has one turn for it and one without."""
    event = bytearray(3)
    inputs = most = 0
    due = time.ticks_us()
    while file.readinto(event) == 3:
        left = time.ticks_diff(due, time.ticks_us())
        while left > 0:
            time.sleep_ms(left // 1000)  # which the emulator passes over
            left = time.ticks_diff(due, time.ticks_us())
        table.act(event[0], event[1], event[2])
        most = max(most, time.ticks_diff(time.ticks_us(), due))
        inputs += 1
        table.turn()
        due = time.ticks_add(due, 1000 * pace)
    print("late", inputs, most)


clock_speed.raise_speed()
_play()
