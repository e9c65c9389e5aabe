"""Requests, as far as several pages read them alike: forms, bodies, the operator; and their refusal."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request

from tablehost.web.guard import Operator, Refusal

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
