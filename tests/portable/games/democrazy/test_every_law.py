"""Democrazy, every law of the deck: it is adopted by a vote, and what it does then is checked.

The tables below have a row for each of the 74 laws, and `test_no_law_is_left_out` holds that. So has the
last test for every two laws of which only the earlier counts [4.6].
"""

from cardtable.engine.asks.base import CENTRE, OK
from cardtable.games.democrazy.law import COLOURS
from cardtable.games.democrazy.law_rows import LAWS
from democrazy_players import Assembly, card, name, only

NAMES = [row.split(" ")[0] for row in LAWS]

# Red laws that move chips: chips before, what people choose, chips afterwards, or how many where they are
# drawn by lot.
CHIPS = {
    "R01": ("RGBY YY - RRY", "", "RGB - - RR"),
    "R02": ("RGBY YY - RRY", "", "GBY YY - Y"),
    "R03": ("RGBY YY - RRY", "", "RBY YY - RRY"),
    "R04": ("RGBY YY - RRY", "", "RGY YY - RRY"),
    "R05": ("RRR G - Y", "", "Y RRR G -"),
    "R06": ("R G - -", "", "3 3 2 2"),
    "R07": ("R G - -", "", "2 2 1 1"),
    "R08": ("RGBY YY - RRY", "G R", "RBY Y - RY"),
    "R09": ("RR RG B GG", "R", "R G B G"),
    "R10": ("RRR GGG - -", "", "RR GG R G"),
    "R11": ("RR R R GGG", "", "2 3 3 3"),
    "R20": ("RRRRRRRR R GGGGGG -", "", "6 6 6 6"),
    "R21": ("RRRRRRRRRR YYYYYYYY B -", "", "RRRRRRRR YYYYYYYY B -"),
    "R22": ("RRR G - YY", "3", "YY G - RRR"),
    "R23": ("RRRR G - YY", "", "4 1 0 2"),
    "R24": ("RG B - YYY", "R G nothing Y nothing", "2 1 0 3"),
    "R25": ("R GB YY -", "G", "RGY B Y -"),
    "R28": ("RG BY RR GB", "G Y B", "RB GB RY RG"),
    "R29": ("RB BB - YB", "", "RB B BB Y"),
    "R30": ("RRG RRB BY Y", "", "R R - -"),
}

# Blue laws that count at the end: how many points more or less each seat has than chips, for HELD.
HELD = "RRGGGB YYYY R B"
POINTS = {
    "B01": [-2, 0, -1, 0],
    "B02": [2, 0, 1, 0],
    "B03": [4, 0, 2, 0],
    "B04": [8, 0, 4, 0],
    "B05": [-3, 0, 0, 0],
    "B06": [3, 0, 0, 0],
    "B07": [6, 0, 0, 0],
    "B08": [-1, 0, 0, -1],
    "B09": [1, 0, 0, 1],
    "B10": [2, 0, 0, 2],
    "B11": [0, -4, 0, 0],
    "B12": [0, 4, 0, 0],
    "B13": [0, 8, 0, 0],
    "B14": [0, -8, 0, 0],
    "B16": [0, 10, 10, 10],
    "B17": [8, 8, 0, 0],
    "B18": [9, 3, 0, 3],
    "B19": [-3, 0, 0, 0],
    "B20": [0, -4, -1, -1],
    "B21": [0, 0, 6, 6],
    "B22": [2, 0, 0, 0],  # seat 0 proposed it
    "B23": [4, 0, 4, 0],  # seats 0 and 2 have a wild
    "B25": [5, 5, 0, 0],  # beards
    "B26": [0, 0, 5, 0],  # blue eyes
    "B27": [0, 0, 0, 4],  # glasses
}


def adopted(law, *said, chips=HELD, **more):
    """The club after all have voted for `law`, and the facts of that turn."""
    club = Assembly(4, chips, shadow=False, **more)
    facts = club.adopt(law, *said)
    assert only(facts, "vote")[0][8] and only(facts, "proposal")[0][3] == card(law)
    return club, facts


def result(club):
    """Return how many points more or less than chips each seat has when the End Card is drawn now."""
    club.turn("END")
    if not club.referee.over:
        club.turn("oooo")  # no seat contests a trait
    return [fact[8] - sum(fact[2]) for fact in club.of("score")]


# -- red laws ----------------------------------------------------------------------------------------


