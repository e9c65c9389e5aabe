"""DemoS, the sides: how they are made, the vetoes, the dealing order.

A side is a list of seats: a single player, a team, or the Independent. Sides are counted from 0; in a match
of single players the side is the seat. Two against three puts the pair first; two pairs and an Independent
put the Independent last. A team has the place of its earliest member in the dealing order [V6].

Every side has one veto a match and the pair against three has two [V7]; members of a team have none of their
own [V8]; there is no vote in the learning game.

Partners sit where they like; the table warns when they are neighbours [S3]. Against a pair, two of the three
always are.

Prompts, with their args:

    choose-2v2, choose-2v3, choose-2v2+1 ()   sides-by-lot, sides-chosen (side, side)
    sides-by-lot+1, sides-chosen+1 (side, side, the Independent)
    favourite, announce-E, announce-L, announce-J (the rows)
"""

from ...engine.asks import combined
from ...engine.asks.automatic import Chance
from ...engine.asks.base import NO, OK, YES
from ...engine.asks.keys import Choose, Poll
from ...engine.cards import SUITS
from ...engine.players import take_seats

_CHOOSE = {"2v2": "choose-2v2", "2v3": "choose-2v3", "2v2+1": "choose-2v2+1"}

# The prompts that announce the sides: of two sides, and with an Independent.
_BY_LOT = ("sides-by-lot", "sides-by-lot+1")
_CHOSEN = ("sides-chosen", "sides-chosen+1")
_ANNOUNCE = ("announce-E", "announce-L", "announce-J")


def begin(table, match):
    """Begin a match: the seats, the sides, the first dealer; then the favourite suits and announced trios."""
    yield from take_seats(table, match)
    match.sides = yield from make_sides(table)
    match.vetoes = vetoes(table.options["mode"], match.sides)
    dealer = table.options["first_dealer"]
    match.dealer = (yield Chance(table.seats)) if dealer == "random" else int(dealer) - 1
    if table.options["favourite"] == "on":
        asks = [Choose(seat, tuple(SUITS), "favourite") for seat in table.all_seats()]
        match.favourites = yield combined.All(*asks)
    if table.options["declared"] == "on":
        for seat in table.seats_from(match.dealer + 1):
            match.announced[seat] = yield from announce_trio(seat)
    favourites = [None if suit is None else SUITS[suit] for suit in match.favourites]
    announced = [None if suits is None else [SUITS[suit] for suit in suits] for suits in match.announced]
    alone = independent(table.options["mode"], match.sides)
    table.tell("sides", match.sides, alone, favourites, announced)


def make_sides(table):
    """Make the sides [S12], by lot or by the keys of the seats, and return them.

    By keys each seat presses YES for the first pair, NO for the others, OK for the Independent. The table
    announces the sides, and all press OK; if they have chosen, NO chooses again. The table also warns when
    partners are neighbours [S3].
    """
    mode = table.options["mode"]
    ways = line_ups(mode, table.seats)
    if len(ways) == 1:
        return ways[0]
    by_lot = table.options["teams"] == "lots"
    while True:
        if by_lot:
            sides = ways[(yield Chance(len(ways)))]
        else:
            sides = yield from choose_sides(table, [len(side) for side in ways[0]])
        near = neighbours(sides, table.seats)
        if mode == "2v3":  # two of the three are always neighbours
            near = [pair for pair in near if pair[0] in sides[0]]
        if near:
            table.cue("neighbours", near[0][0], near[0][1])
        what = (_BY_LOT if by_lot else _CHOSEN)[len(sides) - 2]
        told = tuple([side[0] if len(side) == 1 else side for side in sides])
        keys = (OK,) if by_lot else (OK, NO)
        if NO not in (yield Poll(tuple(table.all_seats()), keys, what, args=told)):
            return sides


def line_ups(mode: str, seats: int) -> "list[list[list[int]]]":
    """Return every way to make the sides, each a list of sides: 1 of single players, 3 in 2v2, 10, 15.

    A draw by lot picks one by its number.
    """
    players = list(range(seats))
    if mode == "2v2":
        return _pairs(players)
    ways: "list[list[list[int]]]" = []
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


def _pairs(seats: "list[int]") -> "list[list[list[int]]]":
    """Return the three ways to make two pairs of four seats."""
    first = seats[0]
    ways: "list[list[list[int]]]" = []
    for partner in seats[1:]:
        ways.append([[first, partner], [seat for seat in seats if seat not in (first, partner)]])
    return ways


def choose_sides(table, sizes):
    """Ask all seats for the key of their side until the sides have these `sizes`; return the sides."""
    mode = table.options["mode"]
    keys = (YES, NO, OK) if mode == "2v2+1" else (YES, NO)
    seats = tuple(table.all_seats())
    while True:
        pressed = yield Poll(seats, keys, _CHOOSE[mode])
        sides = [[seat for seat in seats if pressed[seat] == key] for key in keys]
        if [len(side) for side in sides] == sizes:
            return sides
        table.cue("sides-do-not-fit")


def neighbours(sides, seats):
    """Return the partners that are neighbours, as pairs [seat, the seat on its left]."""
    pairs = []
    for seat in range(seats):
        left = (seat + 1) % seats
        if side_of(sides, seat) == side_of(sides, left):
            pairs.append([seat, left])
    return pairs


def vetoes(mode, sides):
    """Return the number of vetoes that each side begins with."""
    if mode == "learning":
        return [0] * len(sides)
    return [2, 1] if mode == "2v3" else [1] * len(sides)


def announce_trio(seat):
    """Let `seat` announce the suits of a trio, three different ones [F19]; return them, or None."""
    rows = ("nothing",) + tuple(SUITS)
    row = yield Choose(seat, rows, _ANNOUNCE[0], default=0)
    if row == 0:
        return None
    suits = [row - 1]
    for what in _ANNOUNCE[1:]:
        left = [suit for suit in range(4) if suit not in suits]
        rows = tuple([SUITS[suit] for suit in left])
        suits.append(left[(yield Choose(seat, rows, what))])
    return suits


# -- Questions about sides -------------------------------------------------------------------------


def side_of(sides: "list[list[int]]", seat: int) -> int:
    """Return the number of the side that `seat` plays for."""
    for i in range(len(sides)):
        if seat in sides[i]:
            return i
    raise ValueError(f"seat {seat} plays for no side")


def independent(mode: str, sides: "list[list[int]]") -> "int | None":
    """Return the seat of the Independent, or None if there is none."""
    return sides[2][0] if mode == "2v2+1" else None


def in_order(sides: "list[list[int]]", dealer: int, seats: int) -> "list[int]":
    """Return the numbers of the sides in dealing order: from the left of the dealer, the dealer's last."""
    order: "list[int]" = []
    for i in range(1, seats + 1):
        side = side_of(sides, (dealer + i) % seats)
        if side not in order:
            order.append(side)
    return order


def in_turn(match, seat):
    """Return the seats still in the game, clockwise from `seat` (any whole number) [S11]."""
    seats = [(seat + i) % match.seats for i in range(match.seats)]
    return [one for one in seats if one not in match.away]


def present_sides(match):
    """Return the sides without the seats that have left."""
    return [[seat for seat in side if seat not in match.away] for side in match.sides]
