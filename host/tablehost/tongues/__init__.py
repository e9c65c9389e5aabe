"""What the host says to somebody who plays along, and what that person may type: a module a language.

The languages are those of the table, and to a seat's hands the one is spoken that the table speaks. Codes are
those of `tablehost.hands`; names of tones are the table's. All have the placeholders that English has.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Tongue:
    """One language.

    `do`, `pad`      what the lamps of a seat mean, by their codes
    `tones`          tone -> what it is called
    `cannot`         code -> why a hand cannot do that
    `said`           code -> any other sentence or piece of one
    `keys` `acts` `with_card` `asks`   what is typed -> what it means; short forms included
    `press` `hold`   what may stand before a key, and before the NO that is held
    `foreign`        in place of a card: one of another deck
    `offered`        the commands to complete and to suggest, as they are typed
    `help`           what there is to type, in lines of less than 78 columns
    """

    do: Mapping[str, str]
    pad: Mapping[str, str]
    tones: Mapping[str, str]
    cannot: Mapping[str, str]
    said: Mapping[str, str]
    keys: Mapping[str, str]
    acts: Mapping[str, str]
    with_card: Mapping[str, str]
    asks: Mapping[str, str]
    press: str
    hold: str
    foreign: str
    offered: tuple[str, ...]
    help: str


def load(language: str) -> Tongue:
    """The tongue of one of the LANGUAGES; English for any other."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    tongue: Tongue = importlib.import_module(f"{__name__}.{known}").TONGUE
    return tongue
