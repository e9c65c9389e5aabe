"""The packed form of records: many records in one block of few bytes. `Packer` writes it, `Unpacker` reads
it.

A block holds records one after another and needs no other block. Values that follow from the record before
are left out. Field by field, numbers with seven bits a byte, the lowest first:

    a byte          the kind's place in `records.KINDS`, _OTHER if the kind follows as a value; and flags:
    boot, n         unless _NEXT: the same boot, one more
    time            _LATER: in steps of _GRAIN since the record before, else a value
    stage, index    values; not if _PLACED: they are as `records.after` predicts
    value           a number up to 127 is itself, all else begins with one of the codes below
    digest          four bytes; not if _SAME
    count, values   the fields behind

A kind that is not the engine's has no stage, index, value and digest, only a count and values.
"""

from cardtable.micro import const

from .records import KINDS, after, bytes_of, text_of

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

ROOM = const(1024)  # bytes of a block at most
_GRAIN = const(25_000)  # microseconds
_FIRST_HANDLE = const(4096)

RULED = const(6)  # the number of kinds that are the engine's
_OTHER = const(15)
_NEXT = const(0x10)
_LATER = const(0x20)
_PLACED = const(0x40)
_SAME = const(0x80)

_LIST = const(0x80)  # and the length, up to 31
TEXT = const(0xA0)
NONE = const(0xC0)
_FALSE = const(0xC1)
_TRUE = const(0xC2)
_NUMBER = const(0xC3)  # less 128
_NEGATIVE = const(0xC4)  # -1 less the number
_LONG_LIST = const(0xC5)
_LONG_TEXT = const(0xC6)
_BYTES = const(0xC7)  # text that is base64url of so many bytes
HANDLE = const(0xC8)  # the next handle

_SHORT = const(16)  # text of fewer characters is not tried as base64url


# -- Packing ---------------------------------------------------------------------------------------


class Packer:
    """Packs records [g, boot, n, us, kind, ...] from position `at` on into `data`, of ROOM bytes.

    `size` bytes of it are used, by `count` records.
    """

    def __init__(self, at: int, data: bytearray) -> None:
        self.at = at
        self._boot = 0
        self._n = 0
        self._us = 0
        self._stage = 0
        self._index = 0
        self._digest = 0
        self._handle = _FIRST_HANDLE
        self.data = data
        self.size = 0
        self.count = 0

    def add(self, record: "list[Any]") -> None:
        """Add a record. Raises ValueError if it cannot be packed; then the block is spoiled."""
        if record[0] != self.at:
            raise ValueError("out of order")
        try:
            self._add(record)
        except IndexError:
            raise ValueError("too long")
        self.at += 1
        self.count += 1

    def _add(self, record: "list[Any]") -> None:
        kind: str = record[4]
        fields = record[5:]
        code = KINDS.index(kind) if kind in KINDS else _OTHER
        ruled = code < RULED
        if ruled and not _is_ruled(fields):
            code, ruled = _OTHER, False
        flags = code
        us: int = record[3]
        stage: int = fields[0] if ruled else 0
        index: int = fields[1] if ruled else 0
        digest: int = fields[3] if ruled else 0
        steps = us - self._us
        if record[1] == self._boot and record[2] == self._n:
            flags |= _NEXT
        if steps >= 0 and steps % _GRAIN == 0:
            flags |= _LATER
        if ruled and stage == self._stage and index == self._index:
            flags |= _PLACED
        if ruled and digest == self._digest:
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
            self._put(us)
        self._boot, self._n, self._us = record[1], record[2] + 1, us
        if ruled:
            if not flags & _PLACED:
                self._put(stage)
                self._put(index)
            self._put(fields[2])
            if not flags & _SAME:
                for shift in (0, 8, 16, 24):
                    self._byte(digest >> shift & 255)
            self._stage, self._index = after(kind, stage, index)
            self._digest = digest
            fields = fields[4:]
        self._number(len(fields))
        for field in fields:
            self._put(field)

    def _byte(self, value: int) -> None:
        self.data[self.size] = value
        self.size += 1

    def _number(self, value: int) -> None:
        if value < 0:
            raise ValueError("negative")
        while value > 127:
            self._byte(value & 127 | 128)
            value >>= 7
        self._byte(value)

    def _put(self, value: object) -> None:
        if value is None:
            self._byte(NONE)
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

    def _int(self, value: int) -> None:
        if 0 <= value < 128:
            self._byte(value)
        elif value < 0:
            self._byte(_NEGATIVE)
            self._number(-1 - value)
        elif value == self._handle:
            self._byte(HANDLE)
            self._handle += 1
        else:
            self._byte(_NUMBER)
            self._number(value - 128)

    def _text(self, value: str) -> None:
        raw = _raw(value)
        if raw is not None:
            self._byte(_BYTES)
        else:
            raw = value.encode()
            if len(raw) < 32:
                self._byte(TEXT + len(raw))
                self._bytes(raw)
                return
            self._byte(_LONG_TEXT)
        self._number(len(raw))
        self._bytes(raw)

    def _bytes(self, raw: bytes) -> None:
        for byte in raw:
            self._byte(byte)


