"""Registry of the host's additions to a game: narration, player behaviour, statistics, cards.

A game `x` may bring a package `tablehost.games.x`, loaded only where that game is played or narrated. No
other place of the host knows games apart. The package offers any of these `Part`s; the rest has defaults:

    Words            its own language, a kind of `tablehost.plugins.narration.Words`
    Room             its players' handling of cards, a kind of `tablehost.people.room.Room`
    sensible(decision, lots)   the mind of a player who thinks, see `tablehost.people.minds`
    standings(match, room)   how good a match is for each seat at the end of a stage, the more the better, in
                     place of the game's `values`, for a strong player (`cardtable_lab.strong`)
    AHEAD            so many stages further than the one it is in a strong player plays on in its mind
    COUNTED          the statistics of `simulate` over the facts of a match, in addition to scores and wins:
                     (name, function of a fact that returns its part of numerator and denominator);
                     a denominator that stays 0 means: per match
    counted(seats, options)   the same rows, created for every match, where they depend on its options or
                     on earlier facts; in place of COUNTED. Those on a rule: `tablehost.plugins.rule_rows`
    own_laws(path)   a file of laws of one's own, checked: data, the same in words, the text of the module
                     for its law deck. Raises Trouble
    SignReader(lang, seats)   the game's own words on the table's display, read backwards as its players do, a
                     kind of `tablehost.virtual.people.senses.SignReader`; `seats`: by name of a player
    faces(wanted)    its cards on paper, as piles, see `tablehost.printing.faces`
    screen_faces(wanted)   the same on pages, see `tablehost.printing.screen_faces`
    COVER            the two cards of its cover, by name
    DECKS            kinds of decks to enrol, besides the standard pack: by name, a function that returns the
                     cards in printed order
    PRESET           options with which they are printed by default
    AT_REAL_TABLE    options with another default where chips and cards can be touched: the value by name;
                     `presets` in the catalogue has the reason
    LEVELS           how hard it is to learn with each of its sets of options: 1 easy, 2 middling, 3 hard
    is_on_front_page(line)   True for the line of its drawn match that the front page of the documents shows
    TEACHING_SEED    the seed of the deal with which the game is taught at the virtual table
    TO_WATCH         the same for a match with spectators only, so that it shows the game well
    log_line(line, options)   a line of the open log from the plain fields of a fact
    LIKE_A_CARD      a pattern of a typed word that is meant for a card
    read_aloud(texts, card)   the text of a card that has words on it; `texts`: of the kind `read` in `hands`
    lays(lines)      the cards laid from known hands in a match, from its open log, each a `Lay`; with them a
                     player of another day is asked which card to lay
    NEEDS            options that have a meaning only with some values of another option, (its name, values),
                     or where a function of the seats and options returns True

Its texts are in the same folder, catalogues in each language (`tablehost.messages`):

    story            sentences of its Words; `taught` are those of `--teach`, `part` names one of its parts
    hands            the words that are typed in this game alone
    options          by option: `meaning`, its choices; `ruling`, the rule in force with a value, or with any
                     other one, `?`, which is {value}; `section`, a heading before it. What is not there is
                     said by the rows of `OPTIONS`. `warning`: what rarely pleases, by code;
                     `about game`: the game in one sentence; `about cover`: in a few words
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError
from cardtable.games import registry as games
from tablehost import messages
from tablehost.firmware import texts
from tablehost.types import Document, FactFields, Fields, Line, Option, OptionRow, Options

_RULES = messages.Catalogue("rules")

FOLDER = Path(__file__).resolve().parents[1] / "games"

Kind = TypeVar("Kind")


class Part(Generic[Kind]):
    """A part that games may bring: its name in their packages, and what it is there."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find(self, game: str) -> Kind | None:
        """Return this part of the game called `game`, None if it brings none."""
        found: Kind | None = getattr(_module(game), self.name, None)
        return found

    def of(self, game: str, usual: Kind) -> Kind:
        """Return this part of the game called `game`, `usual` if it brings none."""
        found = self.find(game)
        return usual if found is None else found

    def by_game(self) -> dict[str, Kind]:
        """Return this part of each game that brings it."""
        found = {game: self.find(game) for game in games.NAMES if game not in games.OWN}
        return {game: one for game, one in found.items() if one is not None}


