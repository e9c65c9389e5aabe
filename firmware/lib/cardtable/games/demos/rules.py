"""DemoS: the people's cards win figures of power, and the most harmonious trio of powers wins the match.

The game. 3 to 5 players, each for themselves (`mode` learning, complete) or in teams (2v2, 2v3, 2v2+1: two
pairs and an Independent). The number cards are dealt again every round; the figures form the Power Pile, face
down and shuffled. Every kind of action goes clockwise from the left of the dealer, the dealer last. The first
dealer is drawn by the table [S2] and the deal passes on after every round, void ones too [S8].

The deal. Every player gets five number cards, one by one, counts them and presses OK [S13].

The discard turns, two when learning [S1], else three:

1. Public: lay a card face up, take the top of the pack.
2. Secret: lay a card face down, take the top of the pack or one of the public discards. A player may leave
   this turn out [D6]; when learning all must take part.
3. Unanimous: unless a side spends its veto the secret discards are turned up, and all must exchange once
   more, for the top of the pack or any open discard.

The reveal. All show a combination at once, or forfeit [C4, C5]: three consecutive numbers, or a Harmonious
Square. The points of all who showed are recorded. The highest wins a figure, with a Square two; equal ones
are compared by the cards in hand, and those still equal win as well. A Square makes the others turn up the
first power card they acquired. A round without any combination is void, and counts as one [S7].

The main phase ends when the pile is empty, or after `max_rounds` rounds [S5, S6]; there is no winner before
[S9]. The scandal: Media change the suit of hidden figures. The final: all turn up their figures, and the best
trio wins. Both are stages of their own.

A mistake that cannot be put right annuls the round: the same dealer deals again, and vetoes are given back
[S4, S10, V10].

A player who leaves for good also annuls the round under way [S10]; then the match goes on. The seat is dealt
no more cards, keeps its figures and points, and counts as YES [S11]: a side with a member who has left spends
no veto. The others turn up the figures of the player who has left, whose Media are not used. With one player
left no round is played any more.

All may agree to stop: then scandal and final follow as usual [S6]; if they stop there too the points decide,
in teams their sum.

Teams may talk for 15 seconds, only before the deal, at the vote and when they give out a figure [T14]; this
code knows no time. Both teams may talk at once. The table shows one talk, the one begun last, with the clock
that the first one started; for the other the players look at a clock of their own.

`cards` holds the deck and the combinations, `options` the settings, `teams` the sides, `discards` the discard
turns and the vote, `reveal` the combinations shown, `figures` the draw and Squares, `scandal` the Media,
`final` the trios and the winner. Each module lists its prompts. This module is the course of the match.

Prompts, with their args: gather, talk-then-deal (n), count-first, count-five (n, dealer).
"""

from ...engine import players
from ...engine.asks.base import NO, OK, YES
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear
from ...engine.cards import is_handle
from ..registry import REVISIONS
from . import discards, figures, final, reveal, scandal, teams

# Re-exported: every game offers them here, see `games.registry`.
from .cards import LETTERS as LETTERS
from .cards import deck as deck
from .figures import hold
from .options import OPTIONS as OPTIONS
from .options import PRESETS as PRESETS
from .options import check_options as check_options
from .options import warnings as warnings
from .teams import in_turn

NAME = "demos"
REVISION = REVISIONS[NAME]
TALK_S = 15  # a team may talk this long [T14]
SEATS = (3, 5)

# The facts of a match by kind, with the names of their fields. Lists are by seat unless a comment says
# otherwise; rounds and turns count from 1. Fields with a `*` hold cards.
FACTS = {
    "seated": ("pads",),
    # sides: lists of seats; favourites and announced: suits as letters, or null.
    "sides": ("sides", "independent", "favourites", "announced"),
    # vetoes: left to each side. Repeated with the same n if the round is annulled.
    "round": ("n", "dealer", "vetoes"),
    # card: null for a secret one, or if declined. took: the open discard taken, null for the top of the
    # pack; from: the seat that had discarded it.
    "discard": ("turn", "seat", "card*", "took*", "from", "declined"),
    # keys: "yes" and "no" as far as they are public [V4], or null; payers: the sides that spent a veto.
    "vote": ("keys", "payers", "held"),
    # what: "discard", "figure" (by a Square), "media", or "final". n: the number of the figure among those
    # that this seat has acquired, lost ones included; null for a discard. by: the seat with the Square, or
    # null.
    "turned_up": ("seat", "card*", "what", "n", "by"),
    "reveal": ("seat", "cards*", "what", "points", "forfeited"),
    # criterion: "suit" or "rest"; values: of `seats`, in their order; left: the seats not out yet.
    "tie": ("criterion", "seats", "values", "left"),
    # card: null, as long as it is hidden; n: its number among the figures of this seat.
    "figure": ("seat", "drawer", "card*", "n"),
    # Ends the round. winners: the seats that drew figures, in order; points: of this round; pile: figures
    # left. recorded: by seat, the points that were added to the totals, null for none.
    "standing": ("n", "winners", "points", "totals", "pile", "recorded"),
    # what: "used", "passed", "discarded" (nothing to aim at), "cancelled" (two with one player), "kept".
    # n: the number of the Media among the holder's figures; target_n: that of the card among the target's,
    # as in "turned_up".
    "media": ("holder", "media*", "target", "card*", "suit", "what", "n", "target_n"),
    # figures: all that each seat has. trios, suits, forced: the trio of each holder (teams together, or
    # every seat), in the order E L J, null for none. Suits as letters, changed ones as named by the Media.
    # step: the step that decided; why: [criterion, values, sides left], see `final.decide`.
    "final": ("figures*", "trios*", "suits", "forced", "step", "why"),
    # The round counts nothing: "misdeal", or "nobody": no side had a combination.
    "void": ("why",),
    "result": ("winners", "totals", "why"),
}

