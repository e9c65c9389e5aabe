"""Typed cards of Democrazy: the words for a card, and a law as it is read aloud."""

from collections.abc import Mapping

from tablehost import messages
from tablehost.games.democrazy import law_sentences
from tablehost.types import Fields

LIKE_A_CARD = r"[rbx][0-9#]+|(yes|no|dy|dn|sc)[0-9]+|[0-9ajqk]+\w?"


def read_aloud(texts: Mapping[str, str], card: Fields) -> str:
    """Return the text of a law; `texts`: its sentences, by the codes of the catalogue."""
    about = [texts["red" if card["red"] else "blue"], texts["white" if card["white"] else "black"]]
    if card["symbol"] is not None:
        about.append(texts["symbol"].format(symbol=card["symbol"]))
    does = messages.capitalise(law_sentences.does(card["text"]))
    return texts["card"].format(law=card["law"], does=does, about=", ".join(about))
