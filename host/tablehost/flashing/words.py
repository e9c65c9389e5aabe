"""Words of `flash` and `repl`. A message of trouble has its hint behind "|"."""

from __future__ import annotations

from tablehost import messages

WORDS = messages.Tables("flash")


class Said:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._words = WORDS[language]

    def __call__(self, word: str, **values: object) -> str:
        return self._words[word].format(**values)
