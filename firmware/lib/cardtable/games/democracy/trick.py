"""Democracy, the trick: the winner, the captures, jokers, negotiations, ghosts.

The winner. If a trump was played, the highest trump wins; but if both the 5 and the 6 of trumps were played,
the 6 does, the village idiot. Without a trump the highest rank of any suit wins, and equal highest ranks tie.
The card from the pool only makes its suit trump: it is no play [A05]. Ties below the highest do not matter
[A09].

Jokers. A joker in the hand is never a trump [A19]. Without trumps it ranks as a 5 (`wild5`), as its owner
says (`declared`, a 5 if nothing is said [A11]), or below the 6 (`dummy` [A12]). A joker from the pool means
no trumps, or a ghost, or the dealer decides.

Negotiations. The players argue about a trick and may award it to any seat, or agree on a split. The cards
have been turned over; they stay on the pads. YES proposes an award, on which all others vote: it needs YES
from all seats (`unanimous`) or from more than half of them (`majority`). Without an award the cards decide
[A40]: when all have pressed OK, or when the time is up and not all want to go on. Time alone decides nothing:
the table announces that it is up and asks [A54].

Ghosts. A joker from the pool may replace the trick. Every seat draws a card unseen from the hand of its left
neighbour, captures it, and lays it face down on its own pad, which books it silently. The draws are announced
at the scoring. The joker is lost.
"""

from ...engine import cards
from ...engine.asks import combined, keys
from ...engine.asks.automatic import Pause, Reveal
from ...engine.asks.base import CENTRE, NO, OK, PLACES, SEALED, UNTIL_CLOSED, YES, Ok
from ...engine.asks.keys import Choose, Poll
from ...engine.asks.laying import Clear, Lay
from ...engine.cards import is_joker
from . import declarations
from .deal import BEST, RANKS, is_bad_catch, strength

_STAY = range(PLACES)


def trumps_in(plays, trump):
    """Return the seats that played a card of the suit `trump`; `trump` is None without trumps."""
    if trump is None:
        return []
    return [seat for seat in range(len(plays)) if cards.suit_of(plays[seat]) == trump]


def decide(plays, trump, options, named):
    """Return (seat or None for a split, the seats that tied, why) for a trick.

    `plays`: the card of each seat. `named`: by seat, the strength that the owner of a joker named, or None.
    """
    seats = trumps_in(plays, trump)
    if seats:
        return _among_trumps(plays, seats, options["trump_tie"] == "cancel")
    ranks = []
    for seat in range(len(plays)):
        card = plays[seat]
        ranks.append(_joker_rank(options, named[seat]) if cards.is_joker(card) else strength(card))
    most = max(ranks)
    best = [seat for seat in range(len(plays)) if ranks[seat] == most]
    if len(best) == 1:
        return best[0], [], "highest card"
    return None, best, "tie" if most else "only jokers"


def _among_trumps(plays, seats, cancel):
    """Return the result of `decide` for a trick in which `seats` played trumps."""
    # The 5 and the 6 are single in both decks, so the idiot never ties [A06].
    ranks = [strength(plays[seat]) for seat in seats]
    if BEST in ranks and 1 in ranks:
        return seats[ranks.index(1)], [], "village idiot"
    tied = []
    for rank in range(BEST, 0, -1):
        best = [seats[i] for i in range(len(seats)) if ranks[i] == rank]
        if len(best) == 1:
            return best[0], [], "highest trump" if not tied else "highest trump left"
        if best:
            tied = tied or best
            if not cancel:
                break
    return None, tied, "trump tie"  # [A10]


def _joker_rank(options, named):
    """Return the strength of a joker in a trick without trumps."""
    if options["joker"] == "dummy":
        return 0
    return BEST if named is None else named


def name_ranks(table, plays):
    """Let the owners of jokers name a rank, all at once [A11].

    Returns by seat (the strengths, the ranks), None for a seat that names nothing.
    """
    owners = [seat for seat in table.all_seats() if is_joker(plays[seat])]
    named: "list" = [None] * table.seats
    ranks: "list" = [None] * table.seats
    if owners:
        asks = []
        for seat in owners:
            asks.append(Choose(seat, RANKS, "joker-rank", UNTIL_CLOSED, default=0, still=range(PLACES)))
        rows = yield combined.All(*asks)
        for i in range(len(owners)):
            named[owners[i]] = BEST - rows[i]
            ranks[owners[i]] = RANKS[rows[i]]
    return named, ranks


