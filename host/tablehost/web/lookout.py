"""The look-out for what is written to the journal, by this computer or another one."""

from __future__ import annotations

import threading
from contextlib import closing

from tablehost.console.output import Once
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Journal, Numbers
from tablehost.web.news import News

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
