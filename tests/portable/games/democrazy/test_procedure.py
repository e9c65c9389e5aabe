"""Democrazy, the course: set-up, turns, proposals, votes, calls, who leaves; table procedure [section 9]."""

from cardtable.engine.asks.base import CENTRE, FINE, KEEP, LAY, MISSING, NO, OK, OUT, PRESS_OK, REMOVE, YES
from cardtable.wire.frames import encode
from democrazy_players import (
    Assembly,
    Club,
    card,
    lay,
    lift,
    name,
    only,
    open_vote,
    press,
    prompt,
    refused,
    what,
)

# -- the set-up --------------------------------------------------------------------------------------


def test_4_2_the_set_up():
    for seats, start in ((4, 6), (7, 5), (10, 4)):
        club = Club(seats, {"start_player": "2"}, 3, shadow=True)
        while not club.of("setup"):
            club.answer()
        _, chips, wilds, reserve, private, traits, seat = club.of("setup")[0]
        assert [len(one) for one in chips] == [start] * seats and wilds == [1] * seats
        assert reserve == 10 - seats and private == 0 and seat == 1 and len(traits) == seats
        assert what(club) == "propose" and club.match.proposals == 0


def test_u31_chips_of_the_set_up_never_end_the_game():
    few = {"chips_red": 6, "chips_green": 6, "chips_blue": 6, "chips_yellow": 6}
    club = Club(4, few, 3)
    while not club.of("setup"):
        club.answer()
    assert sum(club.match.chips) == 24 and club.match.ended is None


def test_wilds_are_shown_face_down_and_stay_hidden():
    club = Club(4, {}, 3, shadow=True)
    while what(club) != "show-wild":
        club.answer()
    club.answer()
    assert [len(wilds) for wilds in club.match.wilds] == [1, 1, 1, 1]
    assert [club.shadow.table.sees(wilds[0]) for wilds in club.match.wilds] == [False] * 4
    assert sorted(club.game.kept(club.match)) == sorted([wilds[0] for wilds in club.match.wilds])


def test_a_wild_is_due_at_the_set_up():
    club = Club(4, {}, 3)
    while what(club) != "show-wild":
        club.answer()
    lay(club, 2, "YES1")
    lay(club, 1, "R01")
    assert refused(club) == ["wild-due", "wild-due"]


def test_u28_hidden_laws():
    club = Club(4, {"private_law": "on"}, 3, shadow=True)
    while what(club) != "show-private":
        club.answer()
    lay(club, 0, "B15")
    assert refused(club) == ["private-due"]
    club.quickly()
    told = [fact[7] for fact in club.of("score")]
    assert [name(one)[3:] for one in told] == ["#2"] * 4 and club.of("setup")[0][4] == 4


def test_u28_a_hidden_law_is_not_proposed():
    club = Assembly(4, given={"private_law": "on"})
    lay(club, CENTRE, "B15#2")
    assert refused(club) == ["private-law"]


# -- the proposal ------------------------------------------------------------------------------------


def test_a_proposal_by_hand():
    club = Assembly(4, "R G B Y", "B05")
    assert prompt(club)[:2] == ("propose", (16,)) and prompt(club)[2][:4] == [LAY, 8, 8, 8]
    lay(club, CENTRE, "YES1")
    assert refused(club) == ["law-due"]
    lift(club, CENTRE)
    lay(club, CENTRE, "B06")
    assert prompt(club)[:2] == ("debate", ("B06", "B05", "value color=G pts=2"))
    press(club, (0, OK))
    assert prompt(club)[:2] == ("vote", ("B06", "B05", "value color=G pts=2"))
    assert club.of("proposal") == [
        ("proposal", 8, 0, card("B06"), "value color=G pts=2", card("B05"), "symbol")
    ]
    press(club, (0, YES), (1, YES), (2, YES), (3, NO), (0, OK))
    assert prompt(club)[:2] == ("clear-placed", ("B06", 1, "B05"))
    lift(club, CENTRE)
    assert club.lying() == "B06" and club.match.seat == 1 and what(club) == "propose"


def test_a_law_may_be_taken_back_until_the_vote_opens():
    club = Assembly(4)
    lay(club, CENTRE, "R06")
    press(club, (0, NO))
    assert what(club) == "propose" and only(club.facts, "taken_back")[0][2:] == (card("R06"), "taken back")
    lift(club, CENTRE)
    lay(club, CENTRE, "R07")
    press(club, (0, NO))
    lift(club, CENTRE)
    lay(club, CENTRE, "R06")  # it went back to the hand
    assert prompt(club)[:2] == ("debate", ("R06", None, "draw who=all n=2"))


