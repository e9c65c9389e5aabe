"""Records in few bytes, and back again as the very same ones.

A block holds records one after another and stands for itself. What follows from the record before is left
out: `Packer` and `Unpacker` walk through the same `_Course`, which says what is to be expected. Field by
field, numbers with seven bits a byte, the lowest first:

    a byte          the kind's place in `_KINDS`, _OTHER where the kind follows as a value; and four flags:
    boot, n         unless _NEXT: the same boot, one more
    time            _LATER: in steps of 25 ms since the record before, else a value
    stage, index    values; not if _PLACED
    value           see `_put`
    digest          four bytes; not if _SAME
    count, values   the fields behind

A kind that is not the rulebook's has no stage, index, value and digest, only a count and values.
"""

from cardtable.micro import const

from .records import OWN, bytes_of, text_of

BLOCK = const(512)  # bytes after which a block is full
ROOM = const(1024)  # bytes that hold a full block and one more record
_RULED = const(6)  # so many kinds are the rulebook's
_KINDS = ("start", "answer", "part", "found", "fix", "end") + OWN
_OTHER = const(15)
_NEXT = const(0x10)
_LATER = const(0x20)
_PLACED = const(0x40)
_SAME = const(0x80)
_GRAIN = const(25_000)  # microseconds
_FIRST_HANDLE = const(4096)

_LIST = const(0x80)  # and the length, up to 31
_TEXT = const(0xA0)
_NONE = const(0xC0)
_FALSE = const(0xC1)
_TRUE = const(0xC2)
_NUMBER = const(0xC3)  # less 128
_NEGATIVE = const(0xC4)  # -1 less the number
_LONG_LIST = const(0xC5)
_LONG_TEXT = const(0xC6)
_BYTES = const(0xC7)  # text that is base64url of so many bytes
_HANDLE = const(0xC8)  # the next handle
_SHORT = const(16)  # text of fewer characters is not tried as base64url


class _Course:
    """What the next record probably has."""

    def __init__(self, at):
        self.at = at  # its position
        self.boot = 0
        self.n = 0
        self.us = 0
        self.stage = 0
        self.index = 0
        self.digest = 0
        self.handle = _FIRST_HANDLE

    def ruled(self, kind, stage, index, digest):
        """One of the rulebook's went by."""
        self.digest = digest
        self.stage = stage
        self.index = index
        if kind == "answer":
            self.index = index + 1
        elif kind == "end":
            self.stage = stage + 1
            self.index = 0


