"""What every driver of a reader chip is asked and says: one interface in two phases, whatever the chip.

A driver is a class around one reader, made from an SPI bus (`write(buf)`, `write_readinto(out, into)`), its
select pin (`cs(0)`, `cs(1)`), `ticks_us` and `ticks_diff`; a PN5180 also takes its BUSY pin.

    probe()      reset, test and set up the chip, first of all and after each fault; waits for 40 ms at most
    begin(step)  start IDENTIFY or CHECK, and drop a step that is still under way; begin(step, True) where
                 a neighbour's reader may have left a tag awake, which answers when asked again, not at once
    collect()    look once and go on, without waiting: PENDING, or what was found, until the next begin()

What is found is NONE, SEVERAL, GARBLED or a uid, as bytes, that a tag has confirmed under a CRC; never a
guess. All three raise ReaderFault. The caller may interleave any number of readers, and does not call begin()
within 5 ms of probe(). A kind of reader that reads several sorts of tags also has `read(tags)`; one that can
speak to a tag that is known, `select(uid)` and `exchange(command)`. `can_glance`: True for one that also has
what `mfrc522` calls a glance.

Whoever asks readers is handed this module, see `Parts.reader_codes`.
"""

from cardtable.micro import const

# Steps for begin().
IDENTIFY = const(1)  # whoever is there
CHECK = const(2)  # is the last identified uid still there? A second tag beside it may be missed

THOROUGHLY = const(2)  # begin(step, THOROUGHLY): as True, and the chip's settings are looked at

# What collect() returns besides a uid.
PENDING = const(0)  # not finished: collect again
NONE = const(1)  # nobody answered
SEVERAL = const(2)  # more than one tag
GARBLED = const(3)  # somebody answered, unreadably: evidence of presence, never of removal


class ReaderFault(Exception):
    """No working chip behind this reader. `code` is one of

    "dead-bus"   every byte read is 00, or every byte FF
    "no-answer"  something is on the bus but fails the function test
    "brown-out"  the chip lost its settings (probe() restores them)
    "stuck"      the settings hold, yet exchanges do not end, or looks stay misread
    "too-hot"    the chip has shut its antenna drivers down
    """

    def __init__(self, code):
        super().__init__(code)
        self.code = code
