"""Whole matches of Democrazy are scored again from their facts alone: tests/support/democrazy_pencil.py."""

from pathlib import Path

import pytest

from amounts import amount
from cardtable.games import registry
from democrazy_pencil import COLOURS, ROWS, Pencil
from democrazy_players import Club, card, name
from random_players import Lots, options_of
from tablehost.games.democrazy.narration import Words
from tablehost.referee import open_log

democrazy = registry.load("democrazy")

MATCHES = amount(350, soak=10_000)


def rescored(club):
    """The whole match of `club`, scored again."""
    lines = [open_log.match_line(democrazy, ["P"] * club.seats, club.options, True)]
    lines += [open_log.fact_line(democrazy, club.options, fact) for fact in club.facts]
    assert lines[-1]["kind"] == "result"
    Pencil(lines)


@pytest.mark.parametrize("seats", range(4, 11))
def test_matches_are_scored_again(seats):
    """Half of them with the usual settings, half with drawn ones; every match ends."""
    for seed in range(MATCHES // 7):
        given = options_of(democrazy, seats, Lots(seed * 31 + seats), DRAWN) if seed % 2 else {}
        club = Club(seats, given, seed + 1).quickly()
        rescored(club)


# What a pencil cannot do: colours that were not stated (see the next test), laws of one's own.
DRAWN = {"chip_record": "digital", "deck": "all", "blank_laws": 0}


@pytest.mark.parametrize("record", ["declared", "digital"])
@pytest.mark.parametrize("deck", ["published", "all"])
def test_other_ways_to_play(deck, record):
    for seed in range(20):
        given = {"deck": deck, "chip_record": record, "private_law": "on" if deck == "all" else "off"}
        rescored(Club(5, given, seed).quickly())


def test_counted_chips_end_the_same():
    for seed in range(40):
        club = Club(6, {"chip_record": "counted"}, seed).quickly()
        told = {fact[1]: fact[2] for fact in club.of("score")}
        for seat, chips in told.items():
            assert list(chips) == [club.chips[seat].count(colour) for colour in COLOURS]


def test_by_hand_with_a_shadow():
    """Cards and keys instead of answers; a shadow that knows no secret comes to the same."""
    for seats in range(4, 11):
        for seed in range(3):
            given = options_of(democrazy, seats, Lots(seed * 77 + seats), {})
            Club(seats, given, seed, shadow=True).by_hand()


def test_cards_are_known_by_their_names():
    assert [name(card(row)) for row in ROWS] == list(ROWS)


def test_every_ruling_is_findable():
    """U01 to U48 of the rules, in the text of the game; most of them in a test as well."""
    package = Path(democrazy.rules.__file__).parent
    text = "".join(path.read_text() for path in sorted(package.glob("*.py")))
    missing = [f"U{number:02}" for number in range(1, 49) if f"U{number:02}" not in text]
    assert missing == []
    names = ("**/test_democrazy*.py", "portable/games/democrazy/*.py", "scenarios/democrazy/*.txt")
    tests = "".join(path.read_text() for glob in names for path in sorted(Path("tests").glob(glob)))
    untested = [f"U{n:02}" for n in range(1, 49) if f"U{n:02}" not in tests and f"u{n:02}" not in tests]
    assert untested == []


def test_the_story_says_what_a_pencil_needs():
    """The seats chosen and those declared absent, the values restated, the cards hidden to the end."""
    told = {"law": "X01", "operation": "give from=others to=chosen n=1", "seats": [1, 0], "moves": []}
    story = Words(["Ada", "Ben", "Cleo"])

    def sentence(kind, **fields):
        return story.sentence({"kind": kind, **fields})

    assert "(Ben is chosen): no chip moves." in sentence("effect", **told, note=[], chosen=1)
    assert "Not done: the proposer is away" in sentence("effect", **told, note=["absent"], chosen=None)
    assert sentence("table", what="absent", seat=1, moves=[], by=[0, 2]) == (
        "  Ben is absent, Ada and Cleo agree."
    )
    assert sentence("table", what="absent", seat=1, moves=[], by=[]) == "  Ben is absent, the operator says."
    assert sentence("restated", seat=2, law="X01") == "  Cleo states X01 once more."
    hidden = sentence("turned_up", wilds=[["DY1", "SC2"], [], ["DN4"]], laws=[])
    assert hidden == "\nWilds never played: Ada Definite YES, Scam; Cleo Definite NO."
    assert sentence("turned_up", wilds=[], laws=[]) == "\nWilds never played: none."
