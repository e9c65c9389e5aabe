"""For as long as modules are borrowed and catalogues are text files: both as they are in an image.

Borrowed modules are imported and stay; nothing is released. Catalogues are modules of one constant each, and
`controller.words` finds them as the files that it opens. This module goes with borrowing and text files.
"""

import io
import sys

import vfs

from cardtable import micro


def keep(name, *beside):
    """The module of this full name."""
    return sys.modules.get(name) or __import__(name, None, None, (name,))


def release_nothing(*names):
    """Everything stays."""
    return 0


class Texts:
    """A file system of catalogues, to be read."""

    def mount(self, readonly, mkfs):
        return None

    def umount(self):
        return None

    def stat(self, path):
        raise OSError(2)  # imports look here, and find no module

    def open(self, path, mode):
        try:
            module = __import__("text_" + path[path.rfind("/") + 1 : -4])
        except ImportError:
            raise OSError(2)
        return io.BytesIO(module.TEXT)


def install():
    """Before any other module of the program is imported."""
    micro.borrow = micro.lend = micro.hold = keep
    micro.release = micro.give_back = micro.lendings = micro.forgets = micro.keep_room = release_nothing
    vfs.mount(Texts(), "/cardtable")
