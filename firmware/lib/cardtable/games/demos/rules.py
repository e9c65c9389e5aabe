"""DemoS: the people's cards win figures of power, and the most harmonious trio of powers wins the game.

The game. 3 to 5 players, each for themselves (`mode` learning, complete) or in teams (2v2, 2v3, 2v2+1: two
pairs and an Independent). The number cards are dealt anew every round; the figures lie face down in the
Power Pile, shuffled. Every kind of action goes clockwise from the left of the dealer, the dealer last. The
first dealer is drawn by the table [S2] and the deal passes on after every round, void ones too [S8].

A round. Everybody gets five number cards, counts them and says OK [S13]. Then the discard turns, two when
learning [S1], else three:

1. Public: lay a card face up, take the top of the pack.
2. Secret: lay a card face down, take the top of the pack or one of the public discards. Whoever does not
   wish to may leave it [D6]; when learning all must.
3. Unanimous: unless a side spends its veto the secret discards are turned up, and all must exchange once
   more, for the top of the pack or any discard that lies open.

The reveal. All show a combination at once, or forfeit [C4, C5]: three consecutive numbers, or a Harmonious
Square. The points of all who showed are recorded. The highest wins a figure, with a Square two; equal ones
are told apart by the cards in hand, and who is then still equal wins as well. A Square makes the others turn
up the first power card they acquired. If nobody shows anything the round is void, and counts as one [S7].

The main phase ends when the pile is empty, or after `max_rounds` rounds [S5, S6]; nobody wins before [S9].
The scandal: Media change the suit of hidden figures. The final: all turn up what they have, and the best trio
wins. Both are stages of their own.

What goes wrong and cannot be put right annuls the round: the same dealer, and vetoes are given back [S4,
S10, V10]. So does a player who leaves for good; then it goes on without, see `demos_parting` [S11]. Teams
may talk for 15 seconds, only before the deal, at the vote and when they give out a figure [T14]; nothing here
knows of time. Both teams may talk at once; the table shows one talk, that which was begun last, and the clock
that it keeps began with the first: then people look at a clock of their own.

Cards are in `demos_cards`, settings in `demos_options`, facts in `demos_facts`, sides in `demos_teams`, how
they are made in `demos_sides`, the deal in `demos_deal`, the discard turns in `demos_turns`, the reveal in
`demos_reveal`, what combinations are worth in `demos_combinations`, figures in `demos_figures`, who holds
them in `demos_held`, the Media in `demos_scandal`, the final in `demos_close`, trios and the winner in
`demos_final`. Each names its prompts and their args. Here is the course.
"""

from ...engine import players
from ...engine.asks.base import NO, OK, YES
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear
from ...engine.cards import is_handle
from ..registry import REVISIONS
from . import discards, figures, final, reveal, scandal, teams
from . import teams as demos_teams

# noqa: F401  # see `games`
from .cards import LETTERS as LETTERS
from .cards import deck as deck
from .figures import hold
from .options import OPTIONS as OPTIONS
from .options import check_options as check_options
from .options import warnings as warnings
from .teams import in_turn

# -- DemoS: what changed from one revision of its rules to the next -----------------------------------------
#
# The shape of a row: `revisions`.

CHANGES = (
    (2, "field", "turned_up", "n"),
    (2, "field", "turned_up", "by"),
    (2, "field", "standing", "recorded"),
    (2, "field", "media", "n"),
    (2, "field", "media", "target_n"),
    (2, "state", "lost", None),  # at the final of an older match nothing says which Media were lost
)

# -- DemoS: what its facts hold -----------------------------------------------------------------------------
#
# Needed where facts are read: in the log, not on the table.

