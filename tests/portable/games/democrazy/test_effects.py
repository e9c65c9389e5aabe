"""Democrazy, what every red law does and what the triggers of blue ones do: [4.5], section 5, the rulings."""

from cardtable.games.democrazy import law
from cardtable.games.democrazy.law import read_law
from democrazy_players import Assembly, card, name, only


def effect_of(facts):
    """(seats, movements, note) of the only effect."""
    effects = only(facts, "effect")
    assert len(effects) == 1, effects
    return effects[0][3], effects[0][4], effects[0][5]


def after(law, chips, *choices, laws="", wilds="", seat=0, **given):
    """The chips of all seats after `law` was adopted by all."""
    club = Assembly(4, chips, laws, wilds, given=given, seat=seat)
    club.adopt(law, *choices)
    assert sum(club.match.chips) + bag(club) == total_of(club)
    return club.held()


def bag(club):
    return total_of(club) - sum(club.match.chips)


def total_of(club):
    return sum([club.options["chips_" + colour] for colour in ("red", "green", "blue", "yellow")])


def grown(law, chips, *choices, **more):
    """By how many chips each seat has more after `law`."""
    before = [0 if word == "-" else len(word) for word in chips.split()]
    words = after(law, chips, *choices, **more).split()
    now = [0 if word == "-" else len(word) for word in words]
    return [now[i] - before[i] for i in range(4)]


# -- chips go to the bag -----------------------------------------------------------------------------


def test_recalls():
    chips = "RGBY YY - RRY"
    assert after("R01", chips) == "RGB - - RR"
    assert after("R02", chips) == "GBY YY - Y"
    assert after("R03", chips) == "RBY YY - RRY"
    assert after("R04", chips) == "RGY YY - RRY"


def test_austerity_everybody_chooses_a_chip():
    assert after("R08", "RGBY YY - RRY", "G", "R") == "RBY Y - RY"
    assert after("R08", "RY Y - RY", "Y", "R", seat=3) == "Y - - R"


def test_choices_are_made_in_play_order():
    """Clockwise from the active player, also under a direction law [4.5, U01]."""
    club = Assembly(4, "RG RG RG RG", "B42", seat=2)
    facts = club.adopt("R08", "R", "G", "R", "G")
    seats, moves, _ = effect_of(facts)
    assert seats == [2, 3, 0, 1]
    assert moves == [[2, "bag", "R"], [3, "bag", "G"], [0, "bag", "R"], [1, "bag", "G"]]
    assert club.match.seat == 1  # but the next turn is the right neighbour's


def test_wealth_levy_all_who_tie():
    assert after("R09", "RR RG B GG", "R") == "R G B G"
    assert after("R09", "RRR RG B GGG") == "RR RG B GG"
    assert after("R09", "- - - -") == "- - - -"


def test_eight_is_enough():
    assert after("R21", "RRRRRRRRRR YYYYYYYY B -") == "RRRRRRRR YYYYYYYY B -"
    assert after("R21", "RRRRRRRRG - - -", "G") == "RRRRRRRR - - -"


def test_anti_trust():
    # Red: 0 and 1 have most; green: 0; blue: 1 and 2; yellow: 2 and 3.
    assert after("R30", "RRG RRB BY Y") == "R R - -"
    assert after("R30", "- - - -") == "- - - -"


# -- draws -------------------------------------------------------------------------------------------


def test_windfalls():
    assert grown("R06", "R R R R") == [2, 2, 2, 2]
    assert grown("R07", "R R R R") == [1, 1, 1, 1]


def test_u10_a_player_draws_all_before_the_next():
    facts = Assembly(4, "R R R R", seat=1).adopt("R06")
    assert [move[1] for move in effect_of(facts)[1]] == [1, 2, 3, 0]


def test_poor_relief():
    assert grown("R11", "RR R R GGG") == [0, 2, 2, 0]


def test_comfort_for_sceptics():
    club = Assembly(4, "R R R R", wilds="- DN1 DY1 -")
    facts = club.turn("R26", "NYwY")
    seats, moves, _ = effect_of(facts)
    assert seats == [0] and len(moves[0][2]) == 2  # the Definite YES forced it; one plain NO


def test_back_to_the_start_line():
    assert grown("R20", "RRRRRRRR R GGGGGG -") == [-2, 5, 0, 6]


def test_u12_exchange_office():
    club = Assembly(4, "RG B - YYY", given={"start": 2})
    facts = club.adopt("R24", "R", "G", "nothing", "Y", "nothing")
    seats, moves, _ = effect_of(facts)
    assert moves[0] == [0, "bag", "RG"] and moves[1][:2] == ["bag", 0] and len(moves[1][2]) == 2
    assert moves[2] == [3, "bag", "Y"] and moves[3][:2] == ["bag", 3]
    assert [len(word) for word in club.held().split()] == [2, 1, 1, 3]  # the third has "-"


