"""Where the files a Pico is given lie: in a checkout, or inside an installed wheel.

The package `cardtable` is importable in both. `main.py`, what stands beside it and the boards are no package:
a wheel carries them in `tablehost/_firmware/`, a checkout (or an editable install of one) has them at its
top.
"""

from pathlib import Path

_HERE = Path(__file__).resolve().parent
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


def main_path() -> Path:
    """Return the program that becomes /main.py on a Pico."""
    return _CHECKOUT / "firmware" / "main.py" if _IN_CHECKOUT else _CARRIED / "main.py"


def slots_path() -> Path:
    """Return the module that becomes /slots.mpy on a Pico: it selects what main.py runs."""
    return main_path().with_name("slots.py")


def entry_path() -> Path:
    """Return the module by which main.py comes into a program."""
    return main_path().with_name("entry.py")


def piles_path() -> Path:
    """Return the module by which a program finds its modules, beside that one."""
    return main_path().with_name("piles.py")


def package_path() -> Path:
    """Return the folder that becomes /lib/cardtable on a Pico."""
    return _CHECKOUT / "firmware" / "lib" / "cardtable" if _IN_CHECKOUT else _HERE.parent / "cardtable"


def package_files() -> list[Path]:
    """Return the modules in that folder, in order."""
    return sorted(package_path().rglob("*.py"))


def placed() -> dict[Path, Path]:
    """The program of every Pico but for its board: each file, and its place in a slot, which stands for the
    root of the device.
    """
    package = package_path()
    files = {path: Path("lib", "cardtable", path.relative_to(package)) for path in package_files()}
    return {**files, entry_path(): Path("entry.py")}
