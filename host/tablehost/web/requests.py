"""Requests, as far as several pages read them alike: forms, bodies, the operator; and their refusal."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Send

from tablehost.web.guard import Operator, Rates, Refusal, address_of

EVENTS = {"cache-control": "no-store", "x-accel-buffering": "no"}  # headers of a stream
MOST_FORM, MOST_FIELDS = 20_000, 100  # bytes and fields


class Refused(Exception):
    """A request is refused, for the reason `refusal`."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.refusal = Refusal(status, code)


def check_operator(asked: Request, operator: Operator) -> None:
    """Raise Refused unless the operator asks."""
    if not operator.is_at(asked):
        raise Refused(403, "watch-only")


class _Stream(StreamingResponse):
    """A stream that is closed as soon as the page has gone, also while a part of it is being sent."""

    async def stream_response(self, send: Send) -> None:
        """Send the stream."""
        body = self.body_iterator
        assert isinstance(body, AsyncGenerator)
        async with aclosing(body):
            await super().stream_response(send)


def send_events(asked: Request, events: AsyncGenerator[bytes, None]) -> Response:
    """Return the answer that sends these events, until the page goes; then they are closed. Raises Refused if
    its address has too many streams.
    """
    kind = "text/event-stream"
    if asked.method == "HEAD":
        return Response(media_type=kind)
    rates, address = asked.state.rates, address_of(asked)
    assert isinstance(rates, Rates)
    if not rates.open_stream(address):
        raise Refused(429, "too-many")

    async def stream() -> AsyncGenerator[bytes, None]:
        try:
            async with aclosing(events):
                async for part in events:
                    yield part
        finally:
            rates.close_stream(address)

    return _Stream(stream(), headers=EVENTS, media_type=kind)


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
    return {name: values[-1] for name, values in fields.items()}
