"""DemoS, the figures: the winners' draw, the cards that a Square turns up, the figures held.

The draw. The winner draws one figure from the Power Pile, with a Square two. Several winners are served in
dealing order until the pile is empty (`shortage` [T5, T7]); a player left without one is no winner, and that
player's Square does nothing [T6]. The drawer looks at the figure and lays it face down on the pad of its
owner, which records it. From then on the table knows the holder and the order of the figures, and the card
itself is a secret [T13].

In a team the winning player draws, in dealing order [T10], and looks [T11]; the team gives it to any member,
and each keeps the own figures [T12, Q8]. Members who tie win and draw once [T9].

A Square. All others, in teams all of the other sides [Q9], turn up the first E, L or J that they acquired
[Q7], of those they held before this draw [Q4]. It stays open [Q6]. Two Squares hit each other as well
(`square_tie_reveals` [Q3]); one that wins nothing turns up nothing [Q5]. With `already_revealed=next_hidden`
each of two Squares turns up one more figure of a third player: the second one finds the first power card open
already, and takes the next [Q2].

The figures held. They stay with their seats from stage to stage. A figure is counted by its place in the
order of acquisition, from 1.

Prompts, with their args: turn-up-first (), draw-figure and give-figure (which, of how many).
"""

from ...engine.asks import combined, laying
from ...engine.asks.automatic import Reveal, Weigh
from ...engine.asks.base import SEALED, YES
from ...engine.cards import is_handle
from .cards import is_figure, is_power
from .teams import present_sides, side_of


def reward(table, match, laid, served):
    """Turn up the figures that Squares hit; then let the winners of the round draw, as `serve` returns.

    `laid`: by seat, the cards.
    """
    drawers = [drawer for drawer, _ in served]
    for drawer in drawers:
        if len(laid[drawer]) == 4:
            yield from turn_up_first(table, match, drawer, drawers)
    if served:
        table.cue("wins", *drawers)
    for drawer, number in served:
        for i in range(number):
            yield from draw_figure(table, match, drawer, (i + 1, number))


def serve(table, match, laid, winners):
    """Return (drawer, figures) for each side that won, in dealing order, as far as the pile goes.

    A plain function: it yields no ask.
    """
    drawers = []
    sides = []
    for seat in winners:
        side = side_of(match.sides, seat)
        if side not in sides:
            sides.append(side)
            drawers.append(seat)
    wanted = [2 if len(laid[seat]) == 4 else 1 for seat in drawers]
    if len(drawers) > 1 and table.options["team_square_tie_draws"] == "one_each":  # [T8]
        wanted = [1] * len(drawers)
    served = _shared(wanted, match.pile, table.options["shortage"])
    return [(drawers[i], served[i]) for i in range(len(drawers)) if served[i]]


def _shared(wanted, left, shortage):
    """Return the figures that each winner gets, in dealing order.

    `wanted`: the figures that each is due; `left`: those left in the pile.
    """
    short = sum(wanted) > left
    served = [0] * len(wanted)
    if short and shortage == "first_only":
        wanted = wanted[:1]
    for i in range(len(wanted)):
        if short and shortage == "one_each_first":
            served[i] = min(1, left)
        else:
            served[i] = min(wanted[i], left)
        left -= served[i]
    for i in range(len(wanted)):  # the rest goes round once more
        more = min(wanted[i] - served[i], left)
        served[i] += more
        left -= more
    return served


# -- The cards that a Square turns up --------------------------------------------------------------


def turn_up_first(table, match, winner, winners):
    """Let all seats that the Square of `winner` hits turn up their first power card, on their pads."""
    hit = _seats_hit(table, match, winner, winners)
    found = yield from _first_figures(table, match, hit)
    turned = [hit[i] for i in range(len(hit)) if found[i] is not None]
    if not turned:
        return
    targets = [match.figures[hit[i]][found[i]] for i in range(len(hit)) if found[i] is not None]
    yield combined.All(*_turn_up_asks(table, turned, targets))
    for i in range(len(turned)):
        seat = turned[i]
        table.hold([targets[i]], seat)
        card = (yield from open_figures(match, seat, [targets[i]]))[0]
        table.tell("turned_up", seat, card, "figure", number_of(match, seat, card), winner)


def _seats_hit(table, match, winner, winners):
    """Return the seats that the Square of `winner` hits, in dealing order."""
    side = match.sides[side_of(match.sides, winner)]
    hit = [seat for seat in table.seats_from(match.dealer + 1) if seat not in side]
    if table.options["square_tie_reveals"] == "winners_exempt":
        won = [side_of(match.sides, seat) for seat in winners]
        hit = [seat for seat in hit if side_of(match.sides, seat) not in won]
    return hit


