"""Democrazy, the proposal: what is in force is told; then draw, lay a law in the middle, read it, debate.

Prompts, with their args: draw-law, propose (turn), replace (the rows: laws), clear-shown (seat), debate (law,
the law it would replace or None, what it does).
"""

from cardtable.micro import borrow

from .ask import CENTRE, NO, OK
from .clearing import Clear
from .democrazy_cards import COPY, END, is_blank, is_law
from .democrazy_floor import open_to_calls
from .democrazy_statutes import about, replaced_by
from .laying import Lay
from .polling import Poll
from .pressing import Choose

_BLANKS = "cardtable.rulebook.democrazy_blank"
_READING = "cardtable.rulebook.democrazy_reading"
# Operations of which only the earliest counts; that of a value for its colour.
_SINGLE = ("value", "basis", "winner", "threshold", "circles", "wild_rule", "direction")


def open_turn(table, match, laws):
    """What is in force, oldest first, what of it is ignored [4.6], and whose turn it is."""
    table.tell(
        "laws",
        [law.card for law in laws],
        [law.place for law in laws],
        [law.proposer for law in laws],
        [law.text() for law in laws],
        [[law.name, key, first.name] for law, key, first in overruled(laws)],
    )
    table.tell("turn", match.turn, match.seat)


def key_of(operation):
    """What only the earliest law may say, or None."""
    if operation.name not in _SINGLE:
        return None
    return operation.name + ":" + operation.args["color"] if operation.name == "value" else operation.name


def overruled(laws):
    """(law, key, the earlier law that counts instead) of all that is ignored."""
    found = []
    first = {}
    for law in laws:
        for operation in law.operations:
            key = key_of(operation)
            if key is None:
                continue
            if key in first:
                found.append((law, key, first[key]))
            else:
                first[key] = law
    return found


def _end_card_due(table, place, card):
    return None if card == END else "law-early"


def _proposable(table, place, card):
    """The rule for the middle: a law, or the End Card."""
    if card == END:
        return None
    if not is_law(card):
        return "law-due"
    private = table.options["private_law"] == "on" and COPY <= card and not is_blank(card)
    return "private-law" if private else None


def draw_law(table, match, laws):
    """Where laws work at the start of a turn: the player draws, and says that it was not the End Card.

    Returns whether the turn goes on.
    """
    seat, args = match.seat, (match.turn,)

    def asks():
        end = Lay((CENTRE,), "draw-law", by=seat, rule=_end_card_due, args=args)
        return [Poll((seat,), (OK,), "draw-law", args=args), end]

    answer = yield from open_to_calls(table, match, laws, asks)
    if answer is not None and answer[0] == 1:
        _end_by_card(table, match)
    return answer is not None and not match.ended


def _end_by_card(table, match):
    match.ended = "end-card"
    table.tell("end_card", match.seat)
    table.cue("end-card")


def propose(table, match, laws):
    """The player lays a law in the middle, says what it needs, and opens the vote. Returns (law, the law it
    would replace or None); (None, None) if the turn is over.

    Until the vote opens NO takes the law back, and another may be laid.
    """
    seat = match.seat
    again = []

    def asks():
        args = (match.turn,)
        return [Lay((CENTRE,), "propose", by=seat, rule=_proposable, args=args, again=tuple(again))]

    while True:
        answer = yield from open_to_calls(table, match, laws, asks)
        if answer is None:
            return None, None
        card = answer[1][0]
        if card == END:
            _end_by_card(table, match)
            return None, None
        law = yield from _read(table, seat, card)
        replaced = yield from _name_replaced(table, match, laws, law)
        answer = yield from _debate(table, match, laws, law, replaced)
        if answer is None:
            return None, None
        if answer == OK:
            return law, replaced
        if answer == NO:
            again.append(card)
        elif card in again:
            again.remove(card)
        table.tell("taken_back", seat, card, "refused" if answer != NO else "taken back")


def _read(table, seat, card):
    """The law on this card, its gaps filled by the proposer."""
    reading = borrow(_READING)
    law = reading.read_law(card, table.options)
    if reading.gaps(law):
        filled = yield from borrow(_BLANKS).fill(seat, law)
        law = reading.read_law(card, table.options, filled)
    return law


def _name_replaced(table, match, laws, law):
    """The law that has to go for a blue one, or None; by its symbol, or named by the proposer."""
    if law.red:
        return None
    replaced = replaced_by(law, laws)
    if replaced is not None or len(laws) < table.options["max_blue"]:
        return replaced
    lying = tuple([other.card for other in laws])
    rows = tuple([other.name for other in laws])

    def row_of(card):
        return lying.index(card) if card in lying else None

    still = (CENTRE,)
    row = yield Choose(match.seat, rows, "replace", by_card=row_of, still=still, again=lying)
    yield Clear(what="clear-shown", args=(match.seat,), still=still)
    return laws[row]


def _debate(table, match, laws, law, replaced):
    """Until the proposer opens the vote with OK, or takes the law back with NO. Returns the key; "refused" if
    a blank law was refused twice; None if the turn is over.
    """
    seat = match.seat

    def asks():
        return [Poll((seat,), (OK, NO), "debate", args=about(law, replaced), still=(CENTRE,))]

    restated = False
    while True:
        answer = yield from open_to_calls(table, match, laws, asks, law)
        if answer is None:
            return None
        if answer != "refused":
            return answer[1][0]
        if restated:
            return answer
        restated = True
        table.cue("restate", seat)
