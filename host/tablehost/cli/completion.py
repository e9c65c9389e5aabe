"""The verb `completion`: the script with which a shell completes the words of `cardtable`."""

from __future__ import annotations

import argparse

from tablehost import messages
from tablehost.cli.parser import parser
from tablehost.errors import Trouble

SAID = messages.Catalogue("table")

INSTALL = 'pip install "cardtable[completion]"'


def main(args: argparse.Namespace) -> int:
    """Run `cardtable completion bash|zsh|tcsh`. Raises Trouble."""
    try:
        import shtab
    except ImportError:
        raise Trouble("MISSING_EXTRA", SAID("missing-extra"), INSTALL) from None
    print(shtab.complete(parser(), args.shell))
    return 0
