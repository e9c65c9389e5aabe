"""PN5180 driver (SPI): non-blocking polling of ISO/IEC 14443 type A or ISO/IEC 15693 tags.

The interface is that of `reader`. It reads ISO/IEC 14443 type A, or ISO/IEC 15693 after `read("iso15693")`. A
look loads the chip's settings for that, switches the field on, polls, and switches it off: each look meets
tags that were without power.

Here are the steps, their exchanges and the dialogue with tags of type A: wake, resolve, select, level by
level. The dialogue with those of ISO/IEC 15693 is in `pn5180_inventory`, the exchange with a known tag in
`pn5180_memory`.

Numbers: PN5180A0xx-C3 data sheet, section next to each; ISO/IEC 14443-3, ISO/IEC 15693-3. Times without a
section are estimates.
"""

from cardtable.micro import const

from . import pn5180_inventory, pn5180_memory
from .pn5180_memory import FIELD_ON, GO_CRC, GO_PLAIN, IN, LOOK, SETTINGS, TAKE, WUPA
from .reader import CHECK, GARBLED, NONE, PENDING, SEVERAL, ReaderFault

# Whole SPI frames: an instruction (11.4.3) and its operands; registers (9.1) are written lowest byte first.
_RESET = b"\x01\x00\x00\x01\x00\x00"  # SYSTEM_CONFIG: soft reset
_EEPROM = b"\x07\x10\x06"  # versions of product, firmware and EEPROM
_RELOAD = b"\x00\x0c\xa5\x5a\x0f\x00"  # TIMER1_RELOAD, written and read back as a test
_RELOADED = b"\x04\x0c"
_STATE = b"\x04\x1d"  # RF_STATUS
_FIELD_OFF = b"\x17\x00"
_ANTICOLLISION = (b"\x09\x00\x93\x20", b"\x09\x00\x95\x20", b"\x09\x00\x97\x20")
_VIEW = memoryview(IN)
_FRAMES = {size: (b"\xff" * size, _VIEW[:size]) for size in (1, 2, 4, 5, 6, 10, 12, 16)}
_SELECT = bytearray(b"\x09\x00\x93\x70\x00\x00\x00\x00\x00")

# Bits of the bytes of LOOK.
_RX = const(0x01)  # 0
_TX = const(0x02)
_SOF = const(0x40)  # 1
_TOO_HOT = const(0x01)  # 2
_ERROR = const(0x02)
_BAD = const(0x03)  # 6: integrity, protocol
_COLLISION = const(0x04)
_FIELD = const(0x02)  # 10
_WAIT_TRANSMIT = const(1)  # 11: state of the transceiver

# The phases.
_OVER = const(0)
_REST = const(1)  # until tags have lost their state
_GUARD = const(2)  # from field on until tags hear
_WAKE = const(3)
_RESOLVE = const(4)
_CHOOSE = const(5)  # those of an inventory are above, see `pn5180_inventory`

# The time by which an answer is complete, in us from SEND_DATA.
_WAKE_US = const(450)
_RESOLVE_US = const(850)
_CHOOSE_US = const(1300)

_GUARD_A_US = const(5200)  # 14443-3: 5 ms
_GUARD_V_US = const(1100)  # 15693-2: 1 ms
_DARK_US = const(5200)
_BUSY_US = const(2000)
_BOOT_US = const(3000)
_TRIES = const(3)
_STEPS = const(20)  # looks at the transceiver's state until it is ready

_CASCADE_TAG = const(0x88)
_UID_INCOMPLETE = const(0x04)  # in SAK


