"""/a/entry.py or /b/entry.py on the Pico: the way into a program. main.py, which may be older or newer, asks
for this module and these two names; all others are the program's own.
"""

from board import build

from cardtable.controller.loop import run

__all__ = ("build", "run")
