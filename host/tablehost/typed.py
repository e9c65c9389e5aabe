"""What a typed line means to somebody who plays along: an act of a hand, a question, or nothing known."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

from cardtable.rulebook import cards
from tablehost.hands import FOREIGN

HELP = """\
5s, lay 5s    lay a card (10c, ah, x1; foreign: one of another deck)
lift, l       take the card off your pad    swap 7d   lift it, lay another
show 7d       lay a card, let it be read, take it back
y, n, k       press yes, no, ok             hold no   hold NO: misdeal
turn          turn up the pool's top card   draw      unseen, from your left
take          take all the cards you won    clear     put the middle aside
hand          your cards and captures       2: 5s     for your seat 2
help, ?       this                          quit      leave; --resume goes on
The table does not stop you: lay what you like, and see what it says."""

_KEYS = {"yes": "yes", "y": "yes", "no": "no", "n": "no", "ok": "ok", "k": "ok"}
_PLAIN = {
    "lift": "lift", "l": "lift", "turn": "turn", "t": "turn", "draw": "draw", "take": "take",
    "clear": "clear",
}  # fmt: skip
_WITH_CARD = ("lay", "swap", "show")
WORDS = (
    "lay", "lift", "swap", "show", "yes", "no", "ok", "hold no", "turn", "draw", "take", "clear", "hand",
    "help", "quit",
)  # fmt: skip


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


def read(line: str, seats: Sequence[int], current: int) -> Act | Ask | None:
    """What `line` means for who holds `seats` and speaks for seat `current`; None if it is empty.

    Raises Unknown.
    """
    seat = current
    words = line.lower().split()
    found = re.match(r"\s*([0-9]+)\s*:(.*)", line)
    if found:
        seat = int(found[1])
        words = found[2].lower().split()
        if seat not in seats:
            raise Unknown(f"seat {seat} is not yours; you hold {', '.join(str(one) for one in seats)}")
        if not words:
            return Ask("seat", seat)
    if not words:
        return None
    head, rest = words[0], words[1:]
    if head in ("help", "?", "hand", "quit", "q") and not rest:
        return Ask({"?": "help", "q": "quit"}.get(head, head), seat)
    if head == "press" and rest and rest[0] in _KEYS:
        head, *rest = rest
    if head == "hold" and rest in ([], ["no"], ["n"]):
        return Act(seat, "press", "hold")
    if head in _KEYS and not rest:
        return Act(seat, "press", _KEYS[head])
    if head in _PLAIN and not rest:
        return Act(seat, _PLAIN[head])
    if head in _WITH_CARD and len(rest) == 1:
        return Act(seat, head, _card(rest[0]))
    if head in _WITH_CARD:
        raise Unknown(f"{head} which card? For example: {head} 5s")
    if len(words) == 1 and _is_card(head):
        return Act(seat, "lay", _card(head))
    raise Unknown(_nearest(line.strip(), head))


def _is_card(word: str) -> bool:
    try:
        cards.parse(word)
    except ValueError:
        return word == FOREIGN
    return True


def _card(word: str) -> str:
    if word == FOREIGN:
        return word
    try:
        return str(cards.text(cards.parse(word)))
    except ValueError:
        raise Unknown(_no_card(word)) from None


def _no_card(word: str) -> str:
    return f"{_shown(word)} is no card: a card is a rank A 2-10 J Q K and a suit S H D C, or X1-X4"


def _shown(line: str) -> str:
    return line if line.isprintable() and len(line) <= 30 else "that"


def _nearest(line: str, head: str) -> str:
    """The sentence for a line that means nothing."""
    if re.fullmatch(r"(10|[0-9ajqkx])\w?", head):
        return _no_card(line)
    close = difflib.get_close_matches(head, [*WORDS, *_KEYS, *_PLAIN, "press"], n=1, cutoff=0.5)
    meant = f"did you mean {close[0]}? " if close else ""
    return f"{_shown(line)} means nothing here; {meant}help tells what does"


def complete(line: str, hand: Sequence[str]) -> list[str]:
    """The lines that `line` may be the beginning of: commands, and the cards of the own hand."""
    start, prefix = "", line.lower()
    found = re.match(r"[0-9]+:\s*", line)
    if found:
        start, prefix = found[0], prefix[found.end() :]
    head, space, rest = prefix.partition(" ")
    own = [card.lower() for card in hand]
    if space and head in _WITH_CARD:
        return [f"{start}{head} {card}" for card in own if card.startswith(rest.strip())]
    commands = [f"{word} " if word in _WITH_CARD else word for word in WORDS]
    return [start + word for word in [*own, *commands] if word.startswith(prefix)]
