"""Forecast of the effects of a law of Democrazy: the open part of the table, imagined after it was carried
out.

A forecast, not a rule: choices are made by the worth of a colour alone, draws are one draw of many, and
effects that depend on the votes of players are left out. `win_chances` turns a table into each player's
chance to win.
"""

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardtable.games.democrazy import final
from cardtable.games.democrazy.floor import order as clockwise
from cardtable.games.democrazy.law import COLOURS, Law, Operation, earliest
from tablehost.games.democrazy.view import Open, View

if TYPE_CHECKING:
    from cardtable.engine.match import Match
    from tablehost.games.democrazy.people import Room

TURNS = 20  # about how many turns a match has
WILD = 0.8  # the worth of an unplayed wild, in points
CHIP = 0.15  # the worth of a chip in addition to its points: it breaks ties, and values change
EXTRA_TURN = 1.0  # the same for another turn

# How far apart, in points, totals that are equal now may end: at least, and more for each turn left.
LEAST_SPREAD = 1.5
SPREAD = 0.35


class World:
    """Chips and laws, which may be changed; the rest of the table as it is."""

    def __init__(self, table: Open, private: Sequence[Law | None], active: int) -> None:
        self.table = table
        self.seats = table.seats
        self.away = [3 if seat in table.gone else 0 for seat in range(table.seats)]  # as in democrazy_floor
        self.here = table.here
        start = [int(table.options["start"]) / 4] * 4
        self.chips: list[list[float]] = [
            list(start) if table.chips is None else [float(one) for one in table.chips[seat]]
            for seat in range(table.seats)
        ]
        self.bag: list[float] = [float(one) for one in table.bag]
        self.laws = list(table.laws)
        self.wilds = list(table.wilds)
        self.private = private
        self.active = active
        self.extra = [0.0] * table.seats

    def copy(self) -> "World":
        other = World(self.table, self.private, self.active)
        other.chips = [list(four) for four in self.chips]
        other.bag = list(self.bag)
        other.laws = list(self.laws)
        other.wilds = list(self.wilds)
        other.extra = list(self.extra)
        return other

    def order(self) -> list[int]:
        return clockwise(self, self.active)

    def worth(self) -> list[float]:
        """Return the current worth of a chip of each colour."""
        found: list[float] = final.values(self.laws, self.table.options)
        return found

    def total(self, seat: int) -> float:
        return sum(self.chips[seat])

    def neighbour(self, seat: int, way: str) -> int:
        here = self.here
        step = 1 if way == "left" else -1
        return here[(here.index(seat) + step) % len(here)]


def win_chances(world: World) -> list[float]:
    """Return by seat the chance to win from here, counted as if the match ended so or a little otherwise."""
    table = world.table
    chips = [world.chips[seat] if seat in world.here else None for seat in range(world.seats)]
    standing = final.Standing(chips, world.wilds, table.traits, world.private)
    totals = {
        seat: one.total + WILD * world.wilds[seat] + CHIP * world.total(seat) + EXTRA_TURN * world.extra[seat]
        for seat, one in enumerate(final.accounts(standing, world.laws, table.options))
        if one is not None
    }
    if earliest(world.laws, "winner") is not None:
        best = max(totals.values())
        lowest = min(totals.values())
        totals = {seat: lowest if total == best else total for seat, total in totals.items()}
    spread = LEAST_SPREAD + SPREAD * max(0, TURNS - table.turn)
    top = max(totals.values())
    weights = {seat: math.exp((total - top) / spread) for seat, total in totals.items()}
    whole = sum(weights.values())
    return [weights.get(seat, 0.0) / whole for seat in range(world.seats)]


def world_after(world: World, law: Law, replaced: Law | None, lots: random.Random) -> World:
    """Return the world when this law has been adopted."""
    world = world.copy()
    if law.red:
        for operation in law.operations:
            do = _DO.get(operation.name)
            if do is not None:
                do(world, operation, lots)
        return world
    world.laws = [one for one in world.laws if replaced is None or one.card != replaced.card]
    world.laws.append(law)
    return world


def is_by_chance(law: Law) -> bool:
    """Return True if chance decides the effect of a red law."""
    return law.red and any(
        operation.name in ("draw", "level", "redraw", "exchange") for operation in law.operations
    )