class Lay(NamedTuple):
    """A card that was laid from a known hand; cards by name. `line`: the number of the line of the log that
    says so; `open`: the cards that lay open on the table before; `plays`: by seat, the cards of all players
    of that moment.
    """

    line: int
    seat: int
    hand: Sequence[str]
    open: Sequence[str]
    plays: Sequence[str]


CountedRow: TypeAlias = tuple[str, Callable[[FactFields], tuple[float, float]]]
Need: TypeAlias = tuple[str, tuple[Option, ...]] | Callable[[int, Options], bool]

# The parts that are plain; a room of the host that has a class of its own for one declares it.
COUNTED = Part[list[CountedRow]]("COUNTED")
COUNTED_ANEW = Part[Callable[[int, Options], list[CountedRow]]]("counted")
OWN_LAWS = Part[Callable[[Path], tuple[Document, str, str]]]("own_laws")
COVER = Part[Sequence[str]]("COVER")
DECKS = Part[Mapping[str, Callable[[], tuple[int, ...]]]]("DECKS")
PRESET = Part[Mapping[str, str]]("PRESET")
AT_REAL_TABLE = Part[Options]("AT_REAL_TABLE")
LEVELS = Part[Mapping[str, int]]("LEVELS")
IS_ON_FRONT_PAGE = Part[Callable[[Line], bool]]("is_on_front_page")
TEACHING_SEED = Part[int]("TEACHING_SEED")
TO_WATCH = Part[Options]("TO_WATCH")
LOG_LINE = Part[Callable[[Line, Options], Line]]("log_line")
LIKE_A_CARD = Part[str]("LIKE_A_CARD")
READ_ALOUD = Part[Callable[[Mapping[str, str], Fields], str]]("read_aloud")
LAYS = Part[Callable[[Sequence[Line]], list[Lay]]]("lays")
NEEDS = Part[Mapping[str, Need]]("NEEDS")


def base_of(game: str) -> str:
    """Return the game of the program that a game of one's own is a copy of; of any other its name."""
    return (games.load(game).BASE or game) if game in games.OWN else game


def _module(game: str) -> ModuleType | None:
    """Return the module of a game, or of its base, if there is one; a log may name a game that is not known
    here.
    """
    return _module_of(base_of(game))


@lru_cache
def _module_of(game: str) -> ModuleType | None:
    name = f"tablehost.games.{game}"
    if game not in games.NAMES or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def get_option_text(game: str, kind: str, option: str, language: str, /, **values: object) -> str:
    """Return a text about an option of a game, "" if the game brings none. `kind`: "meaning", "section",
    "ruling", "warning" or "about"; of a ruling, `option` is the option and its value, of a warning its code.
    """
    return messages.Catalogue(f"{base_of(game)}/options").said(language, f"{kind} {option}", **values)


def ruling(game: str, option: str, value: Option, language: str) -> str:
    """Return the rule in force with this value of an option, "" if the game has no sentence for it."""
    own = get_option_text(game, "ruling", f"{option} {value}", language)
    return own or get_option_text(game, "ruling", f"{option} ?", language, value=value)


def describe_refusal(game: str, error: OptionError) -> str:
    """Return why an option is refused, in the words of the table; its code where they have none."""
    known = texts.sentences(messages.language())
    own = known.get(("option", f"{game}/{error.code}")) or known.get(
        ("option", f"{base_of(game)}/{error.code}")
    )
    said = own or known.get(("option", error.code)) or error.code
    for number, value in enumerate(error.values):
        said = said.replace(f"{{{number}}}", str(value))
    return said


def name_choices(choices: Sequence[Option | None]) -> list[str]:
    """Return choices as in a row of OPTIONS in words, a range as one."""
    if choices[:1] != ("int",):
        return [str(choice) for choice in choices]
    least, most = choices[1:]
    return [_RULES("from", least=least) if most is None else _RULES("from-to", least=least, most=most)]


def meanings_of(game: GameRules, language: str = "en") -> dict[str, str]:
    """Return the meaning of each option, by name: as the game's folder says it, or its row of `OPTIONS`."""
    rows = {row.name: row.meaning for row in OptionRow.all_of(game.OPTIONS)}
    return {name: get_option_text(game.NAME, "meaning", name, language) or own for name, own in rows.items()}
