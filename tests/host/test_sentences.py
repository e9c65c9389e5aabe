"""Sentences that once said a thing twice, counted one thing as many, or promised too much."""

import json
import re
from pathlib import Path

import pytest

from cardtable.engine.cards import parse as card
from cardtable.engine.cards import suit_of
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from cardtable.games.demos.combinations import points
from tablehost import messages
from tablehost.cli.command import main
from tablehost.match.card_words import CardWords
from tablehost.messages import LANGUAGES
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.plugins.choice import choose
from tablehost.plugins.narration import of as words_of
from tablehost.plugins.presentation import get_option_text, ruling
from tablehost.printing.rulings import list_rulings
from tablehost.types import OptionRow
from tablehost.virtual import booklet


def test_no_meaning_of_a_sign_says_a_thing_twice():
    for said in [*booklet.DO.values(), *booklet.PAD.values(), *booklet.RESULT.values()]:
        parts = [part.strip() for part in re.split("[:;]", said)]
        assert len(set(parts)) == len(parts), said


@pytest.mark.parametrize(
    ("lang", "one"),
    [
        ("en", "1 law: 1 blue\ntoo few for a match with"),
        ("fr", "1 loi : 1 bleue\ntrop peu pour une partie avec"),
    ],
)
def test_a_single_law_is_counted_as_one_and_nothing_is_counted_as_none(capsys, tmp_path, lang, one):
    path = tmp_path / "laws.jsonl"
    law = {"id": "B01", "c": "blue", "k": "B", "s": "RED", "fx": [{"op": "value", "color": "R", "pts": 2}]}
    path.write_text(json.dumps(law) + "\n")
    assert main(["laws", str(path), "--lang", lang]) == 0
    assert capsys.readouterr().out.startswith(one)


@pytest.mark.parametrize(
    ("seats", "given", "is_said"),
    [
        (2, [], False),
        (4, [], False),
        (4, ["scoring=island_total"], False),
        (2, ["scoring=island_total"], True),
        (2, ["scoring=island_total", "match_tie=shared"], False),
    ],
)
def test_two_endless_players_are_spoken_of_only_where_they_can_be(seats, given, is_said):
    choice = choose("democracy", seats, None, given)
    said = " ".join(one.words for one in list_rulings(choice.game, seats, choice.options, "en"))
    assert ("Two players with one total an island" in said) == is_said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_favourite_suit_is_said_to_reach_a_square(lang):
    assert points([card("8S"), card("9S"), card("10S")], suit_of(card("8S"))) == 30
    assert points([card(f"8{suit}") for suit in "SHDC"]) == 30
    meaning = get_option_text("demos", "meaning", "favourite", lang)
    for text in (meaning, ruling("demos", "favourite", "on", lang)):
        assert "8-9-10" in text and "30" in text


NUMBERED = ["Ada", "Ben 2", "Cleo", "Dan 4"]


@pytest.mark.parametrize(("lang", "colon"), [("en", ": "), ("fr", " : ")])
def test_a_number_in_a_name_is_kept_apart_from_the_score(lang, colon):
    with messages.speaking(lang):
        assert messages.paired("Ada", 7) == "Ada 7"
        for game in ("democracy", "demos", "democrazy"):
            words = words_of({"game": game, "players": NUMBERED})
            said = words.scores() + "\n" + words.each([7, 0, -1, 12])
            for name in ("Ben 2", "Dan 4"):
                assert f"{name} " not in said.replace(f"{name}{colon}", ""), (game, said)
            assert f"Ada 7, Ben 2{colon}0, Cleo -1, Dan 4{colon}12" in said


def test_no_row_of_names_and_numbers_is_put_together_elsewhere():
    host = Path(messages.__file__).parents[1]
    pieced = re.compile(r'f"\{(?:self\.name\(\w+\)|one_line\(name\)|player)\} \+?\{')
    assert not [path.name for path in host.rglob("*.py") if pieced.search(path.read_text("utf-8"))]


# -- words in place of codes ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games.NAMES)
def test_the_options_of_a_match_are_in_the_story_as_rules(game, lang):
    module = games.load(game)
    usual = resolve(module, 4, {})
    head = {"kind": "match", "game": game, "players": ["Ada", "Ben", "Cleo", "Dan"], "virtual": True}
    with messages.speaking(lang):
        for row in OptionRow.all_of(module.OPTIONS):
            others = set(row.span or row.choices) - {usual[row.name], None}
            for value in others:
                (said,) = narration.narrate([head | {"options": usual | {row.name: value}}])
                assert f"{row.name}=" not in said and len(said.split("\n")) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chips_have_their_colours_in_words_where_there_is_room(lang):
    options = resolve(games.load("democrazy"), 4, {})
    match = {"kind": "match", "game": "democrazy", "players": ["Ada", "Ben", "Cleo", "Dan"]}
    with messages.speaking(lang):
        words = narration.heard([match | {"options": options}])
        words._seat, words._chips = 0, ["RGGBYY", "R" * 10 + "G" * 10 + "B" * 10 + "Y" * 10, "", "Y"]
        assert words.standing(0)[0] == "1R 2G 1B 2Y"
        lines = [line for seat in range(4) for line in words.standing(seat)]
        assert max(map(len, lines)) <= 14 and "10Y" in lines
        assert not re.search("[0-9][RGBY]", words.scores())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_joker_is_a_code_on_a_page(lang):
    words = CardWords(vocabulary.load(lang, "democracy"))
    assert words.show("pool X2: Ada 5H") == "pool joker 2: Ada 5♥"
