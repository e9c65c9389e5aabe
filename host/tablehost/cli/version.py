"""The options `--version` and `--licences` of the command."""

import argparse

from cardtable import __version__


def main(args: argparse.Namespace) -> int:
    """Print the version of this program, or whose work is in a firmware image."""
    if not (args.licences or args.json):
        print(f"cardtable {__version__}")
        return 0
    import json  # seldom needed

    from tablehost.firmware import licences
    from tablehost.types import SCHEMA, Document

    data: Document = {"version": __version__}
    if args.licences:
        data["licences"] = [work._asdict() for work in licences.WORKS]
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else licences.licence_text())
    return 0
