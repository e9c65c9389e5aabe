"""The cards on the table in a match that is shown again: `Words.scenes` of each game, by `match.replay`."""

import json
import re

import pytest

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from random_logs import log
from tablehost import messages
from tablehost.match import replay
from tablehost.match.events import COVERED as COVERED_CARD
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.plugins.narration import COVERED
from tablehost.screen.picture import Picture
from tablehost.suits import show_card

PAGES = [(game, 0, 0, ()) for game in games.NAMES]
DEMOS = [
    ("demos", 3, 1, (("mode", "learning"),)),
    ("demos", 5, 2, (("mode", "complete"),)),
    ("demos", 4, 3, (("mode", "2v2"),)),
    ("demos", 5, 4, (("mode", "2v2+1"),)),
]
DEMOCRAZY = [
    ("democrazy", 4, 5, (("blank_laws", 5),)),
    ("democrazy", 6, 6, (("private_law", "on"),)),
    ("democrazy", 10, 7, ()),
]
CASES = [*PAGES, *DEMOS, *DEMOCRAZY]
PARTS = {"democracy": "trick", "demos": "standing", "democrazy": "vote"}  # the line that ends a part
# Kinds of lines whose sentence names cards that are played by it.
PLAYS = {
    "democracy": ("trick",),
    "demos": ("discard", "turned_up", "reveal", "media"),
    "democrazy": ("laws", "proposal", "taken_back", "restated", "effect"),
}


def shown(lines):
    """Each line with its sentence and scenes; the cards of a scene by name, "" for a face-down one."""
    words = narration.of(lines[0])

    def name(card):
        return card if card is None else "" if card == COVERED else cards.text(card, words.letters)

    found = []
    for line in lines:
        words.hear(line)
        scenes = [
            ([name(one) for one in s.middle], [name(one) for one in s.seats]) for s in words.scenes(line)
        ]
        found.append((line, words.sentence(line), scenes))
    return found


def cards_of(scene):
    return [card for place in scene for card in place if card]


def deck(match):
    game = games.load(match["game"])
    seats = len(match["players"])
    options = resolve(game, seats, match["options"])
    return {cards.text(card, cards.names_of(game)) for card in game.deck(seats, options)}


@pytest.mark.parametrize("case", CASES)
def test_each_card_lies_in_one_place_and_belongs_to_the_game(case):
    lines = log(*case)
    known = deck(lines[0])
    count = 0
    for _, _, scenes in shown(lines):
        for scene in scenes:
            found = cards_of(scene)
            assert len(found) == len(set(found)) and set(found) <= known
            assert len(scene[1]) == len(lines[0]["players"])
            count += 1
    assert count > 8


@pytest.mark.parametrize("case", CASES)
def test_each_card_that_a_sentence_names_as_played_lies_on_the_table(case):
    lines = log(*case)
    known = deck(lines[0])
    seen = set()
    for line, sentence, scenes in shown(lines):
        if line["kind"] in PLAYS[case[0]]:
            named = set(re.findall(r"[\w#]+", sentence)) & known
            assert named <= {card for scene in scenes for card in cards_of(scene)}, sentence
            seen |= named
    assert len(seen) > 1


@pytest.mark.parametrize("case", CASES)
def test_in_each_part_every_seat_that_acts_shows_a_card(case):
    has_shown, parts = set(), 0
    acting = set()
    for line, _, scenes in shown(log(*case)):
        for _, seats in scenes:
            has_shown |= {seat for seat, card in enumerate(seats) if card is not None}
        if line["kind"] == "discard":
            acting.add(line["seat"])
        if line["kind"] == PARTS[case[0]]:
            votes = line.get("votes", line.get("plays", []))
            acting |= {seat for seat, vote in enumerate(votes) if vote is not None}
            assert acting <= has_shown
            parts += 1
            has_shown, acting = set(), set()
    assert parts > 1


