"""Democracy: tribes on an island vote, by playing cards face down.

The game. 2 to 10 seats, one of them the dealer. The twos are out; jokers fill up. An island is dealt out on
two days (`days`). A day: every seat and the pool get equally many cards, and every card makes a trick.

The trick. The dealer turns up a card from the pool: its suit is trump. Every seat lays any card of its hand
face down; nobody must follow suit. Until the dealer presses OK cards may be exchanged [A44]; in that instant
the plays are fixed and all turn over. The highest trump wins, or without trumps the highest card; the 6 of
trumps beats the 5 of trumps. The winner captures all plays and the card from the pool. In a tie everybody
keeps the own card [A07] and the card from the pool is lost. The next trick begins when the pads are clear.

Jokers turned up from the pool (`joker_turned`): no trumps; or instead of the trick every seat draws a card
unseen from the hand of its left neighbour and captures it (a ghost); or the dealer says which.

The scoring. After the last day each suit is a tribe, 1 game point, for who captured more than half of its
card points; nobody is told how many before [A45, A48]. The deal passes to the left [A35]. The highest score
wins as soon as it reaches the target.

Before the first trick (`bad_catch`, `high_stake`, `sweep`): who holds only cards of low value may show them,
scores 1 and has the cards dealt anew; or plays them at high stake, for more a tribe; who hopes for all cards
of a suit may announce that. Whether a high stake was a lie shows when that hand is played.

What goes wrong and cannot be put right voids the island, as does a player who leaves [A59]. In a pause hands
lie face down [A60]; nothing here knows of time.

Cards are in `democracy_deal`, settings in `democracy_options`, facts in `democracy_facts`, who wins a
trick in `democracy_tricks`, negotiations in `democracy_negotiation`, ghosts in `democracy_ghosts`,
declarations in `democracy_calls`, their proofs in `democracy_proofs`, what becomes of high stakes in
`democracy_stakes`, the account of an island in `democracy_scoring`. Here is the course.

Prompts, with their args; `when` is (day, trick, cards in a hand of this day):

    clear-deal (day, hand)   count-hand (day, hand)   turn-up, lay-face-down, lay-ghost, ghost-or-dead (when)
    joker-rank (the rows)   negotiate, negotiate-longer (who wins by the cards, or None)   clear-shown (who)
    propose-award (the rows)   agree-award (proposer, row)   clear (who takes, or None)
    declare-window (when)   declare, name-suit (the rows)   show-hand, show-too (cards)   challenge (who)
"""

from . import (
    democracy_calls,
    democracy_ghosts,
    democracy_jokers,
    democracy_negotiation,
    democracy_proofs,
    democracy_scoring,
    democracy_stakes,
    seating,
)
from . import democracy_deal as deal
from . import democracy_parting as PARTING  # noqa: F401  # see `games`
from .ask import CENTRE, NO, OK, SEALED, Ok
from .cards import is_joker, suit_of
from .clearing import Clear
from .democracy_account import Account
from .democracy_facts import FACTS as FACTS
from .democracy_options import OPTIONS as OPTIONS
from .democracy_options import check_options as check_options
from .democracy_options import warnings as warnings
from .democracy_revisions import CHANGES as CHANGES
from .democracy_tricks import captures, decide, trumps_in
from .laying import Lay
from .polling import Poll
from .revealing import Chance, Reveal

NAME = "democracy"
SEATS = (2, 10)
deck = deal.deck

# pads     the pad of each seat, None before the seats are taken
# island   the number of the island, from 1; an island dealt anew keeps its number
# won      the seats that won the match, empty while it goes on
STATE = ("pads", "dealer", "island", "totals", "won")


def new_match(match):
    match.pads = None
    match.dealer = None
    match.island = 1
    match.totals = [0] * match.seats
    match.won = []


def next_stage(match):
    """Seats and first dealer, then island after island; a misdeal voids no more than one [A46, A49, A50]."""
    if match.pads is None:
        return begin
    return None if match.won else play_island


def winners(match):
    return match.won


def begin(table, match):
    """Take the seats; find the first dealer, by chance unless the players said who [A52]."""
    yield from seating.take_seats(table, match)
    dealer = table.options["first_dealer"]
    match.dealer = (yield Chance(table.seats)) if dealer == "random" else int(dealer)


