"""Cards as small ints, and their notation.

A card is one tagged object. `card = copy * 64 + suit * 16 + rank`:

    suit   0 spades, 1 hearts, 2 diamonds, 3 clubs
    rank   1 ace, 2 ... 10, 11 jack, 12 queen, 13 king, 14 joker (suit + 1 is its number)
    copy   0 the only one, 1 and 2 the two copies of a doubled pack

Text: `5S`, `10C`, `AH`, `X1` (joker 1), `KD#2` (second copy). Three values mean a tag without a known
card: UNKNOWN (unreadable), FOREIGN (no card of this deck) and SEVERAL (more than one tag on a pad). From
HANDLE on, an int is not a card but the sealed handle of a value that only the Pico knows; its text is `~7`.

A game with other names for its cards has LETTERS or PACK, see `names_of`.
"""

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from .game import Game

    Names = dict[str, str] | tuple[tuple[int, int, str, int, str], ...] | None

JOKER = const(14)

UNKNOWN = const(255)
FOREIGN = const(254)
SEVERAL = const(253)
HANDLE = const(4096)

SUITS = "SHDC"
RANKS = "-A23456789-JQKX-"  # letters by rank; a 10 has two
_NO_CARD = {UNKNOWN: "??", FOREIGN: "?foreign", SEVERAL: "?several"}
_OTHER_NAMES = {"1": "A", "E": "K", "L": "Q", "M": "X"}


def card(suit: int, rank: int, copy: int = 0) -> int:
    """Return the card of `suit` (0-3), `rank` (1-13) and `copy` (0, or 1 and 2 in a doubled pack)."""
    return copy * 64 + suit * 16 + rank


def joker(number: int) -> int:
    """Return joker `number`, counted from 1."""
    return (number - 1) * 16 + JOKER


def suit_of(card: int) -> int | None:
    """Return the suit 0-3, or None for a joker, which has none."""
    return None if card & 15 == JOKER else (card >> 4) & 3


def rank_of(card: int) -> int:
    """Return the rank 1-14."""
    return card & 15


def is_joker(card: int) -> bool:
    """True for a joker."""
    return card & 15 == JOKER


def is_handle(value: int | None) -> bool:
    """True if `value` is the sealed handle of a value that only the Pico knows."""
    return value is not None and value >= HANDLE


def is_card(value: int | None) -> bool:
    """True for a card that was read and belongs to the deck."""
    return value is not None and value < SEVERAL


def names_of(game: "Game") -> "Names":
    """Return the card names of a game for `text` and `parse`; None for the names of a standard pack.

    LETTERS: rank of a standard pack (`A`, `K`, `Q`, or `X` for a joker) -> its own name. PACK, for a pack of
    its own: rows (first token, how many, prefix, least digits of the number, suffix); 0 digits for a single
    card without a number.
    """
    return game.PACK or game.LETTERS


def text(value: int | None, names: "Names" = None) -> str:
    """Return the notation of a card or handle; `-` for no card. `names`: see `names_of`."""
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


def own_name(value: int, pack: tuple[tuple[int, int, str, int, str], ...]) -> str:
    """Return the name of this card in a pack of its own."""
    for first, number, before, digits, behind in pack:
        if first <= value < first + number:
            figure = str(value - first + 1) if digits else ""
            return before + "0" * (digits - len(figure)) + figure + behind
    return "?" + str(value)


def _own_card(name: str, pack: tuple[tuple[int, int, str, int, str], ...]) -> int | None:
    """Return the card with this name in a pack of its own, or None."""
    for first, number, before, _, behind in pack:
        if name.startswith(before) and name.endswith(behind):
            figure = name[len(before) : len(name) - len(behind)]
            value = first + (int(figure) - 1 if figure.isdigit() else 0)
            if first <= value < first + number and own_name(value, pack) == name:
                return value
    return None


def understood(word: str, names: "Names" = None) -> int | None:
    """Return the card that `word` names, None if none; `parse` gives the reason."""
    if isinstance(names, tuple):
        return _own_card(word.upper(), names)
    try:
        return parse(word, names)
    except ValueError:
        return None


def parse(word: str, names: "Names" = None) -> int:
    """Return the card that `word` names, case ignored. `names`: see `names_of`.

    Ranks of a standard pack are understood also if the game names them otherwise. Raises ValueError, which
    names the mistake and the words understood.
    """
    name = word.upper()
    if isinstance(names, tuple):
        value = _own_card(name, names)
        if value is None:
            kinds = [own_name(row[0], names) for row in names]
            raise ValueError(f"{word}: not a card; a card is one such as {' '.join(kinds)}")
        return value
    copy = 0
    if "#" in name:
        name, _, copies = name.partition("#")
        if copies not in ("1", "2"):
            raise ValueError(f"{word}: a copy is #1 or #2")
        copy = int(copies)
    rank = _OTHER_NAMES.get(name[:-1], name[:-1])
    number = 10 if rank == "10" else RANKS.find(rank)
    if rank == "X" and name[1] in "1234":
        return joker(int(name[1])) + copy * 64
    if not 0 < number < JOKER or len(rank) != 1 + (number == 10) or name[-1] not in SUITS:
        raise ValueError(f"{word}: not a card; a card is a rank A 2-10 J Q K and a suit S H D C, or X1-X4")
    return card(SUITS.index(name[-1]), number, copy)
