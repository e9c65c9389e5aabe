"""Democrazy, the chips: where they are, and how they move.

`match.chips` holds four numbers for each seat, red, green, blue, yellow; what is missing lies in the bag.
With `chip_record=counted` nobody has said the colours: then the first of the four is the number of all chips,
and a chip is called "?". Chips in facts are texts such as "RRY"; a movement is [from, to, chips], where from
and to are a seat or "bag". With `digital` the table draws and keeps everything; with `declared` colours are
entered at each draw; with `counted` the lit seat takes or returns a number of chips and says OK.

Drawing the last chip ends the game (`bag_end`), from the proposal `bag_end_min_turns` on, which counts when
its vote opens [U16]; earlier the empty bag only ends the drawing.

Prompts, with their args: drew-chip, lose-chip, pass-chip, give-chip, return-chip (the rows: colours);
take-chips, lose-chips, pass-chips, give-chips, return-chips (how many).
"""

from .ask import OK
from .deciding import Chance
from .democrazy_law import COLOURS
from .pressing import Choose, Poll

BAG = "bag"


def total(match, seat):
    """How many chips a seat has."""
    return sum(match.chips[4 * seat : 4 * seat + 4])


def held(match, seat):
    """The chips of a seat, sorted: "RRGY", or "???"."""
    if match.options["chip_record"] == "counted":
        return "?" * total(match, seat)
    return "".join([COLOURS[colour] * match.chips[4 * seat + colour] for colour in range(4)])


def all_of(options, colour):
    """How many chips of this colour, 0 to 3, the game has."""
    return options["chips_" + ("red", "green", "blue", "yellow")[colour]]


def in_bag(match):
    """How many chips the bag holds."""
    return sum([all_of(match.options, colour) for colour in range(4)]) - sum(match.chips)


def in_bag_of(match, colour):
    """How many of this colour, 0 to 3, lie in the bag; nobody knows where chips are only counted."""
    return all_of(match.options, colour) - sum(match.chips[colour::4])


def move(match, moves, giver, taker, chips):
    """`chips` go from a seat or the bag to another; `moves` takes the movement down."""
    if not chips:
        return
    for letter in chips:
        column = max(0, COLOURS.find(letter))
        if giver != BAG:
            match.chips[4 * giver + column] -= 1
        if taker != BAG:
            match.chips[4 * taker + column] += 1
    moves.append([giver, taker, chips])


def emptied(match):
    """The last chip has left the bag: the game is over, unless it is too early for that."""
    options = match.options
    if options["bag_end"] == "on" and match.turn and match.proposals >= options["bag_end_min_turns"]:
        match.ended = match.ended or "bag"


def draw(table, match, moves, seat, number):
    """`seat` draws blind, until the bag is empty. Returns the chips drawn."""
    record = table.options["chip_record"]
    number = min(number, in_bag(match))
    drawn = ""
    if record == "counted":
        if number:
            yield Poll((seat,), (OK,), "take-chips", args=(number,))
        drawn = "?" * number
        move(match, moves, BAG, seat, drawn)
    while len(drawn) < number:
        if record == "digital":
            at = yield Chance(in_bag(match))
            colour = 0
            while at >= in_bag_of(match, colour):
                at -= in_bag_of(match, colour)
                colour += 1
            letter = COLOURS[colour]
        else:
            rows = [COLOURS[colour] for colour in range(4) if in_bag_of(match, colour)]
            letter = rows[(yield Choose(seat, tuple(rows), "drew-chip"))]
        move(match, [], BAG, seat, letter)
        drawn += letter
    if drawn and record != "counted":
        moves.append([BAG, seat, drawn])
    if number and in_bag(match) == 0:
        emptied(match)
    return drawn


def pick(table, owner_has, chooser, number, what):
    """`chooser` picks `number` of the chips `owner_has`; where there is no choice nobody is asked. Returns
    what was picked.
    """
    picked = ""
    number = min(number, len(owner_has))
    if table.options["chip_record"] == "counted":
        if number:
            yield Poll((chooser,), (OK,), what + "s", args=(number,))
        return "?" * number
    while len(picked) < number:
        rows = [letter for letter in COLOURS if letter in owner_has]
        if len(rows) == 1 or len(owner_has) == number - len(picked):
            return picked + owner_has[: number - len(picked)]
        letter = rows[(yield Choose(chooser, tuple(rows), what))]
        picked += letter
        owner_has = owner_has.replace(letter, "", 1)
    return picked


def pick_from(table, match, seat, number, what):
    """`seat` picks `number` of its own chips."""
    return (yield from pick(table, held(match, seat), seat, number, what))
