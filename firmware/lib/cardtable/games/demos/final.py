"""DemoS, the final: the trios and the winner.

A trio is one E, one L and one J. Its harmony is the number of its suits: three beat two, two beat one. The
suit of a card is the one that the Media named, if they named one [M12]. A card the Media forced must be in
the trio: it replaces another of its power, so one can lower the harmony but never destroy a trio [F3]. Two of
the same power at one holder leave no trio (`double_forced` [F2]). The table finds the best trio [F17].

Single players. The best trio wins; equal trios go by the total of points, and if that is equal too the
victory is shared [F16]. Without any trio there is no winner (`no_trio` [F1]).

2v2 and 2v3. The figures of a team make one trio together, and any member's forced card binds it (`team_trio`
[F4]). Equal trios go by the best single player of each team (`team_tie_points` [F5]).

2v2+1. Every player has only the own trio [F6].

1. Any trio of three suits: its side wins. Of several sides the one with the best owner of such a trio [F7].
2. Else the Independent, with any of these [F13, F15]: Spokesperson, a total higher than every other player's
   (`spokesperson` [F11]); Media Controller, both Media collected, used or not, and any J [F12]; Dissident, a
   best trio of two suits, after the Media [F14].
3. Else the trios that are left, two suits before one (`residual_trios` [F8]); the Independent counts too
   (`residual_independent` [F9]). Equal ones go by the sum of the side's points (`residual_points` [F10]).
   No trio: no winner.

Trios declared before the match (`declared`) come first among equals of three suits, before the points; the
suits are those after the Media. Of several that come true the points decide [F19].

Prompts: clear-final, turn-up-figures.
"""

from ...engine.asks.base import OK
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear
from ...engine.cards import SUITS, is_handle, suit_of
from .cards import POWERS, is_media, power_of
from .figures import hold, number_of, open_figures
from .teams import side_of

HARMONIES = ("nobody", "one-suit", "two-suits", "three-suits")


def play_final(table, match):
    """Let all turn up their figures in dealing order; announce the winners and the step that decided."""
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
    figures = [tally(match.figures[seat], match.named) for seat in table.all_seats()]
    match.won, step, why, trios = decide(match.sides, figures, match.totals, table.options, match.announced)
    cards = [trio and trio[0] for trio in trios]
    suits = [trio and [SUITS[suit] for suit in trio[1]] for trio in trios]
    table.tell("final", match.figures, cards, suits, [trio and trio[2] for trio in trios], step, why)
    table.tell("result", match.won, match.totals, step)


def tally(held: "list[int]", named: "list[tuple[int, int]]") -> "list[tuple[int, int | None, bool]]":
    """Return the figures of a player for the final: (card, suit, forced) for each card in `held`.

    `named`: (card, suit) of every card that a Media was laid on, also if the suit is the printed one [M10].
    The suit of a Media is None.
    """
    figures: "list[tuple[int, int | None, bool]]" = []
    for card in held:
        suits = [suit for target, suit in named if target == card]
        figures.append((card, suits[0] if suits else suit_of(card), bool(suits)))
    return figures


def harmony(suits: "list[int | None]") -> int:
    """Return the number of different suits in a list of suits."""
    return len([suit for suit in range(4) if suit in suits])


def best_trio(
    figures: "list[tuple[int, int | None, bool]]",
    choose_one: bool = False,
    declared: "list | tuple[()]" = (),
    most: int = 3,
) -> "list[list] | None":
    """Return the best trio in `figures`, as [cards, suits, forced], or None.

    Each list is in the order E L J.

    choose_one   of two forced cards of one power the owner picks one; else there is no trio
    declared     lists of the suits of E L J: such a trio is taken first among those of its harmony
    most         the most suits that a trio may have to count
    """
    choices = []
    powers = [power_of(figure[0]) for figure in figures]
    for power in POWERS:
        able = [figures[i] for i in range(len(figures)) if powers[i] == power]
        forced = [figure for figure in able if figure[2]]
        if len(forced) > 1 and not choose_one:
            return None
        choices.append(forced or able)
    best: "list[list] | None" = None
    value = 0
    for e in choices[0]:
        for l in choices[1]:  # noqa: E741
            for j in choices[2]:
                suits = [e[1], l[1], j[1]]
                suited = harmony(suits)
                worth = 2 * suited + (suits in declared)
                if suited <= most and worth > value:
                    value = worth
                    best = [[e[0], l[0], j[0]], suits, [e[2], l[2], j[2]]]
    return best


