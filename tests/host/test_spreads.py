"""The things before each seat (`Words.spread`), and the end of a trick in a sentence, at each line."""

from collections import Counter

import pytest

from random_logs import log
from tablehost import messages
from tablehost.games.democrazy.felt import count_along
from tablehost.plugins import narration

DEMOCRACY = [("democracy", seats, seed, ()) for seats, seed in ((2, 1), (4, 2), (7, 3))]
DEMOS = [
    ("demos", 3, 1, (("mode", "learning"),)),
    ("demos", 5, 2, (("mode", "complete"),)),
    ("demos", 4, 3, (("mode", "2v2"),)),
    ("demos", 5, 4, (("mode", "2v2+1"),)),
]
DEMOCRAZY = [("democrazy", 4, 5, ()), ("democrazy", 8, 6, ())]


def hear(case):
    """Yield each line of a match, the words that have heard it, and the spread of each seat then."""
    lines = log(*case)
    words = narration.of(lines[0])
    for line in lines:
        words.hear(line)
        yield line, words, [words.spread(seat) for seat in range(case[1])]


@pytest.mark.parametrize("case", DEMOCRACY)
def test_a_won_trick_goes_to_one_pile_as_a_whole(case):
    before, won = [0] * case[1], 0
    for line, _, spreads in hear(case):
        piles = [one.captured for one in spreads]
        grown = [after - was for was, after in zip(before, piles, strict=True)]
        if line["kind"] == "trick" and line["winner"] is not None:
            won += 1
            expected = [0] * case[1]
            expected[line["winner"]] = case[1] + 1
            assert grown == expected
        elif line["kind"] == "island":
            assert piles == [0] * case[1]
        before = piles
    assert won > 4


@pytest.mark.parametrize("case", DEMOS)
def test_discards_and_figures_lie_before_one_seat_each(case):
    hidden = 0
    for line, words, spreads in hear(case):
        for row in ("fan", "tiles"):
            open_ = Counter(card for one in spreads for card in getattr(one, row) if card)
            assert not open_ or max(open_.values()) == 1, (line, row)
        if line["kind"] in ("discard", "figure", "media"):
            assert [len(one.tiles) for one in spreads] == [words._figures[seat] for seat in range(case[1])]
        if line["kind"] == "discard" and not line["declined"]:
            card = line["card"] or ""
            hidden += not card
            assert card in spreads[line["seat"]].fan
        if line["kind"] == "reveal":
            assert list(spreads[line["seat"]].fan) == line["cards"]
    assert hidden, "some discards were secret"


def test_a_square_and_figures_that_turn_up_are_ringed_while_they_lie_open():
    met = Counter()
    for case in (*DEMOS, ("demos", 5, 5, (("mode", "complete"),))):
        for line, _, spreads in hear(case):
            ringed = [card for one in spreads for card in one.ringed]
            lying = [card for one in spreads for card in (*one.fan, *one.tiles)]
            assert set(ringed) <= set(lying) - {""}
            met[line["kind"], line.get("what")] += 1
            match line["kind"], line.get("what"):
                case "reveal", "square":
                    assert set(line["cards"]) <= set(ringed)
                case "turned_up", "figure" | "media":
                    assert line["card"] in spreads[line["seat"]].ringed
                case "media", _:
                    assert sorted(ringed) == sorted(card for card in (line["media"], line["card"]) if card)
                case ("round" | "final", _) | ("turned_up", "final"):
                    assert not ringed
    assert met["reveal", "square"] and met["turned_up", "figure"] and met["media", "used"], met


@pytest.mark.parametrize("case", DEMOCRAZY)
def test_votes_lie_open_until_the_next_proposal(case):
    votes, law = 0, None
    for line, words, spreads in hear(case):
        if line["kind"] == "vote":
            votes += 1
            assert [one.open.rstrip("0123456789") or None for one in spreads] == line["votes"]
            assert words.verdict()[:2] == (law, line["adopted"])
        elif line["kind"] in ("turn", "proposal"):
            assert not any(one.open for one in spreads) and words.verdict() is None
            law = line.get("law")
        if line["kind"] == "score":
            assert words.score(line["seat"]) == line["points"]
    assert votes


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_trick_ends_in_a_sentence_that_names_its_winner(language):
    told = Counter()
    with messages.speaking(language):
        for case in DEMOCRACY:
            for line, words, _ in hear(case):
                outcome = words.outcome(line)
                if line["kind"] != "trick":
                    continue
                told[line["why"]] += 1
                assert outcome and "{" not in outcome and "[" not in outcome
                named = [f"P{seat}" for seat in range(case[1]) if f"P{seat}" in outcome]
                assert named == ([] if line["winner"] is None else [f"P{line['winner']}"])
    assert len(told) > 2


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_the_reason_of_a_result_is_a_sentence_without_scores(language):
    """Scores are bars next to it; a match of Democracy needs no more, unless card points decide."""
    said = Counter()
    with messages.speaking(language):
        for case in [*DEMOCRACY, *DEMOS, *DEMOCRAZY]:
            for line, words, _ in hear(case):
                if line["kind"] == "result":
                    told = words.outcome(line)
                    said[case[0], bool(told)] += 1
                    assert not told or (told[0].isupper() and told[-1] in ".!" and "{" not in told)
                    assert told.lower().rstrip(".") in words.sentence(line).lower()
    assert said["demos", True] and said["democrazy", True] and said["democracy", False]


