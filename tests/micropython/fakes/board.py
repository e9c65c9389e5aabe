"""/board.py: the board itself, with what the surroundings supply in place of a Pico's."""

import gc

from flash_file import FlashFile
from models import models


class Shown:
    """The display, which reports the text it shows."""

    def __init__(self, display):
        self._display = display
        self.answers = display.answers
        self.count = display.count
        self.width = display.width

    def show(self, texts):
        self._display.show(texts)
        models.call("show", self._display.lines)


def collect():
    """Tidy the heap, and tell what was used before and after."""
    before = gc.mem_alloc()
    gc.collect()
    models.call("heap", before, gc.mem_alloc(), gc.mem_free())


def build():
    parts = __import__(models.board).build()
    parts.display = Shown(parts.display)
    parts.idle = models.idle
    parts.root = models.root
    parts.blocks = FlashFile(models.root + "journal.flash")
    parts.entropy = lambda count: bytes(models.call("entropy", count))
    parts.collect = collect
    models.call("built", parts.key_names())
    return parts
