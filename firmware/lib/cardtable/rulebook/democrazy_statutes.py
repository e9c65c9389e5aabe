"""Democrazy, the cards on the table: laws in force on their numbered places, what is gone, the wilds.

`match.laws` holds four values for each blue law, in the order of adoption: card, proposer, place 1 to 6, and
what filled its gaps. A law that replaces another takes its place, otherwise the lowest free one; places
decide nothing [U33]. Repealed, replaced, rejected and milled laws are discarded [U36], and a law is proposed
once.

Prompts, with their args: show-wild (), gather (turn).
"""

from .ask import SEALED
from .democrazy_cards import LAWS, is_wild
from .democrazy_floor import here
from .democrazy_law import TRAITS, read_law, rows_of
from .laying import Clear, Lay

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"
NONE_GONE = "0" * 32


def laws_on_table(match):
    """The laws that lie there, oldest first."""
    laws, options = match.laws, match.options
    rows = rows_of(options) if laws else None
    found = []
    for i in range(0, len(laws), 4):
        found.append(read_law(laws[i], options, laws[i + 3], laws[i + 1], laws[i + 2], rows))
    return found


def in_force(match):
    """Those of them that work: not the one that was adopted in this turn."""
    return [law for law in laws_on_table(match) if law.card != match.fresh]


def is_protected(laws, match):
    """True if one of `laws` that still lies there protects laws from being repealed."""
    for law in laws:
        if law.first("protect_laws") is not None and law.card in match.laws[::4]:
            return True
    return False


def replaced_by(law, laws):
    """The law on the table that a new one replaces because of its symbol, or None."""
    for other in laws:
        if law.symbol is not None and other.symbol == law.symbol:
            return other
    return None


def free_place(match):
    """The lowest place without a law."""
    place = 1
    while place in match.laws[2::4]:
        place += 1
    return place


def adopt(table, match, law, proposer, replaced):
    """A blue law goes to its place; `replaced`, a law or None, goes. Returns the place."""
    place = replaced.place if replaced is not None else free_place(match)
    if replaced is not None:
        repeal(table, match, [replaced.card])
    match.laws = match.laws + [law.card, proposer, place, law.fill]
    match.fresh = law.card
    table.lay_aside([law.card])
    return place


def repeal(table, match, cards):
    """These laws leave the table."""
    left = []
    for i in range(0, len(match.laws), 4):
        if match.laws[i] not in cards:
            left.extend(match.laws[i : i + 4])
    match.laws = left
    discard(table, match, cards)


def discard(table, match, cards):
    """These laws are not played with any more. `match.gone`: a bit for each, six to a letter."""
    for card in cards:
        at = card // 6
        bits = _DIGITS.index(match.gone[at]) | 1 << card % 6
        match.gone = match.gone[:at] + _DIGITS[bits] + match.gone[at + 1 :]
    table.lose(cards)


def hold(table, match):
    """A turn begins: the table knows again where everything is."""
    table.lay_aside(match.laws[::4])
    table.lose([card for card in range(LAWS) if _DIGITS.index(match.gone[card // 6]) >> card % 6 & 1])
    for seat in here(match):
        table.hold(match.wilds[seat], seat)
        if match.private:
            table.hold([match.private[seat]], seat)


def wild_due(table, place, card):
    """The rule for a wild that is dealt."""
    return None if is_wild(card) else "wild-due"


def show_wilds(table, match, seats):
    """Each of `seats` gets a wild from the reserve and shows it, face down, to its own pad."""
    dealt = yield Lay(tuple(seats), "show-wild", SEALED, rule=wild_due)
    for i in range(len(seats)):
        match.wilds[seats[i]] = match.wilds[seats[i]] + [dealt[i]]
        table.hold([dealt[i]], seats[i])
    match.reserve -= len(seats)
    yield Clear(what="gather", args=(match.turn,))


def about(law, replaced):
    """What prompts say of a law: its name, that of the law it would replace, or None, and what it does."""
    return (law.name, None if replaced is None else replaced.name, law.text())


def traits_of(match, seat):
    """The names of what a seat has declared."""
    return [TRAITS[i] for i in range(len(TRAITS)) if match.traits[i] >> seat & 1]
