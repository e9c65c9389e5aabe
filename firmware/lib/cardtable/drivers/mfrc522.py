"""MFRC522 reader chip over SPI: who lies in its field, without ever waiting.

`begin(step)` starts one step, `collect()` moves it on by what the chip shows, a register burst
at a time; the caller owns the schedule and may interleave any number of readers.
The interface is that of `codes`. Numbers: MFRC522 datasheet (section beside each odd step), ISO/IEC 14443-3
type A.
"""

from cardtable.micro import const

from .codes import CHECK, GARBLED, NONE, PENDING, SEVERAL, ReaderFault

# Registers (datasheet section 9.2).
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_MOD_WIDTH = const(0x24)
_RF_CFG = const(0x26)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HI = const(0x2C)
_T_RELOAD_LO = const(0x2D)
_VERSION = const(0x37)

# Register values.
_RESET = const(0x0F)  # Command: SoftReset
_POWER_DOWN = const(0x10)  # Command: still starting
_RX_IRQ = const(0x20)
_ENDED = const(0x31)  # RxIRq | IdleIRq | TimerIRq
_TEMP_ERR = const(0x40)
_COLL_ERR = const(0x08)
_RX_ERRORS = const(0x1F)  # overflow, collision, CRC, parity, protocol
_ASK_100 = const(0x40)  # TxASK: Force100ASK
_FIELD_OFF = const(0x80)  # TxControl
_FIELD_ON = const(0x83)
_T_AUTO = const(0x80)  # TMode: start at the end of every transmission, stop at the 5th bit received
_T_25_US = const(0xA9)  # TPrescaler: 13.56 MHz / (2 * 169 + 1) = one tick each 25 us
_T_1_MS = const(39)  # TReload: 40 ticks
_CRC_6363 = const(0x3D)  # Mode: transmitter waits for the field, CRC preset 6363

# Whole SPI writes: address byte, value.
_IDLE = bytes((_COMMAND << 1, 0x00))
_TRANSMIT = bytes((_COMMAND << 1, 0x04))
_TRANSCEIVE = bytes((_COMMAND << 1, 0x0C))
_CLEAR_IRQ = bytes((_COM_IRQ << 1, 0x7F))
_FLUSH = bytes((_FIFO_LEVEL << 1, 0x80))
_STOP_TIMER = bytes((_CONTROL << 1, 0x80))
_BITS_7 = bytes((_BIT_FRAMING << 1, 0x07))
_BITS_8 = bytes((_BIT_FRAMING << 1, 0x00))
_SEND_7 = bytes((_BIT_FRAMING << 1, 0x87))
_SEND_8 = bytes((_BIT_FRAMING << 1, 0x80))
_WUPA = bytes((_FIFO << 1, 0x52))
_ANTICOLLISION = (
    bytes((_FIFO << 1, 0x93, 0x20)),
    bytes((_FIFO << 1, 0x95, 0x20)),
    bytes((_FIFO << 1, 0x97, 0x20)),
)
_HLTA = bytes((_FIFO << 1, 0x50, 0x00, 0x57, 0xCD))
_SLEEP = (_IDLE, _CLEAR_IRQ, _FLUSH, _HLTA, _BITS_8, _TRANSMIT)


def _reads(registers):
    """One SPI burst that reads `registers` in order; each answer arrives one byte late (8.1.2.1)."""
    return bytes([0x80 | register << 1 for register in registers] + [0])


# TxASK rides along in every look: it is the cheapest sign of a chip that lost its settings.
_STATUS = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _TX_ASK)
_LOOK = _reads(_STATUS)
_TAKE = _reads(_STATUS + (_FIFO,) * 5)  # the longest answer of these steps has 5 bytes
# What probe() sets, beside gain and field: (register, value).
_INIT = (
    (_TX_MODE, 0x00),
    (_RX_MODE, 0x00),
    (_MOD_WIDTH, 0x26),
    (_T_MODE, _T_AUTO),
    (_T_PRESCALER, _T_25_US),
    (_T_RELOAD_HI, 0),
    (_T_RELOAD_LO, _T_1_MS),
    (_TX_ASK, _ASK_100),
    (_MODE, _CRC_6363),
)
_SETTINGS = _reads([row[0] for row in _INIT] + [_RF_CFG, _TX_CONTROL])

# What an exchange is for.
_OVER = const(0)
_WAKE = const(1)
_RESOLVE = const(2)
_SELECT = const(3)
_HALT = const(4)
_HUSH = const(5)