class Packer(_Course):
    """Packs records [g, boot, n, us, kind, ...] from position `at` on into `data`, of ROOM bytes.

    `size` of them are used; when these are BLOCK, begin another one. `count`: how many records that are.
    """

    def __init__(self, at, data):
        super().__init__(at)
        self.data = data
        self.size = 0
        self.count = 0

    def add(self, record):
        """One more. ValueError: it cannot be packed, and the block is spoiled."""
        if record[0] != self.at:
            raise ValueError("out of order")
        try:
            self._add(record)
        except IndexError:
            raise ValueError("too long")
        self.at += 1
        self.count += 1

    def _add(self, record):
        kind = record[4]
        fields = record[5:]
        code = _KINDS.index(kind) if kind in _KINDS else _OTHER
        ruled = code < _RULED
        if ruled and not _is_ruled(fields):
            code, ruled = _OTHER, False
        flags = code
        steps = record[3] - self.us
        if record[1] == self.boot and record[2] == self.n:
            flags |= _NEXT
        if steps >= 0 and steps % _GRAIN == 0:
            flags |= _LATER
        if ruled and fields[0] == self.stage and fields[1] == self.index:
            flags |= _PLACED
        if ruled and fields[3] == self.digest:
            flags |= _SAME
        self._byte(flags)
        if code == _OTHER:
            self._put(kind)
        if not flags & _NEXT:
            self._number(record[1])
            self._number(record[2])
        if flags & _LATER:
            self._number(steps // _GRAIN)
        else:
            self._put(record[3])
        self.boot, self.n, self.us = record[1], record[2] + 1, record[3]
        if ruled:
            if not flags & _PLACED:
                self._put(fields[0])
                self._put(fields[1])
            self._put(fields[2])
            if not flags & _SAME:
                for shift in (0, 8, 16, 24):
                    self._byte(fields[3] >> shift & 255)
            self.ruled(kind, fields[0], fields[1], fields[3])
            fields = fields[4:]
        self._number(len(fields))
        for field in fields:
            self._put(field)

    def _byte(self, value):
        self.data[self.size] = value
        self.size += 1

    def _number(self, value):
        if value < 0:
            raise ValueError("negative")
        while value > 127:
            self._byte(value & 127 | 128)
            value >>= 7
        self._byte(value)

    def _put(self, value):
        """A value: a number up to 127 is itself, all else begins with one of the codes above."""
        if value is None:
            self._byte(_NONE)
        elif value is False:
            self._byte(_FALSE)
        elif value is True:
            self._byte(_TRUE)
        elif isinstance(value, int):
            self._int(value)
        elif isinstance(value, str):
            self._text(value)
        elif isinstance(value, list):
            if len(value) < 32:
                self._byte(_LIST + len(value))
            else:
                self._byte(_LONG_LIST)
                self._number(len(value))
            for one in value:
                self._put(one)
        else:
            raise ValueError("no value of a record")

    def _int(self, value):
        if 0 <= value < 128:
            self._byte(value)
        elif value < 0:
            self._byte(_NEGATIVE)
            self._number(-1 - value)
        elif value == self.handle:
            self._byte(_HANDLE)
            self.handle += 1
        else:
            self._byte(_NUMBER)
            self._number(value - 128)

    def _text(self, value):
        raw = _raw(value)
        if raw is not None:
            self._byte(_BYTES)
        else:
            raw = value.encode()
            if len(raw) < 32:
                self._byte(_TEXT + len(raw))
                self._bytes(raw)
                return
            self._byte(_LONG_TEXT)
        self._number(len(raw))
        self._bytes(raw)

    def _bytes(self, raw):
        for byte in raw:
            self._byte(byte)


class Unpacker(_Course):
    """The records of a block, `data`, whose first one has position `at`."""

    def __init__(self, at, data):
        super().__init__(at)
        self._data = data
        self._next = 0

    def record(self):
        """The next one; None after the last. ValueError, IndexError: this is no block."""
        if self._next >= len(self._data):
            return None
        flags = self._byte()
        code = flags & 15
        kind = self._value() if code == _OTHER else _KINDS[code]
        if not flags & _NEXT:
            self.boot = self._number()
            self.n = self._number()
        self.us = self.us + self._number() * _GRAIN if flags & _LATER else self._value()
        record = [self.at, self.boot, self.n, self.us, kind]
        if code < _RULED:
            stage = self.stage if flags & _PLACED else self._value()
            index = self.index if flags & _PLACED else self._value()
            value = self._value()
            digest = self.digest
            if not flags & _SAME:
                digest = 0
                for shift in (0, 8, 16, 24):
                    digest |= self._byte() << shift
            record += [stage, index, value, digest]
            self.ruled(kind, stage, index, digest)
        for _ in range(self._number()):
            record.append(self._value())
        self.at += 1
        self.n += 1
        return record

    def _byte(self):
        self._next += 1
        return self._data[self._next - 1]

    def _number(self):
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def _value(self):
        code = self._byte()
        if code < _LIST:
            return code
        if code < _TEXT:
            return [self._value() for _ in range(code - _LIST)]
        if code < _NONE:
            return self._bytes(code - _TEXT).decode()
        if code < _NUMBER:
            return (None, False, True)[code - _NONE]
        if code == _HANDLE:
            self.handle += 1
            return self.handle - 1
        number = self._number()
        if code == _NUMBER:
            return number + 128
        if code == _NEGATIVE:
            return -1 - number
        if code == _LONG_LIST:
            return [self._value() for _ in range(number)]
        if code == _LONG_TEXT:
            return self._bytes(number).decode()
        if code == _BYTES:
            return text_of(self._bytes(number))
        raise ValueError("no code of a value")

    def _bytes(self, count):
        self._next += count
        if self._next > len(self._data):
            raise IndexError("the block is too short")
        return bytes(self._data[self._next - count : self._next])


def _is_ruled(fields):
    """Whether stage, index, value and digest stand there as the rulebook writes them."""
    if len(fields) < 4:
        return False
    for at in (0, 1, 3):
        if type(fields[at]) is not int or fields[at] < 0:
            return False
    return fields[3] >> 32 == 0


def _raw(text):
    """The bytes whose base64url this is, None if it is not the one text of any."""
    if len(text) < _SHORT:
        return None
    try:
        raw = bytes_of(text)
    except ValueError:
        return None
    return raw if text_of(raw) == text else None