def test_a_law_is_proposed_once():
    club = Assembly(4)
    club.turn("R06", "NNNN")
    lay(club, CENTRE, "R06")
    assert refused(club) == ["already-played"]
    lift(club, CENTRE)
    club.turn("B05", "YYYY")
    lay(club, CENTRE, "B05")  # it lies on the table
    assert refused(club) == ["not-taken"]


def test_10_6_the_seventh_law():
    six = "B01 B15 B16 B17 B18 B21"
    club = Assembly(4, laws=six)
    club.adopt("B03")  # the same symbol: nothing to be named
    assert club.lying() == "B15 B16 B17 B18 B21 B03" and club.match.laws[5 * 4 + 2] == 1
    club = Assembly(4, laws=six)
    club.turn("B22", "B17", "NNNN")
    assert club.lying() == six  # rejected: nothing goes
    facts = club.turn("B24", "B17", "YYYY")
    assert club.lying() == "B01 B15 B16 B18 B21 B24" and club.match.laws[5 * 4 + 2] == 4  # [U33] its place
    assert only(facts, "proposal")[0][5:] == (card("B17"), "named")


def test_9_the_law_to_be_replaced_is_shown_on_the_own_pad():
    club = Assembly(4, laws="B01 B15 B16 B17 B18 B21")
    lay(club, CENTRE, "B22")
    assert prompt(club)[:2] == ("replace", ("B01", "B15", "B16", "B17", "B18", "B21"))
    lay(club, 0, "B05")
    assert refused(club) == ["stands-for-nothing"]
    lift(club, 0)
    lay(club, 0, "B16")
    press(club, (0, OK))
    assert what(club) == "clear-shown" and prompt(club)[3][CENTRE] != REMOVE
    lift(club, 0)
    assert prompt(club)[:2] == ("debate", ("B22", "B16", "bonus per=own_law pts=2"))


def test_u33_nothing_is_named_where_nothing_has_to_go():
    club = Assembly(4, laws="B01 B15")
    lay(club, CENTRE, "B22")
    assert what(club) == "debate"
    lay(club, 0, "B15")
    assert refused(club) == ["not-taken"]


def test_max_blue():
    club = Assembly(4, laws="B01 B15", given={"max_blue": 2})
    club.turn("B22", "B01", "YYYY")
    assert club.lying() == "B15 B22"


def test_places_are_the_lowest_free_ones():
    club = Assembly(4, laws="B01 B15 B16")
    club.adopt("R14")
    club.adopt("B22")
    assert club.match.laws[2::4] == [2, 3, 1]


# -- the vote ----------------------------------------------------------------------------------------


def test_9_a_vote_by_hand():
    club = Assembly(5, wilds="DY1 DN1 - - -")
    open_vote(club, "R06")
    assert prompt(club)[2][:5] == [LAY] * 5 and prompt(club)[3][:5] == [MISSING] * 5
    lay(club, 2, "R07")
    lay(club, 3, "DN1")
    lay(club, 4, "SC1")
    assert refused(club) == ["vote-due", "with-another", "spent-wild"]
    lift(club, 2, 3, 4)
    lay(club, 2, "NO9")  # a card of any seat
    press(club, (2, YES))
    assert refused(club) == ["card-counts"]
    press(club, (0, OK))
    assert refused(club) == ["not-all-voted"]
    lay(club, 0, "DY1")
    press(club, (1, NO), (3, NO), (4, NO))
    assert prompt(club)[2][:5] == [PRESS_OK, 8, 8, 8, 8] and what(club) == "vote-ok"
    assert prompt(club)[3][:3] == [FINE, 0, FINE]
    assert club.of("vote") == []
    press(club, (0, OK))
    vote = club.of("vote")[0]
    assert vote[1:3] == (["DY", "NO", "NO", "NO", "NO"], ["card", "key", "card", "key", "key"])
    assert vote[4:] == (0, 4, [[0, "DY", "acts"]], "definite", True)
    assert what(club) == "clear-adopted" and prompt(club)[3][:3] == [OUT, 0, KEEP]
    assert club.match.reserve == 1 and club.match.wilds[0] == []


