"""DemoS F1-F19: the best trio, and who has won."""

from card_lists import parse_list
from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.games.demos.final import best_trio, decide, harmony, tally
from random_players import Lots

DEMOS = registry.load("demos")

SUITS = "SHDC"
LETTERS = {"E": "K", "L": "Q", "J": "J", "M": "X"}


def held(words):
    """Figures of a tally in the game's own letters: `ES LH>D M1`; `>D` is a suit that a Media named."""
    found = []
    named = []
    for word in words.split():
        name, _, suit = word.partition(">")
        card = cards.parse(LETTERS[name[0]] + name[1:])
        found.append(card)
        if suit:
            named.append((card, SUITS.index(suit)))
    return tally(found, named)


def trio(words, **more):
    """The best trio as text, `None` if there is none."""
    return shown(best_trio(held(words), **more))


def shown(found):
    if found is None:
        return None
    words = []
    for i in range(3):
        name = "ELJ"[i] + SUITS[(found[0][i] >> 4) & 3]
        words.append(name + (">" + SUITS[found[1][i]] if found[2][i] else ""))
    return " ".join(words)


def suits(word):
    return [SUITS.index(letter) for letter in word]


def sides_of(mode, seats):
    """Partners sit apart, as far as they can."""
    teams = {"2v2": [[0, 2], [1, 3]], "2v3": [[0, 2], [1, 3, 4]], "2v2+1": [[0, 2], [1, 3], [4]]}
    return teams.get(mode) or [[seat] for seat in range(seats)]


def final(mode, figures, totals, said=None, **given):
    """(winners, step, why); `figures`: one text a seat; `said`: what was declared, such as "SHD", by seat."""
    seats = len(figures)
    given["mode"] = mode
    if said:
        given["declared"] = "on"
        said = [suits(word) if word else None for word in said]
    options = resolve(DEMOS, seats, given)
    return decide(sides_of(mode, seats), [held(words) for words in figures], totals, options, said)[:3]


THREE = "ES LH JD"
TWO = "ES LH JH"
ONE = "EC LC JC"
NONE = "ES EH LD"


# -- the trio -----------------------------------------------------------------------------------


def test_tally_M10_M12():
    figures = tally(parse_list("KS QH X1 JD"), [(cards.parse("QH"), 1), (cards.parse("JD"), 0)])
    assert figures == [
        (cards.parse("KS"), 0, False),
        (cards.parse("QH"), 1, True),
        (cards.parse("X1"), None, False),
        (cards.parse("JD"), 0, True),
    ]


def test_harmony():
    assert [harmony(suits(word)) for word in ("SHD", "SSD", "CCC")] == [3, 2, 1]


def test_three_suits_beat_two_beat_one():
    assert trio("ES LS JS") == "ES LS JS"
    assert trio("ES LS JS JH") == "ES LS JH"
    assert trio("ES LS JS JH LD") == "ES LD JH"
    assert trio("ES EH LD") is None and trio("") is None and trio("ES LH M1") is None


def test_suits_after_the_media_count():
    assert trio("ES LS>H JD") == "ES LS>H JD"
    assert harmony(best_trio(held("ES LH>S JS"))[1]) == 1
    # Two equal cards may result.
    assert trio("EH>S ES LS JD") == "EH>S LS JD"


def test_one_forced_card_replaces_another_F3():
    assert trio("ES EH>D LD JD") == "EH>D LD JD"
    assert trio("ES EH>C LH JD") == "EH>C LH JD"


def test_two_forced_cards_of_one_power_F2():
    assert trio("ES>S EH>C LH JD") is None
    assert trio("ES>H EH>C LH JD", choose_one=True) == "EH>C LH JD"
    assert trio("ES>H EH>C EC LH JH", choose_one=True) == "EH>C LH JH"
    assert trio("ES>C LH>C JD") == "ES>C LH>C JD"
    assert trio("ES>C LH>C") is None


def test_a_declared_trio_is_taken_first_F19():
    figures = "ES EC LH JD JC"
    assert trio(figures) == "ES LH JD"
    assert trio(figures, declared=[suits("SHC")]) == "ES LH JC"
    assert trio(figures, declared=[None, suits("CHD")]) == "EC LH JD"
    # Never at the price of harmony, and never what is not held.
    assert trio(figures, declared=[suits("SSS"), suits("HDC")]) == "ES LH JD"


def test_fewer_suits_on_request():
    assert trio("ES LS JS JH", most=1) == "ES LS JS"
    assert trio("ES LH JD", most=2) is None


