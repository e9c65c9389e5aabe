"""The user's own folders on this computer, as the XDG specification has them."""

from __future__ import annotations

import os

TYPE_CHECKING = (
    False  # as a checker knows it: what only names an option starts without `typing` and `pathlib`
)
if TYPE_CHECKING:
    from pathlib import Path


OWN_GAMES = "own_games"
DATABASE = "CARDTABLE_DATABASE"  # the variable with the URL of a club's database


def config() -> Path:
    """Return the folder of the configuration."""
    return _path(_folder("XDG_CONFIG_HOME", ".config"))


def home() -> Path:
    """Return the folder of all that is kept: $CARDTABLE_HOME, else `cardtable` in the XDG data folder."""
    return _path(_home())


def journal() -> Path:
    """Return the path of the journal unless a user chooses another one."""
    return home() / "journal.sqlite"


def database() -> str | None:
    """Return the URL of the club's database, used in place of the journal's file; None without one."""
    return os.environ.get(DATABASE) or None


def has_journal() -> bool:
    """Return True if there is a journal to read."""
    return database() is not None or journal().exists()


def journal_place() -> str:
    """Return the URL or the path of the journal."""
    return database() or str(journal())


def make(folder: Path) -> None:
    """Make a folder. The home that it is in becomes one of its user alone. Raises OSError."""
    top = home()
    if top in (folder, *folder.parents):
        top.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = top.stat().st_mode
        # Hidden hands are in there. Who lets others write in the folder shares it on purpose.
        if mode & 0o055 and not mode & 0o022:
            try:
                top.chmod(mode & 0o7700)
            except OSError:  # of another user, or on a disk that cannot be written
                pass
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def own_games() -> Path:
    """Return the folder of the games of one's own on this computer."""
    return home() / OWN_GAMES


def has_own_games() -> bool:
    """Return True if there is such a folder."""
    return os.path.lexists(os.path.join(_home(), OWN_GAMES))


def _home() -> str:
    own = os.environ.get("CARDTABLE_HOME")
    return os.path.expanduser(own) if own else _folder("XDG_DATA_HOME", ".local/share")


def _folder(variable: str, usual: str) -> str:
    chosen = os.environ.get(variable, "")
    # The XDG specification has relative paths ignored.
    return os.path.join(chosen if os.path.isabs(chosen) else os.path.expanduser(f"~/{usual}"), "cardtable")


def _path(name: str) -> Path:
    from pathlib import Path

    return Path(name)
