"""The options of Democracy in English: the meaning of each. For the host alone: a Pico has no room for it.

MEANINGS describe the choices. RULINGS describe the rule in force, for the sheet on the table (`cardtable
rules`): by option and its value, "?" for any other one, which replaces `{}`. SECTIONS begin with the option
named, and an option in NEEDS has a meaning only with these values of
another option; or where a function of the seats and options returns True. In French: `options_fr`.
"""

from cardtable.engine.cards import is_joker
from cardtable.games.democracy import deal
from tablehost.types import Options

MEANINGS = {
    "deck": "one pack, or two with single 5s and 6s; auto: one up to 6 players, two from 7",
    "days": "deals that make up an island",
    "uneven_days": (
        "if the cards do not divide by the days: leave the rest undealt, or longer hands late or early"
    ),
    "deal_check": "every seat counts its hand and presses OK",
    "first_dealer": "the seat that deals the first island; the deal then passes to the left",
    "split": "in a tie everybody keeps the own card, or only those who tied do and the other cards are lost",
    "trump_tie": "two equal highest trumps split the trick, or drop out in favour of the next single trump",
    "negotiation": (
        "after the reveal the players may award the trick, if all or more than half of them say YES"
    ),
    "negotiation_seconds": "how long they may argue; 0: as long as they like",
    "joker": "a joker in the hand: a 5 without suit, or of the rank its owner names, or below the 6",
    "joker_turned": (
        "a joker from the pool: no trumps, or everybody draws from the left neighbour, or the dealer says"
    ),
    "bad_catch": (
        "who holds only 1-point cards (or 1- and 2-point cards) may show them, score 1 and have it dealt anew"
    ),
    "bad_catch_days": "on which days; a later one voids the whole island",
    "redeal_dealer": "who deals after a bad catch",
    "false_bad_catch": "a hand shown in vain goes back, or its owner scores nothing on this island",
    "high_stake": (
        "who has a bad catch may play it instead; every suit then won is worth this much (0: not played)"
    ),
    "lie_penalty": "for a high stake without a bad catch: no score, 5 or 10 less, or the old score is gone",
    "liar_tribes": "the suits a liar won count nothing, or 1 each",
    "score_floor": "whether a score can fall below zero",
    "lie_detection": "the table exposes a lie, or only if an opponent asks before the scoring",
    "sweep": (
        "2 for all cards of a suit; or for all its points; or only if announced; or announced and "
        "else nothing"
    ),
    "sweep_limit": "suits that one player may announce",
    "stake_with_sweep": "a suit swept at high stake: the higher value, both multiplied, or both bonuses",
    "scoring": "1 for every suit won; or for 13 points a day, or on the island, in all suits together",
    "tribe": (
        "a suit is won with more than half its points, or with more than anybody else; auto: majority "
        "with one pack, plurality with two"
    ),
    "target": "the score that wins the match",
    "match_tie": (
        "equal at the top: another island, a shared victory, or the card points of the last island decide"
    ),
}

SECTIONS = {
    "deck": "The deal",
    "split": "The trick",
    "joker": "Jokers",
    "bad_catch": "Declarations",
    "scoring": "The scoring",
}
_BAD_CATCH = ("bad_catch", ("one", "one_two"))
_STAKE = ("high_stake", (2, 3))


def _has_jokers(seats: int, options: Options) -> bool:
    return bool([card for card in deal.deck(seats, options) if is_joker(card)])


