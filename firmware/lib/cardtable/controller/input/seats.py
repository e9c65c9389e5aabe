"""Map of pads to places: seats are not pads."""

from cardtable.engine.asks.base import CENTRE, MOST_SEATS, PLACES


class Seats:
    """The map. `seat_pads` pads are at seats, clockwise; the others are in the middle."""

    def __init__(self, pads, seat_pads):
        self._pads = pads
        self._seat_pads = seat_pads
        self._taken = None

    def take(self, pads):
        """Set the pad of each seat; None while seats are being taken: then every pad is its own place."""
        self._taken = pads

    def place(self, pad):
        """Return the place of a pad, or None if its seat is free."""
        if pad >= self._seat_pads:
            return CENTRE + pad - self._seat_pads
        if self._taken is None:
            return pad
        return self._taken.index(pad) if pad in self._taken else None

    def pad(self, place):
        """Return the pad of a place, or None if this board has none."""
        if place >= MOST_SEATS:
            pad = self._seat_pads + place - CENTRE
            return pad if pad < self._pads else None
        if self._taken is None:
            return place if place < self._seat_pads else None
        return self._taken[place] if place < len(self._taken) else None

    def by_pad(self, values):
        """Return a list by place as a list by pad; None at free seats."""
        row = [None] * self._pads
        for place in range(PLACES):
            pad = self.pad(place)
            if pad is not None:
                row[pad] = values[place]
        return row
