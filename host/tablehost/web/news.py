"""News of the journal for pages that show it: a page fetches itself again at each change."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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