NEEDS = {
    "uneven_days": lambda seats, options: deal.share(seats, options) % options["days"] != 0,
    "trump_tie": deal.is_expanded,  # one pack has no two equal trumps
    "joker": _has_jokers,
    "joker_turned": _has_jokers,
    "negotiation_seconds": ("negotiation", ("unanimous", "majority")),
    "bad_catch_days": _BAD_CATCH,
    "redeal_dealer": _BAD_CATCH,
    "false_bad_catch": _BAD_CATCH,
    "high_stake": _BAD_CATCH,
    "lie_penalty": _STAKE,
    "liar_tribes": _STAKE,
    "score_floor": _STAKE,
    "lie_detection": _STAKE,
    "stake_with_sweep": _STAKE,
    "sweep_limit": ("sweep", ("announced", "exclusive")),
    "tribe": ("scoring", ("suits",)),
}
RULINGS = {
    "deck": {
        "auto": "One pack without twos for up to six players, two packs from seven.",
        "standard": "One pack without twos.",
        "expanded": "Two packs without twos; the 5s and 6s are single.",
    },
    "days": {1: "An island is dealt out at once.", "?": "An island is dealt out on {} days."},
    "uneven_days": {
        "documented": "The rest makes the last days longer; six players with one pack leave 7 cards.",
        "equal": "All days are equal; what does not divide by them is not dealt.",
        "late": "What does not divide by the days makes the last ones longer.",
        "early": "What does not divide by the days makes the first ones longer.",
    },
    "deal_check": {"count": "Every seat counts its hand and presses OK.", "off": "Hands are not counted."},
    "first_dealer": {
        "random": "The table draws the first dealer; then the deal passes to the left.",
        "?": "Seat {} deals first; then the deal passes to the left.",
    },
    "split": {
        "all_keep": "In a tie everybody keeps the own card; the pool card is lost.",
        "tied_keep": "In a tie those who tied keep their cards; the others and the pool card are lost.",
    },
    "trump_tie": {
        "split": "Two equal highest trumps split the trick.",
        "cancel": "Two equal highest trumps drop out; the next single trump wins.",
    },
    "negotiation": {
        "off": "The cards alone decide a trick.",
        "unanimous": "The players may award a trick otherwise, if all say YES.",
        "majority": "The players may award a trick otherwise, if more than half say YES.",
    },
    "negotiation_seconds": {0: "They may argue as long as they like.", "?": "They may argue for {} seconds."},
    "joker": {
        "wild5": "A joker in the hand is a 5 without a suit, and never a trump.",
        "declared": "The owner of a joker names its rank, where no trump lies; it is never a trump.",
        "dummy": "A joker in the hand is below the 6 and always loses.",
    },
    "joker_turned": {
        "dead": "A joker from the pool: no trumps in this trick.",
        "ghost": "A joker from the pool: all draw unseen from the left neighbour instead of the trick.",
        "dealer": "A joker from the pool: the dealer chooses no trumps, or that all draw from the left.",
    },
    "bad_catch": {
        "off": "No bad catch and no high stake is declared.",
        "one": "Who holds only 1-point cards may show them: 1 tribe, and a new deal.",
        "one_two": "Who holds only 1- and 2-point cards may show them: 1 tribe, and a new deal.",
    },
    "bad_catch_days": {
        "first": "A bad catch is called on the first day only.",
        "any": "A bad catch is called on any day; a later one voids the whole island.",
    },
    "redeal_dealer": {
        "same": "After a bad catch the same dealer deals.",
        "next": "After a bad catch the next dealer deals.",
    },
    "false_bad_catch": {
        "refuse": "A hand shown in vain goes back.",
        "no_score": "Who shows a hand in vain scores nothing on this island.",
    },
    "high_stake": {
        0: "A bad catch is not played at high stake.",
        "?": "A bad catch may be played at high stake instead: every suit then won is worth {}.",
    },
    "lie_penalty": {
        "no_score": "A high stake without a bad catch scores nothing on this island.",
        "lose5": "A high stake without a bad catch costs 5.",
        "lose10": "A high stake without a bad catch costs 10.",
        "zero": "A high stake without a bad catch sets the old score to zero.",
    },
    "liar_tribes": {
        "void": "The suits that a liar won count nothing.",
        "plain": "The suits that a liar won count 1 each.",
    },
    "score_floor": {"none": "A score may fall below zero.", "zero": "No score falls below zero."},
    "lie_detection": {
        "table": "The table exposes a lie.",
        "challenge": "A lie is exposed only if an opponent asks before the scoring.",
    },
    "sweep": {
        "off": "All cards of a suit count no more than the suit.",
        "plain": "All cards of a suit: 2 instead of 1.",
        "points": "All points of a suit: 2 instead of 1.",
        "announced": "All cards of a suit: 2 instead of 1, if that was announced.",
        "exclusive": "All cards of a suit that was announced: 2; anything less of it: nothing.",
    },
    "sweep_limit": {1: "A player may announce one suit.", "?": "A player may announce up to {} suits."},
    "stake_with_sweep": {
        "max": "A suit swept at high stake counts the higher of both values.",
        "multiply": "A suit swept at high stake counts both values multiplied.",
        "add": "A suit swept at high stake counts both bonuses.",
    },
    "scoring": {
        "suits": "Every suit that is won is a tribe.",
        "day_total": (
            "13 card points of all suits together on a day are a tribe. "
            "All the points of the island: 2. All equal: none."
        ),
        "island_total": (
            "13 card points of all suits together on the island are a tribe. "
            "All the points: 2. All equal: none."
        ),
    },
    "tribe": {
        "auto": "A suit is won with more than half its points; with two packs, with more than anybody else.",
        "majority": "A suit is won with more than half its points.",
        "plurality": "A suit is won with more points of it than anybody else has.",
    },
    "target": {"?": "Who has {} or more wins; the highest score, if several do."},
    "match_tie": {
        "play_on": (
            "Equal at the top: another island is played. Two players with one total an island who are "
            "still equal 5 above the target: the card points of the last island decide, else they share."
        ),
        "shared": "Equal at the top: they share the victory.",
        "points": "Equal at the top: the card points of the last island decide.",
    },
}
