"""The devices that every board has alike, made from its own tables.

Only a board imports `machine` and `rp2`; it hands them in.
"""

import gc
import os
import select
import sys
import time

from cardtable.drivers.parts import Parts, number
from cardtable.drivers.piezo import Piezo
from cardtable.drivers.usbline import UsbLine
from cardtable.drivers.watchdog import Watchdog, find_reset_cause
from cardtable.drivers.ws2812 import Ws2812

from . import miso, panels
from . import readers as kinds


class Pico:
    """The Pico of a board. `pins`, `blocks`: the tables of the board; `nap(us)`: let so much time go by."""

    def __init__(self, machine, rp2, pins, blocks, nap):
        self._nap = nap
        self._machine = machine
        self._rp2 = rp2
        self._pins = pins
        self._blocks = blocks

    def driven(self, use, level):
        """Return the pin of this use as an output at this level."""
        Pin = self._machine.Pin
        return Pin(number(self._pins, use), Pin.OUT, value=level)

    def read(self, use):
        """Return the pin of this use as an input that is pulled up."""
        Pin = self._machine.Pin
        return Pin(number(self._pins, use), Pin.IN, Pin.PULL_UP)

    def spi(self, bus, hertz):
        """Return this bus of readers."""
        Pin = self._machine.Pin
        return self._machine.SPI(
            number(self._blocks, bus),
            baudrate=hertz,
            polarity=0,
            phase=0,
            sck=Pin(number(self._pins, bus + ".sck")),
            mosi=Pin(number(self._pins, bus + ".mosi")),
            miso=Pin(number(self._pins, bus + ".miso")),
        )

    def parts(self, board, keys, wires, supply=None):
        """Return the Parts of a board. `board`: its module's globals; `keys`: their driver; `wires`: the bus
        and the select of each reader.
        """
        machine, pins = self._machine, self._pins
        Pin = machine.Pin
        busy = Pin(number(pins, "readers.busy"), Pin.IN)
        codes, readers, tags, buses = kinds.fit(
            board["READER"], wires, board["READER_HZ"], busy, time.ticks_us, time.ticks_diff
        )
        lights = Ws2812(self._shifter().put, board["LIGHT_COUNT"])
        pwm = machine.PWM(Pin(number(pins, "sound.pwm")))
        pwm.duty_u16(0)
        i2c = machine.I2C(
            number(self._blocks, "display"),
            sda=Pin(number(pins, "display.sda")),
            scl=Pin(number(pins, "display.scl")),
            freq=board["DISPLAY_HZ"],
        )
        nap, most_us = self._nap, board["NAP_US"]
        display, idle = panels.fit(
            i2c, board["DISPLAY_LINES"], board["DISPLAY_WIDTH"], lambda us: nap(min(us, most_us))
        )
        poller = select.poll()
        poller.register(sys.stdin, select.POLLIN)
        poller.register(sys.stdout, select.POLLOUT)
        lines = [number(pins, row[0] + ".miso") for row in board["READERS"]]
        return Parts(
            name=board["NAME"],
            readers=readers,
            reader_codes=codes,
            seat_pads=board["SEAT_PADS"],
            keys=keys,
            key_names=[(seat, key) for seat in range(board["SEAT_PADS"]) for key in board["KEYS"]],
            lights=lights,
            piezo=Piezo(pwm),
            display=display,
            line=UsbLine(sys.stdin, sys.stdout, poller),
            ticks_us=time.ticks_us,
            ticks_diff=time.ticks_diff,
            unique_id=machine.unique_id(),
            idle=idle,
            root="/",
            entropy=os.urandom,
            free=gc.mem_free,
            collect=gc.collect,
            reset_cause=find_reset_cause(machine.mem32, getattr(sys.implementation, "_machine", "")),
            watchdog=Watchdog(machine.WDT, machine.Timer),
            tags=tags,
            buses=buses,
            supply=supply,
            miso=lambda: miso.levels(Pin, lines, nap),
            bootloader=machine.bootloader,
        )

    def _shifter(self):
        """Return the state machine that sends what it is given to the lights."""
        rp2 = self._rp2

        # rp2 supplies the names of the instructions, as globals, while it assembles.
        # 10 cycles of 125 ns a bit: high for 2 (zero) or 6 (one), low for the rest and where data is lacking.
        @rp2.asm_pio(
            out_init=rp2.PIO.OUT_LOW,
            set_init=rp2.PIO.OUT_LOW,
            out_shiftdir=rp2.PIO.SHIFT_LEFT,
            autopull=True,
            pull_thresh=24,
            fifo_join=rp2.PIO.JOIN_TX,
        )
        def ws2812():
            out(x, 1)[1]  # type: ignore
            set(pins, 1)[1]  # type: ignore
            mov(pins, x)[3]  # type: ignore
            set(pins, 0)[1]  # type: ignore

        data = self.driven("lights.data", 0)
        shifter = rp2.StateMachine(
            number(self._blocks, "lights"), ws2812, freq=8_000_000, out_base=data, set_base=data
        )
        shifter.active(1)
        return shifter
