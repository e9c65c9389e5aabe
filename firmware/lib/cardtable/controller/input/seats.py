"""Map of pads to places: seats are not pads."""

from cardtable.engine.asks.base import CENTRE, MOST_SEATS


class Seats:
    """The map. `seat_pads` pads are at seats, clockwise; the others are in the middle."""

    def __init__(self, pads, seat_pads):
        self._pads = pads
        self._seat_pads = seat_pads
        self._taken = None
        self._places: "list" = []  # by pad
        self._set_places()

    def take(self, pads):
        """Set the pad of each seat; None while seats are being taken: then every pad is its own place."""
        if pads != self._taken:
            self._taken = None if pads is None else list(pads)
            self._set_places()

    def _set_places(self):
        taken, seat_pads = self._taken, self._seat_pads
        self._places = [CENTRE + pad - seat_pads for pad in range(self._pads)]
        for pad in range(min(seat_pads, self._pads)):
            if taken is None:
                self._places[pad] = pad
            else:
                self._places[pad] = taken.index(pad) if pad in taken else None

    def place(self, pad):
        """Return the place of a pad, or None if its seat is free."""
        return self._places[pad]

    def places(self):
        """Return the places of all pads, None for free seats."""
        return self._places

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
        return [None if place is None else values[place] for place in self._places]