def test_laws_that_move_chips():
    for law in CHIPS:
        before, said, after = CHIPS[law]
        club, facts = adopted(law, *said.split(), chips=before)
        now = club.held()
        if after[0].isdigit():
            now = " ".join([str(len(word.replace("-", ""))) for word in now.split()])
        assert now == after, law
        effect = only(facts, "effect")
        assert len(effect) == 1 and effect[0][1] == card(law) and effect[0][4], law


def r12():
    club, facts = adopted("R12", laws="B05 B28")
    assert club.lying() == "" and only(facts, "effect")[0][5] == ["B05", "B28"]


def r13():
    assert adopted("R13", laws="B28 B05 B19 B21")[0].lying() == "B28 B21"


def r14():
    assert adopted("R14", laws="B28 B05 B21")[0].lying() == "B05 B21"


def r15():
    assert adopted("R15", "B05", laws="B28 B05 B21")[0].lying() == "B28 B21"


def r16():
    club, _ = adopted("R16", wilds="DY1 - SC1 -", reserve=8)
    assert [len(wilds) for wilds in club.match.wilds] == [1, 1, 1, 1] and club.match.reserve == 6


def r17():
    club = Assembly(4, wilds="DY1 - SC1 -")
    first, _, third, _ = [list(wilds) for wilds in club.match.wilds]
    club.adopt("R17")
    assert club.match.wilds == [[], first, [], third]


def r18():
    """Hands are not tracked: the table says who hands them on, and waits for the OK."""
    club = Assembly(4)
    club.said = ["R18", "YYYY"]
    while club.referee.ask.what != "pass-hands":
        club.answer()
    assert club.referee.ask.args == ("left",)


def r19():
    club, facts = adopted("R19", "B01", "B02")
    assert only(facts, "effect")[0][5] == ["B01", "B02"]
    club.feed(("laid", CENTRE, card("B01")))  # it has gone
    assert [code for code, _ in club.refused] == ["already-played"]


def r26():
    facts = Assembly(4).turn("R26", "NYYY")
    moves = only(facts, "effect")[0][4]
    assert [move[:2] for move in moves] == [["bag", 0]] and len(moves[0][2]) == 2


def r27():
    assert adopted("R27", seat=2)[0].match.seat == 2


# -- blue laws that count at the end -----------------------------------------------------------------


def test_laws_that_count_at_the_end():
    for law in POINTS:
        club, _ = adopted(law, wilds="DY1 - SC1 -", traits=[3, 4, 8])
        assert club.lying() == law and result(club) == POINTS[law], law


def b15():
    assert result(adopted("B15", chips="RRGGBBYY RGBY RGB -")[0]) == [8, 4, 0, 0]


def b24():
    club, _ = adopted("B24")
    result(club)
    assert club.of("result")[0] == ("result", [1], [6, 4, 1, 1], ["end-card", "second", None])


# -- blue laws that work while they lie there --------------------------------------------------------


def next_effect(law, votes):
    """(seats, movements) of what `law` does in the turn after it was adopted."""
    club, facts = adopted(law, chips="R R R R")
    assert only(facts, "effect") == []
    effects = only(club.turn("B01", votes), "effect")
    assert [name(effect[1]) for effect in effects] == [law] * len(effects)
    return [(effect[3], [move[:2] + [len(move[2])] for move in effect[4]]) for effect in effects]


def b28():
    drawn = [["bag", 2, 1], ["bag", 3, 1], ["bag", 0, 1]]
    assert next_effect("B28", "NYNN") == [([2, 3, 0], drawn)]


def b29():
    assert next_effect("B29", "YNNN") == [([0], [["bag", 0, 3]])]


def b30():
    assert next_effect("B30", "YNNN") == [([0], [[0, "bag", 1]])]


def b31():
    assert next_effect("B31", "YYYN") == [([1], [["bag", 1, 1]])]
    assert next_effect("B31", "NNNN") == []


def b32():
    assert next_effect("B32", "NNNN") == [([1], [[1, "bag", 1]])]
    assert next_effect("B32", "YYYN") == []


def b43():
    assert next_effect("B43", "NNNN") == [([1], [["bag", 1, 1]])]


def next_vote(law, proposed, votes, **more):
    """The fact of the vote after the one in which `law` was adopted."""
    return only(adopted(law, **more)[0].turn(proposed, votes), "vote")[0]


def b33():
    vote = next_vote("B33", "B01", "NYNN")
    assert vote[3] == [1, 2, 1, 1] and vote[4:6] == (2, 3)


def b34():
    assert next_vote("B34", "B02", "YYNN")[7:] == ("threshold", False)  # white: a tie would adopt
    assert next_vote("B34", "B02", "YYYN")[7:] == ("threshold", True)


