"""DemoS, the discard turns: each seat finishes its exchange before the next [D1].

A discard is laid first, then its replacement is chosen; no card is looked at in between [D8]. The first in
dealing order takes first [D2]; a card that was taken is gone, and returns only if it is discarded again [D3].
A seat may take back its own open discards [D4, D5], but never the one just laid [D10], nor a secret one of
the same turn [D9]. All see which card was taken [D12]. A seat that leaves out the secret turn draws nothing
[D7] and must still take part in the third [D11], whose discards stay hidden for ever [D13].

The vote. The third turn is held unless a side spends a veto [V1, V5], every round again [V9]. Only seats
whose side still has one are asked, and must answer [V2]; all members of a team must agree to spend it [V6].
Keys are hidden and can be changed until all have answered; then the table names the sides that pay, and no
others [V4]. If the turn is stopped the secret discards stay face down [D14].

Prompts, with their args: discard-openly (round), discard-secret (), discard-must (turn), draw-or-take (turn),
vote and team-vote ().
"""

from ...engine.asks import keys, laying
from ...engine.asks.automatic import Reveal
from ...engine.asks.base import NO, OK, SEALED, YES, Ok
from ...engine.asks.keys import Poll
from .cards import is_number, number_due
from .teams import in_order, in_turn, present_sides


def discard_turns(table, match):
    """Play the discard turns of a round: two when learning, else up to three."""
    learning = table.options["mode"] == "learning"
    order = in_turn(match, match.dealer + 1)
    visible = yield from discard_openly(table, order, match.rounds + 1)
    secret = []
    for seat in order:
        handle = yield from exchange(table, seat, 2, visible, not learning)
        if handle is not None:
            secret.append((handle, seat))
    if learning or not (yield from vote(table, match)):
        return
    opened = yield Reveal([handle for handle, _ in secret])
    for i in range(len(secret)):
        seat = secret[i][1]
        assert is_number(opened[i]), opened  # a shadow sees it only now
        visible.append((opened[i], seat))
        table.tell("turned_up", seat, opened[i], "discard", None, None)
    for seat in order:
        yield from exchange(table, seat, 3, visible, False)


def discard_openly(table, order, n):
    """In round `n`, let all lay a card face up and draw; return (card, seat) of the open discards.

    A card may be exchanged until the next seat lays; the dealer, who is last, presses OK.
    """
    visible = []
    for i in range(len(order)):
        seat = order[i]
        until = laying.Next(order[i + 1]) if i + 1 < len(order) else Ok(seat)
        lay = laying.Lay((seat,), "discard-openly", until=until, still=order, rule=number_due, args=(n,))
        card = (yield lay)[0]
        table.lay_aside([card])
        table.tell("discard", 1, seat, card, None, None, False)
        visible.append((card, seat))
    return visible


def exchange(table, seat, turn, visible, may_decline):
    """Let `seat` lay a card face down, then draw, or take one of the `visible` (card, seat) out of the list.

    Until then NO takes the discard back. Returns its handle, or None if the seat declined.
    """
    offered = tuple([card for card, _ in visible])
    while True:
        answer = yield _discard(table, seat, turn, may_decline)
        if may_decline and answer[0] == 1:
            table.tell("discard", turn, seat, None, None, None, True)
            return None
        handle = answer[1][0] if may_decline else answer[0]
        number, answer = yield _draw(table, seat, turn, offered)
        if number < 2:
            break
        table.take_back(handle)
    table.lay_aside([handle])
    taken, owner = None, None
    if number == 1:
        taken = answer[0]
        owner = visible.pop(offered.index(taken))[1]
        table.hold([taken], seat)
    table.tell("discard", turn, seat, None, taken, owner, False)
    return handle


def _discard(table, seat, turn, may_decline):
    """Return the ask for a card face down, or for NO if `seat` may decline."""
    still = tuple(table.all_seats())
    what, args = ("discard-secret", ()) if may_decline else ("discard-must", (turn,))
    lay = laying.Lay((seat,), what, SEALED, still=still, rule=number_due, args=args)
    if not may_decline:
        return lay
    return keys.First(lay, keys.Call((seat,), (NO,), what, still=still))


def _draw(table, seat, turn, offered):
    """Return the ask for OK, one of the `offered` cards, or NO."""
    still = tuple(table.all_seats())
    return keys.First(
        Poll((seat,), (OK,), "draw-or-take", args=(turn,), still=still),
        laying.Take(seat, offered, "draw-or-take", still=still),
        keys.Call((seat,), (NO,), "draw-or-take", still=still),
    )


def vote(table, match):
    """Hold the vote; return True if the third turn is held.

    The side that stops it pays with a veto, the first in order [V3]; at most one a side and round [V7].
    """
    sides = [side for side in in_order(match.sides, match.dealer, table.seats) if match.vetoes[side]]
    still_here = present_sides(match)  # a seat that has left counts as YES [S11]
    sides = [side for side in sides if still_here[side] == match.sides[side]]
    seats = [seat for seat in table.all_seats() if [1 for side in sides if seat in match.sides[side]]]
    payers = []
    if seats:
        teams = [match.sides[side] for side in sides if len(match.sides[side]) > 1]
        table.may_consult(teams, OK)
        what = "team-vote" if teams else "vote"
        still = tuple(table.all_seats())
        tally, payable = _tally(table, match, sides, seats)
        payers = yield Poll(
            tuple(seats), (YES, NO), what, SEALED, None, tally, payable, still=still, others="no-veto"
        )
        table.may_consult(None, None)
    for side in payers:
        match.vetoes[side] -= 1
        table.cue("veto", match.sides[side][0])
    if not payers:
        table.cue("held")
    table.tell("vote", _public_keys(table, match, sides, payers), payers, not payers)
    return not payers


def _tally(table, match, sides, seats):
    """Return the tally of the vote, a function from the keys that `seats` press to the sides that pay; and
    the function that tells whether these sides can be a result of it.
    """
    most = len(sides) if table.options["veto_charge"] == "all" else 1

    def tally(keys):
        against = []
        for side in sides:
            if YES not in [keys[seats.index(seat)] for seat in match.sides[side]]:
                against.append(side)
        return against[:most]

    def payable(payers):
        return isinstance(payers, list) and payers == [side for side in sides if side in payers][:most]

    return tally, payable


def _public_keys(table, match, sides, payers):
    """Return the public keys by seat, None for a hidden one.

    A side that pays has pressed NO. If none pays, a side of one player has pressed YES.
    """
    keys: "list" = [None] * table.seats
    for side in sides:
        for seat in match.sides[side]:
            if side in payers:
                keys[seat] = "no"
            elif not payers and len(match.sides[side]) == 1:
                keys[seat] = "yes"
    return keys
