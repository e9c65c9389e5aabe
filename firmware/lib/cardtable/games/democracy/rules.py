"""Democracy: tribes on an island vote, by playing cards face down.

The game. 2 to 10 seats, one of them the dealer. The twos are out; jokers fill up. An island is dealt out on
two days (`days`). A day: every seat and the pool get equally many cards, and every card makes a trick.

The deal. The dealer deals; every seat counts its hand, the dealer the pool too, and all press OK. A misdeal
is dealt again.

Before the first trick (`bad_catch`, `high_stake`, `sweep`): a player with only cards of low value may show
them, scores 1 and has the cards dealt again; or plays them at high stake, for more a tribe; a player who
hopes for all cards of a suit may announce that. The play shows whether a high stake was a lie.

The trick. The dealer turns up a card from the pool: its suit is trump. Every seat lays any card of its hand
face down; there is no need to follow suit. Until the dealer presses OK cards may be exchanged [A44]; in that
instant the plays are fixed and all turn over. The highest trump wins, or without trumps the highest card; the
6 of trumps beats the 5 of trumps. The winner captures all plays and the card from the pool. In a tie every
seat keeps the own card [A07] and the card from the pool is lost. The next trick begins when the pads are
clear.

Jokers turned up from the pool (`joker_turned`): no trumps; or instead of the trick every seat draws a card
unseen from the hand of its left neighbour and captures it (a ghost); or the dealer decides which.

The scoring. After the last day each suit is a tribe, 1 game point, for the seat that captured more than half
of its card points; the table reveals no points before [A45, A48]. The deal passes to the left [A35]. The
highest score wins as soon as it reaches the target.

A mistake that cannot be put right voids the island, as does a player who leaves [A59]: then the scores stand,
the best of the players who stayed wins, and the others may start a new match. Before a tribe was scored there
is no winner. In a pause hands lie face down [A60]; this code knows no time.

`deal` holds the cards, `options` the settings, `declarations` the time before the first trick, `trick`
jokers, negotiations and ghosts, `scoring` the account of an island. This module is the course of the match.

Prompts, with their args; `when` is (day, trick, cards in a hand of this day):

    clear-deal (day, hand)   count-hand (day, hand)   turn-up, lay-face-down, lay-ghost, ghost-or-dead (when)
    joker-rank (the rows)   negotiate, negotiate-longer (who wins by the cards, or None)   clear-shown (who)
    propose-award (the rows)   agree-award (proposer, row)   clear (who takes, or None)
    declare-window (when)   declare, name-suit (the rows)   show-hand, show-too (cards)   challenge (who)
"""

from ...engine import players
from ...engine.asks.automatic import Chance, Reveal
from ...engine.asks.base import CENTRE, NO, OK, SEALED, Ok
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear, Lay
from ...engine.cards import is_joker, suit_of
from ..registry import REVISIONS
from . import deal, declarations, scoring

# Re-exported: every game offers them here, see `games.registry`.
from .options import OPTIONS as OPTIONS
from .options import PRESETS as PRESETS
from .options import check_options as check_options
from .options import warnings as warnings
from .scoring import Account
from .trick import captures, decide, is_ghost, name_ranks, negotiate, open_ghosts, play_ghost, trumps_in

NAME = "democracy"
REVISION = REVISIONS[NAME]
SEATS = (2, 10)
deck = deal.deck

