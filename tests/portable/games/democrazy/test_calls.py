"""Democrazy: calls, who is absent, who leaves, blank laws, real chips: [section 7, section 9]."""

from cardtable.engine.asks.base import CENTRE, LAY, NO, NOTHING, OK, REMOVE, YES
from cardtable.engine.replay import Conflict
from democrazy_players import Assembly, card, lay, lift, only, open_vote, press, prompt, refused, what

# -- calls -------------------------------------------------------------------------------------------


def test_anybody_may_speak_up_and_say_nothing():
    club = Assembly(4)
    press(club, (2, OK))
    assert prompt(club)[:2] == ("speak", ("absent", "leave", "pause", "nothing"))
    press(club, (2, OK))
    assert what(club) == "propose"
    press(club, (0, YES))
    assert prompt(club)[1] == ("end-card", "absent", "leave", "pause", "nothing")


def test_cards_on_the_pads_stay_during_a_call():
    """A law under vote, a vote that was laid: no seat is asked to take them away, up to the penalty."""
    club = Assembly(4, laws="B41", given={"chip_record": "counted"})
    open_vote(club, "R06")
    lay(club, 2, "NO3")
    asked = []

    def seen(*keys):
        asked.append(what(club))
        assert REMOVE not in prompt(club)[3]
        press(club, *keys)

    press(club, (3, OK))
    seen((3, YES), (3, OK))
    seen((3, YES), (3, OK))
    seen((1, YES), (2, YES), (3, YES))
    seen((0, OK))
    assert asked == ["speak", "which-seat", "judge-caught", "lose-chips"] and what(club) == "vote"


def test_a_call_during_the_vote_keeps_the_votes():
    club = Assembly(4)
    open_vote(club, "R06")
    press(club, (0, YES), (1, NO))
    lay(club, 2, "NO3")
    press(club, (3, OK))
    assert what(club) == "speak"
    press(club, (3, YES), (3, YES), (3, YES), (3, OK))
    assert prompt(club)[:2] == ("paused", (3,))
    press(club, (3, OK))
    assert what(club) == "vote" and prompt(club)[2][:4] == [NOTHING, 8, 8, LAY]
    press(club, (3, NO), (0, OK))
    assert club.of("vote")[0][1] == ["YES", "NO", "NO", "NO"]


def test_u24_a_catch():
    for law, penalty in (("B38", 1), ("B39", 1), ("B40", 0), ("B41", 1)):
        club = Assembly(4, "RR GG BB YY", law)
        facts = club.turn("call 2", "caught", "1", "yyn", "R06", "NNNN")
        assert only(facts, "conduct") == [("conduct", 1, law, 2, 1, True)], law
        assert only(facts, "effect")[0][4] == ([[1, "bag", "G"]] if penalty else [])
    club = Assembly(4, "RR GG BB YY", "B38")
    facts = club.turn("call 2", "caught", "1", "ynn", "R06", "NNNN")
    assert not only(facts, "conduct")[0][5] and only(facts, "effect") == []
    club = Assembly(4, "RR GG BB YY", "B38 B41")
    facts = club.turn("call 1", "caught", "B41", "2", "yyy", "R06", "NNNN")
    assert only(facts, "conduct")[0][2] == "B41"


def test_the_end_card_by_a_button():
    club = Assembly(4)
    club.turn("call 0", "end-card", "-y-")
    assert club.of("end_card") == [("end_card", 0)] and club.referee.over


def test_an_absent_seat_is_not_asked():
    club = Assembly(4)
    facts = club.turn("call 1", "absent", "2", "-y", "B05", "YNN")
    assert only(facts, "table")[0] == ("table", "absent", 2, [], [1, 3])
    assert only(facts, "vote")[0][1] == ["YES", "NO", None, "NO"]
    club.turn("B08", "YNN")
    assert club.match.seat == 3  # passed over
    club.turn("call 0", "absent", "2", "B11", "YNNN")
    assert club.match.away == [0, 0, 0, 0]


def test_u04_a_missing_vote_is_a_no():
    club = Assembly(4, "R G B Y", "B30", given={"missing_vote": "no"}, away=[0, 0, 1, 0])
    facts = club.turn("B05", "YYY")
    vote = only(facts, "vote")[0]
    assert vote[1] == ["YES", "YES", "NO", "YES"] and vote[5] == 1
    assert only(facts, "effect")[0][3] == [2]  # a plain NO in every respect


