"""PN5180: the SPI frames that its drivers share, and the exchange with one known tag of type A.

The exchange waits for the answer. It interrupts the step under way, and leaves the field on: `Pn5180.probe()`
has to follow. Numbers: PN5180A0xx-C3 data sheet, section next to each; ISO/IEC 14443-3.
"""

from cardtable.micro import const

from . import iso14443

LOOK = b"\x05\x02\x13\x1d"  # IRQ_STATUS, RX_STATUS, RF_STATUS
FIELD_ON = b"\x16\x01"  # without looking for other fields
SETTINGS = {"iso14443a": b"\x11\x00\x80", "iso15693": b"\x11\x0d\x8d"}  # LOAD_RF_CONFIG (11.4.3.12)
TAKE = b"\x0a\x00"  # READ_DATA
# WRITE_REGISTER_MULTIPLE of (register, 1 write 2 or 3 and, value): transceiver idle, then transceive, no IRQ
# pending. Without idle between it would stay in WaitReceive after an unanswered frame.
GO = b"\x03\x00\x03\xf8\xff\xff\xff\x00\x02\x03\x00\x00\x00\x03\x01\xff\xff\x0f\x00"
GO_PLAIN = GO + b"\x12\x03\xfe\xff\xff\xff\x19\x03\xfe\xff\xff\xff"  # no CRC
GO_CRC = GO + b"\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00"
# SEND_DATA: valid bits of the last byte, data.
WUPA = b"\x09\x07\x52"

# One reader is used at a time, and keeps nothing here: all readers share this buffer.
IN = bytearray(16)

_GO_ACK = GO + b"\x12\x03\xfe\xff\xff\xff\x19\x02\x01\x00\x00\x00"  # CRC in the frame, none in the answer
_GUARD_US = const(5200)  # ISO/IEC 14443-3: 5 ms from field on until a tag receives
_SHORT_US = const(1300)  # by then an answer of three bytes is complete
_LONG_US = const(4000)  # one of 18
_WORK_US = const(10000)  # a tag takes 4 ms to write a page (NTAG213/215/216 data sheet, 10.4)
_RX = const(0x01)  # IRQ_STATUS: an answer is complete
_BAD = const(0x07)  # RX_STATUS, third byte: integrity, protocol, collision
_WRITE = const(0xA2)
_ACK = const(0x0A)  # four bits


def select(reader, uid):
    """Select the tag with this UID, and no other; return True if it answers."""
    reader.put(SETTINGS["iso14443a"])
    reader.put(FIELD_ON)
    _rest(reader, _GUARD_US)
    return iso14443.select(
        uid,
        lambda: _transceive(reader, GO_PLAIN, WUPA, _SHORT_US),
        lambda frame: _answer(reader, GO_CRC, frame, _SHORT_US, 1),
    )


def exchange(reader, command):
    """Return the tag's answer to this command, without CRC; b"" for an ACK.

    None: no answer, a damaged one, or a NAK; then the tag has to be selected again.
    """
    if command[0] != _WRITE:
        return _answer(reader, GO_CRC, command, _LONG_US, 16)
    bits = _answer(reader, _GO_ACK, command, _WORK_US, 1, 4)
    return b"" if bits is not None and bits[0] & 0x0F == _ACK else None


def _answer(reader, go, frame, us, size, odd_bits=0):
    """Return an answer of `size` bytes, the last one with `odd_bits` alone if not 0, or None."""
    if not _transceive(reader, go, b"\x09\x00" + frame, us):
        return None
    if IN[4] != size or IN[6] & _BAD or IN[5] >> 5 != odd_bits:
        return None
    reader.get(TAKE, size)
    return bytes(IN[:size])


def _transceive(reader, go, frame, us):
    """True if an answer to this frame is complete within `us`; IN is a LOOK."""
    reader.send(0, go, frame, us)
    started = reader.ticks_us()
    while True:
        reader.get(LOOK, 12)
        if IN[0] & _RX:
            return True
        if reader.ticks_diff(reader.ticks_us(), started) > us:
            return False


def _rest(reader, us):
    """Wait `us`."""
    started = reader.ticks_us()
    while reader.ticks_diff(reader.ticks_us(), started) < us:
        pass
