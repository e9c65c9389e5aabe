"""DemoS, the options: the players' house rules, one row each, and the combinations that are refused.

The host holds the meaning of each option: the catalogue `options` of `tablehost.games.demos`. A question of
the rules that has no option is answered in the text of the module it belongs to.
"""

from ...engine.match import OptionError

OPTIONS = (
    # The game
    ("mode", ("learning", "complete", "2v2", "2v3", "2v2+1"), "complete"),
    ("teams", ("chosen", "lots"), "chosen"),
    ("first_dealer", ("random", "1", "2", "3", "4", "5"), "random"),
    ("deal_check", ("count", "off"), "count"),
    ("max_rounds", ("int", 0, 99), 0),
    # The round
    ("veto_charge", ("first_in_order", "all"), "first_in_order"),
    ("points_for", ("all", "winner"), "all"),
    ("shortage", ("in_order", "first_only", "one_each_first"), "in_order"),
    ("team_square_tie_draws", ("two_each", "one_each"), "two_each"),
    # A Square's effect
    ("first_figure_media", ("skip_media", "no_effect"), "skip_media"),
    ("already_revealed", ("nothing", "next_hidden"), "nothing"),
    ("square_tie_reveals", ("literal", "winners_exempt"), "literal"),
    # The scandal
    ("media_pass", ("team_modes", "never", "always"), "team_modes"),
    ("independent_two_media", ("keep_and_act", "keep_no_action"), "keep_and_act"),
    # The final
    ("no_trio", ("no_winner", "points"), "no_winner"),
    ("double_forced", ("no_trio", "choose_one"), "no_trio"),
    ("team_trio", ("pooled", "per_player"), "pooled"),
    ("team_tie_points", ("best_player", "sum"), "best_player"),
    ("residual_trios", ("bi_then_mono", "mono_only"), "bi_then_mono"),
    ("residual_independent", ("true", "false"), "true"),
    ("residual_points", ("sum", "best_player"), "sum"),
    ("spokesperson", ("strict", "joint"), "strict"),
    # The creator's suggestions
    ("favourite", ("off", "on"), "off"),
    ("declared", ("off", "on"), "off"),
)

# See `games.registry`.
PRESETS = (
    ("first-time", 20, "max_rounds=6 no_trio=points"),
    ("usual", 45, ""),
    ("short", 30, "max_rounds=8 no_trio=points"),
)

_SEATS = {"2v2": 4, "2v3": 5, "2v2+1": 5}
_WITH_MEDIA = ("complete", "2v2", "2v3", "2v2+1")
_TEAMS = ("2v2", "2v3", "2v2+1")
_TOGETHER = ("2v2", "2v3")
_INDEPENDENT = ("2v2+1",)
_NO_INDEPENDENT = ("learning", "complete", "2v2", "2v3")
# The modes in which an option has an effect; options not listed here have one in all modes.
_ONLY_IN = {
    "teams": _TEAMS,
    "veto_charge": _WITH_MEDIA,
    "team_square_tie_draws": _TEAMS,
    "first_figure_media": _WITH_MEDIA,
    "already_revealed": _WITH_MEDIA,
    "square_tie_reveals": _WITH_MEDIA,
    "media_pass": _WITH_MEDIA,
    "independent_two_media": _INDEPENDENT,
    "no_trio": _NO_INDEPENDENT,  # with an Independent there is no winner then
    "double_forced": _WITH_MEDIA,
    "team_trio": _TOGETHER,
    "team_tie_points": _TOGETHER,
    "residual_trios": _INDEPENDENT,
    "residual_independent": _INDEPENDENT,
    "residual_points": _INDEPENDENT,
    "spokesperson": _INDEPENDENT,
}
# Players -> of 100 matches of that many single players, those that end without a trio.
_NO_TRIO = {3: 7, 4: 15, 5: 25}


def check_options(seats, options):
    """Refuse options that cannot be played, or that would have no effect. Raises OptionError."""
    mode = options["mode"]
    if _SEATS.get(mode, seats) != seats:
        fitting = ["learning", "complete"] + [name for name in _TEAMS if _SEATS[name] == seats]
        raise OptionError("mode", mode, fitting, mode, _SEATS[mode], seats)
    dealer = options["first_dealer"]
    if dealer != "random" and int(dealer) > seats:
        words = ["random"] + [str(seat + 1) for seat in range(seats)]
        raise OptionError("no-seat", dealer, words, dealer, seats)
    for name, _, default in OPTIONS:
        modes = _ONLY_IN.get(name, (mode,))
        if mode not in modes and options[name] != default:
            only = ", ".join(modes)
            raise OptionError("no-effect", options[name], (default,), name, mode, only)


def warnings(seats, options):
    """Return what rarely pleases about these options, which can be played: codes of texts, with values."""
    said = []
    rounds = options["max_rounds"]
    if 0 < rounds < 3:
        said.append(("few-rounds", {"rounds": rounds}))
    if options["mode"] in ("learning", "complete") and options["no_trio"] == "no_winner":  # [F1]
        said.append(("no-trio", {"seats": seats, "often": _NO_TRIO[seats]}))
    return said
