"""MFRC522: reset, function test, settings, diagnosis of faults, and tests of StartSend and of silence.

The data sheet leaves open how the chip reads StartSend, and some chips take the silence of an empty pad for
a damaged answer. Both tests interrupt the reader, and send frames that tags may answer: `Mfrc522.probe()` has
to follow. Numbers: MFRC522 data sheet, section 9.2.
"""

from cardtable.micro import const

from .reader import ReaderFault

# Registers (datasheet section 9.2) and their values.
_COMMAND = const(0x01)
_FIFO = const(0x09)
_FIFO_LEVEL = const(0x0A)
_TX_CONTROL = const(0x14)
_RF_CFG = const(0x26)
_T_RELOAD_HI = const(0x2C)
_T_RELOAD_LO = const(0x2D)
_VERSION = const(0x37)

_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_MOD_WIDTH = const(0x24)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_AUTO = const(0x80)  # TMode: start at the end of every transmission, stop at the 5th bit received
_T_25_US = const(0xA9)  # TPrescaler: 13.56 MHz / (2 * 169 + 1) = one tick each 25 us
_T_350_US = const(13)  # TReload: 14 ticks; lawful answers start 0.09 ms after the frame
_CRC_6363 = const(0x3D)  # Mode: transmitter waits for the field, CRC preset 6363
_TX_ASK = const(0x15)
_ASK_100 = const(0x40)  # TxASK: Force100ASK

_RESET = const(0x0F)  # Command: SoftReset
_POWER_DOWN = const(0x10)  # Command: still starting
_FIELD_OFF = const(0x80)  # TxControl
_FIELD_ON = const(0x83)
_START_US = const(10000)  # a soft reset takes the crystal's start plus 38 us

# The settings of probe(), besides gain and field: registers, and their values.
_INIT = bytes(
    (_TX_MODE, _RX_MODE, _MOD_WIDTH, _T_MODE, _T_PRESCALER, _T_RELOAD_HI, _T_RELOAD_LO, _TX_ASK, _MODE)
)
_VALUES = bytes((0x00, 0x00, 0x26, _T_AUTO, _T_25_US, 0, _T_350_US, _ASK_100, _CRC_6363))
# One burst that reads them, and gain and field; each answer arrives one byte late (8.1.2.1).
_SETTINGS = bytes([0x80 | register << 1 for register in _INIT + bytes((_RF_CFG, _TX_CONTROL))] + [0])
_settings = bytearray(len(_SETTINGS))  # used before the next burst of any reader: all share it
_held = memoryview(_settings)[1 : 1 + len(_VALUES)]

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


def probe(reader):
    """Reset, test and set up the chip of this reader, field on. Raises ReaderFault.

    The test writes and reads back FIFO and TReload: many good clones have an odd version byte.
    """
    _put(reader, _COMMAND, _RESET)
    started = reader.ticks_us()
    while True:
        command = _get(reader, _COMMAND)
        if command != 0xFF and not command & _POWER_DOWN:
            break
        if reader.ticks_diff(reader.ticks_us(), started) > _START_US:
            raise ReaderFault("dead-bus" if command == 0xFF else "no-answer")
    _test(reader)
    reader.version = _get(reader, _VERSION)
    for i in range(len(_INIT)):
        _put(reader, _INIT[i], _VALUES[i])
    _put(reader, _RF_CFG, reader.rf_cfg)
    _put(reader, _TX_CONTROL, _FIELD_ON)
    if not reader.settings_hold():
        raise ReaderFault("no-answer")


def field(reader, on):
    """Switch the antenna on or off. Registers stay; tags in the field lose their state."""
    reader.keep(reader.rf_cfg, _FIELD_ON if on else _FIELD_OFF)
    _put(reader, _TX_CONTROL, reader.tx_control)


def settings_hold(reader):
    """True if the chip has the settings of probe()."""
    reader.access(_SETTINGS, _settings)
    return _held == _VALUES and _settings[10] == reader.rf_cfg and _settings[11] == reader.tx_control


def lost(reader):
    """Return the fault of a chip whose settings have just been read, and do not hold.

    Lost settings read the same once more; bits that flip on the bus do not.
    """
    before = bytes(_settings)  # from its second byte on
    first = before[1]
    for i in range(2, len(before)):
        if before[i] != first:
            return "no-answer" if reader.settings_hold() or bytes(_settings) != before else "brown-out"
    return "dead-bus"


def _test(reader):
    """Write and read back; raise "dead-bus" if only one level comes back, else "no-answer"."""
    good = True
    seen = []
    for high, low in ((0x5A, 0xA5), (0xA5, 0x5A)):
        _put(reader, _T_RELOAD_HI, high)
        _put(reader, _T_RELOAD_LO, low)
        seen += [_get(reader, _T_RELOAD_HI), _get(reader, _T_RELOAD_LO)]
        good = good and seen[-2] == high and seen[-1] == low
    pattern = (0x00, 0xFF, 0x55, 0xAA)
    _put(reader, _FIFO_LEVEL, 0x80)
    for value in pattern:
        _put(reader, _FIFO, value)
    seen.append(_get(reader, _FIFO_LEVEL))
    good = good and seen[-1] == len(pattern)
    for value in pattern:
        seen.append(_get(reader, _FIFO))
        good = good and seen[-1] == value
    if good:
        return
    for value in seen:
        if value != seen[0]:
            raise ReaderFault("no-answer")
    raise ReaderFault("dead-bus" if seen[0] in (0x00, 0xFF) else "no-answer")


def _put(reader, register, value):
    """Write a register."""
    reader.access(bytes((register << 1, value)), None)


def _get(reader, register):
    """Read a register."""
    return reader.access(bytes((0x80 | register << 1, 0)), bytearray(2))[1]


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
    if not _get(reader, _BIT_FRAMING) & _START_SEND:
        return "strobe"
    for fill, unsent in ((True, "edge"), (False, "kept")):
        _prepare(reader, fill)
        _put(reader, _COMMAND, _TRANSCEIVE)
        if not _has_sent(reader):
            return unsent
    return "level"


def _send(reader):
    """Send REQA and receive."""
    _prepare(reader, True)
    _put(reader, _BIT_FRAMING, _SEVEN_BITS)
    _put(reader, _COMMAND, _TRANSCEIVE)
    _put(reader, _BIT_FRAMING, _START_SEND | _SEVEN_BITS)


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


# -- Silence ---------------------------------------------------------------------------------------


def silence(reader):
    """Return how the chip reports an empty pad; None if a tag answers.

    "silent": nothing was received. "error": a damaged answer (ProtocolErr, 9.3.1.7), also with RxNoErr set.
    "cured": a damaged answer, but none with RxNoErr set. Takes 10 ms.
    """
    heard = _listen(reader)
    if heard == "error":
        _put(reader, _RX_MODE, _NO_ERR)
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
            irq = _get(reader, _COM_IRQ)
        if _get(reader, _ERROR) & _PROTOCOL_ERR:
            return "error"
        if irq & _RX_IRQ:
            return None
    return "silent"
