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
