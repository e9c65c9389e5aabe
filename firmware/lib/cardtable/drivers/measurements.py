"""Measurements that a computer asks for: the level of MISO while no reader is selected, and how much of the
flash is read from its cache.

MISO. A module that drives MISO all the time works alone on its bus, and spoils the answers of all others.

The cache of the flash. The chip counts its accesses and its hits [RP2040 datasheet 2.6.3, RP2350 datasheet
4.4]. A counter stops when it is full, after a minute or so.
"""

from cardtable.micro import const

# The Pico's pulls have 50 to 80 kohm (RP2040 datasheet, table of pin characteristics); 500 pF are a long bus.
_SETTLE_US = const(200)

_RP2040 = const(0x14000000)
_RP2350 = const(0x400C8000)
_HITS = const(0x0C)  # what is written to these clears them
_ACCESSES = const(0x10)


def levels(Pin, gpios, wait_us):
    """Return the levels of MISO: [[GPIO, under a pull-down, under a pull-up, pads], ...].

    `gpios`: the MISO pin of each pad. Levels 0 and 1 mean that the line is free. The pin stays the SPI's:
    `init` without a mode changes its pull alone. It ends with a pull-down, as after a reset. No reader may be
    selected. `wait_us(us)` waits: 0.6 ms a line at most.
    """
    found = []
    for pad in range(len(gpios)):
        for row in found:
            if row[0] == gpios[pad]:
                row[3].append(pad)
                break
        else:
            found.append([gpios[pad]] + _read_levels(Pin, gpios[pad], wait_us) + [[pad]])
    return found


def _read_levels(Pin, gpio, wait_us):
    """Return [level under a pull-down, level under a pull-up] of one pin."""
    line = Pin(gpio)
    line.init(pull=Pin.PULL_UP)
    wait_us(_SETTLE_US)
    up = line()
    line.init(pull=Pin.PULL_DOWN)
    wait_us(_SETTLE_US)
    down = line()
    if down:
        # The pull-down of a Pico 2 may fail to bring a line down that was high (erratum RP2350-E9), but holds
        # one that is low. A module that drives the line brings it up again.
        line.init(Pin.OUT, value=0)
        line.init(Pin.ALT, Pin.PULL_DOWN, alt=Pin.ALT_SPI)
        wait_us(_SETTLE_US)
        down = line()
    return [down, up]


def count_flash_reads(registers, board):
    """Return [hits, accesses] of the cache of the flash since the call before, and begin to count again.

    None where the chip of the `board` is unknown, and if the counter of accesses was full. `registers`: as
    machine.mem32; `board`: as sys.implementation._machine.
    """
    base = _RP2350 if board.endswith("RP2350") else _RP2040 if board.endswith("RP2040") else 0
    if not base:
        return None
    hits = registers[base + _HITS] & 0xFFFFFFFF
    accesses = registers[base + _ACCESSES] & 0xFFFFFFFF
    registers[base + _ACCESSES] = registers[base + _HITS] = 0
    return None if accesses == 0xFFFFFFFF else [hits, accesses]
