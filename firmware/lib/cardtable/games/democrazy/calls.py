"""Democrazy, the calls: statements that any player may make at any time.

While a law is proposed, debated or voted on, OK of any other seat speaks up, or YES of the proposer before
the vote opens; then that seat picks one of the calls. The interrupted ask waits, and cards laid and keys
pressed for it still count, but for the key of the seat that called [U45].

    caught     a player broke a conduct law in force. The others judge, and a majority of the votes cast by
               them catches; then the penalty is paid at once [U24]
    object     a blank law is not clear, or not in the spirit of the game. The others but the proposer judge,
               a tie admits it, and that holds for the turn [U47]; once refused it may be restated, refused
               again it is not proposed any more in this turn [U26]
    end-card   the proposer drew the End Card, if that can have come up [U46]. Another seat has to confirm it
               with YES or OK, since only people see the stack; its NO, or the proposer's, refuses it
    recount    the chips are counted again, if the table does not draw them [U34]
    absent     another seat is not there: it is not asked for a vote (`missing_vote`), and is passed over
               when its turn comes. A third seat has to agree with YES; the named seat stays if it presses
               any key, or if all say NO, or the caller takes it back with NO [U45]. The same call declares
               a seat back
    leave      the caller leaves the match after this turn [U40]
    pause      until the same seat presses OK

The operator alone can declare a seat absent or back as well (`cardtable say absent 2`).

Prompts, with their args: speak (the rows), which-law (the rows: laws), which-seat (the rows: seats),
confirm-absent (seat, the caller), confirm-end-card (the caller), judge-caught (seat, law),
judge-blank (seat), paused (seat). See also `chips`.
"""

from ...engine.asks import keys
from ...engine.asks.base import NO, OK, PLACES, YES
from ...engine.asks.keys import Choose
from . import chips
from .chips import BAG, chips_of, move, pick
from .floor import ABSENT, GONE, LEAVING, deputy, judge, present_seats, voters

_LYING = range(PLACES)  # the proposed law and the votes stay on their pads


def open_to_calls(table, match, laws, asks, law=None, may=(), voting=False):
    """Return the answer [number, answer] to the first of `asks(seat)`, and hear calls in the meantime.

    `seat` is the proposer, or its deputy if a `law` is in the middle and the proposer is away. `may`: the
    calls possible only in this place. Returns None if the turn is over; "refused" or "admitted" if the others
    have judged the law.
    """
    away, ask = None, None
    while not match.ended and not (law is None and match.away[match.seat]):
        if away != match.away:  # the voters and the proposer's deputy may have changed
            away = list(match.away)
            seat = deputy(match, match.seat)
            open_asks = asks(seat)
            open_asks = open_asks + _calls(table, match, seat, voting)
            if ask is None:
                ask = keys.First(*open_asks)
            else:  # the same First: keys pressed before the call still count
                ask.pose(open_asks)
        number, answer = yield ask
        part = ask.asks[number]
        if not part.interrupts:
            return [number, answer]
        if part.what == "speak-up":
            judged = yield from carry_out_call(table, match, laws, answer[0], law, may)
            if judged is not None:
                return judged
        else:
            declare(table, match, answer[0], [])
    if match.ended == "end-card":
        table.tell("end_card", match.seat)
    return None


def _calls(table, match, seat, voting):
    """Return the asks that `open_to_calls` adds; `seat` is the one that acts.

    The operator can speak up as well.
    """
    others = [other for other in table.seats_from(seat)[1:] if match.away[other] != GONE]
    calls = [keys.Call(tuple(others), (OK,), "speak-up", interrupts=True)]
    if not voting:
        calls.append(keys.Call((seat,), (YES,), "speak-up", interrupts=True))
    for what, state in (("absent", 0), ("back", ABSENT)):
        meant = tuple([other for other in present_seats(match) if match.away[other] == state])
        if meant:
            calls.append(keys.OperatorCall(meant, (OK,), what, interrupts=True))
    return calls


