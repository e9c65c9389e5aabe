"""DemoS, the sides: who plays with whom.

A side is a list of seats: a single player, a team, or the Independent. Sides are counted from 0; in a game
of single players the side is the seat. Two against three puts the pair first; two pairs and an Independent
put the Independent last.

A team stands in the dealing order at the place of its earliest member [V6]. How sides are made, and how many
vetoes they have, is in `demos_sides`.
"""


def side_of(sides, seat):
    """The number of the side that `seat` plays for."""
    for i in range(len(sides)):
        if seat in sides[i]:
            return i
    raise ValueError(f"seat {seat} plays for no side")


def independent(mode, sides):
    """The seat of the Independent, or None where there is none."""
    return sides[2][0] if mode == "2v2+1" else None


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
