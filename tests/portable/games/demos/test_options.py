"""DemoS sections 2, 3 and 4: the cards, and the settings with what they allow."""

from card_lists import parse_list
from cardtable.engine import cards
from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry
from cardtable.games.demos import options as demos_options
from cardtable.games.demos.cards import (
    LETTERS,
    deck,
    is_figure,
    is_media,
    is_number,
    is_power,
    number_of,
    power_of,
)

DEMOS = registry.load("demos")

TEAMS = ("2v2", "2v3", "2v2+1")


def options(seats, **given):
    return resolve(DEMOS, seats, given)


def refusal(seats, **given):
    """Why these options are refused: code, choices, values; None if they are not."""
    try:
        options(seats, **given)
    except OptionError as trouble:
        return trouble.code, list(trouble.choices), trouble.values
    return None


def test_decks():
    whole = deck(4, {"mode": "complete"})
    assert len(whole) == len(set(whole)) == 54
    assert len([card for card in whole if is_number(card)]) == 40
    assert len([card for card in whole if is_power(card)]) == 12
    assert len([card for card in whole if is_media(card)]) == 2
    assert [is_number(card) != is_figure(card) for card in whole] == [True] * 54
    for mode in TEAMS:
        assert deck(5, {"mode": mode}) == whole
    small = deck(3, {"mode": "learning"})
    assert len(small) == 48 and [card for card in small if is_media(card)] == []
    numbers = [number_of(card) for card in small if is_number(card)]
    assert len(numbers) == 36 and min(numbers) == 2 and max(numbers) == 10
    assert [card for card in small if card not in whole] == []


def test_what_a_card_is():
    names = "AS 10H KD QC JS X1 X2"
    seen = [(number_of(card) if is_number(card) else power_of(card)) for card in parse_list(names)]
    assert seen == [1, 10, "E", "L", "J", None, None]
    assert power_of(cards.parse("9S")) is None
    assert [LETTERS.get(letter, letter) for letter in "AKQJX7"] == ["1", "E", "L", "J", "M", "7"]


def test_defaults():
    assert options(3) == {
        "mode": "complete", "teams": "chosen", "first_dealer": "random", "deal_check": "count",
        "max_rounds": 0, "veto_charge": "first_in_order", "points_for": "all", "shortage": "in_order",
        "team_square_tie_draws": "two_each", "first_figure_media": "skip_media",
        "already_revealed": "nothing", "square_tie_reveals": "literal", "media_pass": "team_modes",
        "independent_two_media": "keep_and_act", "no_trio": "no_winner", "double_forced": "no_trio",
        "team_trio": "pooled", "team_tie_points": "best_player", "residual_trios": "bi_then_mono",
        "residual_independent": "true", "residual_points": "sum", "spokesperson": "strict",
        "favourite": "off", "declared": "off",
    }  # fmt: skip


def test_every_choice_can_be_selected():
    """Each goes with some mode; where one would do nothing it is refused, and the default named."""
    modes = demos_options.OPTIONS[0][1]
    for name, choices, default in demos_options.OPTIONS[1:]:
        for choice in (0, 1, 99) if choices[0] == "int" else choices:
            fits = 0
            for mode in modes:
                seats = {"2v2": 4}.get(mode, 5)
                if name == "first_dealer" and choice == "5" and seats == 4:
                    continue
                given = {"mode": mode, name: choice}
                trouble = refusal(seats, **given)
                if trouble is None:
                    fits += 1
                    assert options(seats, **given)[name] == choice
                else:
                    assert choice != default and trouble[1] == [default]
            assert fits > 0, (name, choice)


def test_modes_and_seats():
    for seats in (3, 4, 5):
        for mode in ("learning", "complete"):
            assert refusal(seats, mode=mode) is None
    assert refusal(4, mode="2v2") is None and refusal(5, mode="2v3") is None
    assert refusal(5, mode="2v2+1") is None
    assert refusal(5, mode="2v2") == (
        "mode",
        ["learning", "complete", "2v3", "2v2+1"],
        ("2v2", 4, 5),
    )
    assert refusal(4, mode="2v3")[:2] == ("mode", ["learning", "complete", "2v2"])
    assert refusal(3, mode="2v2+1")[:2] == ("mode", ["learning", "complete"])
    assert refusal(2)[:2] == ("players", [])
    assert refusal(3, first_dealer="4")[:2] == ("no-seat", ["random", "1", "2", "3"])
    assert refusal(3, max_rounds=100)[:2] == ("number", ["int", 0, 99])


def test_a_setting_without_effect_is_refused():
    assert refusal(4, teams="lots") == (
        "no-effect",
        ["chosen"],
        ("teams", "complete", "2v2, 2v3, 2v2+1"),
    )
    assert refusal(5, mode="2v2+1", team_trio="per_player")[1] == ["pooled"]
    assert refusal(5, mode="2v3", spokesperson="joint")[1] == ["strict"]
    assert refusal(3, mode="learning", media_pass="never")[1] == ["team_modes"]
    assert refusal(5, mode="2v2+1", no_trio="points")[1] == ["no_winner"]


def test_warnings():
    def said(seats, **given):
        return demos_options.warnings(seats, options(seats, **given))

    assert said(4) == [("no-trio", {"seats": 4, "often": 15})]
    assert said(4, no_trio="points") == [] and said(5, mode="2v3") == []
    assert said(5, mode="2v3", max_rounds=2) == [("few-rounds", {"rounds": 2})]
    assert said(5, mode="2v3", max_rounds=3) == []