class Pn5180:
    """One reader. `busy()` is the level of its BUSY line, or of those of all readers together."""

    can_glance = False
    TESTS: "dict" = {}
    select = pn5180_memory.select
    exchange = pn5180_memory.exchange
    _inventory = pn5180_inventory.start
    _inventory_ended = pn5180_inventory.take

    def __init__(self, spi, cs, ticks_us, ticks_diff, busy):
        self._write = spi.write
        self._swap = spi.write_readinto
        self._cs = cs
        self._busy = busy
        self.ticks_us = ticks_us
        self.ticks_diff = ticks_diff
        self.version = 0  # product and firmware, major and minor, a byte each; for display only
        self._tags = "iso14443a"
        self._uid = None
        self._result = NONE
        self._phase = _OVER
        self._started = 0
        self._due = 0
        self._arriving = False  # the start of an answer was seen
        self._dark_at = 0
        self._tries = 0
        self._checking = False
        self._read = bytearray(10)  # the part of the uid read so far
        self._size = 0
        self._level = 0
        self._mask = 0  # of 15693, and its bits
        self._bits = -1  # below 0 the inventory has one slot
        self._slot = 0
        self._clash = -1  # the first slot with a collision
        self._found = None

    def read(self, tags):
        """Look for these tags from now on, one of `reader_kinds.KINDS`."""
        self._tags = tags
        self._uid = None

    def service(self):
        """See `reader`."""
        return Pn5180

    def probe(self):
        """Reset, test and set up the chip; its field stays off."""
        self._phase = _OVER
        self._result = NONE
        try:
            self.put(_RESET)
        except ReaderFault:
            self._pause()  # it was starting
            self.put(_RESET)
        self._pause()
        self.get(_EEPROM, 6)
        if self._flat(6):
            raise ReaderFault("dead-bus")
        self.version = IN[1] << 24 | IN[0] << 16 | IN[3] << 8 | IN[2]
        self.put(_RELOAD)
        self.get(_RELOADED, 4)
        if IN[0] != 0xA5 or IN[1] != 0x5A:
            raise ReaderFault("no-answer")
        self._dark_at = self.ticks_us()

    def begin(self, step, again=False):
        """Start IDENTIFY or CHECK, dropping a step still under way.

        A CHECK takes the first tag that answers.
        """
        if self._phase > _REST:
            self._dark()
        self._checking = step == CHECK and self._uid is not None
        self._tries = 0
        self._bits = -1
        self._found = None
        self._start()

    def collect(self):
        """Look once and advance the step. Returns PENDING, NONE, SEVERAL, GARBLED or the uid as bytes."""
        phase = self._phase
        if phase == _OVER:
            return self._result
        if phase == _REST:
            return self._start()
        elapsed = self.ticks_diff(self.ticks_us(), self._started)
        if elapsed < self._due:
            return PENDING
        if phase == _GUARD:
            if self._tags == "iso14443a":
                self._level = self._size = 0
                return self.send(_WAKE, GO_PLAIN, WUPA, _WAKE_US)
            return self._inventory()
        self.get(LOOK, 12)
        if IN[2] & _TOO_HOT:
            self._fail("too-hot")
        if not IN[10] & _FIELD:
            self._fail("dead-bus" if self._flat(12) else "brown-out")
        if IN[2] & _ERROR or not IN[0] & _TX:
            self._tries += 1
            if self._tries >= _TRIES:
                self._fail("stuck")
            self._dark()
            return self._start()
        if phase > _CHOOSE:
            return self._inventory_ended(phase)
        if not IN[0] & _RX and not IN[1] & _SOF:
            return self._finish(NONE if phase == _WAKE else GARBLED)
        return self._answered(phase, IN[0] & _RX and not IN[6] & _BAD and not IN[5] >> 5)

    def _answered(self, phase, whole):
        """Take an answer; IN is a LOOK. `whole`: without an error, as far as the chip can detect."""
        if IN[0] & _RX and IN[6] & _COLLISION:
            return self._finish(SEVERAL)
        size = IN[4]
        if not whole or size != (2, 5, 1)[phase - _WAKE]:
            return self._finish(GARBLED)
        self.get(TAKE, size)
        if phase == _WAKE:
            return self._resolve()
        if phase == _RESOLVE:
            return self._resolved()
        return self._chosen(IN[0])

    # ISO/IEC 14443-3 type A.

    def _resolve(self):
        """Send an anticollision frame."""
        return self.send(_RESOLVE, GO_PLAIN, _ANTICOLLISION[self._level], _RESOLVE_US)

    def _resolved(self):
        """Take the answer to an anticollision frame."""
        if IN[0] ^ IN[1] ^ IN[2] ^ IN[3] ^ IN[4]:
            return self._finish(GARBLED)
        _SELECT[2] = 0x93 + 2 * self._level
        for i in range(5):
            _SELECT[4 + i] = IN[i]
        # All four bytes are kept; if SAK marks the uid as incomplete, the first was the cascade tag.
        for i in range(4):
            self._read[self._size + i] = IN[i]
        return self.send(_CHOOSE, GO_CRC, _SELECT, _CHOOSE_US)

    def _chosen(self, sak):
        """Take the SAK of a selected tag."""
        read, size = self._read, self._size
        if not sak & _UID_INCOMPLETE:
            return self._finish(self._named(read, size + 4))
        if self._level == 2 or read[size] != _CASCADE_TAG:
            return self._finish(GARBLED)
        for i in range(3):
            read[size + i] = read[size + i + 1]
        self._size = size + 3
        self._level += 1
        return self._resolve()

    def _named(self, read, size):
        """Return the uid in the first bytes of `read`; the known one takes no heap again."""
        uid = self._uid
        same = uid is not None and len(uid) == size
        for i in range(size):
            same = same and uid[i] == read[i]
        if not same:
            self._uid = bytes(read[:size])
        return self._uid

    # Exchanges.

    def _start(self, rested=True):
        """Switch the field on, once tags have been without it for long enough.

        Without `rested` they need not lose their state.
        """
        dark = self.ticks_diff(self.ticks_us(), self._dark_at)
        if rested and 0 <= dark < _DARK_US:
            self._phase = _REST
            return PENDING
        if self._bits <= 0:
            self._mask = 0
        self.put(SETTINGS[self._tags])
        self.put(FIELD_ON)
        self._phase = _GUARD
        self._due = _GUARD_A_US if self._tags == "iso14443a" else _GUARD_V_US
        self._started = self.ticks_us()
        return PENDING

    def send(self, phase, go, frame, due):
        """Start an exchange; its answer is due after `due` us."""
        self.put(go)
        for _ in range(_STEPS):
            self.get(_STATE, 4)
            if IN[3] & 0x07 == _WAIT_TRANSMIT:
                break
        self.put(frame)
        self._phase = phase
        self._arriving = False
        self._due = due
        self._started = self.ticks_us()
        return PENDING

    def _finish(self, result):
        """End the step with this result."""
        self._dark()
        self._phase = _OVER
        self._result = result
        return result

    def _dark(self):
        """Switch the field off."""
        self.put(_FIELD_OFF)
        self._dark_at = self.ticks_us()

    def _fail(self, code):
        """End the step with a ReaderFault."""
        self._phase = _OVER
        self._result = GARBLED
        raise ReaderFault(code)

    def _flat(self, size):
        """True if the bytes just read are all 00 or all FF."""
        for i in range(size):
            if IN[i] != IN[0]:
                return False
        return IN[0] in (0x00, 0xFF)

    def _pause(self):
        """Wait until the chip has started."""
        started = self.ticks_us()
        while self.ticks_diff(self.ticks_us(), started) < _BOOT_US:
            pass

    # Frames (11.4.1): BUSY rises when one was accepted and falls when it is done; until then none may begin.

    def put(self, frame):
        """Send a frame."""
        self._until(0)
        self._cs(0)
        self._write(frame)
        self._until(1)
        self._cs(1)

    def get(self, frame, size):
        """Send an instruction and read its answer into IN."""
        self.put(frame)
        self._until(0)
        self._cs(0)
        out, into = _FRAMES[size]
        self._swap(out, into)
        self._until(1)
        self._cs(1)

    def _until(self, level):
        """Wait for this level of BUSY."""
        busy = self._busy
        if busy() == level:
            return
        started = self.ticks_us()
        while busy() != level:
            if self.ticks_diff(self.ticks_us(), started) > _BUSY_US:
                self._cs(1)
                self._fail("dead-bus" if level else "stuck")
