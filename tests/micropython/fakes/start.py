"""Run the table: `mp32 start.py OPS ANSWERS ROOM`.

OPS and ANSWERS are file descriptors of the pipe to the chip models. With ROOM the loop runs so deep that only
so many bytes of the stack are left, counted from its beginning; 0: all of it. The game, and what a table
imports when it is first needed, are imported before: this interpreter takes 4 KB of stack for an import, a
Pico does not.
"""

import gc
import sys

from with_stack import call

import micropython

# Of the controller; they import those of the engine.
LATE = (
    "dialogs.count",
    "dialogs.operator",
    "dialogs.parking",
    "dialogs.pause",
    "dialogs.review",
    "dialogs.setup",
    "dialogs.storage_full",
    "input.deck_transfer",
    "match.past_stage",
    "match.resume",
    "match.secret_recovery",
    "service.program",
    "service.service",
    "storage.old_matches",
    "storage.transaction",
)


def deepest():
    """Return the size of the stack, in bytes."""
    most = 0

    def down():
        nonlocal most
        most = micropython.stack_use()
        down()

    try:
        down()
    except RuntimeError:
        pass
    return most


def sunk(depth, run, parts):
    """Call `run` where at least `depth` bytes of stack are in use."""
    if micropython.stack_use() < depth:
        sunk(depth, run, parts)
    else:
        run(parts)


def used():
    gc.collect()
    return gc.mem_alloc()


def import_table():
    """Import all that is played with. Game modules come here and not when they are asked for."""
    for name in ("loop",) + LATE:
        __import__("cardtable.controller." + name)
    for name in ("cardtable.engine.past_stage", "cardtable.games.democracy.rules", "board"):
        __import__(name)
    return 0


before = used()
for name in ("models", "machine", "rp2", "time"):
    __import__(name)
sys.modules["models"].models.call("fakes", used() - before)
call(import_table)
room = int(sys.argv[3])
run = sys.modules["cardtable.controller.loop"].run
parts = sys.modules["board"].build()
if room:
    sunk(deepest() - room, run, parts)
else:
    run(parts)