def test_the_great_mixing():
    club = Assembly(4, "RRRR G - YY")
    club.adopt("R23")
    assert [0 if word == "-" else len(word) for word in club.held().split()] == [4, 1, 0, 2]
    assert not club.match.ended


# -- chips pass on -----------------------------------------------------------------------------------


def test_everything_moves_left():
    assert after("R05", "RRR G - Y") == "Y RRR G -"
    assert after("R05", "RRR G - Y", laws="B42") == "Y RRR G -"  # whatever the direction of play


def test_blue_travels():
    assert after("R29", "RB BB - YB") == "RB B BB Y"


def test_u14_ring_of_thieves():
    """Each receiver picks from what its right neighbour had before."""
    club = Assembly(4, "RG BY RR GB")
    facts = club.adopt("R28", "G", "Y", "B")
    assert club.held() == "RB GB RY RG"
    assert effect_of(facts)[1] == [[0, 1, "G"], [1, 2, "Y"], [2, 3, "R"], [3, 0, "B"]]


def test_robin_hood():
    assert after("R10", "RRR G GG BB") == "RR RG GG BB"
    # [U11] one by one to the receivers in turn; the count runs on from giver to giver.
    assert after("R10", "RRR GGG - -") == "RR GG R G"
    assert after("R10", "RRR B B B") == "RR RB B B"


def test_10_11_robin_hood_of_equals():
    assert after("R10", "RR GG BB YY") == "RR GG BB YY"


def test_tribute():
    assert after("R25", "R GB YY -", "G") == "RGY B Y -"


def test_u13_change_of_fortune_with_another_player():
    assert after("R22", "RRR G - YY", "3") == "YY G - RRR"
    assert after("R22", "RRR G - YY", "2", seat=1) == "RRR - G YY"
    club = Assembly(4, seat=1)
    club.said = ["R22", "YYYY"]
    while club.referee.ask.what != "choose-player":
        club.answer()
    assert club.referee.ask.rows == ("2", "3", "0") and club.referee.ask.default is None


# -- laws, wilds, cards ------------------------------------------------------------------------------


def test_clean_slate_and_the_others():
    club = Assembly(4, laws="B05 B28 B21 B40")
    facts = club.adopt("R12")
    assert club.lying() == "" and effect_of(facts)[2] == ["B05", "B28", "B21", "B40"]
    club = Assembly(4, laws="B28 B05 B19 B21")
    club.adopt("R13")
    assert club.lying() == "B28 B21"
    club = Assembly(4, laws="B28 B05 B21")
    club.adopt("R14")
    assert club.lying() == "B05 B21"
    club = Assembly(4, laws="B28 B05 B21")
    club.adopt("R15", "B05")
    assert club.lying() == "B28 B21"
    assert effect_of(Assembly(4).adopt("R15"))[2] == []


def test_10_8_constitution():
    for row in ("R12", "R13", "R14", "R15"):
        club = Assembly(4, laws="B05 B44 B28")
        facts = club.adopt(row)
        assert club.lying() == "B05 B44 B28" and only(facts, "effect")[0][5] == ["protected"], row


def test_u36_constitution_does_not_stop_replacement():
    club = Assembly(4, laws="B05 B44")
    club.adopt("B06")
    assert club.lying() == "B44 B06"


def test_fresh_jokers():
    club = Assembly(4, wilds="DY1 - SC1 -", reserve=8)
    facts = club.adopt("R16")
    assert effect_of(facts)[0] == [1, 3] and [len(wilds) for wilds in club.match.wilds] == [1, 1, 1, 1]
    assert club.match.reserve == 6


def test_fresh_jokers_as_far_as_there_are_any():
    club = Assembly(4, reserve=2, seat=3)
    assert effect_of(club.adopt("R16"))[2] == ["3", "0"]
    assert [len(wilds) for wilds in club.match.wilds] == [1, 0, 0, 1] and club.match.reserve == 0


def test_10_10_fresh_jokers_without_a_reserve():
    club = Assembly(4)
    assert effect_of(club.adopt("R16")) == ([0, 1, 2, 3], [], [])


def test_u32_a_wild_just_played_can_be_dealt():
    club = Assembly(4, wilds="DY1 DN1 SC1 SC2", reserve=0)
    club.wilds = []
    facts = club.turn("R16", "wNNN")
    assert effect_of(facts)[0] == [0] and len(club.match.wilds[0]) == 1
    assert name(club.referee.vault[club.match.wilds[0][0]]) == "DY1"


