"""DemoS, the final as it is played. Prompts: clear-final, turn-up-figures."""

from . import demos_final
from .ask import OK
from .cards import SUITS, is_handle
from .clearing import Clear
from .demos_held import hold, number_of, open_figures
from .polling import Poll


def play_final(table, match):
    """In dealing order all turn up their figures; then the table says who has won, and by which step."""
    hold(table, match)
    yield Clear(what="clear-final")
    for seat in table.seats_from(match.dealer):
        hidden = [figure for figure in match.figures[seat] if is_handle(figure)]
        if hidden:
            if seat not in match.away:
                yield Poll((seat,), (OK,), "turn-up-figures")
            for card in (yield from open_figures(match, seat, hidden)):
                number = None if match.lost is None else number_of(match, seat, card)
                table.tell("turned_up", seat, card, "final", number, None)
    figures = [demos_final.tally(match.figures[seat], match.named) for seat in table.all_seats()]
    match.won, step, why, trios = demos_final.decide(
        match.sides, figures, match.totals, table.options, match.announced
    )
    cards = [trio and trio[0] for trio in trios]
    suits = [trio and [SUITS[suit] for suit in trio[1]] for trio in trios]
    table.tell("final", match.figures, cards, suits, [trio and trio[2] for trio in trios], step, why)
    table.tell("result", match.won, match.totals, step)
