"""Message catalogues of the host: files `<area>_<language>.txt` in this folder.

An area `<game>/<area>` is in the folder of the game, `tablehost/games/<game>`, and `cardtable_<name>/<area>`
in that package. It may lack: then it has no lines.

The format is that of the table's own catalogues (`cardtable.languages`): a line is
`kind code: text`, or `code: text`; those that begin with `#` are remarks. All languages have the same lines
with the same placeholders, each in its own order. In a text

    {name}            is a value, given by its name; a format may follow, as in {points:+d}
    {n:card|cards}    is the one word or the other, by the number `n` and the plural rule of the language
    {name:de}         is the value after a preposition or pronoun of the language, which may melt into it:
                      "de Ben", "d'Ada", "des plus riches"; see ELIDED
    {text:cap}        begins with a capital letter
    [, in {place}]    is left out where its value is None or ""; \\[ and \\] are literal brackets
    \\n                is the end of a line
    _                 as its first or last character is a blank

Layout (indents, columns, line ends between sentences) belongs to the code, as do names and numbers.
The language is chosen once for a command, by `use`; `speaking` has another one meanwhile, in its own thread.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from string import Formatter

LANGUAGES = ("en", "fr")
VARIABLE = "CARDTABLE_LANG"
ELIDED = ("de", "à", "que")  # prepositions and pronouns that a format of a placeholder may name
_VOWELS = "aeiouyàâäæéèêëîïôöœùûüÿ"
_OPTION = re.compile(r"\[([^\[\]]*)\]")
_FOLDER = os.path.dirname(__file__)
_HOST = os.path.dirname(os.path.dirname(_FOLDER))
_GAMES = os.path.join(_HOST, "tablehost", "games")
_OPEN, _CLOSE = "\x01", "\x02"  # literal brackets
_chosen = [LANGUAGES[0]]
_spoken: ContextVar[str] = ContextVar("spoken", default="")  # "": the one that was chosen


def use(language: str | None) -> None:
    """Choose the language of all messages from now on; English for an unknown one."""
    _chosen[0] = language if language in LANGUAGES else LANGUAGES[0]


def language() -> str:
    """Return the language that is spoken."""
    return _current()


def _current() -> str:
    return _spoken.get() or _chosen[0]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak another one of the LANGUAGES meanwhile, in this thread alone."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def wanted(words: Sequence[str]) -> str | None:
    """Return the language that a command line, or else the environment, asks for; None if neither does."""
    for word, following in zip(words, [*words[1:], ""]):
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return os.environ.get(VARIABLE) or None


def rows(area: str, language: str) -> list[tuple[str, str]]:
    """Return a catalogue as rows of (kind and code, text), in the order of the file."""
    return _read(area, language)


def has_area(area: str) -> bool:
    """Return True if there is a catalogue of this area."""
    return os.path.exists(_path(area, LANGUAGES[0]))


def _path(area: str, language: str) -> str:
    folder = _HOST if area.startswith("cardtable_") else _GAMES if "/" in area else _FOLDER
    return os.path.join(folder, f"{area}_{language}.txt")


def _read(area: str, language: str) -> list[tuple[str, str]]:
    path = _path(area, language)
    if "/" in area and not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = []
    for line in text.split("\n"):
        head, _, said = (line.strip() + " ").partition(": ")
        if head.strip() and not head.startswith("#"):
            found.append((head, _unpacked(said.strip())))
    return found


def _unpacked(text: str) -> str:
    """Return a text in its final form: with its line ends, and with blanks at its ends."""
    text = text.replace("\\n", "\n").replace("\\[", _OPEN).replace("\\]", _CLOSE)
    begin, end = text.startswith("_"), len(text) > 1 and text.endswith("_")
    return (" " if begin else "") + text[begin : len(text) - end] + (" " if end else "")


@lru_cache
def texts(area: str, language: str) -> Mapping[str, str]:
    """Return a catalogue as head -> text."""
    return dict(rows(area, language))


def is_singular(number: float, language: str) -> bool:
    """Return True if the language takes its singular for this number."""
    return abs(number) < 2 if language == "fr" else abs(number) == 1


def attach(word: str, name: str) -> str:
    """Return a French preposition or pronoun with the next word: "d'Ada", "du sac", "aux autres"."""
    if word in ("de", "à"):
        first, _, rest = name.partition(" ")
        if first in ("le", "les") and rest:
            melted = {"de": {"le": "du", "les": "des"}, "à": {"le": "au", "les": "aux"}}[word][first]
            return f"{melted} {rest}"
    if word in ("de", "que") and name[:1].lower() in _VOWELS and name:
        return f"{word[:-1]}'{name}"
    return f"{word} {name}"


class _Filler(Formatter):
    """Fills placeholders of a text in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: object, spec: str) -> str:
        if "|" in spec:
            one, _, more = spec.partition("|")
            number = float(value) if isinstance(value, int | float) else float(str(value))
            return one if is_singular(number, self._language) else more
        if spec in ELIDED:
            return attach(spec, str(value))
        if spec == "cap":
            return capitalise(str(value))
        return str(super().format_field(value, spec))


