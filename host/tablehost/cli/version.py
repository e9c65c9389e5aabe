"""The options `--version` and `--licences` of the command."""

import argparse
import json

from cardtable import __version__
from tablehost.firmware import licences
from tablehost.types import SCHEMA, Document


def main(args: argparse.Namespace) -> int:
    """Print the version of this program, or whose work is in a firmware image."""
    data: Document = {"version": __version__}
    if args.licences:
        data["licences"] = [work._asdict() for work in licences.WORKS]
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    else:
        print(licences.licence_text() if args.licences else f"cardtable {__version__}")
    return 0
