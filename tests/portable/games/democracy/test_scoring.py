"""Democracy sections 6, 7, 8 and 12: what an island is worth, and when the match ends."""

from card_lists import parse_list
from cardtable.engine.match import resolve
from cardtable.engine.players import leaders
from cardtable.games import registry
from cardtable.games.democracy.scoring import Account, Stake, match_winners, score_bad_catch, score_island

democracy = registry.load("democracy")

SPADES = "5S 4S 3S AS KS QS JS 10S 9S 8S 7S 6S"


def options(seats, **given):
    return resolve(democracy, seats, given)


def suit(letter, ranks="5 4 3 A K Q J 10 9 8 7 6"):
    return " ".join([rank + letter for rank in ranks.split()])


def account(*hands):
    """An account of one day: the captures of each seat in notation."""
    book = Account(len(hands))
    book.new_day()
    for seat in range(len(hands)):
        book.captured[0][seat] = parse_list(hands[seat])
    return book


def stake(book, seat, honest):
    high = Stake(seat)
    high.honest = honest
    book.stakes.append(high)
    return book


def won(book, **given):
    """The game points by seat."""
    return score(book, **given)[1]


def score(book, totals=None, **given):
    chosen = options(book.seats, **given)
    before = totals or [0] * book.seats
    result = score_island(book, chosen, before)
    points, won, penalties, why, totals = result
    booked = list(before)
    for _code, seat, _suit, value in why:
        booked[seat] += value
    assert booked == totals, "why adds up to the new totals"
    return result


def test_majority():
    assert won(account("5S 4S 3S 7S", "", "")) == [1, 0, 0]  # 13
    assert won(account("5S 4S 3S", "AS KS QS JS 10S 9S 8S 7S", "")) == [0, 1, 0]  # 12 against 13
    assert won(account("5S 4S 3S", "AS KS QS", "JS 10S 9S 8S 7S 6S")) == [0, 0, 0]
    assert won(account("5S 4S 3S 7S 5H 4H 3H 7H", "5D 4D 3D 7D", "")) == [2, 1, 0]
    # Lost or undealt cards do not lower the line [A20].
    assert won(account("5S 4S 3S", "", "")) == [0, 0, 0]


def test_captures_of_all_days_add_up():
    book = account("5S 4S", "", "")
    book.new_day()
    book.captured[1][0] = parse_list("3S 7S")
    points, tribes, _, why, totals = score(book)
    assert points[0] == [13, 0, 0] and tribes == [1, 0, 0] and totals == [1, 0, 0]
    assert why == [["tribe", 0, "S", 1]]


def test_expanded_majority():
    def tribes(words):
        return won(account(words, "", "", "", "", "", ""), tribe="majority")[0]

    assert tribes("5S 4S#1 4S#2 3S#1 3S#2 AS#1") == 0  # 22
    assert tribes("5S 4S#1 4S#2 3S#1 3S#2 AS#1 7S#1") == 1  # 23


def test_jokers_belong_to_no_suit():
    assert won(account("X1 5S 4S 3S", "", "", "")) == [0, 0, 0, 0]


def test_plurality_A21_A22_A28():
    assert won(account("5S", "4S", "3S", ""), tribe="plurality") == [1, 0, 0, 0]
    assert won(account("5S", "4S 7S", "3S", ""), tribe="plurality") == [0, 0, 0, 0]
    assert won(account("6S", "", "", ""), tribe="plurality") == [0, 0, 0, 0]
    assert won(account("7S", "", "", ""), tribe="plurality") == [1, 0, 0, 0]
    # auto: plurality with two packs, majority with one.
    assert won(account("5S", "4S#1", "", "", "", "", "")) == [1, 0, 0, 0, 0, 0, 0]
    assert won(account("5S", "4S#1", "", "", "", "", ""), tribe="majority") == [0] * 7
    assert won(account("5S", "4S", "3S", "")) == [0, 0, 0, 0]


