"""The user's own folders on this computer, as the XDG specification has them."""

import os
from pathlib import Path


def config() -> Path:
    """Return the folder of the configuration."""
    return _folder("XDG_CONFIG_HOME", ".config")


def home() -> Path:
    """Return the folder of all that is kept: $CARDTABLE_HOME, else `cardtable` in the XDG data folder."""
    own = os.environ.get("CARDTABLE_HOME")
    return Path(own).expanduser() if own else _folder("XDG_DATA_HOME", ".local/share")


def own_games() -> Path:
    """Return the folder of the games of one's own on this computer."""
    return home() / "own_games"


def _folder(variable: str, usual: str) -> Path:
    chosen = os.environ.get(variable, "")
    # The XDG specification has relative paths ignored.
    return (Path(chosen) if os.path.isabs(chosen) else Path.home() / usual) / "cardtable"
