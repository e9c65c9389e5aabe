"""Card faces of Democracy: the deck of the match, each card with its person on the island and its value."""

from collections.abc import Mapping

from cardtable.engine import cards
from cardtable.games.democracy.deal import value
from tablehost.printing import symbols
from tablehost.printing.faces import Face, Pile, Selection, standard
from tablehost.printing.screen_faces import Drawings, draw_standard
from tablehost.printing.words import get_text

# democracy.md 1: the persons on the cards.
PEOPLE = {
    "en": {
        "5": "Chief",
        "4": "Chieftainess",
        "3": "Warrior",
        "A": "Warrior",
        "hunter": "Hunter",
        "farmer": "Farmer",
        "6": "Village Idiot",
        "X": "Hermit",
    },
    "fr": {
        "5": "Chef",
        "4": "Cheffe",
        "3": "Guerrier",
        "A": "Guerrier",
        "hunter": "Chasseur",
        "farmer": "Fermier",
        "6": "Idiot du village",
        "X": "Ermite",
    },
}
_BY_VALUE = {1: "farmer", 2: "hunter"}
_EMBLEMS = {
    "5": "e-chief",
    "4": "e-chieftainess",
    "3": "e-warrior",
    "A": "e-warrior",
    "hunter": "e-hunter",
    "farmer": "e-farmer",
    "6": "e-idiot",
    "X": "e-hermit",
}


def faces(wanted: Selection) -> list[Pile]:
    """Return all cards of the match, jokers last."""
    deck = wanted.game.deck(wanted.seats, wanted.options)
    return [Pile("cards", symbols.SPADE, [_face(card, wanted) for card in deck])]


def screen_faces(wanted: Selection) -> Mapping[str, Drawings]:
    """Return all cards of the match for screens, by name."""
    return dict(_draw_for_screen(card, wanted) for card in wanted.game.deck(wanted.seats, wanted.options))


def _draw_for_screen(card: int, wanted: Selection) -> tuple[str, Drawings]:
    who = _find_person(card)
    title = PEOPLE[wanted.lang][who]
    return draw_standard(card, None, wanted, emblem=_EMBLEMS[who], title=title, points=value(card))


def _find_person(card: int) -> str:
    """Return the key of the person on a card, its rank if that has its own."""
    rank = "X" if cards.is_joker(card) else cards.text(card).partition("#")[0][:-1]
    return _BY_VALUE.get(value(card), rank)


def _face(card: int, wanted: Selection) -> Face:
    lang = wanted.lang
    worth = value(card)
    who = PEOPLE[lang][_find_person(card)]
    points = get_text(lang, "points" if worth > 1 else "point" if worth else "no-points", worth)
    return standard(card, None, wanted, who, points)
