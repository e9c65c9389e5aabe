"""Democracy played at random by a straight loop: the floor of M14, which checks, reports and undoes nothing.

Options: `OPTIONS`, all others at their defaults; 2 to 10 seats.
"""

import itertools
import random

from cardtable.engine import match as matches
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


def islands(seats, options, lots):
    """Yield by island and day: (hands by seat, pool), lists of cards."""
    cards, sizes = deck(seats, options), hands(seats, options)
    while True:
        pack, days, at = list(cards), [], 0
        lots.shuffle(pack)
        for size in sizes:
            end = at + size * (seats + 1)
            *held, pool = (pack[first : first + size] for first in range(at, end, size))
            days.append((held, pool))
            at = end
        yield days


def straight(seats, seed, most, target):
    """Play at most so many islands of one match; return the number of cards played."""
    lots, options = random.Random(seed), matches.new(GAME, seats, OPTIONS).options
    draw = lots.random
    plurality = is_expanded(seats, options)
    half = suit_points(seats, options) / 2
    totals = [0] * seats
    cards = 0
    order = range(seats)
    for days in itertools.islice(islands(seats, options, lots), most):
        points = [[0] * seats for _ in range(4)]
        for held, pool in days:
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
            best = max(row)
            if (best > half) if not plurality else (best > 0 and row.count(best) == 1):
                totals[row.index(best)] += 1
        if max(totals) >= target:
            break
    return cards
