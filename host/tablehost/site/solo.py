"""A match that is played alone in a tab: its pages, its cards, and what MicroPython is given there.

That is one JSON file a language: `files`, sources of the firmware by their path, with those of
`firmware/tab`; `presets`, the kinds of match to choose from; and `words`, which `solo.py` there takes:

    texts    the catalogues of stories, by head           looks   by lamp: look -> object of documents.py
    cards    name -> [for eyes, for ears]                 joker   its name
    suits    [sign, word] each; `signs`: letter -> sign   opening the first story
    de       name -> the name after this preposition
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cardtable
from cardtable.engine import cards
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import resolve
from cardtable.games import registry
from tablehost import messages
from tablehost.match import documents, lamps
from tablehost.match.card_words import CardWords
from tablehost.people import looks, vocabulary
from tablehost.plugins import narration
from tablehost.printing import sprite
from tablehost.serving.lessons import Lessons
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Document, Line, Options
from tablehost.web import pages

PLAYERS = ["Ada", "Ben", "Cleo", "Dan"]

LIBRARY = Path(cardtable.__file__).parent
TAB = Path(__file__).parents[3] / "firmware" / "tab"
# Game -> the module of its match; the first game has the one on which the others build.
MODULES = {registry.NAMES[0]: "solo"}
MODULES |= {name: f"solo_{name}" for name in registry.NAMES if (TAB / f"solo_{name}.py").exists()}
GAMES = tuple(MODULES)
# Of the firmware; a folder is taken whole.
SOURCES = (
    *("__init__.py", "micro.py", "engine", "games/__init__.py", "games/registry.py"),
    *(
        "controller/__init__.py",
        "controller/faults.py",
        "controller/input/__init__.py",
        "controller/input/seats.py",
    ),
    *("controller/match/__init__.py", "controller/match/entropy.py", "controller/output"),
    *("controller/match/commitments.py", "controller/match/session.py", "controller/storage/__init__.py"),
    *("controller/storage/parked_matches.py", "controller/storage/lines.py"),
    *("wire/__init__.py", "wire/frames.py", "wire/proofs.py", "wire/records.py", "languages/__init__.py"),
)


def files() -> dict[str, bytes]:
    """Return all files of this part by their path on the site."""
    found = {}
    for language in messages.LANGUAGES:
        with messages.speaking(language):
            for game in GAMES:
                folder = folder_of(game, language)
                up = "../" * folder.count("/")
                home = {one: f"{up}{folder_of(game, one)}index.html" for one in messages.LANGUAGES}
                others = {one: f"{up}{folder_of(one, language)}index.html" for one in GAMES}
                about = {"game": game, "titles": titles(), "sets": Lessons().game(game).sets}
                page = pages.text("solo", language, "", up=up, home=home, others=others, **about)
                given = {
                    "module": MODULES[game],
                    "files": sources(language, game),
                    "words": words(language, game),
                    "presets": presets(game),
                }
                found[f"{folder}index.html"] = page.encode()
                found[f"{folder}solo.json"] = json.dumps(given, ensure_ascii=False).encode()
                found[f"{folder}faces.svg"] = sprite.of_match(_fullest(game), language).encode()
    return found


def titles() -> dict[str, str]:
    """Return the titles of the games in the language that is spoken."""
    return {game: Lessons().game(game).title for game in GAMES}


def folder_of(game: str, language: str) -> str:
    """Return the folder of a game's page, with a slash behind it."""
    parts = ["play"]
    if game != GAMES[0]:
        parts.append(game)
    if language != messages.LANGUAGES[0]:
        parts.append(language)
    return "/".join(parts) + "/"


def first_options(game: str) -> dict[str, str]:
    """Return the options for a first time."""
    return next(iter(_preset_options(game).values()))


def presets(game: str) -> Document:
    """Return the sets of options that a visitor chooses from: `options`, and the `opening` with them."""
    return {
        name: {"options": given, "opening": _opening(line(game, name))}
        for name, given in _preset_options(game).items()
    }


