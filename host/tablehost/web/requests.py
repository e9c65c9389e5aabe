"""Requests, as far as several pages read them alike: forms, bodies, the operator; and their refusal."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractContextManager, aclosing
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from tablehost.web.guard import Operator, Rates, Refusal, address_of, browser_of

EVENTS = {"cache-control": "no-store", "x-accel-buffering": "no"}  # headers of a stream
MOST_FORM, MOST_FIELDS = 20_000, 100  # bytes and fields
MOST_DIGITS = 12  # of a number


class Refused(Exception):
    """A request is refused, for the reason `refusal`."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.refusal = Refusal(status, code)


def check_operator(asked: Request, operator: Operator) -> None:
    """Raise Refused unless the operator asks."""
    if not operator.is_at(asked):
        raise Refused(403, "watch-only")


Events = Callable[[bool], AsyncGenerator[bytes, None]]  # given False, it ends after the whole


class _Stream(StreamingResponse):
    """A stream that is closed as soon as the page has gone, also while a part of it is being sent. `counted`:
    counts it meanwhile, and tells whether it goes on after the whole.
    """

    def __init__(self, events: Events, counted: AbstractContextManager[bool], kind: str) -> None:
        super().__init__((), headers=EVENTS, media_type=kind)
        self._events = events
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        with self._counted as goes_on:
            self.body_iterator = self._events(goes_on)
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send the stream."""
        body = self.body_iterator
        assert isinstance(body, AsyncGenerator)
        async with aclosing(body):
            await super().stream_response(send)


def send_events(asked: Request, events: Events) -> Response:
    """Return the answer that sends these events, until the page goes; then they are closed. A browser that
    has as many streams as it can have gets the whole, and asks again. Raises Refused if its address has too
    many.
    """
    kind = "text/event-stream"
    if asked.method == "HEAD":
        return Response(media_type=kind)
    rates, address = asked.state.rates, address_of(asked)
    assert isinstance(rates, Rates)
    if not rates.may_stream(address):
        raise Refused(429, "too-many")
    browser = browser_of(asked) or f"{address} {asked.headers.get('user-agent', '')}"
    return _Stream(events, rates.streaming(address, browser), kind)


async def read_body(asked: Request, most: int) -> bytes:
    """Return the body of a request, of up to so many bytes. Raises Refused."""
    body = bytearray()
    async for part in asked.stream():
        body += part
        if len(body) > most:
            raise Refused(413, "too-long")
    return bytes(body)


async def read_form(asked: Request) -> dict[str, str]:
    """Return the fields of a form by name. Raises Refused."""
    body = await read_body(asked, MOST_FORM)
    try:
        fields = parse_qs(body.decode(), True, strict_parsing=bool(body), max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refused(400, "malformed") from None
    asked.state.fields = {name: values[-1] for name, values in fields.items()}
    return dict(asked.state.fields)


def page_of(fields: Mapping[str, str]) -> int:
    """Return the number of the page that asks, 0 for none."""
    return number_of(fields, "page")


def number_of(fields: Mapping[str, str], name: str) -> int:
    """Return the whole number of a field, 0 for none."""
    number = fields.get(name, "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS else 0
