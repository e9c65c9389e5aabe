"""DemoS, the reveal: all show a combination, and the best wins the round.

All at once, in any order, each to the own pad, one card after another: three numbers in a row, or a
Harmonious Square [C5]. There is no duty to show the best combination, or any: a player who shows nothing
forfeits [C4]. Other cards are refused, and everything may be taken back until all have confirmed [C6].
Confirming also declares a hand of five: a card too many or too few that is found here is a misdeal [S10,
S13].

The points of all who showed are recorded [C8]. If several have the most, they alone show the rest of their
hands, face down, and the table announces the comparison and never the cards [T2].

Prompts, with their args: show-combination, show-sequence (), show-rest (cards).
"""

from ...engine.asks import combined, showing
from ...engine.asks.automatic import Reveal, Weigh
from ...engine.asks.base import SEALED
from ...micro import const
from . import combinations
from .cards import number_due
from .teams import in_turn, side_of

_MOST = const(16)  # cards shown by one record: each has an opening of its own, and a line is short


def reveal(table, match):
    """Let all show a combination or forfeit; return by seat the cards, [] for a forfeit, and the points.

    The shown cards are public from then on; a shadow can check only now that they fit.
    """
    squares = table.options["mode"] != "learning"
    order = in_turn(match, match.dealer + 1)

    def combination(_table, shown):
        return None if combinations.kind(shown, squares) else "no-combination"

    shown = yield showing.Show(
        tuple(order),
        3,
        4 if squares else 3,
        "show-combination" if squares else "show-sequence",
        decline=True,
        secrecy=SEALED,
        rule=number_due,
        whole=combination,
        correctable=True,
    )
    flat = []
    for handles in shown:
        flat.extend(handles or [])
    opened = yield Reveal(flat, _MOST)
    while len(opened) < len(flat):
        opened = opened + (yield Reveal(flat[len(opened) :], _MOST))
    laid = [[] for _ in table.all_seats()]
    worth = [0] * table.seats
    for i in range(len(order)):
        seat, number = order[i], len(shown[i] or [])
        laid[seat], opened = opened[:number], opened[number:]
        worth[seat] = _judge(table, match, seat, laid[seat])
    return laid, worth


def _judge(table, match, seat, shown):
    """Record the cards that `seat` has shown; return their points."""
    what, worth = None, 0
    if shown:
        squares = table.options["mode"] != "learning"
        worth = combinations.points(shown, match.favourites[seat], squares)
        what = combinations.kind(shown, squares)
        assert what and not [card for card in shown if number_due(table, seat, card)], shown
        table.hold(shown, seat)
    table.tell("reveal", seat, shown, what, worth, not shown)
    return worth


def find_winners(table, match, laid, worth):
    """Return the seats with the most points, ties broken [T4], in dealing order; none if the round is
    void.
    """
    most = max(worth)
    if not most:
        table.tell("void", "nobody")
        return []
    best = [seat for seat in table.seats_from(match.dealer + 1) if worth[seat] == most]
    if len(best) > 1:
        best = yield from break_tie(table, best, laid)
    return best


def break_tie(table, tied, laid):
    """Let the tied seats show the rest of their hands face down; announce the comparison alone [T2]."""
    rest = yield combined.All(*_rests(tied, laid))
    hands = []
    for i in range(len(tied)):
        hands.extend(laid[tied[i]] + rest[i][0])
    rule = combinations.tie_rule(tied, [len(laid[seat]) for seat in tied])
    rows = yield Weigh(rule, hands)
    seats = tied
    for criterion, values, left in rows:
        table.tell("tie", criterion, seats, values, left)
        seats = left
    return seats


def _rests(tied, laid):
    """Return the asks for the rest of each hand."""
    shows = []
    for seat in tied:
        number = 5 - len(laid[seat])
        rule = rest_rule(laid[seat])
        shows.append(
            showing.Show((seat,), number, number, "show-rest", secrecy=SEALED, rule=rule, args=(number,))
        )
    return shows


def rest_rule(laid):
    """Return the rule for the rest of a hand: number cards that are not in `laid`."""

    def rule(table, place, card):
        return "shown-already" if card in laid else number_due(table, place, card)

    return rule


def record(table, match, worth, best, drawers):
    """Add up the points of all who showed, or only those of the winners (`points_for` [C8]).

    A winner left without a figure is no winner [T6]. Returns by seat the points that were added, None for no
    points.
    """
    sides = [side_of(match.sides, seat) for seat in drawers]
    recorded: "list" = [None] * table.seats
    for seat in table.all_seats():
        won = seat in best and side_of(match.sides, seat) in sides
        if worth[seat] and (won or table.options["points_for"] == "all"):
            match.totals[seat] += worth[seat]
            recorded[seat] = worth[seat]
    return recorded