def _first_figures(table, match, hit):
    """Return by seat of `hit` the index of the figure to turn up, or None; see `first_rule`."""
    held = []
    for seat in hit:
        held.extend(match.figures[seat])
    sizes = [len(match.figures[seat]) for seat in hit]
    rule = first_rule(sizes, [is_handle(one) for one in held], table.options)
    return (yield Weigh(rule, held)) if held else [None] * len(hit)


def first_rule(sizes, hidden, options):
    """Return the rule of a Weigh over the figures of several seats: by seat the index to turn up, or None.

    `sizes`: the number of figures of each seat. `hidden`: by figure, True if it is hidden. The rule picks the
    first E, L or J, in spite of earlier Media (`first_figure_media` [Q1]); if that is open already nothing
    happens (`already_revealed` [Q2]).
    """

    def first(figures, covered):
        if figures and not is_power(figures[0]) and options["first_figure_media"] == "no_effect":
            return None
        for i in range(len(figures)):
            if is_power(figures[i]):
                if covered[i]:
                    return i
                if options["already_revealed"] == "nothing":
                    return None
        return None

    def rule(values):
        found = []
        at = 0
        for size in sizes:
            found.append(first(values[at : at + size], hidden[at : at + size]))
            at += size
        return found

    return rule


def _turn_up_asks(table, turned, targets):
    """Return the asks that each seat in `turned` turns up its own target."""
    still = tuple(table.all_seats())
    asks = []
    for i in range(len(turned)):
        target = targets[i]
        rule = this_one(target)
        asks.append(
            laying.Lay(
                (turned[i],), "turn-up-first", SEALED, still=still, rule=rule, again=(target,), only=True
            )
        )
    return asks


def this_one(target):
    """Return the rule for a pad that waits for one figure of its seat: the card of the handle `target`."""

    def rule(table, place, card):
        if not is_figure(card):
            return "figure-due"
        return None if table.peek(target) == card else "not-this-one"

    return rule


# -- The draw --------------------------------------------------------------------------------------


def draw_figure(table, match, drawer, which):
    """Let `drawer` take a figure from the pile, look, and lay it face down on the pad of its new owner."""
    members = present_sides(match)[side_of(match.sides, drawer)]
    team = len(members) > 1
    what = "give-figure" if team else "draw-figure"
    still = tuple(table.all_seats())
    if team:
        table.may_consult([members], YES)
    owner, handle = yield laying.LayOne(
        tuple(members), what, SEALED, by=drawer, still=still, rule=figure_due, args=which
    )
    table.may_consult(None, None)
    _record_draw(table, match, drawer, owner, handle)


def figure_due(table, place, card):
    """Return the refusal of a card that is no figure from the pile, else None.

    A figure that a seat holds is refused.
    """
    if not is_figure(card):
        return "figure-due"
    return None if table.where(card) is None else "already-played"


def _record_draw(table, match, drawer, owner, handle):
    """Record a drawn figure."""
    table.hold([handle], owner)
    match.figures[owner].append(handle)
    match.pile -= 1
    table.tell("figure", owner, drawer, None, len(match.figures[owner]))
    table.cue("figure", owner)


# -- The figures held ------------------------------------------------------------------------------


def hold(table, match):
    """Restore the holders of all figures in the table's ledger at the start of a stage."""
    for seat in table.all_seats():
        table.hold(match.figures[seat], seat)


def number_of(match, seat, figure):
    """Return the number of `figure` among those that `seat` has acquired, from 1; lost figures count too."""
    number = match.figures[seat].index(figure) + 1
    for owner, lost in match.lost or ():
        if owner == seat and lost <= number:
            number += 1
    return number


def open_figures(match, seat, hidden):
    """Reveal these figures of a seat, by any rule; return the cards."""
    opened = yield Reveal(hidden)
    figures = match.figures[seat]
    for i in range(len(hidden)):
        assert is_figure(opened[i]), opened  # a shadow sees it only now
        figures[figures.index(hidden[i])] = opened[i]
    return opened


def lose_figures(match, seat, figures):
    """Take these figures from `seat`. Their numbers are kept, in ascending order."""
    numbers = sorted([number_of(match, seat, figure) for figure in figures])
    match.figures[seat] = [figure for figure in match.figures[seat] if figure not in figures]
    match.lost = (match.lost or []) + [[seat, number] for number in numbers]
