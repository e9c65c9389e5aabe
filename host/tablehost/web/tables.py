"""The tables that are shown in the browser: the newest snapshot of each, and its changes as they come.

A match runs in a thread of its own and publishes to a `Feed` for each language. Pages listen in the loop of
the server. A page gets a snapshot first and then every change; one that is too slow for the changes that are
kept gets a snapshot again. So it never misses one nor has one twice, and no queue grows.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
import zlib
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence

from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.events import Event, Story
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER
from tablehost.match.snapshot import Snapshot
from tablehost.types import Document, Line

KEPT = 256  # changes; a page that is further behind begins again with a snapshot
BEAT_S = 1.0  # the longest silence of a stream


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


class Feed:
    """A view of a match: its events as a stream for pages of the browser.

    `match`: the first line of its log, None before it; `cards`, in its documents: short for this line, and so
    for the picture of its cards.
    """

    role = WATCHER

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._lock = threading.Lock()
        self.match: Line | None = None
        self._cards = ""
        self._document: Document = {**documents.empty(), "cards": ""}
        self._words: CardWords | None = None
        self._number: int | None = None
        self._changes: deque[bytes] = deque(maxlen=KEPT)
        self._count = 0  # of changes so far

    def open(self, presenter: Presenter) -> None:
        """Show what this presenter publishes, from here on."""
        self._words = CardWords(presenter.tongue)
        presenter.attach(self)
        self._take(presenter.snapshot)

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Take an event, and hand its change to all listeners."""
        self._take(snapshot, event.record if isinstance(event, Story) else None)

    def _take(self, snapshot: Snapshot, number: int | None = None) -> None:
        assert self._words is not None  # it is open
        if snapshot.match is not self.match:
            self.match = snapshot.match
            text = json.dumps(self.match, sort_keys=True)
            self._cards = f"{zlib.crc32(text.encode()):08x}" if self.match else ""
        after = {**documents.of(snapshot, self._words), "cards": self._cards}
        changed = documents.changes(self._document, after)
        if not changed:
            return
        with self._lock:
            self._document, self._number = after, snapshot.number
            self._changes.append(encode("change", changed, number))
            self._count += 1
        self._bell.ring()

    @property
    def document(self) -> Document:
        """Return the newest snapshot."""
        return self._document

    def snapshot(self) -> tuple[int, bytes]:
        """Return the newest snapshot as an event, and how many changes are in it."""
        with self._lock:
            return self._count, encode("snapshot", self._document, self._number)

    def after(self, seen: int) -> tuple[int, list[bytes]]:
        """Return what a page that has `seen` so many changes is missing, and how many it has seen then."""
        with self._lock:
            missing = self._count - seen
            if missing <= len(self._changes):
                return self._count, list(self._changes)[len(self._changes) - missing :]
        count, whole = self.snapshot()
        return count, [whole]


class Table:
    """A table that is shown. `name`: in its address; `title`: for people; `languages`: those spoken here."""

    def __init__(self, name: str, title: str, languages: Sequence[str], is_virtual: bool) -> None:
        self.name = name
        self.title = title
        self.is_virtual = is_virtual
        self.bell = Bell()
        self.feeds = {language: Feed(self.bell) for language in languages}
        self.is_closed = False
        self._heard = float("-inf")

    def breathe(self) -> None:
        """Note that the session with this table is alive."""
        self._heard = time.monotonic()

    @property
    def age(self) -> float:
        """Return how long the session with this table has been silent (s)."""
        return max(0.0, time.monotonic() - self._heard)

    def close(self) -> None:
        """End all streams of this table."""
        self.is_closed = True
        self.bell.ring()

    async def stream(self, language: str) -> AsyncIterator[bytes]:
        """Yield the snapshot, then each change as it comes; a beat in every silence, with the table's own."""
        feed = self.feeds[language]
        seen, whole = feed.snapshot()
        yield b"retry: 1000\n\n" + whole + self._beat()
        while not self.is_closed:
            news = self.bell.news()
            seen, missing = feed.after(seen)
            if missing:
                yield b"".join(missing)
                continue
            try:
                await asyncio.wait_for(news.wait(), BEAT_S)
            except TimeoutError:
                yield self._beat()

    def _beat(self) -> bytes:
        return encode("beat", {"age": round(min(self.age, 1e6), 1)})


Tables = Mapping[str, Table]
