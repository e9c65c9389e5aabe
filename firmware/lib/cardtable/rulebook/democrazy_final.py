"""Democrazy, the end: what is asked before the scoring, and the account.

Where chips were only counted everybody says the number of each colour. Hidden laws and wilds that were never
played are turned up, also those of players who left. If a law honours a trait, on the table or a hidden one
of a player who declared it, anybody may contest it with NO; then the others judge each for whom it counts,
and it falls only if more than half of the votes cast are against it [U25, U48]. Then every point is told with
its law, and who wins.

Prompts, with their args: gather (turn), contest-beard, contest-blue_eyes, contest-glasses (who declared it),
judge-trait (seat, trait). See also `democrazy_chips`.
"""

from . import democrazy_counting, democrazy_reading, democrazy_scoring
from .ask import NO, OK
from .cards import text
from .clearing import Clear
from .democrazy_floor import here, judge
from .democrazy_law import TRAITS
from .democrazy_pack import PACK
from .democrazy_statutes import hold, laws_on_table, traits_of
from .polling import Poll
from .revealing import Reveal


def play_final(table, match):
    hold(table, match)
    yield Clear(what="gather", args=(match.turn,))
    laws = laws_on_table(match)
    if table.options["last_blue_counts"] == "false":
        laws = [law for law in laws if law.card != match.fresh]
    chips = yield from _colours(table, match)
    traits = [traits_of(match, seat) for seat in table.all_seats()]
    if match.revision == 1:
        yield from _contest(table, match, laws, [None] * match.seats, traits)
    private = yield from _turn_up(table, match)
    if match.revision > 1:
        yield from _contest(table, match, laws, private, traits)
    wilds = [len(match.wilds[seat]) for seat in table.all_seats()]
    standing = democrazy_scoring.Standing(chips, wilds, traits, private)
    totals = [None] * match.seats
    for seat in here(match):
        points = democrazy_scoring.account(standing, laws, seat, table.options)
        totals[seat] = points.total
        _tell_score(table, seat, chips[seat], points, private[seat])
    match.wilds, match.private = [], []  # nothing stays hidden
    match.won, rule, broken = democrazy_scoring.winners(standing, laws, totals, table.options)
    table.tell("result", match.won, totals, [match.ended, rule, broken])


def _colours(table, match):
    """The chips by seat, four numbers each; who has left has None."""
    seats = here(match)
    chips = [None] * match.seats
    if table.options["chip_record"] == "counted":
        found = yield from democrazy_counting.ask_colours(table, match, seats)
        for i in range(len(seats)):
            chips[seats[i]] = found[i]
        table.tell("colours", chips)
    else:
        for seat in seats:
            chips[seat] = match.chips[4 * seat : 4 * seat + 4]
    return chips


def _tell_score(table, seat, chips, points, private):
    hidden = None if private is None else private.card
    bonuses = [[text(card, PACK), number] for card, number in points.bonuses]
    values, basis = points.values, points.basis
    table.tell("score", seat, chips, values, basis, points.chip_points, bonuses, hidden, points.total)


def _honoured(laws):
    """The traits that these laws honour."""
    found = []
    for law in laws:
        for operation in law.operations:
            condition = operation.args.get("if", "")
            if operation.name == "bonus" and condition.startswith("trait:"):
                trait = condition[len("trait:") :]
                if trait in TRAITS and trait not in found:
                    found.append(trait)
    return found


def _contest(table, match, laws, private, traits):
    """Ask for doubts about each trait that counts, and have those judged for whom it does."""
    for trait in _honoured(laws + [law for law in private if law is not None]):
        seats = here(match)
        declared = [seat for seat in seats if trait in traits[seat]]
        if trait not in _honoured(laws):
            declared = [seat for seat in declared if private[seat] and trait in _honoured([private[seat]])]
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


def _turn_up(table, match):
    """Turn up what is still hidden, and tell it. Returns the hidden laws by seat, None if there is none.

    In a match of revision 1 these were the hidden laws of the players who stayed.
    """
    first = match.revision == 1
    owners = [] if not match.private else here(match) if first else table.all_seats()
    wilds = [] if first else [handle for own in match.wilds for handle in own]
    hidden = wilds + [match.private[seat] for seat in owners]
    opened = []
    if hidden:
        opened = yield Reveal(hidden)
    laws = [None] * match.seats
    for i in range(len(owners)):
        laws[owners[i]] = democrazy_reading.read_law(opened[len(wilds) + i], table.options)
    own = []
    if wilds:
        own = [[opened[wilds.index(handle)] for handle in handles] for handles in match.wilds]
    told = [None if law is None else law.card for law in laws]
    table.tell("turned_up", own, told if owners else [])
    return laws