def test_an_absent_proposer_has_no_turn():
    club = Assembly(4)
    facts = club.turn("call 1", "absent", "0", "y-")
    assert only(facts, "proposal") == [] and club.match.seat == 1


def test_u45_a_turn_lost_before_a_card_was_laid_is_no_draw():
    club = Assembly(4, given={"stack_top": 16})
    club.turn("call 1", "absent", "0", "y-")
    lay(club, CENTRE, "END")
    assert refused(club) == ["end-card-early"]  # the first card of the stack is a law
    lift(club, CENTRE)
    club.turn("B05", "NNN")
    club.turn("END")
    assert refused(club) == [] and club.referee.over


def test_if_all_are_absent_they_are_waited_for_again():
    club = Assembly(4, away=[0, 1, 1, 1])
    club.note(club.referee.correct(["absent", 0, "operator"]))
    assert club.match.away == [0, 0, 0, 0] and club.match.seat == 1 and what(club) == "propose"
    club = Assembly(5, away=[0, 1, 1, 1, 1])
    club.turn("call 0", "leave")
    assert club.match.away == [3, 0, 0, 0, 0] and club.match.seat == 1 and what(club) == "propose"


def test_u40_u41_who_leaves():
    club = Assembly(5, "RR GG BB YY R", "B22:2", wilds="- - DY1 - -")
    facts = club.turn("call 2", "leave", "B05", "YYYN")
    assert only(facts, "vote")[0][1] == ["YES", "YES", None, "YES", "NO"]
    assert only(facts, "table")[-1] == ("table", "left", 2, [[2, "bag", "BB"]], [])
    assert club.match.seat == 1
    facts = club.turn("R05", "YYYY")
    assert (
        club.held() == "R RR - GG YY" and club.match.seat == 3
    )  # skipped as neighbour and in the turn order
    club.turn("END")
    assert club.of("result")[0][2][2] is None
    assert club.of("turned_up")[0][1] == [[], [], [card("DY1")], [], []]


def test_u40_the_leaver_has_an_extra_turn_no_more():
    club = Assembly(5, seat=1)
    club.turn("call 3", "nothing", "R27", "YYYYY")
    assert club.match.seat == 1
    club.turn("call 1", "leave")
    assert club.match.seat == 2 and club.match.away[1] == 3 and not club.match.extra


def test_u45_the_extra_turn_of_an_absent_proposer_falls_to_no_other():
    club = Assembly(5)
    open_vote(club, "R27")
    club.note(club.referee.correct(["absent", 0, "operator"]))
    press(club, (1, YES), (2, YES), (3, YES), (4, YES), (1, OK))
    lift(club, CENTRE)
    assert only(club.facts, "effect")[0][2] == "extra_turn" and what(club) == "propose"
    club.turn("B05", "NNNN")
    assert [fact[2] for fact in only(club.facts, "turn")][-2:] == [1, 2]


def test_u42_fewer_than_four():
    club = Assembly(4, "RR GG BBB YY")
    club.turn("call 3", "leave", "B05", "YYY")
    assert club.referee.over and club.of("result")[0][3][0] == "players" and club.of("result")[0][1] == [2]


def test_the_last_one_stays():
    club = Assembly(4, "RR GG BBB YY")
    club.turn("call 1", "leave", "call 2", "leave", "call 3", "leave", "call 0", "nothing", "B05", "Y")
    assert club.referee.over and club.of("result")[0][1] == [0]
    club = Assembly(4)
    club.said = "call 1,leave,call 2,leave,call 3,leave,call 0".split(",")
    while club.said:
        club.answer()
    assert prompt(club)[1] == ("pause", "nothing")


def test_a_vote_goes_on_without_who_left_in_it():
    club = Assembly(5)
    open_vote(club, "B05")
    lay(club, 2, "YES1")
    press(club, (3, OK), (3, YES), (3, YES), (3, OK))
    assert what(club) == "vote" and prompt(club)[2][3] == 8
    press(club, (0, YES), (1, NO), (4, NO), (0, OK))
    assert club.of("vote")[0][1] == ["YES", "NO", "YES", None, "NO"]


