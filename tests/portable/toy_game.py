"""A game for the tests of the engine: no fun to play, but it uses every ask in every manner.

Stages: seats; rounds with open and sealed cards, where every seat's ghost stays sealed to the end of the
match; a council of polls, choices and calls; a market of cards that come again; a show of cards, at which
the ghosts are opened.
"""

from cardtable.engine import cards
from cardtable.engine.asks.automatic import Chance, Pause, Reveal, Weigh
from cardtable.engine.asks.base import CENTRE, CENTRE_2, NO, OK, PLACES, SEALED, UNTIL_CLOSED, YES, Ok
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Call, Choose, First, Poll
from cardtable.engine.asks.laying import Clear, Lay, LayOne, Next, Take
from cardtable.engine.asks.showing import Show
from cardtable.engine.match import OptionError
from cardtable.engine.players import take_seats

NAME = "toy"
SEATS = (2, 10)
OPTIONS = (
    ("rounds", ("int", 1, None), 1, "how many rounds are played"),
    ("middle", ("one", "two"), "one", "cards turned up in a round"),
    ("call", ("on", "off"), lambda seats: "on" if seats < 9 else "off", "whether seats may call"),
)
STATE = ("pads", "dealer", "round", "kept", "totals")
FACTS = {
    "seated": ("pads",),
    "round": ("n", "dealer", "pool*", "plays*", "odd", "winner", "taken"),
    "council": ("open", "closed", "quorum", "row", "suit", "rows", "ended"),
    "called": ("seat", "key"),
    "turned": ("card*",),
    "exchange": ("seat", "taken*", "offered*"),
    "found_out": ("seat", "ghost*"),
    "pairs": ("pairs*", "vetoes"),
    "shown": ("open*", "sealed*", "suits"),
    "ghosts": ("ghosts*",),
    "void": ("why",),
    "result": ("totals",),
}
ROWS = ("spades", "hearts", "diamonds", "clubs")


def deck(seats, options):
    one = [cards.card(suit, rank) for suit in range(4) for rank in range(1, 14)]
    return one + [card + 64 for card in one] + [cards.joker(1), cards.joker(2)]


def check_options(seats, options):
    if options["rounds"] > 2 and seats > 8:
        raise OptionError("too many rounds", str(options["rounds"]), ["1", "2"])


def new_match(match):
    match.pads = None
    match.dealer = 0
    match.round = 0
    match.kept = []
    match.totals = [0] * match.seats


def next_stage(match):
    if match.pads is None:
        return take_seats
    if match.round < match.options["rounds"]:
        return play_round
    if match.round == match.options["rounds"]:
        return hold_council
    if match.round == match.options["rounds"] + 1:
        return hold_market
    return show_cards if match.kept else None


def kept(match):
    return match.kept


def winners(match):
    return [seat for seat in range(match.seats) if match.totals[seat] == max(match.totals)]


def is_odd(values):
    return sum(values) % 2


def has_majority(keys):
    return [keys.count(YES) * 2 > len(keys)]


def is_known(verdict):
    return verdict in ([False], [True])


def no_ace(table, place, card):
    """An open card in the middle is no ace."""
    return "no-ace" if cards.rank_of(card) == 1 else None


def play_round(table, match):
    dealer = yield Chance(table.seats)
    order = tuple(table.seats_from(dealer + 1))
    table.take(match.kept, 0)
    yield Clear(what="clear-deal")
    ghosts = yield Lay(order, "lay-ghost", SEALED, until=Ok(dealer))
    table.take(ghosts, dealer)
    yield Clear()
    middle = (CENTRE,) if table.options["middle"] == "one" else (CENTRE, CENTRE_2)
    pool = yield Lay(middle, "turn-up", by=dealer, rule=no_ace)
    closed = yield Lay(order, "lay-until-closed", UNTIL_CLOSED, until=Ok(dealer), still=middle)
    table.lose(closed)
    yield Clear(keep=True)
    sealed = yield Lay(order, "lay-face-down", SEALED, until=Ok(dealer))
    odd = yield Weigh(is_odd, sealed)
    plays = yield Reveal(sealed)
    winner = order[plays.index(max(plays))]
    plays.append(pool[0])  # a script may change what it was given
    table.take(plays, winner)
    match.totals[winner] += 1
    match.round += 1
    match.dealer = dealer
    match.kept = match.kept + ghosts
    taken = len([card for card, where in table.ledger() if where == winner and not cards.is_handle(card)])
    table.tell("round", match.round, dealer, pool, plays, odd, winner, taken)
    table.cue("wins", winner)
    yield Clear(take=winner)