# -- the operations of red laws -------------------------------------------------------------------


def _who(world: World, who: str) -> list[int]:
    seats = world.order()
    if who == "active":
        return seats[:1]
    if who == "others":
        return seats[1:]
    if who in ("most", "fewest"):
        numbers = [world.total(seat) for seat in seats]
        wanted = max(numbers) if who == "most" else min(numbers)
        return [seat for seat in seats if world.total(seat) == wanted]
    if who == "without_wild":
        return [seat for seat in seats if not world.wilds[seat]]
    if who == "chosen":  # the strongest of the others
        return [max(seats[1:], key=lambda seat: (_riches(world, seat), -seat))]
    return seats if who == "all" else []


def _riches(world: World, seat: int) -> float:
    return sum(number * value for number, value in zip(world.chips[seat], world.worth(), strict=True))


def _take(world: World, seat: int, colour: int, number: float = 1.0) -> float:
    """Take as many chips of the colour as there are, up to `number`, off this seat."""
    number = min(number, world.chips[seat][colour])
    world.chips[seat][colour] -= number
    return number


def _part(world: World, seat: int, number: int, best: bool = False) -> list[int]:
    """Take `number` chips off this seat: those worth least, or the `best`."""
    worth = world.worth()
    going = []
    for _ in range(number):
        held = [colour for colour in range(4) if world.chips[seat][colour] > 0]
        if held:
            colour = (max if best else min)(held, key=lambda one: (worth[one], world.chips[seat][one]))
            _take(world, seat, colour)
            going.append(colour)
    return going


def _lose(world: World, seat: int, number: int) -> None:
    for colour in _part(world, seat, number):
        world.bag[colour] += 1


def _draw_one(world: World, seat: int, lots: random.Random) -> None:
    whole = sum(world.bag)
    if whole < 1:
        return
    at = lots.random() * whole
    for colour in range(4):
        at -= world.bag[colour]
        if at < 0 and world.bag[colour] > 0:
            world.bag[colour] -= 1
            world.chips[seat][colour] += 1
            return


def _do_draw(world: World, operation: Operation, lots: random.Random) -> None:
    for seat in _who(world, str(operation.args["who"])):
        for _ in range(int(operation.args["n"])):
            _draw_one(world, seat, lots)


def _do_lose(world: World, operation: Operation, lots: random.Random) -> None:
    for seat in _who(world, str(operation.args["who"])):
        _lose(world, seat, int(operation.args["n"]))


def _do_lose_all(world: World, operation: Operation, lots: random.Random) -> None:
    colour = COLOURS.index(str(operation.args["color"]))
    for seat in _who(world, str(operation.args["who"])):
        world.bag[colour] += _take(world, seat, colour, 99)


def _do_pass(world: World, operation: Operation, lots: random.Random) -> None:
    what, way = operation.args["what"], str(operation.args["dir"])
    coming = {seat: [0.0] * 4 for seat in world.here}
    for seat in world.here:
        if isinstance(what, int):
            going = [0.0] * 4
            for colour in _part(world, seat, what, operation.args.get("choose") == "receiver"):
                going[colour] += 1
        else:
            colours = range(4) if what == "all" else [COLOURS.index(what[-1])]
            going = [_take(world, seat, one, 99) if one in colours else 0.0 for one in range(4)]
        coming[world.neighbour(seat, way)] = going
    for seat, going in coming.items():
        for colour in range(4):
            world.chips[seat][colour] += going[colour]


def _do_give(world: World, operation: Operation, lots: random.Random) -> None:
    receivers = _who(world, str(operation.args["to"]))
    served = 0
    for giver in _who(world, str(operation.args["from"])):
        if giver not in receivers:
            for colour in _part(world, giver, int(operation.args["n"])):
                world.chips[receivers[served % len(receivers)]][colour] += 1
                served += 1


def swap(world: World, one: int, other: int) -> None:
    """Exchange all chips of two players."""
    world.chips[one], world.chips[other] = world.chips[other], world.chips[one]


def _do_swap(world: World, operation: Operation, lots: random.Random) -> None:
    swap(world, world.active, _who(world, "chosen")[0])


