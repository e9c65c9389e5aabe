"""/main.py on a Pico 2 with MicroPython's own firmware: the program lies in files, see docs/build/image.md.

`make stock` puts it there. An image of ours has frozen/main.py instead.
"""

import program_digest
from board import build

from cardtable.controller.loop import run

parts = build()
parts.program = (program_digest.DIGEST, (), None)
run(parts)
