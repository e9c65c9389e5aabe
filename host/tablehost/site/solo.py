"""A match that is played alone in a tab: its pages, its cards, and what MicroPython is given there.

That is one JSON file a language: `files`, sources of the firmware by their path, with those of
`firmware/tab`; and `words`, which `solo.py` there takes:

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
from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.languages import Language
from tablehost import messages
from tablehost.match import documents, lamps, seating
from tablehost.match.card_words import CardWords
from tablehost.people import looks, vocabulary
from tablehost.plugins import narration
from tablehost.printing import sprite
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Document, GameModule, Line, Options
from tablehost.web import pages

GAME = registry.NAMES[0]
PLAYERS = ["Ada", "Ben", "Cleo", "Dan"]
CATALOGUES = ("common", "story", f"{GAME}/story")  # a later one goes first

LIBRARY = Path(cardtable.__file__).parent
TAB = Path(__file__).parents[3] / "firmware" / "tab"
# Of the firmware; a folder is taken whole.
SOURCES = (
    *("__init__.py", "micro.py", "engine", "games/__init__.py", "games/registry.py", f"games/{GAME}"),
    *(
        "controller/__init__.py",
        "controller/faults.py",
        "controller/input/__init__.py",
        "controller/input/seats.py",
    ),
    *("controller/match/__init__.py", "controller/match/entropy.py", "controller/output"),
    *("controller/match/commitments.py", "controller/match/session.py", "controller/storage/__init__.py"),
    *("controller/storage/parked_matches.py", "controller/storage/files.py"),
    *("wire/__init__.py", "wire/frames.py", "wire/proofs.py", "wire/records.py", "languages/__init__.py"),
)


def files() -> dict[str, bytes]:
    """Return all files of this part by their path on the site."""
    found = {}
    for language in messages.LANGUAGES:
        with messages.speaking(language):
            folder = "play/" if language == messages.LANGUAGES[0] else f"play/{language}/"
            up = "../" * folder.count("/")
            home = {one: up + _page(one) for one in messages.LANGUAGES}
            page = pages.text("solo", language, "", up=up, home=home)
            given = {"files": sources(language), "words": words(language), "options": first_options()}
            found[f"{folder}index.html"] = page.encode()
            found[f"{folder}solo.json"] = json.dumps(given, ensure_ascii=False).encode()
            found[f"{folder}faces.svg"] = sprite.of_match(line(), language).encode()
    return found


def _page(language: str) -> str:
    return "play/index.html" if language == messages.LANGUAGES[0] else f"play/{language}/index.html"


def first_options() -> dict[str, str]:
    """Return the options for a first time."""
    presets: Sequence[tuple[str, int, str]] = registry.load(GAME).PRESETS
    return dict(one.split("=") for one in presets[0][2].split())


def line() -> Line:
    """Return the first line of the log of any match here."""
    options: Options = resolve(registry.load(GAME), len(PLAYERS), first_options())
    return {"kind": "match", "game": GAME, "players": PLAYERS, "options": options, "virtual": True}


def sources(language: str) -> dict[str, str]:
    """Return path -> source of all modules; of the languages of the table only this one."""
    paths = [*_below(), LIBRARY / "languages" / f"{language}.py"]
    found = {str(path.relative_to(LIBRARY.parent)): path.read_text(encoding="utf-8") for path in paths}
    return {**found, **{path.name: path.read_text(encoding="utf-8") for path in sorted(TAB.glob("*.py"))}}


def _below() -> Iterator[Path]:
    for name in SOURCES:
        path = LIBRARY / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]
    for pack in sorted(LIBRARY.glob("games/*/pack.py")):  # the registry imports them
        yield from (pack.with_name("__init__.py"), pack)


def words(language: str) -> Document:
    """Return the words of a match in this language, which is spoken."""
    tongue = vocabulary.load(language, GAME)
    said = CardWords(tongue)
    match = line()
    game: GameModule = registry.load(GAME)
    deck = [cards.text(card) for card in game.deck(len(PLAYERS), match["options"])]
    far, near = seating.rows(len(PLAYERS), 0)
    kinds: Sequence[Mapping[str, object]] = (looks.TASKS, looks.VERDICTS, looks.RESULTS)
    return {
        "language": language,
        "players": PLAYERS,
        "far": far,
        "near": near,
        "texts": {head: text for area in CATALOGUES for head, text in messages.texts(area, language).items()},
        "de": {name: messages.attach("de", name) for name in PLAYERS},
        "cards": {name: [said.show(name), said.put_into(name)] for name in deck if name[0] != "X"},
        "joker": Language(language).names["joker"],
        "suits": [[sign, said.put_into(sign)] for sign in SUIT_SIGNS.values()],
        "signs": SUIT_SIGNS,
        "looks": [
            {look: _lamp(number, look, tongue) for look in ("..", *known)}
            for number, known in enumerate(kinds)
        ],
        "opening": narration.of(match).sentence(match).strip(),
    }


def _lamp(number: int, look: str, tongue: vocabulary.Tongue) -> Document:
    """Return the object of a lamp, the first, second or third of a pad."""
    report = "".join(look if number == at else ".." for at in range(3))
    return documents.list_lamps(lamps.read(report, tongue)[0])[number]
