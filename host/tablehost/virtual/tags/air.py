"""The air between an antenna and tags, for chip models without bits on the air: 14443 type A, and 15693.

`virtual/chips/mfrc522.py` has an air of its own, bit by bit, because its registers show it; a PN532 or a
PN5180 shows only an answer, a collision or neither. Air that several chips share (`Field.couple`) is modelled
there only.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.icode import IcodeTag
from tablehost.virtual.tags.tag import Tag, crc16, merge_answers


def carrier_ns(periods: int) -> int:
    """Return the nanoseconds of this many periods of the 13.56 MHz carrier."""
    return periods * 100_000 // 1356


def bits_ns(bits: int) -> int:
    """Return the nanoseconds of this many bits at 106 kbit/s."""
    return bits * 12_800_000 // 1356


# ISO/IEC 15693-2 and -3: from reader to tag 1 of 4, back one subcarrier, both 26 kbit/s.
_VCD_SOF_NS, _VCD_BYTE_NS, _VCD_EOF_NS = 75_520, 302_080, 37_760
_T1_NS = 320_900
_VICC_SOF_NS, _VICC_BIT_NS = 151_040, 37_760


class Answer(NamedTuple):
    """A received answer. `value`: the bits, sent lowest bit first, `bits` long; between `start` and `end`, in
    ns.

    `collision`: the first bit in which answers differ, or -1. `spoiled`: parity or framing was wrong.
    """

    value: int
    bits: int
    start: int
    end: int
    collision: int = -1
    spoiled: bool = False

    @property
    def data(self) -> bytes:
        return self.value.to_bytes((self.bits + 7) // 8, "little")


class Air:
    """The air in which the tags in a field hear frames and answer. Faults: `frame_error_rate`, and
    `Field.weak`.
    """

    def __init__(self, field: Field, seed: object) -> None:
        self.field = field
        self.frame_error_rate = 0.0
        self.spoiled = 0  # frames, by that
        self.rng = random.Random(f"air {seed}")

    def draw_frame_error(self) -> bool:
        """Return True if this frame is spoiled."""
        unlucky = self.frame_error_rate > 0.0 and self.rng.random() < self.frame_error_rate
        self.spoiled += unlucky
        return unlucky

    def ask(self, data: bytes, bits: int, start: int) -> tuple[int, Answer | None]:
        """Send so many bits from `start` on: when the last has left, and the merged answer or None."""
        end = start + bits_ns(1 + bits + bits // 8)
        garbled = self.draw_frame_error()
        broken = False
        late = 0
        answers: list[tuple[Tag, tuple[int, int]]] = []
        for tag in self.field.tags:
            if tag.hears_from > start:
                continue
            if garbled:
                tag.disturb()
                continue
            answer = tag.hear(data, bits)
            if answer is None:
                continue
            if self.drops_out(tag, end):
                sent = self.rng.randrange(1, answer[1])
                answer = (answer[0] & (1 << sent) - 1, sent)
                broken = True
            if tag.works_us:
                late = max(late, tag.works_us * 1000)
                tag.hears_from = end + late
            answers.append((tag, answer))
        if not answers:
            return end, None
        value, length, collision = merge_answers(self.field.heard(answers))
        spoiled = self.draw_frame_error() or broken
        begins = end + late + carrier_ns(1236)
        done = begins + bits_ns(1 + length + (length + 7) // 8)
        return end, Answer(value, length, begins, done, collision, spoiled)

    def ask_vicinity(self, data: bytes | None, start: int) -> tuple[int, Answer | None]:
        """Return the same for ISO/IEC 15693, 26 kbit/s both ways; no data: an EOF alone, for the next
        slot.
        """
        end = start + _VCD_EOF_NS + (0 if data is None else _VCD_SOF_NS + _VCD_BYTE_NS * len(data))
        garbled = self.draw_frame_error()
        answers: list[tuple[Tag, tuple[int, int]]] = []
        broken = False
        for tag in self.field.tags:
            if tag.hears_from > start:
                continue
            if garbled or not isinstance(tag, IcodeTag):
                tag.disturb()
                continue
            answer = tag.next_slot() if data is None else tag.request(data)
            if answer is not None:
                broken = self.drops_out(tag, end) or broken
                answers.append((tag, (int.from_bytes(answer, "little"), 8 * len(answer))))
        if not answers:
            return end, None
        value, bits, collision = merge_answers(self.field.heard(answers))
        begins = end + _T1_NS
        done = begins + 2 * _VICC_SOF_NS + bits * _VICC_BIT_NS
        spoiled = self.draw_frame_error() or broken
        return end, Answer(value, bits, begins, done, collision, spoiled)

    def drops_out(self, tag: Tag, when: int) -> bool:
        """Return True if a weak field interrupts this tag while it answers; then it starts from power-on."""
        if not self.field.weak or self.rng.random() >= self.field.weak:
            return False
        tag.power_on(when)
        return True


def with_crc(data: bytes) -> bytes:
    """Return a frame with its CRC_A."""
    return data + crc16(data).to_bytes(2, "little")
