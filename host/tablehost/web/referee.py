"""The referee's page of a table, for the operator alone: all records, and corrections with their preview.

What it shows, and what waits for the match, is in `desk`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablehost.errors import Trouble
from tablehost.web import pages
from tablehost.web.desk import Desk
from tablehost.web.feed import encode
from tablehost.web.guard import Operator
from tablehost.web.requests import Refused, check_operator, page_of, read_form, send_events
from tablehost.web.tables import Table, find_table

MOST_LINE = 300  # characters of an order
ORDERS = ("preview", "do", "choices")


class Refereeing:
    """The answers."""

    def __init__(self, tables: Mapping[str, Table], operator: Operator) -> None:
        self._tables = tables
        self._operator = operator

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/tables/{table}/referee", self.page),
            Route("/tables/{table}/referee/events", self.events),
            Route("/tables/{table}/referee/leave", self.leave, methods=["POST"]),
            Route("/tables/{table}/referee/{what}", self.order, methods=["POST"]),
        ]

    async def page(self, asked: Request) -> Response:
        """Records, faults, and all that can be corrected."""
        table, _ = self._desk(asked)
        return pages.render(asked, "referee", table=table)

    async def events(self, asked: Request) -> Response:
        """The events of a table, and those of its records."""
        table, desk = self._desk(asked)
        language = pages.language_of(asked)

        async def stream(goes_on: bool) -> AsyncGenerator[bytes, None]:
            page = desk.open_page()
            try:
                yield encode("page", {"page": page})
                feeds = [table.feeds[language], desk.feeds[language], table.wishes.feed]
                async with aclosing(table.stream(feeds, goes_on)) as events:
                    async for part in events:
                        yield part
            finally:
                desk.close_page(page)

        return send_events(asked, stream)

    async def order(self, asked: Request) -> Response:
        """Carry out an order: look at what a correction would change, or do it."""
        what = str(asked.path_params["what"])
        fields = await read_form(asked)
        _, desk = self._desk(asked)
        line = fields.get("line", "").strip()
        if what not in ORDERS or not line or len(line) > MOST_LINE:
            raise Refused(400, "malformed")
        page = page_of(fields)
        try:
            answer = await pages.speak(
                asked, desk.ask, what, line, pages.language_of(asked), fields.get("key", "")
            )
        except Trouble as trouble:
            desk.looking.discard(page)
            told = {"ok": False, "text": trouble.message, "hint": trouble.hint}
            return JSONResponse(told, headers=pages.FRESH)  # the page was answered: in words
        if page in desk.pages and answer.get("is_preview"):
            desk.looking.add(page)
        elif what != "choices":
            desk.looking.discard(page)
        return JSONResponse(answer, headers=pages.FRESH)

    async def leave(self, asked: Request) -> Response:
        """Leave a preview: nothing has changed."""
        fields = await read_form(asked)
        _, desk = self._desk(asked)
        desk.looking.discard(page_of(fields))
        return Response(status_code=204)

    def _desk(self, asked: Request) -> tuple[Table, Desk]:
        check_operator(asked, self._operator)
        table = find_table(self._tables, asked)
        return table, table.desk
