"""Reads the records of a block again, see `packed`."""

from .packed import (
    BYTES,
    FIRST_HANDLE,
    GRAIN,
    HANDLE,
    LATER,
    LIST,
    LONG_LIST,
    LONG_TEXT,
    NEGATIVE,
    NEXT,
    NONE,
    NUMBER,
    OTHER,
    PLACED,
    RULED,
    SAME,
    TEXT,
)
from .records import KINDS, after, text_of


class Unpacker:
    """The records of a block, `data`, whose first one has position `at`."""

    def __init__(self, at, data):
        self.at = at
        self._boot = 0
        self._n = 0
        self._us = 0
        self._stage = 0
        self._index = 0
        self._digest = 0
        self._handle = FIRST_HANDLE
        self._data = data
        self._here = 0

    def record(self):
        """The next one; None after the last. ValueError, IndexError: this is no block."""
        if self._here >= len(self._data):
            return None
        flags = self._byte()
        code = flags & 15
        kind = self._value() if code == OTHER else KINDS[code]
        if not flags & NEXT:
            self._boot = self._number()
            self._n = self._number()
        self._us = self._us + self._number() * GRAIN if flags & LATER else self._value()
        record = [self.at, self._boot, self._n, self._us, kind]
        if code < RULED:
            stage = self._stage if flags & PLACED else self._value()
            index = self._index if flags & PLACED else self._value()
            value = self._value()
            digest = self._digest
            if not flags & SAME:
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

    def _byte(self):
        self._here += 1
        return self._data[self._here - 1]

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
        if code < LIST:
            return code
        if code < TEXT:
            return [self._value() for _ in range(code - LIST)]
        if code < NONE:
            return self._bytes(code - TEXT).decode()
        if code < NUMBER:
            return (None, False, True)[code - NONE]
        if code == HANDLE:
            self._handle += 1
            return self._handle - 1
        number = self._number()
        if code == NUMBER:
            return number + 128
        if code == NEGATIVE:
            return -1 - number
        if code == LONG_LIST:
            return [self._value() for _ in range(number)]
        if code == LONG_TEXT:
            return self._bytes(number).decode()
        if code == BYTES:
            return text_of(self._bytes(number))
        raise ValueError("no code of a value")

    def _bytes(self, count):
        self._here += count
        if self._here > len(self._data):
            raise IndexError("the block is too short")
        return bytes(self._data[self._here - count : self._here])
