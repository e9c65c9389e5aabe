"""The memory of an NTAG213: pages, locks, password, counter (NTAG213/215/216 data sheet, sections 8 and 10).

Not modelled: COMPATIBILITY_WRITE, ASCII mirrors, a write interrupted by a power cut.
"""

from __future__ import annotations

PAGES = 45
_VERSION = bytes.fromhex("0004040201000F03")
_DELIVERED = bytes.fromhex("000000BD 040000FF 00050000 FFFFFFFF 00000000".replace(" ", ""))
_STATIC_LOCK, _CAPABILITY, _DYNAMIC_LOCK, _CFG0, _CFG1, _PASSWORD, _PACK = 2, 3, 0x28, 0x29, 0x2A, 0x2B, 0x2C
_USER = range(4, _DYNAMIC_LOCK)

ACK = (0xA, 4)
NAK_ARGUMENT, NAK_FRAME, NAK_COUNTER = (0x0, 4), (0x1, 4), (0x4, 4)
WRITE_US = 4100


class Ntag213:
    """The memory of a tag. `pages`: all 180 bytes. A command's answer is bytes (sent with CRC_A) or a 4-bit
    (value, bits).

    `signature`: the 32 bytes of READ_SIG, zero here as only NXP can make one.
    """

    def __init__(self, uid: bytes) -> None:
        head = uid[:3] + bytes([0x88 ^ uid[0] ^ uid[1] ^ uid[2]])
        head += uid[3:] + bytes([uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0, 0])
        head += bytes.fromhex("E1101200")
        self.pages = bytearray(head + bytes(4 * len(_USER)) + _DELIVERED)
        self.signature = bytes(32)
        self.reads = 0  # the NFC counter
        self._counted = False  # since power-on
        self._failures = 0  # wrong passwords in a row; kept without power
        self._known = False  # the password was given

    def power_on(self) -> None:
        """Switch the power on."""
        self._counted = False
        self._known = False

    def leave(self) -> None:
        """Note that the tag is no longer selected."""
        self._known = False

    def command(self, data: bytes) -> tuple[bytes | tuple[int, int] | None, int]:
        """Carry out a command whose CRC was good. Return its answer, or None if it is no command of this tag,
        and how many microseconds the tag works before it answers.
        """
        code, length = data[0], len(data)
        if code == 0x30 and length == 2:
            return self._read(data[1]), 0
        if code == 0x3A and length == 3:
            return self._fast_read(data[1], data[2]), 0
        if code == 0xA2 and length == 6:
            good = self._write(data[1], data[2:])
            return (ACK, WRITE_US) if good else (NAK_ARGUMENT, 0)
        if code == 0x1B and length == 5:
            return self._authenticate(data[1:]), 0
        if data == b"\x60":
            return _VERSION, 0
        if data == b"\x3c\x00":
            return self.signature, 0
        if data == b"\x39\x02":
            return self._counter(), 0
        return None, 0

    def _byte(self, page: int, index: int) -> int:
        return self.pages[4 * page + index]

    def _access(self, bit: int) -> bool:
        return bool(self._byte(_CFG1, 0) & bit)

    def _barred(self, page: int) -> bool:
        return page >= self._byte(_CFG0, 3) and not self._known

    def _last_readable(self) -> int:
        """Return the last page that may be read now; reading wraps behind it."""
        first_barred = self._byte(_CFG0, 3)
        if self._access(0x80) and not self._known and first_barred < PAGES:
            return first_barred - 1
        return PAGES - 1

    def _shown(self) -> bytes:
        """Return all pages as they read: password and PACK never do."""
        return bytes(self.pages[: 4 * _PASSWORD]) + bytes(8)

    def _count(self) -> None:
        if self._access(0x10) and not self._counted and self.reads < 0xFFFFFF:
            self.reads += 1
        self._counted = True

    def _read(self, page: int) -> bytes | tuple[int, int]:
        last = self._last_readable()
        if page > last:
            return NAK_ARGUMENT
        self._count()
        shown = self._shown()[: 4 * last + 4]
        return (shown + shown * 4)[4 * page : 4 * page + 16]

    def _fast_read(self, start: int, end: int) -> bytes | tuple[int, int]:
        if not start <= end <= self._last_readable():
            return NAK_ARGUMENT
        self._count()
        return self._shown()[4 * start : 4 * end + 4]

    def _authenticate(self, password: bytes) -> bytes | tuple[int, int]:
        limit = self._byte(_CFG1, 0) & 0x07
        if limit and self._failures >= limit:
            return NAK_COUNTER
        if password != self.pages[4 * _PASSWORD : 4 * _PACK]:
            self._failures += 1
            self._known = False
            return NAK_ARGUMENT
        self._failures = 0
        self._known = True
        return bytes(self.pages[4 * _PACK : 4 * _PACK + 2])

    def _counter(self) -> bytes | tuple[int, int]:
        if not self._access(0x10) or (self._access(0x08) and not self._known):
            return NAK_ARGUMENT
        return self.reads.to_bytes(3, "little")

    def _write(self, page: int, data: bytes) -> bool:
        if page < _STATIC_LOCK or page >= PAGES or self._barred(page) or self._locked(page):
            return False
        at = 4 * page
        if page == _STATIC_LOCK:
            self._lock_static(data[2], data[3])
        elif page == _CAPABILITY:
            for i in range(4):
                self.pages[at + i] |= data[i]  # one-time programmable
        elif page == _DYNAMIC_LOCK:
            self._lock_dynamic(data)
        else:
            self.pages[at : at + 4] = data
        return True

    def _locked(self, page: int) -> bool:
        low, high = self._byte(_STATIC_LOCK, 2), self._byte(_STATIC_LOCK, 3)
        if page == _CAPABILITY:
            return bool(low & 0x08)
        if 4 <= page <= 7:
            return bool(low >> page & 1)
        if 8 <= page <= 15:
            return bool(high >> page - 8 & 1)
        if page in _USER:
            pair = (page - 16) // 2
            return bool(self._byte(_DYNAMIC_LOCK, pair // 8) >> pair % 8 & 1)
        return page in (_CFG0, _CFG1) and self._access(0x40)

    def _lock_static(self, low: int, high: int) -> None:
        """Lock bits are only ever set; block-locking bits (low 2:0) freeze those of their pages."""
        frozen = self._byte(_STATIC_LOCK, 2)
        if frozen & 0x01:
            low &= ~0x08
        if frozen & 0x02:
            low &= ~0xF0
            high &= ~0x03
        if frozen & 0x04:
            high &= ~0xFC
        self.pages[4 * _STATIC_LOCK + 2] |= low
        self.pages[4 * _STATIC_LOCK + 3] |= high

    def _lock_dynamic(self, data: bytes) -> None:
        """Set a lock bit for two pages each; a block-locking bit for two lock bits each."""
        at = 4 * _DYNAMIC_LOCK
        locks = data[0] | (data[1] & 0x0F) << 8
        for block in range(6):
            if self.pages[at + 2] >> block & 1:
                locks &= ~(3 << 2 * block)
        self.pages[at] |= locks & 0xFF
        self.pages[at + 1] |= locks >> 8
        self.pages[at + 2] |= data[2] & 0x3F
