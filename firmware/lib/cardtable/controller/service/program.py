"""The program's flash: hashes of it, for a host to compare with an image, and the bootloader.

A piece is hashed within a turn, so it may be asked for at any time. Nothing beyond the program is read:
secrets are stored after it. In the bootloader the Pico is a drive, onto which another image is copied. The
records stay. Still, it is refused while a match is open or a host examines the devices, and until a host has
all records.
"""

from hashlib import sha256

from cardtable.micro import const

from .. import housekeeping

_SAID_MS = const(300)  # time for its answer to leave


def carry_out(loop, at, size):
    """Carry out the command "program"; return (code of why not or None, detail)."""
    if loop.parts.flash is None:
        return "no-program", None
    data = loop.parts.flash(at, size)
    if data is None:
        return "usage", ["at", "a place of which all is the program's"]
    return None, sha256(data).digest().hex()


# -- The bootloader --------------------------------------------------------------------------------


def start_bootloader(loop):
    """Carry out the command "bootloader"; return (code of why not or None, detail)."""
    code, detail = _why_not(loop)
    if code is None:
        _wait(loop, loop.clock.ms + _SAID_MS)
    return code, detail


def _why_not(loop):
    if loop.parts.bootloader is None:
        return "no-bootloader", None
    if loop.is_looking() or loop.play.is_on():
        return "match", None
    if loop.in_service():  # it has the readers
        return "busy", None
    if loop.journal.taken < loop.journal.hi():
        return "untaken", loop.journal.hi()
    return None, "bootloader"


def _wait(loop, until):
    """Wait turn after turn until the answer has left; then show it on the display and end the program."""
    if loop.clock.ms < until:
        loop.defer(lambda: _wait(loop, until))
    elif _why_not(loop)[0] is None:
        housekeeping.rest(loop)
        loop.parts.bootloader()
