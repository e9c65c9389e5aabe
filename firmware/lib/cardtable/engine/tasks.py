"""Plain values for the wants of an open ask, by seat: Task and Step. They have no words and no lamps.

Hosts, the tab and tests import this; the controller never does: its lamps are made of `Prompt.tasks`.
"""

from collections import namedtuple

from cardtable.micro import const

from .asks.automatic import Chance, Pause, Reveal, Weigh
from .asks.ballot import Ballot
from .asks.base import (
    EMPTY,
    FINE,
    KEEP,
    LAY,
    LIFT,
    MISSING,
    NO,
    NOTHING,
    OK,
    OLD,
    OUT,
    PICK,
    PRESS_OK,
    PRESS_YES_NO,
    REMOVE,
    SHOW,
    TAKE,
    TAKE_ALL,
    WRONG,
    YES,
)
from .asks.keys import Call, Choose, OperatorCall, Poll
from .asks.laying import Clear, Lay, LayOne, Take
from .asks.showing import Show
from .picture import CENTRE, PLACES

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, NamedTuple, Sequence

    from .asks.base import Ask, Prompt
    from .picture import Picture
    from .table import Table

# Task: what the ask with this number wants of a seat. `number`: of the record that opened the ask. `what` and
# `args`: of the prompt. `steps`: what the seat must do, in order, none while it waits. `may`: what it can do
# besides. `given`: its row, or cards shown, so far; None for neither. `waits`: [seat, act] of others that
# must act first.
# Step: `act`, one of ACTS, on `places`. `source`: where a card to lay or show comes from. `keys` that answer,
# too. `rows` to pick from, or cards to take. `least` and `most` cards, for "show". `why`: the code of what is
# wrong with a card to lift.
ACTS = ("lift", "take", "clear", "lay", "show", "pick", "key")
if TYPE_CHECKING:

    class Step(NamedTuple):
        act: str
        places: Sequence[int]
        source: str
        keys: Sequence[int]
        rows: Sequence[object]
        least: int
        most: int
        why: str | None

    class Task(NamedTuple):
        number: int
        seat: int
        what: str
        args: Sequence[Any]
        steps: list[Step]
        may: list[Step]
        given: object
        waits: list[list[object]]

else:
    Step = namedtuple("Step", ("act", "places", "source", "keys", "rows", "least", "most", "why"))
    Task = namedtuple("Task", ("number", "seat", "what", "args", "steps", "may", "given", "waits"))

_GO = (REMOVE, KEEP, OUT)  # verdicts on a card that must leave its place
_FREE = (EMPTY, MISSING)
_NO_STEP = (Pause, Chance, Reveal, Weigh)
KINDS = (Lay, Show, Clear, Poll, Ballot, Choose, Call) + _NO_STEP  # of asks


def _step(
    act: str,
    places: "Sequence[int]" = (),
    keys: "Sequence[int]" = (),
    source: str = "",
    rows: "Sequence[object]" = (),
    least: int = 1,
    most: int = 1,
    why: "str | None" = None,
) -> "Step":
    return Step(act, tuple(places), source, tuple(keys), tuple(rows), least, most, why)


def form(
    number: int,
    ask: "Ask",
    prompt: "Prompt",
    picture: "Picture",
    table: "Table",
    sources: "dict[str, str] | None" = None,
    clears: bool = True,
) -> "list[Task]":
    """Return the Task of each seat, in their order.

    `picture` may be that of a shadow: of it only cards shown, rows and what is done count. `sources`: by
    `what`, the source of a card that does not come from the hand. `clears`: players clear the middle where
    no seat has to; with bots these do.
    """
    source = (sources or {}).get(ask.what, "hand")
    found = []
    for seat in table.all_seats():
        steps, may = _of_seat(seat, ask, prompt, picture, table, source)
        if isinstance(ask, Clear) and clears and not steps and TAKE_ALL not in prompt.tasks:
            steps = _of_clear(ask, prompt)
        found.append((steps, may))
    waiting = [[seat, found[seat][0][0].act] for seat in table.all_seats() if found[seat][0]]
    tasks = []
    for seat in table.all_seats():
        steps, may = found[seat]
        given = picture.shown[seat] or picture.done[seat] or None
        waits = [] if steps else waiting
        tasks.append(Task(number, seat, prompt.what, prompt.args, steps, may, given, waits))
    return tasks


