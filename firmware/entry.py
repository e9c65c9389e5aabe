"""/a/entry.py or /b/entry.py on the Pico: the way into a program. main.py, which may be older or newer, asks
for this module and these two names; all others are the program's own.
"""

import piles  # noqa: F401  # it finds the others
from board import build

from cardtable.controller.loop import run

__all__ = ("build", "run")
