"""The table as scripts see it: facts, cues, and the ledger of cards.

The ledger holds the place of every card since the stage began: played on a pad, taken by a seat, lost. Sealed
cards are entered as handles; only a table with a vault (the Pico's) can resolve them.
"""

import json
from binascii import crc32

from cardtable.micro import const

from .cards import HANDLE, UNKNOWN, is_handle
from .match import plain
from .outputs import Cue, Opened, Seal, Told

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .match import Match

    Fact = tuple[Any, ...]

# The place of a card: the number of the seat that took it, or
PLAYED = const(16)  # + place: it answered an ask there
LOST = const(32)
ON_TABLE = const(33)  # laid aside, free to take, or left over
_BACK = const(36)  # + place: laid there in secret and taken back into the hand
HELD = const(48)  # + seat: in the hand of that seat, as far as the table has seen

# The entry of a card, in one byte: its place + 1 (0: not seen since the deal), and
_GONE = const(63)
_OPEN = const(64)  # its place is public
_IN_DECK = const(128)  # it is in the deck


class Table:
    """The table of one stage. `match` is read and written by the script; see `Referee` for the rest.

    `vault`: handle -> value, or None on a shadow. `out`: the outputs of the referee; facts and cues are
    appended to it. `draw(index, n)`: the table's committed chance.
    """

    def __init__(
        self,
        match: "Match",
        deck: "Sequence[int]",
        vault: dict[int, int] | None,
        out: "list[Any]",
        draw: "Callable[[int, int], int]",
        new_handle: "Callable[[], int]",
    ) -> None:
        self.match = match
        self.seats = match.seats
        self.options = match.options
        self._cards = bytearray(256)  # allocated once: a dict would grow as cards come
        for card in deck:
            self._cards[card] = _IN_DECK
        self._by: dict[int, int] = {}  # card -> the number of the answer with which it came last
        self._vault: dict[int, int] = vault  # type: ignore[assignment]
        self._out = out
        self._draw = draw
        self._new_handle = new_handle
        self._sealed: dict[int, int] = {}  # handle -> its place, while it is sealed
        self._before: dict[int, int] = {}  # handle -> the earlier entry of its card, if that was public
        self._opened: dict[int, int] = {}
        self._weighed: "list[tuple[Callable[[list[int]], object], Sequence[int], object]]" = []
        self.consult: tuple[list[list[int]], int | None] | None = None
        self.answer = 0  # the number of the answer that is being settled
        self.facts = 0
        self.digest = 0
        self.fault: str | None = None

    # -- for scripts ------------------------------------------------------------------------

    def seats_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with `seat` (any whole number)."""
        return [(seat + i) % self.seats for i in range(self.seats)]

    def all_seats(self) -> list[int]:
        """Return all seats in ascending order."""
        return list(range(self.seats))

    def tell(self, kind: str, *values: object) -> None:
        """Report a fact, which is public. Its fields are named in the game's FACTS.

        `values`: whole numbers, None, True, False, ASCII text, and lists of these.
        """
        fact = (kind,) + tuple(plain(values))
        self.digest = _digest(fact, self.digest)
        self._out.append(Told(self.facts, fact))
        self.facts += 1

    def may_consult(self, sides: list[list[int]] | None, key: int | None) -> None:
        """Allow each of `sides` (lists of seats) to talk apart, until the next call; None forbids it.

        `key` begins a talk, and it or OK ends it. Nothing is recorded; the controller keeps the time.
        """
        self.consult = (sides, key) if sides else None

    def cue(self, code: str, *args: object) -> None:
        """Give a momentary sign; it changes nothing."""
        self._out.append(Cue(code, args))

    def take(self, cards: "Sequence[int]", seat: int) -> None:
        """Let `seat` capture these cards or handles."""
        self._move(cards, seat)

    def lose(self, cards: "Sequence[int]") -> None:
        """Put these cards out of play for the rest of the stage."""
        self._move(cards, LOST)

    def lay_aside(self, cards: "Sequence[int]") -> None:
        """Put these cards or handles on the table, in view of all, out of all hands."""
        self._move(cards, ON_TABLE)

    def hold(self, cards: "Sequence[int]", seat: int) -> None:
        """Put these cards or handles in the hand of `seat`, or before it as its own, to be laid again.

        A hidden one can be laid again only for an ask that names it in `again`.
        """
        self._move(cards, HELD + seat)

    def shuffle_in(self, cards: "Sequence[int]") -> None:
        """Return these open cards unseen to a pile: they may come from any hand again."""
        for card in cards:
            self._cards[card] &= _IN_DECK

    def take_back(self, handle: int) -> None:
        """Return the card of this handle to the hand from which it was laid: it can come from no other.

        No answer is named as the one it came with: that would tell which card was laid.
        """
        card = self.peek(handle)
        back = self._sealed.pop(handle) - PLAYED + _BACK + 1
        if card < HANDLE and card != UNKNOWN:
            self._cards[card] = self._before.pop(handle, self._cards[card] & _IN_DECK | back)
            self._by.pop(card, None)

    def _move(self, cards: "Sequence[int]", where: int) -> None:
        """Enter a new place for cards or handles."""
        for card in cards:
            self._put(self._opened.get(card, card), where)

    def _put(self, value: int, where: int) -> None:
        """Enter a new place for `value`, a card or a handle; of a handle also for its card, if that is
        known.
        """
        if value < HANDLE:
            self._cards[value] = self._cards[value] & _IN_DECK | _OPEN | where + 1
            return
        card = self.peek(value)
        if card < HANDLE and card != UNKNOWN:
            if value not in self._sealed and self._cards[card] & _OPEN:
                self._before[value] = self._cards[card]
            self._cards[card] = self._cards[card] & _IN_DECK | where + 1
        self._sealed[value] = where

    def ledger(self) -> list[tuple[int, int]]:
        """Return (card or handle, its place) of all that was seen since the deal, in ascending order."""
        rows = []
        for card in range(256):
            if self._cards[card] & _OPEN:
                rows.append((card, (self._cards[card] & _GONE) - 1))
        for handle in sorted(self._sealed):
            rows.append((handle, self._sealed[handle]))
        return rows

    # -- for asks ---------------------------------------------------------------------------

    def in_deck(self, card: int) -> bool:
        """True if `card` is in the deck."""
        return 0 <= card < 256 and self._cards[card] >= _IN_DECK

    def where(self, card: int) -> int | None:
        """Return the place of `card`, or None if it was not seen since the deal."""
        gone = self._cards[card] & _GONE
        return gone - 1 if gone else None

    def why_gone(self, card: int, place: int) -> str | None:
        """Return the code of why `card` cannot come from the hand at `place` again, or None."""
        where = self.where(card)
        if where is None or where == HELD + place or where == _BACK + place:
            return None
        if where == ON_TABLE:
            return "not-taken"
        return "with-another" if where >= _BACK else "already-played"

    def why_elsewhere(self, value: int, place: int) -> str | None:
        """Return the code of why a card or handle that may come again cannot come from `place`, or None."""
        where = self._sealed.get(value) if is_handle(value) else self.where(value)
        return "with-another" if where is not None and where >= HELD and where != HELD + place else None

    def is_held(self, card: int) -> bool:
        """True if it is public in which hand `card` is."""
        return self.is_open_card(card) and (self._cards[card] & _GONE) > HELD

    def is_hidden(self, card: int) -> bool:
        """True if `card` is in the ledger at a place that is not public, and not back in a hand."""
        where = self.where(card)
        return where is not None and not self.is_open_card(card) and not _BACK <= where < HELD

    def is_booked(self, value: int) -> bool:
        """True if `value`, a card or a handle, is in the ledger."""
        return value in self._sealed or self.is_open_card(value)

    def is_open_card(self, card: int) -> bool:
        """True if the place of `card` is public."""
        return 0 <= card < 256 and self._cards[card] & _OPEN > 0

    def book(self, value: int, place: int) -> None:
        """Enter that `value`, a card or a handle, has answered an ask on `place`."""
        self._put(value, PLAYED + place)
        card = self.peek(value)
        if card < HANDLE:
            self._by[card] = self.answer

    def answered_with(self, card: int) -> int | None:
        """Return the number of the answer with which `card` came last, or None."""
        return self._by.get(card)

    def seal(self, value: int) -> int:
        """Put `value` in the vault; return its handle. A handle stays as it is."""
        if is_handle(value):
            return value
        handle = self._new_handle()
        self._vault[handle] = value
        self._out.append(Seal(handle, value))
        return handle

    def peek(self, value: int) -> int:
        """Return the value of a handle, as far as this table may know it; other values as they are."""
        if value is None or value < HANDLE:
            return value
        card = self._opened.get(value)
        if card is not None:
            return card
        known: int = value if self._vault is None else self._vault.get(value, value)
        return known

    def sees(self, value: int) -> bool:
        """True if this table knows the value."""
        card = self.peek(value)
        return card != UNKNOWN and not is_handle(card)

    def open(self, handle: int, value: int) -> None:
        """Reveal a sealed value, and check earlier verdicts that depend on it."""
        if not is_handle(handle):
            return
        self._opened[handle] = value
        self._out.append(Opened(handle))
        if handle in self._sealed:
            where = self._sealed[handle]
            del self._sealed[handle]
            self._put(value, where)
        for rule, values, verdict in self._weighed:
            seen = [self.peek(one) for one in values]
            if not [one for one in seen if is_handle(one)] and plain(rule(seen)) != verdict:
                self.fault = "weighed-wrong"

    def opened(self) -> list[int]:
        """Return the handles that are open, in ascending order."""
        return sorted(self._opened)

    def weighed(
        self, rule: "Callable[[list[int]], object]", values: "Sequence[int]", verdict: object
    ) -> None:
        """Keep a verdict of a Weigh, to check it when its values are open."""
        self._weighed.append((rule, values, verdict))

    def draw(self, index: int, n: int) -> int:
        """Return the table's committed chance."""
        return self._draw(index, n)


def _digest(fact: "Fact", digest: int) -> int:
    """Return the CRC-32 of a fact as JSON, continued from `digest`."""
    crc: int = crc32(json.dumps(fact).encode(), digest)
    return crc
