"""The pages for players by ear: each word to type is understood, each button they name is on the page."""

import re

import pytest

import mp32
from tablehost import messages
from tablehost.people import typed, vocabulary
from tablehost.people.vocabulary import LANGUAGES

PAGES = {"en": mp32.ROOT / "docs/play/by-ear.md", "fr": mp32.ROOT / "docs/play/fr/by-ear.md"}
HISTORY = ("again", "back", "forth", "since")
TYPED = re.compile(r"`([^`]+)`")


def text(language):
    return PAGES[language].read_text(encoding="utf-8")


def is_understood(line, language):
    for game in ("democracy", "democrazy"):
        try:
            typed.read(line, (0,), 0, vocabulary.load(language, game))
        except typed.Unknown:
            continue
        return True
    return False


def test_every_language_has_its_page():
    assert set(PAGES) == set(LANGUAGES)
    heads = [re.findall(r"^#+ ", text(language), re.MULTILINE) for language in LANGUAGES]
    assert heads[0] == heads[1], "the same sections"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_table_is_understood(language):
    rows = [row for row in text(language).splitlines() if row.startswith("| `")]
    words = [word for row in rows for word in TYPED.findall(row)]
    assert len(words) > 18
    assert [word for word in words if not is_understood(word, language)] == []
    assert not is_understood("xyzzy", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_step_through_what_was_said_are_those_of_the_page(language):
    said = dict(messages.texts("web", language))
    words = [said[f"js typed-{code}"] for code in HISTORY]
    (line,) = re.findall(r"(?:four more|quatre autres mots)[^:]*:(.*?)\n\n", text(language), re.DOTALL)
    named = [word.split()[0] for word in TYPED.findall(line)]
    assert named == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_in_the_typed_line_are_understood(language):
    offered = dict(messages.texts("web", language))["seat-line-how"].rstrip(" …").split(", ")
    assert len(offered) == 4 and all(is_understood(word, language) for word in offered)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_are_called_as_on_the_page(language):
    said = dict(messages.texts("web", language))
    named = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", text(language))
    codes = "play-now invite seat-line seat-hand seat-keys seat-acts by-ear sound".split()
    assert [said[code] for code in codes if said[code] not in named] == []
    hints = dict(messages.texts("hands", language))
    known = [*said.values(), hints["do lay"], hints["do ok"]]
    assert [name for name in named if not any(one.startswith(name) for one in known)] == []