def random_figures(lots, most, forced):
    """Up to `most` power cards, each held once; about one in `forced` has a Media on it."""
    figures = []
    for suit in range(4):
        for rank in (13, 12, 11):
            if len(figures) < most and lots.below(2):
                on_it = forced and lots.below(forced) == 0
                figures.append((cards.card(suit, rank), lots.below(4) if on_it else suit, bool(on_it)))
    return figures


def by_hand(figures, choose_one):
    """The most suits of any three cards that may be presented; 0 if none may. Tries all cards in threes."""
    best = 0
    for pick in range(1 << len(figures)):
        some = [figures[i] for i in range(len(figures)) if pick >> i & 1]
        if len(some) != 3 or sorted([row[0] & 15 for row in some]) != [11, 12, 13]:
            continue
        allowed = True
        for row in figures:
            if row[2] and row not in some:
                same = [other for other in some if other[0] & 15 == row[0] & 15 and other[2]]
                allowed = allowed and choose_one and len(same) == 1
        if allowed:
            best = max(best, len(set([row[1] for row in some])))
    return best


def test_the_best_trio_against_all_choices():
    lots = Lots(3)
    for n in range(60):
        figures = random_figures(lots, 8, 3)
        for choose_one in (False, True):
            found = best_trio(figures, choose_one)
            assert (harmony(found[1]) if found else 0) == by_hand(figures, choose_one), (n, figures)
            if found:
                for i in range(3):
                    assert (found[0][i], found[1][i], found[2][i]) in figures
                    assert 13 - (found[0][i] & 15) == i


def test_one_forced_card_never_destroys_a_trio_F3():
    lots = Lots(4)
    for _ in range(60):
        figures = random_figures(lots, 9, 0)
        found = best_trio(figures)
        for i in range(len(figures)):
            for suit in range(4):
                changed = list(figures)
                changed[i] = (figures[i][0], suit, True)
                assert (best_trio(changed) is None) == (found is None)


# -- single players -----------------------------------------------------------------------------


def test_the_best_harmony_wins():
    won, step, why = final("complete", [TWO, THREE, ONE], [90, 10, 50])
    assert (won, step) == ([1], "three-suits") and why == [["harmony", [2, 3, 1], [1]]]
    assert final("complete", [ONE, TWO, NONE], [90, 10, 99])[:2] == ([1], "two-suits")
    assert final("learning", [ONE, "", NONE], [0, 10, 99])[:2] == ([0], "one-suit")


def test_equal_harmony_goes_by_points_then_is_shared_F16():
    equal = [TWO, "EC LD JD", THREE.replace("JD", "JH")]
    won, step, why = final("complete", equal, [40, 55, 54])
    assert (won, step) == ([1], "two-suits")
    assert why == [["harmony", [2, 2, 2], [0, 1, 2]], ["points", [40, 55, 54], [1]]]
    won, step, why = final("complete", equal, [55, 55, 54])
    assert won == [0, 1] and why[-1] == ["points", [55, 55, 54], [0, 1]]
    # Who has less harmony takes no part in the comparison.
    assert final("complete", [TWO, "EC LD JD", ONE], [4, 5, 99])[2][1] == ["points", [4, 5, None], [1]]


def test_no_side_has_a_trio_F1():
    nobody = [NONE, "", "LS JH"]
    assert final("complete", nobody, [9, 8, 9]) == ([], "nobody", [["harmony", [0, 0, 0], []]])
    won, step, why = final("complete", nobody, [9, 8, 7], no_trio="points")
    assert (won, step) == ([0], "points") and why[1] == ["points", [9, 8, 7], [0]]
    assert final("complete", nobody, [9, 8, 9], no_trio="points")[0] == [0, 2]
    assert final("complete", [NONE, ONE, ""], [9, 0, 9], no_trio="points")[:2] == ([1], "one-suit")


def test_forced_cards_in_the_final_F2():
    held_up = ["ES>S EH>H LH JD", ONE, ""]
    assert final("complete", held_up, [9, 1, 0])[0] == [1]
    assert final("complete", held_up, [9, 1, 0], double_forced="choose_one")[0] == [0]


