"""MFRC522 driver (SPI): non-blocking ISO/IEC 14443-3 type A polling and anticollision.

`begin(step)` starts one step, `collect()` advances it by the state of the chip, a register burst at a time;
the caller owns the schedule and may interleave any number of readers. An answer damaged on the air is asked
for again within the step, a few times. Where no tag was found, `glance` checks many readers in little time.

The interface is that of `reader`. This module has the dialogue with the tags and the judgement of their
answers; one frame and its answer are in `mfrc522_exchange`, reset, settings and fault diagnosis in
`mfrc522_setup`, all that the service mode alone needs in `mfrc522_service`. Numbers: MFRC522 datasheet
(section next to each odd step), ISO/IEC 14443-3 type A.
"""

from cardtable.micro import const

from . import mfrc522_exchange, mfrc522_setup
from .iso14443 import crc_a
from .mfrc522_exchange import (
    ANTICOLLISION,
    FRAME_7,
    FRAME_8,
    LOOK,
    SEND_7,
    SEND_8,
    STOP_TIMER,
    TAKE,
    WUPA,
    looked,
    taken,
)
from .reader import CHECK, GARBLED, NONE, PENDING, SEVERAL, THOROUGHLY, ReaderFault

_FIFO = const(0x09)  # register (datasheet section 9.2)

# Register values.
_RX_IRQ = const(0x20)
_ENDED = const(0x31)  # RxIRq | IdleIRq | TimerIRq
_TEMP_ERR = const(0x40)
_COLL_ERR = const(0x08)
_RX_ERRORS = const(0x1F)  # overflow, collision, CRC, parity, protocol
_ASK_100 = const(0x40)  # TxASK: Force100ASK
_FIELD_ON = const(0x83)  # TxControl

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
    settings_hold = mfrc522_setup.settings_hold
    glance = mfrc522_exchange.glance
    glanced = mfrc522_exchange.glanced
    unanswered = mfrc522_exchange.unanswered
    access = mfrc522_exchange.access
    _start_exchange = mfrc522_exchange.start
    _start_halt = mfrc522_exchange.start_halt
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
        mfrc522_setup.probe(self)

    def keep(self, rf_cfg, tx_control):
        """Store the settings that the chip has now."""
        if rf_cfg != self.rf_cfg:
            self.rf_cfg = rf_cfg
        if tx_control != self.tx_control:
            self.tx_control = tx_control

    def begin(self, step, again=False):
        """Start IDENTIFY or CHECK, dropping a step still under way. CHECK without a known uid identifies."""
        if self._phase != _OVER:
            self.access(STOP_TIMER, None)
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
        seen = self.access(TAKE, taken) if whole else self.access(LOOK, looked)
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
            seen = self.access(TAKE, taken)
        if seen[2] & _TEMP_ERR:
            self._fail("too-hot")
        if phase == _HALT:
            # The timer started at the end of HLTA; running on, it would end the next exchange too soon.
            self.access(STOP_TIMER, None)
            return self._finish(self._uid)
        if phase == _SEEK:
            if ended & _RX_IRQ or seen[2] & _RX_ERRORS or seen[3] or seen[4] & 0x07:
                self._met = _MET
                return self._finish(SEVERAL)
            return self._finish(self._uid)
        if phase == _HALT_ALL:
            self.access(STOP_TIMER, None)
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
                return self._start_exchange(_SEEK, WUPA, FRAME_7, SEND_7)
            return self._start_halt(_HALT)
        return self._select() if level + 1 < self._sure else self._resolve()

    # Exchanges. Each starts one frame and returns PENDING.

    def _wake(self, phase):
        """Send WUPA."""
        self._level = 0
        return self._start_exchange(phase, WUPA, FRAME_7, SEND_7)

    def _resolve(self):
        """Send an anticollision frame."""
        return self._start_exchange(_RESOLVE, ANTICOLLISION[self._level], FRAME_8, SEND_8)

    def _select(self):
        """Send a SELECT frame."""
        return self._start_exchange(_SELECT, self._selects[self._level], FRAME_8, SEND_8)

    def _start_over(self):
        """Start the step again."""
        self.tries += 1
        if self.tries % _DAMAGED >= _TRIES:
            self._fail("stuck")
        self.access(STOP_TIMER, None)
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
            self._fail(mfrc522_setup.lost(self))