def hold_council(table, match):
    seats = tuple(table.all_seats())
    table.take(match.kept, 0)
    a, b = match.dealer, (match.dealer + 1) % table.seats
    counted = yield Poll(seats, (OK, NO), "count")
    closed = yield Poll(seats, (YES, NO), "vote", UNTIL_CLOSED)
    yes = yield Poll(seats, (YES, NO), "secret-vote", SEALED, tally=has_majority, is_verdict=is_known)
    quorum = yield Poll(seats, (YES,), "enough", quorum=table.seats - 1)
    row = yield Choose(a, ROWS, "choose", default=2)
    suit = yield Choose(b, ROWS, "name-suit", SEALED, by_card=cards.suit_of)
    yield Clear(what="clear-choice")
    sealed_pick = Choose(b, ROWS, "pick", SEALED, by_card=cards.suit_of)
    rows = yield All(Choose(a, ROWS, "pick", UNTIL_CLOSED), sealed_pick)
    yield Clear(what="clear-choice")
    suits = yield Reveal([suit, rows[1]])
    ended = []
    while table.options["call"] == "on" and len(ended) < 3:
        call = Call(seats, (YES, OK), "call")
        ended.append((yield First(Lay((CENTRE,), "turn-up", by=a), call, Pause(30))))
        if ended[-1][0] == 0:
            table.tell("turned", ended[-1][1][0])
            break
        if ended[-1][0] == 1:
            table.tell("called", ended[-1][1][0], ended[-1][1][1])
    yield Pause(5, still=range(PLACES))
    table.tell("council", counted, closed + yes, quorum, row, suits, rows[0], [one[0] for one in ended])
    match.round += 1
    yield Clear()


def a_pair(table, shown):
    """Two cards of one rank."""
    return None if cards.rank_of(shown[0]) == cards.rank_of(shown[1]) else "no-pair"


def not_seen(table, place, card):
    """A card that comes from nowhere yet."""
    return None if table.where(card) is None else "already-played"


def no_ghost(table, seat, card):
    """None that lies hidden before a seat."""
    return "ghost" if table.is_hidden(card) else None


def hold_market(table, match):
    """Discards that may be taken, a card drawn for anybody, a secret vote, a ghost found out, pairs shown."""
    seats = tuple(table.all_seats())
    for i in range(len(match.kept)):
        table.hold([match.kept[i]], i % table.seats)
    yield Clear(what="clear-deal")
    offered = []
    for seat in seats:
        until = Next(seat + 1) if seat + 1 < table.seats else Ok(seat)
        card = yield Lay((seat,), "offer", until=until, still=seats, rule=no_ace)
        table.lay_aside(card)
        offered.extend(card)
    for seat in seats[:3]:
        yield from exchange(table, seat, offered)
    place, drawn = yield LayOne(seats[:2], "draw", SEALED, by=match.dealer, still=seats, rule=not_seen)
    table.hold([drawn], place)
    yield Clear(what="clear-choice")
    table.may_consult([list(seats[:2])], OK)
    against = yield Poll(
        seats[:2], (YES, NO), "veto", SEALED, tally=has_majority, is_verdict=is_known, others="no-veto"
    )
    table.may_consult(None, None)
    ghosts = match.kept[: table.seats]
    again = tuple(ghosts[1:])
    point = LayOne(seats[1:], "point", SEALED, until=Ok(0), by=0, again=again, only=True, still=seats)
    while True:
        number, pointed = yield First(point, Call((0,), (NO,), "point"))
        if number == 0:
            break
    table.hold([pointed[1]], pointed[0])
    if pointed[0] == 1:
        yield Clear(what="clear-choice")
        yield Lay((1,), "this-one", SEALED, again=(ghosts[1],), only=True)
        table.hold([ghosts[1]], 1)
    opened = yield Reveal([ghosts[pointed[0]]])
    table.tell("found_out", pointed[0], opened[0])
    yield Clear()
    shown = yield Show(seats[:2], 2, 2, "pairs", True, SEALED, no_ghost, a_pair, correctable=True)
    for i in range(2):
        if shown[i]:
            shown[i] = yield Reveal(shown[i])
            table.hold(shown[i], i)
    table.tell("pairs", shown, against)
    match.kept = [ghost for ghost in match.kept if ghost != pointed[1]]
    match.round += 1
    yield Clear()


def exchange(table, seat, offered):
    """A card laid down in secret, for one of those offered, or for one from the pack; or taken back."""
    while True:
        handle = (yield Lay((seat,), "put-down", SEALED, still=range(PLACES)))[0]
        number, taken = yield First(
            Poll((seat,), (OK,), "draw-or-take", still=range(PLACES)),
            Take(seat, tuple(offered), "draw-or-take", still=range(PLACES)),
            Call((seat,), (NO,), "draw-or-take", still=range(PLACES)),
        )
        if number < 2:
            break
        table.take_back(handle)
    table.lay_aside([handle])
    if number == 1:
        offered.remove(taken[0])
        table.hold(taken, seat)
    table.tell("exchange", seat, taken[0] if number else None, offered)


def show_cards(table, match):
    seats = tuple(table.all_seats())
    table.take(match.kept, 0)
    shown = yield Show(seats, 1, 3, "show", decline=True)
    yield Clear()
    sealed = yield Show(seats[:2], 2, 3, "show-secretly", secrecy=SEALED, rule=no_ace)
    values = [card for hand in sealed for card in hand]
    suits = yield Weigh(lambda opened: tuple([cards.suit_of(card) for card in opened]), values)
    opened = yield Reveal(values)
    table.tell("shown", shown, opened, suits)
    first = yield First(Show(seats, 1, 1, "show-or-call"), Call((0,), (YES,), "call"))
    if first[0] == 0:
        table.tell("shown", first[1], [], [])
    ghosts = yield Reveal(match.kept)
    table.tell("ghosts", ghosts)
    match.kept = []
    yield Clear()
    table.tell("result", match.totals)
