"""The lessons of a first match: each kind of act of the basic game once, few words, in every language."""

from types import SimpleNamespace

import pytest

from tablehost import messages
from tablehost.journal import game_log, gamefile
from tablehost.journal.records import read
from tablehost.match.events import Lesson
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER
from tablehost.match.teacher import Teacher
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.printing import guide
from tablehost.types import Prompt

# What the players of a basic game are asked for, by the prompts of the table.
ACTS = {
    "democracy": ["take-seats", "count-hand", "turn-up", "lay-face-down", "clear"],
    "demos": [
        "take-seats", "count-first", "discard-openly", "discard-secret", "draw-or-take", "vote",
        "discard-must",
        "show-combination", "draw-figure", "show-rest", "lay-out", "show-media", "turn-up-figures",
    ],
    "democrazy": ["take-seats", "show-wild", "deal-laws", "trait-beard", "propose", "debate", "vote"],
}  # fmt: skip


def teach(game, lang):
    """Return the teacher after the recorded match of the page, and the lessons that were given."""
    messages.use(lang)
    file = gamefile.read(guide.folder() / f"{game}.jsonl")
    chronicle = game_log.Chronicle(file.told["players"], True)
    lessons = []
    presenter = Presenter(file.told["players"], vocabulary.load(lang, game), teaches=True)
    presenter.attach(SimpleNamespace(role=WATCHER, show=lambda event, _: lessons.append(event)))
    for record in file.records():
        for line in chronicle.take(record[0], read(record[4:])):
            presenter.line(line, record[0])
        presenter.prompt(chronicle.shadow.prompt())
    return presenter._teacher, [event.text for event in lessons if isinstance(event, Lesson)]


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("game", ACTS)
def test_each_kind_of_act_is_explained_once_in_few_words(game, lang):
    teacher, lessons = teach(game, lang)
    assert set(ACTS[game]) <= set(teacher.met)
    assert len(teacher.met) == len(set(teacher.met))
    assert len(" ".join(lessons).split()) <= 400


def test_a_trick_is_explained_after_it():
    _, lessons = teach("democracy", "en")
    tricks = [one for one in lessons if "took it: the highest card of the pool's suit" in one]
    assert len(tricks) > 1 and len(set(tricks)) > 1, "each names its card"
    assert lessons.index(tricks[0]) > lessons.index(next(one for one in lessons if "face down" in one))


def test_a_joker_is_explained_where_one_is_laid():
    messages.use("en")
    options = {"joker": "wild5", "joker_turned": "dead"}
    line = {
        "kind": "match",
        "game": "democracy",
        "players": ["Ada", "Ben"],
        "options": options,
        "virtual": True,
    }
    teacher, words = Teacher(line), narration.of(line)
    trick = {"kind": "trick", "pool": "7H", "plays": ["X1", "8C"], "winner": 1, "captured": [[], []]}
    told = teacher.after({**trick, "why": "highest card"}, words)
    assert told.endswith(
        "any suit took it: 8C. A joker in the hand is a 5 without a suit, and never a trump."
    )
    assert "joker" not in teacher.after({**trick, "why": "highest card"}, words), "once"
    turned = teacher.after({**trick, "pool": "X2", "why": "highest card"}, words)
    assert turned.endswith("A joker from the pool: no trumps in this trick.")


def test_a_game_without_lessons_is_played_in_silence():
    line = {"kind": "match", "game": "whist", "players": ["Ada", "Ben"], "options": {}, "virtual": True}
    teacher = Teacher(line)
    assert (
        teacher.before(Prompt("lay", (), (), ())) == ""
        and teacher.after({"kind": "trick", "why": "ace"}, narration.of(line)) == ""
    )