@pytest.mark.parametrize("case", CASES)
def test_no_card_is_shown_before_a_line_names_it_openly(case):
    lines = [line for line in log(*case) if line["kind"] not in ("deal", "hidden")]
    named = set()
    for line, _, scenes in shown(lines):
        named |= set(re.findall(r"[\w#]+", json.dumps(line)))
        named |= {"END"} if line["kind"] == "end_card" else set()
        for scene in scenes:
            plain = {card for card in cards_of(scene) if not re.match(r"(YES|NO|DY|DN|SC)\d", card)}
            assert plain <= named
    hidden = [scenes for line, _, scenes in shown(log(*case)) if line["kind"] not in ("deal", "hidden")]
    assert hidden == [scenes for _, _, scenes in shown(lines)], "deals change nothing"


@pytest.mark.parametrize("case", [case for case in CASES if case[0] == "democrazy"])
def test_all_votes_lie_face_down_and_then_open(case):
    for line, _, scenes in shown(log(*case)):
        if line["kind"] == "vote":
            (_, covered), (_, opened) = scenes
            assert covered == [None if vote is None else "" for vote in line["votes"]]
            assert [card and card.rstrip("0123456789") for card in opened] == line["votes"]


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_a_log_can_be_shown_up_to_any_line(case, lang):
    lines = log(*case)
    with messages.speaking(lang):
        for end in {*range(1, len(lines), max(1, len(lines) // 12)), len(lines)}:
            frames = replay.frames(lines[:end], lang)
            assert frames[-1]["line"] == end - 1


@pytest.mark.parametrize("case", CASES)
def test_the_text_of_a_scene_is_short(case):
    for lang in messages.LANGUAGES:
        with messages.speaking(lang):
            words = narration.of(log(*case)[0])
            for line in log(*case):
                words.hear(line)
                for scene in words.scenes(line):
                    assert 0 < len(scene.display) <= 200 and "\n" not in scene.display.strip()


@pytest.mark.parametrize("case", [("demos", 0, 0, ()), *DEMOS])
def test_the_winners_of_a_round_and_of_the_match_have_their_lamps(case):
    words = narration.of(log(*case)[0])
    final = []
    for line in log(*case):
        words.hear(line)
        lit = [list(scene.winners) for scene in words.scenes(line)]
        if line["kind"] == "standing":
            assert lit == [line["winners"]]
        elif line["kind"] == "final":
            final = sorted(lit[-1])
        elif line["kind"] == "result":
            assert final == line["winners"]
        elif line["kind"] == "reveal":
            assert lit == [[]]


@pytest.mark.parametrize("case", [CASES[1], CASES[2], DEMOS[1], DEMOCRAZY[1]])
def test_a_terminal_of_80_columns_has_room_for_all_cards(case):
    lines = list(log(*case))
    tongue = vocabulary.load("en", case[0])
    presenter = Presenter(lines[0]["players"], tongue)
    for _ in replay.steps(lines, presenter, True):
        drawn = re.sub(r"\x1b\[[^m]*m", "", "\n".join(Picture(presenter.snapshot, tongue).lines(80, 24)))
        cards_there = [card for card in presenter.snapshot.pads.cards if card is not None]
        assert drawn.count("┌────┐") >= len(lines[0]["players"])
        for card in cards_there:
            assert show_card(card).partition("#")[0][:4] in drawn or card == COVERED_CARD
        assert max(map(len, drawn.split("\n"))) <= 80


@pytest.mark.parametrize("case", [("demos", 5, 2, (("mode", "complete"),))])
def test_open_discards_that_no_pad_shows_lie_in_the_middle_until_they_are_taken(case):
    is_open = set()
    for line, _, scenes in shown(log(*case)):
        if line["kind"] in ("round", "reveal"):
            is_open = set()
        elif line["kind"] == "discard" or (line["kind"], line.get("what")) == ("turned_up", "discard"):
            is_open |= {line["card"]} - {None}
            is_open -= {line.get("took")}
            if scenes:
                assert set(cards_of(scenes[-1])) == is_open
