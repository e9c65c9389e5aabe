"""Hash the program's flash as it is read there, for a computer to compare with an image.

A piece is hashed within a turn, so it may be asked for at any time. Nothing beyond the program is read: what
nobody may know lies behind it.
"""

from hashlib import sha256


def carry_out(loop, at, size):
    """The command "program": (code of why not or None, detail)."""
    if loop.parts.flash is None:
        return "no-program", None
    data = loop.parts.flash(at, size)
    if data is None:
        return "usage", ["at", "a place of which all is the program's"]
    return None, sha256(data).digest().hex()
