"""Lessons of a first match: a sentence before each kind of act, and one on each result of the first part.

Before an act it is the table's own lesson (`teach` in `firmware/texts/words_en.txt`), on a result a sentence
of the kind `taught` in the catalogue of the game. None is about tactics.
"""

from __future__ import annotations

from cardtable.languages import Language
from tablehost import messages
from tablehost.plugins import presentation
from tablehost.plugins.narration import Words
from tablehost.types import Line, Prompt


class Teacher:
    """The lessons of the match that `line`, its first one, begins. A game without a catalogue has none."""

    def __init__(self, line: Line) -> None:
        self._game = line["game"]
        self._table = Language(messages.language())
        self._catalogue = messages.Catalogue(f"{presentation.base_of(line['game'])}/story")
        self._options = line["options"]
        self._rulings: list[str] = []  # options that were explained
        self.met: list[str] = []  # codes of the acts that were explained, in their order

    def before(self, prompt: Prompt | None) -> str:
        """Return the lesson on the act that this prompt asks for, "" if there is none or it was given."""
        if prompt is None or prompt.what in self.met:
            return ""
        lesson = lesson_before(self._game, prompt.what, self._table)
        if lesson:
            self.met.append(prompt.what)
        return lesson

    def after(self, line: Line, words: Words) -> str:
        """Return the lesson on a line that `words` has heard, "" for none and for lines of later parts."""
        if words.number > 1:
            return ""
        codes = [line.get("why"), line.get("rule"), line["kind"]]
        values = words.lesson_values(line)
        lessons = (self._catalogue.get(f"taught {code}", **values) for code in codes if isinstance(code, str))
        rulings = [self._ruling(option) for option in words.list_seen_options(line)]
        return " ".join(filter(None, [next(filter(None, lessons), ""), *rulings]))

    def _ruling(self, option: str) -> str:
        """Return the sentence of an option as this match has it, "" the second time."""
        if option in self._rulings:
            return ""
        self._rulings.append(option)
        return presentation.ruling(self._game, option, self._options[option], messages.language())


def lesson_before(game: str, code: str, table: Language) -> str:
    """Return the lesson on the act that the prompt of this code asks for, "" if there is none."""
    lesson: str | None = table.sentence("teach", code) or table.sentence("teach", f"{game}/{code}")
    return "" if lesson is None else f"{lesson}."
