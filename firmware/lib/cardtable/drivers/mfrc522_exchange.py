"""MFRC522: one frame and its answer, non-blocking, at the level of registers.

`start` sends a frame, `start_halt` HLTA; the caller then looks at the chip with LOOK or TAKE until the
exchange has ended. `glance` sends one frame with many readers and has a short look at each, for fields that
were found empty. These are methods of `mfrc522.Mfrc522`.

Numbers: MFRC522 datasheet (section next to each odd step), ISO/IEC 14443-3 type A.
"""

from cardtable.micro import const

from .reader import PENDING

# Registers (datasheet section 9.2).
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_STATUS2 = const(0x08)
_FIFO = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_TX_ASK = const(0x15)

_ASK_100 = const(0x40)  # TxASK: Force100ASK

# Whole SPI writes: address byte, value.
_IDLE = bytes((_COMMAND << 1, 0x00))
_TRANSCEIVE = bytes((_COMMAND << 1, 0x0C))
_CLEAR_IRQ = bytes((_COM_IRQ << 1, 0x7F))
_FLUSH = bytes((_FIFO_LEVEL << 1, 0x80))
STOP_TIMER = bytes((_CONTROL << 1, 0x80))
# TxLastBits without StartSend, then with it. The data sheet does not say whether StartSend stays set, nor
# whether a level or an edge of it sends (9.3.1.14). So it is always cleared first, while the chip is idle,
# in the order that other drivers are known to work with: Idle, FIFO, framing, Transceive, StartSend.
FRAME_7 = bytes((_BIT_FRAMING << 1, 0x07))
FRAME_8 = bytes((_BIT_FRAMING << 1, 0x00))
SEND_7 = bytes((_BIT_FRAMING << 1, 0x87))
SEND_8 = bytes((_BIT_FRAMING << 1, 0x80))
WUPA = bytes((_FIFO << 1, 0x52))
ANTICOLLISION = (
    bytes((_FIFO << 1, 0x93, 0x20)),
    bytes((_FIFO << 1, 0x95, 0x20)),
    bytes((_FIFO << 1, 0x97, 0x20)),
)
_HLTA = (
    _IDLE,
    _CLEAR_IRQ,
    _FLUSH,
    bytes((_FIFO << 1, 0x50, 0x00, 0x57, 0xCD)),
    FRAME_8,
    bytes((_COMMAND << 1, 0x04)),  # Transmit
)


def burst(registers):
    """One SPI burst that reads `registers` in order; each answer arrives one byte late (8.1.2.1)."""
    return bytes([0x80 | register << 1 for register in registers] + [0])


# Every look also reads TxASK: it is the cheapest sign of a chip that lost its settings.
LOOK = burst((_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _TX_ASK))
TAKE = LOOK[:-1] + burst((_FIFO,) * 5)  # the longest answer of these steps has 5 bytes
# The registers of a glance, and their values before any answer: the modem waits for data.
_GLANCE = burst((_STATUS2, _TX_ASK))
_NO_ANSWER = bytes((0x05, _ASK_100))

# The bytes of a burst are used before the next burst of any reader: all readers share these buffers.
looked = bytearray(len(LOOK))
taken = bytearray(len(TAKE))
_glanced = bytearray(len(_GLANCE))
_modem = memoryview(_glanced)[1:]  # the first byte is undefined (8.1.2.1)

_GLANCE_US = const(320)  # any answer has begun by then, 0.14 ms after the frame
_EACH_US = const(20)  # a reader takes more than this, in a glance and afterwards


def start(reader, phase, frame, bits, send):
    """Send a frame and receive; return PENDING. `bits` and `send`: FRAME_7 and SEND_7, or those of 8 bits."""
    write, swap, cs, a, x, b, y, c, z = reader.wire
    a(x)
    b(y)
    c(z)
    cs(0)
    write(_IDLE)  # ends the reception: no late bits may follow the flush
    cs(1)
    cs(0)
    write(_FLUSH)
    cs(1)
    cs(0)
    write(_CLEAR_IRQ)
    cs(1)
    cs(0)
    write(frame)
    cs(1)
    cs(0)
    write(bits)
    cs(1)
    cs(0)
    write(_TRANSCEIVE)
    cs(1)
    cs(0)
    write(send)
    cs(1)
    reader._phase = phase
    reader._started = reader.ticks_us()
    return PENDING


def start_halt(reader, phase):
    """Send HLTA. No answer means success, so only the transmission is waited for. Return PENDING."""
    write, swap, cs, a, x, b, y, c, z = reader.wire
    a(x)
    b(y)
    c(z)
    for frame in _HLTA:
        cs(0)
        write(frame)
        cs(1)
    reader._phase = phase
    reader._started = reader.ticks_us()
    return PENDING


def glance(reader, wires):
    """Send WUPA at many readers, given by their `wire`, which are at ease.

    The FIFO is empty: the last frame has used it up. Interrupts and timer are not read, the modem's state
    shows that it has sent and listens (9.3.1.9). A step that takes the place of the end of a glance must
    ask twice, see `begin`: the glance has woken the tags.
    """
    idle, frame, bits, start, send = _IDLE, WUPA, FRAME_7, _TRANSCEIVE, SEND_7
    for write, _, cs, a, x, b, y, c, z in wires:
        a(x)
        b(y)
        c(z)
        cs(0)
        write(idle)  # ends the reception: into an open one nothing may be written (9.3.1.7)
        cs(1)
        cs(0)
        write(frame)
        cs(1)
        cs(0)
        write(bits)
        cs(1)
        cs(0)
        write(start)
        cs(1)
        cs(0)
        write(send)
        cs(1)
    reader._started = reader.ticks_us()


def glanced(reader, wires, detected):
    """Collect the last `glance`: False if it is too soon.

    Else adds to the list `detected` those of `wires` that need a step because a tag may have answered.
    """
    # The first of many was sent long before the last, and is looked at long before it.
    if reader.ticks_diff(reader.ticks_us(), reader._started) < _GLANCE_US - _EACH_US * len(wires):
        return False
    look, into, modem, no_answer = _GLANCE, _glanced, _modem, _NO_ANSWER
    for wire in wires:
        write, swap, cs, a, x, b, y, c, z = wire
        a(x)
        b(y)
        c(z)
        cs(0)
        swap(look, into)
        cs(1)
        if modem != no_answer:
            detected.append(wire)
    return True


def access(reader, out, into):
    """Make one SPI access: a write, or one that reads into `into`, which is returned."""
    write, swap, cs, a, x, b, y, c, z = reader.wire
    a(x)
    b(y)
    c(z)
    cs(0)
    if into is None:
        write(out)
    else:
        swap(out, into)
    cs(1)
    return into
