"""How deep the stack is, for `evening.py`."""

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


def sunk(room, act):
    """Call `act` where only `room` bytes of the stack are left."""
    _sunk(deepest() - room, act)


def _sunk(depth, act):
    if micropython.stack_use() < depth:
        _sunk(depth, act)
    else:
        act()
