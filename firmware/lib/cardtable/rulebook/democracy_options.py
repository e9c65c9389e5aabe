"""Democracy, the settings: the players' house rules, one row each, and which of them do not go together."""

from . import democracy_deal as deal
from .match import OptionError

OPTIONS = (
    # The deal
    ("deck", ("auto", "standard", "expanded"), "auto",
     "one pack, or two with single 5s and 6s; auto: one up to 6 players, two from 7"),
    ("days", ("int", 1, 16), 2, "deals that make up an island"),
    ("uneven_days", ("documented", "equal", "late", "early"), "documented",
     "if the cards do not divide by the days: leave the rest undealt, or longer hands late or early"),
    ("deal_check", ("count", "off"), "count", "every seat counts its hand and presses OK"),
    ("first_dealer", ("random", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"), "random",
     "the seat that deals the first island; the deal then passes to the left"),
    # The trick
    ("split", ("all_keep", "tied_keep"), "all_keep",
     "in a tie everybody keeps the own card, or only those who tied do and the other cards are lost"),
    ("trump_tie", ("split", "cancel"), "split",
     "two equal highest trumps split the trick, or drop out in favour of the next single trump"),
    ("negotiation", ("off", "unanimous", "majority"), "off",
     "after the reveal the players may award the trick, if all or more than half of them say YES"),
    ("negotiation_seconds", ("int", 0, 3600), 60, "how long they may argue; 0: as long as they like"),
    # Jokers
    ("joker", ("wild5", "declared", "dummy"), "wild5",
     "a joker in the hand: a 5 without suit, or of the rank its owner names, or below the 6"),
    ("joker_turned", ("dead", "ghost", "dealer"), "dead",
     "a joker from the pool: no trumps, or everybody draws from the left neighbour, or the dealer says"),
    # Declarations
    ("bad_catch", ("off", "one", "one_two"), "off",
     "who holds only 1-point cards (or 1- and 2-point cards) may show them, score 1 and have it dealt anew"),
    ("bad_catch_days", ("first", "any"), "first", "on which days; a later one voids the whole island"),
    ("redeal_dealer", ("same", "next"), "same", "who deals after a bad catch"),
    ("false_bad_catch", ("refuse", "no_score"), "refuse",
     "a hand shown in vain goes back, or its owner scores nothing on this island"),
    ("high_stake", (0, 2, 3), 0,
     "who has a bad catch may play it instead; every suit then won is worth this much (0: not played)"),
    # Not played: sending a liar away; the deal depends on the number of players [A47].
    ("lie_penalty", ("no_score", "lose5", "lose10", "zero"), "no_score",
     "for a high stake without a bad catch: no score, 5 or 10 less, or the old score is gone"),
    ("liar_tribes", ("void", "plain"), "void", "the suits a liar won count nothing, or 1 each"),
    ("score_floor", ("none", "zero"), "none", "whether a score can fall below zero"),
    ("lie_detection", ("table", "challenge"), "table",
     "the table exposes a lie, or only if an opponent asks before the scoring"),
    ("sweep", ("off", "plain", "points", "announced", "exclusive"), "off",
     "2 for all cards of a suit; or for all its points; or only if announced; or announced and else nothing"),
    ("sweep_limit", (1, 4), 1, "suits that one player may announce"),
    ("stake_with_sweep", ("max", "multiply", "add"), "max",
     "a suit swept at high stake: the higher value, both multiplied, or both bonuses"),
    # The scoring
    ("scoring", ("suits", "day_total", "island_total"), "suits",
     "1 for every suit won; or for 13 points a day, or on the island, in all suits together"),
    ("tribe", ("auto", "majority", "plurality"), "auto",
     "a suit is won with more than half its points, or with more than anybody else; "
     "auto: majority with one pack, plurality with two"),
    ("target", ("int", 1, 1000), 5, "the score that wins the match"),
    ("match_tie", ("play_on", "shared", "points"), "play_on",
     "equal at the top: another island, a shared victory, or the card points of the last island decide"),
)  # fmt: skip


def check_options(seats, options):
    """Refuse what cannot be played, or would have no effect where one was asked for. Raises OptionError."""
    wanted = options["deck"]  # [A04]
    if wanted == "expanded" and seats < 6:
        raise OptionError(f"the expanded deck is for 6 players or more, not {seats}", wanted, ["standard"])
    if wanted == "standard" and seats > 6:
        raise OptionError(f"the standard deck is for 6 players or fewer, not {seats}", wanted, ["expanded"])
    days = options["days"]
    most = deal.share(seats, options)
    if days > most:
        message = f"{most} cards a player last for {most} days, not {days}"
        raise OptionError(message, str(days), [f"1 to {most}"])
    dealer = options["first_dealer"]
    if dealer != "random" and int(dealer) >= seats:
        words = ["random"] + [str(seat) for seat in range(seats)]
        raise OptionError(f"there is no seat {dealer} with {seats} players", dealer, words)
    if options["high_stake"] and options["bad_catch"] == "off":
        raise OptionError("high_stake needs bad_catch=one or one_two", "off", ["one", "one_two"])
    scoring = options["scoring"]
    if scoring != "suits":
        for name, fine in (("sweep", ("off",)), ("tribe", ("auto", "majority")), ("high_stake", (0,))):
            if options[name] not in fine:
                words = [str(choice) for choice in fine]
                message = f"scoring={scoring} knows no suits, so {name} is {' or '.join(words)}"
                raise OptionError(message, str(options[name]), words)
        if deal.is_expanded(seats, options):
            raise OptionError(f"scoring={scoring} is for the standard deck", scoring, ["suits"])


def warnings(seats, options):
    """Sentences about options that can be played but rarely please."""
    smallest = min(deal.hands(seats, options))
    if options["bad_catch"] == "one_two" and smallest < 8:  # [A55]
        return [f"bad_catch=one_two suits hands of 8 cards or more; with {smallest} it will be frequent"]
    return []
