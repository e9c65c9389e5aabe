"""The four Picos a board can carry, and the capabilities of their chips: tables.

All four lead out the same pins in the same places, so a board's one pin table serves each of them. The
differences are listed here: the pins a Pico keeps for itself, the blocks of its chip, its errata.

Sources: RP2040 data sheet 1.4.3 and RP2350 data sheet 9.4 (which GPIO serves which role), their chapters on
PWM, PIO and ADC; the data sheets of the Picos.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Roles = Mapping[tuple[str, int, str], frozenset[int]]  # (kind of block, its number, role) -> GPIOs


def _every_fourth(first: int) -> frozenset[int]:
    return frozenset(range(first, 30, 4))


_ROLES: Roles = {
    ("SPI", 0, "miso"): frozenset({0, 4, 16, 20}),
    ("SPI", 0, "sck"): frozenset({2, 6, 18, 22}),
    ("SPI", 0, "mosi"): frozenset({3, 7, 19, 23}),
    ("SPI", 1, "miso"): frozenset({8, 12, 24, 28}),
    ("SPI", 1, "sck"): frozenset({10, 14, 26}),
    ("SPI", 1, "mosi"): frozenset({11, 15, 27}),
    ("I2C", 0, "sda"): _every_fourth(0),
    ("I2C", 0, "scl"): _every_fourth(1),
    ("I2C", 1, "sda"): _every_fourth(2),
    ("I2C", 1, "scl"): _every_fourth(3),
}


class Chip(NamedTuple):
    """A microcontroller.

    roles     which GPIO below 30 can serve which role of which block
    blocks    how many blocks of a kind there are; PIO: state machines, four to a block
    slices    the PWM slices that GPIOs below 30 reach; a GPIO's is GPIO / 2 modulo 8
    weak_pull_down  whether an input's own pull-down may leave it high: erratum RP2350-E9, in the steppings
              before A3. A line that must rest low wants a resistor of at most 8.2 kohm to ground.
    """

    name: str
    roles: Roles
    blocks: Mapping[str, int]
    slices: int
    weak_pull_down: bool


RP2040 = Chip("RP2040", _ROLES, {"SPI": 2, "I2C": 2, "PWM": 8, "PIO": 8, "ADC": 3}, 8, False)
RP2350 = Chip("RP2350", _ROLES, {"SPI": 2, "I2C": 2, "PWM": 12, "PIO": 12, "ADC": 3}, 8, True)


class Pico(NamedTuple):
    """One of the Picos.

    title      its common name
    own        GPIO -> the Pico's own use of it; none of them is led out as that GPIO
    radio_pio  the PIO block in which its radio's line runs, or None
    """

    title: str
    chip: Chip
    own: Mapping[int, str]
    radio_pio: int | None


_WIRED = {23: "power save of its supply", 24: "senses USB power", 25: "its LED", 29: "a third of its supply"}
_RADIO = {23: "radio on", 24: "radio data", 25: "radio select", 29: "radio clock, a third of its supply"}

PICOS = {
    "pico": Pico("Raspberry Pi Pico", RP2040, _WIRED, None),
    "pico_w": Pico("Raspberry Pi Pico W", RP2040, _RADIO, 1),
    "pico2": Pico("Raspberry Pi Pico 2", RP2350, _WIRED, None),
    "pico2_w": Pico("Raspberry Pi Pico 2 W", RP2350, _RADIO, 1),
}

# The pins of every Pico, 1 to 20 down the left from the USB socket, 40 to 21 down the right: GPIO or name.
LEFT: tuple[int | str, ...] = (
    *(0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15),
)  # fmt: skip
RIGHT: tuple[int | str, ...] = (
    *("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "ADC_VREF", 28, "AGND", 27, 26),
    *("RUN", 22, "GND", 21, 20, 19, 18, "GND", 17, 16),
)


def pin_of(gpio: int) -> int:
    """Return the number of the pin at which a GPIO is led out; KeyError if it is not."""
    if gpio in LEFT:
        return LEFT.index(gpio) + 1
    if gpio in RIGHT:
        return 40 - RIGHT.index(gpio)
    raise KeyError(gpio)