def test_u39_wilds_that_leave_the_game():
    club = Assembly(4, wilds="DY1 DN1 SC1 SC2", given={"wild_reserve": "undealt"})
    club.wilds = []
    facts = club.turn("R16", "wNNN")
    assert effect_of(facts) == ([0], [], []) and club.match.wilds[0] == [] and club.match.reserve == 0


def test_joker_carousel():
    club = Assembly(4, wilds="DY1 - SC1 SC2")
    before = [list(wilds) for wilds in club.match.wilds]
    club.adopt("R17")
    assert club.match.wilds == [before[3], before[0], before[1], before[2]]
    # Only the seat to which it belongs now may play it.
    club.turn("R07", "NwNN")
    assert club.of("vote")[-1][6] == [[1, "DY", "acts"]]


def test_files_to_the_left():
    facts = Assembly(4).adopt("R18")
    assert effect_of(facts) == ([0, 1, 2, 3], [], [])


def test_shortened_agenda():
    club = Assembly(4)
    facts = club.adopt("R19", "B01", "B02")
    assert effect_of(facts)[2] == ["B01", "B02"] and not club.match.ended


def test_10_10_the_end_card_is_milled():
    club = Assembly(4, laws="B28")
    facts = club.adopt("R19", "END")
    assert effect_of(facts)[2] == ["END"]  # the Winners' dividend lapses
    assert club.of("result")[0][3][0] == "end-card"


def test_u17_the_end_card_goes_back():
    club = Assembly(4, laws="B28", given={"end_card_when_milled": "put_back"})
    facts = club.adopt("R19", "B01", "END")
    assert only(facts, "effect")[0][5] == ["B01", "END"] and not club.match.ended
    assert len(only(facts, "effect")) == 2
    club.turn("END")
    assert club.match.ended == "end-card"


def test_u37_extra_session():
    club = Assembly(4, seat=2)
    club.adopt("R27")
    assert club.match.seat == 2
    club.adopt("R07")
    assert club.match.seat == 3


# -- laws that work later ----------------------------------------------------------------------------


def test_10_7_the_winners_dividend():
    club = Assembly(4, "R R R R")
    facts = club.turn("B28", "YYYN")
    assert only(facts, "effect") == []
    facts = club.turn("B01", "YNNN")
    assert effect_of(facts)[0] == [1, 2, 3]
    facts = club.turn("R12", "YYYN")
    assert len(only(facts, "effect")) == 1  # repealed in that vote, it does not work


def test_protection_of_the_lone_voice():
    club = Assembly(4, "R R R R", "B29")
    seats, moves, _ = effect_of(club.turn("B01", "YNNN"))
    assert seats == [0] and len(moves[0][2]) == 3
    assert effect_of(club.turn("B05", "YYNN"))[0] == []


def test_losers_pay():
    club = Assembly(4, "R G B Y", "B30")
    assert effect_of(club.turn("B01", "YNNN"))[1] == [[0, "bag", "R"]]
    assert effect_of(club.turn("B05", "YYYN"))[1] == [[3, "bag", "Y"]]


def test_authors():
    club = Assembly(4, "R R R R", "B31", seat=1)
    assert effect_of(club.turn("B05", "YYYN"))[0] == [1]
    assert only(club.turn("B08", "NNNN"), "effect") == []
    club = Assembly(4, "R R R R", "B32", seat=1)
    assert only(club.turn("B05", "YYYN"), "effect") == []
    assert effect_of(club.turn("B08", "NNNN"))[1] == [[2, "bag", "R"]]


def test_attendance_fee():
    club = Assembly(4, "R R R R", "B43", seat=1)
    facts = club.turn("B05", "NNNN")
    assert only(facts, "effect")[0][3] == [1]
    assert [fact[0] for fact in facts[:2]] == ["effect", "proposal"]


def test_the_end_card_comes_before_the_fee():
    club = Assembly(4, "R R R R", "B43", seat=1)
    facts = club.turn("END")
    assert [fact[0] for fact in facts] == ["end_card"] + [fact[0] for fact in facts[1:]]
    assert only(facts, "effect") == []


def test_after_vote_laws_go_by_age():
    club = Assembly(4, "RRRR GGGG BBBB YYYY", "B30 B31")
    facts = club.turn("B05", "YYYN")
    assert [fact[2] for fact in only(facts, "effect")] == ["lose who=against n=1", "draw who=active n=1"]
    club = Assembly(4, "RRRR GGGG BBBB YYYY", "B31 B30")
    facts = club.turn("B05", "YYYN")
    assert [fact[2] for fact in only(facts, "effect")] == ["draw who=active n=1", "lose who=against n=1"]


