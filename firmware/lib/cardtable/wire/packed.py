"""Records in few bytes: how a block of them is written. `packer` makes it, `unpacker` reads it.

A block holds records one after another and stands for itself. What follows from the record before is left
out.
Field by field, numbers with seven bits a byte, the lowest first:

    a byte          the kind's place in `records.KINDS`, OTHER where the kind follows as a value; and flags:
    boot, n         unless NEXT: the same boot, one more
    time            LATER: in steps of GRAIN since the record before, else a value
    stage, index    values; not if PLACED: they are where `records.after` says
    value           a number up to 127 is itself, all else begins with one of the codes below
    digest          four bytes; not if SAME
    count, values   the fields behind

A kind that is not the rulebook's has no stage, index, value and digest, only a count and values.
"""

from cardtable.micro import const

ROOM = const(1024)  # bytes of a block at most
GRAIN = const(25_000)  # microseconds
FIRST_HANDLE = const(4096)

RULED = const(6)  # so many kinds are the rulebook's
OTHER = const(15)
NEXT = const(0x10)
LATER = const(0x20)
PLACED = const(0x40)
SAME = const(0x80)

LIST = const(0x80)  # and the length, up to 31
TEXT = const(0xA0)
NONE = const(0xC0)
FALSE = const(0xC1)
TRUE = const(0xC2)
NUMBER = const(0xC3)  # less 128
NEGATIVE = const(0xC4)  # -1 less the number
LONG_LIST = const(0xC5)
LONG_TEXT = const(0xC6)
BYTES = const(0xC7)  # text that is base64url of so many bytes
HANDLE = const(0xC8)  # the next handle
