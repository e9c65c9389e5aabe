"""Democrazy, the chips: where they are, how they move, how they are drawn, picked and counted.

`match.chips` holds four numbers for each seat, red, green, blue, yellow; all other chips are in the bag. With
`chip_record=counted` the colours are not known: then the first of the four is the number of all chips, and a
chip is called "?". Chips in facts are texts such as "RRY"; a movement is [from, to, chips], where from and to
are a seat or "bag".

With `digital` the table draws and keeps everything; with `declared` colours are entered at each draw; with
`counted` the lit seat takes or returns a number of chips and presses OK.

Drawing the last chip ends the match (`bag_end`), from the proposal `bag_end_min_turns` on, which counts when
its vote opens [U16]; earlier the empty bag only ends the drawing.

Chips counted by hand. No number may be higher than there are chips, nor a seat's than it has; otherwise all
count again.

Prompts, with their args: drew-chip, lose-chip, pass-chip, give-chip, return-chip (the rows: colours);
take-chips, lose-chips, pass-chips, give-chips, return-chips (how many); count-R, count-G, count-B, count-Y,
count-chips (the rows: 1, 2 ... and 0 last, which OK alone takes).
"""

from ...engine.asks import combined
from ...engine.asks.automatic import Chance
from ...engine.asks.base import OK, PLACES
from ...engine.asks.keys import Choose, Poll
from .floor import present_seats
from .law import COLOURS

BAG = "bag"
_OPTIONS = ("chips_red", "chips_green", "chips_blue", "chips_yellow")


def total(match, seat):
    """Return the number of chips of a seat."""
    return sum(match.chips[4 * seat : 4 * seat + 4])


def chips_of(match, seat):
    """Return the chips of a seat, sorted: "RRGY", or "???"."""
    if match.options["chip_record"] == "counted":
        return "?" * total(match, seat)
    return "".join([COLOURS[colour] * match.chips[4 * seat + colour] for colour in range(4)])


def all_of(options, colour):
    """Return the number of chips of this colour, 0 to 3, in the game."""
    return options[_OPTIONS[colour]]


def in_bag(match):
    """Return the number of chips in the bag."""
    left = 0
    for name in _OPTIONS:
        left += match.options[name]
    for number in match.chips:
        left -= number
    return left


def _in_bag_of(match, colour):
    """Return the number of chips of this colour, 0 to 3, in the bag; not known if chips are only counted."""
    left = all_of(match.options, colour)
    for i in range(colour, len(match.chips), 4):
        left -= match.chips[i]
    return left


def move(match, moves, giver, taker, chips):
    """Move `chips` from a seat or the bag to another, and append the movement to `moves`."""
    if not chips:
        return
    for letter in chips:
        column = max(0, COLOURS.find(letter))
        if giver != BAG:
            match.chips[4 * giver + column] -= 1
        if taker != BAG:
            match.chips[4 * taker + column] += 1
    moves.append([giver, taker, chips])


# -- Chips drawn and picked ------------------------------------------------------------------------


def draw(table, match, moves, seat, number):
    """Let `seat` draw blind, until the bag is empty; return the chips drawn."""
    record = table.options["chip_record"]
    number = min(number, in_bag(match))
    drawn = ""
    if record == "counted":
        if number:
            yield Poll((seat,), (OK,), "take-chips", args=(number,))
        drawn = "?" * number
        move(match, moves, BAG, seat, drawn)
    elif number:
        chance = Chance(0) if record == "digital" else None  # its range is set before each draw
        while len(drawn) < number:
            if chance is None:
                rows = [COLOURS[colour] for colour in range(4) if _in_bag_of(match, colour)]
                colour = COLOURS.index(rows[(yield Choose(seat, tuple(rows), "drew-chip"))])
            else:
                chance.draw_from(in_bag(match))
                at, colour = (yield chance), 0
                while at >= _in_bag_of(match, colour):
                    at -= _in_bag_of(match, colour)
                    colour += 1
            match.chips[4 * seat + colour] += 1
            drawn += COLOURS[colour]
        moves.append([BAG, seat, drawn])
    if number and in_bag(match) == 0:
        end_empty_bag(match)
    return drawn


