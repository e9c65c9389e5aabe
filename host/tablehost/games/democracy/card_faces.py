"""Card faces of Democracy: the deck of the match, each card with its person on the island and its value."""

from cardtable.engine import cards
from cardtable.games.democracy.deal import value
from tablehost.printing import symbols
from tablehost.printing.faces import Face, Pile, Selection, standard
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


def faces(wanted: Selection) -> list[Pile]:
    """Return all cards of the match, jokers last."""
    deck = wanted.game.deck(wanted.seats, wanted.options)
    return [Pile("cards", symbols.SPADE, [_face(card, wanted) for card in deck])]


def _face(card: int, wanted: Selection) -> Face:
    lang = wanted.lang
    worth = value(card)
    rank = "X" if cards.is_joker(card) else cards.text(card).partition("#")[0][:-1]
    who = PEOPLE[lang][_BY_VALUE.get(worth, rank)]
    points = get_text(lang, "points" if worth > 1 else "point" if worth else "no-points", worth)
    return standard(card, None, wanted, who, points)
