"""The pages of the games: short, made from the record and the options, printed for the options given."""

import re

import pytest

from cardtable.engine.match import resolve
from cardtable.games import registry as games
from tablehost import messages
from tablehost.cli.command import main
from tablehost.journal import gamefile
from tablehost.printing import guide, pages, rounds

GAMES = ("democracy", "demos", "democrazy")
BOTH = [(game, lang) for game in GAMES for lang in messages.LANGUAGES]


def read(game, lang):
    return guide.path_of(game, lang).read_text(encoding="utf-8")


def prose(page):
    """Return the words of a page without tables, the round that is made, and comments."""
    text = guide.remove_marks(guide.ROUND.sub("", page))
    return " ".join(line for line in text.split("\n") if not line.startswith("|")).split()


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_page_one_is_read_aloud_in_five_minutes(game, lang):
    assert len(prose(read(game, lang).split(guide.RULE)[0])) <= 700


@pytest.mark.parametrize("lang", messages.LANGUAGES)
def test_the_first_sixty_words_of_democracy_have_its_three_surprises(lang):
    opening = " ".join(prose(read("democracy", lang))[1:61])
    for each in {
        "en": ("Chief", "Idiot", "tie", "no player"),
        "fr": ("Chef", "Idiot", "égalité", "personne"),
    }[lang]:
        assert each in opening


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_each_option_has_its_place_on_the_page(game, lang):
    named = " ".join(guide.OPTIONS.findall(read(game, lang))).split()
    assert sorted(named) == sorted(row[0] for row in games.load(game).OPTIONS)


@pytest.mark.parametrize("game", GAMES)
def test_the_round_is_of_a_match_that_stands_the_check(game):
    file = gamefile.read(guide.folder() / f"{game}.jsonl")
    audit = file.audit()
    assert not audit.findings and audit.shadow.over
    assert file.told["options"] == resolve(games.load(game), len(file.told["players"]), {})


def test_a_picture_has_each_card_of_the_round_once_and_marks_who_wins():
    lines = rounds.read(guide.folder() / "democracy.jsonl")
    rows = rounds.list_rows(lines, [2, 2], "fr")
    drawn = rounds.svg(lines, rows, "title", "fr")
    cells = [cell for row in rows for cell in row.cells]
    assert len(re.findall(r'<g id="card-', drawn)) == len({cell.card for cell in cells})
    assert drawn.count("<use ") == len(cells) == 25
    assert [[cell.card for cell in row.cells if cell.wins] for row in rows[:5]] == [
        ["3S"], ["6C"], ["KC"], ["QS"], ["4D"]
    ]  # fmt: skip
    assert "R♣" in rows[2].words and "joker" in rows[0].words


def test_the_page_says_what_an_option_changes_where_it_belongs(capsys):
    assert main(["rules", "democracy", "-o", "joker=dummy", "-o", "sweep=plain"]) == 0
    out = capsys.readouterr().out
    at = [
        out.index(words) for words in ("A trick", "below the 6", "\nWho wins\n", "2 instead of 1", "advice")
    ]
    assert at == sorted(at)
    assert "<!--" not in out and "![" not in out and "](" not in out
    assert all(len(line) <= guide.WIDTH for line in out.split("\n"))
    main(["rules", "democracy"])
    assert "With these options" not in capsys.readouterr().out


def test_the_moving_picture_rests_where_motion_is_unwanted():
    drawn = pages.draw_trick()
    assert "prefers-reduced-motion" in drawn and "Cleo takes it" in drawn
    assert drawn.count('class="scene ') == 3 and drawn.count(" last") == 1