def play_island(table, match):
    """All days of an island, and its scoring; or up to a bad catch that was proved, which voids it."""
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
            if is_joker(pool) and (yield from democracy_jokers.is_ghost(table, dealer, when)):
                yield from democracy_ghosts.play_ghost(table, account, dealer, when, pool)
            else:
                yield from play_trick(table, account, dealer, when, pool)
            pool = None
        if account.stakes:
            yield from democracy_stakes.end_day(table, account)
    if account.ghosts or account.stakes:
        yield from democracy_ghosts.open_ghosts(table, account)
    book_island(table, match, account)


def deal_cards(table, day, size):
    """The dealer deals; every seat counts its hand, the dealer the pool too, until all have pressed OK."""
    yield Clear(what="clear-deal", args=(day, size))
    while table.options["deal_check"] == "count":
        counted = yield Poll(tuple(table.all_seats()), (OK, NO), "count-hand", args=(day, size))
        if NO not in counted:
            break
        table.cue("miscounted")


def declare(table, account, dealer, when):
    """Before the first trick of a day. Returns the pool card if it was turned up meanwhile, else None.

    `account.caught` holds the seats that proved a bad catch: then the island is over.
    """
    options = table.options
    if options["bad_catch"] == "off" and options["sweep"] not in ("announced", "exclusive"):
        return None
    pool, callers = yield from democracy_calls.declare(table, account, dealer, when)
    if callers:
        yield from democracy_proofs.prove(table, account, callers, when)
    return pool


# -- the trick ----------------------------------------------------------------------------------


def play_trick(table, account, dealer, when, pool):
    """All lay in secret, all turn over; the winner takes everything, or everybody keeps the own card."""
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
        named, declared = yield from democracy_jokers.name_ranks(table, plays)
    winner, tied, why = decide(plays, trump, table.options, named)
    award = None
    if table.options["negotiation"] != "off":
        award = yield from democracy_negotiation.negotiate(table, when, winner)
    if award is not None:
        winner, why = (None if award == "split" else award), "negotiated"
    # A split that was agreed on is no tie: everybody keeps the own card.
    keepers = tied if table.options["split"] == "tied_keep" and award is None else table.all_seats()
    captured, lost = captures(plays, pool, winner, keepers)
    book(table, account, captured, lost)
    table.tell("trick", when[0], when[1], pool, plays, declared, award, winner, captured, lost, why)
    if account.stakes:
        democracy_stakes.watch_stakes(table, account, plays)
    if winner is None:
        table.cue("split")
        yield Clear(keep=keepers, args=(None,))
    else:
        table.cue("wins", winner)
        yield Clear(take=winner, args=(winner,))


def book(table, account, captured, lost):
    for seat in table.all_seats():
        table.take(captured[seat], seat)
        account.captured[-1][seat].extend(captured[seat])
    table.lose(lost)
    account.lost.extend(lost)


# -- the scoring --------------------------------------------------------------------------------


def book_island(table, match, account):
    points, won, penalties, why, totals = democracy_scoring.score_island(account, table.options, match.totals)
    table.tell("score", points, won, penalties, why, totals)
    match.totals = totals
    match.island += 1
    match.dealer = (match.dealer + 1) % table.seats
    end_match(table, match, democracy_scoring.card_points(account), democracy_scoring)


def book_bad_catch(table, match, account):
    """The cards go back and are dealt anew by the same dealer [A30], unless a tribe ends the match [A43]."""
    table.tell("void", "bad-catch")
    points, won, penalties, why, totals = democracy_scoring.score_bad_catch(
        account, table.options, match.totals
    )
    table.tell("score", points, won, penalties, why, totals)
    match.totals = totals
    if table.options["redeal_dealer"] == "next":
        match.dealer = (match.dealer + 1) % table.seats
    end_match(table, match, [0] * table.seats, democracy_scoring)


def end_match(table, match, points, scoring):
    match.won, why = scoring.match_winners(match.totals, points, table.options)
    if match.won:
        table.tell("result", match.won, match.totals, why)
