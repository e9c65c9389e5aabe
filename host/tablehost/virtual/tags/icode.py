"""Tags of ISO/IEC 15693 (vicinity cards), such as ICODE SLIX: inventories and memory blocks.

Not modelled: AFI, SELECT, EAS, passwords, the FAST and INVENTORY READ commands of SLIX.
"""

from __future__ import annotations

from tablehost.virtual.tags.tag import HALT, IDLE, NEVER, OFF, Tag, crc16

BLOCKS = 28
QUIET = HALT  # answers no inventory (ISO/IEC 15693-3, 8.2)


def vicinity_crc(data: bytes) -> bytes:
    """Return the CRC of ISO/IEC 15693-3 annex C, as it is sent."""
    return (crc16(data, 0xFFFF) ^ 0xFFFF).to_bytes(2, "little")


class IcodeTag(Tag):
    """A tag. `uid` has 8 bytes, E0 first, as in print; on the air the order is reversed.

    It ignores frames of type A: `hear` returns no answer.
    """

    def __init__(self, uid: bytes, startup_us: int = 300) -> None:
        if len(uid) != 8 or uid[0] != 0xE0:
            raise ValueError("a uid of ISO 15693 has 8 bytes and begins with E0")
        self.uid = bytes(uid)
        self.startup_us = startup_us
        self.state = OFF
        self.starred = False
        self.hears_from = NEVER
        self.works_us = 0
        self.answers_until = 0
        self.ntag = None
        self.blocks = bytearray(4 * BLOCKS)
        self._sent = self.uid[::-1]
        self._slots = -1  # until its own, during an inventory

    def power_off(self) -> None:
        """Switch the power off: all state is lost."""
        super().power_off()
        self._slots = -1

    def disturb(self) -> None:
        """Hear a frame that makes no sense."""
        self._slots = -1

    def hear(self, data: bytes, bits: int) -> tuple[int, int] | None:
        """Ignore a frame of type A: this tag does not receive it."""
        return None

    def request(self, frame: bytes) -> bytes | None:
        """Carry out a request with its CRC; return the answer with its CRC, or None."""
        self._slots = -1
        if len(frame) < 4 or vicinity_crc(frame[:-2]) != frame[-2:]:
            return None
        flags, command, data = frame[0], frame[1], frame[2:-2]
        answer = self._inventory(flags, data) if flags & 0x04 else self._command(flags, command, data)
        return None if answer is None else answer + vicinity_crc(answer)

    def next_slot(self) -> bytes | None:
        """Return an EOF alone: the next slot of an inventory begins."""
        if self._slots < 0:
            return None
        self._slots -= 1
        return self._name() if self._slots == 0 else None

    def _name(self) -> bytes:
        self._slots = -1
        answer = b"\x00\x00" + self._sent  # flags, DSFID
        return answer + vicinity_crc(answer)

    def _inventory(self, flags: int, data: bytes) -> bytes | None:
        if self.state == QUIET or not data:
            return None
        bits = data[0]
        number = int.from_bytes(self._sent, "little")
        if bits > 64 or (int.from_bytes(data[1 : 1 + (bits + 7) // 8], "little") ^ number) & (1 << bits) - 1:
            return None
        self._slots = 0 if flags & 0x20 else number >> bits & 0x0F
        return self._name()[:-2] if self._slots == 0 else None

    def _command(self, flags: int, command: int, data: bytes) -> bytes | None:
        if flags & 0x20:
            if data[:8] != self._sent:
                return None
            data = data[8:]
        elif self.state == QUIET:
            return None
        if command == 0x02 and flags & 0x20:
            self.state = QUIET
            return None
        if command == 0x26:
            self.state = IDLE
            return b"\x00"
        if command == 0x20 and data and data[0] < BLOCKS:
            return b"\x00" + self.blocks[4 * data[0] : 4 * data[0] + 4]
        return None if not flags & 0x20 else b"\x01\x0f"
