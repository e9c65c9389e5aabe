"""The wiring list of a board, from the board's own tables (boards/*.py)."""

from __future__ import annotations

from typing import NamedTuple

from tablehost import messages
from tablehost.console import text
from tablehost.firmware import boards
from tablehost.firmware.boards import Board
from tablehost.seats import label
from tablehost.types import Document
from tablehost.wiring import cables
from tablehost.wiring.picos import pin_of

SAID = messages.Catalogue("wire")

WORDS = messages.Tables("wire")


def wires_of(name: str, lang: str = "en") -> Wires | None:
    """Return the wires of the board of this name, None if it is not one of ours."""
    try:
        return Wires(boards.read(name), lang)
    except LookupError:
        return None


def facts(board: Board) -> Document:
    """Return the name of a board, its pads and its readers."""
    return {
        "board": board.name,
        "seats": board.seat_pads,
        "centre": board.centre_pads,
        "reader": board.reader,
    }


class PinRow(NamedTuple):
    """A pin: its number at the Pico's edge, its GPIO, the use that the board has for it."""

    pin: int
    gpio: int
    use: str


class Wires:
    """The wires of a board; `lang`: the language of the list."""

    def __init__(self, board: Board, lang: str = "en") -> None:
        self.board = board
        self._words = WORDS[lang]
        self._keys = messages.Tables("doctor")[lang]  # which has their names
        self._gpio = board.gpios
        self._chips = board.kinds

    def rows(self) -> list[PinRow]:
        """Return all pins in use, by their number."""
        return sorted(PinRow(pin_of(use.gpio), use.gpio, use.name) for use in self.board.pins)

    def page(self) -> str:
        """Return all of it, for people."""
        words, board = self._words, self.board
        pads = range(board.seat_pads + board.centre_pads)
        pins = [[words["pin"], words["gpio"], words["use"], words["block"]]]
        pins += [[str(row.pin), f"GP{row.gpio}", row.use, self._block(row.use)] for row in self.rows()]
        lights = board.lights_per_pad
        readers = [[words["pad"], words["select"], "", words["lights"]]]
        readers += [
            [self._pad(pad), self._select(pad), board.readers[pad].bus,
             words["chain"].format(first=pad * lights + 1, last=(pad + 1) * lights)]
            for pad in pads
        ]  # fmt: skip
        keys = [[words["pad"], words["key"], words["wires"]]]
        keys += [
            [self._pad(pad), self._keys["key " + key], self._key(pad, key)]
            for pad in range(board.seat_pads)
            for key in board.keys
        ]
        parts = [
            words["pads"].format(**facts(board)),
            words["pins"], _table(pins),
            words["readers"], _table(readers),
            words["keys"], _table(keys),
            *self._cables(),
            words["usb" if board.on_usb else "supply"],
        ]  # fmt: skip
        return "\n".join(parts)

    def _pad(self, pad: int) -> str:
        """Return the name of a pad: its number from 1, in the middle also its place."""
        at = pad - self.board.seat_pads
        which = "" if self.board.centre_pads == 1 else f" {label(at)}"
        return label(pad) if at < 0 else f"{label(pad)} ({self._words['middle']}{which})"

    def _cables(self) -> list[str]:
        """Return the wires to the readers, and their faults."""
        board, words = self.board, self._words
        wires = words[board.reader_wires]
        lines = [words["cables"].format(wires=wires, cm=board.cable_cm, mhz=board.reader_hz / 1e6)]
        most = cables.start_clock(board.reader_wires, board.cable_cm)
        if not most:
            lines.append(words["too-long"])
        elif board.reader_hz > most:
            lines.append(words["too-fast"].format(cm=board.cable_cm, most=most))
        return lines

    def _block(self, use: str) -> str:
        name = use.split(".")[0]
        found = [f"{block.kind} {block.number}" for block in self.board.blocks if block.name == name]
        return ", ".join(found + [chip.kind for chip in self.board.chips if chip.name == name])

    def as_json(self) -> Document:
        """Return all of it, for programs."""
        board = self.board
        return {
            "board": board.name,
            "pins": [{**row._asdict(), "block": self._block(row.use)} for row in self.rows()],
            "readers": [
                {"pad": pad, "bus": one.bus, "select": one.chip, "output": one.output}
                for pad, one in enumerate(board.readers)
            ],
            "keys": [
                {"pad": pad, "key": key, "wires": self._key(pad, key)}
                for pad in range(board.seat_pads)
                for key in board.keys
            ],
            "lights_per_pad": board.lights_per_pad,
        }

    def _select(self, pad: int) -> str:
        reader = self.board.readers[pad]
        if reader.chip in self._chips:
            return self._words["output"].format(chip=reader.chip, output=reader.output)
        return self.at(f"{reader.chip}.{reader.output}")

    def at(self, use: str) -> str:
        """Return the name of a pin: `GP16 (pin 21)`."""
        gpio = self._gpio[use]
        return self._words["at"].format(gpio=gpio, pin=pin_of(gpio))

    def told(self, kind: str, pad: int, which: int | str | None = None) -> str:
        """Return the wires of a "reader", its "miso", a "key", a "lamp", the "sound" or the "supply", as
        short as can be.
        """
        return str(getattr(self, "_" + kind)(pad, which))

    def _reader(self, pad: int, _: object) -> str:
        bus = self.board.readers[pad].bus
        lines = ", ".join(f"{role.upper()} {self.at(f'{bus}.{role}')}" for role in ("sck", "mosi", "miso"))
        return self._words["reader"].format(select=self._select(pad), lines=lines)

    def _miso(self, pad: int, _: object) -> str:
        return self.at(f"{self.board.readers[pad].bus}.miso")

    def _key(self, pad: int, key: str) -> str:
        column = self.board.keys.index(key)
        if self._chips.get("keys") == "pins":
            return self._words["own"].format(pin=self.at(f"keys.pin.{pad * len(self.board.keys) + column}"))
        if self._chips.get("keys") == "74HC165":
            # The first key to come out of the chain is the last one of the last pad.
            at = (self.board.seat_pads - pad) * len(self.board.keys) - column - 1
            chip, place = at // 8 + 1, "HGFEDCBA"[at % 8]
            return self._words["shift"].format(chip=chip, place=place, q=self.at("keys.q"))
        return self._words["matrix"].format(
            row=self.at(f"keys.row.{pad}"), column=self.at(f"keys.column.{column}")
        )

    def _lamp(self, pad: int, lamp: int) -> str:
        number = pad * self.board.lights_per_pad + lamp + 1
        return self._words["light"].format(number=number, data=self.at("lights.data"))

    def _sound(self, _: int, __: object) -> str:
        return self.at("sound.pwm")

    def _supply(self, _: int, __: object) -> str:
        """Return the supply of a board that measures it."""
        return self.at("supply.adc")


def _table(rows: list[list[str]]) -> str:
    return text.table(rows, left=range(len(rows[0])))
