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
knows of time.

Cards are in `demos_cards`, settings in `demos_options`, sides in `demos_teams`, the discard turns in
`demos_turns`, the reveal in `demos_reveal`, what combinations are worth in `demos_combinations`, figures in
`demos_figures`, the Media in `demos_scandal`, trios and the winner in `demos_final`. Here is the course.

Prompts, with their args:

    choose-2v2, choose-2v3, choose-2v2+1 ()   sides-by-lot, sides-chosen (side, side)
    sides-by-lot+1, sides-chosen+1 (side, side, the Independent)
    favourite, announce-E, announce-L, announce-J (the rows)
    gather, talk-then-deal (n)   count-first, count-five (n, dealer)   clear-final, turn-up-figures ()
"""

from . import demos_cards, demos_figures, demos_reveal, demos_teams, demos_turns
from . import demos_options as settings
from .asks import NO, OK, YES, All, Chance, Choose, Clear, Poll
from .cards import SUITS, is_handle
from .demos_final import decide, tally
from .demos_scandal import play_scandal
from .seating import take_seats

NAME = "demos"
SEATS = (3, 5)
OPTIONS = settings.OPTIONS
LETTERS = demos_cards.LETTERS
check_options = settings.check_options
warnings = settings.warnings
deck = demos_cards.deck

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
)

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
    # what: "discard", "figure" (by a Square), "media", or "final".
    "turned_up": ("seat", "card*", "what"),
    "reveal": ("seat", "cards*", "what", "points", "forfeited"),
    # criterion: "suit" or "rest"; values: of `seats`, in their order; left: who is not out yet.
    "tie": ("criterion", "seats", "values", "left"),
    # card: null, as long as it is hidden; n: which one of this seat's it is.
    "figure": ("seat", "drawer", "card*", "n"),
    # Ends the round. winners: who drew figures, in order; points: of this round; pile: figures left.
    "standing": ("n", "winners", "points", "totals", "pile"),
    # what: "used", "passed", "discarded" (nothing to aim at), "cancelled" (two with one player), "kept".
    "media": ("holder", "media*", "target", "card*", "suit", "what"),
    # figures: all that each seat has. trios, suits, forced: what each holder presents (teams together, or
    # every seat), in the order E L J, null for nothing. Suits as letters, changed ones as the Media said.
    # step: what decided; why: [criterion, values, sides left], see demos_final.decide.
    "final": ("figures*", "trios*", "suits", "forced", "step", "why"),
    # What was played since the round began counts nothing: "misdeal"; or "nobody" had a combination.
    "void": ("why",),
    "result": ("winners", "totals", "why"),
}


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
    match.scandal = False
    match.away = []
    match.won = None


def next_stage(match):
    """Seats and sides, round after round, the scandal, the final."""
    if match.pads is None:
        return begin
    if match.won is not None:
        return None
    if match.pile and match.rounds != (match.options["max_rounds"] or None):
        return play_round
    if match.options["mode"] != "learning" and not match.scandal:
        return play_scandal
    return play_final


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


# -- seats and sides ----------------------------------------------------------------------------


def begin(table, match):
    """Take the seats, make the sides, find the first dealer; then what the creator suggests, if it is on."""
    yield from take_seats(table, match)
    match.sides = yield from make_sides(table)
    match.vetoes = demos_teams.vetoes(table.options["mode"], match.sides)
    dealer = table.options["first_dealer"]
    match.dealer = (yield Chance(table.seats)) if dealer == "random" else int(dealer)
    if table.options["favourite"] == "on":
        asks = [Choose(seat, tuple(SUITS), "favourite") for seat in table.all_seats()]
        match.favourites = yield All(*asks)
    if table.options["declared"] == "on":
        for seat in table.seats_from(match.dealer + 1):
            match.announced[seat] = yield from announce_trio(seat)
    favourites = [None if suit is None else SUITS[suit] for suit in match.favourites]
    announced = [None if suits is None else [SUITS[suit] for suit in suits] for suits in match.announced]
    alone = demos_teams.independent(table.options["mode"], match.sides)
    table.tell("sides", match.sides, alone, favourites, announced)


_CHOOSE = {"2v2": "choose-2v2", "2v3": "choose-2v3", "2v2+1": "choose-2v2+1"}
# The table says who plays with whom: of two sides, and with an Independent.
_BY_LOT = ("sides-by-lot", "sides-by-lot+1")
_CHOSEN = ("sides-chosen", "sides-chosen+1")


def make_sides(table):
    """Who plays with whom [S12]: drawn by lot, or each seat presses a key: YES for the first pair, NO for the
    others, OK for the Independent. The table says who does, and all press OK; where they have chosen, NO
    chooses again. It also says when partners sit side by side [S3].
    """
    mode = table.options["mode"]
    ways = demos_teams.line_ups(mode, table.seats)
    if len(ways) == 1:
        return ways[0]
    by_lot = table.options["teams"] == "lots"
    while True:
        if by_lot:
            sides = ways[(yield Chance(len(ways)))]
        else:
            sides = yield from choose_sides(table, [len(side) for side in ways[0]])
        near = demos_teams.neighbours(sides, table.seats)
        if mode == "2v3":  # two of the three always are
            near = [pair for pair in near if pair[0] in sides[0]]
        if near:
            table.cue("neighbours", near[0][0], near[0][1])
        what = (_BY_LOT if by_lot else _CHOSEN)[len(sides) - 2]
        told = tuple([side[0] if len(side) == 1 else side for side in sides])
        keys = (OK,) if by_lot else (OK, NO)
        if NO not in (yield Poll(tuple(table.all_seats()), keys, what, args=told)):
            return sides


def choose_sides(table, sizes):
    """All press the key of their side, until the sides have these `sizes`."""
    mode = table.options["mode"]
    keys = (YES, NO, OK) if mode == "2v2+1" else (YES, NO)
    seats = tuple(table.all_seats())
    while True:
        pressed = yield Poll(seats, keys, _CHOOSE[mode])
        sides = [[seat for seat in seats if pressed[seat] == key] for key in keys]
        if [len(side) for side in sides] == sizes:
            return sides
        table.cue("sides-do-not-fit")


_ANNOUNCE = ("announce-E", "announce-L", "announce-J")


def announce_trio(seat):
    """A player may announce the suits of a trio, three different ones [F19]. Returns them, or None."""
    rows = ("nothing",) + tuple(SUITS)
    row = yield Choose(seat, rows, _ANNOUNCE[0], default=0)
    if row == 0:
        return None
    suits = [row - 1]
    for what in _ANNOUNCE[1:]:
        left = [suit for suit in range(4) if suit not in suits]
        rows = tuple([SUITS[suit] for suit in left])
        suits.append(left[(yield Choose(seat, rows, what))])
    return suits


# -- the round ----------------------------------------------------------------------------------


def play_round(table, match):
    """The deal, the discard turns, the reveal, and the figures for who won."""
    dealer = match.dealer
    table.tell("round", match.rounds + 1, dealer, match.vetoes)
    demos_figures.hold(table, match)
    yield from deal_cards(table, match)
    yield from demos_turns.discard_turns(table, match)
    laid, worth = yield from demos_reveal.reveal(table, match)
    best = yield from demos_reveal.find_winners(table, match, laid, worth)
    served = demos_figures.serve(table, match, laid, best)
    demos_reveal.record(table, match, worth, best, [drawer for drawer, _ in served])
    yield from demos_figures.reward(table, match, laid, served)
    match.rounds += 1
    match.dealer = demos_teams.in_turn(match, dealer + 1)[0]
    table.tell("standing", match.rounds, [drawer for drawer, _ in served], worth, match.totals, match.pile)


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


# -- the final ----------------------------------------------------------------------------------


def play_final(table, match):
    """In dealing order all turn up their figures; then the table says who has won, and by which step."""
    demos_figures.hold(table, match)
    yield Clear(what="clear-final")
    for seat in table.seats_from(match.dealer):
        hidden = [figure for figure in match.figures[seat] if is_handle(figure)]
        if hidden:
            if seat not in match.away:
                yield Poll((seat,), (OK,), "turn-up-figures")
            for card in (yield from demos_figures.open_figures(match, seat, hidden)):
                table.tell("turned_up", seat, card, "final")
    figures = [tally(match.figures[seat], match.named) for seat in table.all_seats()]
    match.won, step, why, trios = decide(match.sides, figures, match.totals, table.options, match.announced)
    cards = [trio and trio[0] for trio in trios]
    suits = [trio and [SUITS[suit] for suit in trio[1]] for trio in trios]
    table.tell("final", match.figures, cards, suits, [trio and trio[2] for trio in trios], step, why)
    table.tell("result", match.won, match.totals, step)
