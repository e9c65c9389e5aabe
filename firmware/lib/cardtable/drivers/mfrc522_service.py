"""MFRC522: tests of StartSend and of silence, and the exchange with one known tag. It waits for each answer.

The data sheet leaves open how the chip reads StartSend, and some chips report a damaged answer from an empty
pad. All of this interrupts the step under way, sends frames that tags may answer, and changes settings:
`Mfrc522.probe()` has to follow. The service mode alone imports this module, to save memory. Numbers: MFRC522
data sheet, section 9.2; ISO/IEC 14443-3 type A.
"""

from cardtable.micro import const

from . import iso14443
from .iso14443 import crc_a

# Registers.
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_RX_MODE = const(0x13)
_T_RELOAD_HI = const(0x2C)
_T_RELOAD_LO = const(0x2D)

_TRANSCEIVE = const(0x0C)
_REQA = const(0x26)
_SEVEN_BITS = const(0x07)
_START_SEND = const(0x80)
_TX_IRQ = const(0x40)
_SENT_US = const(500)  # a frame of seven bits takes 75 us

_RX_IRQ = const(0x20)
_ENDED = const(0x31)  # RxIRq | IdleIRq | TimerIRq
_END_US = const(2000)  # the chip's own timer ends an exchange within 0.5 ms
_PROTOCOL_ERR = const(0x01)
_NO_ERR = const(0x08)  # RxMode: fewer than 4 bits are no answer, the receiver goes on (9.3.2.4)
_FRAMES = const(8)

# One burst: ComIrq, Error, FIFOLevel, Control; each answer arrives one byte late (8.1.2.1).
_LOOK = b"\x88\x8c\x94\x98\x00"
_RX_ERRORS = const(0x1F)
_TICK_US = const(25)  # of the chip's timer: from the end of a frame to the beginning of an answer
_SHORT_US = const(350)
_WORK_US = const(10000)  # a tag takes 4 ms to write a page (NTAG213/215/216 data sheet, 10.4)
_FRAME_US = const(4000)  # the longest command and answer
_ACK = const(0x0A)  # four bits


# -- The reading of StartSend ----------------------------------------------------------------------


def start_send(reader):
    """Return the chip's reading of StartSend, or None if it sends nothing at all.

    "strobe": writing 1 sends, the bit does not stay. "kept": it stays, and Transceive sends the bytes in the
    FIFO. "edge": it stays, and the change from 0 to 1 alone sends. "level": it stays, and Transceive sends
    even from an empty FIFO.
    """
    _send(reader)
    if not _has_sent(reader):
        return None
    if not reader.get(_BIT_FRAMING) & _START_SEND:
        return "strobe"
    for fill, unsent in ((True, "edge"), (False, "kept")):
        _prepare(reader, fill)
        reader.put(_COMMAND, _TRANSCEIVE)
        if not _has_sent(reader):
            return unsent
    return "level"


def _send(reader):
    """Send REQA and receive."""
    _prepare(reader, True)
    reader.put(_BIT_FRAMING, _SEVEN_BITS)
    reader.put(_COMMAND, _TRANSCEIVE)
    reader.put(_BIT_FRAMING, _START_SEND | _SEVEN_BITS)


def _prepare(reader, fill):
    """End any command, clear interrupts and the FIFO, and put a frame there if asked to."""
    reader.put(_COMMAND, 0)
    reader.put(_COM_IRQ, 0x7F)
    reader.put(_FIFO_LEVEL, 0x80)
    if fill:
        reader.put(_FIFO, _REQA)


def _has_sent(reader):
    """Wait for as long as a frame takes; True if one was sent."""
    started = reader.ticks_us()
    while reader.ticks_diff(reader.ticks_us(), started) < _SENT_US:
        if reader.get(_COM_IRQ) & _TX_IRQ:
            return True
    return False


# -- Silence ---------------------------------------------------------------------------------------


def silence(reader):
    """Return how the chip reports an empty pad; None if a tag answers.

    "silent": nothing was received. "error": a damaged answer (ProtocolErr, 9.3.1.7), also with RxNoErr set.
    "cured": a damaged answer, but none with RxNoErr set. Takes 10 ms.
    """
    heard = _listen(reader)
    if heard == "error":
        reader.put(_RX_MODE, _NO_ERR)
        heard = _listen(reader)
        if heard == "silent":
            return "cured"
    return heard


def _listen(reader):
    """Send some frames; return "silent" if nothing was received, "error", or None if a tag answered."""
    for _ in range(_FRAMES):
        _send(reader)
        started = reader.ticks_us()
        irq = 0
        while not irq & _ENDED and reader.ticks_diff(reader.ticks_us(), started) < _END_US:
            irq = reader.get(_COM_IRQ)
        if reader.get(_ERROR) & _PROTOCOL_ERR:
            return "error"
        if irq & _RX_IRQ:
            return None
    return "silent"


# -- The exchange with a known tag ------------------------------------------------------------------


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
    data = reader.access(bytes([0x80 | _FIFO << 1] * count + [0]), bytearray(count + 1))[1:]
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
    for register, value in (
        (_COMMAND, 0x00),  # Idle: ends the reception
        (_CONTROL, 0x80),  # stops the timer
        (_T_RELOAD_HI, ticks >> 8),
        (_T_RELOAD_LO, ticks & 0xFF),
        (_FIFO_LEVEL, 0x80),
        (_COM_IRQ, 0x7F),
    ):
        reader.put(register, value)
    reader.access(bytes((_FIFO << 1,)) + frame, None)
    reader.put(_BIT_FRAMING, bits)  # without StartSend first, see `mfrc522`
    reader.put(_COMMAND, _TRANSCEIVE)
    reader.put(_BIT_FRAMING, _START_SEND | bits)
    seen = bytearray(len(_LOOK))
    started = reader.ticks_us()
    while not reader.access(_LOOK, seen)[1] & _ENDED:
        if reader.ticks_diff(reader.ticks_us(), started) > us + _FRAME_US:
            return None
    return seen if seen[1] & _RX_IRQ else None


TESTS = {"start": start_send, "silence": silence}
