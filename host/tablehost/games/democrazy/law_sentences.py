"""The laws of Democrazy in sentences, which are those of the table: the name of each, and its effects."""

from collections.abc import Mapping

from cardtable.games.democrazy import sentences
from tablehost import messages
from tablehost.firmware import texts as table
from tablehost.types import Fields

SAID = messages.Catalogue("democrazy/story")
COLOURS = "RGBY"


class Sentences:
    """Sentences of the table in one language, by kind and code."""

    def __init__(self, lang: str) -> None:
        self._rows = table.sentences(lang)

    def sentence(self, kind: str, code: str) -> str | None:
        """Return the sentence, None if there is none."""
        return self._rows.get((kind, code))


def title_of(name: str, lang: str) -> str:
    """Return the title of a law by the name of its card, "" if it has none."""
    return table.sentences(lang).get(("title", name), "")


def name_law(name: str) -> str:
    """Return a law by its card and its title, as the table calls it; a law of one's own may have no title."""
    title = title_of(name.partition("#")[0], messages.language())
    return f"{name} {title}" if title else name


def does(text: str, lang: str | None = None) -> str:
    """Return the effects of a law's operations, from their words in `Law.text`: a gap for its proposer as a
    line to be filled, or as a choice.
    """
    lang = lang or messages.language()
    said: str = sentences.describe_law(Sentences(lang), text)
    return said.replace("|", f" {SAID.said(lang, 'or')} ").replace("?", "___")


def key_of(key: str) -> str:
    """Return the subject in which two laws contradict each other."""
    return SAID.get("key " + key, key)


def read_aloud(texts: Mapping[str, str], card: Fields) -> str:
    """Return the text of a law; `texts`: its sentences, by the codes of the catalogue."""
    about = [texts["red" if card["red"] else "blue"], texts["white" if card["white"] else "black"]]
    if card["symbol"] is not None:
        about.append(texts["symbol"].format(symbol=card["symbol"]))
    effects = messages.capitalise(does(card["text"]))
    return texts["card"].format(law=card["law"], does=effects, about=", ".join(about))
