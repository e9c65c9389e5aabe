"""/main.py on the Pico: the program in the slot that /slots.py selects, and nothing else."""

import sys

__import__("slots").select()
del sys.modules["slots"]  # it was needed for this moment
try:
    from entry import build, run

    del sys.modules["entry"]
    run(build())
except Exception as error:
    __import__("slots").stop(error)
