"""The doors of the server: how many connections are open, from where, and how long each may keep silent.

The web server itself limits neither connections of an address nor the time of a request's head and body.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablehost.web.guard import MOST_AT_A_TIME

# In all: with those that wait to be refused, tables and journals, no file has a number of 1,024 or more.
# `select`, which pyserial calls, takes none of these.
MOST_CONNECTIONS = 768
WAITING = 128  # that are accepted at once
SPARE_FILES = 256  # for tables, journals and files
MACOS_FILES = 10_240  # which it grants where it says that there is no limit
HEAD_S, BODY_S = 10.0, 20.0  # for the head and the body of a request
LINES, LINES_S = 10, 60.0  # of a log in this time


def open_more_files() -> int | None:
    """Allow this process as many open files as the system lets it; return how many, None if unknown."""
    try:
        import resource  # not on Windows
    except ImportError:
        return None
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, MACOS_FILES):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            break
        except (OSError, ValueError):
            continue
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


class Doors:
    """The connections that are open, by address. `files`: how many may be open, None if unknown; `proxies`:
    addresses of many visitors, whose requests are counted elsewhere, see `guard.Rates`.
    """

    def __init__(self, files: int | None, proxies: frozenset[str]) -> None:
        spared = MOST_CONNECTIONS if files is None else files - min(SPARE_FILES, files // 2)
        self._most = min(MOST_CONNECTIONS, spared)
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Return True if one more connection of this address is open from now on, until `leave`."""
        is_full = self._open.total() >= self._most
        if is_full or (self._open[address] >= MOST_AT_A_TIME and address not in self._proxies):
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection of this address less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Connection(H11Protocol):
    """A connection that is closed unless its requests come in time."""

    doors: Doors
    _is_counted = False
    _timer: asyncio.TimerHandle | None = None
    _awaited: tuple[object, object] | None = (
        None  # the part of a request that is timed, and the request before
    )

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it at once."""
        super().connection_made(transport)
        self._is_counted = self.doors.enter(self._address)
        if self._is_counted:
            self._time()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the connection is closed."""
        if self._is_counted:
            self.doors.leave(self._address)
        self._stop()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what has come of requests, and time the rest."""
        super().handle_events()
        self._time()

    def _time(self) -> None:
        """Limit the time of the part that is to come next; between two requests the web server does so."""
        part = self.conn.their_state
        is_timed = part is h11.SEND_BODY or (part is h11.IDLE and self.timeout_keep_alive_task is None)
        awaited = (part, self.cycle) if is_timed else None
        if awaited != self._awaited:
            self._stop()
            self._awaited = awaited
            if is_timed:
                seconds = BODY_S if part is h11.SEND_BODY else HEAD_S
                self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def connections(doors: Doors) -> type[Connection]:
    """Return the class of the connections through these doors."""
    return type("Connection", (Connection,), {"doors": doors})


class Sparing(logging.Filter):
    """Lets through few lines of a log; a visitor could fill a disk with them else."""

    def __init__(self) -> None:
        super().__init__()
        self._until = float("-inf")
        self._left = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if a line is written."""
        now = time.monotonic()
        if now >= self._until:
            self._until, self._left = now + LINES_S, LINES
        self._left -= 1
        return self._left >= 0


def limit_logs() -> None:
    """Have web server and event loop write few lines, whatever visitors do."""
    for name in ("asyncio", "uvicorn.error"):
        log = logging.getLogger(name)
        if not any(isinstance(one, Sparing) for one in log.filters):
            log.addFilter(Sparing())