def decide(
    sides: "list[list[int]]",
    figures: "list[list[tuple[int, int | None, bool]]]",
    totals: "list[int]",
    options: "dict[str, int | str]",
    declared: "list[list[int] | None] | None" = None,
) -> "tuple[list[int], str, list, list]":
    """Return the decision of the final: (winners, step, why, trios).

    sides       lists of seats, see `teams`
    figures     by seat, see `tally`; the Independent's Media count even when used
    totals      by seat: the points of all rounds
    declared    by seat: the suits of the declared E, L and J, as a list, or None; None: no seat declared

    winners   seats in ascending order; several for a team or a shared victory, none without a winner
    step      the reason of the victory: "three-suits", "two-suits", "one-suit", "points" (there was no trio),
              "spokesperson", "media-controller", "dissident"; "nobody"
    why       [criterion, values by side, sides left] for each comparison. A value is None for a side that
              takes no part. Those with the highest value are left: "harmony", the suits of the best trio
              (no side for 0, and at first in 2v2+1 for less than 3); "declared", 1 for a declared trio;
              "points". The Independent, side 2, is left or no side: "spokesperson", the highest total of one
              player on each side; "media-controller", 1 or 0; "dissident", the suits of the best trio
    trios     by seat, or by side if teams make theirs together: the results of `best_trio` in the last
              comparison of harmony
    """
    final = _Final(sides, figures, totals, options, declared or [None] * len(totals))
    step = _with_independent(final) if options["mode"] == "2v2+1" else _by_harmony(final)
    winners: "list[int]" = []
    for side in final.left:
        winners.extend(sides[side])
    return sorted(winners), step, final.why, final.trios


def _by_harmony(final: "_Final") -> str:
    """Decide the final without an Independent; return the step."""
    found = final.present()
    final.compare("harmony", found, 1)
    if final.left:
        step = HARMONIES[max(found)]
        if max(found) == 3:
            final.compare_declared()
    elif final.options["no_trio"] == "points":
        step = "points"
        final.left = list(range(len(final.sides)))
    else:
        return "nobody"
    final.compare_points(final.options["team_tie_points"])
    return step


def _with_independent(final: "_Final") -> str:
    """Decide the final of 2v2+1 in its three steps; return the one that decided."""
    options = final.options
    found = final.present()
    final.compare("harmony", found, 3)
    if final.left:
        final.compare_declared()
        final.compare_points("best_owner")
        return "three-suits"
    ways = _ways_of_independent(final, found)
    if ways:
        final.left = [2]
        return ways[0]
    if options["residual_trios"] == "mono_only":
        found = final.present(1)
    final.left = [0, 1, 2] if options["residual_independent"] == "true" else [0, 1]
    final.compare("harmony", found, 1)
    final.compare_points(options["residual_points"])
    return HARMONIES[max([found[side] for side in final.left] or [0])]