def test_every_blue_law_can_be_adopted_and_works_from_the_next_turn_on():
    for number in range(1, 45):
        law = f"B{number:02}"
        club = Assembly(4, "RR GG BB YY")
        facts = club.adopt(law)
        assert club.lying() == law and only(facts, "effect") == [] and club.match.laws[1:3] == [0, 1]
        told = only(facts, "laws")[-1]
        assert [name(one) for one in told[1]] == [law] and told[4] == [
            read_law(card(law), club.options).text()
        ]


# -- the bag runs empty ------------------------------------------------------------------------------

FEW = {"chips_red": 2, "chips_green": 2, "chips_blue": 2, "chips_yellow": 2, "start": 1}


def test_10_9_the_last_chip_ends_the_game():
    """Ten players with twenty chips in the bag: the tenth player's second chip empties it."""
    club = Assembly(10, "RRRR GGGG BBBB YYYY RRRR GGGG BBBB YYYY RRGG BBYY", "B28", seat=0)
    assert bag(club) == 20
    facts = club.adopt("R06")
    seats, moves, _ = effect_of(facts)
    assert seats == list(range(10)) and len(moves) == 10
    assert bag(club) == 0 and club.match.ended == "bag"
    assert club.of("result")[0][3][0] == "bag"


def test_the_drawing_stops_at_the_last_chip():
    club = Assembly(4, "RR GG B Y", given=FEW, seat=2)
    seats, moves, _ = effect_of(club.adopt("R06"))
    assert [len(move[2]) for move in moves] == [2] and moves[0][1] == 2
    assert club.match.ended == "bag"


def test_u15_after_effect_draws_lapse_and_the_rest_is_done():
    """A law of one's own: draw, lose, level. The last chip comes with the first operation."""
    rows_of = law.rows_of
    mine = "R07 black house draw who=all n=2 ; lose who=others n=1 ; level to=start"
    law.rows_of = lambda options: [mine] + list(rows_of(options))
    try:
        for when, second in (("at_last_chip", ["lapses"]), ("after_effect", [])):
            club = Assembly(4, "RR G BB Y", given=dict(FEW, bag_end_when=when))
            club.draws = [1, 0, 0]  # yellow would be the second of two: seat 0 draws green and yellow
            facts = club.turn("R07", "YYYY")
            told = [(fact[2], fact[5]) for fact in only(facts, "effect")]
            assert told == [
                ("draw who=all n=2", []),
                ("lose who=others n=1", second),
                ("level to=start", ["lapses"]),
            ]
            assert club.match.ended == "bag"
            assert club.held() == ("RRGY - B -" if when == "after_effect" else "RRGY G BB Y")
    finally:
        law.rows_of = rows_of


def test_u16_min_turns():
    """The proposal under way counts: from the fifth on."""
    given = dict(FEW)
    given["bag_end_min_turns"] = 5
    club = Assembly(4, "RR GG B Y", given=given, proposals=3)
    club.adopt("R06")
    assert bag(club) == 0 and not club.match.ended
    club.adopt("B28")  # emptied before: ends nothing later
    assert not club.match.ended
    club = Assembly(4, "RR GG B Y", given=given, proposals=4)
    club.adopt("R06")
    assert club.match.ended == "bag"
    club = Assembly(4, "RR GG B -", "B43", given=dict(given, bag_end_min_turns=5), proposals=4)
    club.turn("B05", "NNNN")
    assert not club.match.ended


def test_u35_a_bag_end_at_the_start_of_a_turn():
    for when in ("at_last_chip", "after_effect"):
        club = Assembly(4, "RR GG BB Y", "B43", given=dict(FEW, bag_end_when=when))
        facts = club.turn()
        assert club.match.ended == "bag" and only(facts, "proposal") == []


def test_no_bag_end():
    club = Assembly(4, "RR GG BB Y", "B43", given=dict(FEW, bag_end="off"))
    club.turn("B05", "NNNN")
    assert bag(club) == 0 and not club.match.ended


def test_level_and_redraw_stop_at_the_last_chip():
    club = Assembly(4, "RR GG BB -", given=dict(FEW, start=2), seat=3)
    assert club.adopt("R20") is not None and club.match.ended == "bag"
    assert [0 if word == "-" else len(word) for word in club.held().split()] == [2, 2, 2, 2]
    club = Assembly(4, "RR GG BB YY", given=dict(FEW, start=2))
    club.adopt("R23")
    assert club.match.ended == "bag"  # all went into the bag, and the last came out again
