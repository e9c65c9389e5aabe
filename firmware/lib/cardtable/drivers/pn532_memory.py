"""What a PN532 says to one tag that is known, and waits for, beside its looks. Borrowed.

It interrupts what the chip was doing, and leaves its field on: `Pn532.probe()` has to follow. Numbers: PN532
user manual UM0701-02, section beside each.
"""

from . import pn532

# RFConfiguration (7.3.1), timings: a tag has 12.8 ms for its answer, by default four times that.
_PATIENCE = pn532.command(0x32, 0x02, 0x00, 0x0B, 0x08)


def select(reader, uid):
    """Wake the tag with this uid, and no other: whether it listens."""
    reader.put(pn532.ABORT)
    if reader.ask(_PATIENCE) < 0:
        return False
    levels = b""
    while len(uid) > 4:
        levels += b"\x88" + uid[:3]  # the cascade tag
        uid = uid[3:]
    at = _reply(reader, pn532.command(0x4A, 1, 0, *(levels + uid)))  # InListPassiveTarget
    return at > 0 and pn532.IN[at] == 0xD5 and pn532.IN[at + 2] == 1


def exchange(reader, command):
    """What the tag answers to this command, without CRC; b"" if that is an ACK. None: it says nothing, or
    something damaged, or it refuses; then it has to be selected anew.
    """
    at = _reply(reader, pn532.command(0x40, 1, *command))  # InDataExchange (7.3.8)
    if at < 0 or pn532.IN[at] != 0xD5 or pn532.IN[at + 2]:
        return None
    return bytes(pn532.IN[at + 3 : reader.end])


def _reply(reader, frame):
    """Where the data of a long reply begin, below 0 if there is none."""
    reader.send(frame, pn532.LIST_US)
    while True:
        at = reader.poll()
        if at:
            return at
