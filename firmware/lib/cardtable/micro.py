"""The one shared leaf: what MicroPython has built in and CPython lacks, and how its small heap is spared.

`const` marks a module-level integer so that MicroPython's compiler can fold it into the bytecode; on CPython
it is the identity.

`borrow` imports what is needed for a moment only. A Pico has room for what is needed together, not for all
there is: a borrowed module leaves the heap when nobody runs in it any more, and is read from flash anew the
next time, in about 1 ms for each KB of its source. CPython has room and keeps it.

`lend` is the same for what asks are made of. While an ask is open its class keeps its module in the heap;
were that not found again, the next ask would bring it a second time, and a third.
"""

import gc
import sys

try:
    from micropython import const
except ImportError:

    def const(value):
        """Return `value`; on MicroPython the compiler replaces the call by the number itself."""
        return value


SPARING = sys.implementation.name == "micropython"  # memory is short
# So short that it will fill up within a turn; a Pico has more, and is spared the counting.
_SMALL = SPARING and gc.mem_alloc() + gc.mem_free() < 160 * 1024
_lent = []  # names, the older ones first
_spare = []  # at most one block, see `keep_room`
_known = [[]]  # see `forgets`
_LITTLE = const(16384)  # bytes: with less free, memory would be full before what is read now is there
_SPARE = const(1024)  # bytes: the longest function of a module is a quarter of that


def borrow(name, *beside):
    """The module of this full name, for as long as it is in use. Import nowhere what is borrowed.

    `beside`: modules that it imports and that may not be there yet. They are read before it, because an
    import inside an import would take too much of the stack, and leave with it.
    """
    module = sys.modules.get(name)
    if module is None:
        lent = [one for one in beside if one not in sys.modules]
        for one in lent:
            hold(one)
        module = hold(name)
        release(name)
        for one in lent:
            release(one)
    return module


def lend(name, *beside):
    """The module of this full name, for the ask that a script makes now; the next ask finds it, too.
    `beside`: as for `borrow`.
    """
    for one in beside + (name,):
        module = sys.modules.get(one)
        if module is None or one in _lent:
            _lent.append(one)
            module = hold(one)
    return module


def lendings():
    """How many times something is lent now."""
    return len(_lent)


def give_back(count):
    """The first `count` of what is lent was for an ask that is open no more."""
    old = _lent[:count]
    del _lent[:count]
    for name in old:
        if name not in _lent and name in sys.modules:
            release(name)


def hold(name):
    """The module of this full name; until `release` whoever borrows it finds it and reads nothing."""
    del _spare[:]
    if _SMALL and gc.mem_free() < _LITTLE:
        gc.collect()  # a module that is read while garbage is cleared away lies scattered where that was
    try:
        return __import__(name, None, None, (name,))
    except MemoryError:
        del _known[0][:]
    # Here, where what was half read is no longer in use.
    return __import__(name, None, None, (name,))


def forgets(known):
    """What stands in this list can be read again: it is emptied where memory is short. The latest counts."""
    _known[0] = known


def keep_room():
    """Memory was collected: a block in one piece is put by for what is borrowed next."""
    if not _spare and SPARING:
        try:
            _spare.append(bytearray(_SPARE))
        except MemoryError:
            pass


def release(name):
    """What was held is free again when nobody runs in it."""
    if SPARING:
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        if hasattr(sys.modules.get(package), last):  # as it ships there are no packages
            delattr(sys.modules[package], last)
