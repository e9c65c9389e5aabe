"""The rulings in force: the options of a match in words, one sentence each.

The sentences are in the catalogue `options` of a game, see `plugins/presentation.py`. Of a game without it, a
ruling is the option, its value and its general meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError, resolve
from tablehost.plugins.presentation import NEEDS, describe_refusal, get_option_text, meanings_of, ruling
from tablehost.types import Option, OptionRow, Options


@dataclass(frozen=True)
class Ruling:
    """One option in force. `section`: a heading before it, or ""; `usual`: its default."""

    option: str
    value: Option
    usual: Option
    words: str
    section: str

    @property
    def differs(self) -> bool:
        return bool(self.value != self.usual)


def list_rulings(game: GameRules, seats: int, options: Options, lang: str) -> list[Ruling]:
    """Return all rulings of a match in the order of the options, but those of no effect."""
    general = meanings_of(game)
    found = []
    section = ""
    for row in OptionRow.all_of(game.OPTIONS):
        name = row.name
        section = get_option_text(game.NAME, "section", name, lang) or section
        if not _has_effect(game, seats, options, row):
            continue
        usual = row.usual(seats)
        words = ruling(game.NAME, name, options[name], lang)
        words = words or f"{name} = {options[name]}: {general[name]}"
        for code, _ in game.warnings(seats, options):  # a consequence that these options have here
            more = get_option_text(game.NAME, "ruling", f"{name} {options[name]} {code}", lang)
            words = " ".join(filter(None, (words, more)))
        found.append(Ruling(name, options[name], usual, words, section))
        section = ""
    return found


def _has_effect(game: GameRules, seats: int, options: Options, row: OptionRow) -> bool:
    """Return False if this option has no meaning in the game with these others: by the game itself, or by
    NEEDS.
    """
    needed = NEEDS.of(game.NAME, {}).get(row.name)
    if callable(needed):
        means_something = needed(seats, options)
    else:
        means_something = needed is None or options[needed[0]] in needed[1]
    if not means_something:
        return False
    return options[row.name] != row.usual(seats) or not any(
        refused.startswith(f"{row.name} has no effect") for refused in _refusals(game, seats, options, row)
    )


def _refusals(game: GameRules, seats: int, options: Options, row: OptionRow) -> Iterator[str]:
    """Return the game's objections to other values of an option."""
    others = range(row.span[0], row.span[0] + 2) if row.span else row.choices
    for other in others:
        try:
            resolve(game, seats, {**options, row.name: other})
        except OptionError as error:
            yield describe_refusal(game.NAME, error)
