"""A sensible player of Democrazy, who votes and proposes for its own chance to win.

It imagines the table with a law and without it (`forecast`), and estimates each player's chance to win then.
It proposes the most promising law, weighted with the chance of adoption; votes for the outcome that serves
it; and plays its wild where the others, who think alike, would decide otherwise and much is at stake.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardtable.games.democrazy.law import COLOURS, Law, gaps, read_law
from cardtable.games.democrazy.statutes import find_replaced
from tablehost.games.democrazy.forecast import (
    TURNS,
    World,
    best_repeal,
    is_by_chance,
    swap,
    wants_exchange,
    win_chances,
    world_after,
    world_of,
)
from tablehost.people.minds import Chosen, Reason

if TYPE_CHECKING:
    from tablehost.games.democrazy.view import View
    from tablehost.people.minds import Decision

DRAWS = 3  # how often drawing is imagined
SAME = 0.002  # a chance to win that changes by less does not matter
LITTLE = 0.03  # and one that changes by less is called a little
# The change of the chance to win for which a wild is played: at the beginning, and at the end.
WILD_EARLY = 0.06
WILD_LATE = 0.01


def sensible(decision: Decision, lots: random.Random) -> Chosen:
    """Decide as a sensible player; it is a mind, see `tablehost.people.minds`. Laws are the options where one
    is stated.
    """
    what, rows = decision.what, decision.options
    view: View = decision.view  # type: ignore[assignment]
    if decision.kind == "answer":
        return Chosen(0)
    if what == "vote":
        return _vote(rows, view, lots)
    world = world_of(view)
    if decision.kind == "card":
        return _propose(world, rows, view, lots)
    if what == "state":
        now = win_chances(world)
        promises = [_promise(world, now, law, view, lots)[0] for law in rows]
        return Chosen(promises.index(max(promises)))
    if what == "replace":
        return _to_replace(world, rows, view)
    if what == "choose-law":
        laws = [law for law in view.open.in_force() if law.name in rows]
        return Chosen(rows.index(best_repeal(world, laws).name), Reason("without")) if laws else Chosen(0)
    if what == "choose-player":
        return _player(world, rows, view)
    if what.startswith("exchange"):
        return _exchange(world, what, rows, view)
    if what.endswith("-chip"):
        return _chip(world, what, rows, view)
    return Chosen(lots.randrange(len(rows)))


def _explain(now: float, then: float) -> Reason:
    """Return the reason to do or prevent what changes the own chance to win."""
    if abs(then - now) < SAME:
        return Reason("same")
    if abs(then - now) < LITTLE:
        return Reason("rises-little") if then > now else Reason("falls-little")
    return Reason("rises") if then > now else Reason("falls")


# -- laws ------------------------------------------------------------------------------------------------


def _propose(world: World, hand: Sequence[int], view: View, lots: random.Random) -> Chosen:
    """Propose the law that promises most."""
    now = win_chances(world)
    best, chosen, after = None, 0, 0.0
    for index, card in enumerate(hand):
        law = read_law(card, view.options, "", view.seat)
        ways = [law]
        if not law.operations or law.operations[0].name == "blank":
            continue
        if gaps(law):
            ways = [read_law(card, view.options, fill, view.seat) for fill in _fills(law)]
        promise, then = max(_promise(world, now, way, view, lots) for way in ways)
        promise += lots.random() * 1e-6
        if best is None or promise > best:
            best, chosen, after = promise, index, then
    if best is None:
        return Chosen(chosen)
    return Chosen(chosen, _explain(now[view.seat], after) if best > 0 else Reason("least-bad"))


def _after(world: World, law: Law, replaced: Law | None, lots: random.Random) -> list[float]:
    """Return each seat's chance to win once this law is adopted."""
    draws = DRAWS if is_by_chance(law) else 1
    worlds = [win_chances(world_after(world, law, replaced, lots)) for _ in range(draws)]
    return [sum(one[seat] for one in worlds) / draws for seat in range(world.seats)]


def _promise(
    world: World, now: Sequence[float], law: Law, view: View, lots: random.Random
) -> tuple[float, float]:
    """Return (the expected gain of proposing this law, the own chance to win once it is adopted)."""
    then = _after(world, law, _replaced(world, law, view, lots), lots)
    return (then[view.seat] - now[view.seat]) * _adopted(now, then, law, world), then[view.seat]


def _replaced(world: World, law: Law, view: View, lots: random.Random) -> Law | None:
    """Return the law that this one would replace."""
    if law.red:
        return None
    found: Law | None = find_replaced(law, world.laws)
    if found is not None or len(world.laws) < int(view.options["max_blue"]):
        return found
    return max(
        world.laws,
        key=lambda one: win_chances(world_after(world, law, one, lots))[view.seat],
        default=None,
    )


