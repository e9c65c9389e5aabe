"""The lessons of a first match: each kind of act of the basic game once, few words, in every language."""

import pytest

from tablehost import messages
from tablehost.journal import game_log, gamefile
from tablehost.printing import guide
from tablehost.screen.teacher import Teacher

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
    teacher, lessons = None, []
    for record in file.records():
        for line in chronicle.take(record[0], record[4:]):
            teacher = teacher or Teacher(line)
            lessons.append(teacher.after(line))
        if teacher is not None:
            lessons.append(teacher.before(chronicle.shadow.prompt()))
    return teacher, [lesson for lesson in lessons if lesson]


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("game", ACTS)
def test_each_kind_of_act_is_explained_once_in_few_words(game, lang):
    teacher, lessons = teach(game, lang)
    assert set(ACTS[game]) <= set(teacher.met)
    assert len(teacher.met) == len(set(teacher.met))
    assert len(" ".join(lessons).split()) <= 400


def test_a_trick_is_explained_after_it():
    _, lessons = teach("democracy", "en")
    highest = "The highest card of the pool's suit took it; other suits cannot beat a trump."
    assert lessons.count(highest) > 1
    assert lessons.index(highest) > lessons.index(next(one for one in lessons if "one card face down" in one))


def test_a_game_without_lessons_is_played_in_silence():
    line = {"kind": "match", "game": "whist", "players": ["Ada", "Ben"], "options": {}, "virtual": True}
    teacher = Teacher(line)
    assert teacher.before(("lay", (), ())) == "" and teacher.after({"kind": "trick", "why": "ace"}) == ""
