"""The one clock of a virtual table."""

from __future__ import annotations


class Clock:
    """Virtual time. `ns` is public so that models can move it cheaply."""

    __slots__ = ("ns",)

    def __init__(self) -> None:
        self.ns = 0

    @property
    def us(self) -> int:
        """Return the microseconds since power-on, not wrapped."""
        return self.ns // 1000

    def advance(self, us: int) -> None:
        """Let time pass."""
        self.ns += us * 1000
