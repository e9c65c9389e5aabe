"""PN532 driver (SPI): non-blocking polling of ISO/IEC 14443 type A tags by the chip's own firmware.

The interface is that of `reader`. A look is one InListPassiveTarget, and then the field goes off: each look
meets tags that were without power and have no state, so none has to be halted or woken.

The chip does not tell a garbled answer from silence. It tries three times therefore, and three silent looks
in a row make a removal (`controller/input/pad_filter.py`).

Numbers: PN532 user manual UM0701-02, section next to each. Its SPI sends the lowest bit first (6.2.5), that
of the RP2040 the highest: every byte is reversed here. Times without a section are estimates.
"""

from cardtable.micro import const

from .reader import CHECK, GARBLED, NONE, PENDING, SEVERAL, ReaderFault

_HALF = b"\x00\x08\x04\x0c\x02\x0a\x06\x0e\x01\x09\x05\x0d\x03\x0b\x07\x0f"  # four bits reversed


def _turned(data: bytes) -> bytes:
    """Return each byte with its lowest bit first."""
    return bytes([_HALF[byte & 15] << 4 | _HALF[byte >> 4] for byte in data])


def command(*data: int) -> bytes:
    """Return an SPI write (6.2.5: 01) of an information frame (6.2.1.1) from the host (D4)."""
    frame = b"\x01\x00\x00\xff" + bytes((len(data) + 1, 255 - len(data), 0xD4)) + bytes(data)
    return _turned(frame + bytes((-0xD4 - sum(data) & 0xFF, 0)))


# Whole SPI transactions.
_STATUS = b"\x40\x00"  # 02, reversed: is a frame ready?
_READY = const(0x80)
ABORT = _turned(
    b"\x01\x00\x00\xff\x00\xff\x00"
)  # an ACK from the host aborts the command under way (6.2.1.3)
_AGAIN = _turned(b"\x01\x00\x00\xff\xff\x00\x00")  # NACK: repeat the frame (6.2.1.4)
_LIST_ONE = command(0x4A, 1, 0)  # InListPassiveTarget (7.3.5): one tag, 106 kbit/s type A
_LIST_TWO = command(0x4A, 2, 0)
_FIELD_OFF = command(0x32, 0x01, 0x00)  # RFConfiguration (7.3.1), RF field
_VERSION = command(0x02)  # GetFirmwareVersion (7.2.2)
_SET_UP = (
    command(0x14, 0x01, 0x00, 0x01),  # SAMConfiguration (7.2.10), normal mode: leaves low battery mode
    command(0x12, 0x00),  # SetParameters (7.2.9): no automatic RATS, or phones drop out of the list
    command(0x32, 0x05, 0x00, 0x00, 0x02),  # MaxRetries (7.3.1): three attempts, by default endless
    _FIELD_OFF,
    _VERSION,
)
_SHORT = const(18)
_LONG = const(48)
_READ = b"\xc0" + bytes(_LONG - 1)  # 03, reversed, and room for a list of two tags
_TAKE = (_READ[:7], _READ[:_SHORT], _READ)
_ACK = b"\x00\x00\xff\x00\xff\x00"  # 6.2.1.3; the same reversed

# One reader is read at a time, and keeps nothing here: all readers share this buffer.
IN = bytearray(len(_READ))
_VIEW = memoryview(IN)
_INTO = (_VIEW[:7], _VIEW[:_SHORT], _VIEW)
_PAIR = bytearray(2)

# The phases.
_OVER = const(0)
_REST = const(1)  # until tags have lost their state
_ACKED = const(2)
_REPLY = const(3)

_LATE = const(-1)
_BAD = const(-2)

_WAKE_US = const(2200)  # NSS low for 2 ms wakes the chip (7.2.11)
_ACK_US = const(5000)
_SHORT_US = const(10000)
LIST_US = const(60000)  # two tags of 10 bytes and lost attempts: some 35 ms
_DARK_US = const(5200)  # ISO/IEC 14443-3: after 5 ms without field a tag is surely reset
_TRIES = const(3)

# RFConfiguration (7.3.1), timings: a tag has 12.8 ms for its answer, by default four times that.
_PATIENCE = command(0x32, 0x02, 0x00, 0x0B, 0x08)