# The facts of a match by kind, with the names of their fields. Lists are by seat unless a comment says
# otherwise; `day` and `n` count from 1. Fields with a `*` hold cards.
FACTS = {
    "seated": ("pads",),
    # Repeated with the same n if the island is dealt again.
    "island": ("n", "dealer"),
    # what: "bad-catch"; "high-stake" (true is null until the table knows, then the fact is repeated);
    # "sweep" (suit is "S", "H", "D" or "C").
    "declaration": ("what", "seat", "suit", "true"),
    # A hand shown to prove a bad catch.
    "shown": ("day", "seat", "hand*"),
    # declared: the rank named for a joker, or null. award: a seat or "split", if the players agreed, or null.
    # winner: null for a split. captured: by seat, a list of cards. why: see `trick.decide`.
    "trick": ("day", "n", "pool*", "plays*", "declared", "award", "winner", "captured*", "lost*", "why"),
    # A vote on an award of the trick. seat: the proposer; award: a seat or "split"; by: the seats that
    # agreed, the proposer too; agreed: true if they suffice and the award holds.
    "award": ("day", "n", "seat", "award", "by", "agreed"),
    # Before the scoring. by: the opponents who challenged the unproved stake of this seat; counts: true if
    # there are none.
    "challenge": ("seat", "by", "counts"),
    # Secret until the scoring. drawn: the card that each seat drew and captured.
    "ghost": ("day", "n", "pool*", "drawn*", "lost*"),
    # points: card points, lists by seat: one list for each suit S H D C; with scoring=day_total one for each
    # day, with island_total a single one. why: a list of [code, seat, suit or number or null, value].
    "score": ("points", "game_points", "penalties", "why", "totals"),
    # The island counts nothing. why: "misdeal" or "bad-catch".
    "void": ("why",),
    "result": ("winners", "totals", "why"),
}

# The state of a match between stages:
# pads     the pad of each seat, None before the seats are taken
# island   the number of the island, from 1; an island dealt again keeps its number
# won      the seats that won the match, empty while it goes on
STATE = ("pads", "dealer", "island", "totals", "won")


def new_match(match):
    """Set the state of a new match."""
    match.pads = None
    match.dealer = None
    match.island = 1
    match.totals = [0] * match.seats
    match.won = []


def next_stage(match):
    """Return the next stage: seats and first dealer, then island after island, None after the last.

    A misdeal voids no more than one island [A46, A49, A50].
    """
    if match.pads is None:
        return begin
    return None if match.won else play_island


def winners(match):
    """Return the seats that won the match."""
    return match.won


def begin(table, match):
    """Take the seats; find the first dealer, by chance unless the options name one [A52]."""
    yield from players.take_seats(table, match)
    dealer = table.options["first_dealer"]
    match.dealer = (yield Chance(table.seats)) if dealer == "random" else int(dealer) - 1


def play_island(table, match):
    """Play all days of an island and score it. A proved bad catch voids the island and ends it early."""
    dealer = match.dealer
    account = Account(table.seats)
    table.tell("island", match.island, dealer)
    sizes = deal.hands(table.seats, table.options)
    for day in range(1, len(sizes) + 1):
        size = sizes[day - 1]
        account.new_day()
        yield from deal_cards(table, day, size)
        pool = yield from declare(table, account, dealer, (day, 1, size))
        if account.caught:
            return book_bad_catch(table, match, account)
        for trick in range(1, size + 1):
            when = (day, trick, size)
            if pool is None:  # else it was turned up while the others could still declare
                pool = (yield Lay((CENTRE,), "turn-up", by=dealer, args=when))[0]
            if is_joker(pool) and (yield from is_ghost(table, dealer, when)):
                yield from play_ghost(table, account, dealer, when, pool)
            else:
                yield from play_trick(table, account, dealer, when, pool)
            pool = None
        if account.stakes:
            yield from declarations.end_day(table, account)
    if account.ghosts or account.stakes:
        yield from open_ghosts(table, account)
    book_island(table, match, account)


def deal_cards(table, day, size):
    """Wait for the deal: every seat counts its hand, the dealer the pool too, until all have pressed OK."""
    yield Clear(what="clear-deal", args=(day, size))
    while table.options["deal_check"] == "count":
        counted = yield Poll(tuple(table.all_seats()), (OK, NO), "count-hand", args=(day, size))
        if NO not in counted:
            break
        table.cue("miscounted")


