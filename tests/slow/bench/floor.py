"""Democracy played at random, once by a straight loop and once through the referee.

`straight` is the floor that everything is compared with: the same cards from the same seed, the same rules,
but nothing is checked, reported or undone. `judged` has the referee judge every move of
the same players. Both come to the same scores, and the bench makes sure of it.

Options: `OPTIONS`, all others at their defaults; 2 to 10 seats.
"""

import random

from cardtable.engine import match as matches
from cardtable.engine.asks.base import CENTRE, OK
from cardtable.engine.referee import Referee
from cardtable.games import registry as games
from cardtable.games.democracy.deal import deck, hands, is_expanded, strength, suit_points, value

GAME = games.load("democracy")
OPTIONS = {"first_dealer": "1", "match_tie": "shared"}

JOKER = 14
NO_TRUMPS = 4
CARDS = range(256)
VALUE = [value(card) if card & 15 <= JOKER else 0 for card in CARDS]
SUIT = [card >> 4 & 3 for card in CARDS]


def _powers(trump):
    """By card: how it ranks when `trump` (a suit, or NO_TRUMPS) is trump; a joker is a 5 without suit."""
    row = []
    for card in CARDS:
        if card & 15 >= JOKER:
            row.append(12)
        else:
            row.append(strength(card) + (100 if SUIT[card] == trump else 0))
    return row


POWERS = [_powers(trump) for trump in range(NO_TRUMPS + 1)]
FIVE, SIX = 112, 101  # powers of trumps


class Dealt:
    """The hands and pools of a match, drawn from a seed: the same for both who play it."""

    def __init__(self, seats, seed):
        match = matches.new(GAME, seats, OPTIONS)
        self.seats = seats
        self.options = match.options
        self.sizes = hands(seats, match.options)
        self.fresh = match.dump()
        self.pack = deck(seats, match.options)
        self.random = random.Random(seed)

    def island(self):
        """By day: (hands by seat, pool), lists of cards."""
        pack = list(self.pack)
        self.random.shuffle(pack)
        days = []
        at = 0
        for size in self.sizes:
            piles = []
            for _ in range(self.seats + 1):
                piles.append(pack[at : at + size])
                at += size
            days.append((piles[:-1], piles[-1]))
        return days


def straight(seats, seed, islands, target):
    """Play at most so many islands of one match; return (scores, number of cards played)."""
    dealt = Dealt(seats, seed)
    draw = dealt.random.random
    plurality = is_expanded(seats, dealt.options)
    half = suit_points(seats, dealt.options) / 2
    totals = [0] * seats
    cards = 0
    order = range(seats)
    for _ in range(islands):
        points = [[0] * seats for _ in range(4)]
        for held, pool in dealt.island():
            for turned in pool:
                powers = POWERS[NO_TRUMPS if turned & 15 == JOKER else SUIT[turned]]
                best = winner = -1
                plays = []
                five = six = False
                for seat in order:
                    hand = held[seat]
                    card = hand.pop(int(draw() * len(hand)))
                    plays.append(card)
                    power = powers[card]
                    if power > best:
                        best, winner = power, seat
                    elif power == best:
                        winner = -1
                    if power == SIX:
                        six, idiot = True, seat
                    elif power == FIVE:
                        five = True
                if five and six:
                    winner = idiot
                if winner < 0:
                    for seat in order:
                        points[SUIT[plays[seat]]][seat] += VALUE[plays[seat]]
                else:
                    for card in plays:
                        points[SUIT[card]][winner] += VALUE[card]
                    points[SUIT[turned]][winner] += VALUE[turned]
                cards += seats + 1
        for row in points:
            most = max(row)
            if (most > half) if not plurality else (most > 0 and row.count(most) == 1):
                totals[row.index(most)] += 1
        if max(totals) >= target:
            break
    return totals, cards


def judged(seats, seed, islands, fresh=None, keep=None):
    """The same match with the referee judging every move; return (scores, number of inputs).

    `fresh`: what the match begins with, for other options. `keep(event, outputs)` is called for every input.
    """
    dealt = Dealt(seats, seed)
    draw = dealt.random.random
    referee = Referee(matches.load(GAME, fresh or dealt.fresh))
    out = referee.start()
    if keep:
        keep(None, out)
    feed = referee.feed
    if keep:

        def feed(event):
            keep(event, referee.feed(event))

    count = 0
    order = range(seats)
    for seat in order:
        feed(("key", seat, OK))
        count += 1
    for island in range(islands):
        dealer = island % seats
        for held, pool in dealt.island():
            for seat in order:
                feed(("key", seat, OK))
            for turned in pool:
                feed(("laid", CENTRE, turned))
                for seat in order:
                    hand = held[seat]
                    feed(("laid", seat, hand.pop(int(draw() * len(hand)))))
                feed(("key", dealer, OK))
                feed(("lifted", CENTRE))
                for seat in order:
                    feed(("lifted", seat))
            count += seats + len(pool) * (2 * seats + 3)
        if referee.over:
            break
    return referee.match.totals, count
