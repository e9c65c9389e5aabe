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

from . import (
    demos_close,
    demos_deal,
    demos_figures,
    demos_reveal,
    demos_scandal,
    demos_sides,
    demos_teams,
    demos_turns,
)
from . import demos_parting as PARTING  # noqa: F401  # see `games`
from .cards import is_handle
from .demos_cards import LETTERS as LETTERS
from .demos_cards import deck as deck
from .demos_facts import FACTS as FACTS
from .demos_held import hold
from .demos_options import OPTIONS as OPTIONS
from .demos_options import check_options as check_options
from .demos_options import warnings as warnings
from .demos_revisions import CHANGES as CHANGES

NAME = "demos"
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
        return demos_sides.begin
    if match.won is not None:
        return None
    if demos_deal.has_another_round(match):
        return play_round
    if match.options["mode"] != "learning" and not match.scandal:
        return demos_scandal.play_scandal
    return demos_close.play_final


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
    yield from demos_deal.deal_cards(table, match)
    yield from demos_turns.discard_turns(table, match)
    laid, worth = yield from demos_reveal.reveal(table, match)
    best = yield from demos_reveal.find_winners(table, match, laid, worth)
    served = demos_figures.serve(table, match, laid, best)
    drawers = [drawer for drawer, _ in served]
    recorded = demos_reveal.record(table, match, worth, best, drawers)
    yield from demos_figures.reward(table, match, laid, served)
    match.rounds += 1
    match.dealer = demos_teams.in_turn(match, dealer + 1)[0]
    table.tell("standing", match.rounds, drawers, worth, match.totals, match.pile, recorded)