def declare(table, account, dealer, when):
    """Take the declarations before the first trick of a day.

    Returns the pool card if it was turned up meanwhile, else None. `account.caught` then holds the seats that
    proved a bad catch. If there are any, the island is over.
    """
    options = table.options
    if options["bad_catch"] == "off" and options["sweep"] not in ("announced", "exclusive"):
        return None
    pool, callers = yield from declarations.declare(table, account, dealer, when)
    if callers:
        yield from declarations.prove(table, account, callers, when)
    return pool


def play_trick(table, account, dealer, when, pool):
    """Play a trick: all lay in secret, all turn over, the winner captures or all keep their cards."""
    order = table.seats_from(dealer + 1)
    if suit_of(pool) is None:
        table.cue("no-trumps")
    sealed = yield Lay(tuple(order), "lay-face-down", SEALED, until=Ok(dealer), still=(CENTRE,), args=when)
    opened = yield Reveal(sealed)
    plays = [opened[order.index(seat)] for seat in table.all_seats()]
    trump = suit_of(pool)
    named = [None] * table.seats
    declared = named
    if table.options["joker"] == "declared" and not trumps_in(plays, trump):
        named, declared = yield from name_ranks(table, plays)
    winner, tied, why = decide(plays, trump, table.options, named)
    award = None
    if table.options["negotiation"] != "off":
        award = yield from negotiate(table, when, winner)
    if award is not None:
        winner, why = (None if award == "split" else award), "negotiated"
    # An agreed split is no tie: every seat keeps its own card.
    keepers = tied if table.options["split"] == "tied_keep" and award is None else table.all_seats()
    captured, lost = captures(plays, pool, winner, keepers)
    book(table, account, captured, lost)
    table.tell("trick", when[0], when[1], pool, plays, declared, award, winner, captured, lost, why)
    if account.stakes:
        declarations.watch_stakes(table, account, plays)
    if winner is None:
        table.cue("split")
        yield Clear(keep=keepers, args=(None,))
    else:
        table.cue("wins", winner)
        yield Clear(take=winner, args=(winner,))


def book(table, account, captured, lost):
    """Book the captured and the lost cards."""
    for seat in table.all_seats():
        table.take(captured[seat], seat)
        account.captured[-1][seat].extend(captured[seat])
    table.lose(lost)
    account.lost.extend(lost)


def book_island(table, match, account):
    """Book an island, pass the deal on, and end the match if a seat has won."""
    points, won, penalties, why, totals = scoring.score_island(account, table.options, match.totals)
    table.tell("score", points, won, penalties, why, totals)
    match.totals = totals
    match.island += 1
    match.dealer = (match.dealer + 1) % table.seats
    end_match(table, match, scoring.card_points(account))


def book_bad_catch(table, match, account):
    """Book a proved bad catch.

    The cards go back and are dealt again by the same dealer [A30], unless a tribe ends the match [A43].
    """
    table.tell("void", "bad-catch")
    points, won, penalties, why, totals = scoring.score_bad_catch(account, table.options, match.totals)
    table.tell("score", points, won, penalties, why, totals)
    match.totals = totals
    if table.options["redeal_dealer"] == "next":
        match.dealer = (match.dealer + 1) % table.seats
    end_match(table, match, [0] * table.seats)


def end_match(table, match, points):
    """Announce the winners if the match is over."""
    match.won, why = scoring.match_winners(match.totals, points, table.options)
    if match.won:
        table.tell("result", match.won, match.totals, why)


def leave(table, match, seat):
    """End the match because `seat` leaves: the island is void and the scores stand [A59]. Returns why."""
    return _end(table, match, [one for one in table.all_seats() if one != seat], "left")


def stop(table, match, why):
    """End the match because all players stop: the island is void and the scores stand [A59]. Returns why."""
    return _end(table, match, table.all_seats(), why)


def _end(table, match, seats, why):
    """Announce the leaders among `seats` as the winners."""
    match.won = players.leaders(match.totals, seats)
    table.tell("result", match.won, match.totals, why)
    return why
