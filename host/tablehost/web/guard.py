"""Guard of the server: the hosts and origins that are answered, the operator, sizes and rates.

Every answer carries the same headers: scripts, styles and pictures come from this server alone, and no page
of another site may frame or read one.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

from anyio import CapacityLimiter
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "cardtable"
BROWSER = "browser"  # the cookie that tells one browser from another
MOST_COOKIE = 40  # characters of it that count
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
TRUSTED = ((b"cross-origin-opener-policy", b"same-origin"),)  # browsers take it from no other origin
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
MOST_A_SECOND, MOST_AT_ONCE = 40.0, 200  # requests of an address: on average, and in a burst
MOST_STREAMS, MOST_STREAMS_EACH = 640, 64  # in all, and of an address: a café's router is one
MOST_STREAMS_BROWSER = 4  # HTTP/1.1 gives a browser six connections, and one page needs two to load
MOST_AT_A_TIME = 128  # connections of an address, and requests that are under way
MOST_HEAVY = 2  # calls that take long, at once
MOST_KNOWN = 1000  # addresses whose requests are counted


class Refusal(NamedTuple):
    """Why a request is not answered: status and the code of its words, see `messages/web_en.txt`."""

    status: int
    code: str


TOO_MANY = Refusal(429, "too-many")


class Operator:
    """The person who started the server, and begins matches. `token`: in the link that makes a browser this
    person's; it works once. `keep`: is given each token, the first one too.
    """

    def __init__(self, keep: Callable[[str], None] = lambda token: None) -> None:
        self._keep = keep
        self._renew()
        self._session = secrets.token_urlsafe(24)

    def enter(self, token: str) -> str:
        """Return the value of the operator's cookie for this token, once; "" for another one."""
        if not hmac.compare_digest(token.encode(), self.token.encode()):
            return ""
        self._renew()
        return self._session

    def _renew(self) -> None:
        self.token = secrets.token_urlsafe(12)
        self._keep(self.token)

    def is_at(self, connection: HTTPConnection) -> bool:
        """Return True if the operator asks."""
        shown = connection.cookies.get(COOKIE, "")
        return hmac.compare_digest(shown.encode("utf-8", "replace"), self._session.encode())


class Rates:
    """Requests of each address, as a bucket that fills again with time."""

    def __init__(self) -> None:
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # address -> requests left, at
        self._streams: Counter[str] = Counter()
        self._browsers: Counter[str] = Counter()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def answering(self, address: str) -> Iterator[bool]:
        """Count a request of this address meanwhile; yield True if there are not too many at a time."""
        with _counting(self._under_way, address) as count:
            yield count <= MOST_AT_A_TIME

    def allow(self, address: str) -> bool:
        """Return True if one more request of this address is answered."""
        now = time.monotonic()
        left, at = self._left.pop(address, (float(MOST_AT_ONCE), now))
        left = min(float(MOST_AT_ONCE), left + (now - at) * MOST_A_SECOND)
        self._left[address] = (max(0.0, left - 1), now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1

    def may_stream(self, address: str) -> bool:
        """Return True if this address may have one more stream."""
        return self._streams[address] < MOST_STREAMS_EACH and self._streams.total() < MOST_STREAMS

    @contextmanager
    def streaming(self, address: str, browser: str) -> Iterator[bool]:
        """Count a stream meanwhile; yield False if its browser has as many others as it can."""
        with _counting(self._streams, address):
            if self._browsers[browser] >= MOST_STREAMS_BROWSER:
                yield False
                return
            with _counting(self._browsers, browser):
                yield True


@contextmanager
def _counting(counts: Counter[str], key: str) -> Iterator[int]:
    """Count one more of this key meanwhile; yield how many there are."""
    counts[key] += 1
    try:
        yield counts[key]
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


def address_of(connection: HTTPConnection) -> str:
    """Return the address of who asks."""
    return connection.client.host if connection.client else ""


def browser_of(connection: HTTPConnection) -> str:
    """Return the browser that asks, "" for one that keeps no cookie."""
    return connection.cookies.get(BROWSER, "")[:MOST_COOKIE]


def host_name(header: str) -> str:
    """Return the name in a Host header, without its port."""
    name = header.rpartition(":")[0] if header.rpartition(":")[2].isdigit() else header
    return name.lower().rstrip(".")


class Guard:
    """The outermost layer of the server. `hosts`: names by which it is called, such as "127.0.0.1", which may
    change; `origins`: of pages that are this server's, too, behind a proxy.
    """

    def __init__(self, app: ASGIApp, hosts: Container[str], origins: Iterable[str], refuse: ASGIApp) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = frozenset(origins)
        self._refuse = refuse
        self._rates = Rates()
        self._heavy = CapacityLimiter(MOST_HEAVY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        asked = HTTPConnection(scope)
        is_trusted = asked.url.scheme == "https" or host_name(asked.headers.get("host", "")) in LOOPBACK

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS, *(TRUSTED if is_trusted else ())]
            await send(message)

        with self._rates.answering(address_of(asked)) as may_be:
            refusal = self._refusal(asked) if may_be else TOO_MANY
            scope.setdefault("state", {})["refusal"] = refusal
            scope["state"]["rates"] = self._rates
            scope["state"]["heavy"] = self._heavy
            await (self._app if refusal is None else self._refuse)(scope, receive, with_headers)

    def _refusal(self, asked: HTTPConnection) -> Refusal | None:
        if not self._rates.allow(address_of(asked)):
            return TOO_MANY
        if host_name(asked.headers.get("host", "")) not in self._hosts:
            return Refusal(421, "other-host")
        method = str(asked.scope["method"])
        if method not in ("GET", "HEAD", "POST"):
            return Refusal(405, "no-method")
        if method == "POST" and not self._is_own(asked):
            return Refusal(403, "other-origin")
        return None

    def _is_own(self, asked: HTTPConnection) -> bool:
        """Return True if a page of this server sends the form."""
        origin = asked.headers.get("origin", "")
        if not origin:
            return asked.headers.get("sec-fetch-site", "") in ("same-origin", "none")
        return origin in self._origins or urlsplit(origin).netloc == asked.headers.get("host", "")
