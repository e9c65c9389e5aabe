"""The referee's desk at a table: all records as they come, and the orders of its page.

An order waits here until the match carries it out, in a thread of its own.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple

from tablehost import messages
from tablehost.errors import BUSY, LINK_LOST, Trouble
from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.events import Event, Story
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER
from tablehost.match.snapshot import Snapshot
from tablehost.types import Document
from tablehost.web.feed import Bell, Changes

SAID = messages.Catalogue("web")

MOST_WAITING = 20  # orders of a table that wait
ORDER_S = 20.0  # the time limit of an order


class Order(NamedTuple):
    """An order of the page. `what`: preview, do or choices, or park or end for the match as a whole; `line`:
    a correction as it is typed, or the part of an act to choose for; `key`: of a preview, the stage for which
    its line was chosen, if any; to park or end, the number of the match; else that of the preview that was
    shown; `done`: its answer, or its Trouble.
    """

    what: str
    line: str
    language: str
    key: str
    done: Future[Document]


class RecordFeed(Changes):
    """The view of the referee, in one language. It has no more of hidden cards than every watcher."""

    kinds = ("desk", "desk-change")
    role = WATCHER

    def __init__(self, bell: Bell) -> None:
        super().__init__(bell)
        self._records: deque[Document] = deque(maxlen=documents.GROWING["records"])
        self._told: dict[int, list[str]] = {}
        self._other: Document = {"acts": [], "waiting": []}
        self._faults: list[str] = []
        self._readers: list[str] = []
        self._words: CardWords | None = None
        self._publish()

    def open(self, presenter: Presenter) -> None:
        """Show what this presenter publishes, from here on."""
        self._words = CardWords(presenter.tongue)
        self._records.clear()
        self._told.clear()
        self.set_other([], [])
        presenter.attach(self)

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Take note of the sentences of a record, and of faults."""
        if isinstance(event, Story) and event.record is not None:
            if not event.is_again:
                self._told.setdefault(event.record, []).append(event.sentence.strip())
            if event.kind == "fault":
                self._faults = documents.of_faults(snapshot)

    def add(self, number: int, kind: str, text: str, raw: str) -> None:
        """Show a record: its own `text`, with the sentences that were published of it."""
        assert self._words is not None  # it is open
        told = "\n".join(filter(None, [text, *self._told.pop(number, [])]))
        self._records.append({"n": number, "kind": kind, "text": self._words.show(told), "raw": raw})
        self._publish()

    def set_other(self, acts: Sequence[Document], waiting: Sequence[Document]) -> None:
        """Show acts that can be amended, and cards that wait for a name."""
        self._other = {"acts": list(acts), "waiting": list(waiting)}
        self._publish()

    def set_readers(self, readers: Sequence[str]) -> None:
        """Show each reader with what is known of it."""
        self._readers = list(readers)
        self._publish()

    def _publish(self) -> None:
        self.take(
            {"records": list(self._records), "faults": self._faults, "readers": self._readers, **self._other}
        )


class Desk:
    """The records that are shown, and the orders that wait. `pages`: those that are
    open; `looking`: those of them on which a preview is open.
    """

    def __init__(self, languages: Sequence[str], bell: Bell) -> None:
        self.feeds = {language: RecordFeed(bell) for language in languages}
        self.is_open = False
        self.pages: set[int] = set()
        self.looking: set[int] = set()
        self._newest = 0
        self._orders: queue.Queue[Order] = queue.Queue(MOST_WAITING)

    def open_page(self) -> int:
        """Return the number of a page that opens."""
        self._newest += 1
        self.pages.add(self._newest)
        return self._newest

    def close_page(self, page: int) -> None:
        """Note that a page has gone, and with it its preview."""
        self.pages.discard(page)
        self.looking.discard(page)

    def close(self) -> None:
        """Take no more orders; those that wait are refused."""
        self.is_open = False
        for order in self.take():
            order.done.set_exception(_no_match())

    def take(self) -> list[Order]:
        """Return the orders since the last call, without those that are waited for no longer."""
        found = []
        while not self._orders.empty():
            order = self._orders.get_nowait()
            if order.done.set_running_or_notify_cancel():
                found.append(order)
        return found

    def ask(self, what: str, line: str, language: str, key: str) -> Document:
        """Have the match carry out an order; return its answer. Raises Trouble."""
        order = Order(what, line, language, key, Future())
        try:
            if not self.is_open:
                raise _no_match()
            self._orders.put_nowait(order)
            return order.done.result(ORDER_S)
        except (queue.Full, TimeoutError):
            order.done.cancel()
            raise Trouble(
                "NO_ANSWER", SAID("desk-no-answer"), SAID("desk-no-answer-hint"), LINK_LOST
            ) from None


def _no_match() -> Trouble:
    return Trouble("NO_MATCH", SAID("desk-no-match"), SAID("desk-no-match-hint"), BUSY)