# -- blank laws --------------------------------------------------------------------------------------

BLANKS = {"blank_laws": 5}


def test_a_blank_law_is_carried_out_by_hand():
    club = Assembly(4, "R G B Y", given=BLANKS)
    facts = club.turn("X01", "YYYY", "draw", "others", "2", "pass", "left", "nothing")
    told = [fact[2] for fact in only(facts, "effect")]
    assert told == ["draw who=others n=2", "pass what=all dir=left"]
    assert only(facts, "proposal")[0][4] == "blank" and [len(word) for word in club.held().split()] == [
        3,
        1,
        3,
        3,
    ]


def test_u26_a_blank_law_recounted():
    few = {"chips_red": 2, "chips_green": 2, "chips_blue": 2, "chips_yellow": 2, "start": 1}
    club = Assembly(4, "R G B Y", given=dict(few, blank_laws=1))
    said = "recount 2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 2".split()
    facts = club.turn("X01", "YYYY", *said)
    assert only(facts, "effect")[0][4] == [["bag", 0, "R"], ["bag", 1, "G"], ["bag", 2, "B"], ["bag", 3, "Y"]]
    assert club.match.ended == "bag"


def test_u26_objections():
    club = Assembly(4, given=BLANKS)
    facts = club.turn("X01", "call 2", "object", "yny", "NNNN")  # admitted
    assert only(facts, "judged")[0] == ("judged", "object", 0, "X01", 2, 1, False)
    club = Assembly(4, given=BLANKS)
    facts = club.turn("X01", "call 2", "object", "nny", "call 1", "object", "nnn", "X02", "NNNN")
    assert [fact[6] for fact in only(facts, "judged")] == [True, True]
    assert only(facts, "restated") == [("restated", 0, card("X01"))]
    assert only(facts, "taken_back")[0] == ("taken_back", 0, card("X01"), "refused")
    assert ("restate", 0) in club.cues
    club = Assembly(5, given=BLANKS)
    facts = club.turn("X01", "call 2", "object", "yynn", "NNNNN")  # a tie admits
    assert not only(facts, "judged")[0][6]


def test_a_blank_refused_twice_cannot_come_again_in_this_turn():
    club = Assembly(4, given=BLANKS)
    club.said = ["X01", "call 2", "object", "nnn", "call 2", "object", "nnn"]
    while club.said:
        club.answer()
    lift(club, CENTRE)
    lay(club, CENTRE, "X01")
    assert refused(club) == ["already-played"]


def test_the_circle_of_a_blank_law():
    for circle, adopted in (("white", True), ("black", False)):
        club = Assembly(4, given=dict(BLANKS, blank_circle=circle))
        facts = club.turn("X01", "YYNN", *(["nothing"] if adopted else []))
        assert only(facts, "vote")[0][8] == adopted


# -- real chips --------------------------------------------------------------------------------------


def test_9_counted_chips():
    club = Assembly(4, "RRR GB - Y", given={"chip_record": "counted"})
    facts = club.turn("R06", "YYYY")
    assert only(facts, "effect")[0][4] == [["bag", seat, "??"] for seat in range(4)]
    facts = club.turn("R01", "YYYY", "1", "2", "0", "2")  # each says how many yellow ones it has
    assert only(facts, "effect")[0][4] == [[1, "bag", "?"], [2, "bag", "??"], [0, "bag", "??"]]
    club = Assembly(4, "RRR GB - Y", given={"chip_record": "counted"})
    facts = club.turn("R30", "YYYY", *"3 0 0  1 0  1 0".split())
    assert only(facts, "effect")[0][4] == [[0, "bag", "?"], [1, "bag", "?"], [1, "bag", "?"], [3, "bag", "?"]]


def test_9_declared_chips():
    club = Assembly(4, "R G B Y", given={"chip_record": "declared"})
    facts = club.turn("R07", "YYYY", "Y", "R", "G", "B")
    assert only(facts, "effect")[0][4] == [["bag", 0, "Y"], ["bag", 1, "R"], ["bag", 2, "G"], ["bag", 3, "B"]]
    few = {"chips_red": 1, "chips_green": 2, "chips_blue": 1, "chips_yellow": 4, "start": 1}
    club = Assembly(4, "R G B Y", given=dict(few, chip_record="declared"))
    lay(club, CENTRE, "R07")
    press(club, (0, OK), (0, YES), (1, YES), (2, YES), (3, YES), (0, OK))
    lift(club, CENTRE)
    assert prompt(club)[:2] == ("drew-chip", ("G", "Y"))  # no red and no blue chip is left


