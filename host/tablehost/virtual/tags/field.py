"""The field of a reader: the tags in it, their power, and the neighbouring fields it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, SupportsIndex

from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.tag import OFF, Tag


class Chip(Protocol):
    """The interface that a field needs of its reader."""

    def settle(self) -> None:
        """Process all events that are due by now."""

    def cut(self) -> None:
        """Break off a tag's answer."""

    def sends(self, start: int, end: int) -> bool:
        """Return True if it sent between these times."""

    def join(self, peers: Sequence[Chip]) -> None:
        """Share the air with these chips, itself among them."""


class _Lying(list[Tag]):
    """The tags in a field: a list that lets the chip settle before it changes, and powers tags."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self._field = field

    def append(self, tag: Tag) -> None:
        self._field.settle()
        super().append(tag)
        self._field.power()

    def extend(self, tags: Iterable[Tag]) -> None:
        for tag in tags:
            self.append(tag)

    def insert(self, index: SupportsIndex, tag: Tag) -> None:
        self._field.settle()
        super().insert(index, tag)
        self._field.power()

    def remove(self, tag: Tag) -> None:
        self._field.settle()
        super().remove(tag)
        self._field.lifted(tag)

    def pop(self, index: SupportsIndex = -1) -> Tag:
        self._field.settle()
        tag = super().pop(index)
        self._field.lifted(tag)
        return tag

    def clear(self) -> None:
        while self:
            self.pop()


class Field:
    """The field of one antenna. Edit `tags` with list methods: append to lay, remove to lift.

    `weak` is the chance that a tag loses power while it answers (its answer breaks off). `stacked`: its tags
    are exactly on each other; then two or more detune each other so much that the reader detects none.
    `capture`: of answers at once the reader hears those alone to which no other one is so many times as
    strong (`Tag.strength`); 0: all of them, which collide.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.tags = _Lying(self)
        self.on = False
        self.weak = 0.0
        self.stacked = False
        self.capture = 0.0
        self.chip: Chip | None = None
        self.reach: list[tuple[Field, float]] = []  # the fields whose tags this antenna reaches, too
        self._reached_by: list[tuple[Field, float]] = []
        self._coupled = [self]  # all fields that share the air with this one

    def couple(self, other: Field, strength: float) -> None:
        """Have this antenna reach the tags on `other`, and disturb that one's reader.

        `strength` is the chance, frame by frame, that it does; 1 is as if they were here. A tag's answer is
        heard by the reader that asked, and a reader sending meanwhile damages it.
        """
        for field in (self, other):
            if field.chip is None:
                raise ValueError("only fields of chips can be coupled")
        self.settle()
        other.settle()
        self.reach.append((other, strength))
        other._reached_by.append((self, strength))
        coupled = self._coupled + [field for field in other._coupled if field not in self._coupled]
        peers = [field.chip for field in coupled if field.chip is not None]
        for field in coupled:
            field._coupled = coupled
        for chip in peers:
            chip.join(peers)
        other.power()

    def settle(self) -> None:
        """Process all events that are due by now."""
        if self.chip is not None:
            self.chip.settle()

    def switch(self, on: bool) -> None:
        """Switch the antenna on or off."""
        if on == self.on:
            return
        self.on = on
        self.power()
        for other, _ in self.reach:
            other.power()

    def power(self) -> None:
        """Give every tag the power that it has now."""
        on = self.on or any(field.on for field, _ in self._reached_by)
        if self.stacked and len(self.tags) > 1:
            on = False
        for tag in self.tags:
            if on and tag.state == OFF:
                tag.power_on(self._clock.ns)
            elif not on:
                tag.power_off()

    def heard(self, answers: list[tuple[Tag, tuple[int, int]]]) -> list[tuple[int, int]]:
        """Return those of simultaneous answers, each with its tag, that the reader hears."""
        if not self.capture:
            return [answer for _, answer in answers]
        levels = [self._level(tag) for tag, _ in answers]
        return [answer for level, (_, answer) in zip(levels, answers) if self.capture * level > max(levels)]

    def _level(self, tag: Tag) -> float:
        """Return the strength of its answers here; those of a tag elsewhere are scaled by the coupling."""
        if tag in self.tags:
            return tag.strength
        return tag.strength * max(strength for field, strength in self.reach if tag in field.tags)

    def lifted(self, tag: Tag) -> None:
        """Note that a tag has gone; if it was answering, the answer breaks off."""
        tag.power_off()
        if self.chip is not None:
            self.chip.cut()
        self.power()

    def disturbers(self) -> list[tuple[Chip, float]]:
        """Return the other readers whose transmissions a tag here may receive, and how well."""
        return [(field.chip, strength) for field, strength in self._reached_by if field.chip is not None]
