"""A test of one MFRC522: its reading of StartSend, which the data sheet leaves open.

It interrupts the reader, and sends frames that tags may answer: `Mfrc522.probe()` has to follow. Numbers:
MFRC522 data sheet, section 9.2.
"""

from cardtable.micro import const

# Registers, as addresses to write to.
_COMMAND = const(0x01 << 1)
_COM_IRQ = const(0x04 << 1)
_FIFO = const(0x09 << 1)
_FIFO_LEVEL = const(0x0A << 1)
_BIT_FRAMING = const(0x0D << 1)

_READ = const(0x80)
_TRANSCEIVE = const(0x0C)
_REQA = const(0x26)
_SEVEN_BITS = const(0x07)
_START_SEND = const(0x80)
_TX_IRQ = const(0x40)
_SENT_US = const(500)  # a frame of seven bits takes 75 us


def start_send(reader):
    """Return the chip's reading of StartSend, or None if it sends nothing at all.

    "strobe": writing 1 sends, the bit does not stay. "kept": it stays, and Transceive sends what the FIFO
    holds. "edge": it stays, and the change from 0 to 1 alone sends. "level": it stays, and Transceive sends
    even from an empty FIFO.
    """
    _prepare(reader, True)
    _put(reader, _BIT_FRAMING, _SEVEN_BITS)
    _put(reader, _COMMAND, _TRANSCEIVE)
    _put(reader, _BIT_FRAMING, _START_SEND | _SEVEN_BITS)
    if not _has_sent(reader):
        return None
    if not _get(reader, _BIT_FRAMING) & _START_SEND:
        return "strobe"
    for fill, unsent in ((True, "edge"), (False, "kept")):
        _prepare(reader, fill)
        _put(reader, _COMMAND, _TRANSCEIVE)
        if not _has_sent(reader):
            return unsent
    return "level"


def _prepare(reader, fill):
    """End any command, clear interrupts and the FIFO, and put a frame there if asked to."""
    _put(reader, _COMMAND, 0)
    _put(reader, _COM_IRQ, 0x7F)
    _put(reader, _FIFO_LEVEL, 0x80)
    if fill:
        _put(reader, _FIFO, _REQA)


def _has_sent(reader):
    """Wait for as long as a frame takes; True if one was sent."""
    started = reader.ticks_us()
    while reader.ticks_diff(reader.ticks_us(), started) < _SENT_US:
        if _get(reader, _COM_IRQ) & _TX_IRQ:
            return True
    return False


def _put(reader, address, value):
    reader.access(bytes((address, value)), None)


def _get(reader, address):
    return reader.access(bytes((_READ | address, 0)), bytearray(2))[1]
