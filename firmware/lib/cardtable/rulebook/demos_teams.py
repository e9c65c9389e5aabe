"""DemoS, the sides: who plays with whom.

A side is a list of seats: a single player, a team, or the Independent. Sides are counted from 0; in a game
of single players the side is the seat. Two against three puts the pair first; two pairs and an Independent
put the Independent last.

Every side has one veto a game and the pair against three has two [V7]; members of a team have none of their
own [V8]; there is no vote in the learning game. A team stands in the dealing order at the place of its
earliest member [V6].

Partners sit where they like; the table warns when they are neighbours [S3]. Against a pair, two of the three
always are.
"""


def _pairs(seats):
    """The three ways to make two pairs of four seats."""
    first = seats[0]
    ways = []
    for partner in seats[1:]:
        ways.append([[first, partner], [seat for seat in seats if seat not in (first, partner)]])
    return ways


def line_ups(mode, seats):
    """Every way to make the sides, each a list of sides: 1 of single players, 3 in 2v2, 10, 15.

    To draw lots, pick one by its number.
    """
    players = list(range(seats))
    if mode == "2v2":
        return _pairs(players)
    ways = []
    if mode == "2v3":
        for a in players:
            for b in players[a + 1 :]:
                ways.append([[a, b], [seat for seat in players if seat not in (a, b)]])
    elif mode == "2v2+1":
        for alone in players:
            for pairs in _pairs([seat for seat in players if seat != alone]):
                ways.append(pairs + [[alone]])
    else:
        ways.append([[seat] for seat in players])
    return ways


def side_of(sides, seat):
    """The number of the side that `seat` plays for."""
    for i in range(len(sides)):
        if seat in sides[i]:
            return i
    raise ValueError(f"seat {seat} plays for no side")


def independent(mode, sides):
    """The seat of the Independent, or None where there is none."""
    return sides[2][0] if mode == "2v2+1" else None


def vetoes(mode, sides):
    """How many vetoes each side begins with."""
    if mode == "learning":
        return [0] * len(sides)
    return [2, 1] if mode == "2v3" else [1] * len(sides)


def in_order(sides, dealer, seats):
    """The numbers of the sides in dealing order: who sits left of the dealer comes first, the dealer last."""
    order = []
    for i in range(1, seats + 1):
        side = side_of(sides, (dealer + i) % seats)
        if side not in order:
            order.append(side)
    return order


def in_turn(match, seat):
    """The seats that have not left, clockwise, beginning with `seat` (any whole number) [S11]."""
    seats = [(seat + i) % match.seats for i in range(match.seats)]
    return [one for one in seats if one not in match.away]


def here(match):
    """The sides, without who has left."""
    return [[seat for seat in side if seat not in match.away] for side in match.sides]


def neighbours(sides, seats):
    """The partners that sit side by side, as pairs [seat, the seat on its left]."""
    pairs = []
    for seat in range(seats):
        left = (seat + 1) % seats
        if side_of(sides, seat) == side_of(sides, left):
            pairs.append([seat, left])
    return pairs
