"""Whether the readers let go of MISO while none is selected.

A module that drives MISO all the time works alone on its bus, and spoils the answers of all others.
"""

from cardtable.micro import const

# The Pico's pulls have 50 to 80 kohm (RP2040 datasheet, table of pin characteristics); 500 pF are a long bus.
_SETTLE_US = const(200)


def levels(Pin, gpios, wait_us):
    """[[GPIO, level under a pull-down, under a pull-up, pads], ...] for `gpios`, the MISO pin of each pad.

    0 and 1 mean that the line is free. The pin stays the SPI's: `init` without a mode changes its pull alone.
    It ends with a pull-down, as after a reset. No reader may be selected. `wait_us(us)` waits: 0.6 ms a line
    at most.
    """
    found = []
    for pad in range(len(gpios)):
        for row in found:
            if row[0] == gpios[pad]:
                row[3].append(pad)
                break
        else:
            found.append([gpios[pad]] + _look(Pin, gpios[pad], wait_us) + [[pad]])
    return found


def _look(Pin, gpio, wait_us):
    """[level under a pull-down, level under a pull-up] of one pin."""
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
