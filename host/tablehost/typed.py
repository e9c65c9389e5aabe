"""What a typed line means to somebody who plays along: an act of a hand, a question, or nothing known.

What is understood is a language's (`tablehost.tongues`); accents and capitals make no difference.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cardtable.rulebook import cards
from tablehost.hands import FOREIGN
from tablehost.tongues import Tongue


class Act(NamedTuple):
    """Something a hand does: `act` and `word` as in `tablehost.hands`."""

    seat: int
    act: str
    word: str = ""


class Ask(NamedTuple):
    """Something else: `what` is "help", "hand", "quit", or "seat" to speak for another seat from now on."""

    what: str
    seat: int


class Unknown(Exception):
    """A line that means nothing; the message is one sentence, with the nearest thing that means something."""


def read(line: str, seats: Sequence[int], current: int, tongue: Tongue) -> Act | Ask | None:
    """What `line` means for who holds `seats` and speaks for seat `current`; None if it is empty.

    Raises Unknown.
    """
    seat = current
    rest_of_line = line
    found = re.match(r"\s*([0-9]+)\s*:(.*)", line)
    if found:
        seat, rest_of_line = int(found[1]), found[2]
        if seat not in seats:
            held = ", ".join(str(one) for one in seats)
            raise Unknown(tongue.said["not-yours"].format(seat=seat, seats=held))
    words = _folded(rest_of_line).split()
    if not words:
        return Ask("seat", seat) if found else None
    head, rest = words[0], words[1:]
    tables = (tongue.keys, tongue.acts, tongue.with_card, tongue.with_seat, tongue.asks)
    keys, acts, with_card, with_seat, asks = (
        {_folded(word): meant for word, meant in table.items()} for table in tables
    )
    if head in asks and not rest:
        return Ask(asks[head], seat)
    if head == tongue.press and rest and rest[0] in keys:
        head, *rest = rest
    if head == tongue.hold and (not rest or (len(rest) == 1 and keys.get(rest[0]) == "no")):
        return Act(seat, "press", "hold")
    if head in keys and not rest:
        return Act(seat, "press", keys[head])
    if head in acts and not rest:
        return Act(seat, acts[head])
    if head in with_card and len(rest) == 1:
        return Act(seat, with_card[head], _card(rest[0], tongue))
    if head in with_card:
        raise Unknown(tongue.said["which-card"].format(command=head))
    if head in with_seat and len(rest) == 1 and rest[0].isascii() and rest[0].isdigit():
        return Act(seat, with_seat[head], rest[0])
    if head in with_seat:
        raise Unknown(tongue.said["which-seat"].format(command=head))
    if len(words) == 1 and _is_card(head, tongue):
        return Act(seat, "lay", _card(head, tongue))
    raise Unknown(_nearest(line.strip(), head, (keys, acts, with_card, with_seat, asks), tongue))


def _folded(text: str) -> str:
    """In small letters, without accents."""
    apart = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _is_card(word: str, tongue: Tongue) -> bool:
    try:
        _card(word, tongue)
    except Unknown:
        return False
    return True


def _card(word: str, tongue: Tongue) -> str:
    if word == _folded(tongue.foreign):
        return FOREIGN
    try:
        return str(cards.text(cards.parse(word)))
    except (ValueError, IndexError):
        raise Unknown(_no_card(word, tongue)) from None


def _no_card(word: str, tongue: Tongue) -> str:
    return tongue.said["no-card"].format(word=_shown(word, tongue))


def _shown(line: str, tongue: Tongue) -> str:
    return line if line.isprintable() and len(line) <= 30 else tongue.said["that"]


def _nearest(line: str, head: str, known: Iterable[Mapping[str, str]], tongue: Tongue) -> str:
    """The sentence for a line that means nothing."""
    if re.fullmatch(r"(10|[0-9ajqkx])\w?", head):
        return _no_card(line, tongue)
    spelt = {_folded(word): word for word in (*tongue.commands, tongue.press)}
    words = [*spelt, *(word for table in known for word in table)]
    close = difflib.get_close_matches(head, words, n=1, cutoff=0.5)
    asks_help = next(word for word, meant in tongue.asks.items() if meant == "help")
    about = {"line": _shown(line, tongue), "help": asks_help}
    if not close:
        return tongue.said["unknown"].format(**about)
    return tongue.said["unknown-but"].format(meant=spelt.get(close[0], close[0]), **about)


def complete(line: str, hand: Sequence[str], tongue: Tongue, players: int = 0) -> list[str]:
    """The lines that `line` may be the beginning of: commands, the cards of the own hand, and seats."""
    start, prefix = "", line
    found = re.match(r"[0-9]+:\s*", line)
    if found:
        start, prefix = found[0], line[found.end() :]
    own = [card.lower() for card in hand]
    head, space, rest = prefix.partition(" ")
    for word in tongue.with_card:
        if space and _folded(head) == _folded(word):
            return [f"{start}{word} {card}" for card in own if card.startswith(rest.strip().lower())]
    for word in tongue.with_seat:
        if space and _folded(head) == _folded(word):
            return [f"{start}{word} {seat}" for seat in range(players) if str(seat).startswith(rest.strip())]
    alone = {*tongue.acts, *tongue.keys, *tongue.asks, *tongue.offered} - {*tongue.with_card}
    commands = [word if word in alone else f"{word} " for word in tongue.commands]
    return [start + word for word in [*own, *commands] if _folded(word).startswith(_folded(prefix))]