def _preset_options(game: str) -> dict[str, dict[str, str]]:
    rows: Sequence[tuple[str, int, str]] = registry.load(game).PRESETS
    return {name: dict(one.split("=") for one in pairs.split()) for name, _, pairs in rows}


def _fullest(game: str) -> Line:
    """Return the line of the match with the most cards: they contain those of all others."""
    module: GameRules = registry.load(game)
    lines = [line(game, preset) for preset in _preset_options(game)]
    return max(lines, key=lambda one: len(list(module.deck(len(PLAYERS), one["options"]))))


def line(game: str, preset: str = "") -> Line:
    """Return the first line of the log of a match here; without a preset, of one for a first time."""
    given = _preset_options(game)[preset] if preset else first_options(game)
    options: Options = resolve(registry.load(game), len(PLAYERS), given)
    return {"kind": "match", "game": game, "players": PLAYERS, "options": options, "virtual": True}


def sources(language: str, game: str) -> dict[str, str]:
    """Return path -> source of all modules; of the languages of the table only this one."""
    paths = [*_below(game), LIBRARY / "languages" / f"{language}.py"]
    found = {str(path.relative_to(LIBRARY.parent)): path.read_text(encoding="utf-8") for path in paths}
    return {**found, **{path.name: path.read_text(encoding="utf-8") for path in sorted(TAB.glob("*.py"))}}


def _below(game: str) -> Iterator[Path]:
    for name in (*SOURCES, f"games/{GAMES[0]}", f"games/{game}"):
        path = LIBRARY / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]
    for pack in sorted(LIBRARY.glob("games/*/pack.py")):  # the registry imports them
        yield from (pack.with_name("__init__.py"), pack)


def words(language: str, game: str) -> Document:
    """Return the words of a match in this language, which is spoken."""
    tongue = vocabulary.load(language, game)
    said = CardWords(tongue)
    match = line(game)
    module: GameRules = registry.load(game)
    names = cards.names_of(module)
    full = _fullest(game)["options"]
    deck = {card: cards.text(card, names) for card in module.deck(len(PLAYERS), full)}
    areas = ("common", "story", f"{game}/story")  # a later one goes first
    texts = {head: text for area in areas for head, text in messages.texts(area, language).items()}
    texts |= {
        head: text for head, text in messages.texts("web", language).items() if head.startswith("solo-")
    }
    texts |= {f"spoken {head}": text for head, text in messages.texts("spoken", language).items()}
    own = messages.texts(f"{game}/hands", language)
    texts |= {head: text for head, text in own.items() if head.startswith("read ")}
    kinds: Sequence[Mapping[str, object]] = (looks.TASKS, looks.VERDICTS, looks.RESULTS)
    return {
        "game": game,
        "language": language,
        "players": PLAYERS,
        "texts": texts,
        "de": {name: messages.attach("de", name) for name in PLAYERS},
        "cards": {name: [said.show(name), said.put_into(name)] for name in deck.values()},
        "suits": [[sign, said.put_into(sign)] for sign in SUIT_SIGNS.values()],
        "signs": SUIT_SIGNS,
        "looks": [
            {look: _lamp(number, look, tongue) for look in ("..", *known)}
            for number, known in enumerate(kinds)
        ],
        "opening": _opening(match),
    }


def _opening(match: Line) -> str:
    """Return the first story: that of the host, without its command, which no visitor has."""
    game = match["game"]
    command = narration.STORY("match-options", options="", game=game)
    said = narration.of(match).sentence(match).strip()
    return said.replace(command, "").replace(game, titles()[game], 1)


def _lamp(number: int, look: str, tongue: vocabulary.Tongue) -> Document:
    """Return the object of a lamp, the first, second or third of a pad."""
    report = "".join(look if number == at else ".." for at in range(3))
    return documents.list_lamps(lamps.read(report, tongue)[0])[number]
