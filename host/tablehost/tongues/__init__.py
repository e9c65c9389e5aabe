"""What the host says to somebody who plays along, and what that person may type: a module a language.

The languages are those of the table, and to a seat's hands the one is spoken that the table speaks. Codes are
those of `tablehost.hands`; names of tones are the table's. All have the placeholders that English has.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardtable.rulebook import cards, games
from tablehost import lore
from tablehost.messages import LANGUAGES as LANGUAGES
from tablehost.messages import texts

HELP_COLUMN = 14  # where the meanings begin

Row = tuple[str, str]  # what is typed, for instance `point 2`, and what it does


@dataclass(frozen=True)
class OfGame:
    """What is said otherwise to hands in one game, and understood of it; a game's lore has one a language.

    `rows`: the acts that not every game has; the first word of each is a command, or a card. `said`: as in a
    Tongue. Where the cards have words on them `reads` is what is typed to read one, `told` how that is said.
    `kinds`: what stands for an own card of a kind; `chips`: letters and names of chips; `like_a_card`: a
    pattern of what is meant for a card.
    """

    rows: tuple[Row, ...]
    said: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()
    told: Callable[[Mapping[str, Any]], str] | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    chips: Mapping[str, str] = field(default_factory=dict)
    like_a_card: str = r"(10|[0-9ajqkx])\w?"


@dataclass(frozen=True)
class Tongue:
    """One language.

    `do`, `pad`      what the lamps of a seat mean, by their codes
    `tones`          tone -> what it is called
    `cannot`         code -> why a hand cannot do that
    `said`           code -> any other sentence or piece of one; `beside` is the pile, told with the hand
                     where it is not only counted
    `keys` `acts` `with_card` `with_seat` `asks`   what is typed -> what it means; short forms included;
                     an act may be typed with a seat and without
    `press` `hold`   what may stand before a key, and before the NO that is held
    `foreign`        in place of a card: one of another deck
    `offered`        the commands of every game, to complete and to suggest, as they are typed
    `rows` `last`    of the help: what there is to type in every game, before and after the acts of this one
    `closing`        the last sentence of the help
    `own`            the game that is played; here one with a pool and with cards to take
    `with_chips`     what is typed, chips behind it -> what it means
    `language`       its name; `names`: how the game names its cards, see `cards.names_of`
    """

    keys: Mapping[str, str]
    acts: Mapping[str, str]
    with_card: Mapping[str, str]
    with_seat: Mapping[str, str]
    asks: Mapping[str, str]
    press: str
    hold: str
    foreign: str
    offered: tuple[str, ...]
    rows: tuple[Row, ...]
    last: tuple[Row, ...]
    closing: str
    own: OfGame
    with_chips: Mapping[str, str] = field(default_factory=dict)
    do: Mapping[str, str] = field(default_factory=dict)
    pad: Mapping[str, str] = field(default_factory=dict)
    tones: Mapping[str, str] = field(default_factory=dict)
    cannot: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    names: Any = None

    @property
    def commands(self) -> list[str]:
        """All commands to complete and to suggest."""
        own = dict.fromkeys(part.split(" ")[0] for typed, _ in self.own.rows for part in typed.split(", "))
        known = {*self.acts, *self.with_seat, *self.with_chips, *self.own.reads}
        return [*self.offered, *(word for word in own if word in known)]

    @property
    def help(self) -> str:
        """What there is to type, in lines of less than 78 columns."""
        lines = [f"{typed:<{HELP_COLUMN}}{meaning}".format(**self.said) for typed, meaning in self.help_rows]
        return "\n".join([*lines, self.closing])

    @property
    def help_rows(self) -> list[Row]:
        """The rows of the help, with the cards of the game that is played."""
        rows = [*self.rows, *self.own.rows, *self.last]
        return [(typed.format(**self.said), meaning) for typed, meaning in rows]


def load(language: str, game: str = "") -> Tongue:
    """The tongue of one of the LANGUAGES, for who plays this game; English for any other language."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    typed: Tongue = importlib.import_module(f"{__name__}.{known}").TONGUE
    tongue = replace(typed, language=known, **_sentences(known))
    own: OfGame | None = lore.part(game, "HANDS", {}).get(known)
    if own is None:
        return tongue
    names = cards.names_of(games.load(game))
    return replace(tongue, own=own, said={**tongue.said, **own.said}, names=names)


def _sentences(language: str) -> dict[str, Any]:
    """What is said to hands: the catalogue `hands` of a language, by kinds."""
    found: dict[str, dict[str, str]] = {field: {} for field in _KINDS.values()}
    for head, text in texts("hands", language).items():
        kind, _, code = head.partition(" ")
        found[_KINDS[kind]][code] = text
    return dict(found)


_KINDS = {"do": "do", "pad": "pad", "tone": "tones", "cannot": "cannot", "said": "said"}  # of lines -> fields