def test_9_pads_are_clear_when_a_vote_opens():
    club = Assembly(4)
    lay(club, 1, "YES1")
    open_vote(club, "R06")
    assert what(club) == "clear-vote" and prompt(club)[3][1] == REMOVE and prompt(club)[3][CENTRE] == 4
    lift(club, 1)
    assert what(club) == "vote" and prompt(club)[3][1] == MISSING


def test_keys_pressed_before_the_vote_do_not_count():
    club = Assembly(4)
    lay(club, CENTRE, "R06")
    press(club, (1, NO), (0, OK))
    assert prompt(club)[2][:4] == [LAY] * 4


def test_a_wild_is_spent_after_one_vote():
    club = Assembly(4, wilds="DY1 - - -")
    club.turn("B05", "wNNN")
    lay(club, CENTRE, "B08")
    press(club, (1, OK))
    lay(club, 0, "DY1")
    assert refused(club) == ["spent-wild"]


def test_a_banned_wild_is_refused_when_it_is_laid():
    club = Assembly(4, laws="B37", wilds="DY1 - - -")
    open_vote(club, "R06")
    lay(club, 0, "DY1")
    assert refused(club) == ["wild-banned"]
    press(club, (1, NO), (2, NO), (3, NO), (0, OK))
    assert refused(club) == ["not-all-voted"]


def test_wilds_are_void_but_spent():
    club = Assembly(4, wilds="DY1 DN1 - -")
    facts = club.turn("B05", "wwNY")
    assert only(facts, "vote")[0][6] == [[0, "DY", "void"], [1, "DN", "void"]]
    assert club.match.wilds == [[], [], [], []] and club.match.reserve == 2


def test_the_shadow_knows_a_wild_only_when_it_is_revealed():
    club = Assembly(4, wilds="DY1 DN1 - -")
    open_vote(club, "R06")
    lay(club, 0, "DY1")
    assert not club.shadow.table.sees(club.match.wilds[0][0])
    press(club, (1, NO), (2, NO), (3, NO), (0, OK))
    assert club.shadow_facts == club.facts and club.of("vote")[0][1][0] == "DY"


# -- turns -------------------------------------------------------------------------------------------


def test_u02_counter_clockwise():
    club = Assembly(4)
    club.adopt("B42")
    assert club.match.seat == 1  # it works from the next turn on
    club.turn("R06", "NNNN")
    assert club.match.seat == 0
    club.adopt("R12")
    assert club.match.seat == 1  # it has gone, and counts no more


def test_a_blue_law_works_from_the_next_turn_on():
    club = Assembly(4)
    club.adopt("B34")
    assert club.match.fresh is None  # the next turn has begun
    facts = club.turn("B05", "YYNN")
    assert only(facts, "vote")[0][7] == "threshold"


def test_the_end_card_is_drawn():
    club = Assembly(4, "R GG B Y")
    facts = club.turn("END")
    assert facts[0] == ("end_card", 0) and only(facts, "proposal") == []
    assert club.of("result")[0][1] == [1] and club.referee.over


# -- records -----------------------------------------------------------------------------------------


def test_the_longest_record_fits_a_line():
    """Six laws with filled gaps, hidden laws, many laws gone, and all wilds there may be in one hand."""
    for seats, wilds in ((10, {}), (7, {"wilds_dy": 10, "wilds_dn": 8})):
        club = Club(seats, dict(wilds, private_law="on"), 5)
        while not club.of("setup"):
            club.answer()
        match = club.match
        held = [10, 10, 3, 1] + [1, 1, 2, 1] * 7 + [0, 10, 1, 1] + [0, 0, 0, 1]
        match.chips = held[: 4 * seats]
        fills = ("Y/-1", "Y/-1", "Y/-1", "Y/-1", "", "")
        match.laws = [[130 + i // 4, 9, 6, fills[i // 4]][i % 4] for i in range(24)]
        match.gone = "-" * len(match.gone)
        match.fresh = 135
        match.traits = [(1 << seats) - 1] * 3
        match.away = [1] * seats
        match.wilds = [[4096 + 20 + seat] for seat in range(seats)]
        match.wilds[0] = match.wilds[0] + list(range(4200, 4200 + match.reserve))
        match.ended = "end-card"
        match.turn = match.proposals = match.milled = 25
        match.extra = match.on_top = 1
        record = ["end", 26, 120, match.state(), 4294967295]
        assert len(encode(["ev", 99999, 999, 99999, 4294967295] + record)) <= 500  # or encode says so
