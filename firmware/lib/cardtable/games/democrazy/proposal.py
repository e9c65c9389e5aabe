"""Democrazy, the proposal: the laws in force, the draw, the law in the middle, its gaps, the debate, blank
laws.

A turn opens with the laws in force. The End Card is accepted only after the laws above it are gone [4.2], and
not after the player has declared a drawn law; when it is on top, no other card is drawn [U46].

A blank law is red; its proposer states it, and the others may object, see `calls`. Once adopted it is carried
out by hand: the proposer, or the deputy if that one is away [U45], picks operations, one after another, from
those of the red laws, and fills their gaps; or `recount`, in which all declare their new chips [U26]; and at
last that nothing is left. With `bag_end_when=after_effect` that goes on when the bag is empty, though no chip
is drawn any more [U15].

Prompts, with their args: draw-law, draw-end, propose (turn), replace (the rows: laws), clear-shown (seat),
debate (law, the law it would replace or None, its operations), restate (law). With their rows: fill-color,
fill-pts, fill-who, fill-n and so on for every gap, blank-effect.
"""

from cardtable.micro import const

from ...engine.asks.base import CENTRE, NO, OK
from ...engine.asks.keys import Choose, Poll
from ...engine.asks.laying import Clear, Lay
from . import chips, effects
from .calls import open_to_calls
from .cards import END, is_blank, is_law
from .law import gaps, read_law, read_row
from .statutes import about, find_replaced, is_hidden_law, may_be_end

ADMITTED = const(-1)
TWICE = const(2)

# Operations of which only the earliest counts; a value counts for its colour.
_SINGLE = ("value", "basis", "winner", "threshold", "circles", "wild_rule", "direction")
_WHO = "all|active|others|most|fewest|yes|no|chosen"

# What a blank law may do, as in a row of the deck; `row` in firmware/texts/words_en.txt has it in words.
BLOCKS = (
    "draw who=" + _WHO + " n=1|2|3",
    "lose who=" + _WHO + " n=1|2|3",
    "lose_all who=all color=?",
    "pass what=all dir=left|right",
    "pass what=1|2 dir=left|right choose=owner|receiver",
    "pass what=color:R|color:G|color:B|color:Y dir=left|right",
    "give from=others|most|active to=active|fewest|chosen n=1|2",
    "swap a=active b=chosen",
    "level to=start|4|8",
    "cap to=4|6|8|10",
    "redraw",
    "exchange who=all|active max=1|2|3",
    "antitrust n=1|2",
    "repeal which=all|oldest|chosen|tag:colour",
    "wild_deal who=without_wild|all|active n=1",
    "wild_pass dir=left|right",
    "hand_pass dir=left|right",
    "mill n=1|2|3",
    "extra_turn",
)


# -- The turn opens --------------------------------------------------------------------------------


def open_turn(table, match, laws):
    """Announce the laws in force, oldest first, the ignored ones among them [4.6], and the player."""
    table.tell(
        "laws",
        [law.card for law in laws],
        [law.place for law in laws],
        [law.proposer for law in laws],
        [law.text() for law in laws],
        [[law.name, key, first.name] for law, key, first in find_overruled(laws)],
    )
    table.tell("turn", match.turn, match.seat)


def find_overruled(laws):
    """Return (law, key, the earlier law that counts instead) of everything that is ignored."""
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


def key_of(operation):
    """Return the key that only the earliest law may write, or None."""
    if operation.name not in _SINGLE:
        return None
    return operation.name + ":" + operation.args["color"] if operation.name == "value" else operation.name


def draw_law(table, match, laws):
    """Let the player draw, when laws work at the start of the turn; OK confirms that it is a law.

    Returns True if the turn goes on.
    """
    args = (match.turn,)

    def rule(table, place, card):
        if card != END:
            return "law-early"
        return None if may_be_end(match, match.turn) else "end-card-early"

    def asks(seat):
        end = Lay((CENTRE,), "draw-law", by=seat, rule=rule, args=args)
        return [Poll((seat,), (OK,), "draw-law", args=args), end]

    answer = yield from open_to_calls(table, match, laws, asks, may=_end_cards(match))
    if answer is None:
        match.milled -= 1  # a turn lost before a card was laid is no draw [U45]
    elif answer[0] == 1:
        _end_by_card(table, match)
    return answer is not None and not match.ended


def draw_end(table, match, laws):
    """Let the player draw the End Card from the top of the stack [U17]: the match is over [U46]."""

    def rule(table, place, card):
        return None if card == END else "end-card-due"

    def asks(seat):
        return [Lay((CENTRE,), "draw-end", by=seat, rule=rule, args=(match.turn,))]

    answer = yield from open_to_calls(table, match, laws, asks, may=("end-card",))
    if answer is not None:
        _end_by_card(table, match)


