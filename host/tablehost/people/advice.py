"""Advice for the user of a held seat: what the sensible player of the game would do there.

The sensible player thinks in a copy of the room, takes this seat alone, and decides from what its player has
seen. Cards, people and lots of the room itself stay as they are.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Collection, Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.engine.tasks import Task
from tablehost.people import kinds
from tablehost.people.hands import BRINGS, SOURCES, CannotDo
from tablehost.people.minds import Chosen, Decision, Reason
from tablehost.people.room import Person, Room
from tablehost.types import Args, Event, Json

_FORCED = ("lift", "take", "clear")  # steps that leave no choice
_PRESSED = (base.YES, base.NO, base.OK)


class Advice(NamedTuple):
    """An act and its word, as in `tablehost.people.hands`. `row`: the number of the row, in a menu.
    `because`: the reason as [code, values], () for none.
    """

    act: str
    word: str = ""
    row: str = ""
    because: Sequence[Json] = ()


def find_advice(
    room: Room,
    task: Task,
    perceived: tuple[str, Args, Sequence[int], Sequence[int]],
    seed: str,
    unfit: Collection[int] = (),
    steps: int = 0,
) -> Advice | None:
    """Return the next act for the seat of a task, None where there is nothing to decide, or the game has no
    sensible player. The same seed gives the same advice.

    Raises CannotDo where the answer is to be seen in the persons.

    `unfit`: cards that the table would refuse; `steps`: how often this seat has pressed YES in a menu.
    """
    what, args, tasks, pads = perceived
    first = task.steps[0] if task.steps else None
    if first is not None and first.act in _FORCED:
        return Advice(first.act)
    if what.startswith(room.of_persons):
        raise CannotDo("of-persons")
    sensible = kinds.find_sensible(room.game)
    if sensible is None or not (task.steps or task.may):
        return None
    lots = random.Random(seed)
    thought: Room = pickle.loads(room.freeze())
    thought.held = frozenset(range(thought.seats)) - {task.seat}
    thought.fidget = 0.0
    thought.draw_by(lots)
    person = thought.people[task.seat]

    def decide(decision: Decision, lots: random.Random) -> Chosen:
        """Call no talk: mates could tell what this player does not know."""
        if decision.what == "talk":
            return Chosen(decision.options.index("quiet"))
        chosen = sensible(decision._replace(explains=True), lots)
        if chosen.reason is not None:
            reasons.append(chosen.reason)
        return chosen

    reasons: list[Reason] = []
    person.mind, person.lots = decide, lots
    thought.perceive(what, args, tasks, pads)
    if first is not None and first.act == "lay":
        person.refused = [*person.refused, *unfit]
    moves = thought.moves_first(person, what, args)
    if moves:
        word = thought.choose_returned(person) if moves == "chip" else ""
        return Advice(moves, word, because=_say(reasons))
    events = thought.consider(person, what, args, tasks, pads)
    if not events:
        return _only_way(task)
    found = _read(events, thought, person, what, tasks, steps)
    is_own = found.act not in ("lay", "show") or _holds(room, task.seat, found.word)
    return found._replace(because=_say(reasons)) if is_own else None


def _say(reasons: Sequence[Reason]) -> Sequence[Json]:
    """Return the last reason as plain data."""
    return [reasons[-1].code, dict(reasons[-1].values)] if reasons else ()


def _only_way(task: Task) -> Advice | None:
    """Return the step that a player takes whose game leaves nothing to decide, None without one."""
    if not task.steps:
        return None
    step = task.steps[0]
    if step.act == "lay" and step.source in BRINGS and step.source != "hidden":
        return Advice(BRINGS[step.source])
    return Advice("press", "ok") if step.act == "key" and base.OK in step.keys else None


def _read(
    events: Sequence[Event], room: Room, person: Person, what: str, tasks: Sequence[int], steps: int
) -> Advice:
    """Return the act of a user's hand that does the same as the first of these events."""
    kind, place, *rest = next((event for event in events if event[0] == "laid"), events[0])
    if kind == "key":
        if tasks[person.seat] != base.PICK:
            return Advice("press", base.KEY_NAMES[rest[0]] if rest[0] in _PRESSED else "ok")
        wanted = sum(event[2] == base.YES for event in events)
        key = "yes" if steps < wanted else "ok" if steps == wanted else "no"
        return Advice("press", key, str(wanted - 1) if wanted else "")
    if kind != "laid":
        return Advice("lift" if place == person.seat else "clear")
    brings = BRINGS.get(SOURCES.get(what, ""), "lay")
    if brings == "point":
        return Advice(brings, str(place))
    if brings != "lay":
        gives = what == "give-figure" and room.lying[place] == rest[0]
        return Advice(brings, str(place) if gives and place != person.seat else "")
    shows = tasks[person.seat] == base.SHOW or (what.startswith("show-") and what != "show-media")
    return Advice("show" if shows else "lay", cards.text(rest[0], room.letters))


def _holds(room: Room, seat: int, word: str) -> bool:
    """Return True if the player can lay this card: it was not dealt in the copy alone."""
    person = room.people[seat]
    return room.holds(person, room.named(person, word))
