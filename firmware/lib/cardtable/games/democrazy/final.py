"""Democrazy, the end: the questions before the scoring, the scoring, the winners.

If chips were only counted all declare the number of each colour. Hidden laws and wilds that were never played
are turned up, also those of players who left. If a law honours a trait, on the table or a hidden one of a
player who declared it, any player may contest it with NO; then the others judge each player for whom it
counts, and it falls only if more than half of the votes cast are against it [U25, U48]. Then every point is
announced with its law, and the winners.

The scoring. Points are not chips, and may be negative.

1. A chip is worth `chip_value`, or the value that the law in force gives its colour.
2. Chip points: all chips together; or by the law that gives the basis: the best single colour
   (`best_color`, colours not held count 0 [U22]), or the product of the two best colours (`product2`,
   negative ones as 0).
3. Bonuses, oldest law first, then the hidden law of each player [U28]. `if`: once; `per`: for each:
   colors:1 holds exactly one colour; fewest:chips no player has fewer chips, all who tie; trait:X declared
   and not refuted; set4 each full set of four colours; sole_color each colour that no other player holds;
   top_color each own colour of which no player has more [U23]; own_law each blue law on the table that the
   player proposed; wild_held each unplayed wild.
4. The most points win; with `winner mode=second` the best player strictly below them, and if all are equal
   all win [U21]. A tie goes by `tie_break`: more chips, more colours [U20]; players still equal share the
   win.

With `last_blue_counts=false` a law that was not yet in force when the match ended counts for nothing, also as
an own law [U18]. "On the table" is meant literally [U44].

Prompts, with their args: gather (turn), contest-beard, contest-blue_eyes, contest-glasses (the seats that
declared it), judge-trait (seat, trait). See also `chips`.
"""

from ...engine import cards
from ...engine.asks.automatic import Reveal
from ...engine.asks.base import NO, OK
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear
from .chips import ask_colours
from .floor import judge, present_seats
from .law import COLOURS, TRAITS, earliest, read_law
from .pack import PACK
from .statutes import hold, laws_on_table, traits_of

if cards.TYPE_CHECKING:  # a Pico would keep a name of its own on the heap
    from typing import Sequence

    from .law import Law


def play_final(table, match):
    """Play the end: count, turn up, contest, score, announce the winners."""
    hold(table, match)
    yield Clear(what="gather", args=(match.turn,))
    laws = laws_on_table(match)
    if table.options["last_blue_counts"] == "false":
        laws = [law for law in laws if law.card != match.fresh]
    chips = yield from _ask_colours(table, match)
    traits = [traits_of(match, seat) for seat in table.all_seats()]
    private = yield from _turn_up(table, match)
    yield from _contest(table, match, laws, private, traits)
    wilds = [len(match.wilds[seat]) for seat in table.all_seats()]
    standing = Standing(chips, wilds, traits, private)
    totals: "list[float | None]" = [None] * match.seats
    found = accounts(standing, laws, table.options)
    for seat in present_seats(match):
        points = found[seat]
        totals[seat] = points.total
        _tell_score(table, seat, chips[seat], points, private[seat])
    match.wilds, match.private = [], []  # no card stays hidden
    match.won, rule, broken = winners(standing, laws, totals, table.options)
    table.tell("result", match.won, totals, [match.ended, rule, broken])


def _ask_colours(table, match):
    """Return the chips by seat, four numbers each; None for a seat that has left."""
    seats = present_seats(match)
    chips = [None] * match.seats
    if table.options["chip_record"] == "counted":
        found = yield from ask_colours(table, match, seats)
        for i in range(len(seats)):
            chips[seats[i]] = found[i]
        table.tell("colours", chips)
    else:
        for seat in seats:
            chips[seat] = match.chips[4 * seat : 4 * seat + 4]
    return chips


def _turn_up(table, match):
    """Turn up and record the cards still hidden; return the hidden laws by seat, None if there is none."""
    owners = table.all_seats() if match.private else []
    wilds = [handle for own in match.wilds for handle in own]
    hidden = wilds + [match.private[seat] for seat in owners]
    opened = []
    if hidden:
        opened = yield Reveal(hidden)
    laws: "list" = [None] * match.seats
    for i in range(len(owners)):
        laws[owners[i]] = read_law(opened[len(wilds) + i], table.options)
    own = []
    if wilds:
        own = [[opened[wilds.index(handle)] for handle in handles] for handles in match.wilds]
    told = [None if law is None else law.card for law in laws]
    table.tell("turned_up", own, told if owners else [])
    return laws


def _contest(table, match, laws, private, traits):
    """Ask for doubts about each trait that counts, and have the seats judged for which it does."""
    for trait in _honoured_traits(laws + [law for law in private if law is not None]):
        seats = present_seats(match)
        declared = [seat for seat in seats if trait in traits[seat]]
        if trait not in _honoured_traits(laws):
            declared = [
                seat for seat in declared if private[seat] and trait in _honoured_traits([private[seat]])
            ]
        asked = tuple([seat for seat in seats if not match.away[seat]])
        if not declared or not asked:
            continue
        keys = yield Poll(asked, (OK, NO), "contest-" + trait, args=tuple(declared))
        if NO not in keys:
            continue
        for seat in declared:
            others = [other for other in seats if other != seat]
            yes, no = yield from judge(match, others, "judge-trait", (seat, trait))
            table.tell("judged", "contest", seat, trait, yes, no, yes >= no)
            if no > yes:
                traits[seat].remove(trait)


def _honoured_traits(laws):
    """Return the traits that these laws honour."""
    found = []
    for law in laws:
        for operation in law.operations:
            condition = operation.args.get("if", "")
            if operation.name == "bonus" and condition.startswith("trait:"):
                trait = condition[len("trait:") :]
                if trait in TRAITS and trait not in found:
                    found.append(trait)
    return found


