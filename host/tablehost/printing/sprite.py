"""The cards of a match as one picture of symbols, each to be used by its key wherever the card lies."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from functools import lru_cache

from tablehost.plugins.choice import load_game
from tablehost.printing import screen_faces
from tablehost.printing.faces import Selection
from tablehost.types import Line

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>'
ABOUT = ("game", "players", "options")  # members of the line on which cards depend

_DRAWING = threading.Lock()  # those who want the same picture at once wait for it


def of_match(match: Line, language: str) -> str:
    """Return the picture for the match that this line of its log begins; it shows nothing by itself."""
    return of_matches([match], language)


def of_matches(matches: Sequence[Line], language: str) -> str:
    """Return a picture for several matches, see `of_match`."""
    about = json.dumps([[match[name] for name in ABOUT] for match in matches])
    with _DRAWING:
        return _draw(about, language)


@lru_cache(maxsize=16)
def _draw(about: str, language: str) -> str:
    wanted = [
        Selection(load_game(name), len(players), options, language, whole=True)
        for name, players, options in json.loads(about)
    ]
    return screen_faces.draw_picture(wanted)