def test_u34_a_recount():
    few = {"chips_red": 2, "chips_green": 2, "chips_blue": 2, "chips_yellow": 2, "start": 1}
    club = Assembly(4, "R G B Y", given=dict(few, chip_record="counted"))
    facts = club.turn("call 1", "recount", "2", "2", "2", "2")
    assert only(facts, "table")[0][3] == [["bag", seat, "?"] for seat in range(4)]
    assert club.match.ended == "bag" and only(facts, "proposal") == []
    club = Assembly(4, "R G B Y", given=dict(few, chip_record="declared"))
    facts = club.turn("call 1", "recount", *"1 0 0 0  0 2 0 0  0 0 1 0  0 0 0 1".split(), "B05", "NNNN")
    assert only(facts, "table")[0][3] == [["bag", 1, "G"]] and not club.match.ended


def test_more_chips_than_there_are_are_counted_again():
    few = {"chips_red": 2, "chips_green": 2, "chips_blue": 2, "chips_yellow": 2, "start": 1}
    club = Assembly(4, "R G B Y", given=dict(few, chip_record="counted"))
    club.turn("call 1", "recount", "2", "2", "2", "3", "2", "2", "2", "1", "B05", "NNNN")
    assert ("miscounted",) in club.cues


# -- the operator ------------------------------------------------------------------------------------


def conflict(club, *fix):
    try:
        club.referee.correct(list(fix))
    except Conflict as found:
        return found.code
    return None


def test_u45_the_operator_declares_only_what_can_be():
    """Refused, it has changed nothing; recorded, it is an answer like any other, which a shadow follows."""
    club = Assembly(4, "R G B Y", given={"chip_record": "counted"})
    before = len(club.records)
    for seat in (4, -1, None, "1", [1]):
        assert conflict(club, "absent", seat, "operator") == "not-meant"
    assert conflict(club, "back", 1, "operator") == "not-meant"
    assert len(club.records) == before and club.match.away == [0, 0, 0, 0]
    club.note(club.referee.correct(["absent", 3, "operator"]))
    assert club.records[-1][0] == "answer" and club.of("table")[-1] == ("table", "absent", 3, [], [])
    assert conflict(club, "absent", 3, "operator") == "not-meant"
    open_vote(club, "R08")
    press(club, (0, YES), (1, YES), (2, YES), (0, OK))
    lift(club, CENTRE)
    assert what(club) == "lose-chips"
    assert conflict(club, "back", 3, "operator") == "not-now"
    assert club.shadow_facts == club.facts


def test_u45_a_call_keeps_the_keys_of_all_others():
    """Anything is declared, by any seat, in the middle of a vote."""
    for declare in (0, 1):
        club = Assembly(5)
        open_vote(club, "R06")
        press(club, (0, YES), (1, NO), (2, YES))
        if declare:
            club.note(club.referee.correct(["absent", 4, "operator"]))
        else:
            press(club, (3, OK), *[(3, YES)] * 1, (3, OK), *[(3, YES)] * 4, (3, OK), (1, YES))
        assert club.match.away == [0, 0, 0, 0, 1] and what(club) == "vote"
        press(club, (3, NO), (0, OK))
        assert club.of("vote")[0][1] == ["YES", "NO", "YES", "NO", None]
        assert club.shadow_facts == club.facts


def test_u46_a_void_turn_and_a_leaver_do_not_shift_the_end_card():
    club = Assembly(5, given={"stack_top": 16})
    lay(club, CENTRE, "END")
    assert refused(club) == ["end-card-early"]
    lift(club, CENTRE)
    club.note(club.referee.correct(["void", "misdeal", "operator"]))
    lay(club, CENTRE, "END")
    assert refused(club) == ["end-card-early"]
    lift(club, CENTRE)
    club.turn("B05", "NNNNN")
    club.turn("END")
    assert club.of("end_card") == [("end_card", 1)]