def end_empty_bag(match):
    """End the match because the last chip has left the bag, unless it is too early for that."""
    options = match.options
    if options["bag_end"] == "on" and match.turn and match.proposals >= options["bag_end_min_turns"]:
        match.ended = match.ended or "bag"


def pick(table, owner_has, chooser, number, what):
    """Let `chooser` pick `number` of the chips `owner_has`; return them.

    Without a choice there is no ask.
    """
    picked = ""
    number = min(number, len(owner_has))
    if table.options["chip_record"] == "counted":
        if number:
            yield Poll((chooser,), (OK,), what + "s", args=(number,), still=range(PLACES))
        return "?" * number
    while len(picked) < number:
        rows = [letter for letter in COLOURS if letter in owner_has]
        if len(rows) == 1 or len(owner_has) == number - len(picked):
            return picked + owner_has[: number - len(picked)]
        letter = rows[(yield Choose(chooser, tuple(rows), what, still=range(PLACES)))]
        picked += letter
        owner_has = owner_has.replace(letter, "", 1)
    return picked


# -- Chips counted by hand -------------------------------------------------------------------------


def recount(table, match, moves):
    """Let all count their chips again, for instance after a law that was carried out by hand.

    The differences are appended to `moves`. A bag that is empty now ends the match like a last chip drawn
    [U26, U34].
    """
    was_empty = in_bag(match) == 0
    after = yield from _ask_all_chips(table, match, present_seats(match))
    _record_differences(table, match, after, moves)
    match.chips = after
    if in_bag(match) == 0 and not was_empty:
        end_empty_bag(match)


def _ask_all_chips(table, match, seats):
    """Return all chips as `seats` count theirs."""
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


def _record_differences(table, match, after, moves):
    """Append the differences between `after` and the known chips to `moves`."""
    for seat in present_seats(match):
        more, less = "", ""
        for colour in range(4):
            letter = "?" if table.options["chip_record"] == "counted" else COLOURS[colour]
            change = after[4 * seat + colour] - match.chips[4 * seat + colour]
            more, less = more + letter * max(0, change), less + letter * max(0, -change)
        if less:
            moves.append([seat, BAG, less])
        if more:
            moves.append([BAG, seat, more])


def ask_numbers(table, seats, most, what):
    """Ask each of `seats` for a number up to its own `most`; return them in the order of `seats`.

    A seat whose `most` is 0 is not asked.
    """
    asked = [i for i in range(len(seats)) if most[i]]
    numbers = [0] * len(seats)
    if asked:
        rows = {}
        for i in asked:  # a row is a text: seats share them
            if most[i] not in rows:
                rows[most[i]] = _number_rows(most[i])
        asks = [Choose(seats[i], rows[most[i]], what, default=most[i]) for i in asked]
        rows = yield combined.All(*asks)
        for row, i in zip(rows, asked):
            numbers[i] = (row + 1) % (most[i] + 1)
    return numbers


def _number_rows(most):
    """Return the rows for a number: YES steps to 1, 2 ...; OK alone takes 0, the last."""
    return tuple([str(number) for number in range(1, most + 1)] + ["0"])


def ask_colour(table, match, seats, colour, most):
    """Return the chips of this colour that each of `seats` has.

    Each has at most its `most`, all together not more than the game has.
    """
    there = all_of(match.options, colour)
    while True:
        numbers = yield from ask_numbers(
            table, seats, [min(there, one) for one in most], "count-" + COLOURS[colour]
        )
        if sum(numbers) <= there:
            return numbers
        table.cue("miscounted")


def ask_colours(table, match, seats):
    """Ask `seats`, whose numbers of chips are known, for all four colours; return four numbers for each."""
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
