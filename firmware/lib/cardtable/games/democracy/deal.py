"""Democracy, the cards: the deck, the ranks, the values, the size of the hands.

Ranks from high to low: 5 4 3 A K Q J 10 9 8 7 6; the twos are out. Values: 5 and 4 their number, 3 and A
three, K Q J two, 10 to 7 one, 6 and joker nothing. A suit is worth 25 points, 45 in the expanded deck.
"""

from ...engine import cards

if cards.TYPE_CHECKING:  # a Pico would keep a name of its own on the heap
    from typing import Sequence

RANKS = ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6")
BEST = 12  # the strength of a 5; the next rank has one less, the 6 has 1

#            -  A  2   3   4   5  6  7  8  9 10  J  Q  K  joker
_STRENGTH = (0, 9, 0, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 0)
_VALUE = (0, 3, 0, 3, 4, 5, 0, 1, 1, 1, 1, 2, 2, 2, 0)


def strength(card: int) -> int:
    """Return the rank of a card as a number: 12 for a 5, 11 for a 4, ... 1 for a 6; 0 for a joker."""
    return _STRENGTH[cards.rank_of(card)]


def value(card: int) -> int:
    """Return the card points of a card: 0 to 5."""
    return _VALUE[cards.rank_of(card)]


def is_bad_catch(hand: "Sequence[int]", criterion: "int | str") -> bool:
    """True if `hand` holds only 1-point cards; with criterion "one_two" 2-point cards are allowed as well.

    A 6 or a joker, worth nothing, spoils it in both.
    """
    most = 2 if criterion == "one_two" else 1
    for card in hand:
        if not 1 <= value(card) <= most:
            return False
    return True


def is_expanded(seats: int, options: "dict[str, int | str]") -> bool:
    """True for the deck of two packs: all cards twice except the 5s and 6s."""
    return options["deck"] == "expanded" or (options["deck"] == "auto" and seats > 6)


def suit_points(seats: int, options: "dict[str, int | str]") -> int:
    """Return the points of a whole suit: 25, or 45. More than half of them win it."""
    return 45 if is_expanded(seats, options) else 25


def suit_cards(seats: int, options: "dict[str, int | str]") -> int:
    """Return the number of cards in a suit, the 6 included: 12, or 22."""
    return 22 if is_expanded(seats, options) else 12


def deck(seats: int, options: "dict[str, int | str]") -> bytes:
    """Return the cards of the match as bytes.

    It has the fewest jokers with which it divides by the players and the pool.
    """
    expanded = is_expanded(seats, options)
    pack = bytearray()
    for suit in range(4):
        for rank in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13):
            for copy in (1, 2) if expanded and rank not in (5, 6) else (0,):
                pack.append(cards.card(suit, rank, copy))
    for number in range(-len(pack) % (seats + 1)):
        pack.append(cards.joker(number + 1))
    return bytes(pack)


def share(seats: int, options: "dict[str, int | str]") -> int:
    """Return the number of cards that a player gets on an island that is dealt out to the last card."""
    plain = 88 if is_expanded(seats, options) else 48
    return (plain + seats) // (seats + 1)


def hands(seats, options):
    """Return the size of a hand, which is also the size of the pool, for each day of an island.

    Where the share does not divide by the days: `equal` leaves the rest undealt, `late` and `early` deal it
    out on the last or on the first days. `documented` is late [A02, A03], but for six players with one pack
    and two days, who leave 7 cards undealt [A01].
    """
    days = options["days"]
    size = share(seats, options) // days
    rest = share(seats, options) % days
    uneven = options["uneven_days"]
    if uneven == "documented":
        whole_pack_for_six = seats == 6 and days == 2 and not is_expanded(seats, options)
        uneven = "equal" if whole_pack_for_six else "late"
    if uneven == "equal":
        return [size] * days
    longer = [size + 1] * rest
    shorter = [size] * (days - rest)
    return longer + shorter if uneven == "early" else shorter + longer
