"""DemoS: the figures that seats hold, from stage to stage."""

from .demos_cards import is_figure
from .revealing import Reveal


def hold(table, match):
    """A stage begins: the table knows again who has which figure."""
    for seat in table.all_seats():
        table.hold(match.figures[seat], seat)


def number_of(match, seat, figure):
    """Which one of the figures that `seat` has acquired this is, counted from 1: also those that it lost."""
    number = match.figures[seat].index(figure) + 1
    for owner, lost in match.lost or ():
        if owner == seat and lost <= number:
            number += 1
    return number


def lose_figures(match, seat, figures):
    """`seat` has these figures no more. Their numbers are kept, in ascending order."""
    numbers = sorted([number_of(match, seat, figure) for figure in figures])
    match.figures[seat] = [figure for figure in match.figures[seat] if figure not in figures]
    match.lost = (match.lost or []) + [[seat, number] for number in numbers]


def open_figures(match, seat, hidden):
    """These of a seat's figures are turned up, by whatever rule. Returns the cards."""
    opened = yield Reveal(hidden)
    figures = match.figures[seat]
    for i in range(len(hidden)):
        assert is_figure(opened[i]), opened  # a shadow sees it only now
        figures[figures.index(hidden[i])] = opened[i]
    return opened