@pytest.mark.parametrize("case", [DEMOCRACY[1], DEMOS[0], DEMOCRAZY[0]])
def test_an_early_end_is_the_reason_of_a_result(case):
    lines = log(*case)
    words = narration.heard(lines[:4])
    why = ["ended", None, None] if case[0] == "democrazy" else "nobody" if case[0] == "demos" else "ended"
    result = lines[-1] | {"winners": [], "why": why}
    assert "ended" not in words.outcome(result)
    words.hear({"kind": "ended", "why": "ended"})
    assert words.outcome(result).startswith("The match was ended early.")


@pytest.mark.parametrize(
    ("game", "card", "trumps"),
    [
        ("democracy", "10C#2", "C"), ("democracy", "X1", ""), ("democracy", None, ""), ("demos", "ES", None),
    ],
)  # fmt: skip
def test_the_card_in_the_middle_makes_its_suit_trumps(game, card, trumps):
    assert narration.WORDS.of(game, narration.Words)(["P0", "P1"]).trumps([card]) == trumps


SUBJECTS = {"trick": "winner", "vote": "seat", "standing": "winners"}
AS_YOU = {"en": ("You take", "you propose", "you won"), "fr": ("Vous prenez", "vous proposez", "vous gagnez")}


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("game", ["democracy", "demos", "democrazy"])
def test_an_outcome_says_you_to_its_subject_and_the_name_to_all_others(language, game):
    told = 0
    with messages.speaking(language):
        for case in (*DEMOCRACY, *DEMOS, *DEMOCRAZY):
            proposer = None
            for line, words, _ in hear(case) if case[0] == game else ():
                proposer = line["seat"] if line["kind"] == "proposal" else proposer
                subject = proposer if line["kind"] == "vote" else line.get(SUBJECTS.get(line["kind"], ""))
                subjects = subject if isinstance(subject, list) else [] if subject is None else [subject]
                own, outcome = words.own_outcomes(line), words.outcome(line)
                assert list(own) == (subjects if outcome and len(subjects) == 1 else [])
                assert words.outcome(line) == outcome, "the next one is for all again"
                for seat, said in own.items():
                    told += 1
                    assert f"P{seat}" in outcome and any(one in said for one in AS_YOU[language])
                    assert "{" not in said and "[" not in said
    assert told > 2


def test_each_reason_that_a_trick_can_have_ends_it_in_a_sentence():
    texts = messages.texts("democracy/story", "en")
    reasons, ends = (
        {key.partition(" ")[2] for key in texts if key.startswith(head)} for head in ("why ", "outcome ")
    )
    assert reasons == ends


@pytest.mark.parametrize(
    ("votes", "weights", "result", "along"),
    [
        (["YES", None, "NO", "YES"], [1, 0, 2, 1], (2, 2), [[1, 0], None, [1, 2], [2, 2]]),
        (["DY", "NO", "YES", None], [1, 1, 1, 0], (2, 1), [[0, 0], [0, 1], [2, 1], None]),
        ([None, None, None, None], [0, 0, 0, 0], (0, 0), [None] * 4),
    ],
)
def test_votes_are_counted_in_the_order_of_the_seats(votes, weights, result, along):
    line = {"votes": votes, "weights": weights, "yes": result[0], "no": result[1]}
    assert count_along(line) == along


@pytest.mark.parametrize("case", DEMOCRAZY)
def test_votes_counted_along_come_to_the_result_and_without_wilds_by_themselves(case):
    plain = 0
    for line, words, _ in hear(case):
        if line["kind"] != "vote" or not any(line["votes"]):
            continue
        result = [line["yes"], line["no"]]
        assert [sums for sums in words.verdict().counts if sums][-1] == result
        if not line["wilds"] and line["rule"] == "majority":
            plain += 1
            with_wild = {**line, "votes": [*line["votes"], "DN"], "weights": [*line["weights"], 0]}
            assert [sums for sums in count_along(with_wild) if sums][-2] == result
    assert plain
