"""Democrazy, the chips: where they are, and how they move.

`match.chips` holds four numbers for each seat, red, green, blue, yellow; what is missing lies in the bag.
With `chip_record=counted` nobody has said the colours: then the first of the four is the number of all chips,
and a chip is called "?". Chips in facts are texts such as "RRY"; a movement is [from, to, chips], where from
and to are a seat or "bag". How they are drawn and picked: `democrazy_drawing`.
"""

from .democrazy_law import COLOURS

BAG = "bag"
_OPTIONS = ("chips_red", "chips_green", "chips_blue", "chips_yellow")


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
    return options[_OPTIONS[colour]]


def in_bag(match):
    """How many chips the bag holds."""
    left = 0
    for name in _OPTIONS:
        left += match.options[name]
    for number in match.chips:
        left -= number
    return left


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