def test_declared_trios_go_first_among_three_suits_F19():
    equal = [THREE, "EC LD JS", "EH LS JC"]
    won, step, why = final("complete", equal, [10, 20, 30], ["SHD", None, "SHC"])
    assert (won, step) == ([0], "three-suits")
    assert why[1] == ["declared", [1, 0, 0], [0]]
    # Several come true: the points. None comes true: the points, and nothing is said of them.
    won, _, why = final("complete", equal, [10, 20, 30], ["SHD", "CDS", None])
    assert won == [1] and why[1:] == [["declared", [1, 1, 0], [0, 1]], ["points", [10, 20, None], [1]]]
    won, _, why = final("complete", equal, [10, 20, 30], ["DHS", None, None])
    assert won == [2] and [row[0] for row in why] == ["harmony", "points"]
    # The suits are those after the Media.
    changed = ["EC>S LH JD", "EC LD JS", ""]
    assert final("complete", changed, [0, 9, 0], ["SHD", None, None])[0] == [0]
    # Only among three suits.
    assert final("complete", [TWO, TWO, ""], [0, 9, 0], ["SHH", None, None])[0] == [1]
    # Of several trios of three suits the one that was declared is presented.
    either = ["ES EC LH JD", "EC LD JS", ""]
    assert final("complete", either, [0, 9, 0], ["CHD", None, None])[0] == [0]


# -- teams that make their trio together --------------------------------------------------------


def test_a_team_makes_its_trio_together_F4():
    parts = ["ES LH", "EC LC JC", "JD", ""]
    won, step, why = final("2v2", parts, [1, 50, 2, 50])
    assert (won, step) == ([0, 2], "three-suits") and why[0] == ["harmony", [3, 1], [0]]
    won, step, why = final("2v2", parts, [1, 50, 2, 50], team_trio="per_player")
    assert (won, step) == ([1, 3], "one-suit") and why[0] == ["harmony", [0, 1], [1]]


def test_a_forced_card_of_any_member_binds_the_team_F4():
    assert final("2v2", ["ES LH", "EC LC JD", "EH>H JD", ""], [9, 1, 9, 1])[:2] == ([0, 2], "two-suits")
    # Two of one power, one with each member.
    both = ["ES>S LH", ONE, "EH>H JD", ""]
    assert final("2v2", both, [9, 1, 9, 1])[0] == [1, 3]
    assert final("2v2", both, [9, 1, 9, 1], double_forced="choose_one")[0] == [0, 2]


def test_a_tie_of_teams_goes_by_the_best_player_F5():
    figures = [THREE, "ES LH JC", "", "", ""]
    totals = [60, 50, 10, 40, 40]
    won, _, why = final("2v3", figures, totals)
    assert won == [0, 2] and why[1] == ["points", [60, 50], [0]]
    won, _, why = final("2v3", figures, totals, team_tie_points="sum")
    assert won == [1, 3, 4] and why[1] == ["points", [70, 130], [1]]
    assert final("2v3", figures, [50, 50, 10, 40, 40])[0] == [0, 1, 2, 3, 4]
    # With trios of their own it is still the best player of the team, not the owner.
    own = [TWO, "EC LD JD", "", ""]
    assert final("2v2", own, [10, 20, 30, 5], team_trio="per_player")[0] == [0, 2]


def test_teams_without_a_trio_F1():
    nobody = [NONE, "", "", ""]
    assert final("2v2", nobody, [9, 8, 7, 6])[:2] == ([], "nobody")
    assert final("2v2", nobody, [9, 8, 7, 6], no_trio="points")[:2] == ([0, 2], "points")
    won = final("2v2", nobody, [9, 8, 0, 6], no_trio="points", team_tie_points="sum")[0]
    assert won == [1, 3]


def test_any_member_may_have_declared_F19():
    figures = ["ES", "EC LD JS", "LH JD", ""]
    assert final("2v2", figures, [0, 9, 0, 9], [None, None, "SHD", None])[0] == [0, 2]
    own = ["", "EC LD JS", THREE, ""]
    given = {"team_trio": "per_player"}
    assert final("2v2", own, [0, 9, 0, 9], [None, None, "SHD", None], **given)[0] == [0, 2]
    # A trio of one's own must be one's own declaration.
    assert final("2v2", own, [0, 9, 0, 9], ["SHD", None, None, None], **given)[0] == [1, 3]


# -- two pairs and an Independent ---------------------------------------------------------------


def test_any_three_suits_win_first_F6_F15():
    won, step, why = final("2v2+1", [THREE, "", "", "", TWO], [0, 9, 9, 9, 99])
    assert (won, step) == ([0, 2], "three-suits") and why == [["harmony", [3, 0, 2], [0]]]
    assert final("2v2+1", ["", "", "", "", THREE], [9, 9, 9, 9, 0])[:2] == ([4], "three-suits")
    # Figures of two partners make no trio.
    assert final("2v2+1", ["ES LH", "", "JD", "", ""], [9, 0, 9, 0, 0])[:2] == ([], "nobody")


