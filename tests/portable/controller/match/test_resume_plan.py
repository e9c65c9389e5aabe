"""The least set of steps after a power cut: against a search through all that hands can do, and at an ask."""

from cardtable.controller.match.resume import EMPTIED, FREE, LAY_BACK, LIFT_OFF, RESEAT, expected_cards, plan
from cardtable.engine.asks.base import CENTRE, OK, PLACES, SEALED, Ok
from cardtable.engine.asks.keys import Poll
from cardtable.engine.asks.laying import Clear, Lay
from cardtable.engine.cards import FOREIGN, SEVERAL, UNKNOWN, parse
from scripted_stage import play, waiting_for

CARDS = (1, 2, 3)  # of a small deck; each is there once


def done(state, step, wanted):
    """Return the cards on the places after a step, or None if no hand can do it so."""
    kind, place = step
    lying, what = state[place], wanted[place]
    if kind == LIFT_OFF and lying is not None:
        now = None
    elif kind == RESEAT and lying in (SEVERAL, UNKNOWN) and what != EMPTIED:
        now = what if what >= 0 else None
    elif kind == LAY_BACK and lying is None and what >= 0:
        now = what
    else:
        return None
    if now is not None and now in state[:place] + state[place + 1 :]:
        return None  # the card lies elsewhere
    return state[:place] + (now,) + state[place + 1 :]


def agrees(state, wanted):
    for place in range(len(state)):
        lying, what = state[place], wanted[place]
        if what >= 0 and lying != what or what == EMPTIED and lying is not None:
            return False
        if lying in (SEVERAL, UNKNOWN) or lying is not None and lying in state[:place]:
            return False
    return True


def least(found, wanted):
    """The number of steps of the shortest way, by trying everything."""
    reached, steps = {found}, 0
    while not [state for state in reached if agrees(state, wanted)]:
        steps += 1
        further = set()
        for state in reached:
            for place in range(len(found)):
                for kind in (LIFT_OFF, RESEAT, LAY_BACK):
                    now = done(state, (kind, place), wanted)
                    if now is not None:
                        further.add(now)
        reached = further
    return steps


def lots(seed):
    """Numbers below `n`, the same on every interpreter."""
    while True:
        n = yield seed >> 8
        del n
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF


def drawn(numbers, rows):
    return rows[next(numbers) % len(rows)]


def test_no_way_is_shorter_and_every_step_can_be_done():
    numbers = lots(7)
    some = 0
    for _ in range(400):
        size = 3
        left = list(CARDS)
        wanted = []
        for _ in range(size):
            what = drawn(numbers, (FREE, EMPTIED, 0, 0))
            if what == 0:
                what = left.pop(next(numbers) % len(left))
            wanted.append(what)
        found = tuple([drawn(numbers, (None, 1, 2, 3, 4, SEVERAL, UNKNOWN)) for _ in range(size)])
        steps = plan(wanted, found)
        state = found
        for step in steps:
            state = done(state, step, wanted)
            assert state is not None, (wanted, found, steps)
        assert agrees(state, wanted), (wanted, found, steps)
        assert len(steps) == least(found, wanted), (wanted, found, steps)
        some += len(steps)
    assert some > 400


def test_after_each_step_the_rest_is_the_rest_of_the_plan():
    wanted, found = [1, 2, EMPTIED, FREE, 5], (2, 1, FOREIGN, UNKNOWN, 5)
    steps = plan(wanted, found)
    assert steps == [(LIFT_OFF, 0), (LIFT_OFF, 1), (LIFT_OFF, 2), (RESEAT, 3), (LAY_BACK, 0), (LAY_BACK, 1)]
    while steps:
        found = done(found, steps[0], wanted)
        assert plan(wanted, found) == steps[1:]
        steps = steps[1:]


def at(*asks):
    """A table at the last of the asks: the king of spades was turned up, as the first one wants it."""
    referee = waiting_for(Lay((CENTRE,), "turn-up", by=0), *asks)
    play(referee, "centre lays KS")
    return referee


def steps(referee, found, unseen=()):
    """Return the steps to do if these cards are found: place -> card."""
    lying = [None] * PLACES
    for place in range(PLACES):
        referee.picture.lifted(place)
    for place in found:
        lying[place] = found[place] if isinstance(found[place], int) else parse(found[place])
        referee.picture.found(place, lying[place])
    return plan(expected_cards(referee, unseen), lying)


def test_what_must_lie_on_is_laid_back():
    referee = at(Lay((0, 1), "lay", SEALED, until=Ok(0), still=(CENTRE,)))
    assert steps(referee, {CENTRE: "KS"}) == []
    assert steps(referee, {}) == [(LAY_BACK, CENTRE)]
    assert steps(referee, {CENTRE: "QS"}) == [(LIFT_OFF, CENTRE), (LAY_BACK, CENTRE)]
    assert steps(referee, {CENTRE: UNKNOWN}) == [(RESEAT, CENTRE)]
    assert steps(referee, {0: "KS"}) == [(LIFT_OFF, 0), (LAY_BACK, CENTRE)]
    assert steps(referee, {}, (CENTRE,)) == [], "nobody can tell"


def test_what_is_asked_for_may_lie_already_and_may_be_gone():
    referee = at(Lay((0, 1), "lay", SEALED, until=Ok(0), still=(CENTRE,)))
    assert steps(referee, {CENTRE: "KS", 0: "5S", 1: "AH"}) == []
    assert steps(referee, {CENTRE: "KS", 0: FOREIGN, 1: "AH"}) == [(LIFT_OFF, 0)]
    assert steps(referee, {CENTRE: "KS", 0: SEVERAL}) == [(RESEAT, 0)]
    assert steps(referee, {CENTRE: "KS", 2: "9D"}) == [], "it is early, and that may be"


def test_what_goes_may_be_gone_but_nothing_else_may_come():
    referee = at(Clear(take=1))
    assert steps(referee, {CENTRE: "KS"}) == []
    assert steps(referee, {}) == []
    assert steps(referee, {CENTRE: "QS"}) == [(LIFT_OFF, CENTRE)]
    referee = at(Poll((0,), (OK,), "on", still=(CENTRE,)))
    assert steps(referee, {}) == [(LAY_BACK, CENTRE)]
    referee = at(Poll((0,), (OK,), "on"))
    assert steps(referee, {}) == [] == steps(referee, {CENTRE: "KS"}), "it is to go, and the lamp says so"
