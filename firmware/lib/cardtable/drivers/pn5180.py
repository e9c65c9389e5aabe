"""PN5180 driver (SPI): non-blocking polling of ISO/IEC 14443 type A or ISO/IEC 15693 tags.

The interface is that of `reader`. It reads ISO/IEC 14443 type A, or ISO/IEC 15693 after `read("iso15693")`. A
look loads the chip's settings for that, switches the field on, polls, and switches it off: each look meets
tags that were without power.

The dialogue with tags of type A: wake, resolve, select, level by level. That with tags of ISO/IEC 15693:
first an inventory of one slot, which any tag answers. That tag gets the command to stay quiet. A tag that
answers then was hidden behind it. If answers collide, inventories of 16 slots with longer and longer masks
tell several tags from noise.

The exchange with one known tag of type A waits for the answer. It interrupts the step under way, and leaves
the field on: `probe()` has to follow.

Numbers: PN5180A0xx-C3 data sheet, section next to each; ISO/IEC 14443-3, ISO/IEC 15693-3. Times without a
section are estimates.
"""

from cardtable.micro import const

from . import iso14443
from .reader import CHECK, GARBLED, NONE, PENDING, SEVERAL, ReaderFault

# Whole SPI frames: an instruction (11.4.3) and its operands; registers (9.1) are written lowest byte first.
_RESET = b"\x01\x00\x00\x01\x00\x00"  # SYSTEM_CONFIG: soft reset
_EEPROM = b"\x07\x10\x06"  # versions of product, firmware and EEPROM
_RELOAD = b"\x00\x0c\xa5\x5a\x0f\x00"  # TIMER1_RELOAD, written and read back as a test
_RELOADED = b"\x04\x0c"
_STATE = b"\x04\x1d"  # RF_STATUS
_FIELD_OFF = b"\x17\x00"
_ANTICOLLISION = (b"\x09\x00\x93\x20", b"\x09\x00\x95\x20", b"\x09\x00\x97\x20")
_LOOK = b"\x05\x02\x13\x1d"  # IRQ_STATUS, RX_STATUS, RF_STATUS
_FIELD_ON = b"\x16\x01"  # without looking for other fields
_SETTINGS = {"iso14443a": b"\x11\x00\x80", "iso15693": b"\x11\x0d\x8d"}  # LOAD_RF_CONFIG (11.4.3.12)
_TAKE = b"\x0a\x00"  # READ_DATA
# WRITE_REGISTER_MULTIPLE of (register, 1 write 2 or 3 and, value): transceiver idle, then transceive, no IRQ
# pending. Without idle between it would stay in WaitReceive after an unanswered frame.
_GO = b"\x03\x00\x03\xf8\xff\xff\xff\x00\x02\x03\x00\x00\x00\x03\x01\xff\xff\x0f\x00"
_GO_PLAIN = _GO + b"\x12\x03\xfe\xff\xff\xff\x19\x03\xfe\xff\xff\xff"  # no CRC
_GO_CRC = _GO + b"\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00"
# SEND_DATA: valid bits of the last byte, data.
_WUPA = b"\x09\x07\x52"

# One reader is used at a time, and keeps nothing here: all readers share this buffer.
_IN = bytearray(16)
_VIEW = memoryview(_IN)
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
_CHOOSE = const(5)  # those of an inventory are above

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

# An inventory.
_GO_SLOT = _GO + b"\x18\x03\x3f\xfb\xff\xff"  # TX_CONFIG: neither start symbol nor data, an EOF alone
_INVENTORY = b"\x09\x00\x26\x01\x00"  # high rate, inventory, one slot; no mask
_EOF = b"\x09\x00"
_STAY_QUIET = bytearray(b"\x09\x00\x22\x02") + bytearray(8)

# The phases, above those of type A.
_ANYBODY = const(6)
_QUIET = const(7)
_ELSE = const(8)
_SLOT = const(9)

# The time by which the start of an answer has been seen, in us from SEND_DATA.
_INVENTORY_US = const(2250)
_MASK_BYTE_US = const(303)
_QUIET_US = const(4100)
_SLOT_US = const(620)
_ANSWER_US = const(3800)  # from then on until it is complete

_DEPTH = const(16)  # bits of a mask at which a collision is believed

# The exchange with a known tag.
_GO_ACK = _GO + b"\x12\x03\xfe\xff\xff\xff\x19\x02\x01\x00\x00\x00"  # CRC in the frame, none in the answer
_GUARD_US = const(5200)  # ISO/IEC 14443-3: 5 ms from field on until a tag receives
_SHORT_US = const(1300)  # by then an answer of three bytes is complete
_LONG_US = const(4000)  # one of 18
_WORK_US = const(10000)  # a tag takes 4 ms to write a page (NTAG213/215/216 data sheet, 10.4)
_ALL_BAD = const(0x07)  # RX_STATUS, third byte: integrity, protocol, collision
_WRITE = const(0xA2)
_ACK = const(0x0A)  # four bits


