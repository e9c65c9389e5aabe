"""Democrazy, operations on laws, wilds, hands, the stack and turns.

    repeal which        laws go: all, tag:X, oldest, chosen (not optional while one lies there [U13]); not
                        under a law that protects laws [U36]
    wild_deal who n     wilds from the reserve, as far as there are any
    wild_pass dir       all unplayed wilds go to the neighbour; hand_pass dir: so do the law hands
    mill n              the top laws of the stack are turned up and discarded. The End Card ends the game, or
                        with `end_card_when_milled=put_back` goes back on top, uses up its place, and ends
                        that [U17]; it is the next that is drawn, or turned up [U46]
    extra_turn          the active player has another turn next, one however often this is done [U37]

Prompts, with their args: choose-law (the rows: laws), remove-laws (laws), pass-wilds (dir), pass-hands (dir),
mill (which, of how many), gather (turn). See also `democrazy_setup`.
"""

from . import cards, democrazy_setup
from .ask import CENTRE, OK
from .clearing import Clear
from .democrazy_cards import END, is_law
from .democrazy_floor import neighbour
from .democrazy_pack import PACK
from .democrazy_statutes import discard, is_hidden_law, may_be_end, repeal
from .laying import Lay
from .polling import Poll
from .pressing import Choose


def _is_protected(laws, match):
    """True if one of `laws` that still lies there protects laws from being repealed."""
    for law in laws:
        if law.first("protect_laws") is not None and law.card in match.laws[::4]:
            return True
    return False


def _repeal(effect, args):
    match, which = effect.match, args["which"]
    if _is_protected(effect.laws, match):
        effect.note = ["protected"]
        return
    laws = [law for law in effect.laws if law.card in match.laws[::4]]
    if which == "oldest":
        laws = laws[:1]
    elif which.startswith("tag:"):
        laws = [law for law in laws if which[4:] in law.tags.split(",")]
    elif which == "chosen" and laws:
        rows = tuple([law.name for law in laws])
        laws = [laws[(yield Choose(effect.active, rows, "choose-law"))]]
    effect.note = [law.name for law in laws]
    if laws:
        yield Poll((effect.doer(),), (OK,), "remove-laws", args=tuple(effect.note))
        repeal(effect.table, match, [law.card for law in laws])


def _wild_deal(effect, args):
    match = effect.match
    waiting = []
    for seat in (yield from effect.who(args["who"])):
        number = min(args["n"], match.reserve - len(waiting))
        waiting.extend([seat] * number)
    while waiting:  # one each at a time: a pad takes one card
        seats = []
        for seat in list(waiting):
            if seat not in seats:
                seats.append(seat)
                waiting.remove(seat)
        yield from democrazy_setup.show_wilds(effect.table, match, seats)
        effect.note = effect.note + [str(seat) for seat in seats]


def _wild_pass(effect, args):
    match = effect.match
    seats = yield from effect.who("all")
    yield Poll((effect.doer(),), (OK,), "pass-wilds", args=(args["dir"],))
    wilds = list(match.wilds)  # those of who has left stay where they are
    for seat in seats:
        wilds[neighbour(match, seat, args["dir"])] = match.wilds[seat]
    match.wilds = wilds
    for seat in seats:
        effect.table.hold(match.wilds[seat], seat)


def _hand_pass(effect, args):
    yield from effect.who("all")
    yield Poll((effect.doer(),), (OK,), "pass-hands", args=(args["dir"],))


def _mill(effect, args):
    table, match = effect.table, effect.match
    put_back = table.options["end_card_when_milled"] == "put_back"

    def rule(table, place, card):
        if card == END:
            return None if may_be_end(match, match.turn + 1) else "end-card-early"
        if match.on_top:
            return "end-card-due"
        if not is_law(card):
            return "law-due"
        return "private-law" if is_hidden_law(card, table.options) else None  # no hand, no stack has it [U48]

    for i in range(args["n"]):
        which = (i + 1, args["n"])
        card = (yield Lay((CENTRE,), "mill", by=effect.doer(), rule=rule, args=which))[0]
        effect.note = effect.note + [cards.text(card, PACK)]
        yield Clear(what="gather", args=(match.turn,))
        if card != END:
            match.milled += 1
            discard(table, match, [card])
            continue
        if put_back:
            match.on_top = 1
            table.shuffle_in([card])
        else:
            match.ended = "end-card"  # at once, also where the bag has ended the game but for the effect
        return


def _extra_turn(effect, args):
    yield from effect.who("active")
    effect.match.extra = 1


DO = {
    "repeal": _repeal,
    "wild_deal": _wild_deal,
    "wild_pass": _wild_pass,
    "hand_pass": _hand_pass,
    "mill": _mill,
    "extra_turn": _extra_turn,
}
