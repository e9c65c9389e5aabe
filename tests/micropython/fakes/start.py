"""Run the table: `mp32 start.py OPS ANSWERS ROOM`.

OPS and ANSWERS are file descriptors of the pipe to the chip models. With ROOM the loop runs so deep that only
so many bytes of the stack are left, counted from its beginning; 0: all of it. What would be imported or
borrowed there is then imported before: this interpreter takes 4 KB of stack for an import, a Pico does not
(tests/bench/heap.py).
"""

import gc
import os
import sys

import micropython


def deepest():
    """How much stack there is, in bytes."""
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


def import_all(folder, package, others):
    """Import all modules of a package below `folder`, but for other games."""
    for row in os.ilistdir(folder + "/" + package):
        name = row[0].split(".")[0]
        if row[1] & 0x4000:
            import_all(folder, package + "/" + name, others)
        elif row[0].endswith(".mpy") and name.split("_")[0] not in others:
            __import__(package.replace("/", ".") + "." + name)


room = int(sys.argv[3])
depth = deepest() - room if room else 0
before = used()
for name in ("models", "machine", "rp2", "time"):
    __import__(name)
sys.modules["models"].models.call("fakes", used() - before)
loop = __import__("cardtable.controller.loop", None, None, ("run",))
if room:
    import_all(sys.argv[0][: -len("start.py")] + "lib", "cardtable", ("demos", "democrazy"))
    run = loop.run
    loop.run = lambda parts: sunk(depth, run, parts)
loop.run(__import__("board").build())
