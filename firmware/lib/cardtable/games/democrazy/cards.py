"""Democrazy, the cards: laws, votes and wilds are a pack of their own, with tokens 0 to 240.

R01-R40, B01-B50   laws, red and blue; `B25#2` is the second copy of B25
X01-X10            blank laws, red ones
END                the End Card
YES1, NO1 ...      the plain votes, ten each: each counts for the pad that it is laid on
DY1, DN1, SC1 ...  the wilds, Definite YES, Definite NO and Scam: each counts for its owner alone
"""

from cardtable.micro import const

COPY = const(90)  # from a law to its second copy
BLANK = const(180)
YES_CARD = const(190)
END = const(240)
LAWS = const(190)  # all laws are below


_VOTES = ("YES", "NO", "DY", "DN", "SC")


def is_law(card: int) -> bool:
    """True for a law, blank or not."""
    return 0 <= card < LAWS


def is_blank(card: int) -> bool:
    """True for a blank law."""
    return BLANK <= card < LAWS


def is_red(card: int) -> bool:
    """True for a red law; `card` is no second copy and no blank law."""
    return card % COPY < 40


def vote_of(card: int) -> "str | None":
    """Return the vote of a vote card, "YES", "NO", "DY", "DN" or "SC"; None for any other card."""
    return _VOTES[card // 10 - 19] if YES_CARD <= card < END else None


def is_wild(card: int) -> bool:
    """True for a wild vote."""
    return vote_of(card) in ("DY", "DN", "SC")
