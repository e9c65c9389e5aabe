"""News of the journal for pages that show it: a page fetches itself again at each change."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablehost.console.output import Once
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Journal, Numbers
from tablehost.web import pages
from tablehost.web.feed import Changes, Source
from tablehost.web.requests import send_events

SAID = pages.SAID


class News(Source):
    """The count of the changes of the journal, and in each language a notice while it does not answer."""

    def __init__(self, languages: Sequence[str]) -> None:
        super().__init__()
        self.feeds = {language: Changes(self.bell) for language in languages}
        self._count = 0
        self._publish("")

    def ring(self) -> None:
        """Note that the journal has changed."""
        self._count += 1
        self._publish("")

    def warn(self) -> None:
        """Note that the journal does not answer, until it rings again."""
        self._publish("journal-silent")

    def _publish(self, notice: str) -> None:
        for language, feed in self.feeds.items():
            text = SAID.said(language, notice) if notice else ""
            feed.take({"number": self._count, "notice": text})

    def routes(self) -> list[Route]:
        """Return the address."""
        return [Route("/news", self.events)]

    async def events(self, asked: Request) -> Response:
        """The news as they come."""
        feed = self.feeds[pages.language_of(asked)]
        return send_events(asked, lambda goes_on: self.stream([feed], goes_on))


LOOK_S = 2.0  # the longest time between two looks
REST_S = 1.0  # the shortest: pages are fetched again at each change


class Lookout:
    """Rings `news` at each change of the journal, in a thread."""

    def __init__(self, news: News) -> None:
        self._news = news
        self._seen: Numbers | None = None  # None: pages may have missed some
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()

    def _run(self) -> None:
        once = Once()
        while not self._stop.is_set():
            try:
                with closing(Journal()) as journal:
                    self._look(journal)
            except Exception as error:
                if not isinstance(error, JournalError):  # of that the pages tell
                    once.tell(error)
                self._seen = None
                self._news.breathe()
                self._news.warn()
                self._stop.wait(REST_S)

    def _look(self, journal: Journal) -> None:
        """Look again and again. Raises JournalError when the journal does not answer."""
        while not self._stop.is_set():
            numbers = journal.numbers()
            if numbers != self._seen:
                self._seen = numbers
                self._news.ring()
            self._news.breathe()
            self._stop.wait(REST_S)
            journal.database.wait(LOOK_S - REST_S)
