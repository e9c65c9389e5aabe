"""Democrazy, what anybody may say at any time: the calls.

While a law is proposed, debated or voted on, OK of any other seat speaks up, or YES of the proposer before
the vote opens; then that seat picks from what there is to say. Whatever was under way waits, and cards laid
and keys pressed for it still count, but for the key of who called.

    caught     somebody broke a conduct law in force. The others judge, and a majority of the votes cast by
               them catches; then the penalty is paid at once [U24]
    object     a blank law is not clear, or not in the spirit of the game. The others but the proposer judge,
               a tie admits it; after the second time it is not proposed again in this turn [U26]
    end-card   the proposer drew the End Card
    recount    the chips are counted anew, where the table does not draw them [U34]
    absent     a seat is not there: it is not asked for a vote (`missing_vote`), and is passed over when its
               turn comes; the same again when it is back
    leave      who calls leaves the game after this turn [U40]
    pause      until the same seat presses OK

Prompts, with their args: speak (the rows), which-law (the rows: laws), which-seat (the rows: seats),
judge-caught (seat, law), judge-blank (seat), paused (seat). See also `democrazy_drawing`.
"""

from cardtable.micro import borrow

from .ask import OK, PLACES
from .democrazy_cards import is_blank
from .democrazy_chips import BAG, held, move
from .democrazy_floor import ABSENT, LEAVING, here, judge
from .polling import Poll
from .pressing import Choose

_COUNTING = "cardtable.rulebook.democrazy_counting"
_LYING = range(PLACES)  # the law that is proposed stays where it lies, and so do votes


def hear(table, match, laws, caller, proposer, proposed):
    """What `caller` has to say. `laws`: in force; `proposed`: the law under debate, or None.

    Returns "refused" if the others did not admit a blank law, else None.
    """
    rows = _rows(table, match, laws, caller, proposer, proposed)
    row = rows[(yield Choose(caller, rows, "speak", default=len(rows) - 1, still=_LYING))]
    if row == "caught":
        yield from _catch(table, match, laws, caller)
    elif row == "object":
        voters = [seat for seat in here(match) if seat != proposer]
        yes, no = yield from judge(match, voters, "judge-blank", (proposer,))
        table.tell("judged", "object", proposer, proposed.name, yes, no, no > yes)
        return "refused" if no > yes else None
    elif row == "end-card":
        match.ended = "end-card"
    elif row == "recount":
        moves = []
        yield from borrow(_COUNTING).recount(table, match, moves)
        table.tell("table", "recount", caller, moves)
    elif row == "absent":
        seats = [seat for seat in here(match) if match.away[seat] != LEAVING]
        seat = seats[(yield Choose(caller, tuple([str(seat) for seat in seats]), "which-seat", still=_LYING))]
        match.away[seat] = 0 if match.away[seat] == ABSENT else ABSENT
        table.tell("table", "absent" if match.away[seat] else "back", seat, [])
    elif row == "leave":
        match.away[caller] = LEAVING
        table.tell("table", "leaves", caller, [])
    elif row == "pause":
        yield Poll((caller,), (OK,), "paused", args=(caller,), still=_LYING)
    return None


def _rows(table, match, laws, caller, proposer, proposed):
    """What there is to say; the last row, which OK alone takes, says nothing."""
    rows = []
    if [law for law in laws if law.first("conduct") is not None]:
        rows.append("caught")
    if proposed is not None and is_blank(proposed.card) and caller != proposer:
        rows.append("object")
    if proposed is None and caller == proposer:
        rows.append("end-card")
    if table.options["chip_record"] != "digital":
        rows.append("recount")
    rows.append("absent")
    if [seat for seat in here(match) if seat != caller and match.away[seat] != LEAVING]:
        rows.append("leave")  # somebody has to score
    return tuple(rows) + ("pause", "nothing")


def _catch(table, match, laws, caller):
    rules = [law for law in laws if law.first("conduct") is not None]
    law = rules[0]
    if len(rules) > 1:
        law = rules[(yield Choose(caller, tuple([one.name for one in rules]), "which-law", still=_LYING))]
    seats = here(match)
    seat = seats[(yield Choose(caller, tuple([str(one) for one in seats]), "which-seat", still=_LYING))]
    others = [one for one in seats if one != seat]
    yes, no = yield from judge(match, others, "judge-caught", (seat, law.name))
    caught = yes > no
    table.tell("conduct", seat, law.name, yes, no, caught)
    if caught:
        moves = []
        conduct = law.first("conduct")
        pick = borrow("cardtable.rulebook.democrazy_drawing").pick
        chips = yield from pick(table, held(match, seat), seat, conduct.args["penalty"], "lose-chip")
        move(match, moves, seat, BAG, chips)
        table.tell("effect", law.card, conduct.text, [seat], moves, [])
