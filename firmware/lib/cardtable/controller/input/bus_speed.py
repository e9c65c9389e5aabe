"""A bus whose readers answer wrongly runs at a lower clock from then on, until power-off.

A bus is a row [SPI, Hz, errors, since when in ms], the same for
all readers on it: see `drivers.readers`. `Pads` counts the errors of readers that worked. Where they are -1
the bus has just become slower, which it tells.
"""

from cardtable.micro import const

_ERRORS = const(3)  # so many within _WITHIN_MS, and the bus is too fast
_WITHIN_MS = const(60_000)
_SLOWEST = const(1_000_000)


def probe(reader, row, now):
    """Wake a reader, at a lower clock if it wants that. Raises ReaderFault; then the clock is what it was."""
    hz = row[1]
    if row[2] > 0 and now - row[3] >= _WITHIN_MS:
        row[2:] = 1, now
    try:
        reader.probe()
    except Exception as fault:
        if getattr(fault, "code", None) == "no-answer":
            if row[2] <= 0:
                row[2:] = 0, now
            row[2] += 1
        if row[2] < _ERRORS:
            raise
        _slowly(reader, row)
    else:
        if row[2] >= _ERRORS and hz > _SLOWEST:
            _run(row, hz // 2)
            reader.probe()


def _slowly(reader, row):
    """Wake it at the highest clock at which that can be done."""
    hz = row[1]
    _run(row, _SLOWEST)
    try:
        reader.probe()
    except Exception:
        _run(row, hz)
        row[2] = 0
        raise
    while hz // 2 > _SLOWEST:
        hz //= 2
        _run(row, hz)
        try:
            reader.probe()
            return
        except Exception:
            _run(row, _SLOWEST)
    reader.probe()


def _run(row, hz):
    row[1:] = hz, -1, 0
    row[0].init(baudrate=hz)
