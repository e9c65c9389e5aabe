"""Democrazy, chips drawn from the bag, and picked from one's own.

With `digital` the table draws and keeps everything; with `declared` colours are entered at each draw; with
`counted` the lit seat takes or returns a number of chips and says OK.

Drawing the last chip ends the game (`bag_end`), from the proposal `bag_end_min_turns` on, which counts when
its vote opens [U16]; earlier the empty bag only ends the drawing.

Prompts, with their args: drew-chip, lose-chip, pass-chip, give-chip, return-chip (the rows: colours);
take-chips, lose-chips, pass-chips, give-chips, return-chips (how many).
"""

from .ask import OK, PLACES
from .democrazy_chips import BAG, all_of, in_bag, move
from .democrazy_law import COLOURS
from .polling import Poll
from .pressing import Choose
from .revealing import Chance


def _in_bag_of(match, colour):
    """How many of this colour, 0 to 3, lie in the bag; nobody knows where chips are only counted."""
    left = all_of(match.options, colour)
    for i in range(colour, len(match.chips), 4):
        left -= match.chips[i]
    return left


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
    elif number:
        chance = Chance(0) if record == "digital" else None  # its number is said before each draw
        while len(drawn) < number:
            if chance is None:
                rows = [COLOURS[colour] for colour in range(4) if _in_bag_of(match, colour)]
                colour = COLOURS.index(rows[(yield Choose(seat, tuple(rows), "drew-chip"))])
            else:
                chance.n = in_bag(match)
                at, colour = (yield chance), 0
                while at >= _in_bag_of(match, colour):
                    at -= _in_bag_of(match, colour)
                    colour += 1
            match.chips[4 * seat + colour] += 1
            drawn += COLOURS[colour]
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
