"""The interface of a player who thinks ahead."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from cardtable.engine.referee import Referee
from tablehost.people.room import Room


@runtime_checkable
class Thinker(Protocol):
    """A mind that plays on, with the same rules and people."""

    def join(self, seat: int, room: Room, judge: Callable[[], Referee]) -> None:
        """Take this seat among the people around a table; `judge` gives its referee."""
        ...
