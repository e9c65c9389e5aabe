"""Parser of typed lines for a user who plays along: an act of a hand, a question, or an unknown line.

The vocabulary depends on the language (`tablehost.people.vocabulary`); accents and capitals make no
difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.asks.base import MOST_SEATS
from tablehost.people.hands import FOREIGN, READ
from tablehost.people.vocabulary import Tongue
from tablehost.seats import label, parse, plain
from tablehost.suits import show_rank

MOST_EDITS = 2  # between a word that means nothing and the one that is suggested
# Signs of suits, full and outlined, are read as small letters; the mark behind them that chooses a picture
# is dropped.
_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc", "\ufe0e\ufe0f")


class Act(NamedTuple):
    """Something a hand does: `act` and `word` as in `tablehost.people.hands`.

    The word of "show" may be several cards. `insists`: the card is laid even if the player does not hold it.
    `task`: what the player saw to be asked of them, see `match.events.Hand`: if that is over nothing is done.
    None: do it in any case.
    """

    seat: int
    act: str
    word: str = ""
    insists: bool = False
    task: str | None = None


class Ask(NamedTuple):
    """Another request: `what` is "help", "hand", "pad", "last", "asked", "law", "quit", or "seat" to speak
    for another seat from now on. `word`: of a law, its place.
    """

    what: str
    seat: int
    word: str = ""


class Unknown(Exception):
    """A line that means nothing; the message is one sentence, with the nearest thing that means something."""


def read(
    line: str,
    seats: Sequence[int],
    current: int,
    tongue: Tongue,
    players: Sequence[str] = (),
    hand: Sequence[str] = (),
) -> Act | Ask | None:
    """Return the meaning of `line` for the holder of `seats` whose current seat is `current`; None if it is
    empty.

    `players`: their names, by seat, which stand for seats like numbers. `hand`: of the current seat: of its
    jokers "joker" means the first. Raises Unknown.
    """
    seat = current
    rest_of_line = line
    found = re.match(r"\s*([^:]+?)\s*:(.*)", line)
    spoken = _seat(found[1], players) if found else None
    if found and spoken is None:
        found = None
    if found:
        assert spoken is not None
        seat, rest_of_line = spoken, found[2]
        if seat not in seats:
            held = ", ".join(label(one) for one in seats)
            raise Unknown(tongue.said["not-yours"].format(seat=label(seat), seats=held))
    text = plain(rest_of_line).replace("’", "'").strip()
    insists = text.endswith("!")
    joker = next((card.lower() for card in hand if card.startswith("X")), "")
    words = text.rstrip("! ").split()
    for at, word in enumerate(words):
        has_number = "".join(words[at + 1 : at + 2]).isdigit()
        if joker and tongue.ranks.get(word) == "X" and not has_number:
            words[at] = joker
    if not words:
        return Ask("seat", seat) if found else None
    head, rest = words[0], words[1:]
    with_words = (tongue.with_card, tongue.with_seat, tongue.with_chips, tongue.with_place)
    tables = (tongue.keys, tongue.acts, tongue.asks, *with_words)
    keys, acts, asks, with_card, with_seat, with_chips, with_place = (
        {plain(word): meant for word, meant in table.items()} for table in tables
    )
    reads = {plain(word): word for word in tongue.own.reads}
    spelt = {plain(word): word for table in tables for word in table}
    if " ".join(words) in asks:
        return Ask(asks[" ".join(words)], seat)
    if head in with_place:
        if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
            raise Unknown(tongue.said["which-place"].format(command=spelt[head]))
        return Ask(with_place[head], seat, rest[0].lstrip("0") or "0")
    if head == tongue.press and rest and rest[0] in keys:
        head, *rest = rest
    if head == tongue.hold and (not rest or (len(rest) == 1 and keys.get(rest[0]) == "no")):
        return Act(seat, "press", "hold")
    if head == tongue.hold and sorted(keys.get(word, "") for word in rest) == ["no", "ok"]:
        return Act(seat, "press", "correct")
    if head in keys and not rest:
        return Act(seat, "press", keys[head])
    if head in acts and not rest:
        return Act(seat, acts[head])
    if with_card.get(head) == "show" and rest and all(_is_card(word, tongue) for word in rest):
        return Act(seat, "show", " ".join(_card(word, tongue) for word in rest), insists)
    if head in with_card and (len(rest) == 1 or _is_card(" ".join(rest), tongue)):
        return Act(seat, with_card[head], _card(" ".join(rest), tongue), insists)
    if head in with_card:
        raise Unknown(tongue.said["which-card"].format(command=spelt[head], card=tongue.said["card"]))
    if head in with_seat and rest:
        try:
            return Act(seat, with_seat[head], str(parse(" ".join(rest), MOST_SEATS, players)))
        except ValueError:
            pass
    if head in with_seat:
        raise Unknown(tongue.said["which-seat"].format(command=spelt[head]))
    if head in with_chips and tongue.own.chips:
        chips = _chips(rest, tongue)
        if not chips:
            raise Unknown(tongue.said["which-chips"].format(command=spelt[head]))
        return Act(seat, with_chips[head], chips)
    if head in reads and len(rest) < 2:
        return Act(seat, READ, _card(rest[0], tongue) if rest else "")
    if _is_card(" ".join(words), tongue):
        return Act(seat, "lay", _card(" ".join(words), tongue), insists)
    raise Unknown(_nearest(line.strip(), head, tongue))


def _seat(word: str, players: Sequence[str]) -> int | None:
    """Return the seat before a colon, also one that does not exist; None if it is no seat."""
    try:
        return parse(word, MOST_SEATS, players)
    except ValueError:
        return int(word[:4]) - 1 if word.isascii() and word.isdigit() else None


def _is_card(word: str, tongue: Tongue) -> bool:
    try:
        _card(word, tongue)
    except Unknown:
        return False
    return True


def _card(word: str, tongue: Tongue) -> str:
    if word == plain(tongue.foreign):
        return FOREIGN
    if word in tongue.own.kinds:
        return tongue.own.kinds[word]
    name = name_card(word, tongue)
    if name is None:
        raise Unknown(_no_card(word, tongue))
    return name


def name_card(word: str, tongue: Tongue) -> str | None:
    """Return a typed card as the table names it, `KS` for `r♠` in French; None if the word is no card."""
    word = plain(word)
    names = tongue.names if isinstance(tongue.names, tuple) else None
    name = _spell(word, tongue) if names is None else re.sub(r"^([a-z])([0-9])(?![0-9])", r"\g<1>0\2", word)
    try:
        return str(cards.text(cards.parse(name, names), names))
    except (ValueError, IndexError):
        return None


def _spell(phrase: str, tongue: Tongue) -> str:
    """Return the notation of a card that is written with signs or in words: `K♠`, `♠K`, `king of spades`."""
    text = re.sub(r"^([♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?)\s*(\w+)$", r"\2\1", phrase).translate(_SIGNS)
    words = [word for word in text.split() if word != tongue.between]
    if len(words) == 2:
        text = tongue.ranks.get(words[0], words[0]) + tongue.suits.get(words[1], words[1])
    elif len(words) < 2:
        text = "".join(words)
    courts = {shown.lower(): letter for letter, shown in tongue.letters.items()}
    return courts.get(text[:1], text[:1]) + text[1:]


def _chips(words: Sequence[str], tongue: Tongue) -> str:
    """Return chips by colour, "RRG", from letters, numbers before them and names; "" if they are none."""
    found = ""
    for word in words:
        if word in tongue.own.chips:
            found += tongue.own.chips[word]
            continue
        for number, letter in re.findall(r"([0-9]*)(.)", word):
            if letter not in tongue.own.chips or (number and not 0 < int(number) < 100):
                return ""
            found += tongue.own.chips[letter] * int(number or 1)
    return found


def _no_card(word: str, tongue: Tongue) -> str:
    return tongue.said["no-card"].format(word=_shown(word, tongue))


def _shown(line: str, tongue: Tongue) -> str:
    return line if line.isprintable() and len(line) <= 30 else tongue.said["that"]


def _nearest(line: str, head: str, tongue: Tongue) -> str:
    """Return the sentence for a line that means nothing; it suggests a command that is close, never a key."""
    if re.fullmatch(tongue.own.like_a_card, _spell(head, tongue)):
        return _no_card(line, tongue)
    spoken = [word for word in tongue.commands if word not in tongue.keys and " " not in word]
    apart = {word: _distance(head, plain(word)) for word in spoken}
    close = min(apart, key=lambda word: apart[word])
    asks_help = next(word for word, meant in tongue.asks.items() if meant == "help")
    about = {"line": _shown(line, tongue), "help": asks_help}
    if apart[close] > MOST_EDITS or 2 * apart[close] > len(head):
        return tongue.said["unknown"].format(**about)
    return tongue.said["unknown-but"].format(meant=close, **about)


def _distance(one: str, other: str) -> int:
    """Return how many letters must be put in, left out, replaced or exchanged with the next one to make one
    word of the other.
    """
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one):
        before, row = rows[-1], [i + 1]
        for j, wanted in enumerate(other):
            row.append(min(before[j + 1] + 1, row[j] + 1, before[j] + (letter != wanted)))
            if i and j and one[i - 1 : i + 1] == wanted + other[j - 1]:
                row[-1] = min(row[-1], rows[-2][j - 1] + 1)
        rows.append(row)
    return rows[-1][-1]


def complete(line: str, hand: Sequence[str], tongue: Tongue, players: Sequence[str] = ()) -> list[str]:
    """Return the lines that may begin with `line`: commands, the cards of the own hand, seats by number and
    name.
    """
    start, prefix = "", line
    found = re.match(r"([^:]+?)\s*:\s*", line)
    if found and _seat(found[1], players) is not None:
        start, prefix = found[0], line[found.end() :]
    own = [show_rank(card, tongue.shown).lower() for card in hand]
    head, space, rest = prefix.partition(" ")
    for word in tongue.with_card:
        if space and plain(head) == plain(word):
            return [f"{start}{word} {card}" for card in own if card.startswith(rest.strip().lower())]
    for word in tongue.own.reads:
        if space and plain(head) == plain(word):
            return [f"{start}{word} {card}" for card in own if card.startswith(rest.strip().lower())]
    for word in tongue.with_seat:
        if space and plain(head) == plain(word):
            called = [label(seat) for seat in range(len(players))] + list(players)
            begun = plain(rest.strip())
            return [f"{start}{word} {name}" for name in called if plain(name).startswith(begun)]
    alone = {*tongue.acts, *tongue.keys, *tongue.asks, *tongue.offered, *tongue.own.reads}
    alone -= {*tongue.with_card}
    commands = [word if word in alone else f"{word} " for word in tongue.commands]
    return [start + word for word in [*own, *commands] if plain(word).startswith(plain(prefix))]
