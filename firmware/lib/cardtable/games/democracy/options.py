"""Democracy, the options: the players' house rules, one row each, and the combinations that are refused.

The host holds the meaning of each option: the catalogue `options` of `tablehost.games.democracy`.
"""

from ...engine.match import OptionError
from . import deal, scoring

OPTIONS = (
    # The deal
    ("deck", ("auto", "standard", "expanded"), "auto"),
    ("days", ("int", 1, 16), 2),
    ("uneven_days", ("documented", "equal", "late", "early"), "documented"),
    ("deal_check", ("count", "off"), "count"),
    ("first_dealer", ("random", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"), "random"),
    # The trick
    ("split", ("all_keep", "tied_keep"), "all_keep"),
    ("trump_tie", ("split", "cancel"), "split"),
    ("negotiation", ("off", "unanimous", "majority"), "off"),
    ("negotiation_seconds", ("int", 0, 3600), 60),
    # Jokers
    ("joker", ("wild5", "declared", "dummy"), "wild5"),
    ("joker_turned", ("dead", "ghost", "dealer"), "dead"),
    # Declarations
    ("bad_catch", ("off", "one", "one_two"), "off"),
    ("bad_catch_days", ("first", "any"), "first"),
    ("redeal_dealer", ("same", "next"), "same"),
    ("false_bad_catch", ("refuse", "no_score"), "refuse"),
    ("high_stake", (0, 2, 3), 0),
    # Not played: sending a liar away; the deal depends on the number of players [A47].
    ("lie_penalty", ("no_score", "lose5", "lose10", "zero"), "no_score"),
    ("liar_tribes", ("void", "plain"), "void"),
    ("score_floor", ("none", "zero"), "none"),
    ("lie_detection", ("table", "challenge"), "table"),
    ("sweep", ("off", "plain", "points", "announced", "exclusive"), "off"),
    ("sweep_limit", (1, 4), 1),
    ("stake_with_sweep", ("max", "multiply", "add"), "max"),
    # The scoring
    ("scoring", ("suits", "day_total", "island_total"), "suits"),
    ("tribe", ("auto", "majority", "plurality"), "auto"),
    ("target", ("int", 1, 1000), 5),
    ("match_tie", ("play_on", "shared", "points"), "play_on"),
)

# See `games.registry`.
PRESETS = (
    ("first-time", 15, "target=1 match_tie=points"),
    ("usual", 40, ""),
    ("short", 25, "target=3 match_tie=points"),
)


def check_options(seats, options):
    """Refuse options that cannot be played, or that would have no effect. Raises OptionError."""
    wanted = options["deck"]  # [A04]
    if wanted == "expanded" and seats < 6:
        raise OptionError("expanded", wanted, ("standard",), seats)
    if wanted == "standard" and seats > 6:
        raise OptionError("standard", wanted, ("expanded",), seats)
    days = options["days"]
    most = deal.share(seats, options)
    if days > most:
        raise OptionError("days", days, ("int", 1, most), most, days)
    dealer = options["first_dealer"]
    if dealer != "random" and int(dealer) > seats:
        words = ["random"] + [str(seat + 1) for seat in range(seats)]
        raise OptionError("no-seat", dealer, words, dealer, seats)
    if options["high_stake"] and options["bad_catch"] == "off":
        raise OptionError("high-stake", "off", ("one", "one_two"))
    scoring = options["scoring"]
    if scoring != "suits":
        for name, fine in (("sweep", ("off",)), ("tribe", ("auto", "majority")), ("high_stake", (0,))):
            if options[name] not in fine:
                raise OptionError(
                    "no-suits", options[name], fine, scoring, name, ", ".join([str(one) for one in fine])
                )
        if deal.is_expanded(seats, options):
            raise OptionError("scoring", scoring, ("suits",), scoring)


def warnings(seats, options):
    """Return what rarely pleases about these options, which can be played: codes of texts, with values."""
    said = []
    smallest = min(deal.hands(seats, options))
    if options["bad_catch"] == "one_two" and smallest < 8:  # [A55]
        said.append(("frequent", {"smallest": smallest}))
    if options["match_tie"] == "play_on" and scoring.is_endless(seats, options):  # [A42]
        most = options["target"] + scoring.PLAYED_ON
        said.append(("island-total", {"scoring": options["scoring"], "most": most}))
    return said
