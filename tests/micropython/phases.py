"""Where the heap goes as a match of `evening.py` goes on."""

import gc
import json

import whole_table

from cardtable.rulebook import games, match


def _used():
    gc.collect()
    return gc.mem_alloc()


def main(folder, name):
    """Play one file to its end with the whole firmware; print what is in use, in bytes, as it goes on."""
    print("firmware", _used())
    with open(folder + name, "rb") as file:
        head = json.loads(file.readline())
        game = games.load(head[0])
        print("game", _used())
        table = whole_table.Table(folder)
        print("table", _used())
        table.begin(match.load(game, head))
        print("begun", _used())
        event, most = bytearray(3), 0
        while file.readinto(event) == 3:
            table.act(event[0], event[1], event[2])
            table.rest(True)
            most = max(most, _used())
    print("playing", most)
