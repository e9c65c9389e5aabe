"""Cards as small ints, and their one notation.

A card is one tagged object. `card = copy * 64 + suit * 16 + rank`:

    suit   0 spades, 1 hearts, 2 diamonds, 3 clubs
    rank   1 ace, 2 ... 10, 11 jack, 12 queen, 13 king, 14 joker (suit + 1 is its number)
    copy   0 the only one, 1 and 2 the two copies of a doubled pack

Text: `5S`, `10C`, `AH`, `X1` (joker 1), `KD#2` (second copy). Three values stand for
a tag without a known card: UNKNOWN (unreadable), FOREIGN (no card of this deck) and
SEVERAL (more than one tag on a pad). From HANDLE on, an int is not a card but the
sealed handle of a value that only the Pico knows; its text is `~7`.
"""

from cardtable.micro import borrow, const

SPADES = const(0)
HEARTS = const(1)
DIAMONDS = const(2)
CLUBS = const(3)

JOKER = const(14)

UNKNOWN = const(255)
FOREIGN = const(254)
SEVERAL = const(253)
HANDLE = const(4096)

SUITS = "SHDC"
RANKS = "-A23456789-JQKX-"  # letters by rank; a 10 has two
_NO_CARD = {UNKNOWN: "??", FOREIGN: "?foreign", SEVERAL: "?several"}


def card(suit, rank, copy=0):
    """The card of `suit` (0-3), `rank` (1-13) and `copy` (0, or 1 and 2 in a doubled pack)."""
    return copy * 64 + suit * 16 + rank


def joker(number):
    """Joker `number`, counted from 1."""
    return (number - 1) * 16 + JOKER


def suit_of(card):
    """The suit 0-3, or None for a joker, which has none."""
    return None if card & 15 == JOKER else (card >> 4) & 3


def rank_of(card):
    """The rank 1-14."""
    return card & 15


def is_joker(card):
    return card & 15 == JOKER


def is_handle(value):
    """True if `value` is the sealed handle of something only the Pico knows."""
    return value is not None and value >= HANDLE


def is_card(value):
    """True for a card that was read and belongs to the deck's tags."""
    return value is not None and value < SEVERAL


def names_of(game):
    """How a game names its cards, for `text` and `parse`; None if it names them as a standard pack does.

    LETTERS: rank of a standard pack (`A`, `K`, `Q`, or `X` for a joker) -> its own name. PACK, for a pack of
    its own: rows (first token, how many, what stands before the number, its least digits, what stands
    behind); 0 digits for a single card without a number.
    """
    return getattr(game, "PACK", None) or getattr(game, "LETTERS", None)


def text(value, names=None):
    """The notation of a card or handle; `-` for no card. `names`: see `names_of`."""
    if value is None:
        return "-"
    if value >= HANDLE:
        return "~" + str(value - HANDLE)
    if value in _NO_CARD:
        return _NO_CARD[value]
    if isinstance(names, tuple):
        return own_name(value, names)
    copy = value >> 6
    suit = (value >> 4) & 3
    rank = "10" if value & 15 == 10 else RANKS[value & 15]
    name = (names or {}).get(rank, rank) + (str(suit + 1) if rank == "X" else SUITS[suit])
    return name + "#" + str(copy) if copy else name


def own_name(value, pack):
    """What a pack of its own calls this card."""
    for first, number, before, digits, behind in pack:
        if first <= value < first + number:
            figure = str(value - first + 1) if digits else ""
            return before + "0" * (digits - len(figure)) + figure + behind
    return "?" + str(value)


def parse(word, names=None):
    """The card that `word` names. ValueError says what is wrong; see `card_names`."""
    return borrow("cardtable.rulebook.card_names").parse(word, names)


def parse_list(words):
    """The cards of a line such as `5S KD#2 X1`."""
    return [parse(word) for word in words.split()]
