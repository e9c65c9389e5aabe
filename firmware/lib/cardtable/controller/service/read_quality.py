"""Read quality of each card on each pad: detects a weak tag or antenna before it fails.

`Presence.bygone` has the cards that were lifted: (pad, uid, polls and bad polls). `Presence.wear` is [rows of
the deck, bytes, polls, bad polls, the notices given]: four bytes for each card, the pads on which it was read
and those on which it was last read badly, 16 bits each, lower byte first; the polls are those of cards that
were not read badly.
"""

from cardtable.engine import cards
from cardtable.micro import const

from ..input.deck import KEY, ROW, find

_BAD = const(1 << 14)  # as in `input.presence`
_WIDTH = const(4)
_ROWS = const(0)  # of Presence.wear
_WORN = const(1)
_ALL = const(2)
_ALL_BAD = const(3)
_TOLD = const(4)  # bit by pad, and bit 16 for tags
_MANY = const(20_000)
_LEAST = const(12)  # with fewer polls a lay is not judged
# An antenna is judged after so many tags on its pad: it is weak if three in four of them were read badly.
_TAGS = const(5)
_PADS = const(3)  # a tag is judged after so many pads


def fold(loop):
    """Take over the lifted cards, and set the notices that follow."""
    presence, rows = loop.pads.presence, loop.pad_cards.deck.rows
    state = presence.wear
    if state[_ROWS] is not rows:
        state[:2] = rows, bytearray(len(rows) // ROW * _WIDTH)
    worn = state[_WORN]
    for pad, uid, count in presence.bygone:
        at = find(rows, uid)
        looks, bad = count % _BAD, count // _BAD
        if at < 0 or looks < _LEAST:
            continue
        at = at // ROW * _WIDTH + pad // 8
        bit = 1 << pad % 8
        worn[at] |= bit
        # Where all frames err a lot it takes more to stand out.
        if 3 * bad > looks and 2 * bad * state[_ALL] > 5 * looks * state[_ALL_BAD]:
            worn[at + 2] |= bit
        else:
            worn[at + 2] &= ~bit & 0xFF
            if state[_ALL] > _MANY:
                state[_ALL] //= 2
                state[_ALL_BAD] //= 2
            state[_ALL] += looks
            state[_ALL_BAD] += bad
    presence.bygone.clear()
    antennas, tags = judge(presence)
    told = state[_TOLD]
    for pad in antennas:
        if not told >> pad & 1:
            state[_TOLD] |= 1 << pad
            loop.faults.set("weak-antenna", pad)
    if tags and not told >> 16:
        state[_TOLD] |= 1 << 16
        loop.faults.set("failing-tag")


def judge(presence):
    """Return (pads whose antenna is weak, rows of the deck whose tag fails)."""
    if presence.wear[_ROWS] is None:
        return [], []
    worn = presence.wear[_WORN]
    weak = 0
    for pad in range(len(presence.seen)):
        met = bad = 0
        for at in range(pad // 8, len(worn), _WIDTH):
            met += worn[at] >> pad % 8 & 1
            bad += worn[at + 2] >> pad % 8 & 1
        if met >= _TAGS and 4 * bad >= 3 * met:
            weak |= 1 << pad
    tags = []
    for at in range(0, len(worn), _WIDTH):
        met = _count((worn[at] | worn[at + 1] << 8) & ~weak)
        bad = _count((worn[at + 2] | worn[at + 3] << 8) & ~weak)
        if bad >= _PADS and 4 * bad >= 3 * met:
            tags.append(at // _WIDTH)
    return [pad for pad in range(len(presence.seen)) if weak >> pad & 1], tags


def list_weak(loop):
    """Return [pads whose antenna is weak, the cards whose tag fails], for a host, between matches."""
    antennas, tags = judge(loop.pads.presence)
    rows = loop.pads.presence.wear[_ROWS] if tags else b""
    return [antennas, [cards.text(rows[at * ROW + KEY], loop.pad_cards.deck.pack) for at in tags]]


def _count(bits):
    number = 0
    while bits:
        number += bits & 1
        bits >>= 1
    return number
