"""The cards on the pads, by place and as cards of the deck."""

from cardtable.engine import cards

from .pad_filter import SEVERAL, UNREADABLE


class PadCards:
    """The cards on the pads.

    `pads`, `seats` and `deck`: see `Pads`, `Seats` and `Deck`.
    """

    def __init__(self, pads, seats, deck):
        self._pads = pads
        self._seats = seats
        self.deck = deck

    def use(self, deck):
        """Take the cards from another deck."""
        self.deck = deck

    def card(self, seen):
        """Return the card for the content of a pad: see `PadFilter.seen`."""
        if seen == SEVERAL:
            return cards.SEVERAL
        if seen == UNREADABLE:
            return cards.UNKNOWN
        if isinstance(seen, tuple):
            seen = seen[1]  # another pad reads it as well: the referee refuses it on both
        return self.deck.card(seen)

    def lying(self):
        """Return the cards on the pads, as (place, card)."""
        found = []
        for pad in range(len(self._pads.seen)):
            place = self._seats.place(pad)
            if self._pads.seen[pad] is not None and place is not None:
                found.append((place, self.card(self._pads.seen[pad])))
        return found

    def unseen(self):
        """Return the places whose readers do not answer: their cards are unknown."""
        return [self._seats.place(pad) for pad in range(len(self._pads.seen)) if not self._pads.alive[pad]]
