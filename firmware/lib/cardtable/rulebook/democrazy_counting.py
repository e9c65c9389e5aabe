"""Democrazy, chips counted by hand.

Nobody can say more than there are, a seat not more than it has; otherwise all count again.

Prompts, with their args: count-R, count-G, count-B, count-Y, count-chips (the rows: 1, 2 ... and 0 last,
which OK alone takes).
"""

from . import combining, democrazy_drawing
from .democrazy_chips import BAG, all_of, in_bag, total
from .democrazy_floor import here
from .democrazy_law import COLOURS
from .pressing import Choose


def _rows(most):
    """Rows for a number: YES steps to 1, 2 ...; OK alone takes 0, the last."""
    return tuple([str(number) for number in range(1, most + 1)] + ["0"])


def ask_numbers(table, seats, most, what):
    """Each of `seats` says a number up to its own `most`; where that is 0 nobody is asked. Returns them in
    the order of `seats`.
    """
    asked = [i for i in range(len(seats)) if most[i]]
    numbers = [0] * len(seats)
    if asked:
        all_of_them = combining.All
        rows = {}
        for i in asked:  # a row is a text: seats share them
            if most[i] not in rows:
                rows[most[i]] = _rows(most[i])
        asks = [Choose(seats[i], rows[most[i]], what, default=most[i]) for i in asked]
        rows = yield all_of_them(*asks)
        for row, i in zip(rows, asked):
            numbers[i] = (row + 1) % (most[i] + 1)
    return numbers


def ask_colour(table, match, seats, colour, most):
    """How many of this colour each of `seats` has, at most `most` each, and not more than there are."""
    there = all_of(match.options, colour)
    while True:
        numbers = yield from ask_numbers(
            table, seats, [min(there, one) for one in most], "count-" + COLOURS[colour]
        )
        if sum(numbers) <= there:
            return numbers
        table.cue("miscounted")


def ask_colours(table, match, seats):
    """All four colours of `seats`, whose numbers of chips are known. Returns four numbers for each."""
    while True:
        found = [[] for _ in seats]
        for colour in range(4):
            left = [total(match, seats[i]) - sum(found[i]) for i in range(len(seats))]
            if colour == 3 and [1 for one in left if one] and sum(left) <= all_of(match.options, 3):
                numbers = left
            else:
                numbers = yield from ask_colour(table, match, seats, colour, left)
            for i in range(len(seats)):
                found[i].append(numbers[i])
        if [sum(one) for one in found] == [total(match, seat) for seat in seats]:
            return found
        table.cue("miscounted")


def recount(table, match, moves):
    """Everybody counts anew, for instance after a law that was carried out by hand. `moves` takes down what
    is different. A bag that is empty now ends the game like a last chip drawn [U26, U34].
    """
    was_empty = in_bag(match) == 0
    after = yield from _counted(table, match, here(match))
    _take_down(table, match, after, moves)
    match.chips = after
    if in_bag(match) == 0 and not was_empty:
        democrazy_drawing.emptied(match)


def _counted(table, match, seats):
    """All chips as `seats` count theirs."""
    after = list(match.chips)
    if table.options["chip_record"] == "counted":
        whole = sum([all_of(match.options, colour) for colour in range(4)])
        while True:
            numbers = yield from ask_numbers(table, seats, [whole] * len(seats), "count-chips")
            if sum(numbers) <= whole:
                break
            table.cue("miscounted")
        for i in range(len(seats)):
            after[4 * seats[i]] = numbers[i]
    else:
        for colour in range(4):
            most = [all_of(match.options, colour)] * len(seats)
            numbers = yield from ask_colour(table, match, seats, colour, most)
            for i in range(len(seats)):
                after[4 * seats[i] + colour] = numbers[i]
    return after


def _take_down(table, match, after, moves):
    for seat in here(match):
        more, less = "", ""
        for colour in range(4):
            letter = "?" if table.options["chip_record"] == "counted" else COLOURS[colour]
            change = after[4 * seat + colour] - match.chips[4 * seat + colour]
            more, less = more + letter * max(0, change), less + letter * max(0, -change)
        if less:
            moves.append([seat, BAG, less])
        if more:
            moves.append([BAG, seat, more])
