"""Democrazy, blank laws and gaps: the statement of the proposer.

A blank law is red; its proposer states it, and the others may object, see `democrazy_calls`. Once adopted it
is carried out by hand: the proposer, or the deputy if that one is away [U45], picks operations, one after
another, from those of the red laws, and fills their gaps; or `recount`, where everybody declares the new
chips [U26]; and at last that nothing is left. With `bag_end_when=after_effect` that goes on when the bag is
empty, though nothing more is drawn [U15].

Prompts, with their args (the rows): fill-color, fill-pts, fill-who, fill-n and so on for every gap,
blank-effect.
"""

from . import democrazy_counting, democrazy_effects, democrazy_reading
from .pressing import Choose

_WHO = "all|active|others|most|fewest|yes|no|chosen"
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


def fill(seat, law):
    """`seat` fills the gaps of `law`. Returns the values as a text, see `Law`."""
    values = []
    for key, choices in democrazy_reading.gaps(law):
        values.append(choices[(yield Choose(seat, choices, "fill-" + key))])
    return "/".join(values)


def carry_out_by_hand(effect):
    """What a blank law does, as its proposer says."""
    table, match = effect.table, effect.match
    names = [block.split(" ")[0] for block in BLOCKS]
    rows = tuple(names) + ("recount", "nothing")
    while not democrazy_effects.is_over(match):
        row = yield Choose(effect.doer(), rows, "blank-effect", default=len(rows) - 1)
        if rows[row] == "nothing":
            return
        if rows[row] == "recount":
            moves = []
            yield from democrazy_counting.recount(table, match, moves)
            table.tell("effect", effect.law.card, "recount", [], moves, [], None)
            continue
        words, card = "X00 black house " + BLOCKS[row], effect.law.card
        values = yield from fill(effect.doer(), democrazy_reading.read_row(card, words))
        block = democrazy_reading.read_row(card, words, values)
        yield from democrazy_effects.carry_out(effect, block.operations)
