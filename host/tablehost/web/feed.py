"""A value that changes, as server-sent events: first the whole, then each change as it comes.

The value is set in one thread and listened to in the loop of the server. A page that is too slow for the
changes that are kept gets the whole again: it never misses one nor has one twice, and no queue grows.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
import zlib
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence

from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.events import Event, Story
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER
from tablehost.match.snapshot import Snapshot
from tablehost.types import Document, Line

BEAT_S = 1.0  # the longest silence of a stream
KEPT = 256  # changes; a page that is further behind begins again with the whole


def encode(kind: str, data: Document, number: int | None = None) -> bytes:
    """Return a server-sent event; `number`: of a durable record, the only kind of event with an id."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))  # escapes every end of a line
    head = f"event: {kind}\n" if number is None else f"id: {number}\nevent: {kind}\n"
    return f"{head}data: {body}\n\n".encode("utf-8", "replace")


class Bell:
    """Wakes all that wait for news in the loop of the server; any thread may ring it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def ring(self) -> None:
        """Wake all listeners."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def news(self) -> asyncio.Event:
        """Return the event, in the loop that runs here, that is set when the bell rings next."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._news = loop, asyncio.Event()
        return self._news


class Changes:
    """A value and its changes. `kinds`: of the event of the whole, and of that of a change."""

    kinds = ("snapshot", "change")

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._lock = threading.Lock()
        self._document: Document = {}
        self._number: int | None = None
        self._changes: deque[bytes] = deque(maxlen=KEPT)
        self._count = 0  # of changes so far

    def take(self, after: Document, number: int | None = None, record: int | None = None) -> None:
        """Set the value, and wake all listeners if it is another one. `number`: of its newest record;
        `record`: of the one that has led to it.
        """
        with self._lock:
            changed = documents.changes(self._document, after)
            if not changed:
                return
            self._document, self._number = after, number
            self._changes.append(encode(self.kinds[1], changed, record))
            self._count += 1
        self._bell.ring()

    def clear(self) -> None:
        """Set the value to an empty one, and send it as a whole: no change takes members away."""
        with self._lock:
            if not self._document:
                return
            self._document, self._number = {}, None
            self._changes.clear()
            self._changes.append(encode(self.kinds[0], {}))
            self._count += 1
        self._bell.ring()

    @property
    def document(self) -> Document:
        """Return the newest value."""
        return self._document

    def snapshot(self) -> tuple[int, bytes]:
        """Return the newest value as an event, and how many changes are in it."""
        with self._lock:
            return self._count, encode(self.kinds[0], self._document, self._number)

    def after(self, seen: int) -> tuple[int, list[bytes]]:
        """Return what a page that has `seen` so many changes is missing, and how many it has seen then."""
        with self._lock:
            missing = self._count - seen
            if missing <= len(self._changes):
                return self._count, list(self._changes)[len(self._changes) - missing :]
        count, whole = self.snapshot()
        return count, [whole]


class Feed(Changes):
    """A view of a match: its events as a stream for pages of the browser.

    `match`: the first line of its log, None before it; `cards`, in its documents: short for this line, and so
    for the picture of its cards.
    """

    role = WATCHER

    def __init__(self, bell: Bell) -> None:
        super().__init__(bell)
        self.match: Line | None = None
        self._cards = ""
        self._document = {**documents.empty(), "cards": ""}
        self._words: CardWords | None = None

    def open(self, presenter: Presenter) -> None:
        """Show what this presenter publishes, from here on."""
        self._words = CardWords(presenter.tongue)
        presenter.attach(self)
        self.show(None, presenter.snapshot)

    def show(self, event: Event | None, snapshot: Snapshot) -> None:
        """Take an event, and hand its change to all listeners."""
        assert self._words is not None  # it is open
        if snapshot.match is not self.match:
            self.match = snapshot.match
            text = json.dumps(self.match, sort_keys=True)
            self._cards = f"{zlib.crc32(text.encode()):08x}" if self.match else ""
        record = event.record if isinstance(event, Story) else None
        self.take({**documents.of(snapshot, self._words), "cards": self._cards}, snapshot.number, record)


class Source:
    """Feeds with one bell, whose values come from a session in another thread."""

    def __init__(self) -> None:
        self.bell = Bell()
        self.is_closed = False
        self._heard = float("-inf")

    def breathe(self) -> None:
        """Note that the session is alive."""
        self._heard = time.monotonic()

    @property
    def age(self) -> float:
        """Return how long the session has been silent (s)."""
        return max(0.0, time.monotonic() - self._heard)

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        self.bell.ring()

    async def stream(
        self,
        feeds: Sequence[Changes],
        goes_on: bool,
        look: Callable[[], tuple[bytes, bool]] = lambda: (b"", True),
    ) -> AsyncGenerator[bytes, None]:
        """Yield the values of feeds, then each change as it comes; a beat in every silence, with that of the
        session. `goes_on`: False for a page that asks again for the values; `look`: returns more to send, at
        each news, and False where this is the end of the stream.
        """
        seen: list[int] = []
        while not self.is_closed:
            news = self.bell.news()
            more, is_here = look()  # before the values: they may be for another person by now
            if not is_here:
                yield more
                return
            parts = [more]
            if not seen:
                seen, wholes = map(list, zip(*(feed.snapshot() for feed in feeds), strict=True))
                first = b"retry: 1000\n\n" if goes_on else encode("once", {})
                parts += [first, *wholes, self._beat()]
            for at, feed in enumerate(feeds):
                seen[at], missing = feed.after(seen[at])
                parts += missing
            if any(parts):
                yield b"".join(parts)
                if not goes_on:
                    return
                continue
            try:
                await asyncio.wait_for(news.wait(), BEAT_S)
            except TimeoutError:
                yield self._beat()

    def _beat(self) -> bytes:
        return encode("beat", {"age": round(min(self.age, 1e6), 1), **self.pulse})

    @property
    def pulse(self) -> Document:
        """Return more that each beat tells."""
        return {}
