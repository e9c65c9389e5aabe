"""Democrazy, the options: one row each, and the combinations that are refused.

The host holds the meaning of each option: the catalogue `options` of `tablehost.games.democrazy`. The
variants of the game are options, too: `deck`, `private_law`, `blank_laws`; laws with gaps come with a deck of
one's own [U30]. For players who do not know each other, switch the traits off: then no face is judged, and no
trait is contested [U43].
"""

from ...engine.match import OptionError
from .cards import BLANK, COPY, is_law
from .law import deck as all_cards

_START = (6, 6, 6, 5, 5, 4, 4)  # 4 to 10 players
_ONOFF = ("on", "off")
_TRUE = ("true", "false")
_TIE_BREAKS = ("chips+colours_held", "colours_held+chips", "chips", "colours_held", "shared")

OPTIONS = (
    # The bag and the cards
    ("chips_red", ("int", 1, 20), 15),
    ("chips_green", ("int", 1, 20), 15),
    ("chips_blue", ("int", 1, 20), 15),
    ("chips_yellow", ("int", 1, 20), 15),
    ("start", ("int", 1, 8), lambda seats: _START[seats - 4]),
    ("wilds_dy", ("int", 0, 10), 4),
    ("wilds_dn", ("int", 0, 10), 4),
    ("wilds_sc", ("int", 0, 10), 2),
    ("stack_top", ("int", 0, 40), 15),
    ("stack_bottom", ("int", 0, 40), 10),
    ("deck", ("all", "published", "own"), "all"),
    ("max_spice", ("int", 1, 3), 3),
    ("trait_beard", _ONOFF, "on"),
    ("trait_blue_eyes", _ONOFF, "on"),
    ("trait_glasses", _ONOFF, "on"),
    ("blank_laws", ("int", 0, 5), 0),
    ("blank_circle", ("black", "white"), "black"),
    ("private_law", _ONOFF, "off"),
    ("start_player", ("random", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"), "random"),
    ("chip_record", ("digital", "counted", "declared"), "digital"),
    # The vote
    ("max_blue", ("int", 1, 6), 6),
    ("wild_policy", ("any_two_cancel", "definites_cancel", "pairwise"), "any_two_cancel"),
    ("wild_reserve", ("undealt_and_played", "undealt"), "undealt_and_played"),
    ("wild_is_ballot", _TRUE, "false"),
    ("scam_flips_tie", _TRUE, "true"),
    ("missing_vote", ("abstain", "no"), "abstain"),
    # The end
    ("bag_end", _ONOFF, "on"),
    ("bag_end_min_turns", ("int", 0, 25), 0),
    ("bag_end_when", ("at_last_chip", "after_effect"), "at_last_chip"),
    ("end_card_when_milled", ("ends", "put_back"), "ends"),
    ("chip_value", ("int", 0, 9), 1),
    ("last_blue_counts", _TRUE, "true"),
    ("tie_break", _TIE_BREAKS, _TIE_BREAKS[0]),
)

# See `games.registry`.
PRESETS = (
    ("first-time", 20, "max_spice=1 stack_bottom=6 stack_top=5"),
    ("usual", 40, ""),
    ("short", 25, "stack_bottom=8 stack_top=8"),
)

# Where chips can be touched they are [4.1, 9].
AT_TABLE = {"chip_record": "counted"}


def check_options(seats, options):
    """Refuse options that cannot be played, or that would have no effect. Raises OptionError."""
    start = options["start"]
    cards = [card for card in all_cards(seats, options) if is_law(card)]
    if options["private_law"] == "on":  # [U28]
        if options["deck"] == "published":
            raise OptionError("private-copies", "on", ("off",))
        private = [card for card in cards if COPY <= card < BLANK]
        cards = [card for card in cards if card not in private]
        if len(private) < seats:
            raise OptionError("private-few", "on", ("off",), seats, len(private))
    stack = options["stack_top"] + options["stack_bottom"]
    needed = seats * start + stack
    if needed > len(cards):  # [4.2]
        raise OptionError("few-laws", start, (), seats, start, stack, needed, len(cards))
    wilds = options["wilds_dy"] + options["wilds_dn"] + options["wilds_sc"]
    if wilds < seats:  # [U31]
        raise OptionError("few-wilds", wilds, (), seats, wilds)
    most = 20 if seats < 8 else 10  # the wilds of all seats must fit a record
    if wilds > most:
        raise OptionError("many-wilds", wilds, (), seats, wilds, most)
    chips = sum([options["chips_" + colour] for colour in ("red", "green", "blue", "yellow")])
    if chips < seats * start:
        raise OptionError("few-chips", chips, (), seats, start, seats * start, chips)
    if options["bag_end"] == "off":
        for name, default in (("bag_end_min_turns", 0), ("bag_end_when", "at_last_chip")):
            if options[name] != default:
                raise OptionError("no-effect", options[name], (default,), name)
    seat = options["start_player"]
    if seat != "random" and int(seat) > seats:
        words = ["random"] + [str(seat + 1) for seat in range(seats)]
        raise OptionError("no-seat", seat, words, seat, seats)


def warnings(seats, options):
    """Return what rarely pleases about these options, which can be played: codes of texts, with values."""
    said = []
    start = seats * options["start"]
    chips = sum([options["chips_" + colour] for colour in ("red", "green", "blue", "yellow")])
    if options["bag_end"] == "on" and chips - start <= 2 * seats and not options["bag_end_min_turns"]:
        said.append(("few-in-bag", {"seats": seats, "left": chips - start}))
    if options["stack_top"] + options["stack_bottom"] < 10:
        said.append(("short", {}))
    return said
