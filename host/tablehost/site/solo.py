"""A match that is played alone in a tab: its pages, the faces of its cards, and its program as a zip file."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import cardtable
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry
from tablehost import messages
from tablehost.plugins.choice import presets_of, read_pairs
from tablehost.printing import sprite
from tablehost.seats import NAMES
from tablehost.types import Line, Options
from tablehost.web import pages
from tablehost.web.learn import Lessons

PLAYERS = 4
PROGRAM = "static/program.zip"
OFFLINE = "offline.js"  # at the foot of the site: it serves what is below it
WHEN = (1980, 1, 1, 0, 0, 0)  # of the files in it: the same program gives the same bytes
ROOTS = (Path(cardtable.__file__).parents[1], Path(__file__).parents[2])
# Prints the files of all modules that a match of each game needs.
NEEDS = """
import json, sys
from tablehost.web.tab import Tab
for game, language in json.loads(sys.argv[1]):
    about = {"game": game, "language": language, "options": {}, "players": ["Ada", "Ben", "Cleo", "Dan"]}
    tab = Tab(json.dumps({**about, "seed": "", "pace": 0, "lingers": False}))
    for ms in range(40):
        tab.step(ms * 1000)
print(json.dumps([module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)]))
"""


def files() -> dict[str, bytes]:
    """Return the files of this part that are no pages, by their path on the site."""
    found = {PROGRAM: pack()}
    for language in messages.LANGUAGES:
        folder = "" if language == messages.LANGUAGES[0] else f"{language}/"
        for game in registry.NAMES:
            faces = sprite.of_matches(_list_matches(game), language)
            found[f"{folder}play/{game}/faces.svg"] = faces.encode()
    return found


def page(game: str, language: str) -> str:
    """Return the page of a game, in the language that is spoken. Its address is `/play/GAME`."""
    sets = [(one, _options(game)[one.name], _seats(game, one.name)) for one in Lessons().game(game).sets]
    values: dict[str, object] = {"game": game, "titles": titles(), "sets": sets, "players": PLAYERS}
    module: GameRules = registry.load(game)
    values["seats"] = range(module.SEATS[0], module.SEATS[1] + 1)
    values["table"] = SimpleNamespace(name="tab", has_seats=True)
    values["chair"] = SimpleNamespace(switches=(), seat=0)
    seat = {"screen": "table", "is_operator": False, "teaches": False}
    return pages.text("tab", language, f"/play/{game}", names=NAMES, **values, **seat)


def write_offline(files: Mapping[str, bytes]) -> bytes:
    """Return the service worker that keeps what a tab needs, of these files of the site by path."""
    kept = {
        name: files[name] for name in sorted(files) if re.match(r"static/|colours\.css|(\w\w/)?play/", name)
    }
    version = f"cardtable {zlib.crc32(b''.join(kept.values())):08x}"
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps([*kept])};\n"
    return head.encode() + (pages.STATIC / "offline.js").read_bytes()


def titles() -> dict[str, str]:
    """Return the titles of the games in the language that is spoken."""
    return {game: Lessons().game(game).title for game in registry.NAMES}


def pack() -> bytes:
    """Return the program of the tab as a zip file: the modules that matches need, and all texts."""
    wanted = json.dumps([[game, language] for game in registry.NAMES for language in messages.LANGUAGES])
    done = subprocess.run([sys.executable, "-c", NEEDS, wanted], capture_output=True, text=True, check=True)
    loaded = [Path(path) for path in json.loads(done.stdout)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for root in ROOTS:
            texts = (root / "tablehost").rglob("*.txt")
            for path in sorted({*texts, *(one for one in loaded if one.is_relative_to(root))}):
                about = zipfile.ZipInfo(path.relative_to(root).as_posix(), WHEN)
                about.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(about, path.read_bytes())
    return packed.getvalue()


def _options(game: str) -> dict[str, Options]:
    """Return the options of each set."""
    return {name: {**read_pairs(pairs)} for name, (_, pairs) in presets_of(registry.load(game)).items()}


def _seats(game: str, name: str) -> list[int]:
    """Return the numbers of players that can play with a set of options."""
    module: GameRules = registry.load(game)
    found = []
    for seats in range(module.SEATS[0], module.SEATS[1] + 1):
        with contextlib.suppress(OptionError):
            resolve(module, seats, _options(game)[name])
            found.append(seats)
    return found


def _list_matches(game: str) -> list[Line]:
    """Return the first lines of matches that have all decks of the sets of options."""
    module: GameRules = registry.load(game)
    found: dict[object, Line] = {}
    for name, options in _options(game).items():
        for seats in _seats(game, name):
            resolved = resolve(module, seats, options)
            deck = tuple(module.deck(seats, resolved))
            players = list(NAMES[:seats])
            found[deck] = {"kind": "match", "game": game, "players": players, "options": resolved}
    return list(found.values())
