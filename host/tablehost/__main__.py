"""Entry point: `python -m tablehost` is the command `cardtable`."""

import sys

from tablehost.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
