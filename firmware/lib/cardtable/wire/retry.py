"""How long to wait for an acknowledgement before sending again: RFC 6298, in whole milliseconds."""

from cardtable.micro import const

UNMEASURED = const(1000)  # before the first round trip: RFC 6298, 2.1
FLOOR = const(250)  # flash writes and collections pause the table
CEILING = const(5000)
TICKS = const(0x3FFFFFFF)


def since(now, then):
    """Milliseconds from `then` to `now`, across the wrap of `time.ticks_ms` at 2**30."""
    return (now - then) & TICKS


class RoundTrip:
    """The smoothed round trip and the time-out that follows from it, `patience`."""

    def __init__(self):
        self.patience = UNMEASURED
        self._mean = -1  # -1: never measured
        self._spread = 0

    def measured(self, trip):
        """Fold in one round trip, of something sent once only (Karn's rule): RFC 6298, 2.2 to 2.4."""
        if self._mean < 0:
            self._mean = trip
            self._spread = trip >> 1
        else:
            self._spread = (3 * self._spread + abs(self._mean - trip)) >> 2
            self._mean = (7 * self._mean + trip) >> 3
        self.patience = min(max(self._mean + 4 * self._spread, FLOOR), CEILING)

    def expired(self):
        """Wait twice as long next time: RFC 6298, 5.5."""
        self.patience = min(2 * self.patience, CEILING)