def of_dialog(number: int, prompt: "Prompt") -> "list[Task]":
    """Return the Task of every seat in a dialog of the table, which has no ask: by lamps alone."""
    found = []
    for seat in range(len(prompt.tasks)):
        task, own = prompt.tasks[seat], prompt.verdicts[seat]
        steps = [_step("lift", (seat,))] if own in _GO or own == WRONG or task == LIFT else []
        if task in (LAY, SHOW):
            steps.append(_step("lay" if task == LAY else "show", (seat,), source="hand"))
        elif task == PRESS_OK:
            steps.append(_step("key", keys=(OK,)))
        elif task in (PRESS_YES_NO, PICK):
            steps.append(_step("key", keys=(OK, YES, NO)))
        found.append(Task(number, seat, prompt.what, prompt.args, steps, [], None, []))
    return found


def _of_seat(
    seat: int, ask: "Ask", prompt: "Prompt", picture: "Picture", table: "Table", source: str
) -> "tuple[list[Step], list[Step]]":
    """Return the steps that are due at a seat, and those that it may take besides."""
    own, task = prompt.verdicts[seat], prompt.tasks[seat]
    steps: "list[Step]" = []
    if own == WRONG:
        reason = prompt.reasons.get(seat)
        steps.append(_step("lift", (seat,), why=None if reason is None else reason.code))
    if TAKE_ALL in prompt.tasks:
        if task == TAKE_ALL:
            places = [p for p in range(PLACES) if prompt.verdicts[p] in (TAKE, REMOVE)]
            steps += [_step("take", places)] if places else []
        return steps, []
    if own in _GO:
        steps.append(_step("lift", (seat,)))
    odd = [p for p in range(CENTRE, PLACES) if prompt.verdicts[p] == WRONG and not ask.place_of(p)]
    if odd and not isinstance(ask, Clear):  # any player can
        steps.append(_step("clear", odd))
    if prompt.what == "go-on":
        steps.append(_step("key", keys=(OK,)))
        return steps, []
    may: "list[Step]" = []
    has_due = False
    for part in ask.parts():
        due, besides = _of_part(part, seat, task, prompt, picture, table)
        if due and has_due and due[0].act == "key" == steps[-1].act:  # two answers to one question
            steps[-1] = _step("key", keys=list(steps[-1].keys) + list(due[0].keys))
        elif due and has_due:
            may += due
        else:
            steps += due
        has_due = has_due or bool(due)
        may += besides
    if table.consult is not None:
        sides, begins = table.consult
        if begins is not None and [side for side in sides if seat in side]:
            may.append(_step("key", keys=(begins,)))  # a side talks, see `Referee._consults`
    return _from(source, steps), _from(source, may)


def _from(source: str, steps: "list[Step]") -> "list[Step]":
    """Return the steps with the source of their cards; open cards have rows instead."""
    return [
        Step(one.act, one.places, source, one.keys, one.rows, one.least, one.most, one.why)
        if one.act in ("lay", "show") and not one.rows
        else one
        for one in steps
    ]


def _of_part(
    ask: "Ask", seat: int, task: int, prompt: "Prompt", picture: "Picture", table: "Table"
) -> "tuple[list[Step], list[Step]]":
    """Return the same of a simple ask, whose card on the own pad is lifted already where it must be."""
    if isinstance(ask, Take):
        mine = seat in ask.places
        return [], [_step("lay", ask.places, rows=[table.peek(one) for one in ask.again])] if mine else []
    if isinstance(ask, LayOne):
        return _of_lay_one(ask, seat, task, prompt), []
    if isinstance(ask, Lay):
        return _of_lay(ask, seat, task, prompt)
    if isinstance(ask, Show):
        return _of_show(ask, seat, task, picture, table)
    if isinstance(ask, Clear):
        return [], []
    if isinstance(ask, Poll):
        if seat not in ask.seats:
            return [], []
        key = [_step("key", keys=ask.keys)]
        return (key, []) if task in (PRESS_OK, PRESS_YES_NO) else ([], key)
    if isinstance(ask, Ballot):
        return _of_ballot(ask, seat, task, prompt)
    if isinstance(ask, Choose):
        return _of_choice(ask, seat, task, prompt)
    if isinstance(ask, Call):
        speaks = seat in ask.seats and not isinstance(ask, OperatorCall)
        return [], [_step("key", keys=ask.keys)] if speaks else []
    assert isinstance(ask, _NO_STEP), "a kind of ask without steps"
    return [], []


def _free(places: "Sequence[int]", prompt: "Prompt") -> "list[Step]":
    """Return the step that clears those of `places` in the middle on which a card lies, if one does."""
    full = [place for place in places if place >= CENTRE and prompt.verdicts[place] not in _FREE]
    return [_step("clear", full)] if full else []


def _of_lay(ask: "Lay", seat: int, task: int, prompt: "Prompt") -> "tuple[list[Step], list[Step]]":
    if task == PRESS_OK:
        closes = ask.until is not None and ask.until.seat == seat
        return [_step("key", keys=(OK,))] if closes else [], []
    mine = [
        place
        for place in ask.places
        if prompt.verdicts[place] != FINE and (place if place < CENTRE else ask.by) == seat
    ]
    if task == LAY and (mine or ask.next == seat):
        places = mine or [seat]
        return _free(places, prompt) + [_step("lay", places)], []
    fine = seat in ask.places and prompt.verdicts[seat] == FINE
    return [], [_step("lift", (seat,))] if fine else []