# Lists are by seat unless said otherwise; rounds and turns count from 1.
FACTS = {
    "seated": ("pads",),
    # sides: lists of seats; favourites and announced: suits as letters, or null.
    "sides": ("sides", "independent", "favourites", "announced"),
    # vetoes: left to each side. Told again with the same n if the round is annulled.
    "round": ("n", "dealer", "vetoes"),
    # card: null for a secret one, or if declined. took: the card that lay open, null for the top of the pack;
    # from: who had discarded it.
    "discard": ("turn", "seat", "card*", "took*", "from", "declined"),
    # keys: "yes" and "no" as far as they are told [V4], or null; payers: the sides that spent a veto.
    "vote": ("keys", "payers", "held"),
    # what: "discard", "figure" (by a Square), "media", or "final". n: which one of the figures that this seat
    # has acquired, those it lost included; null for a discard. by: whose Square it was, or null.
    "turned_up": ("seat", "card*", "what", "n", "by"),
    "reveal": ("seat", "cards*", "what", "points", "forfeited"),
    # criterion: "suit" or "rest"; values: of `seats`, in their order; left: who is not out yet.
    "tie": ("criterion", "seats", "values", "left"),
    # card: null, as long as it is hidden; n: which one of this seat's it is.
    "figure": ("seat", "drawer", "card*", "n"),
    # Ends the round. winners: who drew figures, in order; points: of this round; pile: figures left.
    # recorded: by seat, the points that were added to the totals, null for whom nothing was recorded.
    "standing": ("n", "winners", "points", "totals", "pile", "recorded"),
    # what: "used", "passed", "discarded" (nothing to aim at), "cancelled" (two with one player), "kept".
    # n: which one of the holder's figures the Media is; target_n: which one of the target's the card is, as
    # in "turned_up".
    "media": ("holder", "media*", "target", "card*", "suit", "what", "n", "target_n"),
    # figures: all that each seat has. trios, suits, forced: what each holder presents (teams together, or
    # every seat), in the order E L J, null for nothing. Suits as letters, changed ones as the Media said.
    # step: what decided; why: [criterion, values, sides left], see demos_final.decide.
    "final": ("figures*", "trios*", "suits", "forced", "step", "why"),
    # What was played since the round began counts nothing: "misdeal"; or "nobody" had a combination.
    "void": ("why",),
    "result": ("winners", "totals", "why"),
}

NAME = "demos"
REVISION = REVISIONS[NAME]
TALK_S = 15  # a team may talk this long [T14]
SEATS = (3, 5)

# pads        the pad of each seat, None before the seats are taken
# sides       who plays with whom, see demos_teams
# rounds      rounds played; dealer: who deals the next one
# vetoes      left to each side; totals: the points of each seat
# pile        figures left in the Power Pile
# figures     by seat, in the order they were acquired: a card that lies open, a handle for one that is hidden
# favourites  by seat: the suit 0-3 announced, or None; announced: the suits of a trio E L J, or None
# named       [card, suit] of every figure that a Media lies on; scandal: True when that is over
# away        the seats whose players have left [S11]
# won         the seats that won, None while the match goes on
STATE = (
    "pads",
    "sides",
    "rounds",
    "dealer",
    "vetoes",
    "totals",
    "pile",
    "figures",
    "favourites",
    "announced",
    "named",
    "scandal",
    "away",
    "won",
    "lost",
)

# -- the deal of a round -----------------------------------------------------------------------------
#
# Prompts, with their args: gather, talk-then-deal (n), count-first, count-five (n, dealer).


def new_match(match):
    match.pads = None
    match.sides = []
    match.rounds = 0
    match.dealer = None
    match.vetoes = []
    match.totals = [0] * match.seats
    match.pile = 12 if match.options["mode"] == "learning" else 14
    match.figures = [[] for _ in range(match.seats)]
    match.favourites = [None] * match.seats
    match.announced = [None] * match.seats
    match.named = []
    match.lost = []  # [seat, number] of the figures that were lost, by their order of acquisition
    match.scandal = False
    match.away = []
    match.won = None


