"""Democrazy, the count of a vote: [4.4], and the rulings on it."""

from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.games.democrazy import vote
from cardtable.games.democrazy.law import read_law, read_row
from democrazy_players import card

democrazy = registry.load("democrazy")

WORDS = {"y": "YES", "n": "NO", "Y": "DY", "N": "DN", "S": "SC", "-": None}


def counted(votes, circle="black", laws="", active=0, totals=None, **given):
    """The Count of a text such as `yynY-`: plain yes and no, Definite YES and NO, Scam, none."""
    options = resolve(democrazy, max(4, len(votes)), given)
    votes = [WORDS[vote] for vote in votes]
    in_force = [read_law(card(name), options) for name in laws.split()]
    totals = totals or [6] * len(votes)
    weight = vote.weights(in_force, votes, active, totals)
    return vote.count(votes, weight, circle == "white", in_force, options)


def outcome(votes, circle="black", laws="", **given):
    count = counted(votes, circle, laws, **given)
    return count.adopted, count.rule


# -- the cases of section 10 -------------------------------------------------------------------------


def test_10_1_a_tie_is_decided_by_the_circle():
    assert outcome("yyynnn", "white") == (True, "circle")
    assert outcome("yyynnn", "black") == (False, "circle")
    assert outcome("yyynnn", "white", "B36") == (False, "circle")
    assert outcome("yyynnn", "black", "B36") == (True, "circle")


def test_10_2_wilds():
    assert outcome("nnnnnY") == (True, "definite")
    assert outcome("nnnnYN") == (False, "majority")
    assert outcome("YYnnn") == (False, "majority")
    assert outcome("Syyyy") == (False, "scam majority")


def test_10_3_a_scam_and_a_definite():
    assert outcome("SYnnny") == (False, "majority")
    assert outcome("SYnnny", wild_policy="definites_cancel") == (False, "scam definite")
    assert outcome("Ynnny", wild_policy="definites_cancel") == (True, "definite")


def test_10_4_all_play_wilds():
    assert outcome("YNSYNS", "white") == (True, "circle")
    assert outcome("YNSYNS", "black") == (False, "circle")


def test_10_5_two_thirds():
    assert outcome("yyyynn", "black", "B34") == (True, "threshold")
    assert outcome("yyynn", "white", "B34") == (False, "threshold")
    assert outcome("----", "white", "B34") == (True, "circle")  # 0 to 0: no share of nothing


# -- what the wilds do -------------------------------------------------------------------------------


def test_any_two_wilds_cancel():
    for two in ("YY", "YN", "NN", "YS", "NS", "SS", "YNS"):
        count = counted("yynn" + two, "white", wild_policy="any_two_cancel")
        assert count.adopted and count.rule == "circle", two
        assert [one[2] for one in count.wilds] == ["void"] * len(two)


def test_definites_cancel_and_scams_reverse():
    def of(wilds):
        return outcome("yyn" + wilds, wild_policy="definites_cancel")

    assert of("N") == (False, "definite") and of("YN") == (True, "majority")
    assert of("NN") == (True, "majority") and of("NNS") == (False, "scam majority")
    assert of("SS") == (True, "majority") and of("SSS") == (False, "scam majority")
    assert of("NS") == (True, "scam definite") and of("NSS") == (False, "definite")


def test_pairwise_the_kind_that_is_left_forces():
    def of(wilds):
        return outcome("yyn" + wilds, wild_policy="pairwise")

    assert of("YN") == (True, "majority") and of("YNN") == (False, "definite")
    assert of("YYN") == (True, "definite") and of("YNNS") == (True, "scam definite")


def test_u03_a_wild_that_is_a_ballot():
    assert outcome("ynYN", "white", wild_is_ballot="true") == (True, "circle")
    count = counted("ynnYY", wild_is_ballot="true")
    assert (count.yes, count.no, count.adopted) == (3, 2, True)  # void, but counted
    assert count.camps["yes"] == [0]
    count = counted("ynnYN", laws="B33", active=3, wild_is_ballot="true")
    assert (count.yes, count.no) == (3, 3)


def test_u05_banned_wilds_are_abstentions():
    count = counted("ynYS", "white", "B37", wild_is_ballot="true")
    assert (count.yes, count.no, count.rule) == (1, 1, "circle")
    assert count.wilds == [[2, "DY", "banned"], [3, "SC", "banned"]]
    assert count.camps["yes"] == [0] and count.camps["no"] == [1]


def test_u06_u07_camps_of_wilds():
    assert counted("nnY").camps["with"] == [2]
    assert counted("nnYY").camps["yes"] == []
    count = counted("nnYYN", wild_policy="pairwise")
    assert count.camps["yes"] == [2, 3] and count.camps["against"] == [0, 1]  # [U06]
    count = counted("nnYS", wild_policy="pairwise")
    assert not count.adopted and count.camps["yes"] == [2] and count.camps["with"] == [0, 1]  # [U07]


def test_u08_what_a_scam_leaves_alone():
    assert outcome("yynnS", "white") == (False, "scam circle")
    assert outcome("yynnS", "white", scam_flips_tie="false") == (True, "circle")
    assert outcome("yyynS", "white", scam_flips_tie="false") == (False, "scam majority")
    assert outcome("yyynnS", "white", "B34", scam_flips_tie="false") == (True, "scam threshold")
    forced = outcome("yynnNS", "white", scam_flips_tie="false", wild_policy="pairwise")
    assert forced == (True, "scam definite")
    assert counted("yynnS", scam_flips_tie="false").wilds == [[4, "SC", "void"]]


# -- weights and camps -------------------------------------------------------------------------------


def test_u09_weights():
    assert outcome("ynn-", "white", "B33", active=0) == (True, "circle")
    assert outcome("ynnn", "black", "B33", active=0) == (False, "majority")
    poor = counted("yynnn", "black", "B35", totals=[1, 1, 5, 5, 5])
    assert (poor.yes, poor.no) == (4, 3)
    # The earliest law that speaks of the voter counts; two of them do not add up. (They share a symbol, so
    # only laws of one's own could lie together.)
    both = counted("ynn-", "black", "B35 B33", active=1, totals=[1, 5, 5, 5])
    assert (both.yes, both.no) == (2, 3)
    assert counted("y-nn", "black", "B35", totals=[3, None, 3, 3]).no == 4


def test_u09_of_two_weights_for_one_voter_the_earlier_counts():
    three = read_row(card("B45"), "B45 white house weight who=active w=3")
    two = read_row(card("B46"), "B46 white house weight who=fewest w=2")
    weights = vote.weights
    assert weights([three, two], ["YES"] * 3, 0, [1, 1, 4]) == [3, 2, 1]
    assert weights([two, three], ["YES"] * 3, 0, [1, 1, 4]) == [2, 2, 1]


def test_the_lone_voice():
    assert counted("ynnn").camps["lone"] == [0] and counted("nyyy").camps["lone"] == [0]
    assert counted("yn--").camps["lone"] == [] and counted("yynn").camps["lone"] == []
    assert counted("nnnY").camps["lone"] == [3]
    assert counted("Snnn").camps["lone"] == []
    assert counted("ynnn", laws="B33", active=1).camps["lone"] == [0]  # heads, not weights
