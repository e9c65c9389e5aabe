"""MFRC522: tests of StartSend and of silence. The service mode alone imports them, to save memory.

The data sheet leaves open how the chip reads StartSend, and some chips report a damaged answer from an empty
pad. Both tests interrupt the reader, and send frames that tags may answer: `Mfrc522.probe()` has to follow.
Numbers: MFRC522 data sheet, section 9.2.
"""

from cardtable.micro import const

from .mfrc522_setup import get, put

_COMMAND = const(0x01)
_FIFO = const(0x09)
_FIFO_LEVEL = const(0x0A)
_RX_MODE = const(0x13)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_BIT_FRAMING = const(0x0D)

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
    if not get(reader, _BIT_FRAMING) & _START_SEND:
        return "strobe"
    for fill, unsent in ((True, "edge"), (False, "kept")):
        _prepare(reader, fill)
        put(reader, _COMMAND, _TRANSCEIVE)
        if not _has_sent(reader):
            return unsent
    return "level"


def _send(reader):
    """Send REQA and receive."""
    _prepare(reader, True)
    put(reader, _BIT_FRAMING, _SEVEN_BITS)
    put(reader, _COMMAND, _TRANSCEIVE)
    put(reader, _BIT_FRAMING, _START_SEND | _SEVEN_BITS)


def _prepare(reader, fill):
    """End any command, clear interrupts and the FIFO, and put a frame there if asked to."""
    put(reader, _COMMAND, 0)
    put(reader, _COM_IRQ, 0x7F)
    put(reader, _FIFO_LEVEL, 0x80)
    if fill:
        put(reader, _FIFO, _REQA)


def _has_sent(reader):
    """Wait for as long as a frame takes; True if one was sent."""
    started = reader.ticks_us()
    while reader.ticks_diff(reader.ticks_us(), started) < _SENT_US:
        if get(reader, _COM_IRQ) & _TX_IRQ:
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
        put(reader, _RX_MODE, _NO_ERR)
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
            irq = get(reader, _COM_IRQ)
        if get(reader, _ERROR) & _PROTOCOL_ERR:
            return "error"
        if irq & _RX_IRQ:
            return None
    return "silent"


TESTS = {"start": start_send, "silence": silence}
