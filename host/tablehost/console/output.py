"""Printing of trouble, for users and for programs."""

import sys

from tablehost.console.terminal import one_line
from tablehost.errors import Trouble


def tell(trouble: Trouble, as_json: bool) -> None:
    """Print the trouble and the next step: for users, or for a program that asked for JSON."""
    if as_json:
        import json  # seldom needed

        from tablehost.types import SCHEMA

        print(json.dumps({"schema": SCHEMA, **trouble.as_json()}))
        return
    lines = [f"cardtable: {one_line(trouble.message)}", *map(one_line, trouble.hint.split("\n"))]
    print("\n".join(lines if trouble.hint else lines[:1]), file=sys.stderr)
