"""The verb `serve`: the tables and matches of this computer as pages for browsers."""

from __future__ import annotations

from argparse import Namespace

from tablehost import messages
from tablehost.errors import USAGE, Trouble

SAID = messages.Catalogue("serve")


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
    """Serve until Ctrl-C or SIGTERM. Raises Trouble, also without the libraries of the extra `web`."""
    try:
        from tablehost.serving import start
    except ModuleNotFoundError as missing:
        raise Trouble("NO_WEB", SAID("no-web", name=missing.name), SAID("no-web-hint"), USAGE) from None
    return start.serve(args)
