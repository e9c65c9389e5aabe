"""Tags: the ISO/IEC 14443-3 type A side, with an NTAG213's memory where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.virtual.tags.ntag import NAK_FRAME, Ntag213

NEVER = 1 << 62


def crc16(data: bytes | bytearray, preset: int = 0x6363) -> int:
    """Return the CRC of polynomial x^16+x^12+x^5+1, reflected: CRC_A with the default preset."""
    crc = preset
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc


def _with_crc(data: bytes) -> tuple[int, int]:
    """Return an answer: `data` and its CRC_A as an integer sent lowest bit first, and its length in bits."""
    whole = data + crc16(data).to_bytes(2, "little")
    return int.from_bytes(whole, "little"), 8 * len(whole)


def merge_answers(answers: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the bits that a reader receives when tags answer at once, with (value sent lowest bit first,
    bits) each: the same for all of them, and the first bit in which two differ, -1 if none does (ISO/IEC
    14443-3, 6.2).
    """
    value, length = answers[0]
    differing = 0
    for other, bits in answers[1:]:
        differing |= value ^ other
        value |= other
        if bits != length:
            differing |= 1 << min(length, bits)  # one continues where the other has stopped
            length = max(length, bits)
    return value, length, (differing & -differing).bit_length() - 1


# PICC states (ISO/IEC 14443-3, 6.3).
OFF, IDLE, READY, ACTIVE, HALT = range(5)


class Tag:
    """A tag. `uid` has 4, 7 or 10 bytes; `atqa` defaults to the value for the length.

    7-byte tags of SAK 0 have an NTAG213's memory in `ntag`; others answer no command but HLTA. `startup_us`:
    power to first command heard.
    """

    def __init__(self, uid: bytes, sak: int = 0x00, atqa: int | None = None, startup_us: int = 1000) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a uid has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = bytes(uid)
        self.sak = sak & ~0x04
        self.atqa = {4: 0x0004, 7: 0x0044, 10: 0x0084}[len(uid)] if atqa is None else atqa
        self.startup_us = startup_us
        self.ntag = Ntag213(self.uid) if len(uid) == 7 and not sak else None
        self.state = OFF
        self.starred = False  # woken from HALT: falls back to HALT, not IDLE
        self.hears_from = NEVER
        self.strength = 1.0  # of its answers at the antenna, see `Field.capture`
        self.weak = 0.0  # the chance that it loses power while it answers, in any field
        self.works_us = 0  # before the answer just given goes out, beyond the frame delay
        self.answers_until = 0  # ns; in more than one field, it hears no other reader meanwhile
        self._level = 0
        self._levels: list[bytes] = []
        rest = self.uid
        while len(rest) > 4:
            self._levels.append(b"\x88" + rest[:3])
            rest = rest[3:]
        self._levels.append(rest)
        self._levels = [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in self._levels]
        self._selects = [b"\x70" + part for part in self._levels]
        for level, frame in enumerate(self._selects):
            frame = bytes([0x93 + 2 * level]) + frame
            self._selects[level] = frame + crc16(frame).to_bytes(2, "little")
        self._saks = [_with_crc(bytes([self.sak | 0x04]))] * (len(self._levels) - 1)
        self._saks.append(_with_crc(bytes([self.sak])))

    def __repr__(self) -> str:
        return f"Tag({self.uid.hex()})"

    def power_on(self, now_ns: int) -> None:
        """Switch the power on."""
        self.state = IDLE
        self.starred = False
        self.hears_from = now_ns + self.startup_us * 1000
        if self.ntag is not None:
            self.ntag.power_on()

    def power_off(self) -> None:
        """Switch the power off: all state is lost."""
        self.state = OFF
        self.hears_from = NEVER

    def disturb(self) -> None:
        """Hear a frame that makes no sense: fall back, silently."""
        if self.state in (READY, ACTIVE):
            self._sleep(HALT if self.starred else IDLE)

    def _sleep(self, state: int) -> None:
        self.state = state
        if self.ntag is not None:
            self.ntag.leave()

    def hear(self, data: bytes, bits: int) -> tuple[int, int] | None:
        """Take a command of `bits` bits; return the answer: (value sent lowest bit first, bits), or None."""
        state = self.state
        if bits == 7:
            return self._hear_wake(data[0] & 0x7F)
        if state == READY:
            return self._hear_select(data, bits)
        if state == ACTIVE:
            return self._hear_command(data, bits)
        return None

    def _hear_wake(self, command: int) -> tuple[int, int] | None:
        if self.state in (IDLE, HALT):
            if command == 0x52 or (command == 0x26 and self.state == IDLE):
                self.starred = self.state == HALT
                self.state = READY
                self._level = 0
                self.works_us = 0
                return self.atqa, 16
        else:
            self.disturb()
        return None

    def _hear_select(self, data: bytes, bits: int) -> tuple[int, int] | None:
        part = self._levels[self._level]
        if len(data) < 2 or data[0] != 0x93 + 2 * self._level:
            self.disturb()
            return None
        nvb = data[1]
        if nvb == 0x70:
            if bits != 72 or data != self._selects[self._level]:
                self.disturb()
                return None
            answer = self._saks[self._level]
            if self._level + 1 < len(self._levels):
                self._level += 1
            else:
                self.state = ACTIVE
            return answer
        known = (nvb >> 4) * 8 + (nvb & 0x0F) - 16
        if not 0 <= known < 40 or nvb & 0x08 or bits != known + 16:
            self.disturb()
            return None
        mine = int.from_bytes(part, "little")
        if (int.from_bytes(data[2:], "little") ^ mine) & ((1 << known) - 1):
            return None  # another tag is meant: stay READY
        return mine >> known, 40 - known

    def _hear_command(self, data: bytes, bits: int) -> tuple[int, int] | None:
        if bits % 8 or len(data) < 3:
            self.disturb()
            return None
        if crc16(data):
            self.disturb()
            return None if self.ntag is None else NAK_FRAME
        if data[:-2] == b"\x50\x00":
            self._sleep(HALT)
            return None
        if self.ntag is None:
            self.disturb()
            return None
        answer, self.works_us = self.ntag.command(data[:-2])
        if isinstance(answer, bytes):
            return _with_crc(answer)
        if answer is None or answer[0] != 0xA:
            self.disturb()  # after a NAK the tag has to be woken and selected again
        return (0x0, 4) if answer is None else answer