def test_all_cards_at_three_players():
    everything = " ".join([suit(letter) for letter in "SHDC"])
    book = account(everything, "", "")
    assert won(book) == [4, 0, 0]
    assert won(book, sweep="plain") == [8, 0, 0]
    assert won(book, scoring="day_total", days=1) == [2, 0, 0]
    assert won(book, scoring="island_total") == [2, 0, 0]
    book.sweeps.append((0, 2))
    assert won(book, sweep="announced") == [5, 0, 0]
    # By either total reading also when the cards were taken on two days.
    two = account(suit("S") + " " + suit("H"), "", "")
    two.new_day()
    two.captured[1][0] = parse_list(suit("D") + " " + suit("C"))
    assert won(two, scoring="day_total") == [2, 0, 0]
    assert won(two, scoring="island_total") == [2, 0, 0]
    assert score(two, scoring="day_total")[3] == [["day_total", 0, 1, 1], ["day_total", 0, 2, 1]]
    assert score(two, scoring="island_total")[3] == [["island_total", 0, 1, 1], ["all-points", 0, None, 1]]


def test_sweep_A23():
    whole = account(SPADES, "5H 4H 3H 7H", "")
    for sweep, points in (("off", 1), ("plain", 2), ("points", 2), ("announced", 1), ("exclusive", 1)):
        assert won(whole, sweep=sweep) == [points, 1, 0], sweep
    # All points but not the 6, which another seat has or none.
    short = account(suit("S", "5 4 3 A K Q J 10 9 8 7"), "6S", "")
    for sweep, points in (("plain", 1), ("points", 2)):
        assert won(short, sweep=sweep) == [points, 0, 0], sweep
    # A point short.
    less = account(suit("S", "5 4 3 A K Q J 10 9 8 6"), "", "")
    for sweep in ("plain", "points"):
        assert won(less, sweep=sweep) == [1, 0, 0], sweep


def test_announced_sweeps():
    whole = account(SPADES, "5H 4H 3H 7H", "")
    whole.sweeps = [(0, 0), (1, 1), (2, 0)]
    assert won(whole, sweep="announced") == [2, 1, 0]  # a failed call leaves the ordinary tribe
    assert won(whole, sweep="exclusive") == [2, 0, 0]  # or costs it
    assert score(whole, sweep="exclusive")[3] == [["sweep", 0, "S", 2], ["sweep-failed", 1, "H", 0]]
    whole.sweeps = [(1, 0)]  # only who named the suit is held to it
    assert won(whole, sweep="exclusive") == [1, 1, 0]


def test_expanded_sweep_needs_22_cards():
    single = "5S 6S"
    doubled = "4S 3S AS KS QS JS 10S 9S 8S 7S".split()
    words = single + " " + " ".join([name + "#1 " + name + "#2" for name in doubled])
    assert won(account(words, "", "", "", "", "", ""), sweep="plain")[0] == 2
    assert won(account(words[3:], "", "", "", "", "", ""), sweep="plain")[0] == 1


def test_high_stake():
    book = stake(account("5S 4S 3S 7S 5H 4H 3H 7H", "5D 4D 3D 7D", ""), 0, True)
    for high in (2, 3):
        assert won(book, bad_catch="one", high_stake=high) == [2 * high, 1, 0]
    nothing = stake(account("", "5D 4D 3D 7D", ""), 0, True)
    assert score(nothing, bad_catch="one", high_stake=2)[4] == [0, 1, 0]


def test_stake_with_sweep_A25():
    book = stake(account(SPADES, "", ""), 0, True)
    for how, two, three in (("max", 2, 3), ("multiply", 4, 6), ("add", 3, 4)):
        given = {"bad_catch": "one", "sweep": "plain", "stake_with_sweep": how}
        assert won(book, high_stake=2, **given) == [two, 0, 0], how
        assert won(book, high_stake=3, **given) == [three, 0, 0], how


def lie(totals, **given):
    """The new totals after seat 0 won two suits with a false high stake, and seat 1 won one."""
    book = stake(account("5S 4S 3S 7S 5H 4H 3H 7H", "5D 4D 3D 7D", ""), 0, False)
    return score(book, totals, bad_catch="one", high_stake=2, **given)[4]