def b35():
    vote = next_vote("B35", "B01", "NNYY")
    assert vote[3] == [1, 1, 2, 2] and vote[4:6] == (4, 2)


def b36():
    assert next_vote("B36", "B01", "YYNN")[7:] == ("circle", True)  # B01 is black
    assert next_vote("B36", "B02", "YYNN")[7:] == ("circle", False)


def b37():
    club, _ = adopted("B37", wilds="DY1 - - -")
    club.feed(("laid", CENTRE, card("B01")))
    club.feed(("key", 1, OK))
    club.feed(("laid", 0, card("DY1")))
    assert club.refused == [("wild-banned", 0)]


def caught(law):
    """The chips that seat 3 pays when it is caught."""
    club, _ = adopted(law, chips="R R R RR")
    facts = club.turn("call 2", "caught", "3", "yyy", "B01", "NNNN")
    assert only(facts, "conduct")[0][1:3] == (3, law)
    return only(facts, "effect")[0][4]


def b38():
    assert caught("B38") == [[3, "bag", "R"]]


def b39():
    assert caught("B39") == [[3, "bag", "R"]]


def b40():
    assert caught("B40") == []  # no game effect


def b41():
    assert caught("B41") == [[3, "bag", "R"]]


def b42():
    club, _ = adopted("B42")
    club.turn("B01", "NNNN")
    assert club.match.seat == 0


def b44():
    club, _ = adopted("B44", laws="B05")
    facts = club.turn("R12", "YYYY")
    assert club.lying() == "B05 B44" and only(facts, "effect")[0][5] == ["protected"]


OTHERS = {
    "R12": r12, "R13": r13, "R14": r14, "R15": r15, "R16": r16, "R17": r17, "R18": r18, "R19": r19,
    "R26": r26, "R27": r27, "B15": b15, "B24": b24, "B28": b28, "B29": b29, "B30": b30, "B31": b31,
    "B32": b32, "B33": b33, "B34": b34, "B35": b35, "B36": b36, "B37": b37, "B38": b38, "B39": b39,
    "B40": b40, "B41": b41, "B42": b42, "B43": b43, "B44": b44,
}  # fmt: skip


def test_all_other_laws():
    for law in OTHERS:
        OTHERS[law]()


def test_no_law_is_left_out():
    assert sorted(list(CHIPS) + list(POINTS) + list(OTHERS)) == sorted(NAMES) and len(NAMES) == 74


# -- two laws of which only the earlier counts -------------------------------------------------------

# The operations that write a key.
KEYS = ("value", "basis", "winner", "threshold", "circles", "wild_rule", "direction", "weight")


def keys_of(law):
    """Return the values of a law of which only the earliest counts, "value:R" and so on, and the rest."""
    words = [row for row in LAWS if row.startswith(law)][0].split(" ")
    found = {}
    for i in range(3, len(words)):
        if words[i] in KEYS:
            args = dict([word.split("=") for word in words[i + 1 :]])
            key = words[i] + (":" + args["color"] if words[i] == "value" else "")
            found[key] = args
    return found


def reading(club, key):
    """Return the value that counts for this key at the end; for weights, in the vote of this turn."""
    if key == "weight":
        club.turn("B05", "NNNN")
        return club.of("vote")[-1][3]
    club.turn("END")
    points = club.of("score")[0]
    return points[4] if key == "basis" else points[3][COLOURS.index(key[-1])]


def wanted(law, key):
    args = keys_of(law)[key]
    return args["mode"] if key == "basis" else int(args["pts"])


def test_4_6_of_every_two_laws_that_write_the_same_key_the_earlier_counts():
    """They share a symbol and so replace each other; they lie together only if that is a law of one's own."""
    pairs = {}
    for one in NAMES:
        for other in NAMES:
            for key in keys_of(one):
                if one == other or key not in keys_of(other):
                    continue
                pairs[key] = pairs.get(key, 0) + 1
                club = Assembly(4, "RRGGG BBYY RGB R", one + " " + other, shadow=False)
                told = club.of("laws")[0][5]
                found = reading(club, key)
                if key == "weight":  # each speaks of another voter; of the same one: test_democrazy_vote
                    assert told == [] and found == [2, 1, 1, 2]
                else:
                    assert told == [[other, key, one]] and found == wanted(one, key), (one, other)
    assert pairs == {"value:R": 12, "value:G": 6, "value:B": 6, "value:Y": 12, "basis": 2, "weight": 2}
