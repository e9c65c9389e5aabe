"""The views: the one place that decides which values are public.

The public sees that a card is on a pad, and its face only if the ask it answers is open to all or a rule has
revealed it. All data about cards on pads that leave the Pico pass through here.
"""

from .asks.base import MOST_SEATS, OPEN, PLACES

COVERED = -1


def pads(referee):
    """Return by place: None for an empty one, the card if it is public, else COVERED.

    None for every seat while `counts_only` hides even that.
    """
    picture = referee.picture
    table = referee.table
    hidden = counts_only(referee)
    seen = []
    for place in range(PLACES):
        card = None if hidden and place < MOST_SEATS else picture.lying[place]
        if card is not None and not (table is not None and _is_public(referee, table, place, card)):
            card = COVERED
        seen.append(card)
    return seen


def counts_only(referee):
    """True while it is hidden which seats have answered: seats then have dark lamps and empty pads."""
    for part in getattr(referee.ask, "asks", (referee.ask,)):
        if part is not None and part.counted:
            return True
    return False


def hides_keys(referee):
    """True while the pressed keys are hidden."""
    for part in getattr(referee.ask, "asks", (referee.ask,)):
        if part is not None and (part.counted or (part.secrecy != OPEN and hasattr(part, "keys"))):
            return True
    return False


def _is_public(referee, table, place, card):
    """True if the card on `place` is public."""
    picture = referee.picture
    if picture.is_old(place) or card == picture.recorded[place]:
        return table.is_open_card(card) or card in picture.shown[place]
    ask = referee.ask
    if ask is None or not ask.place_of(place) or _secrecy(ask, place) != OPEN:
        return False
    # A card that does not fit is not public: it was meant for another ask.
    return ask.why_wrong(picture, table, place) is None


def _secrecy(ask, place):
    """Return the secrecy of the ask, or of the part of it, that the card on `place` could answer."""
    for part in getattr(ask, "asks", ()):
        if part.place_of(place):
            return _secrecy(part, place)
    return ask.secrecy
