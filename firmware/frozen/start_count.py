"""Count of failed starts in a row, in a scratch register that a restart keeps and power off clears.

A start has failed if the program ended by an exception, or the watchdog reset it, before GOOD_MS were over.
Ctrl-C ends the row: a person, or mpremote, wants the prompt.
Registers: RP2040 data sheet 4.7.6, RP2350 data sheet 12.9.7.
"""

import sys

import machine

MOST = 3
GOOD_MS = 12_000  # longer than the longest time of the watchdog
_MARK = 0x43540000
_SCRATCH0 = 0x0C


def _register():
    base = 0x40058000 if sys.implementation._machine.endswith("RP2040") else 0x400D8000
    return base + _SCRATCH0


def read():
    """Return how many starts have failed since the last good one."""
    value = machine.mem32[_register()] & 0xFFFFFFFF
    return value & 0xFFFF if value & 0xFFFF0000 == _MARK else 0


def begin():
    """Count this start as failed until GOOD_MS are over. Return a timer, which the caller keeps."""
    machine.mem32[_register()] = _MARK | (read() + 1)
    return machine.Timer(-1, mode=machine.Timer.ONE_SHOT, period=GOOD_MS, callback=lambda timer: clear())


def clear():
    """Reset the count."""
    machine.mem32[_register()] = _MARK
