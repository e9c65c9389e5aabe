"""What a script may touch: it tells facts, gives cues, and moves cards in the ledger.

The ledger knows where every card went since the stage began: played on a pad, taken by a seat,
lost. Sealed cards stand in it as handles; only a table with a vault (the Pico's) can look behind them.
"""

import json
from binascii import crc32

from cardtable.micro import const

from .cards import HANDLE, UNKNOWN, is_handle
from .match import plain

# Where a card went: the number of the seat that took it, or
PLAYED = const(16)  # + place: it answered an ask there
LOST = const(32)
ON_TABLE = const(33)  # laid aside for anybody to take, or by nobody taken
HELD = const(48)  # + seat: in the hand of that seat, as far as the table has seen

# What the table keeps of a card, in one byte: where it went and 1 (0: not seen since the deal), and
_GONE = const(63)
_OPEN = const(64)  # everybody may know
_IN_DECK = const(128)  # it is one of those played with


class Table:
    """The table of one stage. `match` is read and written by the script; see `Referee` for the rest.

    `vault`: handle -> value, or None where nobody may know (the host's shadow).
    `out`: the list of what the referee reports; facts and cues are appended to it.
    `draw(index, n)`: the table's committed chance.
    """

    def __init__(self, match, deck, vault, out, draw, new_handle):
        self.match = match
        self.seats = match.seats
        self.options = match.options
        self._cards = bytearray(256)  # allocated once: a dict would grow as cards come
        for card in deck:
            self._cards[card] = _IN_DECK
        self._by = {}  # card -> the number of the answer with which it came last
        self._vault = vault
        self._out = out
        self._draw = draw
        self._new_handle = new_handle
        self._sealed = {}  # handle -> where it went, of what is still sealed
        self._before = {}  # handle -> what was kept of its card before, if everybody knew that
        self._opened = {}
        self._weighed = []
        self.consult = None
        self.answer = 0  # the number of the answer that is being settled
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
        older = self.match.older
        known = fact if older is None else older.known(fact)
        if known is not None:
            self.digest = _digest(known, self.digest)
        self._out.append(("fact", self.facts, fact))
        self.facts += 1

    def may_consult(self, sides, key):
        """Until said otherwise, each of `sides` (lists of seats) may talk apart; `key` begins that, and it or
        OK ends it. Nothing is recorded, and time is the affair of who shows it. No sides: nobody may.
        """
        self.consult = (sides, key) if sides else None

    def cue(self, code, *args):
        """Give a momentary sign; it changes nothing."""
        self._out.append(("cue", code) + args)

    def take(self, cards, seat):
        """`seat` captures these cards or handles."""
        self._move(cards, seat)

    def lose(self, cards):
        """These cards are out of play for the rest of the stage."""
        self._move(cards, LOST)

    def lay_aside(self, cards):
        """These cards or handles lie on the table, before everybody, out of all hands."""
        self._move(cards, ON_TABLE)

    def hold(self, cards, seat):
        """`seat` has these cards or handles in hand, or before it as its own, and may lay them again; what is
        hidden only where an ask names it in `again`.
        """
        self._move(cards, HELD + seat)

    def shuffle_in(self, cards):
        """These open cards go back unseen into a pile: they may come from any hand again."""
        for card in cards:
            self._cards[card] &= _IN_DECK

    def take_back(self, handle):
        """What was laid as this handle returns to the hand, as if it had never lain here."""
        card = self.peek(handle)
        if card < HANDLE:
            self._cards[card] = self._before.pop(handle, self._cards[card] & _IN_DECK)
        del self._sealed[handle]

    def _move(self, cards, where):
        for card in cards:
            self._put(self._opened.get(card, card), where)

    def _put(self, value, where):
        """`value`, a card or a handle, went there; with a handle its card did, if that is known."""
        if value < HANDLE:
            self._cards[value] = self._cards[value] & _IN_DECK | _OPEN | where + 1
            return
        card = self.peek(value)
        if card < HANDLE and card != UNKNOWN:
            if value not in self._sealed and self._cards[card] & _OPEN:
                self._before[value] = self._cards[card]
            self._cards[card] = self._cards[card] & _IN_DECK | where + 1
        self._sealed[value] = where

    def ledger(self):
        """(card or handle, where it went) of all that was seen since the deal, in ascending order."""
        rows = []
        for card in range(256):
            if self._cards[card] & _OPEN:
                rows.append((card, (self._cards[card] & _GONE) - 1))
        for handle in sorted(self._sealed):
            rows.append((handle, self._sealed[handle]))
        return rows

    # -- for asks ---------------------------------------------------------------------------

    def in_deck(self, card):
        return 0 <= card < 256 and self._cards[card] >= _IN_DECK

    def where(self, card):
        """Where `card` went, or None if it was not seen since the deal."""
        gone = self._cards[card] & _GONE
        return gone - 1 if gone else None

    def why_gone(self, card, place):
        """Why `card` can not come from the hand at `place` again: the code, or None."""
        where = self.where(card)
        if where is None or where == HELD + place:
            return None
        if where == ON_TABLE:
            return "not-taken"
        return "with-another" if where >= HELD else "already-played"

    def why_elsewhere(self, value, place):
        """Why a card or handle that may come again can not come from `place`: the code, or None."""
        where = self._sealed.get(value) if is_handle(value) else self.where(value)
        return "with-another" if where is not None and where >= HELD and where != HELD + place else None

    def is_held(self, card):
        """True if everybody may know in which hand `card` is."""
        return self.is_open_card(card) and (self._cards[card] & _GONE) > HELD

    def is_hidden(self, card):
        """True if `card` is in the ledger, and not everybody may know where."""
        return self.where(card) is not None and not self.is_open_card(card)

    def is_booked(self, value):
        """True if `value`, a card or a handle, is in the ledger."""
        return value in self._sealed or self.is_open_card(value)

    def is_open_card(self, card):
        """True if everybody may know where `card` went."""
        return 0 <= card < 256 and self._cards[card] & _OPEN > 0

    def book(self, value, place):
        """`value`, a card or a handle, has answered an ask on `place`."""
        self._put(value, PLAYED + place)
        card = self.peek(value)
        if card < HANDLE:
            self._by[card] = self.answer

    def answered_with(self, card):
        """The number of the answer with which `card` came last, or None."""
        return self._by.get(card)

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
        card = self._opened.get(value)
        if card is not None:
            return card
        return value if self._vault is None else self._vault.get(value, value)

    def sees(self, value):
        """True if this table knows what `value` is."""
        card = self.peek(value)
        return card != UNKNOWN and not is_handle(card)

    def open(self, handle, value):
        """A sealed value becomes public."""
        if not is_handle(handle):
            return
        self._opened[handle] = value
        self._out.append(("open", handle))
        if handle in self._sealed:
            where = self._sealed[handle]
            del self._sealed[handle]
            self._put(value, where)
        for rule, values, verdict in self._weighed:
            seen = [self.peek(one) for one in values]
            if not [one for one in seen if is_handle(one)] and plain(rule(seen)) != verdict:
                self.fault = "weighed-wrong"

    def opened(self):
        """The handles that are open, in ascending order."""
        return sorted(self._opened)

    def weighed(self, rule, values, verdict):
        self._weighed.append((rule, values, verdict))

    def draw(self, index, n):
        return self._draw(index, n)


def _digest(fact, digest):
    """The CRC-32 of a fact as JSON, counted on from `digest`."""
    return crc32(json.dumps(fact).encode(), digest)
