"""The start and the end of the server."""

from __future__ import annotations

import signal
import sys
import webbrowser
from collections.abc import Sequence
from html import escape

from cardtable.games import registry as games
from tablehost import messages
from tablehost.console.output import tell
from tablehost.errors import Trouble
from tablehost.folders import home
from tablehost.link import discovery
from tablehost.people import kinds
from tablehost.web.house import House
from tablehost.web.persons import save_private
from tablehost.web.server import Place, Site, qr_code

SAID = messages.Catalogue("serve")

PORT = 8090
MOST_TABLES = 12  # virtual ones; each match is a process
PAGE = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={address}">'
    '<a href="{address}">{address}</a>\n'
)


def serve(
    place: Place,
    addresses: Sequence[str] | None,
    pace: float,
    bots: str | None,
    by_hand: bool,
    reveal: float,
    tables: int,
    opens: bool,
) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises Trouble."""
    for address in addresses or ():
        discovery.check(address)
    players = kinds.read(bots, games.load(games.NAMES[0])) if bots else ()
    house = House(pace, addresses, players, by_hand, reveal, tables)
    link = OperatorLink()
    site = Site(house, place, link.keep)
    for ending in (signal.SIGINT, signal.SIGTERM):  # as the server has it while it runs
        signal.signal(ending, site.handle_exit)
    try:
        house.start()
        _tell(opens, place, link)
        site.run_here()
    finally:
        house.stop()
        link.path.unlink(missing_ok=True)


class OperatorLink:
    """The operator's link, and a page that leads there, which no other user can read.

    A browser is started with the path of that page: every user sees the words of a process.
    """

    def __init__(self) -> None:
        self.path = home() / "operator.html"
        self.address = ""

    def keep(self, address: str) -> None:
        """Have the page lead to this link from now on."""
        self.address = address
        try:
            save_private(self.path, PAGE.format(address=escape(address)))
        except Trouble as trouble:  # the link in use still works
            tell(trouble, as_json=False)


def _tell(opens: bool, place: Place, link: OperatorLink) -> None:
    """Print where the pages are, and for whom; open the first one if that is asked for."""
    print(SAID("serves-at", link=link.address, path=link.path))
    if place.guests:
        print(SAID("lan-what"))
        print(f"  {place.guests[0]}\n{qr_code(place.guests[0])}")
    if place.guests[1:]:
        print(SAID("other-addresses"))
    for address in place.guests[1:]:
        print(f"  {address}")
    if place.public:
        print(SAID("public-what", url=place.public, address=place.address))
    print(SAID("stop-how"), flush=True)
    if opens and not webbrowser.open(link.path.as_uri()):
        print(f"cardtable: {SAID('no-browser')}", file=sys.stderr)
