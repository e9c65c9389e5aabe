"""Democracy sections 5 and 12: who wins a trick, and who captures what."""

from card_lists import parse_list
from cardtable.engine import cards
from cardtable.games.democracy.trick import captures, decide

HOUSE = {"joker": "wild5", "trump_tie": "split"}


def trick(pool, plays, named=None, **changes):
    """(winner or None, seats that tied, why) of a trick in notation."""
    options = dict(HOUSE)
    options.update(changes)
    played = parse_list(plays)
    return decide(played, cards.suit_of(cards.parse(pool)), options, named or [None] * len(played))


def test_worked_examples():
    for pool, plays, winner in (
        ("KS", "7S 5H 4D", 0),
        ("KS", "5S 6S 4S", 1),
        ("6S", "5S 4H 7C", 0),  # the 6 of the pool is no play [A05]
        ("KS", "5H 6H 4D", 0),  # the idiot works in trumps only
        ("KS", "7H 7D 6C", None),
        ("KS", "X1 5H 4D AC", None),
        ("KS", "X1 6S 4D", 1),
        ("X1", "5H 6H 4D", 0),
        ("QS#1", "KS#1 KS#2 9S#1 4H#1", None),
    ):
        assert trick(pool, plays)[0] == winner, (pool, plays)
    assert trick("QS#1", "KS#1 KS#2 9S#1 4H#1", trump_tie="cancel")[0] == 2
    assert trick("KS", "X1 6H", joker="dummy")[0] == 1


def test_why():
    assert trick("KS", "7S 5H 4D") == (0, [], "highest trump")
    assert trick("KS", "5S 6S 4S") == (1, [], "village idiot")
    assert trick("KS", "7H 4D 6C") == (1, [], "highest card")
    assert trick("KS", "7H 7D 6C") == (None, [0, 1], "tie")
    assert trick("QS#1", "KS#1 KS#2 9S#1") == (None, [0, 1], "trump tie")
    assert trick("QS#1", "KS#1 KS#2 9S#1", trump_tie="cancel") == (2, [], "highest trump left")


def test_rank_decides_not_value():
    assert trick("KS", "AH 3D 6C")[0] == 1
    assert trick("KS", "JH QD KC")[0] == 2
    assert trick("KS", "7H 6D")[0] == 0
    assert trick("KS", "6S 5H")[0] == 0


def test_idiot_beats_two_equal_trumps_A06():
    assert trick("QS#1", "4S#1 4S#2 5S 6S")[0] == 3
    assert trick("QS#1", "4S#1 4S#2 6S")[0] is None
    assert trick("QS#1", "4S#1 4S#2 6S", trump_tie="cancel")[0] == 2


def test_trump_tie_A10():
    assert trick("9S#1", "KS#1 KS#2 QS#1 QS#2 4H#1", trump_tie="cancel") == (None, [0, 1], "trump tie")
    assert trick("9S#1", "KS#1 KS#2 QS#1 QS#2 JS#1", trump_tie="cancel")[0] == 4
    assert trick("9S#1", "QS#1 QS#2 KS#1")[0] == 2
    # Without trumps equal cards tie, whatever the setting.
    assert trick("9S#1", "KH#1 KH#2 QH#1", trump_tie="cancel") == (None, [0, 1], "tie")


def test_tie_below_the_highest_A09():
    assert trick("KS", "7H 7D AC")[0] == 2
    assert trick("9S#1", "7S#1 7S#2 AS#1")[0] == 2


def test_joker_is_never_trump_A19():
    assert trick("KS", "X1 7H")[0] == 0
    assert trick("KS", "X1 X2 7H") == (None, [0, 1], "tie")
    assert trick("X1", "X2 4H")[0] == 0
    assert trick("KS", "X1 4S 6S")[0] == 1


def test_declared_joker_A11():
    assert trick("KS", "X1 4H 3D", [11, None, None], joker="declared") == (None, [0, 1], "tie")
    assert trick("KS", "X1 4H 3D", [1, None, None], joker="declared")[0] == 1
    assert trick("KS", "X1 4H 3D", joker="declared")[0] == 0
    assert trick("KS", "X1 X2 3D", [12, 11, None], joker="declared")[0] == 0
    # Declared a 6 in a suit of its own: no idiot.
    assert trick("KS", "X1 5H", [1, None], joker="declared")[0] == 1


def test_dummy_joker_A12():
    assert trick("KS", "X1 6H 7D", joker="dummy")[0] == 2
    assert trick("KS", "X1 X2", joker="dummy") == (None, [0, 1], "only jokers")
    assert trick("X1", "X2 6H", joker="dummy")[0] == 1
    assert trick("KS", "X1 6H 6D", joker="dummy") == (None, [1, 2], "tie")


def captured(pool, plays, winner, keepers):
    got, lost = captures(parse_list(plays), cards.parse(pool), winner, keepers)
    return [[cards.text(card) for card in some] for some in got], [cards.text(card) for card in lost]


def test_captures_A07_A08_A13():
    assert captured("KS", "7S 5H 4D", 0, []) == ([["7S", "5H", "4D", "KS"], [], []], [])
    assert captured("X1", "7S 5H 4D", 1, []) == ([[], ["7S", "5H", "4D", "X1"], []], [])
    assert captured("KS", "7H 7D 6C", None, [0, 1, 2]) == ([["7H"], ["7D"], ["6C"]], ["KS"])
    assert captured("KS", "7H 7D 6C", None, [0, 1]) == ([["7H"], ["7D"], []], ["6C", "KS"])
    assert captured("X1", "X2 5H", None, [0, 1]) == ([["X2"], ["5H"]], ["X1"])
