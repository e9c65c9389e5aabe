"""Democrazy, the settings: what each means. For the host alone: a Pico has no room for it."""

MEANINGS = {
    "chips_red": "red chips in the game",
    "chips_green": "green chips in the game",
    "chips_blue": "blue chips in the game",
    "chips_yellow": "yellow chips in the game",
    "start": "chips and laws that everybody begins with: 6, from seven players 5, from nine players 4",
    "wilds_dy": "wild cards Definite YES",
    "wilds_dn": "wild cards Definite NO",
    "wilds_sc": "wild cards Scam",
    "stack_top": "laws on top of the stack, before the End Card can come",
    "stack_bottom": "laws that the End Card is shuffled into",
    "deck": "all laws; two copies each of those like the printed game's; or the deck in democrazy_own.py",
    "max_spice": "how wild laws may be: 1 mild, 2, 3 wild",
    "trait_beard": "play with the law about beards; who has one is declared, and may be contested",
    "trait_blue_eyes": "play with the law about blue eyes",
    "trait_glasses": "play with the law about glasses",
    "blank_laws": "blank laws in the deck, for red laws of one's own; five are the printed variant",
    "blank_circle": "the circle of a blank law: what a tie does",
    "private_law": "everybody gets a hidden law with a bonus, which scores for its owner alone",
    "start_player": "the seat that has the first turn",
    "chip_record": (
        "who keeps the chips: the table draws and keeps all; or real ones, of which only the numbers are "
        "counted; or real ones whose colours are entered at each draw"
    ),
    "max_blue": "blue laws that can lie there; one more replaces another, which its proposer names before",
    "wild_policy": (
        "several wilds in a vote: all are void; or two Definites are, and Scams still reverse; or Definite "
        "YES and NO cancel in pairs"
    ),
    "wild_reserve": "wilds that laws can deal: those never dealt and those played, or only those never dealt",
    "wild_is_ballot": "a Definite is also a vote, even where it is void",
    "scam_flips_tie": "a Scam reverses also what the circle has decided",
    "missing_vote": "a seat that was declared absent abstains, or votes NO",
    "bag_end": "the game ends when the last chip is drawn",
    "bag_end_min_turns": "but not before this many proposals",
    "bag_end_when": "it ends at the last chip, or when the rest of the effect is done, draws left out",
    "end_card_when_milled": "an End Card that a law turns up ends the game, or goes back on top of the stack",
    "chip_value": "points for a chip where no law says otherwise",
    "last_blue_counts": "a blue law adopted in the last turn counts at the end, too",
    "tie_break": "equal points: more chips, more colours, in this order; who is still equal shares the win",
}
