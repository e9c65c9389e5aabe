"""/main.py on the Pico: the board it was given, built, and the table run on it; nothing else."""

from board import build

from cardtable.controller.loop import run

run(build())
