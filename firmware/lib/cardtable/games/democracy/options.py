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
        raise OptionError(f"the expanded deck is for 6 players or more, not {seats}", wanted, ["standard"])
    if wanted == "standard" and seats > 6:
        raise OptionError(f"the standard deck is for 6 players or fewer, not {seats}", wanted, ["expanded"])
    days = options["days"]
    most = deal.share(seats, options)
    if days > most:
        message = f"{most} cards a player last for {most} days, not {days}"
        raise OptionError(message, str(days), [f"1 to {most}"])
    dealer = options["first_dealer"]
    if dealer != "random" and int(dealer) > seats:
        words = ["random"] + [str(seat + 1) for seat in range(seats)]
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
    """Return sentences about options that can be played but rarely please."""
    said = []
    smallest = min(deal.hands(seats, options))
    if options["bad_catch"] == "one_two" and smallest < 8:  # [A55]
        said.append(f"bad_catch=one_two suits hands of 8 cards or more; with {smallest} it will be frequent")
    if options["match_tie"] == "play_on" and scoring.is_endless(seats, options):  # [A42]
        most = options["target"] + scoring.PLAYED_ON
        said.append(
            f"with two players and scoring={options['scoring']} nearly every island gives 1 to both; "
            f"equal at the top you play on up to {most} points, then the card points decide; "
            "match_tie=points or shared ends it sooner"
        )
    return said