def _do_level(world: World, operation: Operation, lots: random.Random) -> None:
    to = operation.args["to"]
    number = int(world.table.options["start"] if to == "start" else to)
    for seat in world.order():
        _lose(world, seat, max(0, int(world.total(seat) - number)))
    for seat in world.order() if operation.name == "level" else ():
        for _ in range(max(0, int(number - world.total(seat)))):
            _draw_one(world, seat, lots)


def _do_redraw(world: World, operation: Operation, lots: random.Random) -> None:
    numbers = {seat: int(world.total(seat)) for seat in world.order()}
    for seat in numbers:
        for colour in range(4):
            world.bag[colour] += _take(world, seat, colour, 99)
    for seat, number in numbers.items():
        for _ in range(number):
            _draw_one(world, seat, lots)


def _do_exchange(world: World, operation: Operation, lots: random.Random) -> None:
    for seat in _who(world, str(operation.args["who"])):
        number = 0
        while number < int(operation.args["max"]) and wants_exchange(world, seat):
            _lose(world, seat, 1)
            number += 1
        for _ in range(number):
            _draw_one(world, seat, lots)


def wants_exchange(world: World, seat: int) -> bool:
    """Return True if the least of the chips is worth less than the mean of the bag."""
    worth = world.worth()
    held = [worth[colour] for colour in range(4) if world.chips[seat][colour] > 0]
    whole = sum(world.bag)
    if not held or not whole:
        return False
    return min(held) < sum(number * value for number, value in zip(world.bag, worth, strict=True)) / whole


def _do_antitrust(world: World, operation: Operation, lots: random.Random) -> None:
    for colour in range(4):
        most = max(world.chips[seat][colour] for seat in world.here)
        for seat in [one for one in world.here if most and world.chips[one][colour] == most]:
            world.bag[colour] += _take(world, seat, colour, int(operation.args["n"]))


def _do_repeal(world: World, operation: Operation, lots: random.Random) -> None:
    which = str(operation.args["which"])
    laws = world.table.in_force()
    if earliest(laws, "protect_laws") is not None:
        return
    if which == "oldest":
        laws = laws[:1]
    elif which.startswith("tag:"):
        laws = [law for law in laws if which[4:] in law.tags.split(",")]
    elif which == "chosen" and laws:
        laws = [best_repeal(world, laws)]
    world.laws = [law for law in world.laws if law not in laws]


def best_repeal(world: World, laws: Sequence[Law]) -> Law:
    """Return the law whose end serves the active player best."""

    def hope(law: Law) -> float:
        other = world.copy()
        other.laws.remove(law)
        return win_chances(other)[world.active]

    return max(laws, key=hope)


def _do_wild_deal(world: World, operation: Operation, lots: random.Random) -> None:
    for seat in _who(world, str(operation.args["who"])):
        world.wilds[seat] += 1


def _do_wild_pass(world: World, operation: Operation, lots: random.Random) -> None:
    wilds = list(world.wilds)
    for seat in world.here:
        world.wilds[world.neighbour(seat, str(operation.args["dir"]))] = wilds[seat]


def _do_extra_turn(world: World, operation: Operation, lots: random.Random) -> None:
    world.extra[world.active] += 1


_DO = {
    "draw": _do_draw,
    "lose": _do_lose,
    "lose_all": _do_lose_all,
    "pass": _do_pass,
    "give": _do_give,
    "swap": _do_swap,
    "level": _do_level,
    "cap": _do_level,
    "redraw": _do_redraw,
    "exchange": _do_exchange,
    "antitrust": _do_antitrust,
    "repeal": _do_repeal,
    "wild_deal": _do_wild_deal,
    "wild_pass": _do_wild_pass,
    "extra_turn": _do_extra_turn,
}


def standings(match: "Match", room: "Room") -> list[float]:
    """Return by seat the chance to win, with the laws that players hide known."""
    private = [room.view(seat).private_law for seat in range(match.seats)]
    return win_chances(World(room.open, private, room.open.active))


def world_of(view: View) -> World:
    """Return the table as this player knows it; hidden laws but the own one are unknown."""
    private: list[Law | None] = [None] * view.seats
    private[view.seat] = view.private_law
    return World(view.open, private, view.open.active)
