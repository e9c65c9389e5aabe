"""The way in for phones and screens in the networks of this computer: open from the start, or while an
invitation holds.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import uvicorn

from tablehost import messages
from tablehost.errors import BUSY, NOT_FOUND, Trouble
from tablehost.web.networks import list_addresses

SAID = messages.Catalogue("serve")

TRIES = 10  # ports, from the usual one on
IDLE_S = 900.0  # without a match, after which it closes by itself
LOOK_S = 1.0  # between two looks for a match


class Pages(uvicorn.Server):
    """Pages at further sockets, in the loop of another server, whose signals are not its own."""

    servers: list[asyncio.Server] = []  # before it has started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them to that server."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, unless it has ended by then."""
        await super().startup(sockets)
        if self.should_exit:
            self.end()

    def end(self) -> None:
        """Take no more visitors, and hang up on those who are there."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        self.should_exit = True


class Lan:
    """The reach of the pages. `hosts`: the names by which they may be called; `addresses`: for others, the
    best one first; `serve`: makes the pages for an invitation, None if `open` has nothing to do;
    `port`: that of this computer; `is_played`: tells if a match is played.
    """

    def __init__(
        self,
        hosts: Iterable[str],
        addresses: Sequence[str] = (),
        serve: Callable[[], Pages] | None = None,
        port: int = 0,
        is_played: Callable[[], bool] = bool,
    ) -> None:
        self.hosts = set(hosts)
        self.addresses = list(addresses)
        self._serve = serve
        self._port = port
        self._is_played = is_played
        self._names: list[str] = []
        self._pages: Pages | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_invitation(self) -> bool:
        """Return True if the way in is open for an invitation, and may be closed."""
        return self._pages is not None

    def open(self) -> None:
        """Answer others from now on, if they are not answered already. Raises Trouble without a network or a
        port.
        """
        if self._serve is None or self._pages is not None:
            return
        bound = _bind_all(find_guests(""), range(self._port, self._port + TRIES))
        self._names = [name for name in bound if name not in self.hosts]
        self.hosts.update(self._names)
        self.addresses = [f"http://{name}:{one.getsockname()[1]}/" for name, one in bound.items()]
        self._pages = self._serve()
        self._task = asyncio.create_task(self._run(self._pages, list(bound.values())))

    def close(self) -> None:
        """Answer this computer alone again, and hang up on all others."""
        if self._pages is not None:
            self._pages.end()
            self._pages, self.addresses = None, []
            self.hosts.difference_update(self._names)

    async def end(self) -> None:
        """Close it, and wait until it is."""
        self.close()
        if self._task is not None:
            await self._task

    async def _run(self, pages: Pages, sockets: list[socket.socket]) -> None:
        waiting = asyncio.create_task(self._close_when_idle())
        await pages.serve(sockets)
        waiting.cancel()

    async def _close_when_idle(self) -> None:
        loop = asyncio.get_running_loop()
        played = loop.time()
        while loop.time() - played < IDLE_S:
            await asyncio.sleep(LOOK_S)
            if self._is_played():
                played = loop.time()
        self.close()


def find_guests(lan: str) -> list[str]:
    """Return the addresses for others in the network: this one, or all for "". Raises Trouble."""
    found = list_addresses()
    if not found:
        raise Trouble("NO_NETWORK", SAID("no-network"), SAID("no-network-hint"), NOT_FOUND)
    if lan and lan not in found:
        hint = SAID("other-network-hint", addresses=", ".join(found))
        raise Trouble("NO_NETWORK", SAID("other-network", address=lan), hint, NOT_FOUND)
    return [lan] if lan else found


def _bind_all(names: Sequence[str], ports: Sequence[int]) -> dict[str, socket.socket]:
    """Return a socket for each address that takes one. Raises Trouble if none does."""
    bound: dict[str, socket.socket] = {}
    failed: Trouble | None = None
    for name in names:
        try:
            bound[name] = bind(name, ports)
        except Trouble as trouble:
            failed = failed or trouble
    if not bound and failed is not None:
        raise failed
    return bound


def bind(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens at the first free port of an address. Raises Trouble."""
    reason: OSError | None = None
    for port in ports:
        one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
            one.listen()
            return one
        except OSError as error:
            one.close()
            reason = error
    assert reason is not None
    about = SAID("port-taken", port=ports[0], reason=messages.reason(reason))
    raise Trouble("PORT_TAKEN", about, SAID("port-taken-hint"), BUSY) from None