def _ways_of_independent(final: "_Final", found: "list[int]") -> "list[str]":
    """Return the conditions that the Independent fulfils, in the booklet's order; `why` gets all of them."""
    alone = final.sides[2][0]
    best = [max([final.totals[seat] for seat in side]) for side in final.sides]
    others = max(best[0], best[1])
    joint = final.options["spokesperson"] == "joint"
    held = [figure[0] for figure in final.figures[alone]]
    media = len([card for card in held if is_media(card)])
    controls = media == 2 and "J" in [power_of(card) for card in held]
    ways: "list[str]" = []
    for way, values, holds in (
        ("spokesperson", best, best[2] > others or (joint and best[2] == others)),
        ("media-controller", [None, None, 1 if controls else 0], controls),
        ("dissident", [None, None, found[2]], found[2] == 2),
    ):
        final.why.append([way, values, [2] if holds else []])
        if holds:
            ways.append(way)
    return ways


class _Final:
    """The final in progress: the sides still `left`, and in `why` the comparisons that left the others out.

    holders   lists of seats that hold their figures together
    trios     by holder: the trio, or None
    owners    by side: the seats that present its trio
    """

    def __init__(
        self,
        sides: "list[list[int]]",
        figures: "list[list[tuple[int, int | None, bool]]]",
        totals: "list[int]",
        options: "dict[str, int | str]",
        declared: "list[list[int] | None]",
    ) -> None:
        self.sides = sides
        self.figures = figures
        self.totals = totals
        self.options = options
        self.declared = declared
        self.left = list(range(len(sides)))
        self.why: "list[list]" = []
        self.trios: "list[list[list] | None]" = []
        self.owners: "list[list[int]]" = []
        together = options["mode"] in ("2v2", "2v3") and options["team_trio"] == "pooled"
        self.holders = sides if together else [[seat] for seat in range(len(totals))]

    def present(self, most: int = 3) -> "list[int]":
        """Find the trio of every holder, of `most` suits or fewer; return the best harmony by side."""
        self.trios = []
        found = [0] * len(self.sides)
        self.owners = [[] for _ in self.sides]
        for seats in self.holders:
            figures: "list[tuple[int, int | None, bool]]" = []
            for seat in seats:
                figures.extend(self.figures[seat])
            choose_one = self.options["double_forced"] == "choose_one"
            trio = best_trio(figures, choose_one, [self.declared[seat] for seat in seats], most)
            self.trios.append(trio)
            if trio:
                side = side_of(self.sides, seats[0])
                suited = harmony(trio[1])
                if suited > found[side]:
                    found[side] = suited
                    self.owners[side] = list(seats)
                elif suited == found[side]:
                    self.owners[side].extend(seats)
        return found

    def compare(self, criterion: str, values: "list[int | None]", least: int = 0) -> None:
        """Keep the sides with the highest of `values`, by side, if it is `least` or more; else none."""
        values = [values[side] if side in self.left else None for side in range(len(values))]
        most = max([values[side] for side in self.left])
        self.left = [side for side in self.left if values[side] == most and most >= least]
        self.why.append([criterion, values, list(self.left)])

    def compare_points(self, way: "int | str") -> None:
        """Break a tie by the points of each side's best member, its best owner of a trio, or all members."""
        if len(self.left) > 1:
            self.compare("points", [self._points(side, way) for side in range(len(self.sides))])

    def _points(self, side: int, way: "int | str") -> int:
        """Return the points of a side for `compare_points`."""
        seats = self.owners[side] if way == "best_owner" else self.sides[side]
        totals = [self.totals[seat] for seat in seats]
        return sum(totals) if way == "sum" else max(totals or [0])

    def compare_declared(self) -> None:
        """Break a tie of three suits by the trios declared, if any came true [F19]."""
        if len(self.left) < 2:
            return
        true = [[seat for seat in owners if self._came_true(seat)] for owners in self.owners]
        values = [min(len(seats), 1) for seats in true]
        if max([values[side] for side in self.left]):
            self.compare("declared", values)
            self.owners = true

    def _came_true(self, seat: int) -> bool:
        """True if the trio that `seat` declared is the one it presents."""
        for i in range(len(self.holders)):
            if seat in self.holders[i] and self.trios[i]:
                return self.trios[i][1] == self.declared[seat]
        return False
