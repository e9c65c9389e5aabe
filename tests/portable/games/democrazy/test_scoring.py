"""Democrazy, the scoring: [4.8], and what every law that lies there to the end does."""

from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.games.democrazy.final import Standing, accounts, winners
from cardtable.games.democrazy.law import read_law
from democrazy_players import Assembly, card, only

democrazy = registry.load("democrazy")


def options(**given):
    return resolve(democrazy, 5, given)


def standing(chips, wilds=(0, 0, 0, 0, 0), traits=(), private=()):
    """Chips as words; `traits`: "0 beard" and so on; `private`: names of hidden laws by seat, or None."""
    four = []
    for word in chips.split():
        four.append(None if word == "x" else [word.count(letter) for letter in "RGBY"])
    declared = [[] for _ in four]
    for one in traits:
        seat, trait = one.split()
        declared[int(seat)].append(trait)
    hidden = [None for _ in four]
    for i in range(len(private)):
        if private[i]:
            hidden[i] = read_law(card(private[i]), options())
    return Standing(four, list(wilds), declared, hidden)


def laws(text):
    """ "B22:1" is a law that seat 1 proposed."""
    found = []
    for word in text.split():
        name, _, proposer = word.partition(":")
        found.append(read_law(card(name), options(), "", int(proposer or 0), 1))
    return found


def points(chips, text="", seat=0, given=None, **more):
    return accounts(standing(chips, **more), laws(text), options(**(given or {})))[seat]


def totals(chips, text="", **more):
    found = accounts(standing(chips, **more), laws(text), options())
    return [None if one is None else one.total for one in found]


ALL = "RRGGGBYYYY R G B Y"


# -- chips -------------------------------------------------------------------------------------------


def test_a_chip_is_worth_one_unless_a_law_says_otherwise():
    assert points(ALL).total == 10 and points(ALL, given={"chip_value": 2}).total == 20
    assert points("-").total == 0


def test_every_law_that_gives_a_colour_its_value():
    chips = {"R": 2, "G": 3, "B": 1, "Y": 4}
    rows = (
        ("B01", "R", 0), ("B02", "R", 2), ("B03", "R", 3), ("B04", "R", 5),
        ("B05", "G", 0), ("B06", "G", 2), ("B07", "G", 3),
        ("B08", "B", 0), ("B09", "B", 2), ("B10", "B", 3),
        ("B11", "Y", 0), ("B12", "Y", 2), ("B13", "Y", 3), ("B14", "Y", -1),
    )  # fmt: skip
    for law, colour, value in rows:
        assert points(ALL, law).total == 10 + chips[colour] * (value - 1), law


def test_the_earliest_value_counts():
    """They share a symbol, so only laws of one's own could lie together."""
    assert points(ALL, "B01 B04").values == [0, 1, 1, 1] and points(ALL, "B04 B01").values == [5, 1, 1, 1]


def test_best_colour_and_product():
    assert points(ALL, "B19").total == 4 and points(ALL, "B20").total == 12
    assert points(ALL, "B14 B19").total == 3 and points(ALL, "B14 B20").total == 6
    assert points("YY", "B14 B20").total == 0 and points("RRYY", "B14 B20").total == 0  # negative ones as 0
    assert points("YY", "B14 B19").total == 0  # [U22] the colours not held count 0
    assert points("RRGGBBYY", "B20 B19").basis == "product2" and points(ALL, "B19 B20").total == 4


def test_10_8_values_first_then_the_basis():
    assert points(ALL, "B01 B19").total == 4 and points("RRRG", "B01 B19").total == 1
    assert points("RRRG", "B19 B01").total == 1


# -- bonuses -----------------------------------------------------------------------------------------


def bonus(text, chips, seat=0, **more):
    return points(chips, text, seat, **more).total - points(chips, "", seat, **more).total


def test_rainbow_premium():
    assert bonus("B15", "RRGGBBYYY") == 8 and bonus("B15", "RRGGYY") == 0


def test_purity_prize():
    assert bonus("B16", "RRR G") == 10 and bonus("B16", "RG G") == 0
    assert bonus("B16", "- G") == 0  # [U23] needs a chip


def test_sole_supplier():
    assert bonus("B17", "RRG G BY - -") == 8 and bonus("B17", "RRG G BY - -", 2) == 16
    assert bonus("B17", "- G R B Y") == 0  # [U23] held colours only
    assert bonus("B17", "RG x G - -") == 8


def test_colour_champions():
    assert bonus("B18", "RRGB RRG BB -") == 6 and bonus("B18", "RRGB RRG BB -", 2) == 3
    assert bonus("B18", "RRGB RRG BB -", 3) == 0


def test_the_last_shall_gain():
    assert bonus("B21", "R G RR") == 6 and bonus("B21", "R G RR", 2) == 0 and bonus("B21", "R - x", 1) == 6


def test_legislators_pension():
    assert bonus("B22:0 B05:0 B38:1", "RB B") == 4 and bonus("B22:0 B08:1", "R G", 1) == 2


def test_unplayed_joker():
    assert bonus("B23", "R", wilds=[1]) == 4 and bonus("B23", "R", wilds=[2]) == 8 and bonus("B23", "R") == 0


def test_traits():
    for law, trait, worth in (("B25", "beard", 5), ("B26", "blue_eyes", 5), ("B27", "glasses", 4)):
        assert bonus(law, "R G", traits=["0 " + trait]) == worth
        assert bonus(law, "R G", 1, traits=["0 " + trait]) == 0


