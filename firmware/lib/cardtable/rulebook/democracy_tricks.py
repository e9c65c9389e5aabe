"""Democracy, one trick: who wins it and who captures what. Nothing here waits.

If a trump was played, the highest trump wins; but if both the 5 and the 6 of trumps were played, the 6 does,
the village idiot. Without a trump the highest rank of any suit wins, and equal highest ranks tie. The card
from the pool only makes its suit trump: it is no play [A05]. What ties below the highest does not matter
[A09].

A joker in the hand is never a trump [A19]. Without trumps it ranks as a 5 (`wild5`), as its owner says
(`declared`, a 5 if nothing is said [A11]), or below the 6 (`dummy` [A12]).
"""

from . import cards
from .democracy_deal import BEST, strength


def trumps_in(plays, trump):
    """The seats that played a card of the suit `trump` (None: there are no trumps)."""
    if trump is None:
        return []
    return [seat for seat in range(len(plays)) if cards.suit_of(plays[seat]) == trump]


def decide(plays, trump, options, named):
    """Who wins: (seat or None for a split, the seats that tied, why).

    `plays`: the card of each seat. `named`: by seat, the strength that the owner of a joker named, or None.
    """
    seats = trumps_in(plays, trump)
    if seats:
        return _among_trumps(plays, seats, options["trump_tie"] == "cancel")
    ranks = []
    for seat in range(len(plays)):
        card = plays[seat]
        ranks.append(_joker_rank(options, named[seat]) if cards.is_joker(card) else strength(card))
    most = max(ranks)
    best = [seat for seat in range(len(plays)) if ranks[seat] == most]
    if len(best) == 1:
        return best[0], [], "highest card"
    return None, best, "tie" if most else "only jokers"


def _joker_rank(options, named):
    if options["joker"] == "dummy":
        return 0
    return BEST if named is None else named


def _among_trumps(plays, seats, cancel):
    # The 5 and the 6 are single in both decks, so the idiot ties with nobody [A06].
    ranks = [strength(plays[seat]) for seat in seats]
    if BEST in ranks and 1 in ranks:
        return seats[ranks.index(1)], [], "village idiot"
    tied = []
    for rank in range(BEST, 0, -1):
        best = [seats[i] for i in range(len(seats)) if ranks[i] == rank]
        if len(best) == 1:
            return best[0], [], "highest trump" if not tied else "highest trump left"
        if best:
            tied = tied or best
            if not cancel:
                break
    return None, tied, "trump tie"  # [A10]


def captures(plays, pool, winner, keepers):
    """What everybody captures, and what nobody does: (list by seat of cards, lost cards).

    A winner takes all plays and the card from the pool, a joker too [A13]. In a split (winner None) each of
    `keepers` keeps the own card; the other cards and the card from the pool are lost [A08].
    """
    captured = [[] for _ in plays]
    lost = []
    if winner is not None:
        captured[winner] = list(plays) + [pool]
        return captured, lost
    for seat in range(len(plays)):
        if seat in keepers:
            captured[seat] = [plays[seat]]
        else:
            lost.append(plays[seat])
    return captured, lost + [pool]
