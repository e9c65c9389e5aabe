"""What lies on the pads now, and what was pressed and shown since the ask opened."""

from .asks.base import MOST_SEATS, NO, PLACES, YES
from .cards import SEVERAL


class Picture:
    """The whole of what an ask judges. Places are numbered as in `asks`.

    lying     the card on each place now, or None
    recorded  the card with which each place last answered an ask, until the pads are cleared
    keys      the latest key of each place since the ask opened
    steps     how often each place has pressed YES since the ask opened (or since its last NO)
    shown     the cards each place has shown for a Show
    done      what each place has finished with: "ok" or "declined" for a Show, the row for a Choose
    expired   the time of a Pause has gone by
    accepted  a bit for each place whose card counts though it cannot be read

    A card is old once it has answered: it cannot answer again before it was lifted and laid anew.
    """

    def __init__(self):
        self.lying = [None] * PLACES
        self.recorded = [None] * PLACES
        self._old = [False] * PLACES
        self.keys = [None] * PLACES
        self.steps = [0] * PLACES
        self.shown: "list" = [()] * PLACES
        self.done = [None] * PLACES
        self.expired = False
        self.accepted = 0
        self._covered = 0  # a bit for each place where a card that is old may lie under another

    def sit(self, pads):
        """The seats are taken; until now every pad was its own place. What lies where nobody sits is gone."""
        lying, old = list(self.lying), list(self._old)
        for seat in range(MOST_SEATS):
            taken = seat < len(pads)
            self.lying[seat] = lying[pads[seat]] if taken else None
            self._old[seat] = taken and old[pads[seat]]

    def open_ask(self):
        """A new ask opens: keys pressed before do not count. Cards stay."""
        for place in range(PLACES):  # new lists for every ask would leave the old ones on the heap
            self.keys[place] = None
            self.steps[place] = 0
            self.done[place] = None
        if any(self.shown):
            self.shown = [()] * PLACES
        self.expired = False

    def aside(self):
        """What was pressed and shown since the ask opened, for `bring_back`."""
        return [list(self.keys), list(self.steps), [list(cards) for cards in self.shown], list(self.done)]

    def bring_back(self, aside, caller):
        """The ask that `caller` interrupted is open again: what was pressed and shown counts as before."""
        self.keys, self.steps, self.shown, self.done = aside
        self.keys[caller] = None
        self.steps[caller] = 0
        if not isinstance(self.done[caller], str):  # what was shown has its own records
            self.done[caller] = None

    def laid(self, place, card):
        """A card came to rest on `place`: laid anew it may answer again, but not if it lay under another."""
        bit = 1 << place
        covers = card == SEVERAL
        if covers and self._old[place]:
            self._covered |= bit
        self.lying[place] = card
        self._old[place] = self._covered & bit > 0 and card is not None and card == self.recorded[place]
        if not covers:
            self._covered &= ~bit
        self.accepted &= ~bit

    def found(self, place, card):
        """A card was found on `place` at power-up: one that has answered already is old."""
        self.lying[place] = card
        self._old[place] = card == self.recorded[place]

    def lifted(self, place):
        self.laid(place, None)

    def pressed(self, place, key):
        self.keys[place] = key
        if key == YES:
            self.steps[place] += 1
        elif key == NO:
            self.steps[place] = 0

    def is_old(self, place):
        """True if what lies on `place` has answered an ask and was not lifted since."""
        return self._old[place]

    def answered(self, place, card):
        """What lies on `place` has answered with `card`: a laying answers at most one ask."""
        self.recorded[place] = card
        self._old[place] = self.lying[place] is not None

    def used(self, place):
        """What lies on `place` has had its say, though no record names it."""
        self._old[place] = self.lying[place] is not None

    def cleared(self, still=()):
        """The pads were empty, but for those in `still`: nothing recorded is expected back."""
        self.recorded = [self.recorded[place] if place in still else None for place in range(PLACES)]

    def forget(self):
        """The stage is told anew: nothing has answered yet."""
        self.cleared()
        self.open_ask()

    def old(self):
        """By place: whether what lies there is old."""
        return list(self._old)

    def match_recorded(self, before):
        """After a replay: what was old (`before` it) stays so, and what lies where it has answered is old."""
        for place in range(PLACES):
            lying = self.lying[place]
            self._old[place] = lying is not None and (before[place] or lying == self.recorded[place])

    def keep_new(self, cards):
        """Only `cards`, by place, may answer without being laid anew; all else that lies here is old."""
        for place in range(PLACES):
            lying = self.lying[place]
            self._old[place] = lying is not None and (lying != cards[place] or lying == self.recorded[place])

    def copy(self):
        """A picture that goes its own way from here."""
        twin = Picture()
        for place in range(PLACES):
            twin.lying[place] = self.lying[place]
            twin.recorded[place] = self.recorded[place]
            twin._old[place] = self._old[place]
            twin.keys[place] = self.keys[place]
            twin.steps[place] = self.steps[place]
            twin.shown[place] = list(self.shown[place])
            twin.done[place] = self.done[place]
        twin.expired = self.expired
        twin.accepted = self.accepted
        twin._covered = self._covered
        return twin

    def count(self, card):
        """On how many places `card` lies."""
        return self.lying.count(card)
