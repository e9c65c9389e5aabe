"""The meeting with a table before and after its program is exchanged: its id, its records, its program."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablehost.errors import VERSION_SKEW, Trouble
from tablehost.journal.store import Gap, Journal
from tablehost.link import port
from tablehost.link.conversation import Conversation, Ledger
from tablehost.link.events import Came, Heartbeat, Info

HELLO_S = 4.0  # a table that runs answers within so long, also one that is just starting


class MetTable(NamedTuple):
    """A table that was met. `info`: the data of its hello, see `HostEnd`; `playing`: whether a match is under
    way; `here`: the last of its records that this computer has.
    """

    info: Info
    playing: bool
    here: int

    @property
    def uid(self) -> str:
        return str(self.info["uid"])

    @property
    def last(self) -> int:
        """Return the last of its records."""
        return int(self.info["hi"])


class ReadOnlyJournal:
    """A journal that is read and never written, in place of one: nothing is acknowledged."""

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self.path = None

    def get_meta(self, key: str) -> str | None:
        return "looking" if key == "host" else None

    def set_meta(self, key: str, value: str) -> None:
        """Remember no values."""

    def tables(self) -> list[str]:
        return []

    def remember_table(self, uid: str, firmware: str, boot: int, virtual: bool) -> None:
        """Remember no tables."""

    def last_g(self, uid: str) -> int:
        return -1 if self._journal is None else self._journal.last_g(uid)

    def stored(self, uid: str, g: int) -> bytes | None:
        return None if self._journal is None else self._journal.stored(uid, g)

    def append(self, uid: str, news: Sequence[bytes | Gap]) -> int:
        return self.last_g(uid)

    def remember_fork(self, uid: str, g: int, theirs: bytes | None) -> None:
        """Remember no forks."""

    def add_console(self, uid: str, lines: Iterable[str]) -> None:
        """Remember no console text."""


def meet(journal: Ledger, line: port.Line, take: bool) -> MetTable | None:
    """Greet the table, and `take` over its records; None if nothing answers as a table does, or in another
    version of the protocol. Raises Trouble if the line is lost, or its records are not those here.
    """
    session = Conversation(journal, line, False)
    state = None
    end = time.monotonic() + HELLO_S
    while time.monotonic() < end:
        try:
            events = session.turn(0.1)
        except Trouble as trouble:
            if trouble.exit == VERSION_SKEW:
                return None
            raise
        states = [event.state for event in events if isinstance(event, Heartbeat)]
        state = states[-1] if states else state
        if session.info and state is not None:
            here = journal.last_g(session.uid)
            if not take or here >= int(session.info["hi"]):
                session.finish()
                return MetTable(session.info, state == "playing", here)
            if any(isinstance(event, Came | Gap) for event in events):
                end = max(end, time.monotonic() + HELLO_S)
    if not session.info:
        return None
    return MetTable(session.info, state == "playing", journal.last_g(session.uid))