_FILLERS = {name: _Filler(name) for name in LANGUAGES}


def capitalise(text: str) -> str:
    """Return the text with a capital at its beginning, all else as it is."""
    return text[:1].upper() + text[1:]


def fill(text: str, values: Mapping[str, object], language: str | None = None) -> str:
    """Return a text of a catalogue with its values."""

    def option(found: re.Match[str]) -> str:
        names = [name.partition(".")[0] for _, name, _, _ in Formatter().parse(found[1]) if name]
        return "" if any(values.get(name) in (None, "") for name in names) else found[1]

    filler = _FILLERS[language or _current()]
    said = filler.vformat(_OPTION.sub(option, text) if "[" in text else text, (), values)
    return said.replace(_OPEN, "[").replace(_CLOSE, "]")


class Catalogue:
    """The messages of one area, in the current language at the time of a call."""

    def __init__(self, area: str) -> None:
        self.area = area

    def __call__(self, head: str, /, **values: object) -> str:
        """Return a message by `kind code`. Raises KeyError if there is none."""
        return fill(texts(self.area, _current())[head], values)

    def get(self, head: str, default: str = "", /, **values: object) -> str:
        """Return a message, or `default` if there is none with this head."""
        return self(head, **values) if head in texts(self.area, _current()) else default

    def said(self, language: str, head: str, default: str = "", /, **values: object) -> str:
        """Return a message in this language, or `default` if there is none with this head."""
        text = texts(self.area, language).get(head)
        return default if text is None else fill(text, values, language)

    def later(self, head: str, /, **values: object) -> Later:
        """Return a message for viewers of several languages, see `Later`."""
        return Later(self, head, values)

    def kind(self, kind: str) -> dict[str, str]:
        """Return all texts of a kind by their codes, not filled in."""
        cut = len(kind) + 1
        return {h[cut:]: t for h, t in texts(self.area, _current()).items() if h.startswith(kind + " ")}


class Later:
    """A message whose words are chosen when it is shown: `str` has it in the language spoken then."""

    def __init__(self, catalogue: Catalogue, head: str, values: Mapping[str, object]) -> None:
        self._catalogue = catalogue
        self._head = head
        self._values = values

    def __str__(self) -> str:
        return self._catalogue(self._head, **self._values)


def reason(error: BaseException, otherwise: str = "") -> str:
    """Return the reason why the system refused a call, in the current language; `otherwise`, or the error's
    own text, if that was not the system.
    """
    if not isinstance(error, OSError) or not error.strerror:
        return otherwise or str(error)
    import socket  # seldom needed

    name = errno.errorcode.get(error.errno or 0, "")
    if isinstance(error, socket.gaierror):
        name = "unknown-host"
    return Catalogue("system").get(name, error.strerror)


class Tables(Mapping["str | None", Mapping[str, str]]):
    """All languages of one area: language -> head -> text, not filled in. None is the one that is spoken."""

    def __init__(self, area: str) -> None:
        self._area = area

    def __getitem__(self, language: str | None) -> Mapping[str, str]:
        if language not in (None, *LANGUAGES):
            raise KeyError(language)
        return texts(self._area, language or _current())

    def __iter__(self) -> Iterator[str | None]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


_COMMON = Catalogue("common")


def join(words: Iterable[str], empty: str = "") -> str:
    """Return words joined by "and"; `empty` where there are none."""
    return _COMMON("and").join(words) or empty


def join_with_semicolons(parts: Iterable[str]) -> str:
    """Return parts of a sentence with semicolons between them."""
    return _COMMON("semicolon").join(parts)


def colon() -> str:
    """Return a colon with its blanks, as the language has them."""
    return _COMMON("colon")


def paired(name: str, value: object) -> str:
    """Return a name and its value as a row of several has them: "Ada 5". Behind a name that ends in a digit a
    colon keeps the numbers apart: "Ben 2: 0".
    """
    return f"{name}{colon() if name[-1:].isdigit() else ' '}{value}"


def listed(words: Iterable[str], empty: str = "") -> str:
    """Return "a, b and c"; `empty` where there are none."""
    some = list(words)
    return join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some, empty)
