"""The options of DemoS in English: the meaning of each. For the host alone: a Pico has no room for it.

MEANINGS describe the choices. RULINGS describe the rule in force, see `democracy/options_en`. In French:
`options_fr`.
"""

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

SECTIONS = {
    "mode": "The game",
    "veto_charge": "The round",
    "first_figure_media": "What a Square turns up",
    "media_pass": "The scandal",
    "no_trio": "The final",
    "favourite": "The creator's suggestions",
}
NEEDS: dict[str, object] = {}
RULINGS = {
    "mode": {
        "learning": "The learning game: no aces, no Media, no Squares, no vetoes.",
        "complete": "The complete game, each for themselves.",
        "2v2": "Two against two; a veto for each team.",
        "2v3": "Two against three; two vetoes for the pair, one for the three.",
        "2v2+1": "Two pairs and an Independent; a veto for each side.",
    },
    "teams": {
        "chosen": "Who plays with whom is agreed at the seats.",
        "lots": "Who plays with whom is drawn by the table.",
    },
    "first_dealer": {
        "random": "The table draws the first dealer; then the deal passes to the left.",
        "?": "Seat {} deals first; then the deal passes to the left.",
    },
    "deal_check": {"count": "Every seat counts its hand and presses OK.", "off": "Hands are not counted."},
    "max_rounds": {
        0: "The main phase ends when no figure is left.",
        "?": "The main phase ends after {} rounds, void ones included, or when no figure is left.",
    },
    "veto_charge": {
        "first_in_order": "Several vetoes at once: only the first in dealing order is spent.",
        "all": "Several vetoes at once: all are spent.",
    },
    "points_for": {
        "all": "All who reveal a combination record its points.",
        "winner": "Only winners record the points of their combination.",
    },
    "shortage": {
        "in_order": "Too few figures in a tie: each is served in full, in dealing order.",
        "first_only": "Too few figures in a tie: only the first in dealing order is served.",
        "one_each_first": "Too few figures in a tie: everybody gets one before anybody gets a second.",
    },
    "team_square_tie_draws": {
        "two_each": "Teams that tie with Squares draw two figures each.",
        "one_each": "Teams that tie with Squares draw one figure each.",
    },
    "first_figure_media": {
        "skip_media": "If the first figure is a Media, the first E, L or J is turned up.",
        "no_effect": "If the first figure is a Media, nothing is turned up.",
    },
    "already_revealed": {
        "nothing": "If the first power card is open already, nothing happens.",
        "next_hidden": (
            "If the first power card is open already, the next hidden one is turned up. Of two Squares that "
            "win together each turns up one: two more cards of a third player."
        ),
    },
    "square_tie_reveals": {
        "literal": "Winners who tie with Squares turn up a figure for each other.",
        "winners_exempt": "Winners who tie with Squares turn up nothing.",
    },
    "media_pass": {
        "team_modes": "Who holds a Media must use it; in team modes it may be passed.",
        "never": "Who holds a Media must use it.",
        "always": "Who holds a Media may pass.",
    },
    "independent_two_media": {
        "keep_and_act": "An Independent with both Media keeps them and acts with both.",
        "keep_no_action": "An Independent with both Media keeps them and does not act.",
    },
    "no_trio": {
        "no_winner": "If nobody presents a trio, nobody wins.",
        "points": "If nobody presents a trio, the highest total of points wins.",
    },
    "double_forced": {
        "no_trio": "Two forced cards of one power: there is no trio.",
        "choose_one": "Two forced cards of one power: one of them is chosen.",
    },
    "team_trio": {
        "pooled": "A team makes its trio of the figures of all its members.",
        "per_player": "A team makes its trio of the figures of one member.",
    },
    "team_tie_points": {
        "best_player": "Teams with equal trios compare their best players' points.",
        "sum": "Teams with equal trios compare the sums of their points.",
    },
    "residual_trios": {
        "bi_then_mono": "If nobody has won yet: trios of two suits, then of one suit.",
        "mono_only": "If nobody has won yet: trios of one suit alone.",
    },
    "residual_independent": {
        "true": "Then the Independent may win too, with a trio of one suit.",
        "false": "Then the Independent cannot win.",
    },
    "residual_points": {
        "sum": "Then equal trios compare the sums of the sides' points.",
        "best_player": "Then equal trios compare the best players' points.",
    },
    "spokesperson": {
        "strict": "The Independent wins with a total higher than every other player's.",
        "joint": "The Independent wins with a total as high as the highest.",
    },
    "favourite": {
        "off": "No favourite suits.",
        "on": "Everybody announces a suit; own sequences all in it are worth 10 points more.",
    },
    "declared": {
        "off": "No trio is announced before the game.",
        "on": "Who presents exactly the trio announced before the game goes before others with three suits.",
    },
}
