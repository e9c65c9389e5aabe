"""The server itself: its place in the network, its start and its end."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable
from types import FrameType
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import segno
import uvicorn

from tablehost import messages
from tablehost.errors import Trouble
from tablehost.web import app
from tablehost.web.doors import WAITING, Doors, connections, limit_logs, open_more_files
from tablehost.web.guard import LOOPBACK, Operator
from tablehost.web.house import House
from tablehost.web.lan import TRIES, Lan, Pages, bind, find_guests

SAID = messages.Catalogue("serve")

GRACE_S = 1  # for requests that are under way when the server ends
PROXIES = frozenset({"127.0.0.1"})  # a tunnel or a proxy is on this computer


class Place(NamedTuple):
    """A place in the network. `guests`: addresses for others in the network; `public`: the address
    of a tunnel or a proxy, "" for none.
    """

    socket: socket.socket
    address: str
    guests: list[str]
    hosts: frozenset[str]
    public: str = ""


def find_place(port: int | None, usual: int, lan: str | None, public: str | None) -> Place:
    """Return a place at this port, else at the first free one from the usual one on. `lan`: the address for
    others in the network, "" for all of this computer, None for no others. Raises Trouble.
    """
    names = [] if lan is None else find_guests(lan)
    asked = "" if public is None else _check_public(public)
    ports = range(usual, usual + TRIES) if port is None else [port]
    bound = bind("127.0.0.1" if lan is None else "0.0.0.0", ports)
    number = bound.getsockname()[1]
    hosts = frozenset([*LOOPBACK, *names, *([urlsplit(asked).hostname or ""] if asked else [])])
    guests = [f"http://{name}:{number}/" for name in names]
    return Place(bound, f"http://127.0.0.1:{number}", guests, hosts, asked)


def _check_public(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise Trouble("BAD_URL", SAID("bad-public", url=address), SAID("bad-public-hint"))
    return f"{parts.scheme}://{parts.netloc}"


def qr_code(address: str) -> str:
    """Return the QR code of an address for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue().rstrip("\n")


class Site(uvicorn.Server):
    """The pages of a house at a place, until Ctrl-C or SIGTERM. `keep`: is given each operator's link."""

    def __init__(self, house: House, place: Place, keep: Callable[[str], None]) -> None:
        enter = f"{place.public or place.address}/enter?token="
        self.operator = Operator(lambda token: keep(enter + token))
        self._house = house
        self._place = place
        origins = [place.public] if place.public else []
        addresses = [f"{place.public}/"] if place.public else place.guests
        self.lan = Lan(
            place.hosts,
            addresses,
            None if addresses else lambda: Pages(self._configure("off")),
            place.socket.getsockname()[1],
            lambda: any(table.is_played for table in house.tables.values()),
        )
        self._app = app.make(house, self.operator, self.lan, origins)
        self._proxies = PROXIES if place.public else frozenset[str]()
        self._http = connections(Doors(open_more_files(), self._proxies))
        super().__init__(self._configure("auto"))
        limit_logs()

    def _configure(self, lifespan: Literal["auto", "off"]) -> uvicorn.Config:
        return uvicorn.Config(
            self._app,
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            http=self._http,
            proxy_headers=bool(self._place.public),
            forwarded_allow_ips=sorted(self._proxies),
            backlog=WAITING,
            ws="none",
            lifespan=lifespan,
            timeout_graceful_shutdown=GRACE_S,
        )

    def run_here(self) -> None:
        """Answer requests until the end."""
        self.run([self._place.socket])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the pages, those of an invitation first."""
        await self.lan.end()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End all streams, and then the server."""
        for table in list(self._house.tables.values()):
            table.close()
        self._house.news.close()
        super().handle_exit(sig, frame)