def test_bonuses_are_announced_oldest_first():
    found = points("RRR G B Y Y", "B18 B16 B21:0")
    assert [one[1] for one in found.bonuses] == [3, 10] and found.total == 16


def test_u28_a_hidden_law_scores_for_its_owner_alone():
    more = {"private": ["B16#2", "B22#2"]}
    assert points("RRR G", "", **more).bonuses == [[card("B16#2"), 10]]
    assert points("RRR GB", "B05:1", 1, **more).bonuses == [[card("B22#2"), 2]]  # it is no law on the table


# -- who wins ----------------------------------------------------------------------------------------


def won(numbers, text="", chips="R R R R R", **given):
    return winners(standing(chips), laws(text), numbers, options(**given))


def test_most_points():
    assert won([3, 9, 2, 1, 1]) == ([1], "most", None) and won([-3, -9, -2, -5, -5]) == ([2], "most", None)


def test_10_12_silver_medal():
    assert won([14, 14, 11, 11, 9], "B24") == ([2, 3], "second", None)
    assert won([14, 14, 11, 11, 9], "B24", "R R R RR R") == ([3], "second", "chips")
    assert won([5, 5, 5, 5, 5], "B24", "R RR R R R") == ([0, 1, 2, 3, 4], "all equal", None)  # [U21]


def test_u20_tie_breaks():
    chips = "RR RG RRR GGG R"
    tied = [7, 7, 7, 7, 1]
    assert won(tied, chips=chips) == ([2, 3], "most", "chips")
    assert won(tied, chips=chips, tie_break="colours_held+chips") == ([1], "most", "colours_held")
    assert won(tied, chips=chips, tie_break="colours_held") == ([1], "most", "colours_held")
    assert won(tied, chips=chips, tie_break="shared") == ([0, 1, 2, 3], "most", None)
    assert won([7, 7, 1, 1, 1], chips="RG GG - - -") == ([0], "most", "colours_held")
    assert won([7, 7, 1, 1, 1], chips="RG GG - - -", tie_break="chips") == ([0, 1], "most", None)


def test_u41_who_has_left_cannot_win():
    assert won([3, None, 2, 1, 1], chips="R x R R R") == ([0], "most", None)


# -- the end of a match ------------------------------------------------------------------------------


def ended(chips, text, *said, **more):
    """The facts of a match that the End Card ends now."""
    club = Assembly(5, chips, text, **more)
    facts = club.turn("END")
    if not club.referee.over:
        facts = facts + club.turn(*said)
    return facts


def test_every_point_is_announced_with_its_law():
    facts = ended("RRY GB GGG YYYYY -", "B14 B22:1 B21:2 B18:1")
    told = only(facts, "score")
    assert told[0] == ("score", 0, [2, 0, 0, 1], [1, 1, 1, -1], None, 1, [["B22", 2], ["B18", 3]], None, 6)
    assert told[1][6] == [["B22", 4], ["B18", 3]] and told[4][6] == [["B21", 6]]
    result = only(facts, "result")[0]
    assert (
        result[2] == [fact[8] for fact in told]
        and result[1] == [1]
        and result[3] == ["end-card", "most", None]
    )


def test_u18_u44_the_last_law_counts_or_not():
    """A blue law in the turn in which the Author's royalty takes the last chip."""
    few = {"chips_red": 3, "chips_green": 4, "chips_blue": 1, "chips_yellow": 1, "start": 1}
    for setting, worth in (("true", 0), ("false", 3)):
        club = Assembly(5, "RRR G G G GB", "B31:1", given=dict(few, last_blue_counts=setting), seat=1)
        facts = club.turn("B01", "YYYYY")
        assert club.match.ended == "bag", facts
        told = only(club.facts, "score")
        assert told[0][8] == worth


def test_colours_are_asked_where_chips_are_counted():
    club = Assembly(4, "RRR GB - Y", given={"chip_record": "counted"})
    club.turn("END")
    facts = club.turn("3", "0", "0", "1", "0", "1", "0")
    assert only(facts, "colours")[0][1] == [[3, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    assert [fact[8] for fact in only(facts, "score")] == [3, 2, 0, 1]


def test_numbers_that_do_not_fit_are_counted_again():
    club = Assembly(4, "RRR GB - Y", given={"chip_record": "counted", "chips_red": 2, "chips_yellow": 20})
    club.turn("END")
    facts = club.turn(*"2 1 0  0 0 0  2 0 0  1 1 0".split())
    assert ("miscounted",) in club.cues and only(facts, "colours") != []


def test_u25_a_contested_trait():
    club = Assembly(5, "R R R R R", "B25", traits=[3, 0, 0])
    club.turn("END")
    facts = club.turn("ooono", "nnny", "yynn")
    judged = [(fact[2], fact[4], fact[5], fact[6]) for fact in only(facts, "judged")]
    assert judged == [(0, 1, 3, False), (1, 2, 2, True)]  # only more than half of the votes refute
    assert [fact[8] for fact in only(facts, "score")] == [1, 6, 1, 1, 1]
    club = Assembly(5, "R R R R R", "B25", traits=[3, 0, 0])
    club.turn("END")
    assert [fact[8] for fact in only(club.turn("ooooo"), "score")] == [6, 6, 1, 1, 1]


def test_u43_no_seat_is_asked_about_traits_without_a_law():
    assert only(ended("R R R R R", "B05", traits=[1, 1, 2]), "judged") == []
