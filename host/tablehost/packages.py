"""Parts of the program in packages of their own, by the word that asks for them: each is imported when the
word is said, so that a table needs none of them.
"""

from importlib import import_module
from types import ModuleType

# Word -> module.
MODULES = {
    "clubs": "cardtable_club.screens",
    "currents": "cardtable_boards.drawings.budget",
    "parts": "cardtable_boards.drawings.parts",
    "postgres": "cardtable_club.postgres",
    "picture": "cardtable_boards.drawings.picture",
    "strong": "cardtable_lab.strong",
}


def load(word: str) -> ModuleType:
    """Return the module that a word asks for."""
    return import_module(MODULES[word])