def _of_lay_one(ask: "LayOne", seat: int, task: int, prompt: "Prompt") -> "list[Step]":
    if task == PRESS_OK and ask.until is not None and ask.until.seat == seat:
        return [_step("key", keys=(OK,))]
    if task != LAY or ask.by != seat:
        return []
    wrong = [place for place in ask.places if place >= CENTRE and prompt.verdicts[place] == WRONG]
    first = [_step("clear", wrong)] if wrong else []
    if seat in ask.places and prompt.verdicts[seat] == OLD:  # it may stay, but not under the new card
        first.append(_step("lift", (seat,)))
    return first + [_step("lay", ask.places)]


def _of_show(
    ask: "Show", seat: int, task: int, picture: "Picture", table: "Table"
) -> "tuple[list[Step], list[Step]]":
    if seat not in ask.seats:
        return [], []
    keys = [key for key in (OK, NO) if ask.refuses(picture, table, seat, key) is None]
    if task not in (SHOW, PRESS_OK):
        return [], [_step("key", keys=keys)] if keys else []
    shown = len(picture.shown[seat])
    if shown >= ask.most:
        return [_step("key", keys=keys)], []
    return [_step("show", (seat,), keys, least=max(0, ask.least - shown), most=ask.most - shown)], []


def _of_clear(ask: "Clear", prompt: "Prompt") -> "list[Step]":
    """Any player clears a card without an owner."""
    middle = [p for p in range(CENTRE, PLACES) if prompt.verdicts[p] != EMPTY and p not in ask.still]
    return [_step("clear", middle)] if middle else []


def _of_ballot(ask: "Ballot", seat: int, task: int, prompt: "Prompt") -> "tuple[list[Step], list[Step]]":
    """Return the steps of a voter: keys do not count while a card lies on the own pad."""
    if task == PRESS_OK and seat == ask.closer:
        return [_step("key", keys=(OK,))], []
    if seat not in ask.seats:
        return [], []
    if task in (LAY, LIFT):
        return [_step("lay", (seat,), (YES, NO))], []
    lies = prompt.verdicts[seat] not in _FREE
    return [], [_step("lift", (seat,))] if lies else [_step("lay", (seat,), (YES, NO))]


def _of_choice(ask: "Choose", seat: int, task: int, prompt: "Prompt") -> "tuple[list[Step], list[Step]]":
    if seat != ask.seat:
        return [], []
    places = () if ask.by_card is None else (seat,)
    if task == PICK and places and prompt.verdicts[seat] == FINE:  # the card on the pad is the choice
        return [_step("key", keys=(OK,))], [_step("lift", (seat,))]
    if task == PICK:
        return [_step("pick", places, (YES, NO, OK), rows=ask.rows)], []
    return [], [_step("key", keys=(YES, NO))] if task == NOTHING else []


def answers(
    step: "Step", seat: int, ask: "Ask", hand: "Sequence[int]", picture: "Picture", table: "Table"
) -> "list[Any]":
    """Return what the table would take as the answer to a step: cards of `hand` to lay, tuples of those to
    show, numbers of rows to pick, or keys.
    """
    if step.act == "key":
        return list(step.keys)
    if step.act == "pick":
        return list(range(len(step.rows)))
    if step.act not in ("lay", "show"):
        return []
    place = step.places[0]
    fitting = [card for card in hand if _fits(card, place, ask, picture, table)]
    if step.act == "lay":
        return fitting
    shows = [part for part in ask.parts() if isinstance(part, Show) and seat in part.seats]
    found: "list[tuple[int, ...]]" = []
    sets: "list[tuple[int, ...]]" = [()]
    for _ in range(step.most):  # each set once, its cards in the order of the hand
        sets = [one + (card,) for one in sets for card in fitting[_behind(one, fitting) :]]
        for one in sets:
            after = picture.copy()
            after.shown[seat] = list(picture.shown[seat]) + list(one)
            if shows[0].refuses(after, table, seat, OK) is None:
                found.append(one)
    return found


def _behind(cards: "tuple[int, ...]", hand: "list[int]") -> int:
    return hand.index(cards[-1]) + 1 if cards else 0


def _fits(card: int, place: int, ask: "Ask", picture: "Picture", table: "Table") -> bool:
    """Return True if the card would be taken on a place that is free until then."""
    after = picture.copy()
    after.laid(place, card)
    return ask.why_wrong(after, table, place) is None
