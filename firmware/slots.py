"""/slots.py on the Pico: which of two programs starts, that in /a or that in /b. See docs/flash.md.

The file /start holds three signs, and behind them the name of the last mistake:

- the slot that starts;
- how many starts it had since it last proved itself, "-" once it has (`controller/marker.py`);
- the slot that failed before it, "-" for none: a capital until people know.

A slot is whole if it has its manifest, which is written last and removed first. main.py, which may be older
or newer than this, knows `select` and `stop`.
"""

import os
import sys

ROOT = "/"
_STARTS = "3"  # so many may fail
# Of MicroPython's own modules what a program imports. Before it takes one of these MicroPython looks for a
# file of that name in all folders, each time; what it has loaded it finds at once.
_OWN = "array binascii hashlib io json machine os select struct time"
_NONE = "-"


def select():
    """Imports come from the slot that is to start. Where there is none they come from where they did."""
    _hold_own()
    slot, starts, failed, mistake = _told()
    if not _whole(slot) or (starts == _STARTS and _may_return(slot, failed)):
        other = _other(slot)
        if not _whole(other):
            return
        failed = slot.upper() if starts == _STARTS else _NONE
        _tell(other, _NONE, failed, mistake)
        slot = other
    elif starts != _NONE and starts < _STARTS:
        _tell(slot, chr(ord(starts) + 1), failed, mistake)
    sys.path.insert(0, ROOT + slot)
    sys.path.insert(0, ROOT + slot + "/lib")  # nearly all of it


def _hold_own():
    for name in _OWN.split():
        try:
            sys.modules[name] = __import__(name)
        except ImportError:  # a port that lacks it
            pass


def stop(error):
    """The program ended with this mistake: it counts as a start that failed, and the next one follows.

    Raises `error` where nothing is left to be tried: then somebody has to look.
    """
    slot, starts, failed, _ = _told()
    if not _whole(slot) or (starts == _STARTS and not _may_return(slot, failed)):
        raise error
    _tell(slot, "1" if starts == _NONE else starts, failed, type(error).__name__)
    sys.print_exception(error)
    import time

    import machine

    time.sleep_ms(2000)  # for whoever listens
    machine.reset()


def _told():
    try:
        with open(ROOT + "start") as file:
            told = file.read()
    except (OSError, ValueError):  # not there, or no text
        told = ""
    if len(told) < 3 or told[0] not in "ab":
        told = "a0-"  # it has to prove itself
    return told[0], told[1], told[2], told[3:]


def _tell(slot, starts, failed, mistake):
    # littlefs keeps what a file held until the new is closed
    with open(ROOT + "start", "w") as file:
        file.write(slot + starts + failed + mistake)


def _other(slot):
    return chr(ord("a") + ord("b") - ord(slot))


def _may_return(slot, failed):
    """Whether the other slot can take over: it is whole, and is not the one that failed before."""
    other = _other(slot)
    return failed.lower() != other and _whole(other)


def _whole(slot):
    try:
        os.stat(ROOT + slot + "/" + "manifest")
        return True
    except OSError:
        return False
