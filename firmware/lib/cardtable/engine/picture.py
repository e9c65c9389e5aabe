"""The picture: the cards on the pads now, and the keys and shown cards since the ask opened."""

from cardtable.micro import const

from .cards import SEVERAL, UNKNOWN

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Sequence

# Places: a seat's pad has the seat's number; the middle of the table comes after the last seat.
MOST_SEATS = const(10)
CENTRE = const(10)
CENTRE_2 = const(11)
PLACES = const(12)

# Keys
YES = const(1)
NO = const(2)
OK = const(3)
HOLD_NO = const(4)
CORRECT = const(5)  # NO and OK held together: the correction dialog, not for asks
KEY_NAMES = ("", "yes", "no", "ok", "hold-no", "correct")


class Picture:
    """Everything that an ask judges. Places are numbered as above.

    lying     the card on each place now, or None
    recorded  the card with which each place last answered an ask, until the pads are cleared
    keys      the latest key of each place since the ask opened
    steps     how often each place has pressed YES since the ask opened (or since its last NO)
    shown     the cards each place has shown for a Show
    done      the final result of each place: "ok" or "declined" for a Show, the row for a Choose
    expired   the time of a Pause has gone by
    accepted  a bit for each place whose card counts though it cannot be read

    A card is old once it has answered: it cannot answer again until it is lifted and laid again.
    """

    def __init__(self) -> None:
        self.lying: list[int | None] = [None] * PLACES
        self.recorded: list[int | None] = [None] * PLACES
        self._old = [False] * PLACES
        self.keys: list[int | None] = [None] * PLACES
        self.steps = [0] * PLACES
        self.shown: "list[Sequence[int]]" = [()] * PLACES
        self.done: "list[int | str | None]" = [None] * PLACES
        self.expired = False
        self.accepted = 0
        self._covered = 0  # a bit for each place where an old card may be under another

    def sit(self, pads: list[int]) -> None:
        """Renumber the places once the seats are taken; until now every pad was its own place.

        Other pads are dropped.
        """
        lying, old = list(self.lying), list(self._old)
        for seat in range(MOST_SEATS):
            taken = seat < len(pads)
            self.lying[seat] = lying[pads[seat]] if taken else None
            self._old[seat] = taken and old[pads[seat]]

    def open_ask(self) -> None:
        """Open a new ask: earlier keys do not count. Cards stay."""
        for place in range(PLACES):  # new lists for every ask would leave the old ones on the heap
            self.keys[place] = None
            self.steps[place] = 0
            self.done[place] = None
        if any(self.shown):
            self.shown = [()] * PLACES
        self.expired = False

    def aside(self) -> "list[Any]":
        """Return the keys and shown cards since the ask opened, for `bring_back`."""
        return [list(self.keys), list(self.steps), [list(cards) for cards in self.shown], list(self.done)]

    def bring_back(self, aside: "list[Any]", caller: int) -> None:
        """Reopen the ask that `caller` interrupted: its keys and shown cards count as before."""
        self.keys, self.steps, self.shown, self.done = aside
        self.keys[caller] = None
        self.steps[caller] = 0
        if not isinstance(self.done[caller], str):  # cards shown have their own records
            self.done[caller] = None

    def laid(self, place: int, card: int | None) -> None:
        """Record a card at rest on `place`: it may answer again, but not if it was under another."""
        bit = 1 << place
        covers = card == SEVERAL
        if covers and self._old[place]:
            self._covered |= bit
        self.lying[place] = card
        self._old[place] = self._covered & bit > 0 and card is not None and card == self.recorded[place]
        if not covers:
            self._covered &= ~bit
        self.accepted &= ~bit

    def found(self, place: int, card: int | None) -> None:
        """Record a card found on `place` at power-up: one that has answered already is old."""
        self.lying[place] = card
        self._old[place] = card == self.recorded[place]

    def emptied(self) -> None:
        """Record that every place is empty."""
        for place in range(PLACES):
            self.laid(place, None)

    def look_again(self, lying: dict[int, int | None]) -> None:
        """Record the cards on the pads, by place; a card named by hand stays if it cannot be read."""
        for place in range(PLACES):
            card = lying.get(place)
            named = card == UNKNOWN and self.accepted >> place & 1
            if card != self.lying[place] and not named:
                self.laid(place, card)

    def lifted(self, place: int) -> None:
        """Record that `place` is empty."""
        self.laid(place, None)

    def pressed(self, place: int, key: int) -> None:
        """Record a key."""
        self.keys[place] = key
        if key == YES:
            self.steps[place] += 1
        elif key == NO:
            self.steps[place] = 0

    def is_old(self, place: int) -> bool:
        """True if the card on `place` has answered an ask and was not lifted since."""
        return self._old[place]

    def answered(self, place: int, card: int | None) -> None:
        """Mark the card on `place` as answered with `card`: a card laid once answers at most one ask."""
        self.recorded[place] = card
        self._old[place] = self.lying[place] is not None

    def used(self, place: int) -> None:
        """Mark the card on `place` as used, though no record names it."""
        self._old[place] = self.lying[place] is not None

    def cleared(self, still: "Sequence[int]" = ()) -> None:
        """Forget the recorded cards of empty pads; places in `still` keep theirs."""
        self.recorded = [self.recorded[place] if place in still else None for place in range(PLACES)]

    def forget(self) -> None:
        """Forget all answers, before the stage is replayed."""
        self.cleared()
        self.open_ask()

    def old(self) -> list[bool]:
        """Return by place whether the card there is old."""
        return list(self._old)

    def match_recorded(self, before: list[bool]) -> None:
        """After a replay: keep old cards (`before` it) old, and mark cards on the place of their answer as
        old.
        """
        for place in range(PLACES):
            lying = self.lying[place]
            self._old[place] = lying is not None and (before[place] or lying == self.recorded[place])

    def keep_new(self, cards: list[int | None]) -> None:
        """Mark all cards as old except `cards`, by place."""
        for place in range(PLACES):
            lying = self.lying[place]
            self._old[place] = lying is not None and (lying != cards[place] or lying == self.recorded[place])

    def copy(self) -> "Picture":
        """Return an independent copy."""
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

    def count(self, card: int) -> int:
        """Return the number of places with `card`."""
        return self.lying.count(card)