class Pn5180:
    """One reader. `busy()` is the level of its BUSY line, or of those of all readers together."""

    can_glance = False
    TESTS: "dict" = {}

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
        self.version = _IN[1] << 24 | _IN[0] << 16 | _IN[3] << 8 | _IN[2]
        self.put(_RELOAD)
        self.get(_RELOADED, 4)
        if _IN[0] != 0xA5 or _IN[1] != 0x5A:
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
                return self.send(_WAKE, _GO_PLAIN, _WUPA, _WAKE_US)
            return self._inventory()
        self.get(_LOOK, 12)
        if _IN[2] & _TOO_HOT:
            self._fail("too-hot")
        if not _IN[10] & _FIELD:
            self._fail("dead-bus" if self._flat(12) else "brown-out")
        if _IN[2] & _ERROR or not _IN[0] & _TX:
            self._tries += 1
            if self._tries >= _TRIES:
                self._fail("stuck")
            self._dark()
            return self._start()
        if phase > _CHOOSE:
            return self._inventory_ended(phase)
        if not _IN[0] & _RX and not _IN[1] & _SOF:
            return self._finish(NONE if phase == _WAKE else GARBLED)
        return self._answered(phase, _IN[0] & _RX and not _IN[6] & _BAD and not _IN[5] >> 5)

    def _answered(self, phase, whole):
        """Take an answer; IN is a LOOK. `whole`: without an error, as far as the chip can detect."""
        if _IN[0] & _RX and _IN[6] & _COLLISION:
            return self._finish(SEVERAL)
        size = _IN[4]
        if not whole or size != (2, 5, 1)[phase - _WAKE]:
            return self._finish(GARBLED)
        self.get(_TAKE, size)
        if phase == _WAKE:
            return self._resolve()
        if phase == _RESOLVE:
            return self._resolved()
        return self._chosen(_IN[0])

    # ISO/IEC 14443-3 type A.

    def _resolve(self):
        """Send an anticollision frame."""
        return self.send(_RESOLVE, _GO_PLAIN, _ANTICOLLISION[self._level], _RESOLVE_US)

    def _resolved(self):
        """Take the answer to an anticollision frame."""
        if _IN[0] ^ _IN[1] ^ _IN[2] ^ _IN[3] ^ _IN[4]:
            return self._finish(GARBLED)
        _SELECT[2] = 0x93 + 2 * self._level
        for i in range(5):
            _SELECT[4 + i] = _IN[i]
        # All four bytes are kept; if SAK marks the uid as incomplete, the first was the cascade tag.
        for i in range(4):
            self._read[self._size + i] = _IN[i]
        return self.send(_CHOOSE, _GO_CRC, _SELECT, _CHOOSE_US)

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
        self.put(_SETTINGS[self._tags])
        self.put(_FIELD_ON)
        self._phase = _GUARD
        self._due = _GUARD_A_US if self._tags == "iso14443a" else _GUARD_V_US
        self._started = self.ticks_us()
        return PENDING

    def send(self, phase, go, frame, due):
        """Start an exchange; its answer is due after `due` us."""
        self.put(go)
        for _ in range(_STEPS):
            self.get(_STATE, 4)
            if _IN[3] & 0x07 == _WAIT_TRANSMIT:
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
            if _IN[i] != _IN[0]:
                return False
        return _IN[0] in (0x00, 0xFF)

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
        """Send an instruction and read its answer into _IN."""
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

    # -- an inventory -------------------------------------------------------------------------

    def _inventory(self):
        """Poll all tags whose uids end with the mask; with slots, in that of their next four bits."""
        if self._bits < 0:
            return self.send(_ANYBODY, _GO_CRC, _INVENTORY, _INVENTORY_US)
        count = (self._bits + 7) // 8
        frame = b"\x09\x00\x06\x01" + bytes((self._bits, self._mask & 0xFF, self._mask >> 8))[: 1 + count]
        self._slot = 0
        self._clash = -1
        return self.send(_SLOT, _GO_CRC, frame, _INVENTORY_US + count * _MASK_BYTE_US)

    def _inventory_ended(self, phase):
        """Take the end of the time for an answer; IN is a LOOK."""
        if phase == _QUIET:
            return self.send(_ELSE, _GO_CRC, _INVENTORY, _INVENTORY_US)
        if not _IN[0] & _RX:
            if not _IN[1] & _SOF:
                return self._inventory_silent(phase)
            if not self._arriving:
                self._arriving = True
                self._due += _ANSWER_US
                return PENDING
        collided = _IN[0] & _RX and _IN[6] & _COLLISION
        whole = _IN[0] & _RX and not _IN[6] & _BAD and not _IN[5] >> 5 and not collided and _IN[4] == 10
        if whole:
            self.get(_TAKE, 10)
            whole = not _IN[0] & 1 and _IN[9] == 0xE0
        return self._inventory_answered(phase, whole, collided)

    def _inventory_silent(self, phase):
        """Take the end of the time for an answer of which nothing was seen."""
        if phase == _ANYBODY:
            return self._finish(NONE)
        if phase == _ELSE:
            return self._finish(self._found)
        return self._next_slot()

    def _inventory_answered(self, phase, whole, collided):
        """Take the answer to an inventory: the uid of one tag is in _IN, if `whole`."""
        if whole:
            # The uid comes last byte first, behind flags and DSFID.
            for i in range(8):
                self._read[i] = _IN[9 - i]
        if phase == _SLOT:
            return self._in_slot(whole)
        if phase == _ELSE:
            if not whole:
                return self._finish(SEVERAL if collided else GARBLED)
            same = self._named(self._read, 8) is self._found  # it missed the STAY QUIET
            return self._finish(GARBLED if same else SEVERAL)
        if not whole:
            self._bits = 0
            self._dark()
            return self._start(False)
        known = self._uid
        self._found = self._named(self._read, 8)
        if self._checking and self._found is known:
            return self._finish(known)
        for i in range(8):
            _STAY_QUIET[4 + i] = self._read[7 - i]
        return self.send(_QUIET, _GO_CRC, _STAY_QUIET, _QUIET_US)

    def _in_slot(self, whole):
        """Take an answer in a slot."""
        if whole:
            before = self._found
            self._found = self._named(self._read, 8)
            if before is not None and before is not self._found:
                return self._finish(SEVERAL)
        elif self._clash < 0:
            self._clash = self._slot
        return self._next_slot()

    def _next_slot(self):
        """Go on to the next slot."""
        self._slot += 1
        if self._slot < 16:
            return self.send(_SLOT, _GO_SLOT, _EOF, _SLOT_US)
        if self._clash < 0:
            return self._finish(GARBLED if self._found is None else self._found)
        if self._bits >= _DEPTH:
            return self._finish(SEVERAL)
        self._mask |= self._clash << self._bits
        self._bits += 4
        self._dark()
        return self._start(False)  # load the settings again: an EOF alone has changed them

    # -- the exchange with a known tag --------------------------------------------------------

    def select(self, uid):
        """Select the tag with this UID, and no other; return True if it answers."""
        self.put(_SETTINGS["iso14443a"])
        self.put(_FIELD_ON)
        self._wait(_GUARD_US)
        return iso14443.select(
            uid,
            lambda: self._transceive(_GO_PLAIN, _WUPA, _SHORT_US),
            lambda frame: self._answer(_GO_CRC, frame, _SHORT_US, 1),
        )

    def exchange(self, command):
        """Return the tag's answer to this command, without CRC; b"" for an ACK.

        None: no answer, a damaged one, or a NAK; then the tag has to be selected again.
        """
        if command[0] != _WRITE:
            return self._answer(_GO_CRC, command, _LONG_US, 16)
        bits = self._answer(_GO_ACK, command, _WORK_US, 1, 4)
        return b"" if bits is not None and bits[0] & 0x0F == _ACK else None

    def _answer(self, go, frame, us, size, odd_bits=0):
        """Return an answer of `size` bytes, the last one with `odd_bits` alone if not 0, or None."""
        if not self._transceive(go, b"\x09\x00" + frame, us):
            return None
        if _IN[4] != size or _IN[6] & _ALL_BAD or _IN[5] >> 5 != odd_bits:
            return None
        self.get(_TAKE, size)
        return bytes(_IN[:size])

    def _transceive(self, go, frame, us):
        """True if an answer to this frame is complete within `us`; IN is a LOOK."""
        self.send(0, go, frame, us)
        started = self.ticks_us()
        while True:
            self.get(_LOOK, 12)
            if _IN[0] & _RX:
                return True
            if self.ticks_diff(self.ticks_us(), started) > us:
                return False

    def _wait(self, us):
        """Wait `us`."""
        started = self.ticks_us()
        while self.ticks_diff(self.ticks_us(), started) < us:
            pass