def carry_out_call(table, match, laws, caller, law, may):
    """Carry out the call of `caller`.

    `laws`: in force; `law`: in the middle, or None; `may`: see `open_to_calls`. Returns "refused" or
    "admitted" if the others have judged a blank law, else None.
    """
    proposer = match.seat
    rows = _call_rows(table, match, laws, caller, may)
    row = rows[(yield Choose(caller, rows, "speak", default=len(rows) - 1, still=_LYING))]
    if row == "caught":
        yield from _catch(table, match, laws, caller)
    elif row == "object":
        others = [seat for seat in present_seats(match) if seat != proposer]
        yes, no = yield from judge(match, others, "judge-blank", (proposer,))
        table.tell("judged", "object", proposer, law.name, yes, no, no > yes)
        return "refused" if no > yes else "admitted"
    elif row == "end-card":
        seats = tuple(voters(match, caller))
        answers = [keys.Call(seats, (key,), "confirm-end-card", still=_LYING) for key in (OK, NO)]
        number, _ = yield _confirm(caller, seats, "confirm-end-card", (caller,), *answers)
        if number < 2:
            match.ended = "end-card"
        else:
            table.cue("no-end-card")
    elif row == "recount":
        moves = []
        yield from chips.recount(table, match, moves)
        table.tell("table", "recount", caller, moves, [caller])
    elif row == "absent":
        declared = yield from _say_absent(table, match, caller)
        if declared is not None:
            declare(table, match, *declared)
    elif row == "leave":
        match.away[caller] = LEAVING
        table.tell("table", "leaves", caller, [], [caller])
    elif row == "pause":
        yield keys.Poll((caller,), (OK,), "paused", args=(caller,), still=_LYING)
    return None


def _call_rows(table, match, laws, caller, may):
    """Return the calls open to `caller`; the last row, which OK alone takes, is no call."""
    rows = []
    if [law for law in laws if law.first("conduct") is not None]:
        rows.append("caught")
    if "object" in may and caller != match.seat:
        rows.append("object")
    if "end-card" in may and caller == match.seat and voters(match, caller):
        rows.append("end-card")
    if table.options["chip_record"] != "digital":
        rows.append("recount")
    if _nameable_seats(match, caller):
        rows.append("absent")
    if [seat for seat in present_seats(match) if seat != caller and match.away[seat] != LEAVING]:
        rows.append("leave")  # one player at least stays to score
    return tuple(rows) + ("pause", "nothing")


def _catch(table, match, laws, caller):
    """Let `caller` accuse a seat of breaking a conduct law, and the others judge."""
    rules = [law for law in laws if law.first("conduct") is not None]
    law = rules[0]
    if len(rules) > 1:
        law = rules[(yield Choose(caller, tuple([one.name for one in rules]), "which-law", still=_LYING))]
    seats = present_seats(match)
    seat = seats[(yield Choose(caller, tuple([str(one) for one in seats]), "which-seat", still=_LYING))]
    others = [one for one in seats if one != seat]
    yes, no = yield from judge(match, others, "judge-caught", (seat, law.name))
    caught = yes > no
    table.tell("conduct", seat, law.name, yes, no, caught)
    if caught:
        moves = []
        conduct = law.first("conduct")
        chips = yield from pick(table, chips_of(match, seat), seat, conduct.args["penalty"], "lose-chip")
        move(match, moves, seat, BAG, chips)
        table.tell("effect", law.card, conduct.text, [seat], moves, [], None)


def _say_absent(table, match, caller):
    """Let `caller` declare a seat absent, or back; for absent a third seat has to agree [U45].

    Returns the seat and the seats that declare it, None if it is not agreed.
    """
    seats = _nameable_seats(match, caller)
    seat = seats[(yield Choose(caller, tuple([str(seat) for seat in seats]), "which-seat", still=_LYING))]
    if match.away[seat] == ABSENT:
        return seat, [caller]
    args = (seat, caller)
    third = tuple(voters(match, seat, caller))
    here_after_all = keys.Call((seat,), (YES, NO, OK), "confirm-absent", still=_LYING)
    disagree = keys.Poll(third, (NO,), "confirm-absent", still=_LYING)
    number, answer = yield _confirm(caller, third, "confirm-absent", args, here_after_all, disagree)
    if number == 0:
        return seat, [caller] + [third[i] for i in range(len(third)) if answer[i] == YES]
    table.cue("not-absent", seat)
    return None


def _confirm(caller, seats, what, args, *more):
    """Return the ask whether one of `seats` agrees with `caller`, who takes it back with NO; or `more`."""
    agree = keys.Poll(seats, (YES,), what, quorum=1, args=args, still=_LYING)
    return keys.First(agree, *more, keys.Call((caller,), (NO,), what, still=_LYING))


def _nameable_seats(match, caller):
    """Return the seats that `caller` can declare absent, or back."""
    if match.away[caller] == ABSENT:
        return [caller]  # it is back, before it may name others
    found = []
    for seat in present_seats(match):
        third = voters(match, seat, caller)
        if match.away[seat] == ABSENT or (seat != caller and match.away[seat] != LEAVING and third):
            found.append(seat)
    return found


def declare(table, match, seat, by):
    """Declare `seat` absent from now on, or back; `by`: the seats that declare it, none for the operator."""
    match.away[seat] = 0 if match.away[seat] == ABSENT else ABSENT
    table.tell("table", "absent" if match.away[seat] else "back", seat, [], by)
