"""Paths of the files that a Pico is given: in a checkout, or inside an installed wheel.

The package `cardtable` is importable in both. Boards and images are no package: a wheel carries them in
`tablehost/_firmware/`, a checkout (or an editable install of one) has the boards at its top, and the images
where `make firmware` puts them.
"""

from pathlib import Path

RELEASES = ""  # where the project's releases are, once there is such a place

_HERE = Path(__file__).resolve().parents[1]  # tablehost
_CHECKOUT = _HERE.parents[1]
_IN_CHECKOUT = (_CHECKOUT / "firmware" / "lib" / "cardtable").is_dir()
_CARRIED = _HERE / "_firmware"


def _boards_folder() -> Path:
    return (_CHECKOUT if _IN_CHECKOUT else _CARRIED) / "boards"


def boards() -> list[str]:
    """Return the names of the boards there are, in order."""
    return sorted(path.stem for path in _boards_folder().glob("*.py") if not path.stem.startswith("_"))


def board_path(name: str) -> Path:
    """Return the file of the board `name`, /board.py on a Pico; LookupError if there is none."""
    if name not in boards():
        raise LookupError(f"no board {name!r}; there are: {', '.join(boards()) or 'none'}")
    return _boards_folder() / f"{name}.py"


def image_path(chip: str) -> Path:
    """Return where the image for "pico" or "pico2" is, if there is one."""
    folder = _CHECKOUT / "build" / "firmware" if _IN_CHECKOUT else _CARRIED
    return folder / f"cardtable_{chip}.uf2"


def firmware_path() -> Path | None:
    """Return the folder of the firmware's sources and of its build scripts; None without a checkout."""
    return _CHECKOUT / "firmware" if _IN_CHECKOUT else None


def package_path() -> Path:
    """Return the folder that becomes /lib/cardtable on a Pico."""
    return _CHECKOUT / "firmware" / "lib" / "cardtable" if _IN_CHECKOUT else _HERE.parent / "cardtable"


def package_files() -> list[Path]:
    """Return the modules in that folder, in order."""
    return sorted(package_path().rglob("*.py"))
