"""Bus speed: halves the SPI clock after repeated transfer errors, until power-off.

A bus is a row [SPI, Hz, errors, since when in ms], the same for all readers on it: see
`drivers.reader_kinds`. `Pads` counts the errors of readers that worked. Errors of -1: the bus has just become
slower, to be reported.
"""

from cardtable.micro import const

_ERRORS = const(3)  # with so many within _WITHIN_MS the bus is too fast
_WITHIN_MS = const(60_000)
_SLOWEST = const(1_000_000)


def probe(reader, row, now):
    """Wake a reader, at a lower clock if needed. Raises ReaderFault; then the clock is unchanged."""
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
    """Wake it at the highest clock that works."""
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
