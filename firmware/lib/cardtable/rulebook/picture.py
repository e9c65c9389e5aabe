"""What lies on the pads now, and what was pressed and shown since the ask opened."""

from .asks import NO, PLACES, YES


class Picture:
    """The whole of what an ask judges. Places are numbered as in `asks`.

    lying     the card on each place now, or None
    recorded  the card with which each place last answered an ask, until the pads are cleared
    keys      the latest key of each place since the ask opened
    steps     how often each place has pressed YES since the ask opened (or since its last NO)
    shown     the cards each place has shown for a Show; done: "ok" or "declined" when it has finished
    expired   the time of a Pause has gone by
    """

    def __init__(self):
        self.lying = [None] * PLACES
        self.recorded = [None] * PLACES
        self._old = [False] * PLACES
        self.keys = [None] * PLACES
        self.steps = [0] * PLACES
        self.shown = [[] for _ in range(PLACES)]
        self.done = [None] * PLACES
        self.expired = False

    def open_ask(self):
        """A new ask opens: keys pressed before do not count. Cards stay."""
        for place in range(PLACES):
            self.keys[place] = None
            self.steps[place] = 0
            self.done[place] = None
            if self.shown[place]:
                self.shown[place] = []
        self.expired = False

    def laid(self, place, card):
        """A card came to rest on `place`; laid anew, so it may answer again."""
        self.lying[place] = card
        self._old[place] = False

    def found(self, place, card):
        """A card was found on `place` at power-up: one that has answered already is old."""
        self.lying[place] = card
        self._old[place] = card == self.recorded[place]

    def lifted(self, place):
        self.lying[place] = None
        self._old[place] = False

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

    def cleared(self):
        """The pads were empty: nothing recorded is expected back."""
        for place in range(PLACES):
            self.recorded[place] = None

    def forget(self):
        """The stage is told anew: nothing has answered yet."""
        self.cleared()
        self.open_ask()
        for place in range(PLACES):
            self._old[place] = False

    def match_recorded(self):
        """After a replay: what lies where it has answered is old, everything else is new."""
        for place in range(PLACES):
            lying = self.lying[place]
            self._old[place] = lying is not None and lying == self.recorded[place]

    def count(self, card):
        """On how many places `card` lies."""
        return self.lying.count(card)