def _to_replace(world: World, rows: Sequence[str], view: View) -> Chosen:
    """Choose the law to replace by the one just laid, whatever its fate."""
    found = []
    for name in rows:
        other = world.copy()
        other.laws = [law for law in other.laws if law.name != name]
        found.append(win_chances(other)[view.seat])
    return Chosen(found.index(max(found)), Reason("without") if len(rows) > 1 else None)


def _vote(rows: Sequence[str], view: View, lots: random.Random) -> Chosen:
    proposal = view.open.proposal
    if proposal is None:
        return Chosen(lots.randrange(2))
    world = world_of(view)
    if proposal.outlook is None or view.private_law is not None:
        outlook = win_chances(world), _after(world, proposal.law, proposal.replaced, lots)
        if view.private_law is None and not is_by_chance(proposal.law):
            proposal.outlook = outlook
    else:
        outlook = proposal.outlook
    now, then = outlook
    gain = then[view.seat] - now[view.seat]
    why = _explain(now[view.seat], then[view.seat])
    if abs(gain) < SAME:
        return Chosen(0 if proposal.seat == view.seat else lots.randrange(2), why)
    left = max(0.0, 1 - view.open.turn / TURNS)
    if len(rows) > 2 and abs(gain) > WILD_LATE + (WILD_EARLY - WILD_LATE) * left:
        yes = _adopted(now, then, proposal.law, world)
        lost = 1 - yes if gain > 0 else yes  # how likely the others decide otherwise
        if lost > 0.5:
            wanted = ("DY", "SC") if gain > 0 else ("DN", "SC")
            wild = next((kind for kind in wanted if kind in rows), None)
            if wild is not None:
                return Chosen(rows.index(wild), Reason("reject") if gain > 0 else Reason("adopt"))
    return Chosen(0 if gain > 0 else 1, why)


# -- chips --------------------------------------------------------------------------------


def _chip(world: World, what: str, rows: Sequence[str], view: View) -> Chosen:
    """Choose the colour to part with, or to take from another player."""
    found = []
    for letter in rows:
        other = world.copy()
        if letter in COLOURS:
            colour = COLOURS.index(letter)
            change = 1 if what == "take-chip" else -1
            other.chips[view.seat][colour] = max(0.0, other.chips[view.seat][colour] + change)
        found.append(win_chances(other)[view.seat])
    return Chosen(found.index(max(found)), Reason("gains") if what == "take-chip" else Reason("costs-least"))


def _exchange(world: World, what: str, rows: Sequence[str], view: View) -> Chosen:
    """Return the least as long as the bag promises more; the last row returns nothing more."""
    if not wants_exchange(world, view.seat):
        return Chosen(len(rows) - 1, Reason("bag-poor"))
    if what == "exchange-chips":
        return Chosen(0, Reason("bag-rich"))
    worth = world.worth()
    return Chosen(
        min(range(len(rows) - 1), key=lambda row: worth[COLOURS.index(rows[row])]), Reason("costs-least")
    )


def _player(world: World, rows: Sequence[str], view: View) -> Chosen:
    """Choose the target of a law: for a swap the best chips, to harm the strongest, to help the weakest."""
    law = view.open.effect
    now = win_chances(world)
    seats = [int(row) for row in rows]
    if law is not None and law.first("swap") is not None:
        found = []
        for seat in seats:
            other = world.copy()
            swap(other, view.seat, seat)
            found.append(win_chances(other)[view.seat])
        return Chosen(found.index(max(found)), Reason("swaps"))
    harms = law is not None and law.first("lose") is not None
    strength = [now[seat] for seat in seats]
    if harms:
        return Chosen(strength.index(max(strength)), Reason("harms"))
    return Chosen(strength.index(min(strength)), Reason("helps"))


def _fills(law: Law) -> list[str]:
    """Return all ways to fill the gaps of a law, as `Law` takes them."""
    ways = [""]
    for _, choices in gaps(law):
        ways = [f"{way}/{choice}".lstrip("/") for way in ways for choice in choices]
    return ways


def _adopted(now: Sequence[float], then: Sequence[float], law: Law, world: World) -> float:
    """Return the chance that this law is adopted, if each player votes for its own chance to win."""
    margin = 0.0
    for seat in world.here:
        gain = then[seat] - now[seat]
        margin += 0 if abs(gain) < SAME else 1 if gain > 0 else -1
    margin += 0.3 if law.white else -0.3
    share = margin / len(world.here)
    return min(0.97, max(0.03, 0.5 + 1.6 * share))