def _tell_score(table, seat, chips, points, private):
    """Record the points of a seat."""
    hidden = None if private is None else private.card
    bonuses = []
    for card, number in points.bonuses:
        bonuses.append([cards.text(card, PACK), number])
    values, basis = points.values, points.basis
    table.tell("score", seat, chips, values, basis, points.chip_points, bonuses, hidden, points.total)


# -- The scoring -----------------------------------------------------------------------------------


class Standing:
    """The holdings that are scored, all by seat; None for a seat that has left [U41].

    chips    four numbers each; wilds: how many unplayed; traits: lists of names; private: a Law or None
    """

    def __init__(
        self,
        chips: "Sequence[Sequence[float] | None]",
        wilds: "Sequence[int]",
        traits: "Sequence[Sequence[str]]",
        private: "Sequence[Law | None]",
    ) -> None:
        self.chips = chips
        self.wilds = wilds
        self.traits = traits
        self.private = private

    def here(self) -> "list[int]":
        """Return the seats that have not left."""
        return [seat for seat in range(len(self.chips)) if self.chips[seat] is not None]


class Points:
    """The account of one seat; `bonuses`: [law card, points]."""

    def __init__(
        self, values: "list", basis: "int | str | None", chip_points: float, bonuses: "list[list[int]]"
    ) -> None:
        self.values = values
        self.basis = basis
        self.chip_points = chip_points
        self.bonuses = bonuses
        self.total = chip_points + sum([points for _, points in bonuses])


def accounts(standing: Standing, laws: "list[Law]", options: "dict") -> "list[Points | None]":
    """Return the Points of each seat, None for one that has left; `laws`: those that count, oldest first."""
    worth = values(laws, options)
    law = earliest(laws, "basis")
    basis = None if law is None else law.args["mode"]
    known = _bonuses(laws)
    found: "list[Points | None]" = [None] * len(standing.chips)
    for seat in standing.here():
        private = standing.private[seat]
        bonuses: "list[list[int]]" = []
        for card, args in known if private is None else known + _bonuses([private]):
            number = units(standing, laws, seat, args["if"] if "if" in args else args["per"])
            if number:
                bonuses.append([card, number * args["pts"]])
        found[seat] = Points(worth, basis, chip_points(standing.chips[seat], worth, basis), bonuses)
    return found


def _bonuses(laws: "list[Law]") -> "list[tuple[int, dict]]":
    """Return (the card of the law, its arguments) of each bonus in these laws."""
    return [(law.card, one.args) for law in laws for one in law.operations if one.name == "bonus"]


def values(laws: "Sequence[Law]", options: "dict") -> list:
    """Return the worth of a chip of each colour."""
    found: "list" = []
    for colour in COLOURS:
        law = earliest(laws, "value", colour)
        found.append(options["chip_value"] if law is None else law.args["pts"])
    return found


def chip_points(chips: "Sequence[float]", worth: "Sequence[float]", basis: "int | str | None") -> float:
    """Return the points for four numbers of chips."""
    by_colour = [chips[colour] * worth[colour] for colour in range(4)]
    if basis == "best_color":
        return max(by_colour)
    if basis == "product2":
        best = sorted([max(0, points) for points in by_colour])
        return best[2] * best[3]
    return sum(by_colour)


def units(standing: Standing, laws: "Sequence[Law]", seat: int, condition: str) -> float:
    """Return how often a bonus with this `condition`, the value of its `if` or `per`, counts for `seat`."""
    chips = standing.chips[seat]
    others = [standing.chips[other] for other in standing.here() if other != seat]
    mine = [colour for colour in range(4) if chips[colour]]
    if condition == "colors:1":
        return 1 if len(mine) == 1 else 0
    if condition == "fewest:chips":
        return 1 if not [1 for other in others if sum(other) < sum(chips)] else 0
    if condition.startswith("trait:"):
        return 1 if condition[6:] in standing.traits[seat] else 0
    if condition == "set4":
        return min(chips)
    if condition == "sole_color":
        return len([1 for colour in mine if not [1 for other in others if other[colour]]])
    if condition == "top_color":
        return len([1 for colour in mine if not [1 for other in others if other[colour] > chips[colour]]])
    if condition == "own_law":
        return len([1 for law in laws if law.proposer == seat])
    if condition == "wild_held":
        return standing.wilds[seat]
    raise ValueError(condition)


def winners(
    standing: Standing, laws: "Sequence[Law]", totals: "Sequence[float | None]", options: "dict"
) -> "tuple[list[int], str, str | None]":
    """Return (the seats that win, "most" or "second" or "all equal", the criterion that broke a tie or None).

    `totals`: by seat, None for one that has left.
    """
    here = standing.here()
    best = max([totals[seat] for seat in here])
    why = "most"
    rule = earliest(laws, "winner")
    if rule is not None and rule.args["mode"] == "second":
        below = [totals[seat] for seat in here if totals[seat] < best]
        if not below:
            return here, "all equal", None
        best, why = max(below), "second"
    tied = [seat for seat in here if totals[seat] == best]
    broken: "str | None" = None
    criteria: str = options["tie_break"]
    for criterion in criteria.split("+"):
        if len(tied) > 1 and criterion != "shared":
            ranks = []
            for seat in tied:
                chips = standing.chips[seat]
                ranks.append(sum(chips) if criterion == "chips" else len([1 for one in chips if one]))
            left = [tied[i] for i in range(len(tied)) if ranks[i] == max(ranks)]
            if len(left) < len(tied):
                tied, broken = left, criterion
    return tied, why, broken
