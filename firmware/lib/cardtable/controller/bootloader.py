"""The table waits for another program: its Pico shows as a drive, onto which an image is copied.

What is on record stays. Still, it is refused while a match is open, and until a computer has all records.
"""

from cardtable.micro import const

from . import upkeep

_SAID_MS = const(300)  # so long its answer may take to leave


def carry_out(loop):
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
        upkeep.rest(loop)
        loop.parts.bootloader()
