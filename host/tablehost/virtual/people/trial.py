"""Trial matches of a custom game, before it is kept on this computer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from cardtable import languages
from cardtable.controller.output.display import Display
from cardtable.engine import match as matches
from cardtable.engine.asks.base import PICK
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import plain
from tablehost import messages
from tablehost.people import bare_match, kinds
from tablehost.people.bare_match import FinishedMatch, StuckMatch
from tablehost.plugins import own
from tablehost.types import Document, Prompt
from tablehost.virtual.people import senses

SAID = messages.Catalogue("table")

MOST_PROMPTS = 30_000  # of the matches that are tried, which then do not end
MOST_READ = 20  # prompts of a code whose sentence is read


class Flaw(NamedTuple):
    """A flaw of a sentence. `kind`: `lacks` these arguments, which people must read in it; asks for arguments
    `beyond` those of the prompt; or is `mistaken` for that of another prompt.
    """

    kind: str
    args: list[int]


class Trial(NamedTuple):
    """Faults that simulated people found in a game.

    lacking    the codes of prompts that have no sentence, by language
    flaws      of sentences, by language and by the code of the prompt
    stuck      the prompt at which a match does not go on
    differing  the player counts with which `simulate` plays another match than the table
    """

    lacking: dict[str, list[str]]
    flaws: dict[str, dict[str, Flaw]]
    stuck: str | None
    differing: list[int]

    def as_document(self) -> Document:
        """Return the faults as members of a JSON object."""
        flaws = {one: {code: flaw._asdict() for code, flaw in of.items()} for one, of in self.flaws.items()}
        return {
            "flaws": flaws,
            "without_sentence": self.lacking,
            "stuck": self.stuck,
            "simulated_otherwise": self.differing,
        }

    def describe(self, path: Path) -> list[str]:
        """Return the faults of the game in this folder in words, each with its cure."""
        words = path / own.WORDS
        told = [
            SAID("game-wordless", codes=", ".join(codes), language=one) for one, codes in self.lacking.items()
        ]
        if self.lacking:
            key, language = next((f"prompt {codes[0]}", one) for one, codes in self.lacking.items())
            told.append(SAID("game-wordless-hint", path=words, language=language, key=key))
        for one, flaws in self.flaws.items():
            for code, flaw in flaws.items():
                args = ", ".join(f"{{{number}}}" for number in flaw.args)
                told.append(SAID("sentence-" + flaw.kind, language=one, code=code, args=args))
        told += [SAID("sentence-hint", path=words)] if self.flaws else []
        told += [SAID("game-stuck", code=self.stuck)] if self.stuck else []
        return told + [SAID("game-simulated-otherwise", players=seats) for seats in self.differing]


class _Args(tuple[Any, ...]):
    """The arguments of a prompt, which note in `read` the numbers of those that people read."""

    read: set[int]

    def __getitem__(self, at: Any) -> Any:
        found = range(tuple.__len__(self))[at]
        self.read.update((found,) if isinstance(found, int) else found)
        return super().__getitem__(at)


class _Rows(_Args):
    """The rows to choose from, all of which people read."""

    def __len__(self) -> int:
        count = super().__len__()
        self.read.update(range(count))
        return count

    def __iter__(self) -> Iterator[Any]:
        len(self)
        return super().__iter__()


class _Prompts:
    """The prompts of trial matches as people see them."""

    def __init__(self) -> None:
        self.count = 0
        self.shown: dict[str, list[Prompt]] = {}
        self.read: dict[str, set[int]] = {}  # by code, the numbers of the arguments that people read

    def see(self, prompt: Prompt) -> Prompt:
        """Take a prompt; return it with arguments that note the reading. Raises StuckMatch."""
        self.count += 1
        if self.count > MOST_PROMPTS:
            raise StuckMatch("it does not end")
        shown = self.shown.setdefault(prompt.what, [])
        if len(shown) < MOST_READ and prompt not in shown:
            shown.append(prompt)
        args = (_Rows if PICK in prompt.tasks else _Args)(prompt.args)
        args.read = self.read.setdefault(prompt.what, set())
        return prompt._replace(args=args)

    def find_flaw(self, display: Display, code: str) -> Flaw | None:
        """Read the sentence of this code on a display; return its flaw."""
        lacking: set[int] = set()
        for prompt in self.shown[code]:
            try:
                said = display.prompt(prompt)
            except IndexError:
                return Flaw("beyond", [len(prompt.args)])
            what, args = senses.read([said])
            if what != code:
                return Flaw("mistaken", [])
            told, due = plain(args), plain(list(prompt.args))
            lacking |= {at for at in self.read[code] if told[at : at + 1] != due[at : at + 1]}
        return Flaw("lacks", sorted(lacking)) if lacking else None


def try_game(path: Path) -> Trial:
    """Play matches with the fewest players, and with the most: by hands with whims, then one by hands and the
    same as `simulate` plays it; all with each kind of players but the strong ones. Raises Trouble.
    """
    prompts = _Prompts()
    last = ""
    stuck = None
    differing = []

    with own.loaded(path) as game:

        def see(prompt: Prompt) -> Prompt:
            nonlocal last
            last = prompt.what
            return prompts.see(prompt)

        def play(seats: int, **how: Any) -> FinishedMatch:
            minds = [mind] * seats
            return bare_match.begin(matches.new(game, seats, {}), "1", minds, watch=see, **how).play()

        for seats, kind in product(dict.fromkeys(game.SEATS), kinds.of(game)[:-1]):
            mind = kinds.mind(kind, game)
            try:
                play(seats)
                if play(seats, fidget=0, by_hand=True) != play(seats, fidget=0):
                    differing.append(seats)
            except StuckMatch:
                stuck = stuck or last
        lacking = own.find_wordless(game.NAME, prompts.shown)
        return Trial(lacking, _find_flaws(game, prompts, lacking), stuck, differing)


def _find_flaws(
    game: GameRules, prompts: _Prompts, lacking: dict[str, list[str]]
) -> dict[str, dict[str, Flaw]]:
    """Have people read each sentence off the display, in each language."""
    own.add_words(game.NAME)
    senses.learn()
    found: dict[str, dict[str, Flaw]] = {}
    for language in languages.CODES:
        display = Display(None, languages.Language(language))
        display.play(game)
        for code in prompts.shown:
            flaw = None if code in lacking.get(language, ()) else prompts.find_flaw(display, code)
            if flaw is not None:
                found.setdefault(language, {})[code] = flaw
    return found
