"""Democrazy, the effects of laws on chips: the operations and their arguments.

    draw who n          each in turn draws n, blind
    lose who n          each in turn returns n of its own choice
    lose_all who color  all chips of a colour return
    pass what dir       all chips, n, or color:X go to the neighbour, all at once; n are picked from the chips
                        of before [U14] by their owner, or with choose=receiver by the receiver
    give from to n      each giver gives n in all, one by one to the receivers in turn, and the count runs on
                        from giver to giver; a seat that is giver and receiver at once does not give [U11]
    swap a b            two players exchange all they have
    level to=start      first all lose down to the start number, then all draw up to it
    cap to              all lose down to this number
    redraw              all chips return, then each seat draws as many as it returned
    exchange who max    each in turn returns up to max chips and at once draws as many [U12]
    antitrust n         of each colour, the seat with most of it (all who tie) loses n of it

Prompts, with their args: exchange-chip (the rows: colours and nothing), exchange-chips (the rows: numbers),
carry-out (law, operation, its movements: chips that go without a choice, for the active player's OK when
chips are real). See also `chips`.
"""

from ...engine.asks.base import OK
from ...engine.asks.keys import Choose, Poll
from .chips import BAG, ask_colour, ask_colours, ask_numbers, chips_of, move, pick, total
from .floor import neighbour
from .law import COLOURS


def _draw(effect, args):
    """Each in turn draws."""
    for seat in (yield from effect.who(args["who"])):
        if not effect.stops():
            yield from effect.draw(seat, args["n"])


def _lose(effect, args):
    """Each in turn returns chips of its own choice."""
    for seat in (yield from effect.who(args["who"])):
        chips = yield from effect.pick(seat, args["n"], "lose-chip")
        move(effect.match, effect.moves, seat, BAG, chips)


def _lose_all(effect, args):
    """All chips of a colour return."""
    seats = yield from effect.who(args["who"])
    numbers = yield from _ask_of_colour(effect, seats, args["color"])
    for i in range(len(seats)):
        move(effect.match, effect.moves, seats[i], BAG, _letters(effect, args["color"], numbers[i]))
    yield from _confirm_by_hand(effect, "lose_all")


def _pass(effect, args):
    """Chips go to the neighbour, all at once."""
    match, what = effect.match, args["what"]
    seats = yield from effect.who("all")
    asked = isinstance(what, int)
    leaving = []
    if asked:
        for seat in seats:
            chooser = neighbour(match, seat, args["dir"]) if args.get("choose") == "receiver" else seat
            mine = chips_of(match, seat)
            leaving.append((yield from pick(effect.table, mine, chooser, what, "pass-chip")))
    elif what == "all":
        leaving = [chips_of(match, seat) for seat in seats]
    else:
        letter = what[-1]
        numbers = yield from _ask_of_colour(effect, seats, letter)
        leaving = [_letters(effect, letter, number) for number in numbers]
    for i in range(len(seats)):
        move(match, effect.moves, seats[i], neighbour(match, seats[i], args["dir"]), leaving[i])
    if not asked:
        yield from _confirm_by_hand(effect, "pass")


def _give(effect, args):
    """Givers give chips to receivers."""
    match = effect.match
    givers = yield from effect.who(args["from"])
    receivers = yield from effect.who(args["to"])
    served = 0
    for giver in givers:
        if giver in receivers:
            continue
        chips = yield from effect.pick(giver, args["n"], "give-chip")
        for chip in chips:
            move(match, effect.moves, giver, receivers[served % len(receivers)], chip)
            served += 1


def _swap(effect, args):
    """Two players exchange all they have."""
    match = effect.match
    one = (yield from effect.who(args["a"]))[0]
    other = (yield from effect.who(args["b"]))[0]
    mine, theirs = chips_of(match, one), chips_of(match, other)
    move(match, effect.moves, one, other, mine)
    move(match, effect.moves, other, one, theirs)
    yield from _confirm_by_hand(effect, "swap")


def _level(effect, args):
    """All lose and draw chips to one number."""
    number = _number(effect, args["to"])
    yield from _lose_down(effect, number)
    for seat in (yield from effect.who("all")):
        if not effect.stops():
            more = number - total(effect.match, seat)
            yield from effect.draw(seat, max(0, more))