def _is_ruled(fields: "list[Any]") -> bool:
    """True if stage, index, value and digest have the engine's form."""
    if len(fields) < 4:
        return False
    for at in (0, 1, 3):
        if type(fields[at]) is not int or fields[at] < 0:
            return False
    digest: int = fields[3]
    return digest >> 32 == 0


def _raw(text: str) -> bytes | None:
    """Return the bytes of which this is the one base64url text, None if it is none."""
    if len(text) < _SHORT:
        return None
    try:
        raw = bytes_of(text)
    except ValueError:
        return None
    return raw if text_of(raw) == text else None


# -- Unpacking -------------------------------------------------------------------------------------


class Unpacker:
    """The records of a block, `data`, whose first one has position `at`."""

    def __init__(self, at: int, data: bytes | bytearray | memoryview) -> None:
        self.at = at
        self._boot = 0
        self._n = 0
        self._us = 0
        self._stage = 0
        self._index = 0
        self._digest = 0
        self._handle = _FIRST_HANDLE
        self._data = data
        self._here = 0

    def record(self) -> "list[Any] | None":
        """Return the next record; None after the last.

        Raises ValueError or IndexError if this is no block.
        """
        if self._here >= len(self._data):
            return None
        flags = self._byte()
        code = flags & 15
        kind: str = self._value() if code == _OTHER else KINDS[code]
        if not flags & _NEXT:
            self._boot = self._number()
            self._n = self._number()
        self._us = self._us + self._number() * _GRAIN if flags & _LATER else self._value()
        record: "list[Any]" = [self.at, self._boot, self._n, self._us, kind]
        if code < RULED:
            stage: int = self._stage if flags & _PLACED else self._value()
            index: int = self._index if flags & _PLACED else self._value()
            value: object = self._value()
            digest = self._digest
            if not flags & _SAME:
                digest = 0
                for shift in (0, 8, 16, 24):
                    digest |= self._byte() << shift
            record += [stage, index, value, digest]
            self._stage, self._index = after(kind, stage, index)
            self._digest = digest
        for _ in range(self._number()):
            record.append(self._value())
        self.at += 1
        self._n += 1
        return record

    def _byte(self) -> int:
        self._here += 1
        return self._data[self._here - 1]

    def _number(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def _value(self) -> "Any":
        code = self._byte()
        if code < _LIST:
            return code
        if code < TEXT:
            return [self._value() for _ in range(code - _LIST)]
        if code < NONE:
            return self._bytes(code - TEXT).decode()
        if code < _NUMBER:
            return (None, False, True)[code - NONE]
        if code == HANDLE:
            self._handle += 1
            return self._handle - 1
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

    def _bytes(self, count: int) -> bytes:
        self._here += count
        if self._here > len(self._data):
            raise IndexError("the block is too short")
        return bytes(self._data[self._here - count : self._here])
