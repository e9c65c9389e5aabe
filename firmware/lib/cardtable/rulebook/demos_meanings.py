"""DemoS, the settings: what each means. For the host alone: a Pico has no room for it."""

MEANINGS = {
    "mode": (
        "which game: learning, without aces, Media, Squares and vetoes; complete, each for themselves; two "
        "against two (4 players), two against three, or two pairs and an Independent (5 players)"
    ),
    "teams": "who plays with whom is agreed at the seats, or drawn by lots",
    "first_dealer": "the seat that deals the first round; the deal then passes to the left",
    "deal_check": "every seat counts its hand and presses OK",
    "max_rounds": "rounds after which no more figures are drawn, void ones included (0: until none is left)",
    "veto_charge": "several vetoes at once: only the first in dealing order is spent, or all of them",
    "points_for": "the points of a round are recorded for all who reveal a combination, or for winners alone",
    "shortage": (
        "too few figures for all who tie: each is served in full in dealing order, or only the first is, or "
        "everybody gets one before anybody gets a second"
    ),
    "team_square_tie_draws": "teams that tie with Squares draw two figures each, or one each",
    "first_figure_media": (
        "a Square meets a player whose first figure is a Media: the first E, L or J is turned up, or nothing"
    ),
    "already_revealed": (
        "a Square meets a player whose first power card is open: nothing happens, or the next hidden one is "
        "turned up"
    ),
    "square_tie_reveals": "winners who tie with Squares turn up a figure for each other, or are exempt",
    "media_pass": "who holds a Media may do without it: in team modes, never, or always",
    "independent_two_media": "an Independent with both Media keeps them, and acts with them or does not",
    "no_trio": "nobody holds a trio: nobody wins, or the highest total of points does",
    "double_forced": (
        "two cards of one power that the Media force into the same trio: there is no trio, or one is chosen"
    ),
    "team_trio": "a team makes its trio of the figures of all its members, or of those of one member",
    "team_tie_points": "teams with equal trios: their best players are compared, or the sums of their points",
    "residual_trios": (
        "with an Independent, if nobody has won yet: trios of two suits, then of one suit, or one suit alone"
    ),
    "residual_independent": "then the Independent may win too, with a trio of one suit",
    "residual_points": "then equal trios compare the sums of the sides' points, or their best players",
    "spokesperson": (
        "the Independent wins with a total higher than every other player's, or also with one as high"
    ),
    "favourite": (
        "every player announces a suit before the game; own sequences all in it are worth 10 points more"
    ),
    "declared": (
        "players may announce a trio of three suits before the game; who presents exactly it goes before "
        "others with three suits"
    ),
}
