"""What a board hands to the controller, and how a board finds its way in its own tables."""


def number(rows, name):
    """The number that ends the row beginning with this name: a pin's GPIO, a block's number. KeyError."""
    for row in rows:
        if row[0] == name:
            return row[-1]
    raise KeyError(name)


class Parts:
    """The table's devices, set up but not yet touched.

    readers     their drivers in pad order, seats clockwise, then the centre; `codes` says what they do
    reader_codes  the module of their codes: IDENTIFY, CHECK, PENDING, ..., ReaderFault
    seat_pads   how many of the pads stand at seats
    keys        KeyMatrix or KeyChain: scan() is a mask of the keys that are down
    key_names   (pad, "yes" | "no" | "ok") by bit of that mask
    lights      Ws2812, in pad order, three a pad
    piezo, display, line
    ticks_us, ticks_diff
    unique_id   bytes
    idle        idle(us): what to do when nothing is due for `us`
    root        folder of the journal on the device's file system, ends in "/"
    entropy     entropy(n): n random bytes
    free        free(): bytes of heap left
    collect     collect(): tidy the heap; called when nothing is going on
    reset_cause  why it was switched on: "power", "watchdog" (it hung) or "restart" (on purpose)
    watchdog    Watchdog, not yet started, or None
    tags        what the readers can read, see `readers`
    buses       the bus of each reader, see `readers`; empty where that is not known
    supply      supply(): [lowest, highest] mV of the 5 V just now; None where no pin measures it
    miso        miso(): whether the readers let go of MISO, see `miso.levels`; None where that is not known
    bootloader  bootloader(): the Pico waits for another program, as a drive; None where it cannot
    program     (digest, modules that files hide, (MHz, mV) or None) of the program that runs, see
                firmware/frozen/identity.py; whoever starts it says so, None if nobody does
    flash       flash(at, size): these bytes of the program's flash, None if not all are the program's; told
                by who starts it, None where the program lies elsewhere
    """

    def __init__(
        self,
        name,
        readers,
        reader_codes,
        seat_pads,
        keys,
        key_names,
        lights,
        piezo,
        display,
        line,
        ticks_us,
        ticks_diff,
        unique_id,
        idle,
        root,
        entropy,
        free,
        collect,
        reset_cause,
        watchdog,
        tags=("iso14443a",),
        buses=(),
        supply=None,
        miso=None,
        bootloader=None,
    ):
        self.name = name
        self.readers = readers
        self.reader_codes = reader_codes
        self.seat_pads = seat_pads
        self.keys = keys
        self.key_names = key_names
        self.lights = lights
        self.piezo = piezo
        self.display = display
        self.line = line
        self.ticks_us = ticks_us
        self.ticks_diff = ticks_diff
        self.unique_id = unique_id
        self.idle = idle
        self.root = root
        self.entropy = entropy
        self.free = free
        self.collect = collect
        self.reset_cause = reset_cause
        self.watchdog = watchdog
        self.tags = tags
        self.buses = buses
        self.supply = supply
        self.miso = miso
        self.bootloader = bootloader
        self.program = None
        self.flash = None
