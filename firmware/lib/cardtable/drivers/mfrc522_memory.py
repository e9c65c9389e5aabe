"""MFRC522: the exchange with one known tag, which waits for the answer.

It interrupts the step under way, and changes the reader's timer: `Mfrc522.probe()` has to follow. Numbers:
MFRC522 data sheet, section 9.2; ISO/IEC 14443-3 type A.
"""

from cardtable.micro import const

from . import iso14443
from .iso14443 import crc_a

# Registers, as addresses to write to.
_COMMAND = const(0x01 << 1)
_COM_IRQ = const(0x04 << 1)
_FIFO = const(0x09 << 1)
_FIFO_LEVEL = const(0x0A << 1)
_CONTROL = const(0x0C << 1)
_BIT_FRAMING = const(0x0D << 1)
_T_RELOAD_HI = const(0x2C << 1)
_T_RELOAD_LO = const(0x2D << 1)

# One burst: ComIrq, Error, FIFOLevel, Control; each answer arrives one byte late (8.1.2.1).
_LOOK = b"\x88\x8c\x94\x98\x00"
_ENDED = const(0x31)  # RxIRq | IdleIRq | TimerIRq
_RX_ERRORS = const(0x1F)
_TICK_US = const(25)  # of the chip's timer: from the end of a frame to the beginning of an answer
_SHORT_US = const(350)
_WORK_US = const(10000)  # a tag takes 4 ms to write a page (NTAG213/215/216 data sheet, 10.4)
_FRAME_US = const(4000)  # the longest command and answer
_ACK = const(0x0A)  # four bits


def select(reader, uid):
    """Select the tag with this UID, and no other; return True if it answers."""
    return iso14443.select(
        uid,
        lambda: _transceive(reader, b"\x52", 7, _SHORT_US),
        lambda frame: _answer(reader, frame, _SHORT_US),
    )


def exchange(reader, command):
    """Return the tag's answer to this command, without CRC; b"" for an ACK.

    None: no answer, a damaged one, or a NAK; then the tag has to be selected again.
    """
    return _answer(reader, command, _WORK_US)


def _answer(reader, frame, us):
    """Send a frame with CRC; return the checked answer within `us`, or None."""
    crc = crc_a(frame, 0, len(frame))
    seen = _transceive(reader, frame + bytes((crc & 0xFF, crc >> 8)), 0, us)
    if seen is None or seen[2] & _RX_ERRORS:
        return None
    count, odd_bits = seen[3] & 0x7F, seen[4] & 7
    if not 0 < count < 64:
        return None
    data = reader.access(bytes([0x80 | _FIFO] * count + [0]), bytearray(count + 1))[1:]
    if count == 1 and odd_bits == 4:
        return b"" if data[0] & 0x0F == _ACK else None
    if odd_bits or count < 3 or crc_a(data, 0, count - 2) != data[count - 2] | data[count - 1] << 8:
        return None
    return bytes(data[: count - 2])


def _transceive(reader, frame, bits, us):
    """Send a frame, `bits` of its last byte or all; return a _LOOK once an answer has come within `us`, or
    None.
    """
    ticks = us // _TICK_US
    access = reader.access
    for out in (
        (_COMMAND, 0x00),  # Idle: ends the reception
        (_CONTROL, 0x80),  # stops the timer
        (_T_RELOAD_HI, ticks >> 8),
        (_T_RELOAD_LO, ticks & 0xFF),
        (_FIFO_LEVEL, 0x80),
        (_COM_IRQ, 0x7F),
    ):
        access(bytes(out), None)
    access(bytes((_FIFO,)) + frame, None)
    access(bytes((_BIT_FRAMING, bits)), None)  # without StartSend first, see `mfrc522`
    access(bytes((_COMMAND, 0x0C)), None)  # Transceive
    access(bytes((_BIT_FRAMING, 0x80 | bits)), None)
    seen = bytearray(len(_LOOK))
    started = reader.ticks_us()
    while not access(_LOOK, seen)[1] & _ENDED:
        if reader.ticks_diff(reader.ticks_us(), started) > us + _FRAME_US:
            return None
    return seen if seen[1] & 0x20 else None
