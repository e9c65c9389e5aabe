"""Printing of trouble, for users and for programs."""

import sys

from tablehost.console.terminal import one_line
from tablehost.errors import Trouble, unexpected


def tell(trouble: Trouble, as_json: bool) -> None:
    """Print the trouble and the next step: for users, or for a program that asked for JSON."""
    if as_json:
        import json  # seldom needed

        from tablehost.types import SCHEMA

        print(json.dumps({"schema": SCHEMA, **trouble.as_json()}))
        return
    say(trouble.message, trouble.hint)


def say(text: str, hint: str = "") -> None:
    """Print a message to the user of this computer, and the next step."""
    lines = [f"cardtable: {one_line(text)}", *map(one_line, hint.split("\n"))]
    print("\n".join(lines if hint else lines[:1]), file=sys.stderr)


class Once:
    """Printing of errors in a loop that goes on: the same one again is not printed again."""

    def __init__(self) -> None:
        self._said = ""

    def tell(self, error: Exception) -> None:
        """Print an error, unless it is the one before."""
        trouble = error if isinstance(error, Trouble) else unexpected(error)
        if trouble.message != self._said:
            tell(trouble, as_json=False)
        self._said = trouble.message

    def clear(self) -> None:
        """Note that all is well: the next error is printed in any case."""
        self._said = ""
