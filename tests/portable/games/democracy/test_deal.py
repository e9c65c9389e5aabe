"""Democracy sections 2 and 3: cards, values, the deal of every table; and which settings go together."""

from card_lists import parse_list
from cardtable.engine import cards
from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry
from cardtable.games.democracy import deal

democracy = registry.load("democracy")

# Section 3: players, deck, cards, jokers, share, hands on 1, 2 and 3 days, undealt on 2 days.
DEALS = (
    (2, "standard", 48, 0, 16, [16], [8, 8], [5, 5, 6], 0),
    (3, "standard", 48, 0, 12, [12], [6, 6], [4, 4, 4], 0),
    (4, "standard", 50, 2, 10, [10], [5, 5], [3, 3, 4], 0),
    (5, "standard", 48, 0, 8, [8], [4, 4], [2, 3, 3], 0),
    (6, "standard", 49, 1, 7, [7], [3, 3], [2, 2, 3], 7),
    (6, "expanded", 91, 3, 13, [13], [6, 7], [4, 4, 5], 0),
    (7, "expanded", 88, 0, 11, [11], [5, 6], [3, 4, 4], 0),
    (8, "expanded", 90, 2, 10, [10], [5, 5], [3, 3, 4], 0),
    (9, "expanded", 90, 2, 9, [9], [4, 5], [3, 3, 3], 0),
    (10, "expanded", 88, 0, 8, [8], [4, 4], [2, 3, 3], 0),
)


def options(seats, given):
    return resolve(democracy, seats, given)


def refusal(seats, given):
    """Why these options are refused: code, choices, values; None if they are not."""
    try:
        options(seats, given)
    except OptionError as trouble:
        return trouble.code, tuple(trouble.choices), trouble.values
    return None


def test_every_row_of_the_deal():
    for seats, pack, count, jokers, share, one, two, three, undealt in DEALS:
        chosen = options(seats, {"deck": pack})
        deck = democracy.deck(seats, chosen)
        assert len(deck) == count and len(set(deck)) == count, seats
        assert len([card for card in deck if cards.is_joker(card)]) == jokers, seats
        assert (seats + 1) * share == count, seats
        assert deal.share(seats, chosen) == share, seats
        for sizes in (one, two, three):
            assert deal.hands(seats, options(seats, {"deck": pack, "days": len(sizes)})) == sizes, seats
        assert count - (seats + 1) * sum(two) == undealt, seats


def test_deck_auto_is_one_pack_up_to_six_A04():
    for seats in range(2, 11):
        assert deal.is_expanded(seats, options(seats, {})) == (seats > 6), seats


def test_uneven_days_A01_A02_A03():
    def sizes(seats, pack, days, uneven):
        return deal.hands(seats, options(seats, {"deck": pack, "days": days, "uneven_days": uneven}))

    assert sizes(6, "standard", 2, "equal") == [3, 3]
    assert sizes(6, "standard", 2, "late") == [3, 4]
    assert sizes(6, "standard", 2, "early") == [4, 3]
    assert sizes(6, "expanded", 2, "equal") == [6, 6]
    assert sizes(6, "expanded", 2, "early") == [7, 6]
    assert sizes(7, "expanded", 2, "equal") == [5, 5]
    assert sizes(6, "standard", 4, "documented") == [1, 2, 2, 2]
    assert sizes(5, "standard", 3, "early") == [3, 3, 2]
    for seats in range(2, 11):
        for uneven in ("documented", "late", "early", "equal"):
            for days in range(1, deal.share(seats, options(seats, {})) + 1):
                hands = sizes(seats, "auto", days, uneven)
                assert len(hands) == days and min(hands) > 0
                assert max(hands) - min(hands) <= (0 if uneven == "equal" else 1)


def test_values_and_ranks():
    for seats, pack, whole, count in ((3, "standard", 25, 12), (10, "expanded", 45, 22)):
        chosen = options(seats, {"deck": pack})
        for suit in range(4):
            suited = [card for card in democracy.deck(seats, chosen) if cards.suit_of(card) == suit]
            assert sum([deal.value(card) for card in suited]) == whole == deal.suit_points(seats, chosen)
            assert len(suited) == count == deal.suit_cards(seats, chosen)
    order = parse_list("5S 4H 3D AC KS QH JD 10C 9S 8H 7D 6C X1")
    assert [deal.strength(card) for card in order] == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert [deal.value(card) for card in order] == [5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0]
    for i in range(12):
        assert cards.text(order[i])[:-1] == deal.RANKS[i] and deal.strength(order[i]) == deal.BEST - i


