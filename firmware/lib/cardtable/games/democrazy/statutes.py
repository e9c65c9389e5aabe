"""Democrazy, the statutes: laws in force on their numbered places, discarded laws, the wilds.

`match.laws` holds four values for each blue law, in the order of adoption: card, proposer, place 1 to 6, and
the values of its gaps. A law that replaces another takes its place, otherwise the lowest free one; places
decide nothing [U33]. Repealed, replaced, rejected and milled laws are discarded [U36], and a law is proposed
once.
"""

from .cards import COPY, LAWS, is_blank
from .floor import present_seats
from .law import TRAITS, read_law

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"
NONE_GONE = "0" * 32
_known = []  # a cache: the options of a match, and the laws that were read for it


def laws_on_table(match):
    """Return the laws on the table, oldest first."""
    if not _known or _known[0] is not match.options:
        _known[:] = [match.options]
    rows = match.laws
    found = []
    for i in range(0, len(rows), 4):
        for law in _known[1:]:
            if [law.card, law.proposer, law.place, law.fill] == rows[i : i + 4]:
                break
        else:
            law = read_law(rows[i], match.options, rows[i + 3], rows[i + 1], rows[i + 2])
        found.append(law)
    _known[1:] = found
    return found


def find_replaced(law, laws):
    """Return the law on the table that a new one replaces because of its symbol, or None."""
    for other in laws:
        if law.symbol is not None and other.symbol == law.symbol:
            return other
    return None


def free_place(match):
    """Return the lowest place without a law."""
    place = 1
    while place in match.laws[2::4]:
        place += 1
    return place


def adopt(table, match, law, proposer, replaced):
    """Put a blue law on its place in place of `replaced`, a law or None; return the place."""
    place = replaced.place if replaced is not None else free_place(match)
    if replaced is not None:
        repeal(table, match, [replaced.card])
    law.proposer, law.place = proposer, place
    match.laws = match.laws + [law.card, proposer, place, law.fill]
    if _known and _known[0] is match.options:
        _known.append(law)
    match.fresh = law.card
    table.lay_aside([law.card])
    return place


def repeal(table, match, cards):
    """Take these laws off the table and discard them."""
    left = []
    for i in range(0, len(match.laws), 4):
        if match.laws[i] not in cards:
            left.extend(match.laws[i : i + 4])
    match.laws = left
    discard(table, match, cards)


def discard(table, match, cards):
    """Discard these laws for the rest of the match. `match.gone`: a bit for each, six to a letter."""
    for card in cards:
        at = card // 6
        bits = _DIGITS.index(match.gone[at]) | 1 << card % 6
        match.gone = match.gone[:at] + _DIGITS[bits] + match.gone[at + 1 :]
    table.lose(cards)


def hold(table, match):
    """Restore the table's ledger of all cards at the start of a turn."""
    table.lay_aside(match.laws[::4])
    table.lose([card for card in range(LAWS) if _DIGITS.index(match.gone[card // 6]) >> card % 6 & 1])
    staying = present_seats(match)
    for seat in range(match.seats):
        own = match.wilds[seat] + (match.private[seat : seat + 1])
        if seat in staying:
            table.hold(own, seat)
        else:
            table.lay_aside(own)  # out of the game, and turned up at its end


def is_hidden_law(card, options):
    """True for the copies that are dealt as hidden laws [U28]: they are in no hand and not in the stack."""
    return options["private_law"] == "on" and COPY <= card < LAWS and not is_blank(card)


def may_be_end(match, drawn):
    """True if the End Card can be the last of the `drawn` cards that turns took off the stack [4.2, U46].

    `match.milled` counts the other cards that were taken off, less the turns in which none was [U45]; a turn
    that is void puts back the cards it took.
    """
    return drawn + match.milled > match.options["stack_top"]


def about(law, replaced):
    """Return the args of prompts about a law: its name, the law it would replace or None, its text."""
    return (law.name, None if replaced is None else replaced.name, law.text())


def traits_of(match, seat):
    """Return the names of the traits that a seat has declared."""
    return [TRAITS[i] for i in range(len(TRAITS)) if match.traits[i] >> seat & 1]
