"""A custom game as one file to send: NAME.cardgame, a zip archive of its modules.

Such a file is a program of another person. Nothing of it is run before its receiver has said so.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

from tablehost import messages
from tablehost.errors import NOT_FOUND, USAGE, VERSION_SKEW, Trouble
from tablehost.files import save
from tablehost.plugins.own import MOST_BYTES, OwnGame

SAID = messages.Catalogue("own")
SUFFIX = ".cardgame"
MOST_MODULES = 64
WHEN = (1980, 1, 1, 0, 0, 0)  # the same game is the same bytes


def is_sent(path: Path) -> bool:
    """True for a path that says it is such a file."""
    return path.suffix == SUFFIX and not path.is_dir()


def write(game: OwnGame, path: Path) -> Path:
    """Write a game as such a file; return its path. Raises Trouble."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in sorted(game.files.items()):
            bundle.writestr(zipfile.ZipInfo(f"{game.name}/{name}", WHEN), text, zipfile.ZIP_DEFLATED)
    return save(path.with_name(path.name.removesuffix(SUFFIX) + SUFFIX), data.getvalue(), "--write")


def unpack(path: Path, into: Path, is_trusted: bool) -> Path:
    """Write the modules in such a file into a folder of the game's name; return that. Raises Trouble."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        files = _read(data)
    except OSError as error:
        about = SAID("game-unreadable", path=path, why=messages.reason(error))
        raise Trouble("BAD_GAME", about, SAID("no-sent-game-hint"), NOT_FOUND) from error
    except (ValueError, zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError) as error:
        about = SAID("sent-game-bad", path=path)
        raise Trouble("BAD_GAME", about, SAID("sent-game-bad-hint"), USAGE) from error
    if not is_trusted:
        name = next(iter(files)).partition("/")[0]
        game = OwnGame(name, {file.removeprefix(name + "/"): text for file, text in files.items()})
        names = ", ".join(sorted(game.files))
        about = SAID("sent-game", path=path, game=name, files=names, digest=game.digest)
        raise Trouble("UNTRUSTED_GAME", about, SAID("sent-game-hint", path=path), VERSION_SKEW)
    for name, text in files.items():
        (into / name).parent.mkdir(exist_ok=True)
        (into / name).write_bytes(text)
    return (into / next(iter(files))).parent


def _read(data: bytes) -> dict[str, bytes]:
    """Return the modules of an archive by NAME/MODULE.py. Raises ValueError for anything else in it."""
    if len(data) > MOST_BYTES:
        raise ValueError(len(data))
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        rows = bundle.infolist()
        if not 0 < len(rows) <= MOST_MODULES or sum(row.file_size for row in rows) > MOST_BYTES:
            raise ValueError(len(rows))
        for row in rows:
            game, _, module = row.filename.partition("/")
            if not game.isidentifier() or not module.removesuffix(".py").isidentifier():
                raise ValueError(row.filename)
            with bundle.open(row) as file:
                files[row.filename] = file.read(row.file_size + 1)
    if len({name.partition("/")[0] for name in files}) != 1 or len(files) != len(rows):
        raise ValueError(len(files))
    return files
