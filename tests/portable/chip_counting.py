"""People who count real chips and count right, whatever the table asks.

Where a table knows only numbers, no table can tell which colours there are. So everybody may have what goes
together with the numbers of all: red ones as long as there are any, then green ones, and so on.
"""

COLOURS = ("red", "green", "blue", "yellow")


def row_of(match, ask):
    """The row of `ask` that says how many chips of its colour, or how many at all, its seat has."""
    wanted = ask.what[len("count-") :]
    if wanted == "chips":
        number = sum(match.chips[4 * ask.seat : 4 * ask.seat + 4])
    elif match.options["chip_record"] == "counted":
        number = _handed_out(match, ask.seat)["RGBY".index(wanted)]
    else:
        number = match.chips[4 * ask.seat + "RGBY".index(wanted)]
    last = len(ask.rows) - 1  # 0; the rows before are 1, 2 ...
    return min(number, last) - 1 if number else last


def _handed_out(match, seat):
    """Four numbers of chips that `seat` may have."""
    left = [match.options["chips_" + colour] for colour in COLOURS]
    for other in range(seat + 1):
        mine = [0] * 4
        number = sum(match.chips[4 * other : 4 * other + 4])
        for colour in range(4):
            mine[colour] = min(number, left[colour])
            left[colour] -= mine[colour]
            number -= mine[colour]
    return mine