# After so many us any lawful answer is complete (answers start at a fixed 86 or 91 us), so that taking
# bytes out of the FIFO cannot cut a frame that is still arriving.
_WAKE_US = const(450)
_RESOLVE_US = const(850)
_SELECT_US = const(1300)
_NEVER_US = const(1 << 28)

_BACKSTOP_US = const(4000)  # the chip's own timer ends every exchange within 1.9 ms
_TRIES = const(3)  # times one step may fail to get through before the reader counts as stuck
_MET = const(4)  # silent steps after an answer until nobody counts as being there
_CROWD = const(16)  # after a collision so many times whoever is awake is sent to sleep before it is asked
_TRUST = const(16)  # steps between two looks at all settings, where nothing else asks for one
_START_US = const(10000)  # a soft reset takes the crystal's start plus 38 us

_CASCADE_TAG = const(0x88)
_UID_INCOMPLETE = const(0x04)  # in SAK

_GAINS = ((18, 0x08), (23, 0x18), (33, 0x48), (38, 0x58), (43, 0x68), (48, 0x78))  # dB, RFCfg


def crc_a(data, start, stop):
    """CRC_A (ISO/IEC 14443-3 annex B) of `data[start:stop]` as an int; it is sent low byte first."""
    crc = 0x6363
    for i in range(start, stop):
        mixed = (data[i] ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc


class Mfrc522:
    """One reader. `spi` offers write(buf) and write_readinto(out, into); `cs` is a pin: cs(0), cs(1).

    probe() first, and again after any ReaderFault. The caller keeps 5 ms between field on and begin().
    A CHECK that finds another tag than the known one goes on to identify it, so that a uid returned by
    either step is always proven by a SELECT the tag answered with a valid CRC.
    A CHECK does not look for a second tag beside the known one; IDENTIFY does.
    """

    def __init__(self, spi, cs, ticks_us, ticks_diff):
        self._write = spi.write
        self._swap = spi.write_readinto
        self._cs = cs
        self._ticks_us = ticks_us
        self._ticks_diff = ticks_diff
        self.version = 0  # VersionReg as found by probe(); told to people, never judged by
        self._rf_cfg = 0x48
        self._tx_control = _FIELD_OFF
        self._pair = bytearray(2)
        self._look = bytearray(len(_LOOK))
        self._take = bytearray(len(_TAKE))
        self._settings = bytearray(len(_SETTINGS))
        # One SELECT frame per cascade level, FIFO address first: 12 SEL 70 uid*4 BCC CRC*2.
        self._selects = [bytearray(10), bytearray(10), bytearray(10)]
        self._uid = None  # the known uid; while it is set, self._selects holds its frames
        self._last_level = 0
        self._phase = _OVER
        self._result = NONE
        self._level = 0
        self._checking = False
        self._met = 0  # for so many steps a tag may be there that was left awake
        self._wake_again = False
        self._crowd = 0  # so many times yet there may be several tags, some awake and some asleep
        self._tries = 0
        self._trust = _TRUST
        self._started = 0
        self._due = 0

    def gain(self, db):
        """Set the receiver gain: 18, 23, 33 (default), 38, 43 or 48 dB. Kept over probe()."""
        for known, value in _GAINS:
            if known == db:
                self._rf_cfg = value
                self._put(_RF_CFG, value)
                return
        raise ValueError(f"gain {db} dB")

    def field(self, on):
        """Switch the antenna on or off. Registers stay; tags in the field lose their state."""
        self._tx_control = _FIELD_ON if on else _FIELD_OFF
        self._put(_TX_CONTROL, self._tx_control)

    def probe(self):
        """Reset, test and set up the chip, field on. Raises ReaderFault; polls, at most 10 ms.

        The test writes and reads back FIFO and TReload: many good clones have an odd version byte.
        """
        self._phase = _OVER
        self._result = NONE
        self._met = _MET  # the reset's gap in the field is too short to be sure that a tag lost its state
        self._put(_COMMAND, _RESET)
        started = self._ticks_us()
        while True:
            command = self._get(_COMMAND)
            if command != 0xFF and not command & _POWER_DOWN:
                break
            if self._ticks_diff(self._ticks_us(), started) > _START_US:
                raise ReaderFault("dead-bus" if command == 0xFF else "no-answer")
        self._test()
        self.version = self._get(_VERSION)
        for register, value in _INIT:
            self._put(register, value)
        self._put(_RF_CFG, self._rf_cfg)
        self.field(True)
        self._trust = _TRUST
        if not self._settings_hold():
            raise ReaderFault("no-answer")

    def begin(self, step, again=False):
        """Start IDENTIFY or CHECK, dropping a step still under way. CHECK without a known uid identifies."""
        if self._phase != _OVER:
            self._stop_timer()
            self._met = _MET  # perhaps by an answer that was never collected
        self._checking = step == CHECK and self._uid is not None
        # A tag left awake answers the first WUPA with silence and falls asleep; the second one wakes it. Now
        # and then ask twice in any case: a neighbour's reader may have left it awake.
        self._wake_again = again or self._met > 0 or self._trust % 4 == 1
        self._tries = 0
        self._trust -= 1
        if not self._trust:
            self._judge_settings()
        if self._crowd and not self._checking:
            # If one of two is awake when WUPA comes, each WUPA wakes one and silences the other (14443-3,
            # 6.3): the one that answers seems to be alone. A neighbour's reader may bring this about at any
            # time. HLTA makes all that hear it sleep, so that one WUPA wakes them all.
            self._crowd -= 1
            self._sleep(_HUSH)
        else:
            self._wake()

    def collect(self):
        """Look once and move on. Returns PENDING, NONE, SEVERAL, GARBLED or the uid as bytes.

        After the end the same result is returned until begin(). Raises ReaderFault.
        """
        phase = self._phase
        if phase == _OVER:
            return self._result
        elapsed = self._ticks_diff(self._ticks_us(), self._started)
        whole = elapsed >= self._due
        seen = self._burst(_TAKE, self._take) if whole else self._burst(_LOOK, self._look)
        if seen[5] != _ASK_100:
            self._judge_settings()
            return self._start_over()  # they hold: a bit error on the bus, which says nothing about tags
        ended = seen[1] & _ENDED
        if not ended:
            return self._still_running(elapsed)
        if not whole and ended & _RX_IRQ:
            seen = self._burst(_TAKE, self._take)
        if seen[2] & _TEMP_ERR:
            self._fail("too-hot")
        if phase == _HALT:
            # The timer started at the end of HLTA; running on, it would end the next exchange too soon.
            self._stop_timer()
            return self._finish(self._uid)
        if phase == _HUSH:
            self._stop_timer()
            return self._wake()
        return self._judge(phase, seen)

    def _judge(self, phase, seen):
        """Decide what an ended exchange means; `seen` is a _TAKE, or a _LOOK if no answer arrived."""
        errors = seen[2] & _RX_ERRORS
        count = seen[3] & 0x7F
        odd_bits = seen[4] & 0x07
        arrived = seen[1] & _RX_IRQ
        if not (arrived or errors or count or odd_bits):
            return self._silence(phase)
        self._met = _MET
        if errors & _COLL_ERR:
            self._crowd = _CROWD
            return self._finish(SEVERAL)
        if errors or odd_bits or not arrived:
            return self._finish(GARBLED)
        if phase == _WAKE:
            return self._woken(count)
        if phase == _RESOLVE:
            return self._resolved(seen, count)
        return self._selected(seen, count)

    def _silence(self, phase):
        if phase == _WAKE and not self._wake_again:
            if self._met:
                self._judge_settings()  # silence after answers may be an antenna that went off
                self._met -= 1
            return self._finish(NONE)
        if phase == _WAKE:
            self._wake_again = False
            return self._wake()
        if phase == _SELECT and self._checking:
            # Somebody is there who is not the known tag, or did not hear us: ask who it is.
            self._checking = False
            self._wake_again = True
            return self._wake()
        return self._finish(GARBLED)

    def _woken(self, count):
        if count != 2:
            return self._finish(GARBLED)
        return self._select() if self._checking else self._resolve()

    def _resolved(self, seen, count):
        if count != 5 or seen[6] ^ seen[7] ^ seen[8] ^ seen[9] != seen[10]:
            return self._finish(GARBLED)
        self._uid = None
        frame = self._selects[self._level]
        frame[0] = _FIFO << 1
        frame[1] = 0x93 + 2 * self._level
        frame[2] = 0x70
        for i in range(5):
            frame[3 + i] = seen[6 + i]
        crc = crc_a(frame, 1, 8)
        frame[8] = crc & 0xFF
        frame[9] = crc >> 8
        return self._select()

    def _selected(self, seen, count):
        if count != 3 or crc_a(seen, 6, 7) != seen[7] | seen[8] << 8:
            return self._finish(GARBLED)
        more = seen[6] & _UID_INCOMPLETE  # SAK decides: a 4-byte uid may start with 88 as well
        level = self._level
        if more and (level == 2 or self._selects[level][3] != _CASCADE_TAG):
            return self._finish(GARBLED)
        if self._checking:
            if bool(more) != (level < self._last_level):
                return self._finish(GARBLED)
        elif not more:
            self._last_level = level
            self._uid = self._joined(level)
        if not more:
            return self._sleep(_HALT)
        self._level = level + 1
        return self._select() if self._checking else self._resolve()

    def _joined(self, last):
        uid = b""
        for level in range(last):
            uid += bytes(self._selects[level][4:7])  # without the cascade tag
        return uid + bytes(self._selects[last][3:7])

    # Exchanges. Each starts one frame and returns PENDING.

    def _wake(self):
        self._level = 0
        return self._exchange(_WAKE, _WUPA, _BITS_7, _SEND_7, _WAKE_US)

    def _resolve(self):
        return self._exchange(_RESOLVE, _ANTICOLLISION[self._level], _BITS_8, _SEND_8, _RESOLVE_US)

    def _select(self):
        return self._exchange(_SELECT, self._selects[self._level], _BITS_8, _SEND_8, _SELECT_US)

    def _exchange(self, phase, frame, bits, send, due):
        cs = self._cs
        write = self._write
        cs(0)
        write(_IDLE)
        cs(1)
        cs(0)
        write(_CLEAR_IRQ)
        cs(1)
        cs(0)
        write(_FLUSH)
        cs(1)
        cs(0)
        write(frame)
        cs(1)
        # StartSend stays set after a frame (9.3.1.14); cleared first, Transceive cannot start on its own.
        cs(0)
        write(bits)
        cs(1)
        cs(0)
        write(_TRANSCEIVE)
        cs(1)
        cs(0)
        write(send)
        cs(1)
        self._phase = phase
        self._due = due
        self._started = self._ticks_us()
        return PENDING

    def _sleep(self, phase):
        """Send HLTA. No answer means success, so only the transmission is waited for."""
        cs = self._cs
        write = self._write
        for frame in _SLEEP:
            cs(0)
            write(frame)
            cs(1)
        self._phase = phase
        self._due = _NEVER_US
        self._started = self._ticks_us()
        return PENDING

    def _still_running(self, elapsed):
        if elapsed < _BACKSTOP_US:
            return PENDING
        self._judge_settings()
        return self._start_over()

    def _start_over(self):
        self._tries += 1
        if self._tries >= _TRIES:
            self._fail("stuck")
        self._stop_timer()
        self._wake_again = True
        return self._wake()

    def _finish(self, result):
        self._phase = _OVER
        self._result = result
        return result

    # Faults.

    def _fail(self, code):
        self._finish(GARBLED)
        raise ReaderFault(code)

    def _judge_settings(self):
        """Raise unless the chip still has what probe() gave it. One misread burst is no proof."""
        self._trust = _TRUST
        if self._settings_hold() or self._settings_hold():
            return
        seen = self._settings
        first = seen[1]
        for i in range(2, len(seen)):
            if seen[i] != first:
                self._fail("brown-out")
        self._fail("dead-bus")

    def _settings_hold(self):
        seen = self._burst(_SETTINGS, self._settings)
        count = len(_INIT)
        for i in range(count):
            if seen[i + 1] != _INIT[i][1]:
                return False
        return seen[count + 1] == self._rf_cfg and seen[count + 2] == self._tx_control

    def _test(self):
        """Write and read back; raise "dead-bus" when nothing but one level comes back, else "no-answer"."""
        good = True
        seen = []
        for high, low in ((0x5A, 0xA5), (0xA5, 0x5A)):
            self._put(_T_RELOAD_HI, high)
            self._put(_T_RELOAD_LO, low)
            seen += [self._get(_T_RELOAD_HI), self._get(_T_RELOAD_LO)]
            good = good and seen[-2] == high and seen[-1] == low
        pattern = (0x00, 0xFF, 0x55, 0xAA)
        self._put(_FIFO_LEVEL, 0x80)
        for value in pattern:
            self._put(_FIFO, value)
        seen.append(self._get(_FIFO_LEVEL))
        good = good and seen[-1] == len(pattern)
        for value in pattern:
            seen.append(self._get(_FIFO))
            good = good and seen[-1] == value
        if good:
            return
        for value in seen:
            if value != seen[0]:
                raise ReaderFault("no-answer")
        raise ReaderFault("dead-bus" if seen[0] in (0x00, 0xFF) else "no-answer")

    # Single accesses.

    def _stop_timer(self):
        self._cs(0)
        self._write(_STOP_TIMER)
        self._cs(1)

    def _burst(self, out, into):
        self._cs(0)
        self._swap(out, into)
        self._cs(1)
        return into

    def _put(self, register, value):
        self._pair[0] = register << 1
        self._pair[1] = value
        self._cs(0)
        self._write(self._pair)
        self._cs(1)

    def _get(self, register):
        return self._burst(bytes((0x80 | register << 1, 0)), self._pair)[1]
