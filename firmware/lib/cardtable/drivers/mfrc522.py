"""MFRC522 driver (SPI): non-blocking ISO/IEC 14443-3 type A polling and anticollision.

`begin(step)` starts one step, `collect()` advances it by the state of the chip, a register burst at a time;
the caller owns the schedule and may interleave any number of readers. An answer damaged on the air is asked
for again within the step, a few times. Where no tag was found, `glance` checks many readers in little time.

The interface is that of `reader`. What the service mode alone needs is in `mfrc522_service`. Numbers: MFRC522
datasheet (section next to each odd step; registers: 9.2), ISO/IEC 14443-3 type A.
"""

from cardtable.micro import const, micropython

from .iso14443 import crc_a
from .reader import CHECK, GARBLED, NONE, PENDING, SEVERAL, THOROUGHLY, ReaderFault

# -- Registers, their values, and accesses ----------------------------------------------------------

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
_FIELD_ON = const(0x83)  # TxControl
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

# Whole SPI writes: address byte of a register (datasheet section 9.2), values.
_SET_UP = (b"\x02\x00", b"\x14\x80", b"\x08\x7f", b"\x02\x0c")  # Idle, flush, clear IRQ; Transceive
_STOP_TIMER = b"\x18\x80"  # Control
# BitFraming: TxLastBits without StartSend, then with it. The data sheet does not say whether StartSend stays
# set, nor whether a level or an edge of it sends (9.3.1.14). So it is always cleared first, while the chip is
# idle, in the order that other drivers are known to work with: Idle, FIFO, framing, Transceive, StartSend.
_FRAME_7 = b"\x1a\x07"
_FRAME_8 = b"\x1a\x00"
_SEND_7 = b"\x1a\x87"
_SEND_8 = b"\x1a\x80"
_WUPA = b"\x12\x52"  # FIFO
_ANTICOLLISION = (b"\x12\x93\x20", b"\x12\x95\x20", b"\x12\x97\x20")  # FIFO: SEL of each level, NVB
# Idle, WUPA, FRAME_7, Transceive, SEND_7: in one tuple, as each name is searched for.
_GLANCE_WRITES = (b"\x02\x00", b"\x12\x52", b"\x1a\x07", b"\x02\x0c", b"\x1a\x87")
# Idle, clear IRQ, flush, then HLTA with its CRC into the FIFO, eight bits, Command: Transmit.
_HLTA = (b"\x02\x00", b"\x08\x7f", b"\x14\x80", b"\x12\x50\x00\x57\xcd", b"\x1a\x00", b"\x02\x04")

# SPI bursts that read registers in order; each answer arrives one byte late (8.1.2.1). Every look reads
# ComIrq, Error, FIFOLevel, Control, and TxASK: it is the cheapest sign of a chip that lost its settings. TAKE
# reads the FIFO, too: the longest answer of these steps has 5 bytes.
_LOOK = b"\x88\x8c\x94\x98\xaa\x00"
_TAKE = b"\x88\x8c\x94\x98\xaa\x92\x92\x92\x92\x92\x00"
# The registers of a glance, Status2 and TxASK, and their values before any answer: the modem waits for data.
_GLANCE = b"\x90\xaa\x00"
_NO_ANSWER = b"\x05\x40"

# The bytes of a burst are used before the next burst of any reader: all readers share these buffers.
_looked = bytearray(len(_LOOK))
_taken = bytearray(len(_TAKE))
_glanced = bytearray(len(_GLANCE))
_modem = memoryview(_glanced)[1:]  # the first byte is undefined (8.1.2.1)

_ATQA_US = const(450)  # an ATQA is complete by then
_GLANCE_US = const(320)  # any answer has begun by then, 0.14 ms after the frame
_EACH_US = const(20)  # a reader takes more than this, in a glance and afterwards

# -- A step ------------------------------------------------------------------------------------------

_RX_IRQ = const(0x20)
_ENDED = const(0x31)  # RxIRq | IdleIRq | TimerIRq
_TEMP_ERR = const(0x40)
_COLL_ERR = const(0x08)
_RX_ERRORS = const(0x1F)  # overflow, collision, CRC, parity, protocol

