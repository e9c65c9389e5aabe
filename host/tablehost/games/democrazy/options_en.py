"""The options of Democrazy in English: the meaning of each. For the host alone: a Pico has no room for it.

MEANINGS describe the choices. RULINGS describe the rule in force, see `democracy/options_en`. In French:
`options_fr`.
"""

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

SECTIONS = {"chips_red": "The bag and the cards", "max_blue": "The vote", "bag_end": "The end"}
_WITH_BAG_END = ("bag_end", ("on",))
NEEDS = {
    "blank_circle": ("blank_laws", (1, 2, 3, 4, 5)),
    "bag_end_min_turns": _WITH_BAG_END,
    "bag_end_when": _WITH_BAG_END,
}
RULINGS = {
    "chips_red": {"?": "{} red chips are in the game."},
    "chips_green": {"?": "{} green chips are in the game."},
    "chips_blue": {"?": "{} blue chips are in the game."},
    "chips_yellow": {"?": "{} yellow chips are in the game."},
    "start": {"?": "Everybody begins with {} chips and as many laws."},
    "wilds_dy": {"?": "Wild cards Definite YES: {}."},
    "wilds_dn": {"?": "Wild cards Definite NO: {}."},
    "wilds_sc": {"?": "Wild cards Scam: {}."},
    "stack_top": {"?": "{} laws lie on top of the stack, before the End Card can come."},
    "stack_bottom": {"?": "The End Card is shuffled into the {} laws below them."},
    "deck": {
        "all": "All laws are played with.",
        "published": "Only laws like the printed game's are played with, two copies of each.",
        "own": "Laws of our own are played with.",
    },
    "max_spice": {1: "Only mild laws.", 2: "Mild and middling laws, no wild ones.", 3: "Mild to wild laws."},
    "trait_beard": {"on": "The law about beards is in the deck.", "off": "The law about beards is left out."},
    "trait_blue_eyes": {
        "on": "The law about blue eyes is in the deck.",
        "off": "The law about blue eyes is left out.",
    },
    "trait_glasses": {
        "on": "The law about glasses is in the deck.",
        "off": "The law about glasses is left out.",
    },
    "blank_laws": {
        0: "No blank laws.",
        "?": "Blank laws in the deck, for red laws of one's own: {}.",
    },
    "blank_circle": {"black": "A tie rejects a blank law.", "white": "A tie adopts a blank law."},
    "private_law": {
        "off": "Nobody has a hidden law.",
        "on": "Everybody has a hidden law with a bonus, which scores for its owner alone.",
    },
    "start_player": {"random": "The table draws who begins.", "?": "Seat {} begins."},
    "chip_record": {
        "digital": "The table draws and keeps the chips.",
        "counted": "Real chips; the table counts how many each has.",
        "declared": "Real chips; their colours are entered at each draw.",
    },
    "max_blue": {"?": "No more than {} blue laws lie there; one more replaces one named before."},
    "wild_policy": {
        "any_two_cancel": "Two wilds or more in one vote are all void.",
        "definites_cancel": "Two Definites or more in one vote are void; Scams still reverse.",
        "pairwise": "Definite YES and Definite NO cancel in pairs; Scams still reverse.",
    },
    "wild_reserve": {
        "undealt_and_played": "Laws deal wilds from those never dealt and those played.",
        "undealt": "Laws deal wilds only from those never dealt.",
    },
    "wild_is_ballot": {
        "false": "A wild is no vote besides.",
        "true": "A Definite is also a vote, even where it is void.",
    },
    "scam_flips_tie": {
        "true": "A Scam reverses also what the circle has decided.",
        "false": "A Scam does not reverse what the circle has decided.",
    },
    "missing_vote": {
        "abstain": "A seat that was declared absent abstains.",
        "no": "A seat that was declared absent votes NO.",
    },
    "bag_end": {
        "on": "The game ends also when the last chip is drawn.",
        "off": "An empty bag ends nothing.",
    },
    "bag_end_min_turns": {
        0: "The empty bag ends the game from the first proposal on.",
        "?": "The empty bag ends the game from proposal {} on.",
    },
    "bag_end_when": {
        "at_last_chip": "It ends at the last chip.",
        "after_effect": "It ends when the rest of the effect is done, draws left out.",
    },
    "end_card_when_milled": {
        "ends": "An End Card that a law turns up ends the game.",
        "put_back": "An End Card that a law turns up goes back on top of the stack.",
    },
    "chip_value": {
        1: "A chip is worth 1 point where no law says otherwise.",
        "?": "A chip is worth {} points where no law says otherwise.",
    },
    "last_blue_counts": {
        "true": "A blue law adopted in the last turn counts at the end, too.",
        "false": "A blue law adopted in the last turn does not count at the end.",
    },
    "tie_break": {
        "chips+colours_held": "Equal points: more chips, then more colours; then a shared victory.",
        "colours_held+chips": "Equal points: more colours, then more chips; then a shared victory.",
        "chips": "Equal points: more chips; then a shared victory.",
        "colours_held": "Equal points: more colours; then a shared victory.",
        "shared": "Equal points: a shared victory.",
    },
}