def test_lies_A36_A37_A38():
    assert lie([2, 0, 0]) == [2, 1, 0]
    assert lie([2, 0, 0], lie_penalty="lose5") == [-3, 1, 0]  # the worked example
    assert lie([2, 0, 0], lie_penalty="lose10") == [-8, 1, 0]
    assert lie([2, 0, 0], lie_penalty="zero") == [0, 1, 0]
    # Tribes of a liar: 1 each, on top of the penalty; with no_score there is no score.
    assert lie([2, 0, 0], lie_penalty="lose5", liar_tribes="plain") == [-1, 1, 0]
    assert lie([2, 0, 0], liar_tribes="plain") == [2, 1, 0]
    # Booked in this order: the old score goes, then the tribes count.
    assert lie([2, 0, 0], lie_penalty="zero", liar_tribes="plain") == [2, 1, 0]
    assert lie([9, 0, 0], lie_penalty="zero", liar_tribes="plain") == [2, 1, 0]
    # The floor comes last.
    assert lie([2, 0, 0], lie_penalty="lose5", score_floor="zero") == [0, 1, 0]
    assert lie([2, 0, 0], lie_penalty="lose5", score_floor="zero", liar_tribes="plain") == [0, 1, 0]
    assert lie([4, 0, 0], lie_penalty="lose5", score_floor="zero", liar_tribes="plain") == [1, 1, 0]
    # Without a floor a score below zero stays there.
    assert lie([-3, 0, 0], lie_penalty="lose5") == [-8, 1, 0]


def test_penalties_are_announced():
    book = stake(account("5S 4S 3S 7S", "", ""), 0, False)
    _, tribes, penalties, why, totals = score(
        book, [2, 0, 0], bad_catch="one", high_stake=2, lie_penalty="lose5", score_floor="zero"
    )
    assert tribes == [0, 0, 0] and penalties == [-5, 0, 0] and totals == [0, 0, 0]
    assert why == [["liar-void", 0, "S", 0], ["lie", 0, None, -5], ["floor", 0, None, 3]]


def test_plain_tribes_of_a_liar_are_neither_sweeps_nor_stakes():
    book = stake(account(SPADES, "", ""), 0, False)
    given = {"high_stake": 3, "liar_tribes": "plain", "lie_penalty": "lose5", "sweep": "plain"}
    assert won(book, bad_catch="one", **given) == [1, 0, 0]


def test_false_bad_catch_scores_nothing_A31():
    book = account("5S 4S 3S 7S", "5D 4D 3D 7D", "")
    book.barred.append(0)
    assert won(book, bad_catch="one", false_bad_catch="no_score") == [0, 1, 0]
    # In total scoring as well.
    assert won(book, scoring="island_total") == [0, 1, 0]


def test_day_total_A26():
    book = account("5S 4S 3S 7S", "5D 4D 3D 7D", "")
    book.new_day()
    book.captured[1] = [parse_list("5H 4H 3H"), parse_list("5C 4C 3C 7C"), []]
    points, tribes, _, why, _ = score(book, scoring="day_total")
    assert points == [[13, 13, 0], [12, 13, 0]]
    assert tribes == [1, 2, 0]
    assert why == [["day_total", 0, 1, 1], ["day_total", 1, 1, 1], ["day_total", 1, 2, 1]]
    points, tribes, _, why, _ = score(book, scoring="island_total")
    assert points == [[25, 26, 0]] and tribes == [1, 1, 0]
    assert why == [["island_total", 0, 1, 1], ["island_total", 1, 1, 1]]


def test_no_winner_if_all_have_the_same_A26():
    book = account("5S 4S 3S 7S", "5D 4D 3D 7D")
    assert won(book, scoring="day_total") == [0, 0]
    assert won(book, scoring="island_total") == [0, 0]
    assert won(account("5S 4S 3S 7S", "5D 4D 3D 7D", ""), scoring="island_total") == [1, 1, 0]


