"""What a script may touch: it tells facts, gives cues, and moves cards in the ledger.

The ledger knows where every card went since the stage began: played on a pad, taken by a seat,
lost. Sealed cards stand in it as handles; only a table with a vault (the Pico's) can look behind them.
"""

import json
from binascii import crc32

from cardtable.micro import const

from .cards import HANDLE, is_handle
from .match import plain

# Where a card went: the number of the seat that took it, or
PLAYED = const(16)  # + place: it answered an ask there
LOST = const(32)


class Table:
    """The table of one stage. `match` is read and written by the script; see `Referee` for the rest.

    `vault`: handle -> value, or None where nobody may know (the host's shadow).
    `out`: the list of what the referee reports; facts and cues are appended to it.
    `draw(index, n)`: the table's committed chance, or None.
    """

    def __init__(self, match, deck, vault, out, draw, new_handle):
        self.match = match
        self.seats = match.seats
        self.options = match.options
        self._deck = bytearray(256)
        for card in deck:
            self._deck[card] = 1
        self._vault = vault
        self._out = out
        self._draw = draw
        self._new_handle = new_handle
        self._where = {}
        self._sealed = {}  # card -> handle, of the sealed cards in the ledger that this table can look behind
        self._opened = {}
        self._weighed = []
        self.facts = 0
        self.digest = 0
        self.fault = None

    # -- for scripts ------------------------------------------------------------------------

    def seats_from(self, seat):
        """All seats clockwise, beginning with `seat` (any whole number)."""
        return [(seat + i) % self.seats for i in range(self.seats)]

    def all_seats(self):
        return list(range(self.seats))

    def tell(self, kind, *values):
        """Tell a fact: what anybody may know and write down. Fields are named in the game's FACTS.

        `values`: whole numbers, None, True, False, ASCII text, and lists of these.
        """
        fact = (kind,) + tuple(plain(values))
        self.digest = crc32(json.dumps(fact).encode(), self.digest)
        self._out.append(("fact", self.facts, fact))
        self.facts += 1

    def cue(self, code, *args):
        """Give a momentary sign; it changes nothing."""
        self._out.append(("cue", code) + args)

    def take(self, cards, seat):
        """`seat` captures these cards or handles."""
        self._move(cards, seat)

    def lose(self, cards):
        """These cards are out of play for the rest of the stage."""
        self._move(cards, LOST)

    def _move(self, cards, where):
        for card in cards:
            self._put(self._opened.get(card, card), where)

    def _put(self, value, where):
        """`value`, a card or a handle, went there. A handle is found by its card too, where that is known."""
        self._where[value] = where
        if value >= HANDLE:
            card = self.peek(value)
            if card < HANDLE:
                self._sealed[card] = value

    def taken_by(self, seat):
        """The cards and handles that `seat` has captured, in ascending order."""
        return sorted([card for card in self._where if self._where[card] == seat])

    def gather(self):
        """All cards come back to the dealer for a new deal."""
        self._where = {}
        self._sealed = {}

    # -- for asks ---------------------------------------------------------------------------

    def in_deck(self, card):
        return 0 <= card < 256 and self._deck[card] == 1

    def where(self, card):
        """Where `card` went, or None if it was not seen since the deal."""
        return self._where.get(self._sealed.get(card, card))

    def is_booked(self, value):
        """True if `value`, a card or a handle, is in the ledger."""
        return value in self._where

    def is_open_card(self, card):
        """True if everybody may know where `card` went."""
        return card in self._where

    def book(self, value, place):
        """`value`, a card or a handle, has answered an ask on `place`."""
        self._put(value, PLAYED + place)

    def seal(self, value):
        """Put `value` in the vault; the handle that stands for it elsewhere. A handle stays as it is."""
        if is_handle(value):
            return value
        handle = self._new_handle()
        self._vault[handle] = value
        self._out.append(("seal", handle, value))
        return handle

    def peek(self, value):
        """What a handle stands for, as far as this table may know; other values as they are."""
        if value is None or value < HANDLE:
            return value
        if value in self._opened:
            return self._opened[value]
        return value if self._vault is None else self._vault.get(value, value)

    def sees(self, value):
        """True if this table knows what `value` is."""
        return not is_handle(self.peek(value))

    def open(self, handle, value):
        """A sealed value becomes public."""
        if not is_handle(handle):
            return
        self._opened[handle] = value
        if handle in self._where:
            self._where[value] = self._where.pop(handle)
            self._sealed.pop(value, None)
        for rule, values, verdict in self._weighed:
            seen = [self.peek(one) for one in values]
            if not [one for one in seen if is_handle(one)] and plain(rule(seen)) != verdict:
                self.fault = "weighed-wrong"

    def weighed(self, rule, values, verdict):
        self._weighed.append((rule, values, verdict))

    def draw(self, index, n):
        return self._draw(index, n)
