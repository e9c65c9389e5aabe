"""The interface of all reader drivers: steps, results and faults, the same for every chip.

A driver is a class around one reader, made from an SPI bus (`write(buf)`, `write_readinto(out, into)`), its
select pin (`cs(0)`, `cs(1)`), `ticks_us` and `ticks_diff`; a PN5180 also takes its BUSY pin.

    probe()      reset, test and set up the chip, first of all and after each fault; waits for 40 ms at most
    begin(step)  start IDENTIFY or CHECK, and drop a step that is still under way; begin(step, True) if a
                 neighbour's reader may have left a tag active, which answers only the second WUPA
    collect()    look once and go on, without waiting: PENDING, or the result, until the next begin()

The result is NONE, SEVERAL, GARBLED or a UID, as bytes, that a tag has confirmed under a CRC; never a guess.
All three raise ReaderFault. The caller may interleave any number of readers, and does not call begin() within
5 ms of probe(). A reader for several kinds of tags also has `read(tags)`. `service()`, where there is one:
a module or class with `select(reader, uid)` and `exchange(reader, command)` for one known tag, and TESTS of
the chip, functions of a reader by their names. `can_glance`: True for one that also has `glance`, `glanced`
and `unanswered`, see `mfrc522`.

The controller gets this module as `Parts.reader_codes`.
"""

from cardtable.micro import const

# Steps for begin().
IDENTIFY = const(1)  # any tag
CHECK = const(2)  # is the last identified uid still there? A second tag may be missed

THOROUGHLY = const(2)  # begin(step, THOROUGHLY): as True, and the chip's settings are checked

# Results of collect() besides a UID.
PENDING = const(0)  # not finished: collect again
NONE = const(1)  # no tag answered
SEVERAL = const(2)  # more than one tag
GARBLED = const(3)  # a tag answered but the frame failed parity, CRC or framing: presence, never removal


class ReaderFault(Exception):
    """No working chip behind this reader. `code` is one of

    "dead-bus"   every byte read is 00, or every byte FF
    "no-answer"  a device answers on the bus but fails the function test
    "brown-out"  the chip lost its settings (probe() restores them)
    "stuck"      the settings hold, yet exchanges do not end, or looks stay misread
    "too-hot"    the chip has shut its antenna drivers down
    """

    def __init__(self, code):
        super().__init__(code)
        self.code = code