def negotiate(table, when, winner):
    """Return the seat that is awarded the trick, "split", or None.

    `winner`: the seat that wins by the cards, or None. Each proposal is recorded with its votes.
    """
    seats = tuple(table.all_seats())
    while True:
        talk = [
            keys.Call(seats, (YES,), "negotiate", args=(winner,), still=_STAY),
            Poll(seats, (OK,), "negotiate", still=_STAY),
        ]
        if table.options["negotiation_seconds"]:
            talk.append(Pause(table.options["negotiation_seconds"]))
        number, answer = yield keys.First(*talk)
        if number == 0:
            award = yield from _vote(table, when, answer[0])
            if award is not None:
                return award
        elif number == 1:
            return None
        elif NO in (yield Poll(seats, (YES, NO), "negotiate-longer", args=(winner,), still=_STAY)):
            return None


def _vote(table, when, proposer):
    """Let `proposer` name an award and the others vote; return it if enough agree, else None."""
    rows = tuple([str(seat) for seat in table.all_seats()]) + ("split", "nothing")
    row = yield Choose(proposer, rows, "propose-award", default=len(rows) - 1, still=_STAY)
    if rows[row] == "nothing":
        return None
    others = tuple(table.seats_from(proposer)[1:])
    keys = yield Poll(others, (YES, NO), "agree-award", args=(proposer, rows[row]), still=_STAY)
    needed = table.seats if table.options["negotiation"] == "unanimous" else table.seats // 2 + 1
    agreed = 1 + keys.count(YES) >= needed
    award = "split" if rows[row] == "split" else row
    by = [proposer] + [others[i] for i in range(len(others)) if keys[i] == YES]
    table.tell("award", when[0], when[1], proposer, award, sorted(by), agreed)
    return award if agreed else None


def captures(plays, pool, winner, keepers):
    """Return the captures as (list of cards by seat, lost cards).

    A winner takes all plays and the card from the pool, a joker too [A13]. In a split (winner None) each of
    `keepers` keeps the own card; the other cards and the card from the pool are lost [A08].
    """
    captured = [[] for _ in plays]
    lost = []
    if winner is not None:
        captured[winner] = list(plays) + [pool]
        return captured, lost
    for seat in range(len(plays)):
        if seat in keepers:
            captured[seat] = [plays[seat]]
        else:
            lost.append(plays[seat])
    return captured, lost + [pool]


def is_ghost(table, dealer, when):
    """True if a joker from the pool makes a ghost; the dealer decides before any card is laid [A18]."""
    if table.options["joker_turned"] == "dealer":
        said = yield Poll((dealer,), (YES, NO), "ghost-or-dead", args=when, still=(CENTRE,))
        return said == [YES]
    return table.options["joker_turned"] == "ghost"


def play_ghost(table, account, dealer, when, pool):
    """Let every seat draw from the hand of its left neighbour, all at once [A15].

    The others do not see the card [A17].
    """
    order = table.seats_from(dealer + 1)
    sealed = yield Lay(tuple(order), "lay-ghost", SEALED, until=Ok(dealer), still=(CENTRE,), args=when)
    drawn = [sealed[order.index(seat)] for seat in table.all_seats()]
    for seat in table.all_seats():
        table.take([drawn[seat]], seat)
        stake = account.stake_of((seat + 1) % table.seats)
        if stake and stake.open:
            stake.cards.append(drawn[seat])
    table.lose([pool])
    account.lost.append(pool)
    account.ghosts.append((when[0], when[1], pool, drawn))
    table.cue("ghost")
    yield Clear(keep=table.all_seats(), args=(None,))


def open_ghosts(table, account):
    """Before the scoring: reveal the draws of the ghosts, and with them the stakes that were challenged."""
    challenged = yield from declarations.challenge(table, account)
    sealed = []
    for _day, _n, _pool, drawn in account.ghosts:
        sealed.extend(drawn)
    opened = (yield Reveal(sealed)) if sealed else []
    for day, n, pool, drawn in account.ghosts:
        cards = [opened[sealed.index(handle)] for handle in drawn]
        for seat in table.all_seats():
            account.captured[day - 1][seat].append(cards[seat])
        table.tell("ghost", day, n, pool, cards, [pool])
    for stake in challenged:
        hand = [opened[sealed.index(card)] if card in sealed else card for card in stake.cards]
        declarations.expose(table, stake, is_bad_catch(hand, table.options["bad_catch"]))
