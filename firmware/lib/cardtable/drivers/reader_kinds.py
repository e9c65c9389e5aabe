"""The kinds of readers that a board can have."""

from . import reader

# Kind, which is its driver's module: (the driver, fastest SPI clock in Hz, whether it has a BUSY pin, the
# tags it reads). Of several kinds of tags it reads one at a time, the first unless `read` sets another.
KINDS = {
    "mfrc522": ("Mfrc522", 10_000_000, False, ("iso14443a",)),
    "pn532": ("Pn532", 5_000_000, False, ("iso14443a",)),
    "pn5180": ("Pn5180", 7_000_000, True, ("iso14443a", "iso15693")),
}


def fit(kind, wires, hz, busy, ticks_us, ticks_diff):
    """Return (the module of their codes, the readers, the tags they read, their buses).

    There is one reader of this kind for each (SPI bus, select pin) of `wires`. `busy`: the pin on which all
    BUSY lines meet. The bus of each reader is a row [SPI, clock in Hz, errors, since when], see
    `controller.input.bus_speed`; readers on one bus have the same row.
    """
    name, _, asks, tags = KINDS[kind]
    driver = __import__("cardtable.drivers." + kind, None, None, (kind,))
    more = (busy,) if asks else ()
    readers = [getattr(driver, name)(spi, cs, ticks_us, ticks_diff, *more) for spi, cs in wires]
    buses: "list" = []
    for spi, _ in wires:
        buses.append(([row for row in buses if row[0] is spi] or [[spi, hz, 0, 0]])[0])
    return reader, readers, tags, buses