# The purposes of an exchange.
_OVER = const(0)
_WAKE = const(1)
_RESOLVE = const(2)
_SELECT = const(3)
_HALT = const(4)
_HALT_ALL = const(5)
_WAKE_RETRY = const(6)  # WUPA as in _WAKE; no ATQA is not yet "field empty"
_SEEK = const(7)  # while the known tag is selected: WUPA sends it to sleep, and wakes those that it covers

# The time in us after which any valid answer is complete (answers start at a fixed 86 or 91 us), so that
# reading the FIFO cannot cut a frame that is still arriving.
_WAKE_US = const(450)
_RESOLVE_US = const(850)
_SELECT_US = const(1300)
_NEVER_US = const(1 << 28)
_DUE = (0, _WAKE_US, _RESOLVE_US, _SELECT_US, _NEVER_US, _NEVER_US, _WAKE_US, _NEVER_US)  # by purpose

_BACKSTOP_US = const(4000)  # the chip's own timer ends every exchange within 1.9 ms
_TRIES = const(3)  # failed exchanges in one step before the reader counts as stuck
_DAMAGED = const(8)  # added to that count for a damaged answer
_DAMAGES = const(24)  # the count of damaged answers at which the step has failed
_MET = const(4)  # silent steps after an answer until the field counts as empty
_CROWD = const(16)  # steps after a collision that begin with HLTA for all active tags
_TRUST = const(16)  # steps between two routine checks of all settings

_CASCADE_TAG = const(0x88)
_UID_INCOMPLETE = const(0x04)  # in SAK


_bus: "list" = []  # the last SPI, its write and write_readinto, bound once for all readers on it