def _cap(effect, args):
    """All lose down to a number."""
    yield from effect.who("all")
    yield from _lose_down(effect, _number(effect, args["to"]))


def _redraw(effect, args):
    """All chips return and are drawn again."""
    match = effect.match
    seats = yield from effect.who("all")
    numbers = [total(match, seat) for seat in seats]
    for seat in seats:
        move(match, effect.moves, seat, BAG, chips_of(match, seat))
    yield from _confirm_by_hand(effect, "redraw")
    for i in range(len(seats)):
        if not effect.stops():
            yield from effect.draw(seats[i], numbers[i])


def _exchange(effect, args):
    """Each in turn returns chips and draws as many."""
    table, match = effect.table, effect.match
    for seat in (yield from effect.who(args["who"])):
        if effect.stops():
            return
        if match.away[seat]:
            continue  # an absent seat declares no number [U45]
        most = min(args["max"], total(match, seat))
        returned = ""
        if table.options["chip_record"] == "counted":
            number = (yield from ask_numbers(table, [seat], [most], "exchange-chips"))[0]
            returned = yield from effect.pick(seat, number, "return-chip")
        while len(returned) < most and table.options["chip_record"] != "counted":
            left = chips_of(match, seat)
            for letter in returned:
                left = left.replace(letter, "", 1)
            rows = [letter for letter in COLOURS if letter in left] + ["nothing"]
            row = yield Choose(seat, tuple(rows), "exchange-chip", default=len(rows) - 1)
            if rows[row] == "nothing":
                break
            returned += rows[row]
        move(match, effect.moves, seat, BAG, returned)
        yield from effect.draw(seat, len(returned))


def _antitrust(effect, args):
    """The seats with most of a colour lose chips of it."""
    match = effect.match
    seats = effect.order()
    if effect.table.options["chip_record"] == "counted":
        found = yield from ask_colours(effect.table, match, seats)
    else:
        found = [match.chips[4 * seat : 4 * seat + 4] for seat in seats]
    for colour in range(4):
        most = max([one[colour] for one in found])
        for i in range(len(seats)):
            if most and found[i][colour] == most:
                chips = _letters(effect, COLOURS[colour], min(args["n"], most))
                move(match, effect.moves, seats[i], BAG, chips)
                if seats[i] not in effect.seats:
                    effect.seats.append(seats[i])
    yield from _confirm_by_hand(effect, "antitrust")


DO = {
    "draw": _draw,
    "lose": _lose,
    "lose_all": _lose_all,
    "pass": _pass,
    "give": _give,
    "swap": _swap,
    "level": _level,
    "cap": _cap,
    "redraw": _redraw,
    "exchange": _exchange,
    "antitrust": _antitrust,
}


# -- Helpers of the operations ---------------------------------------------------------------------


def _confirm_by_hand(effect, operation):
    """Ask for OK after chips that move without a choice: with real chips the active player moves them."""
    if effect.moves and effect.table.options["chip_record"] != "digital":
        args = (effect.law.name, operation, effect.moves)
        yield Poll((effect.doer(),), (OK,), "carry-out", args=args)


def _ask_of_colour(effect, seats, letter):
    """Return the chips of this colour of each of `seats`; ask for them if only numbers are known."""
    colour = COLOURS.index(letter)
    if effect.table.options["chip_record"] != "counted":
        return [effect.match.chips[4 * seat + colour] for seat in seats]
    most = [total(effect.match, seat) for seat in seats]
    return (yield from ask_colour(effect.table, effect.match, seats, colour, most))


def _letters(effect, letter, number):
    """Return `number` chips of this colour as a text."""
    return ("?" if effect.table.options["chip_record"] == "counted" else letter) * number


def _lose_down(effect, number):
    """Let all lose chips down to `number`."""
    for seat in effect.order():
        chips = yield from effect.pick(seat, max(0, total(effect.match, seat) - number), "lose-chip")
        move(effect.match, effect.moves, seat, BAG, chips)


def _number(effect, to):
    """Return the number of chips of `to`: "start" or a number."""
    return effect.table.options["start"] if to == "start" else to
