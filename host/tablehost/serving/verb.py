"""The verb `serve`: the tables and matches of this computer as pages for browsers."""

from __future__ import annotations

import sys
import webbrowser
from argparse import Namespace

from tablehost import messages
from tablehost.errors import USAGE, Trouble

SAID = messages.Catalogue("serve")

PORT = 8090


class Serve(Namespace):
    """The arguments of serve."""

    port: int | None
    lan: bool
    public_url: str | None
    open: bool
    pace: float
    lang: str
    json: bool


def main(args: Serve) -> int:
    """Serve until Ctrl-C or SIGTERM. Raises Trouble."""
    try:
        from tablehost.serving.house import House
        from tablehost.web import server
    except ModuleNotFoundError as missing:
        raise Trouble("NO_WEB", SAID("no-web", name=missing.name), SAID("no-web-hint"), USAGE) from None
    place = server.find_place(args.port, PORT, args.lan, args.public_url)
    house = House(args.pace)
    site = server.Site(house, place)
    link = site.operator_link
    print(SAID("serves-at", link=link), flush=True)
    if args.lan:
        print(SAID("lan-what"))
        for address in place.guests:
            print(f"  {address}")
            print(server.qr_code(address))
    if args.public_url:
        print(SAID("public-what", url=args.public_url))
    print(SAID("stop-how"), flush=True)
    if args.open and not webbrowser.open(link):
        print(f"cardtable: {SAID('no-browser')}", file=sys.stderr)
    house.start()
    try:
        site.run_here()
    finally:
        house.stop()
    return 0
