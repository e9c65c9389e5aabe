"""The moment that decided a match: found by scoring it again, and told only at the end."""

import pytest

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.games.democracy import scoring, trick
from random_logs import log
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


# -- Democrazy: the law ------------------------------------------------------------------------------------

RED_PAYS, GREEN_IS_NOTHING = ("B04", "value color=R pts=5"), ("B05", "value color=G pts=0")


def vote_on(law, text, yes, no):
    votes = ["YES"] * yes + ["NO"] * no
    about = {"law": law, "text": text, "replaces": None, "why": None}
    cast = {"by": ["card"] * 4, "weights": [1] * 4, "wilds": [], "rule": "majority", "adopted": yes > no}
    return [
        {"kind": "proposal", "n": 1, "seat": 0, **about},
        {"kind": "vote", "votes": votes, "yes": yes, "no": no, **cast},
    ]


def final(laws, chips, totals, winners):
    """The lines of a match in which these laws were adopted by 3 to 1, and one was rejected before."""
    options = resolve(registry.load("democrazy"), 4, {})
    held = {"chips": ["R"] * 4, "wilds": [0] * 4, "reserve": 0, "private": 0, "traits": [[]] * 4, "seat": 0}
    lines = [
        {"kind": "match", "game": "democrazy", "players": NAMES, "options": options, "virtual": True},
        {"kind": "setup", **held},
        *vote_on("B01", "value color=R pts=0", 1, 3),
    ]
    for number, (law, text) in enumerate(laws):
        lines += vote_on(law, text, 3, 1)
        names, texts = zip(*laws[: number + 1], strict=True)
        about = {"places": [*range(1, number + 2)], "proposers": [0] * (number + 1), "overruled": []}
        lines.append({"kind": "laws", "laws": [*names], "texts": [*texts], **about})
    for seat in range(4):
        about = {"values": [], "basis": None, "chip_points": 0, "bonuses": [], "private": None}
        lines.append({"kind": "score", "seat": seat, "chips": chips[seat], "points": totals[seat], **about})
    return [*lines, {"kind": "result", "winners": winners, "totals": totals, "why": ["bag", "most", None]}]


@pytest.mark.parametrize(
    ("laws", "chips", "totals", "winners", "said"),
    [
        # Ada 10, Ben 5: without the law Ada has 2.
        ([RED_PAYS], "2000 0500 0000 0000", [10, 5, 0, 0], [0], "B04 Red pays: Ben"),
        (
            [RED_PAYS],
            "2000 0550 0000 0000",
            [10, 10, 0, 0],
            [1],
            None,
        ),  # more chips: Ben wins with and without
        ([RED_PAYS], "2000 0200 0010 0000", [10, 2, 1, 0], [0], None),  # Ben would have won with Ada
        ([RED_PAYS], "2000 0500 0000 0000", [9, 5, 0, 0], [2], None),  # the result is another one
        # Each law alone leads to another winner, and the newest is shown.
        ([RED_PAYS, GREEN_IS_NOTHING], "2000 0009 0300 0700", [10, 9, 0, 0], [0], "B04 Red pays: Ben"),
        ([RED_PAYS, GREEN_IS_NOTHING], "2000 0009 0300 0990", [10, 9, 0, 9], [0], "B05 Green: Dan"),
    ],
)
def test_the_law_without_which_others_would_have_won(laws, chips, totals, winners, said):
    lines = final(laws, [[*map(int, some)] for some in chips.split()], totals, winners)
    shown = turning(lines)
    if said is None:
        assert shown is None
        return
    law, name = said.split()[0], said.split()[-1]
    assert shown.cards == (law,)
    assert shown.sentence.startswith("It turned here: " + law)
    assert shown.sentence.endswith(f"adopted by 3 to 1. Without it the winner would have been {name}.")


def test_in_matches_of_democrazy_it_is_a_law_that_was_adopted_and_is_in_force():
    told = 0
    for seed in range(1, 16):
        lines = log("democrazy", 6, seed, ())
        shown = turning(lines)
        if shown is None:
            continue
        told += 1
        in_force = [line for line in lines if line["kind"] == "laws"][-1]["laws"]
        adopted = [line["law"] for line in lines if line["kind"] == "proposal"]
        assert set(shown.cards) <= set(in_force) & set(adopted)
    assert told


# -- DemoS: the trio ---------------------------------------------------------------------------------------


def election(mode, winners, trios, suits, forced):
    options = resolve(registry.load("demos"), 4, {"mode": mode})
    sides = [[0, 2], [1, 3]] if mode == "2v2" else [[seat] for seat in range(4)]
    about = {"figures": [[]] * 4, "step": "three-suits", "why": []}
    return [
        {"kind": "match", "game": "demos", "players": NAMES, "options": options, "virtual": True},
        {"kind": "sides", "sides": sides, "names": [], "seats": []},
        {"kind": "final", "trios": trios, "suits": suits, "forced": forced, **about},
        {"kind": "result", "winners": winners, "totals": [0] * 4, "why": "three-suits"},
    ]


TRIO, OTHER = ["ES", "LH", "JD"], ["EH", "LH", "JC"]
PLAIN, CLUBS = [False] * 3, [False, False, True]


@pytest.mark.parametrize(
    ("mode", "winners", "trios", "said"),
    [
        ("complete", [1], [OTHER, TRIO, None, None], "ES, LH, JD as ♣"),
        ("complete", [1, 0], [TRIO, TRIO, None, None], None),
        ("complete", [2], [None] * 4, None),
        ("complete", [], [None] * 4, None),
        ("2v2", [1, 3], [OTHER, TRIO], "ES, LH, JD as ♣"),
    ],
)
def test_the_trio_that_won_is_shown_with_the_suits_of_a_scandal(mode, winners, trios, said):
    suits = [trio and [trio[0][-1], trio[1][-1], "C"] for trio in trios]
    forced = [trio and (CLUBS if trio is TRIO else PLAIN) for trio in trios]
    shown = turning(election(mode, winners, trios, suits, forced))
    assert (shown and (shown.sentence, shown.cards)) == (
        said and (f"The trio that won: {said}.", tuple(TRIO))
    )