# The state of a match between stages:
# pads        the pad of each seat, None before the seats are taken
# sides       lists of seats, see `teams`
# rounds      rounds played; dealer: the seat that deals the next one
# vetoes      left to each side; totals: the points of each seat
# pile        figures left in the Power Pile
# figures     by seat, in the order they were acquired: a card if it is open, a handle if it is hidden
# favourites  by seat: the suit 0-3 announced, or None; announced: the suits of a trio E L J, or None
# named       [card, suit] of every figure that a Media was laid on; scandal: True when the scandal is over
# away        the seats whose players have left [S11]
# won         the seats that won, None while the match goes on
# lost        [seat, number] of the figures that were lost, by their order of acquisition; None: not known
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


def new_match(match):
    """Set the state of a new match."""
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
    match.lost = []
    match.scandal = False
    match.away = []
    match.won = None


def next_stage(match):
    """Return the next stage: seats and sides, round after round, the scandal, the final; None after that."""
    if match.pads is None:
        return teams.begin
    if match.won is not None:
        return None
    if has_another_round(match):
        return play_round
    if match.options["mode"] != "learning" and not match.scandal:
        return scandal.play_scandal
    return final.play_final


def has_another_round(match):
    """True until the Power Pile is empty, or the rounds that the options allow are played."""
    return match.pile > 0 and match.rounds != (match.options["max_rounds"] or None)


def winners(match):
    """Return the seats that won the match."""
    return match.won or []


def kept(match):
    """Return the handles of the figures that stay hidden from stage to stage."""
    return [figure for seat in range(match.seats) for figure in match.figures[seat] if is_handle(figure)]


def mark(match, seat):
    """Return the lamp state of an idle seat: "veto-left" while its side has a veto."""
    for side in range(len(match.sides)):
        if seat in match.sides[side] and match.vetoes[side]:
            return "veto-left"
    return None


def play_round(table, match):
    """Play a round: the deal, the discard turns, the reveal, and the figures of the winners."""
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


def deal_cards(table, match):
    """Wait for the deal: five cards each, counted by every seat, until all have pressed OK."""
    n = match.rounds + 1
    yield Clear(what="gather", args=(n,))
    partners = [side for side in teams.present_sides(match) if len(side) > 1]
    if partners:
        table.may_consult(partners, YES)
        yield Poll((match.dealer,), (OK,), "talk-then-deal", args=(n,))
        table.may_consult(None, None)
    what = "count-five" if match.rounds else "count-first"
    while table.options["deal_check"] == "count":
        seats = tuple(teams.in_turn(match, 0))
        counted = yield Poll(seats, (OK, NO), what, args=(n, match.dealer))
        if NO not in counted:
            break
        table.cue("miscounted")


# -- Departures and an early end -------------------------------------------------------------------


def leave(table, match, seat):
    """Go on without `seat`; return False, or why the match ends."""
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
    """Stop early: go on to the scandal and the final and return False, or return why the match ends."""
    if not match.rounds or match.won is not None or not has_another_round(match):
        return _end(table, match, why)
    match.pile = 0  # the figures left in it take no part
    return False


def _end(table, match, why):
    """End the match: the side with the most points wins. Returns why."""
    sums = [sum([match.totals[seat] for seat in side]) for side in match.sides]
    best = players.leaders(sums, range(len(sums)))
    match.won = sorted([seat for side in best for seat in match.sides[side]])
    table.tell("result", match.won, match.totals, why)
    return why


def absent(match, seat):
    """True if the player of `seat` has left."""
    return seat in match.away


def sides(match):
    """Return the sides, for the standings and when a player leaves."""
    return match.sides


def values(match):
    """Return the standings: by seat [points, figures], for a trio takes three figures; and the points."""
    return [[match.totals[seat], len(match.figures[seat])] for seat in range(match.seats)], match.totals