def next_stage(match):
    """Seats and sides, round after round, the scandal, the final."""
    if match.pads is None:
        return teams.begin
    if match.won is not None:
        return None
    if has_another_round(match):
        return play_round
    if match.options["mode"] != "learning" and not match.scandal:
        return scandal.play_scandal
    return final.play_final


def winners(match):
    return match.won or []


def mark(match, seat):
    """The lamp that stands at a seat: its side has a veto left."""
    for side in range(len(match.sides)):
        if seat in match.sides[side] and match.vetoes[side]:
            return "veto-left"
    return None


def kept(match):
    """The handles of the figures that stay hidden from stage to stage."""
    return [figure for seat in range(match.seats) for figure in match.figures[seat] if is_handle(figure)]


# -- the round ----------------------------------------------------------------------------------


def play_round(table, match):
    """The deal, the discard turns, the reveal, and the figures for who won."""
    dealer = match.dealer
    table.tell("round", match.rounds + 1, dealer, match.vetoes)
    hold(table, match)
    yield from deal_cards(table, match)
    yield from discards.discard_turns(table, match)
    laid, worth = yield from reveal.reveal(table, match)
    best = yield from reveal.find_winners(table, match, laid, worth)
    served = figures.serve(table, match, laid, best)
    drawers = [drawer for drawer, _ in served]
    recorded = reveal.record(table, match, worth, best, drawers)
    yield from figures.reward(table, match, laid, served)
    match.rounds += 1
    match.dealer = teams.in_turn(match, dealer + 1)[0]
    table.tell("standing", match.rounds, drawers, worth, match.totals, match.pile, recorded)


# -- DemoS, when somebody leaves or all stop ----------------------------------------------------------------
#
# The seat is dealt no more cards, keeps its figures and points, and counts as YES [S11]: a side with a member
# who has left spends no veto. The round under way is annulled [S10]. The others turn up the figures of who
# has
# left, and that one's Media are not used. With one player left no round is played any more.
#
# All may agree to stop: then scandal and final follow as usual [S6]; if they stop there too the points
# decide,
# in teams their sum.


def has_another_round(match):
    """True until the Power Pile is empty, or as many rounds are played as the options allow."""
    return match.pile > 0 and match.rounds != (match.options["max_rounds"] or None)


def deal_cards(table, match):
    """Five cards to each, one by one; every seat counts its hand, and all say OK before anybody lays."""
    n = match.rounds + 1
    yield Clear(what="gather", args=(n,))
    teams = [side for side in demos_teams.here(match) if len(side) > 1]
    if teams:
        table.may_consult(teams, YES)
        yield Poll((match.dealer,), (OK,), "talk-then-deal", args=(n,))
        table.may_consult(None, None)
    what = "count-five" if match.rounds else "count-first"
    while table.options["deal_check"] == "count":
        seats = tuple(demos_teams.in_turn(match, 0))
        counted = yield Poll(seats, (OK, NO), what, args=(n, match.dealer))
        if NO not in counted:
            break
        table.cue("miscounted")


def values(match):
    """Points, and how many figures each has, for a trio takes three of them."""
    return [[match.totals[seat], len(match.figures[seat])] for seat in range(match.seats)], match.totals


def sides(match):
    return match.sides


def absent(match, seat):
    return seat in match.away


def leave(table, match, seat):
    if match.dealer is None:
        return _end(table, match, "left")
    match.away.append(seat)
    here = in_turn(match, match.dealer)
    if not here:
        return _end(table, match, "left")
    match.dealer = here[0]
    if len(here) < 2:
        match.pile = 0
    return False


def stop(table, match, why):
    if not match.rounds or match.won is not None or not has_another_round(match):
        return _end(table, match, why)
    match.pile = 0  # what is left of it takes no part
    return False


def _end(table, match, why):
    sums = [sum([match.totals[seat] for seat in side]) for side in match.sides]
    best = players.leaders(sums, range(len(sums)))
    match.won = sorted([seat for side in best for seat in match.sides[side]])
    table.tell("result", match.won, match.totals, why)
    return why
