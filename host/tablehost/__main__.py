"""Entry point of the command `cardtable`, also by `python -m tablehost`: Ctrl-C ends it without a traceback.

The command is imported inside: on a slow computer that takes long enough to be interrupted.
"""

import signal
import sys

INTERRUPTED = 128 + signal.SIGINT


def run() -> int:
    """Run the command line; return the exit status."""
    try:
        from tablehost.cli.command import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # what is left is Python's own end


if __name__ == "__main__":
    sys.exit(run())
