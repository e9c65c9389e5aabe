"""After a power cut: what must be done with the cards until the pads agree with where the match stands.

Nothing here waits or touches a device. What people did meanwhile may simply be how the match goes on: a card
of what is asked may lie there already, a card that goes may be gone. Only what cannot be so needs repair: a
card that must still lie and does not, one that cannot lie where it lies, and what cannot be read.
"""

from cardtable.micro import const
from cardtable.rulebook.ask import PLACES
from cardtable.rulebook.cards import SEVERAL, UNKNOWN, is_card
from cardtable.rulebook.table import PLAYED

# What is expected on a place, unless it is a card, which must lie there
FREE = const(-1)  # nothing, or what lies there
NOTHING = const(-2)

# Steps: (kind, place)
LIFT = const(1)  # take up what lies there
RESEAT = const(2)  # take it up, and lay the card well, alone
LAY = const(3)  # lay the card that is expected where nothing lies

# Why a card is called wrong that may yet be right: it lies badly, or it is another that must go.
_MAY_BE_RIGHT = (None, "twice", "several", "unreadable")


def expected(referee, unseen=()):
    """By place, what must lie there. The referee's picture holds what lies; of places that are `unseen`,
    because their readers are silent, nobody can say that anything is missing."""
    picture, table = referee.picture, referee.table
    wanted = []
    for place in range(PLACES):
        what = FREE
        if place not in unseen:
            if _must_lie(referee.ask, picture, table, place):
                what = picture.recorded[place]
            elif referee.ask.why_wrong(picture, table, place) not in _MAY_BE_RIGHT:
                what = NOTHING
        wanted.append(what)
    return wanted


def _must_lie(ask, picture, table, place):
    """True if the card that answered on `place` has not gone anywhere else, and may stay until it does."""
    card = picture.recorded[place]
    if not is_card(card) or ask.place_of(place):
        return False
    while hasattr(ask, "asks"):  # of several, that which judges this place
        ask = ask.owner(place)
    return place in ask.still and table.where(card) == PLAYED + place


def plan(wanted, found):
    """The least steps that make what was `found` (by place: a card, trouble, or None) what is `wanted`.

    Cards are taken up before any is laid, so that each is at hand when its turn comes. Of a card that is
    found twice the one where it must lie stays, else the first.
    """
    lifts, reseats, lays = [], [], []
    stays = []  # what lies where nothing must
    for place in range(len(wanted)):
        what, lying = wanted[place], found[place]
        if lying == what or (lying is None and what < 0):
            continue
        if lying is None:
            lays.append((LAY, place))
        elif lying in (SEVERAL, UNKNOWN) and what != NOTHING:
            reseats.append((RESEAT, place))
        elif what == FREE:
            if lying in wanted or lying in stays:
                lifts.append((LIFT, place))
            stays.append(lying)
        else:
            lifts.append((LIFT, place))
            if what >= 0:
                lays.append((LAY, place))
    return lifts + reseats + lays