def test_doubled_cards_but_single_fives_and_sixes():
    deck = [cards.text(card) for card in democracy.deck(8, options(8, {}))]
    for name in ("KD#1", "KD#2", "5S", "6S", "X1", "X2"):
        assert name in deck, name
    for name in ("KD", "5S#1", "6S#2", "2S#1", "X3"):
        assert name not in deck, name


def test_bad_catch():
    def is_one(words, criterion):
        return deal.is_bad_catch(parse_list(words), criterion)

    assert is_one("10S 9S 8H 7C", "one")
    assert not is_one("10S 9S 8H JC", "one")
    assert is_one("10S KS QH JC", "one_two")
    assert not is_one("10S KS QH AC", "one_two")
    for spoiler in ("6S", "X1"):
        assert not is_one("10S " + spoiler, "one")
        assert not is_one("10S " + spoiler, "one_two")


def test_defaults():
    chosen = options(4, {})
    wanted = {
        "deck": "auto", "days": 2, "uneven_days": "documented", "target": 5, "deal_check": "count",
        "joker": "wild5", "joker_turned": "dead", "negotiation": "off", "negotiation_seconds": 60,
        "split": "all_keep", "trump_tie": "split", "bad_catch": "off", "bad_catch_days": "first",
        "redeal_dealer": "same", "false_bad_catch": "refuse", "high_stake": 0, "lie_penalty": "no_score",
        "liar_tribes": "void", "score_floor": "none", "lie_detection": "table", "sweep": "off",
        "sweep_limit": 1, "stake_with_sweep": "max", "scoring": "suits", "tribe": "auto",
        "match_tie": "play_on", "first_dealer": "random",
    }  # fmt: skip
    assert chosen == wanted


def test_every_choice_can_be_selected():
    base = {"bad_catch": "one"}
    for row in democracy.OPTIONS:
        for choice in row[1]:
            given = dict(base)
            given[row[0]] = choice
            seats = 8 if choice == "expanded" else 5
            if choice == "int":
                given[row[0]] = row[1][1]
            elif row[1][0] == "int" or choice in ("6", "7", "8", "9", "10"):
                continue
            name = row[0]
            assert str(options(seats, given)[name]) == str(given[name])


def test_settings_that_do_not_go_together():
    for seats, given, code, choices in (
        (5, {"deck": "expanded"}, "expanded", ("standard",)),
        (7, {"deck": "standard"}, "standard", ("expanded",)),
        (5, {"days": 9}, "days", ("int", 1, 8)),
        (3, {"first_dealer": "4"}, "no-seat", ("random", "1", "2", "3")),
        (4, {"high_stake": 2}, "high-stake", ("one", "one_two")),
        (4, {"scoring": "day_total", "sweep": "plain"}, "no-suits", ("off",)),
        (4, {"scoring": "island_total", "tribe": "plurality"}, "no-suits", ("auto", "majority")),
        (4, {"scoring": "day_total", "high_stake": 2, "bad_catch": "one"}, "no-suits", (0,)),
        (8, {"scoring": "island_total"}, "scoring", ("suits",)),
        (1, {}, "players", ()),
    ):
        assert refusal(seats, given)[:2] == (code, choices), given
    assert refusal(1, {})[2] == ("democracy", 2, 10, 1)
    code, choices, values = refusal(4, {"joker": "wild"})
    assert code == "one-of" and "wild5" in choices and values[0] == "joker" and values[2] == "wild"
    for seats, given in (
        (6, {"deck": "expanded"}),
        (5, {"days": 8}),
        (2, {"days": 16}),
        (4, {"scoring": "day_total", "bad_catch": "one"}),
        (4, {"tribe": "plurality"}),  # [A22]
        (9, {"target": 10}),  # [A58]
    ):
        assert refusal(seats, given) is None, given


def test_warning_of_frequent_bad_catches_A55():
    assert democracy.warnings(5, options(5, {"bad_catch": "one_two"}))
    assert not democracy.warnings(5, options(5, {"bad_catch": "one"}))
    assert not democracy.warnings(2, options(2, {"bad_catch": "one_two"}))
    assert not democracy.warnings(5, options(5, {"bad_catch": "one_two", "days": 1}))
