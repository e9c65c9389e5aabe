"""A Pico for which no board was ever chosen: it tries one reader at the bench's pins, and its own LED tells.

Nothing is stored: with a board (`cardtable flash --board`) all of this is over.
"""

import time

import machine

from cardtable.drivers.board import number

_LED = 25  # of a Pico and a Pico 2; a W has its radio there, and its LED stays dark
_SETTLE_US = 200  # see drivers/measurements.py
# The bench drives these, and no part of it holds them up: on another board they may be a display's.
_FREE = ("bus0.sck", "bus0.mosi", "select.1", "select.2")


def board():
    """Return the bench's module, cut down to its first reader in memory, with the Pico's own LED, dark.

    Raises ValueError if other wires than the bench's are on its pins.
    """
    import pico_bench as bench  # type: ignore[import-not-found]

    Pin = machine.Pin
    for use in _FREE:
        gpio = number(bench.PINS, use)
        pin = Pin(gpio, Pin.IN, Pin.PULL_DOWN)
        time.sleep_us(_SETTLE_US)
        if pin():
            raise ValueError("no board is chosen, and GP%d is held up as on none with one reader" % gpio)
        pin.init(Pin.IN, Pin.PULL_UP)  # a second reader of the bench is not selected
    bench.SEAT_PADS, bench.CENTRE_PADS = 1, 0
    bench.LIGHT_COUNT = bench.LIGHTS_PER_PAD
    bench.READERS = bench.READERS[:1]
    build = bench.build

    def build_with_led():
        parts = build()
        parts.led = Pin(_LED, Pin.OUT, value=0)
        return parts

    bench.build = build_with_led
    return bench
