"""How one tag of type A that is known is woken, and no other (ISO/IEC 14443-3, 6.5)."""

from cardtable.micro import const

_CASCADE_TAG = const(0x88)
_UID_INCOMPLETE = const(0x04)  # in SAK


def crc_a(data, start, stop):
    """CRC_A (ISO/IEC 14443-3 annex B) of `data[start:stop]` as an int; it is sent low byte first."""
    crc = 0x6363
    for i in range(start, stop):
        mixed = (data[i] ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc


def select(uid, wakes, said):
    """Whether the tag with this uid listens from now on.

    `wakes()`: sends WUPA; whether somebody answers. `said(frame)`: what is answered to this, or None; neither
    has its CRC.
    """
    # One that was left awake answers the first call with silence, and the second one wakes it.
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
