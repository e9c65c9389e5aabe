"""What a PN5180 says to one tag of type A that is known, and waits for, beside its looks.

It interrupts what the chip was doing, and leaves its field on: `Pn5180.probe()` has to follow. Numbers:
PN5180A0xx-C3 data sheet; ISO/IEC 14443-3.
"""

from cardtable.micro import const

from . import iso14443

# -- NXP PN5180: the SPI frames of its driver, and the buffer that answers are read into --------------------
#
# Numbers: PN5180A0xx-C3 data sheet, section beside each.

LOOK = b"\x05\x02\x13\x1d"  # IRQ_STATUS, RX_STATUS, RF_STATUS
FIELD_ON = b"\x16\x01"  # without looking for other fields
SETTINGS = {"iso14443a": b"\x11\x00\x80", "iso15693": b"\x11\x0d\x8d"}  # LOAD_RF_CONFIG (11.4.3.12)
TAKE = b"\x0a\x00"  # READ_DATA
# WRITE_REGISTER_MULTIPLE of (register, 1 write 2 or 3 and, value): transceiver idle, then transceive, no IRQ
# pending. Without idle between it would stay in WaitReceive after a frame that nobody answers.
GO = b"\x03\x00\x03\xf8\xff\xff\xff\x00\x02\x03\x00\x00\x00\x03\x01\xff\xff\x0f\x00"
GO_PLAIN = GO + b"\x12\x03\xfe\xff\xff\xff\x19\x03\xfe\xff\xff\xff"  # no CRC
GO_CRC = GO + b"\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00"
# SEND_DATA: valid bits of the last byte, data.
WUPA = b"\x09\x07\x52"

# One reader is spoken to at a time, and nothing stays here: all share it.
IN = bytearray(16)

_GO_ACK = GO + b"\x12\x03\xfe\xff\xff\xff\x19\x02\x01\x00\x00\x00"  # CRC in what is sent, none in the answer
_GUARD_US = const(5200)  # ISO/IEC 14443-3: 5 ms from field on until a tag hears
_SHORT_US = const(1300)  # by then an answer of three bytes is complete
_LONG_US = const(4000)  # one of 18
_WORK_US = const(10000)  # a tag takes 4 ms to write a page (NTAG213/215/216 data sheet, 10.4)
_RX = const(0x01)  # IRQ_STATUS: an answer is complete
_BAD = const(0x07)  # RX_STATUS, third byte: integrity, protocol, collision
_WRITE = const(0xA2)
_ACK = const(0x0A)  # four bits


def select(reader, uid):
    """Wake the tag with this uid, and no other: whether it listens."""
    reader.put(SETTINGS["iso14443a"])
    reader.put(FIELD_ON)
    _rest(reader, _GUARD_US)
    return iso14443.select(
        uid,
        lambda: _heard(reader, GO_PLAIN, WUPA, _SHORT_US),
        lambda frame: _answer(reader, GO_CRC, frame, _SHORT_US, 1),
    )


def exchange(reader, command):
    """What the tag answers to this command, without CRC; b"" if that is an ACK. None: it says nothing, or
    something damaged, or it refuses; then it has to be selected anew.
    """
    if command[0] != _WRITE:
        return _answer(reader, GO_CRC, command, _LONG_US, 16)
    bits = _answer(reader, _GO_ACK, command, _WORK_US, 1, 4)
    return b"" if bits is not None and bits[0] & 0x0F == _ACK else None


def _answer(reader, go, frame, us, size, odd_bits=0):
    """An answer of so many bytes, the last one with so many bits alone, or None."""
    if not _heard(reader, go, b"\x09\x00" + frame, us):
        return None
    if IN[4] != size or IN[6] & _BAD or IN[5] >> 5 != odd_bits:
        return None
    reader.get(TAKE, size)
    return bytes(IN[:size])


def _heard(reader, go, frame, us):
    """Whether an answer to this is complete within `us`; IN is a LOOK."""
    reader.send(0, go, frame, us)
    started = reader.ticks_us()
    while True:
        reader.get(LOOK, 12)
        if IN[0] & _RX:
            return True
        if reader.ticks_diff(reader.ticks_us(), started) > us:
            return False


def _rest(reader, us):
    started = reader.ticks_us()
    while reader.ticks_diff(reader.ticks_us(), started) < us:
        pass
