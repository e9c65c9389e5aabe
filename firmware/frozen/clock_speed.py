"""The processor's speed: 200 MHz on an RP2040, with the supply voltage for that; an RP2350 keeps its 150 MHz.

Raspberry Pi approved 200 MHz for the RP2040 at 1.15 V (pico-sdk 2.1.1); MicroPython's `freq` leaves the
voltage as it is. Register: RP2040 data sheet 2.10.6.
"""

import sys
import time

import machine

HZ = 200_000_000
MILLIVOLTS = 1150
_VREG = 0x40064000
_SELECT = 0xF0  # steps of 50 mV from 550 mV on, in bits 4 to 7
_REGULATED = 1 << 12


def raise_speed():
    """Set voltage, then frequency, and read both back. RuntimeError if either is wrong."""
    if not _is_rp2040():
        return
    registers = machine.mem32
    registers[_VREG] = registers[_VREG] & ~_SELECT | (MILLIVOLTS - 550) // 50 << 4
    for _ in range(10):
        time.sleep_ms(1)
        if registers[_VREG] & _REGULATED:
            break
    if read()[1] == MILLIVOLTS:
        machine.freq(HZ)
    if read() != (HZ, MILLIVOLTS):
        raise RuntimeError("the processor runs at %d Hz and %d mV" % read())


def read():
    """Return (Hz, mV) from the registers; 0 mV while the voltage is not regulated, or on an RP2350."""
    if not _is_rp2040():
        return machine.freq(), 0
    value = machine.mem32[_VREG]
    return machine.freq(), (550 + ((value & _SELECT) >> 4) * 50 if value & _REGULATED else 0)


def _is_rp2040():
    return sys.implementation._machine.endswith("RP2040")