def test_three_suits_on_several_sides_go_by_their_owners_F7():
    figures = [THREE, "EC LD JS", "", "", ""]
    # Seat 2 has most points and no trio of three suits: that helps no seat.
    won, _, why = final("2v2+1", figures, [20, 30, 90, 0, 0])
    assert won == [1, 3] and why[1] == ["points", [20, 30, None], [1]]
    # Two owners on one side: the better one.
    figures[2] = "EH LS JC"
    assert final("2v2+1", figures, [20, 30, 90, 0, 0])[0] == [0, 2]
    assert final("2v2+1", figures, [20, 30, 30, 0, 0])[0] == [0, 1, 2, 3]
    figures[4] = "EH LS JC"
    assert final("2v2+1", figures, [20, 30, 30, 0, 30])[0] == [0, 1, 2, 3, 4]
    # Owners of one side only: no tie.
    won, _, why = final("2v2+1", [THREE, "", "EH LS JC", "", ""], [20, 30, 20, 0, 0])
    assert won == [0, 2] and len(why) == 1


def test_declared_by_an_owner_F19():
    figures = [THREE, "EC LD JS", "EH LS JC", "", ""]
    said = ["SHD", None, None, None, None]
    assert final("2v2+1", figures, [10, 30, 90, 0, 0], said)[0] == [0, 2]
    # Both sides: then the points of those who had declared, not of a partner with another trio.
    said = ["SHD", "CDS", None, None, None]
    won, _, why = final("2v2+1", figures, [10, 30, 90, 0, 0], said)
    assert won == [1, 3] and why[2] == ["points", [10, 30, None], [1]]


def test_spokesperson_F11():
    won, step, why = final("2v2+1", [TWO, "", "", "", ""], [30, 20, 30, 20, 31])
    assert (won, step) == ([4], "spokesperson")
    assert why == [
        ["harmony", [2, 0, 0], []],
        ["spokesperson", [30, 20, 31], [2]],
        ["media-controller", [None, None, 0], []],
        ["dissident", [None, None, 0], []],
    ]
    # Compared with single players, not with teams; an equal one is not the highest, unless so agreed.
    assert final("2v2+1", [TWO, "", "", "", ""], [31, 20, 30, 20, 31])[:2] == ([0, 2], "two-suits")
    joint = final("2v2+1", [TWO, "", "", "", ""], [31, 20, 30, 20, 31], spokesperson="joint")
    assert joint[:2] == ([4], "spokesperson")
    assert final("2v2+1", [TWO, "", "", "", ""], [32, 0, 0, 0, 31], spokesperson="joint")[0] == [0, 2]


def test_media_controller_F12():
    def step(words):
        return final("2v2+1", [TWO, "", "", "", words], [9, 0, 0, 0, 0])[:2]

    assert step("M1 M2 JS") == ([4], "media-controller")
    assert step("M1 JH>S M2 ES") == ([4], "media-controller")  # an open or changed J is still a J
    assert step("M1 M2 ES LS") == ([0, 2], "two-suits")
    assert step("M1 JS") == ([0, 2], "two-suits")
    # No other seat controls the Media.
    assert final("2v2+1", ["M1 M2 JS", "", "", "", ""], [9, 0, 0, 0, 0])[:2] == ([], "nobody")


def test_dissident_F14():
    assert final("2v2+1", [TWO, "", "", "", "EC LC JS"], [9, 0, 0, 0, 0])[:2] == ([4], "dissident")
    # Judged after the Media, with the cards they forced.
    forced = final("2v2+1", ["", "", "", "", "ES LH JD JC>S"], [9, 0, 0, 0, 0])
    assert forced[:2] == ([4], "dissident")
    down = final("2v2+1", [TWO, "", "", "", "EC LC JS>C"], [9, 0, 0, 0, 0])
    assert down[:2] == ([0, 2], "two-suits")


def test_all_ways_are_announced_and_the_first_is_named_F13():
    won, step, why = final("2v2+1", ["", "", "", "", "M1 M2 EC LC JS"], [1, 1, 1, 1, 0])
    assert (won, step) == ([4], "media-controller")
    assert [row[0] for row in why if row[2] == [2]] == ["media-controller", "dissident"]


