"""An evening at the table: matches from files are played through the firmware, and the heap is watched.

`main(table, folder, files, strict, sunk, room)`: `folder` ends in "/" and holds the files; the table's
journal goes there too. A file is one match of ten seats, so that every place is its own pad: a line of
JSON, the match as it begins, then three bytes an input: what happened (0 a card is laid, 1 one is lifted, 2
a key, 3 time), where, and which card or key.

`table`: the class of the table that is played at: whole_table.py has one with the whole firmware,
bare_table.py one of the match and its journal alone. `strict`: the heap is collected where the firmware
itself asks for it (at a bare table: when something new is asked) and nowhere else. `sunk`: of deep.py, if
the inputs are played so deep that only `room` bytes are left of the stack, counted from its beginning.
Names are few here: each takes room that the firmware has on a Pico.

Prints one line of JSON each: ["live", stage, bytes] at the same point of every stage, after a collection;
["peak", bytes], the most that was used before a collection; ["end", decisions, inputs, size of the heap];
then what `micropython.mem_info()` and `qstr_info()` say. Decisions are the cards laid and the keys pressed.
"""

import gc
import json

import micropython
from micropython import const

from cardtable.rulebook import games, match

_LAID = const(0)
_KEY = const(2)
_BURST = const(3)  # inputs in a row, after which nobody moves for a moment; nor when something new is asked


def play(table, name):
    """Play one file to its end; return the numbers of decisions and of inputs."""
    decisions = inputs = 0
    event = bytearray(3)
    with open(name, "rb") as file:
        head = json.loads(file.readline())
        table.begin(match.load(games.load(head[0]), head))
        stage, ask = 0, None
        while file.readinto(event) == 3:
            table.act(event[0], event[1], event[2])
            inputs += 1
            if event[0] == _LAID or event[0] == _KEY:
                decisions += 1
            referee = table.play.referee
            if referee.ask is not ask or inputs % _BURST == 0:
                table.rest(referee.ask is not ask)
                ask = referee.ask
            if referee.match.stage != stage:
                stage = referee.match.stage
                table.collect()
                print(json.dumps(["live", stage, gc.mem_alloc()]))
    if not table.play.referee.over:  # no assert: those are compiled away
        raise ValueError(name)
    return decisions, inputs


def main(table, folder, files, strict=False, sunk=None, room=0):
    table = table(folder)
    with open(folder + files[0], "rb") as file:  # loaded here: deep down the stack would not be a Pico's
        games.load(json.loads(file.readline())[0])
    played = [0, 0]

    def act():
        for name in files:
            decisions, inputs = play(table, folder + name)
            if sunk is None:  # it imports a game, as `restore` does
                table.look_back()
            played[0] += decisions
            played[1] += inputs

    gc.collect()
    if strict:
        gc.disable()
    if sunk is None:
        act()
    else:
        sunk(room, act)
    print(json.dumps(["peak", table.peak]))
    print(json.dumps(["end", played[0], played[1], gc.mem_alloc() + gc.mem_free()]))
    micropython.mem_info()
    micropython.qstr_info()
