"""DemoS, the figures: who draws how many, who gets them, and what a Square turns up.

The winner draws one figure from the Power Pile, with a Square two. Several winners are served in dealing
order until the pile is empty (`shortage` [T5, T7]); who is left without one is no winner, and that one's
Square does nothing [T6]. The drawer looks at the figure; it lies face down before its owner, whose pad takes
it in. From then on the table knows who holds it, and in which order, and the card itself is a secret [T13].

In a team the winning player draws, in dealing order [T10], and looks [T11]; the team gives it to any member,
and each keeps the own figures [T12, Q8]. Members who tie win and draw once [T9].

A Square. All others, in teams all of the other sides [Q9], turn up the first E, L or J that they acquired
[Q7], of those they held before this draw [Q4]. It stays open [Q6]. Two Squares hit each other as well
(`square_tie_reveals` [Q3]); one that wins nothing turns up nothing [Q5]. With
`already_revealed=next_hidden` each of two Squares turns up one more figure of a third player: the second one
finds the first power card open already, and takes the next [Q2].

Prompts, with their args: turn-up-first (), draw-figure and give-figure (which, of how many).
"""

from ...engine.asks import combined, laying
from ...engine.asks.automatic import Reveal, Weigh
from ...engine.asks.base import SEALED, YES
from ...engine.cards import is_handle
from .cards import is_figure, is_power
from .teams import here, side_of


def reward(table, match, laid, served):
    """Squares turn up what others hold; then the winners of the round draw, as `serve` says. `laid`: by seat,
    the cards.
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
    """(drawer, figures) for each side that won, in dealing order, as far as the pile goes. Nothing waits."""
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
    """How many figures each gets who wants so many, if so many are left, in dealing order."""
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
    for i in range(len(wanted)):  # what is left goes round once more
        more = min(wanted[i] - served[i], left)
        served[i] += more
        left -= more
    return served


# -- what a Square turns up ---------------------------------------------------------------------


def turn_up_first(table, match, winner, winners):
    """All whom the Square of `winner` hits turn up their first power card, shown by the lamp of their pad."""
    hit = _hit(table, match, winner, winners)
    found = yield from _first_figures(table, match, hit)
    turned = [hit[i] for i in range(len(hit)) if found[i] is not None]
    if not turned:
        return
    targets = [match.figures[hit[i]][found[i]] for i in range(len(hit)) if found[i] is not None]
    yield combined.All(*_turning(table, turned, targets))
    for i in range(len(turned)):
        seat = turned[i]
        table.hold([targets[i]], seat)
        card = (yield from open_figures(match, seat, [targets[i]]))[0]
        table.tell("turned_up", seat, card, "figure", number_of(match, seat, card), winner)


def _first_figures(table, match, hit):
    """Which of their figures these seats must turn up, by its number, or None; see `first_rule`."""
    held = []
    for seat in hit:
        held.extend(match.figures[seat])
    sizes = [len(match.figures[seat]) for seat in hit]
    rule = first_rule(sizes, [is_handle(one) for one in held], table.options)
    return (yield Weigh(rule, held)) if held else [None] * len(hit)


def _hit(table, match, winner, winners):
    """The seats that the Square of `winner` hits, in dealing order."""
    side = match.sides[side_of(match.sides, winner)]
    hit = [seat for seat in table.seats_from(match.dealer + 1) if seat not in side]
    if table.options["square_tie_reveals"] == "winners_exempt":
        won = [side_of(match.sides, seat) for seat in winners]
        hit = [seat for seat in hit if side_of(match.sides, seat) not in won]
    return hit


def _turning(table, turned, targets):
    """The asks that each seat in `turned` turns up its own target."""
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


def first_rule(sizes, hidden, options):
    """For a Weigh over the figures of several seats, `sizes` of them each: which one each must turn up, as
    its number, or None. `hidden`: of each figure, whether it is.

    The first E, L or J is meant, whatever was acquired before it (`first_figure_media` [Q1]); if that is open
    already nothing happens (`already_revealed` [Q2]).
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


def this_one(target):
    """The rule for a pad that waits for one figure of its seat: what the handle `target` stands for."""

    def rule(table, place, card):
        if not is_figure(card):
            return "figure-due"
        return None if table.peek(target) == card else "not-this-one"

    return rule


# -- drawing ------------------------------------------------------------------------------------


def figure_due(table, place, card):
    """The rule for a figure from the pile: none that somebody holds."""
    if not is_figure(card):
        return "figure-due"
    return None if table.where(card) is None else "already-played"


def draw_figure(table, match, drawer, which):
    """`drawer` takes a figure from the pile, looks, and lays it face down on the pad of its new owner."""
    members = here(match)[side_of(match.sides, drawer)]
    team = len(members) > 1
    what = "give-figure" if team else "draw-figure"
    still = tuple(table.all_seats())
    if team:
        table.may_consult([members], YES)
    owner, handle = yield laying.LayOne(
        tuple(members), what, SEALED, by=drawer, still=still, rule=figure_due, args=which
    )
    table.may_consult(None, None)
    _drawn(table, match, drawer, owner, handle)


def _drawn(table, match, drawer, owner, handle):
    table.hold([handle], owner)
    match.figures[owner].append(handle)
    match.pile -= 1
    table.tell("figure", owner, drawer, None, len(match.figures[owner]))
    table.cue("figure", owner)


# -- DemoS: the figures that seats hold, from stage to stage ------------------------------------------------


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