def test_what_is_left_two_suits_before_one_F8():
    figures = [ONE, "ES LH JH", "", "", ""]
    won, step, why = final("2v2+1", figures, [50, 0, 9, 0, 0])
    assert (won, step) == ([1, 3], "two-suits")
    assert why[-1] == ["harmony", [1, 2, 0], [1]] and len(why) == 5
    mono = final("2v2+1", figures, [50, 0, 9, 0, 0], residual_trios="mono_only")
    assert mono[:2] == ([0, 2], "one-suit") and mono[2][-1] == ["harmony", [1, 0, 0], [0]]
    two = ["", "ES LH JH", "", "", ""]
    assert final("2v2+1", two, [9, 0, 0, 0, 0], residual_trios="mono_only")[:2] == ([], "nobody")
    # Who could present one suit has it, whatever else would be better.
    both = ["", "ES LS JS JH", "", "", ""]
    assert final("2v2+1", both, [9, 0, 0, 0, 0], residual_trios="mono_only")[:2] == ([1, 3], "one-suit")


def test_the_independent_with_one_suit_F9():
    figures = ["", "", "", "", ONE]
    assert final("2v2+1", figures, [9, 0, 0, 0, 0])[:2] == ([4], "one-suit")
    won, step, why = final("2v2+1", figures, [9, 0, 0, 0, 0], residual_independent="false")
    assert (won, step) == ([], "nobody") and why[-1] == ["harmony", [0, 0, None], []]


def test_what_is_left_goes_by_the_sum_of_points_F10():
    figures = [TWO, "EC LD JD", "", "", ""]
    totals = [10, 30, 60, 35, 0]
    won, _, why = final("2v2+1", figures, totals)
    assert won == [0, 2] and why[-1] == ["points", [70, 65, None], [0]]
    assert final("2v2+1", figures, [10, 30, 31, 35, 0])[0] == [1, 3]
    assert final("2v2+1", figures, [10, 33, 34, 11, 0], residual_points="best_player")[0] == [0, 2]
    assert final("2v2+1", figures, [10, 30, 30, 10, 0])[0] == [0, 1, 2, 3]
    # The Independent counts alone.
    figures = [ONE, "", "", "", "ES LS JS"]
    won, _, why = final("2v2+1", figures, [20, 0, 21, 0, 21])
    assert won == [0, 2] and why[-1] == ["points", [41, None, 21], [0]]


def test_no_side_wins_F1_F8():
    won, step, why = final("2v2+1", [NONE, "", "", "", ""], [9, 0, 0, 0, 9])
    assert (won, step) == ([], "nobody") and why[-1] == ["harmony", [0, 0, 0], []]


# -- the facts of a final -----------------------------------------------------------------------


def test_the_trios_with_what_was_forced_and_changed():
    options = resolve(DEMOS, 4, {"mode": "2v2"})
    figures = [held("ES LH>C"), held("EC LC JC"), held("JD>D"), held("M1")]
    sides = [[0, 2], [1, 3]]
    trios = decide(sides, figures, [0] * 4, options)[3]
    assert [shown(each) for each in trios] == ["ES LH>C JD>D", "EC LC JC"]
    assert trios[0][1] == [0, 3, 2] and trios[0][2] == [False, True, True]
    own = resolve(DEMOS, 4, {"mode": "2v2", "team_trio": "per_player"})
    assert [shown(each) for each in decide(sides, figures, [0] * 4, own)[3]] == [None, "EC LC JC", None, None]


def test_the_rows_can_be_checked_with_a_pencil():
    """In any final: the highest value is left, no seat comes back, and the last row has the winners."""
    lots = Lots(9)
    modes = ("complete", "2v2", "2v3", "2v2+1")
    for n in range(120):
        mode = modes[n % 4]
        seats = 4 if mode == "2v2" else 5
        hands = [[] for _ in range(seats)]
        for suit in range(4):
            for rank in (13, 12, 11):
                on_it = lots.below(6) == 0
                figure = (cards.card(suit, rank), lots.below(4) if on_it else suit, on_it)
                hands[lots.below(seats)].append(figure)
        options = resolve(DEMOS, seats, {"mode": mode})
        totals = [lots.below(5) for _ in range(seats)]
        sides = sides_of(mode, seats)
        winners, step, why, trios = decide(sides, hands, totals, options)
        for criterion, values, left in why:
            if criterion in ("points", "declared") or (criterion == "harmony" and left):
                taking_part = [value for value in values if value is not None]
                assert left == [i for i in range(len(sides)) if values[i] == max(taking_part)]
        assert sorted([seat for side in why[-1][2] for seat in sides[side]]) == winners or step in (
            "spokesperson",
            "media-controller",
        )
        assert (step == "nobody") == (winners == [])
        assert len(trios) == (2 if mode in ("2v2", "2v3") else seats)
