"""DemoS: the figures that seats hold, from stage to stage."""

from .demos_cards import is_figure
from .revealing import Reveal


def hold(table, match):
    """A stage begins: the table knows again who has which figure."""
    for seat in table.all_seats():
        table.hold(match.figures[seat], seat)


def open_figures(match, seat, hidden):
    """These of a seat's figures are turned up, by whatever rule. Returns the cards."""
    opened = yield Reveal(hidden)
    figures = match.figures[seat]
    for i in range(len(hidden)):
        assert is_figure(opened[i]), opened  # a shadow sees it only now
        figures[figures.index(hidden[i])] = opened[i]
    return opened