class Mfrc522:
    """One reader. `spi` offers write(buf) and write_readinto(out, into); `cs` is a pin: cs(0), cs(1).

    probe() first, and again after any ReaderFault. The caller keeps 5 ms between field on and begin(). A
    CHECK that finds another tag than the known one goes on to identify it, so that a UID returned by either
    step is always proven by a SELECT the tag answered with a valid CRC.

    A CHECK does not look for a second tag; IDENTIFY does. If it finds the known one it also seeks tags whose
    answers are covered by that one, as a stronger tag's are: to WUPA a selected tag falls asleep, and does
    not answer, while all others do (14443-3, 6.3).
    """

    can_glance = True
    # A class attribute until a reader differs: an attribute of 12 readers costs memory.
    rf_cfg = 0x48  # 33 dB
    tx_control = _FIELD_ON

    def __init__(self, spi, cs, ticks_us, ticks_diff):
        if not _bus or _bus[0] is not spi:
            _bus[:] = spi, spi.write, spi.write_readinto
        # Behind a decoder it takes three lines to point to a chip; a pin of its own is set to 1 instead.
        self.wire = (_bus[1], _bus[2]) + getattr(cs, "select", (cs, cs, 1, cs, 1, cs, 1))
        self.ticks_us = ticks_us
        self.ticks_diff = ticks_diff
        self.version = 0  # VersionReg as found by probe(); for display only
        # A SELECT frame for each level of the tags met, FIFO address first: 12 SEL 70 uid*4 BCC CRC*2.
        self._selects: "tuple" = ()
        self._uid = None  # the known uid; while it is set, self._selects holds its frames
        self._before = None  # the known uid at the start of an IDENTIFY
        self._phase = _OVER
        self._result = NONE
        self._level = 0
        self._sure = 0  # the number of levels of self._selects proven, in this step or by the known uid
        self._met = 0  # the number of steps for which a tag left active may be there
        self._crowd = 0  # steps for which several tags may be there, some active and some halted
        self.tries = 0  # failures in the last step, _DAMAGED for each damaged answer
        self._trust = _TRUST
        self._started = 0

    def probe(self):
        """Reset, test and set up the chip, field on. Raises ReaderFault; polls, at most 10 ms."""
        self._phase = _OVER
        self._result = NONE
        self._met = _MET  # the reset's gap in the field is too short to be sure that a tag lost its state
        self._trust = _TRUST
        self.keep(self.rf_cfg, _FIELD_ON)
        self._set_up()

    def keep(self, rf_cfg, tx_control):
        """Store the settings that the chip has now."""
        if rf_cfg != self.rf_cfg:
            self.rf_cfg = rf_cfg
        if tx_control != self.tx_control:
            self.tx_control = tx_control

    def begin(self, step, again=False):
        """Start IDENTIFY or CHECK, dropping a step still under way. CHECK without a known uid identifies."""
        if self._phase != _OVER:
            self.access(_STOP_TIMER, None)
            self._met = _MET  # an answer may not have been collected
        uid = self._uid
        self._sure = (len(uid) - 1) // 3 if step == CHECK and uid else 0
        self._before = None if self._sure else uid
        self.tries = 0
        # A tag left active does not answer the first WUPA and falls idle; the second one wakes it. Now and
        # then ask twice in any case: a neighbour's reader may have left it active.
        phase = _WAKE_RETRY if again or self._met > 0 or self._trust % 4 == 1 else _WAKE
        self._trust -= 1
        if self._trust <= 0 or again == THOROUGHLY:
            self._judge_settings()
        if self._crowd and not self._sure:
            # If one of two tags is active at WUPA, each WUPA wakes one and silences the other (14443-3, 6.3):
            # the one that answers seems to be alone. A neighbour's reader may cause this at any time. HLTA
            # halts all tags that receive it, so that one WUPA wakes them all.
            self._crowd -= 1
            self._start_halt(_HALT_ALL)
        else:
            self._wake(phase)

    def at_ease(self):
        """True if the last step found no tag, and none can be left that does not answer at once."""
        return self._phase == _OVER and self._result == NONE and not self._met and not self._crowd

    def rests(self, uid):
        """True if the last step found this tag alone: it is in HALT now."""
        return self._phase == _OVER and self._result == uid and not self._crowd

    def service(self):
        """Return the module that the service mode alone needs, imported when it is first used."""
        from . import mfrc522_service

        return mfrc522_service

    def collect(self):
        """Look once and advance the step. Returns PENDING, NONE, SEVERAL, GARBLED or the uid as bytes.

        After the end the same result is returned until begin(). Raises ReaderFault.
        """
        phase = self._phase
        if phase == _OVER:
            return self._result
        elapsed = self.ticks_diff(self.ticks_us(), self._started)
        whole = elapsed >= _DUE[phase]
        seen = self.access(_TAKE, _taken) if whole else self.access(_LOOK, _looked)
        if seen[5] != _ASK_100:
            self._judge_settings()
            return self._start_over()  # the settings hold: a bit error on the bus, no evidence about tags
        ended = seen[1] & _ENDED
        if not ended:
            if elapsed < _BACKSTOP_US:
                return PENDING
            self._judge_settings()
            return self._start_over()
        if not whole and ended & _RX_IRQ:
            seen = self.access(_TAKE, _taken)
        if seen[2] & _TEMP_ERR:
            self._fail("too-hot")
        if phase == _HALT:
            # The timer started at the end of HLTA; running on, it would end the next exchange too soon.
            self.access(_STOP_TIMER, None)
            return self._finish(self._uid)
        if phase == _SEEK:
            if ended & _RX_IRQ or seen[2] & _RX_ERRORS or seen[3] or seen[4] & 0x07:
                self._met = _MET
                return self._finish(SEVERAL)
            return self._finish(self._uid)
        if phase == _HALT_ALL:
            self.access(_STOP_TIMER, None)
            return self._wake(_WAKE_RETRY)
        return self._judge(phase, seen)

    def _judge(self, phase, seen):
        """Decide the result of an ended exchange; `seen` is a TAKE, or a LOOK if no answer arrived."""
        errors = seen[2] & _RX_ERRORS
        count = seen[3] & 0x7F
        odd_bits = seen[4] & 0x07
        arrived = seen[1] & _RX_IRQ
        if not (arrived or errors or count or odd_bits):
            if phase == _WAKE_RETRY:
                return self._wake(_WAKE)
            if phase == _WAKE and self.tries < _DAMAGED:
                if self._met:
                    self._judge_settings()  # silence after answers may be an antenna that went off
                    self._met -= 1
                return self._finish(NONE)
            if phase == _SELECT:
                self._sure = 0  # another tag, or it missed the frame: identify it
            return self._damaged()  # a tag that answered in this step has stopped
        self._met = _MET
        if errors & _COLL_ERR:
            self._crowd = _CROWD
            return self._finish(SEVERAL)
        if errors or odd_bits or not arrived:
            return self._damaged()
        if phase == _WAKE or phase == _WAKE_RETRY:
            if count != 2:
                return self._damaged()
            return self._select() if self._sure else self._resolve()
        if phase == _RESOLVE:
            return self._resolved(seen, count)
        return self._selected(seen, count)

    def _damaged(self):
        """Retry after an unreadable or missing answer: start over, but keep the proven levels."""
        self.tries += _DAMAGED
        if self.tries >= _DAMAGES:
            return self._finish(GARBLED)
        return self._wake(_WAKE_RETRY)

    def _resolved(self, seen, count):
        """Take the answer to an anticollision frame."""
        if count != 5 or seen[6] ^ seen[7] ^ seen[8] ^ seen[9] != seen[10]:
            return self._damaged()
        self._uid = None
        if len(self._selects) == self._level:
            self._selects += (bytearray(10),)
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
        """Take the SAK of a selected tag."""
        if count != 3 or crc_a(seen, 6, 7) != seen[7] | seen[8] << 8:
            return self._damaged()
        more = seen[6] & _UID_INCOMPLETE  # SAK decides: a 4-byte uid may start with 88 as well
        level = self._level
        if more and (level == 2 or self._selects[level][3] != _CASCADE_TAG):
            return self._damaged()
        self._level = level + 1
        if level < self._sure:
            if bool(more) != (level + 1 < self._sure or not self._uid):
                self._sure = 0
                return self._damaged()
        else:
            self._sure = level + 1
            if not more:
                uid = b""
                for inner in range(level):
                    uid += bytes(self._selects[inner][4:7])  # without the cascade tag
                self._uid = uid + bytes(self._selects[level][3:7])
        if not more:
            if self._before and self._before == self._uid:
                return self._start_exchange(_SEEK, _WUPA, _FRAME_7, _SEND_7)
            return self._start_halt(_HALT)
        return self._select() if level + 1 < self._sure else self._resolve()

    # Exchanges. Each starts one frame and returns PENDING.

    def _wake(self, phase):
        """Send WUPA."""
        self._level = 0
        return self._start_exchange(phase, _WUPA, _FRAME_7, _SEND_7)

    def _resolve(self):
        """Send an anticollision frame."""
        return self._start_exchange(_RESOLVE, _ANTICOLLISION[self._level], _FRAME_8, _SEND_8)

    def _select(self):
        """Send a SELECT frame."""
        return self._start_exchange(_SELECT, self._selects[self._level], _FRAME_8, _SEND_8)

    def _start_over(self):
        """Start the step again."""
        self.tries += 1
        if self.tries % _DAMAGED >= _TRIES:
            self._fail("stuck")
        self.access(_STOP_TIMER, None)
        return self._wake(_WAKE_RETRY)

    def _finish(self, result):
        """End the step with this result."""
        self._phase = _OVER
        self._result = result
        return result

    # Faults.

    def _fail(self, code):
        """End the step with a ReaderFault."""
        self._finish(GARBLED)
        raise ReaderFault(code)

    def _judge_settings(self):
        """Raise unless the chip still has the settings of probe(). One misread burst is no proof."""
        self._trust = _TRUST
        if not self.settings_hold() and not self.settings_hold():
            self._fail(self._lost())

    # -- one frame and its answer -------------------------------------------------------------

    def _start_exchange(self, phase, frame, bits, send):
        """Send a frame and receive; return PENDING. `bits`, `send`: FRAME_7, SEND_7, or those of 8 bits."""
        idle, flush, clear_irq, transceive = _SET_UP
        write, swap, cs, a, x, b, y, c, z = self.wire
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
        self._phase = phase
        self._started = self.ticks_us()
        return PENDING

    def _start_halt(self, phase):
        """Send HLTA. No answer means success, so only the transmission is waited for. Return PENDING."""
        write, swap, cs, a, x, b, y, c, z = self.wire
        a(x)
        b(y)
        c(z)
        for frame in _HLTA:
            cs(0)
            write(frame)
            cs(1)
        self._phase = phase
        self._started = self.ticks_us()
        return PENDING

    @micropython.native
    def glance(self, wires, asleep=False):
        """Send WUPA at many readers, given by their `wire`, which are at ease; REQA where tags rest `asleep`.

        A tag in HALT answers WUPA alone. After its ATQA, REQA sends it back there; a tag that was not read
        yet is in IDLE and answers REQA as well (14443-3, 6.3).

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
        self._started = self.ticks_us()

    @micropython.native
    def glanced(self, wires, detected):
        """Collect the last `glance`: False if it is too soon.

        Else adds to the list `detected` those of `wires` that need a step because a tag may have answered.
        """
        # The first of many was sent long before the last, and is _looked at long before it.
        if self.ticks_diff(self.ticks_us(), self._started) < _GLANCE_US - _EACH_US * len(wires):
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
    def unanswered(self, wires, missed):
        """Collect a `glance` at resting tags: False if it is too soon.

        Else adds to the list `missed` those of `wires` that need a step because no whole ATQA has arrived.
        """
        if self.ticks_diff(self.ticks_us(), self._started) < _ATQA_US - _EACH_US * len(wires):
            return False
        # FIFOLevel, the two bytes of an ATQA, which are used up, and TxASK, twice: as many bytes as a LOOK.
        look, into = b"\x94\x92\x92\xaa\xaa\x00", _looked
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
    def access(self, out, into):
        """Make one SPI access: a write, or one that reads into `into`, which is returned."""
        write, swap, cs, a, x, b, y, c, z = self.wire
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

    # -- reset, settings, faults --------------------------------------------------------------

    def _set_up(self):
        """Reset, test and set up the chip of this reader, field on. Raises ReaderFault.

        The test writes and reads back FIFO and TReload: many good clones have an odd version byte.
        """
        self.put(_COMMAND, _RESET)
        started = self.ticks_us()
        while True:
            command = self.get(_COMMAND)
            if command != 0xFF and not command & _POWER_DOWN:
                break
            if self.ticks_diff(self.ticks_us(), started) > _START_US:
                raise ReaderFault("dead-bus" if command == 0xFF else "no-answer")
        self._test()
        self.version = self.get(_VERSION)
        for i in range(len(_INIT)):
            self.put(_INIT[i], _VALUES[i])
        self.put(_RF_CFG, self.rf_cfg)
        self.put(_TX_CONTROL, _FIELD_ON)
        if not self.settings_hold():
            raise ReaderFault("no-answer")

    def settings_hold(self):
        """True if the chip has the settings of probe()."""
        self.access(_SETTINGS, _settings)
        return _held == _VALUES and _settings[10] == self.rf_cfg and _settings[11] == self.tx_control

    def _lost(self):
        """Return the fault of a chip whose settings have just been read, and do not hold.

        Lost settings read the same once more; bits that flip on the bus do not.
        """
        before = bytes(_settings)  # from its second byte on
        first = before[1]
        for i in range(2, len(before)):
            if before[i] != first:
                return "no-answer" if self.settings_hold() or bytes(_settings) != before else "brown-out"
        return "dead-bus"

    def _test(self):
        """Write and read back; raise "dead-bus" if only one level comes back, else "no-answer"."""
        good = True
        seen = []
        for high, low in ((0x5A, 0xA5), (0xA5, 0x5A)):
            self.put(_T_RELOAD_HI, high)
            self.put(_T_RELOAD_LO, low)
            seen += [self.get(_T_RELOAD_HI), self.get(_T_RELOAD_LO)]
            good = good and seen[-2] == high and seen[-1] == low
        pattern = (0x00, 0xFF, 0x55, 0xAA)
        self.put(_FIFO_LEVEL, 0x80)
        for value in pattern:
            self.put(_FIFO, value)
        seen.append(self.get(_FIFO_LEVEL))
        good = good and seen[-1] == len(pattern)
        for value in pattern:
            seen.append(self.get(_FIFO))
            good = good and seen[-1] == value
        if good:
            return
        for value in seen:
            if value != seen[0]:
                raise ReaderFault("no-answer")
        raise ReaderFault("dead-bus" if seen[0] in (0x00, 0xFF) else "no-answer")

    def put(self, register, value):
        """Write a register."""
        self.access(bytes((register << 1, value)), None)

    def get(self, register):
        """Read a register."""
        return self.access(bytes((0x80 | register << 1, 0)), bytearray(2))[1]
