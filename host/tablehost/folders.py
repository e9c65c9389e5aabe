"""The user's own folders on this computer, as the XDG specification has them."""

import os
from pathlib import Path


def config() -> Path:
    """Return the folder of the configuration."""
    return _folder("XDG_CONFIG_HOME", ".config")


def data() -> Path:
    """Return the folder of the data, unless $CARDTABLE_HOME chooses another one."""
    return _folder("XDG_DATA_HOME", ".local/share")


def _folder(variable: str, usual: str) -> Path:
    chosen = os.environ.get(variable, "")
    # The XDG specification has relative paths ignored.
    return (Path(chosen) if os.path.isabs(chosen) else Path.home() / usual) / "cardtable"
