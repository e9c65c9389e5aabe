"""DemoS, the scandal: the Media change the suits of hidden figures.

The figures are laid before their owners, spaced out, face down except those turned up before. Media are
shown; that is a duty [M13]. A player with both loses both without effect, team mates with one each do not
[M7]. The Independent keeps both open, acts with both one after the other, and both still count as collected
(`independent_two_media` [M6]).

In dealing order of the last round, one after another [M1], every holder names a suit [M11], then points at a
hidden E, L or J of another player [M2, M3]; both may go to the same player, but not to the same card, which
is open by then [M8, M9]. The card is turned up and the Media laid on it, next to the pad. In the final it has
the named suit, also if that is the printed one [M10]; its power does not change [M12]; and it must be in the
trio. If the others have no hidden power card the Media is discarded [M4]. In teams a holder may pass
(`media_pass` [M5]).

Prompts, with their args: lay-out (), show-media (), media-suit (the rows), point-at (holder, suit).
"""

from ...engine.asks import keys, laying
from ...engine.asks.automatic import Weigh
from ...engine.asks.base import NO, OK, SEALED, Ok
from ...engine.asks.keys import Choose, Poll
from ...engine.asks.laying import Clear
from ...engine.cards import SUITS, is_handle, suit_of
from .cards import is_figure, is_media, is_number
from .figures import hold, lose_figures, number_of, open_figures
from .teams import independent


def play_scandal(table, match):
    """Play the scandal: show the Media, then let every holder act."""
    hold(table, match)
    yield Clear(what="lay-out")
    order = table.seats_from(match.dealer)  # the deal has passed on since the last round
    shown = yield from show_media(table, match, order)
    for seat in order:
        media = shown[seat]
        if len(media) == 2:
            media = act_with_both(table, match, seat, media)
        for card in media:
            yield from act(table, match, seat, card)
    match.scandal = True


def show_media(table, match, order):
    """Find and turn up all Media; return them by seat."""
    held = []
    for seat in order:
        held.extend(match.figures[seat])
    shown = [[] for _ in order]
    if not held:
        return shown
    found = yield Weigh(media_rule, held)
    for seat in order:
        hidden = [figure for figure in match.figures[seat] if held.index(figure) in found]
        if hidden:
            shown[seat] = yield from open_figures(match, seat, hidden)
            for card in shown[seat]:
                table.tell("turned_up", seat, card, "media", number_of(match, seat, card), None)
    holders = tuple([seat for seat in order if shown[seat] and seat not in match.away])
    if holders:
        yield Poll(holders, (OK,), "show-media")
    return shown


def media_rule(figures):
    """Return the indices of the Media in `figures`: the rule of a Weigh."""
    return [i for i in range(len(figures)) if is_media(figures[i])]


def act_with_both(table, match, seat, media):
    """Show the two Media of one player; return those that act."""
    alone = seat == independent(table.options["mode"], match.sides)
    if alone and table.options["independent_two_media"] == "keep_and_act":
        return media
    for card in media:
        _record_idle(table, match, seat, card, "kept" if alone else "cancelled")
    if not alone:
        lose_figures(match, seat, media)
        table.lose(media)
        table.cue("cancelled", seat)
    return []


def act(table, match, holder, media):
    """Let `holder` name a suit and point at a hidden power card of another player."""
    others = table.seats_from(holder)[1:]
    targets = [figure for seat in others for figure in match.figures[seat] if is_handle(figure)]
    if not targets:
        _record_idle(table, match, holder, media, "discarded")
        table.cue("no-target", holder)
        return
    if holder in match.away:  # the Media of a player who has left are not used [S11]
        _record_idle(table, match, holder, media, "passed")
        return
    suit, target, handle = yield from aim(table, match, holder, tuple(others), tuple(targets))
    if suit is None:
        _record_idle(table, match, holder, media, "passed")
        return
    table.hold([handle], target)
    card = (yield from open_figures(match, target, [handle]))[0]
    match.named.append([card, suit])
    numbers = [number_of(match, holder, media), number_of(match, target, card)]
    table.tell("media", holder, media, target, card, SUITS[suit], "used", *numbers)
    table.cue("media", target, SUITS[suit])


def _record_idle(table, match, holder, media, what):
    """Record that this Media turns up nothing."""
    table.tell("media", holder, media, None, None, None, what, number_of(match, holder, media), None)


def aim(table, match, holder, seats, targets):
    """Ask for the suit and the target; return (suit, seat, handle), or three None for a pass.

    The suit is named by keys, or by showing a number card of it. Then the target is laid on its owner's pad,
    and the holder presses OK; NO begins again.
    """
    may_pass = table.options["media_pass"] == "always" or (
        table.options["media_pass"] == "team_modes" and len(match.sides) < table.seats
    )
    rows = tuple(SUITS) + ("pass",) if may_pass else tuple(SUITS)
    still = tuple(table.all_seats())

    def hidden_here(table, place, card):
        if not is_figure(card):
            return "figure-due"
        return "open-already" if card in match.figures[place] else None

    while True:
        suit = yield Choose(holder, rows, "media-suit", by_card=number_suit, still=still)
        if suit == len(SUITS):
            return None, None, None
        point = laying.LayOne(
            seats,
            "point-at",
            SEALED,
            until=Ok(holder),
            by=holder,
            still=still,
            rule=hidden_here,
            args=(holder, SUITS[suit]),
            again=targets,
            only=True,
        )
        number, answer = yield keys.First(point, keys.Call((holder,), (NO,), "point-at", still=still))
        if number == 0:
            return suit, answer[0], answer[1]


def number_suit(card):
    """Return the suit that a number card names, None for any other card."""
    return suit_of(card) if is_number(card) else None
