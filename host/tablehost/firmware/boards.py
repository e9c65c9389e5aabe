"""The boards: the modules of boards/, loaded from their files, and their rows."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import NamedTuple

from cardtable.drivers.reader_kinds import KINDS
from tablehost.firmware import firmware_files


class Use(NamedTuple):
    """A pin in use, a row of PINS."""

    name: str
    gpio: int


class Block(NamedTuple):
    """A block of the microcontroller, a row of BLOCKS: the name that uses begin with, its kind and number."""

    name: str
    kind: str
    number: int


class Chip(NamedTuple):
    """A chip between pins and readers or keys, a row of CHIPS."""

    name: str
    kind: str


class Reader(NamedTuple):
    """A reader, a row of READERS: its bus, the chip that selects it, and by which of its outputs."""

    bus: str
    chip: str
    output: int


class Board(NamedTuple):
    """A board by its rows, as far as drawings and lists go by them; see the files in boards/."""

    name: str
    seat_pads: int
    centre_pads: int
    lights_per_pad: int
    light_count: int
    keys: tuple[str, ...]
    reader: str
    reader_hz: int
    reader_wires: str
    cable_cm: int
    supply: str
    pins: tuple[Use, ...]
    blocks: tuple[Block, ...]
    chips: tuple[Chip, ...]
    readers: tuple[Reader, ...]

    @property
    def gpios(self) -> dict[str, int]:
        """The GPIO of each use."""
        return dict(self.pins)

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each chip."""
        return dict(self.chips)

    @property
    def on_usb(self) -> bool:
        """Return True if the USB plug feeds all of it."""
        return self.supply == "usb"


def has_gates(reader_wires: str) -> bool:
    """Return True if MISO of each reader passes a gate that is open while it is selected, so that a module
    which never lets go of MISO does no harm. `reader_wires`: READER_WIRES of the board.
    """
    return reader_wires != "plain"


def load(name: str) -> ModuleType:
    """Return the module of the board `name`; LookupError if there is none.

    `pico_6pads+pn532` is that board with readers of another kind on it, a row of `drivers/reader_kinds.py`.
    """
    name, _, reader = name.partition("+")
    if reader and reader not in KINDS:
        raise LookupError(f"no reader {reader!r}; there are: {', '.join(sorted(KINDS))}")
    spec = importlib.util.spec_from_file_location(f"boards.{name}", firmware_files.board_path(name))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if reader:
        module.READER = reader  # type: ignore[attr-defined]
    return module


def read(name: str) -> Board:
    """Return the rows of the board `name`, a name as `load` takes it; LookupError if there is none."""
    rows = vars(load(name))
    board = Board._make(rows[field.upper()] for field in Board._fields)
    return board._replace(
        pins=tuple(map(Use._make, board.pins)),
        blocks=tuple(map(Block._make, board.blocks)),
        chips=tuple(map(Chip._make, board.chips)),
        readers=tuple(map(Reader._make, board.readers)),
    )


def load_with_readers(name: str, reader: str | None) -> str:
    """Return the board `name` with readers of this kind, None for its own. LookupError if there is none."""
    if reader is None or read(f"{name}+{reader}").reader == read(name).reader:
        return name
    return f"{name}+{reader}"


def smallest(seats: int) -> str:
    """Return the board with the fewest pads at which so many can sit; the largest if none has enough."""
    pads = sorted((read(name).seat_pads, name) for name in firmware_files.boards())
    return next((name for count, name in pads if count >= seats), pads[-1][1])
