"""Hash the program's flash as it is read there, for a computer to compare with an image.

A piece is hashed within a turn, so it may be asked for at any time. Nothing beyond the program is read: what
nobody may know lies behind it.
"""

from hashlib import sha256

from cardtable.micro import const

from .. import housekeeping

_SAID_MS = const(300)  # so long its answer may take to leave


def carry_out(loop, at, size):
    """The command "program": (code of why not or None, detail)."""
    if loop.parts.flash is None:
        return "no-program", None
    data = loop.parts.flash(at, size)
    if data is None:
        return "usage", ["at", "a place of which all is the program's"]
    return None, sha256(data).digest().hex()


# -- The table waits for another program: its Pico shows as a drive, onto which an image is copied ----------
#
# What is on record stays. Still, it is refused while a match is open, and until a computer has all records.


def start_bootloader(loop):
    """The command "bootloader": (code of why not or None, detail)."""
    code, detail = _why_not(loop)
    if code is None:
        _wait(loop, loop.clock.ms + _SAID_MS)
    return code, detail


def _why_not(loop):
    referee = loop.play.referee
    if loop.parts.bootloader is None:
        return "no-bootloader", None
    if loop.is_looking() or (referee is not None and not referee.over):
        return "match", None
    if loop.journal.taken < loop.journal.hi():
        return "untaken", loop.journal.hi()
    return None, "bootloader"


def _wait(loop, until):
    """Turn after turn, until the answer has left; then the display says so, and the program ends."""
    if loop.clock.ms < until:
        loop.later = lambda: _wait(loop, until)
    elif _why_not(loop)[0] is None:
        housekeeping.rest(loop)
        loop.parts.bootloader()