def test_all_the_points_A27():
    every = suit("S") + " " + suit("H")
    assert won(account(every, "6D", ""), scoring="island_total") == [2, 0, 0]
    assert won(account(every, "7D", ""), scoring="island_total") == [1, 0, 0]
    book = account(every, "", "")
    book.lost = parse_list("6D X1")
    assert won(book, scoring="island_total") == [2, 0, 0]
    book.lost = parse_list("7D")
    assert won(book, scoring="island_total") == [1, 0, 0]
    # Worth 2 once, not 2 a day; never less than the days are worth.
    three = account(suit("S"), "", "")
    for letter in "HD":
        three.new_day()
        three.captured[-1][0] = parse_list(suit(letter))
    assert won(three, scoring="day_total", days=3) == [3, 0, 0]


def test_bad_catches_A32():
    book = account("", "", "")
    book.caught = [2, 0]
    points, tribes, penalties, why, totals = score_bad_catch(book, options(3, bad_catch="one"), [4, 0, 1])
    assert points == [[0, 0, 0]] * 4 and penalties == [0, 0, 0]
    assert tribes == [1, 0, 1] and totals == [5, 0, 2]
    assert sorted(why) == [["bad-catch", 0, None, 1], ["bad-catch", 2, None, 1]]
    by_day = options(3, bad_catch="one", scoring="day_total")
    assert score_bad_catch(book, by_day, [0, 0, 0])[0] == [[0, 0, 0]]


def test_end_of_the_match_A41_A58():
    five = options(3)
    assert match_winners([4, 4, 0], [0, 0, 0], five) == ([], None)
    assert match_winners([5, 0, 0], [0, 0, 0], five) == ([0], "highest total")
    assert match_winners([5, 7, 6], [0, 0, 0], five) == ([1], "highest total")
    assert match_winners([5, 7, 6], [0, 0, 0], options(3, target=10)) == ([], None)
    assert match_winners([1, 0, 0], [0, 0, 0], options(3, target=1)) == ([0], "highest total")


def test_equal_at_the_top_A42():
    points = [10, 30, 20]
    assert match_winners([6, 6, 5], points, options(3)) == ([], None)
    assert match_winners([6, 6, 5], points, options(3, match_tie="shared")) == ([0, 1], "shared")
    assert match_winners([6, 6, 5], points, options(3, match_tie="points")) == ([1], "card points")
    # Who is not at the top does not count, and equal points play on.
    assert match_winners([6, 5, 6], points, options(3, match_tie="points")) == ([2], "card points")
    assert match_winners([6, 6, 5], [10, 10, 30], options(3, match_tie="points")) == ([], None)
    assert match_winners([4, 4, 3], points, options(3, match_tie="shared")) == ([], None)
    # Two players by one total an island would play on for ever: from 5 above the target the cards decide.
    for given in ({"scoring": "island_total"}, {"scoring": "day_total", "days": 1}):
        two = options(2, **given)
        assert match_winners([9, 9], [60, 40], two) == ([], None)
        assert match_winners([9, 9], [50, 50], two) == ([], None)
        assert match_winners([10, 10], [60, 40], two) == ([0], "card points")
        assert match_winners([10, 10], [50, 50], two) == ([0, 1], "shared")
        assert match_winners([11, 12], [60, 40], two) == ([1], "highest total")
        by_cards = options(2, match_tie="points", **given)
        assert match_winners([9, 9], [50, 50], by_cards) == ([], None)
        assert match_winners([10, 10], [50, 50], by_cards) == ([0, 1], "shared")
    assert match_winners([10, 10], [60, 40], options(2, scoring="day_total")) == ([], None)
    assert match_winners([10, 10], [60, 40], options(2, scoring="suits", days=1)) == ([], None)
    assert match_winners([10, 10, 4], [60, 30, 10], options(3, scoring="day_total", days=1)) == ([], None)
    assert match_winners([10, 10, 4], [60, 30, 10], options(3, scoring="island_total")) == ([], None)


def test_A59_when_the_leader_leaves_the_best_of_those_who_stay_wins():
    assert leaders([7, 3, 5, 5], [1, 2, 3]) == [2, 3]
    assert leaders([7, 0, 0], [1, 2]) == []
