"""MFRC522: reset, function test, settings and diagnosis of faults.

Numbers: MFRC522 data sheet, section 9.2.
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


def probe(reader):
    """Reset, test and set up the chip of this reader, field on. Raises ReaderFault.

    The test writes and reads back FIFO and TReload: many good clones have an odd version byte.
    """
    put(reader, _COMMAND, _RESET)
    started = reader.ticks_us()
    while True:
        command = get(reader, _COMMAND)
        if command != 0xFF and not command & _POWER_DOWN:
            break
        if reader.ticks_diff(reader.ticks_us(), started) > _START_US:
            raise ReaderFault("dead-bus" if command == 0xFF else "no-answer")
    _test(reader)
    reader.version = get(reader, _VERSION)
    for i in range(len(_INIT)):
        put(reader, _INIT[i], _VALUES[i])
    put(reader, _RF_CFG, reader.rf_cfg)
    put(reader, _TX_CONTROL, _FIELD_ON)
    if not reader.settings_hold():
        raise ReaderFault("no-answer")


def field(reader, on):
    """Switch the antenna on or off. Registers stay; tags in the field lose their state."""
    reader.keep(reader.rf_cfg, _FIELD_ON if on else _FIELD_OFF)
    put(reader, _TX_CONTROL, reader.tx_control)


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
        put(reader, _T_RELOAD_HI, high)
        put(reader, _T_RELOAD_LO, low)
        seen += [get(reader, _T_RELOAD_HI), get(reader, _T_RELOAD_LO)]
        good = good and seen[-2] == high and seen[-1] == low
    pattern = (0x00, 0xFF, 0x55, 0xAA)
    put(reader, _FIFO_LEVEL, 0x80)
    for value in pattern:
        put(reader, _FIFO, value)
    seen.append(get(reader, _FIFO_LEVEL))
    good = good and seen[-1] == len(pattern)
    for value in pattern:
        seen.append(get(reader, _FIFO))
        good = good and seen[-1] == value
    if good:
        return
    for value in seen:
        if value != seen[0]:
            raise ReaderFault("no-answer")
    raise ReaderFault("dead-bus" if seen[0] in (0x00, 0xFF) else "no-answer")


def put(reader, register, value):
    """Write a register."""
    reader.access(bytes((register << 1, value)), None)


def get(reader, register):
    """Read a register."""
    return reader.access(bytes((0x80 | register << 1, 0)), bytearray(2))[1]
