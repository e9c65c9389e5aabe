"""The start and the end of the server."""

from __future__ import annotations

import signal
import sys
import webbrowser

from cardtable.games import registry as games
from tablehost import messages
from tablehost.cli.arguments import Serve
from tablehost.link import discovery
from tablehost.people import kinds
from tablehost.serving.house import House
from tablehost.web.server import Place, Site, find_place, qr_code

SAID = messages.Catalogue("serve")

PORT = 8090


def serve(args: Serve) -> int:
    """Serve until Ctrl-C or SIGTERM. Raises Trouble."""
    for address in args.table or ():
        discovery.check(address)
    place = find_place(args.port, PORT, args.lan, args.public_url)
    bots = kinds.read(args.bots, games.load(games.NAMES[0])) if args.bots else ()
    house = House(args.pace, args.table, bots)
    site = Site(house, place)
    for ending in (signal.SIGINT, signal.SIGTERM):  # as the server has it while it runs
        signal.signal(ending, site.handle_exit)
    try:
        house.start()
        _tell(args, place, site.operator_link)
        site.run_here()
    finally:
        house.stop()
    return 0


def _tell(args: Serve, place: Place, link: str) -> None:
    """Print where the pages are, and for whom; open the first one if that is asked for."""
    print(SAID("serves-at", link=link))
    if place.guests:
        print(SAID("lan-what"))
    for address in place.guests:
        print(f"  {address}\n{qr_code(address)}")
    if place.public:
        print(SAID("public-what", url=place.public, address=place.address))
    print(SAID("stop-how"), flush=True)
    if args.open and not webbrowser.open(link):
        print(f"cardtable: {SAID('no-browser')}", file=sys.stderr)
