"""The moment that decided a match: found by scoring it again, and told only at the end."""

import pytest

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.games.democracy import scoring, trick
from tablehost import messages
from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.plugins import narration

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
# Tricks as the pool and the plays by seat. 13 points of spades for Ada; the second best: Cleo, Ben.
SPADES = "7S: 5S 3S 4S AS"
SPADES_OR_BEN = "7S: 5S 4S 3S AS"
DIAMONDS = "7D: 4D 5D 3D AD"  # for Ben, else Ada
IDIOT = "4H: 6H 5H 3H AH"  # the 6 of Ada takes the 5 of Ben
HEARTS = "AH: 5H 3H 4H 7H"  # for Ada, else Cleo


def play(*islands, **given):
    """The lines of a match of these islands, each with the tricks of one day."""
    options = resolve(registry.load("democracy"), 4, given)
    lines = [{"kind": "match", "game": "democracy", "players": NAMES, "options": options, "virtual": True}]
    totals = [0] * 4
    for n, tricks in enumerate(islands, 1):
        lines.append({"kind": "island", "n": n, "dealer": 0})
        account = scoring.Account(4)
        account.new_day()
        for number, text in enumerate(tricks, 1):
            pool, *plays = map(cards.parse, text.replace(":", "").split())
            winner, _, why = trick.decide(plays, cards.suit_of(pool), options, [None] * 4)
            taken, lost = trick.captures(plays, pool, winner, range(4))
            for seat in range(4):
                account.captured[0][seat] += taken[seat]
            about = {"day": 1, "n": number, "declared": None, "award": None, "winner": winner, "why": why}
            laid = {
                "pool": cards.text(pool),
                "plays": [*map(cards.text, plays)],
                "lost": [*map(cards.text, lost)],
            }
            captured = [[*map(cards.text, some)] for some in taken]
            lines.append({"kind": "trick", **about, **laid, "captured": captured})
        points, won, penalties, why, totals = scoring.score_island(account, options, totals)
        points = dict(zip(cards.SUITS, points, strict=True))
        about = {"points": points, "game_points": won, "penalties": penalties, "why": why, "totals": totals}
        lines.append({"kind": "score", **about})
    won, why = scoring.match_winners(totals, scoring.card_points(account), options)
    return [*lines, {"kind": "result", "winners": won, "totals": totals, "why": why}]


def turning(lines):
    return narration.heard(lines).turning(lines)


@pytest.mark.parametrize(
    ("islands", "target", "found"),
    [
        ([[SPADES, DIAMONDS], [IDIOT]], 2, ("6H", "5H", "4H")),
        ([[SPADES_OR_BEN, DIAMONDS], [IDIOT]], 2, ("5S", "4S", "7S")),  # Ben by 2 to 0, not by 2 to 1
        ([[SPADES], [HEARTS]], 2, None),  # then there is no winner
        ([[SPADES_OR_BEN]], 1, None),  # a single island
    ],
)
def test_the_trick_without_which_another_player_would_have_won(islands, target, found):
    lines = play(*islands, target=target)
    assert lines[-1]["winners"]
    shown = turning(lines)
    assert (shown and shown.cards) == found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: lines.insert(2, {"kind": "declaration", "what": "high-stake", "seat": 0, "suit": None}),
        lambda lines: lines[-2].update(totals=[2, 0, 0, 0]),  # a correction
        lambda lines: lines[-1].update(winners=[1], why="left"),
        lambda lines: lines.pop(),
    ],
)
def test_where_the_lines_do_not_lead_to_the_result_nothing_turned(spoil):
    lines = play([SPADES, DIAMONDS], [IDIOT], target=2)
    spoil(lines)
    assert turning(lines) is None


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "It turned here: 5♠ beat 4♠."), ("fr", "Tout a basculé ici : 5♠ a battu 4♠.")],
)
def test_it_is_in_the_document_once_the_match_is_over(language, said):
    with messages.speaking(language):
        tongue = vocabulary.load(language, "democracy")
        lines = play([SPADES_OR_BEN, DIAMONDS], [IDIOT], target=2)
        presenter = Presenter(NAMES, tongue)
        for line in lines:
            presenter.line(line)
            assert documents.of(presenter.snapshot, CardWords(tongue))["turning"] is None
        presenter.ending(lines)
        shown = documents.of(presenter.snapshot, CardWords(tongue))["turning"]
    assert shown["text"] == said
    assert [one["card"] for one in shown["cards"]] == ["5S", "4S", "7S"]
    assert all(one["said"] != one["card"] for one in shown["cards"])
