"""Whether a recorded answer fits what was asked: what a referee that follows, or corrects, wants to know.

One that judges does not need it: it makes the answers. Borrowed where records are read.
"""

from .ask import (
    BY_CALLING,
    BY_CLEARING,
    BY_LOT,
    BY_OPENING,
    BY_TIME,
    SEALED,
    WITH_CARDS,
    WITH_KEYS,
    WITH_ROW,
)
from .cards import HANDLE, UNKNOWN, is_card, is_handle


def why_not(ask, answer, table):
    """None, or the code of why this recorded answer is impossible here."""
    kind = ask.answered
    if kind == WITH_CARDS:
        return _cards(ask, answer, table)
    if kind == WITH_KEYS:
        return _keys(ask, answer)
    if kind == WITH_ROW:
        return _row(ask, answer, table)
    if kind == BY_OPENING:
        return _opened(ask, answer, table)
    if kind == BY_CALLING:
        if not isinstance(answer, list) or len(answer) != 2:
            return "shape"
        return None if answer[0] in ask.seats and answer[1] in ask.keys else "key"
    if kind == BY_CLEARING or kind == BY_TIME:
        return None if answer == [] else "shape"
    if kind == BY_LOT:
        return None if isinstance(answer, int) and 0 <= answer < ask.n else "range"
    return None


def impossible(value, sealed, table, place, again=()):
    """Why `value` cannot stand in a record for a card now answering on `place`: the code, or None."""
    if not isinstance(value, int):
        return "shape"
    if is_handle(value) != sealed:
        return "secrecy"
    if value in again:
        return table.why_elsewhere(value, place)
    card = table.peek(value)
    if card >= HANDLE or (sealed and card == UNKNOWN):  # this referee cannot see it, or nobody yet
        return "already-played" if table.is_booked(value) else None
    if not is_card(card) or not table.in_deck(card):
        return "not-in-deck"
    return "already-played" if sealed and table.is_booked(value) else table.why_gone(card, place)


def _cards(ask, answer, table):
    if not isinstance(answer, list) or len(answer) != len(ask.places):
        return "shape"
    cards = []
    for i in range(len(answer)):
        why = card_why_not(ask, ask.places[i], answer[i], table)
        if why:
            return why
        card = table.peek(answer[i])
        if card in cards and card != UNKNOWN:
            return "twice"
        cards.append(card)
    return None


def card_why_not(ask, place, value, table):
    """Why `value` cannot stand in a record for a card laid on `place` for this Lay: the code, or None."""
    why = impossible(value, ask.secrecy == SEALED, table, place, ask.again)
    if why is None and ask.rule is not None and table.sees(value):
        why = ask.rule(table, place, table.peek(value))
    return why or ask.uninvited(value, table)


def _keys(ask, answer):
    if ask.secrecy == SEALED:
        return None
    if not isinstance(answer, list) or len(answer) != len(ask.seats):
        return "shape"
    for key in answer:
        if key not in ask.keys and not (key is None and ask.quorum is not None):
            return "key"
    if ask.quorum is not None:
        if answer.count(ask.keys[0]) != ask.quorum or answer.count(None) != len(answer) - ask.quorum:
            return "quorum"
    return None


def _row(ask, answer, table):
    if not isinstance(answer, int):
        return "shape"
    if is_handle(answer) != (ask.secrecy == SEALED):
        return "secrecy"
    value = table.peek(answer)
    return None if is_handle(value) or 0 <= value < len(ask.rows) else "row"


def _opened(ask, answer, table):
    if not isinstance(answer, list) or len(answer) != len(ask.values):
        return "shape"
    cards = []
    for i in range(len(answer)):
        value, card = ask.values[i], answer[i]
        if not isinstance(card, int) or is_handle(card):
            return "still-sealed"
        known = table.peek(value)
        if not is_handle(known) and known != card:
            return "not-what-was-sealed"
        if is_handle(value) and table.is_booked(value):
            if not is_card(card) or not table.in_deck(card):
                return "not-in-deck"
            if card in cards or (table.is_open_card(card) and not table.is_held(card)):
                return "already-played"
            cards.append(card)
    return None