def _end_cards(match):
    """Return the calls about the End Card before a law was drawn, see `open_to_calls`."""
    return ("end-card",) if may_be_end(match, match.turn) else ()


def _end_by_card(table, match):
    """End the match by the End Card."""
    match.ended = "end-card"
    table.tell("end_card", match.seat)
    table.cue("end-card")


# -- A law is proposed -----------------------------------------------------------------------------


def propose(table, match, laws, drawn):
    """Let the player lay a law in the middle, fill it in, and open the vote.

    Returns (law, the law it would replace or None); (None, None) if the turn is over. Until the vote opens NO
    takes the law back, and another may be laid. `drawn`: the player has confirmed that a law was drawn.
    """
    seat = match.seat
    again = []
    undrawn = not drawn
    judged = {}  # blank law -> how often it was refused in this turn, or ADMITTED

    def rule(table, place, card):
        if card == END:
            if drawn:
                return "law-drawn"
            return None if may_be_end(match, match.turn) else "end-card-early"
        if not is_law(card):
            return "law-due"
        return "private-law" if is_hidden_law(card, table.options) else None

    def asks(seat):
        args = (match.turn,)
        return [Lay((CENTRE,), "propose", by=seat, rule=rule, args=args, again=tuple(again))]

    while True:
        answer = yield from open_to_calls(table, match, laws, asks, may=() if drawn else _end_cards(match))
        if answer is None:
            match.milled -= undrawn  # [U45]
            return None, None
        undrawn = False
        card = answer[1][0]
        if card == END:
            _end_by_card(table, match)
            return None, None
        law = yield from _read_proposed(table, seat, card)
        if judged.get(card) == 1:  # it was refused and taken back: this is the other statement [U47]
            table.tell("restated", seat, card)
        replaced = yield from _name_replaced(table, match, laws, law)
        answer = yield from _debate(table, match, laws, law, replaced, judged)
        if answer == OK:
            return law, replaced
        if match.ended:
            return None, None
        while card in again:
            again.remove(card)
        if answer == NO:
            again.append(card)
        table.tell("taken_back", seat, card, "refused" if answer != NO else "taken back")


def _read_proposed(table, seat, card):
    """Return the law on this card, its gaps filled by the proposer."""
    law = read_law(card, table.options)
    if gaps(law):
        filled = yield from fill(seat, law)
        law = read_law(card, table.options, filled)
    return law


def fill(seat, law):
    """Let `seat` fill the gaps of `law`; return the values as a text, see `Law`."""
    values = []
    for key, choices in gaps(law):
        values.append(choices[(yield Choose(seat, choices, "fill-" + key))])
    return "/".join(values)


def _name_replaced(table, match, laws, law):
    """Return the law that has to go for a blue one, or None; by its symbol, or named by the proposer."""
    if law.red:
        return None
    replaced = find_replaced(law, laws)
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


def _debate(table, match, laws, law, replaced, judged):
    """Debate until the proposer opens the vote with OK, or takes the law back with NO; return the key.

    Returns None if a blank law is not admitted in this turn, or the match is over. `judged`: see `propose`.
    Only the proposer can take a law back, or restate it [U45].
    """
    card = law.card

    def asks(seat):
        keys = (OK, NO) if seat == match.seat else (OK,)
        return [Poll((seat,), keys, "debate", args=about(law, replaced), still=(CENTRE,))]

    def restating(seat):
        return [Poll((seat,), (OK, NO), "restate", args=(law.name,), still=(CENTRE,))]

    while True:
        may = ("object",) if is_blank(card) and judged.get(card) != ADMITTED else ()
        answer = yield from open_to_calls(table, match, laws, asks, law, may)
        if answer is None:
            return None
        if answer == "admitted":
            judged[card] = ADMITTED
        elif answer != "refused":
            return answer[1][0]
        else:
            judged[card] = judged.get(card, 0) + 1
            if judged[card] == TWICE:
                return None
            table.cue("restate", match.seat)
            answer = yield from open_to_calls(table, match, laws, restating)
            if answer is None or answer[1][0] == NO:
                return answer and NO
            table.tell("restated", match.seat, card)


# -- A blank law is carried out --------------------------------------------------------------------


def carry_out_by_hand(effect):
    """Carry out a blank law as its proposer states."""
    table, match = effect.table, effect.match
    rows = BLOCKS + ("recount", "nothing")
    while not effects.is_over(match):
        row = yield Choose(effect.doer(), rows, "blank-effect", default=len(rows) - 1)
        if rows[row] == "nothing":
            return
        if rows[row] == "recount":
            moves = []
            yield from chips.recount(table, match, moves)
            table.tell("effect", effect.law.card, "recount", [], moves, [], None)
            continue
        words, card = "X00 black house " + BLOCKS[row], effect.law.card
        values = yield from fill(effect.doer(), read_row(card, words))
        block = read_row(card, words, values)
        yield from effects.carry_out(effect, block.operations)
