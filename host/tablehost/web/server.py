"""The server itself: its place in the network, its start and its end."""

from __future__ import annotations

import io
import socket
from types import FrameType
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
import uvicorn

from tablehost import messages
from tablehost.errors import BUSY, NOT_FOUND, Trouble
from tablehost.web import app
from tablehost.web.guard import LOOPBACK, Operator

SAID = messages.Catalogue("serve")

TRIES = 10  # ports, from the usual one on
GRACE_S = 1  # for requests that are under way when the server ends
MOST_CONNECTIONS = 1200
_ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation (RFC 5737): nothing is sent there


class Place(NamedTuple):
    """A place in the network. `guests`: addresses for others in the network; `public`: the address
    of a tunnel or a proxy, "" for none.
    """

    socket: socket.socket
    address: str
    guests: list[str]
    hosts: frozenset[str]
    public: str = ""


def find_place(port: int | None, usual: int, lan: bool, public: str | None) -> Place:
    """Return a place at this port, else at the first free one from the usual one on. Raises Trouble."""
    asked = "" if public is None else _check_public(public)
    ports = range(usual, usual + TRIES) if port is None else [port]
    bound = _bind("0.0.0.0" if lan else "127.0.0.1", ports)
    number = bound.getsockname()[1]
    names = _names_in_network() if lan else []
    hosts = frozenset([*LOOPBACK, *names, *([urlsplit(asked).hostname or ""] if asked else [])])
    guests = [f"http://{name}:{number}/" for name in names]
    return Place(bound, f"http://127.0.0.1:{number}", guests, hosts, asked)


def _check_public(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise Trouble("BAD_URL", SAID("bad-public", url=address), SAID("bad-public-hint"))
    return f"{parts.scheme}://{parts.netloc}"


def _bind(host: str, ports: list[int] | range) -> socket.socket:
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


def _names_in_network() -> list[str]:
    """Return the addresses of this computer in its network. Raises Trouble without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return [str(probe.getsockname()[0])]
        except OSError as error:
            about = SAID("no-network", reason=messages.reason(error))
            raise Trouble("NO_NETWORK", about, SAID("no-network-hint"), NOT_FOUND) from None


def qr_code(address: str) -> str:
    """Return the QR code of an address for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue().rstrip("\n")


class Site(uvicorn.Server):
    """The pages of a house at a place, until Ctrl-C or SIGTERM."""

    def __init__(self, house: app.House, place: Place) -> None:
        self.operator = Operator()
        self._house = house
        self._place = place
        origins = [place.public] if place.public else []
        addresses = [f"{place.public}/"] if place.public else place.guests
        super().__init__(
            uvicorn.Config(
                app.make(house, self.operator, place.hosts, origins, addresses),
                log_level="warning",
                access_log=False,
                server_header=False,
                date_header=False,
                proxy_headers=bool(place.public),
                limit_concurrency=MOST_CONNECTIONS,
                timeout_graceful_shutdown=GRACE_S,
            )
        )

    @property
    def operator_link(self) -> str:
        """Return the link that makes a browser the operator's."""
        return f"{self._place.public or self._place.address}/enter?token={self.operator.token}"

    def run_here(self) -> None:
        """Answer requests until the end."""
        self.run([self._place.socket])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End all streams, and then the server."""
        for table in list(self._house.tables.values()):
            table.close()
        self._house.news.close()
        super().handle_exit(sig, frame)
