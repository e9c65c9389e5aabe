"""The verb `serve`: the tables and matches of this computer as pages for browsers."""

from __future__ import annotations

from tablehost import messages
from tablehost.arguments import Serve
from tablehost.errors import USAGE, Trouble

SAID = messages.Catalogue("serve")


def main(args: Serve) -> int:
    """Serve until Ctrl-C or SIGTERM. Raises Trouble, also without the libraries of the extra `web`."""
    try:
        from tablehost.web import server, start
    except ModuleNotFoundError as missing:
        raise Trouble("NO_WEB", SAID("no-web", name=missing.name), SAID("no-web-hint"), USAGE) from None
    if not 1 <= args.tables <= start.MOST_TABLES:
        raise Trouble("USAGE", SAID("bad-tables", most=start.MOST_TABLES))
    place = server.find_place(args.port, start.PORT, args.lan, args.public_url)
    playing = (args.pace, args.bots, args.by_hand, args.reveal)
    start.serve(place, args.table, *playing, tables=args.tables, opens=args.open)
    return 0
