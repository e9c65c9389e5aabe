"""MFRC522: one frame and its answer, non-blocking, at the level of registers.

`start` sends a frame, `start_halt` HLTA; the caller then looks at the chip with LOOK or TAKE until the
exchange has ended. `glance` sends one frame with many readers and has a short look at each, for fields that
were found empty. These are methods of `mfrc522.Mfrc522`.

Numbers: MFRC522 datasheet (section next to each odd step), ISO/IEC 14443-3 type A.
"""

from cardtable.micro import const, micropython

from .reader import PENDING

# Whole SPI writes: address byte of a register (datasheet section 9.2), values.
_SET_UP = (b"\x02\x00", b"\x14\x80", b"\x08\x7f", b"\x02\x0c")  # Idle, flush, clear IRQ; Transceive
STOP_TIMER = b"\x18\x80"  # Control
# BitFraming: TxLastBits without StartSend, then with it. The data sheet does not say whether StartSend stays
# set, nor whether a level or an edge of it sends (9.3.1.14). So it is always cleared first, while the chip is
# idle, in the order that other drivers are known to work with: Idle, FIFO, framing, Transceive, StartSend.
FRAME_7 = b"\x1a\x07"
FRAME_8 = b"\x1a\x00"
SEND_7 = b"\x1a\x87"
SEND_8 = b"\x1a\x80"
WUPA = b"\x12\x52"  # FIFO
ANTICOLLISION = (b"\x12\x93\x20", b"\x12\x95\x20", b"\x12\x97\x20")  # FIFO: SEL of each level, NVB
# Idle, WUPA, FRAME_7, Transceive, SEND_7: in one tuple, as each name is searched for.
_GLANCE_WRITES = (b"\x02\x00", b"\x12\x52", b"\x1a\x07", b"\x02\x0c", b"\x1a\x87")
# Idle, clear IRQ, flush, then HLTA with its CRC into the FIFO, eight bits, Command: Transmit.
_HLTA = (b"\x02\x00", b"\x08\x7f", b"\x14\x80", b"\x12\x50\x00\x57\xcd", b"\x1a\x00", b"\x02\x04")

# SPI bursts that read registers in order; each answer arrives one byte late (8.1.2.1). Every look reads
# ComIrq, Error, FIFOLevel, Control, and TxASK: it is the cheapest sign of a chip that lost its settings. TAKE
# reads the FIFO, too: the longest answer of these steps has 5 bytes.
LOOK = b"\x88\x8c\x94\x98\xaa\x00"
TAKE = b"\x88\x8c\x94\x98\xaa\x92\x92\x92\x92\x92\x00"
# The registers of a glance, Status2 and TxASK, and their values before any answer: the modem waits for data.
_GLANCE = b"\x90\xaa\x00"
_NO_ANSWER = b"\x05\x40"

# The bytes of a burst are used before the next burst of any reader: all readers share these buffers.
looked = bytearray(len(LOOK))
taken = bytearray(len(TAKE))
_glanced = bytearray(len(_GLANCE))
_modem = memoryview(_glanced)[1:]  # the first byte is undefined (8.1.2.1)

_ATQA_US = const(450)  # an ATQA is complete by then
_GLANCE_US = const(320)  # any answer has begun by then, 0.14 ms after the frame
_EACH_US = const(20)  # a reader takes more than this, in a glance and afterwards


def start(reader, phase, frame, bits, send):
    """Send a frame and receive; return PENDING. `bits` and `send`: FRAME_7 and SEND_7, or those of 8 bits."""
    idle, flush, clear_irq, transceive = _SET_UP
    write, swap, cs, a, x, b, y, c, z = reader.wire
    a(x)
    b(y)
    c(z)
    cs(0)
    write(idle)  # ends the reception: no late bits may follow the flush
    cs(1)
    cs(0)
    write(flush)
    cs(1)
    cs(0)
    write(clear_irq)
    cs(1)
    cs(0)
    write(frame)
    cs(1)
    cs(0)
    write(bits)
    cs(1)
    cs(0)
    write(transceive)
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


@micropython.native
def glance(reader, wires, asleep=False):
    """Send WUPA at many readers, given by their `wire`, which are at ease; REQA where tags rest `asleep`.

    A tag in HALT answers WUPA alone. After its ATQA, REQA sends it back there; a tag that was not read yet
    is in IDLE and answers REQA as well (14443-3, 6.3).

    The FIFO is empty: the last frame has used it up. Interrupts and timer are not read, the modem's state
    shows that it has sent and listens (9.3.1.9). A step that takes the place of the end of a glance must
    ask twice, see `begin`: the glance has woken the tags.
    """
    idle, frame, bits, transceive, send = _GLANCE_WRITES
    if asleep:
        frame = b"\x12\x26"  # FIFO: REQA
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
        write(transceive)
        cs(1)
        cs(0)
        write(send)
        cs(1)
    reader._started = reader.ticks_us()


@micropython.native
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


@micropython.native
def unanswered(reader, wires, missed):
    """Collect a `glance` at resting tags: False if it is too soon.

    Else adds to the list `missed` those of `wires` that need a step because no whole ATQA has arrived.
    """
    if reader.ticks_diff(reader.ticks_us(), reader._started) < _ATQA_US - _EACH_US * len(wires):
        return False
    # FIFOLevel, the two bytes of an ATQA, which are used up, and TxASK, twice: as many bytes as a LOOK.
    look, into = b"\x94\x92\x92\xaa\xaa\x00", looked
    for wire in wires:
        write, swap, cs, a, x, b, y, c, z = wire
        a(x)
        b(y)
        c(z)
        cs(0)
        swap(look, into)
        cs(1)
        if into[1] != 2 or into[4] != _NO_ANSWER[1]:
            missed.append(wire)
    return True


@micropython.native
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
