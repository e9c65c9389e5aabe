"""The one shared leaf: what MicroPython has built in and CPython lacks, and how its small heap is spared.

`const` marks a module-level integer so that MicroPython's compiler can fold it into the bytecode; on CPython
it is the identity.

`borrow` imports what is needed for a moment only. A Pico has room for what is needed together, not for all
there is: a borrowed module leaves the heap when nobody runs in it any more, and is read from flash anew the
next time, in about 1 ms for each KB of its source. CPython has room and keeps it.
"""

import sys

try:
    from micropython import const
except ImportError:

    def const(value):
        """Return `value`; on MicroPython the compiler replaces the call by the number itself."""
        return value


SPARING = sys.implementation.name == "micropython"  # memory is short


def borrow(name):
    """The module of this full name, for as long as it is in use. Import nowhere what is borrowed."""
    module = sys.modules.get(name)
    if module is None:
        module = hold(name)
        release(name)
    return module


def hold(name):
    """The module of this full name; until `release` whoever borrows it finds it and reads nothing."""
    return __import__(name, None, None, (name,))


def release(name):
    """What was held is free again when nobody runs in it."""
    if SPARING:
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        delattr(sys.modules[package], last)
