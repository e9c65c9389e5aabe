"""Democrazy, what is typed by somebody who plays along, and how things are called then."""

from collections.abc import Mapping
from typing import Any

from tablehost.tongues import OfGame

_LIKE_A_CARD = r"[rbx][0-9#]+|(yes|no|dy|dn|sc)[0-9]+|[0-9ajqk]+\w?"


def _english(card: Mapping[str, Any]) -> str:
    about = ["red" if card["red"] else "blue", "a tie adopts it" if card["white"] else "a tie rejects it"]
    if card["symbol"] is not None:
        about.append(f"symbol {card['symbol']}")
    return f"{card['law']}: {card['does']} ({', '.join(about)})"


def _french(card: Mapping[str, Any]) -> str:
    about = [
        "rouge" if card["red"] else "bleue",
        "adoptée à égalité" if card["white"] else "rejetée à égalité",
    ]
    if card["symbol"] is not None:
        about.append(f"symbole {card['symbol']}")
    return f"{card['law']} : {card['does']} ({', '.join(about)})"


HANDS = {
    "en": OfGame(
        (
            ("lay yes", "your vote; lay wild: your wild; a law goes to the middle"),
            ("draw", "a law, a wild or chips, whatever is due"),
            ("chip rrg", "real chips, where counted: return or pick 2 red, 1 green"),
            ("turn, clear", "turn up the top law; put the card in the middle aside"),
            ("read b03", "what this law says; read: what yours say"),
        ),
        {
            "captured": "before you: {cards}",
            "captured-count": "before you {cards}",
            "beside": "; before you {cards}",
            "open": "; the others' chips {cards}",
            "which-cards": "r05, yes1, dy2",
            "piles": "chips",
            "card": "b03",
            "another": "b04",
            "no-card": "{word} is no card: a card is a law R01-R40, B01-B50 or X01-X10, a vote such as YES1 "
            "or NO1, a wild such as DY1, DN1 or SC1, or END",
        },
        reads=("read",),
        told=_english,
        kinds={"yes": "YES", "no": "NO", "dy": "DY", "dn": "DN", "sc": "SC", "scam": "SC", "wild": "WILD"},
        chips={
            "r": "R",
            "g": "G",
            "b": "B",
            "y": "Y",
            "red": "R",
            "green": "G",
            "blue": "B",
            "yellow": "Y",
        },
        like_a_card=_LIKE_A_CARD,
    ),
    "fr": OfGame(
        (
            ("piocher", "une loi, un joker ou des jetons, selon ce qui est dû"),
            ("jeton rrv", "vrais jetons comptés : rendre ou choisir 2 rouges, 1 vert"),
            ("r, dégager", "retourner la loi du dessus ; mettre de côté la carte du milieu"),
            ("lire b03", "ce que dit cette loi ; lire : ce que disent les vôtres"),
        ),
        {
            "captured": "devant vous : {cards}",
            "captured-count": "devant vous {cards}",
            "beside": " ; devant vous {cards}",
            "open": " ; jetons des autres {cards}",
            "which-cards": "r05, dy2 ; poser oui, poser joker ; une loi va au milieu",
            "piles": "jetons",
            "card": "b03",
            "another": "b04",
            "no-card": "{word} n'est pas une carte : une loi R01-R40, B01-B50 ou X01-X10, un vote comme YES1 "
            "ou NO1, un joker comme DY1, DN1 ou SC1, ou END",
        },
        reads=("lire",),
        told=_french,
        kinds={"oui": "YES", "non": "NO", "joker": "WILD", "dy": "DY", "dn": "DN", "sc": "SC"},
        chips={
            "r": "R",
            "v": "G",
            "b": "B",
            "j": "Y",
            "rouge": "R",
            "vert": "G",
            "bleu": "B",
            "jaune": "Y",
        },
        like_a_card=_LIKE_A_CARD,
    ),
}
