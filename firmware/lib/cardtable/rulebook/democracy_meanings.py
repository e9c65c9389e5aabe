"""Democracy, the settings: what each means. For the host alone: a Pico has no room for it."""

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