class Pn532:
    """One reader. The fault code of a look is a guess; the following probe() finds the cause."""

    can_glance = False
    TESTS: "dict" = {}

    def __init__(self, spi, cs, ticks_us, ticks_diff):
        self._write = spi.write
        self._swap = spi.write_readinto
        self._cs = cs
        self._ticks_us = ticks_us
        self._ticks_diff = ticks_diff
        self.version = 0  # IC, firmware version and revision, a byte each; for display only
        self._uid = None
        self._result = NONE
        self._phase = _OVER
        self._started = 0  # the start of the phase
        self._limit = 0
        self._sent = _VERSION  # the command under way
        self._list = _LIST_TWO
        self.end = 0  # the end of the data in IN
        self._tries = 0
        self._dark_at = 0  # the time since which the field is off

    def service(self):
        """See `reader`."""
        return Pn532

    def probe(self):
        """Wake, test and set up the chip; its field stays off."""
        self._phase = _OVER
        self._result = NONE
        self._cs(0)
        self._started = self._ticks_us()
        while self._waited() < _WAKE_US:
            pass
        self._cs(1)
        at = _LATE
        for frame in _SET_UP:
            at = self.ask(frame)
            if at < 0:
                at = self.ask(frame)  # the chip may miss the first one while waking
            self._phase = _OVER
            if at < 0 or IN[at] != 0xD5:
                raise ReaderFault("dead-bus" if self._flat(at) else "no-answer")
        self.version = IN[at + 2] << 16 | IN[at + 3] << 8 | IN[at + 4]
        self._dark_at = self._ticks_us()

    def begin(self, step, again=False):
        """Start IDENTIFY or CHECK, dropping a step still under way. A CHECK looks for one tag only."""
        if self._phase > _REST:
            self.put(ABORT)
        self._list = _LIST_ONE if step == CHECK and self._uid is not None else _LIST_TWO
        self._tries = 0
        self._start()

    def collect(self):
        """Look once and advance the step. Returns PENDING, NONE, SEVERAL, GARBLED or the uid as bytes."""
        phase = self._phase
        if phase == _OVER:
            return self._result
        if phase == _REST:
            self._start()
            return PENDING
        at = self.poll()
        if at == 0:
            return PENDING
        if at < 0:
            return self._failed(at)
        if IN[at] != 0xD5:
            self._fail("brown-out")  # an error frame (6.2.1.5): it is back in low battery mode
        if self._sent is _FIELD_OFF:
            self._dark_at = self._ticks_us()
            self._phase = _OVER
            return self._result
        self._result = self._listed(at)
        self.send(_FIELD_OFF, _SHORT_US)
        return PENDING

    def _start(self):
        """List the tags, once they have been without field for long enough."""
        dark = self._ticks_diff(self._ticks_us(), self._dark_at)
        if 0 <= dark < _DARK_US:
            self._phase = _REST
        else:
            self.send(self._list, LIST_US)

    def _listed(self, at):
        """Return the result of the list at IN[at]: NbTg {Tg ATQA*2 SAK length uid} (7.3.5)."""
        count = IN[at + 2]
        if not count:
            return NONE
        size = IN[at + 7]
        at += 8
        if size not in (4, 7, 10) or at + size > self.end:
            return GARBLED
        if count > 1:
            # A tag that missed the HLTA between is listed twice.
            for i in range(-1, size):
                if IN[at + i] != IN[at + size + 5 + i]:
                    return SEVERAL
        uid = self._uid
        same = uid is not None and len(uid) == size
        for i in range(size):
            same = same and uid[i] == IN[at + i]
        if not same:
            self._uid = bytes(_VIEW[at : at + size])
        return self._uid

    # Commands.

    def send(self, frame, limit):
        """Send a command; its reply is due within `limit` us."""
        self._sent = frame
        self._limit = limit
        self.put(frame)
        self._phase = _ACKED
        self._started = self._ticks_us()

    def poll(self):
        """Look for the reply: 0 if it is not there yet, the index of its data, or a fault below 0."""
        self._get(_STATUS, _PAIR)
        if not _PAIR[1] & _READY:
            limit = _ACK_US if self._phase == _ACKED else self._limit
            return 0 if self._waited() < limit else _LATE
        if self._phase == _ACKED:
            self._get(_TAKE[0], _INTO[0])
            for i in range(6):
                if IN[1 + i] != _ACK[i]:
                    return _BAD
            self._phase = _REPLY
            return 0
        long = self._limit == LIST_US
        self._get(_TAKE[1 + long], _INTO[1 + long])
        return self._opened(_LONG if long else _SHORT)

    def _opened(self, count):
        """Reverse the frame in the first bytes of IN; return the index of its data, or _BAD.

        Zeros may precede it (6.2.1.6), and its length may take three bytes (extended, 6.2.1.2).
        """
        at = 1
        while at < 6 and not IN[at]:
            at += 1
        if at < 2 or IN[at] != 0xFF:
            return _BAD
        for i in range(at + 1, at + 6):
            IN[i] = _HALF[IN[i] & 15] << 4 | _HALF[IN[i] >> 4]
        size = IN[at + 1]
        start = at + 3
        if size == 0xFF and IN[at + 2] == 0xFF:
            size = IN[at + 3] << 8 | IN[at + 4]
            sum_ = IN[at + 3] + IN[at + 4] + IN[at + 5]
            start = at + 6
        else:
            sum_ = size + IN[at + 2]
        end = start + size
        if sum_ & 0xFF or not size or end >= count:
            return _BAD
        sum_ = 0
        for i in range(start, end + 1):
            if i > at + 5:
                IN[i] = _HALF[IN[i] & 15] << 4 | _HALF[IN[i] >> 4]
            sum_ += IN[i]
        sent = self._sent[7]
        answers = IN[start] == 0xD5 and IN[start + 1] == (_HALF[sent & 15] << 4 | _HALF[sent >> 4]) + 1
        if sum_ & 0xFF or not (answers or IN[start] == 0x7F):
            return _BAD
        self.end = end
        return start

    def ask(self, frame):
        """Carry a short command out; returns as poll, but never 0."""
        self.send(frame, _SHORT_US)
        while True:
            at = self.poll()
            if at:
                return at

    def _failed(self, how):
        """Repeat the command after a damaged or missing reply, a few times."""
        self._tries += 1
        if self._tries < _TRIES:
            if how == _BAD and self._phase == _REPLY:
                self.put(_AGAIN)
                self._started = self._ticks_us()
            else:
                self.put(ABORT)
                self.send(self._sent, self._limit)
            return PENDING
        if how == _BAD and self._flat(how):
            code = "dead-bus"
        else:
            code = "brown-out" if how == _LATE and self._phase == _ACKED else "stuck"
        return self._fail(code)

    def _flat(self, how):
        """True if the last bytes read were all at one level."""
        if how == _LATE:
            return not _PAIR[1]
        return IN[1] == 0xFF == IN[2] == IN[3] == IN[4]

    def _fail(self, code):
        """End the step with a ReaderFault."""
        self._phase = _OVER
        self._result = GARBLED
        raise ReaderFault(code)

    # Single accesses.

    def _waited(self):
        """Return the time in this phase in us."""
        return self._ticks_diff(self._ticks_us(), self._started)

    def put(self, out):
        """Send bytes."""
        self._cs(0)
        self._write(out)
        self._cs(1)

    def _get(self, out, into):
        """Read bytes."""
        self._cs(0)
        self._swap(out, into)
        self._cs(1)

    # -- the exchange with one known tag; it waits, and probe() has to follow --------------------

    def select(self, uid):
        """Select the tag with this UID, and no other; return True if it answers."""
        self.put(ABORT)
        if self.ask(_PATIENCE) < 0:
            return False
        levels = b""
        while len(uid) > 4:
            levels += b"\x88" + uid[:3]  # the cascade tag
            uid = uid[3:]
        at = self._reply(command(0x4A, 1, 0, *(levels + uid)))  # InListPassiveTarget
        return at > 0 and IN[at] == 0xD5 and IN[at + 2] == 1

    def exchange(self, message):
        """Return the tag's answer to this message, without CRC; b"" for an ACK.

        None: no answer, a damaged one, or a NAK; then the tag has to be selected again.
        """
        at = self._reply(command(0x40, 1, *message))  # InDataExchange (7.3.8)
        if at < 0 or IN[at] != 0xD5 or IN[at + 2]:
            return None
        return bytes(IN[at + 3 : self.end])

    def _reply(self, frame):
        """Return the index of the data of a long reply, below 0 if there is none."""
        self.send(frame, LIST_US)
        while True:
            at = self.poll()
            if at:
                return at
