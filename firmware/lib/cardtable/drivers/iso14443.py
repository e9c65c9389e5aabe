"""ISO/IEC 14443-3 type A: CRC_A, and the selection of one known tag (6.5)."""

from cardtable.micro import const

_CASCADE_TAG = const(0x88)
_UID_INCOMPLETE = const(0x04)  # in SAK


def crc_a(data, start, stop):
    """Return CRC_A (ISO/IEC 14443-3 annex B) of `data[start:stop]` as an int; it is sent low byte first."""
    crc = 0x6363
    for i in range(start, stop):
        mixed = (data[i] ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc


def select(uid, wakes, said):
    """Select the tag with this UID, and no other; return True if it answers.

    `wakes()`: send WUPA, True for an ATQA. `said(frame)`: the answer to this frame, or None; both without
    CRC.
    """
    # A tag left active does not answer the first WUPA, falls idle, and answers the second.
    if not wakes() and not wakes():
        return False
    level = 0x93
    while True:
        more = len(uid) > 4
        part = bytes((_CASCADE_TAG,)) + uid[:3] if more else uid
        check = part[0] ^ part[1] ^ part[2] ^ part[3]
        sak = said(bytes((level, 0x70)) + part + bytes((check,)))
        if sak is None or len(sak) != 1 or bool(sak[0] & _UID_INCOMPLETE) != more:
            return False
        if not more:
            return True
        uid = uid[3:]
        level += 2
