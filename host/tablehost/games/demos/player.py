"""A sensible player of DemoS, alone, in a team, or the Independent.

Discards. For every card of the hand it estimates the future of the other four: how likely each card still
unseen completes a combination, and how likely that one is the best of the round. It takes an open discard if
that promises more than the pack, and spends the veto when it would win now rather than after one more
exchange.

Figures. In a team each goes to whom it completes or improves a trio. A Media is aimed by imagining the hidden
figures, a number of times: where, and with which suit, does the own side win most often?

Of 1,000 complete matches of two such players and two by lot, all but 36 had a winner: in 99.9 % of those it
was one who plays like this. They made 167 points on average, the others 28. (`cardtable simulate demos
--games 1000 --players 4 --bots sensible,random --seed 1`)
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

from cardtable.engine import cards
from cardtable.games.demos.cards import POWERS, is_figure, is_media, is_power, power_of
from cardtable.games.demos.combinations import points
from cardtable.games.demos.final import best_trio, decide, harmony, tally
from cardtable.games.demos.teams import side_of
from tablehost.people.minds import Chosen, Reason
from tablehost.types import Json

if TYPE_CHECKING:
    from cardtable.engine.match import Match
    from tablehost.games.demos.people import Room, View
    from tablehost.people.minds import Decision

WORLDS = 12  # how often the hidden figures are imagined for one Media
MOST = 31  # more points than a hand can have: a Square has 30, and so has 8-9-10 in an announced suit
VETO_GAIN = 0.06  # by how much a veto must raise the chance to win a round
POINTS_COUNT = 0.004  # the worth of a recorded point, in rounds won
# Of 1000 hands of players who play like this, how many are worth 0, 1, 2 ... 20 points at most: after the
# second turn, after the third, and at the end when learning. Counted over 100 matches of four players each.
_UP_TO = {
    "second": (269, 269, 269, 269, 269, 273, 278, 283, 287, 323, 371, 430, 509, 606, 692, 776, 913, 934, 951,
               970, 995),
    "third": (84, 84, 84, 84, 84, 85, 86, 86, 89, 118, 170, 227, 302, 422, 534, 641, 836, 875, 908, 940, 992),
    "learning": (139, 139, 139, 139, 139, 139, 148, 155, 160, 169, 268, 351, 444, 512, 621, 719, 886, 911,
                 936, 963, 1000),
}  # fmt: skip


@lru_cache(64)
def _chances(when: str, rivals: int) -> list[float]:
    """Return by points the chance to win a round against so many rivals, and a little for being recorded."""
    chances = [0.0]
    for worth in range(1, MOST):
        fewer, as_many = (_UP_TO[when][min(at, 20)] if at < 30 else 1000 for at in (worth - 1, worth))
        chances.append(((fewer + as_many) / 2000) ** rivals + POINTS_COUNT * worth)
    return chances


@lru_cache(5)
def _thirds(favourite: int | None) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return by two number cards those that make a sequence of them, each with its points."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for low in range(1, 9):
        for suits in product(range(4), repeat=3):
            three = [suit * 16 + low + i for i, suit in enumerate(suits)]
            worth = points(three, favourite)
            for one, other, third in permutations(three):
                found.setdefault((one, other), []).append((third, worth))
    return found


@lru_cache(1 << 17)
def outlook(four: tuple[int, ...], squares: bool, favourite: int | None) -> tuple[int, dict[int, int]]:
    """Return the worth of four number cards, and by card, the worth with it, where that is more."""
    more: dict[int, int] = {}
    thirds = _thirds(favourite)
    for pair in combinations(four, 2):
        if pair in thirds:
            for card, worth in thirds[pair]:
                if worth > more.get(card, 0):
                    more[card] = worth
    numbers = {card & 15 for card in four}
    for number in numbers if squares and len(numbers) < 3 else ():
        absent = [card for card in range(number, 64, 16) if card not in four]
        if len(absent) < 2:
            more[absent[0] if absent else number] = 30
    best = max([more.get(card, 0) for card in four], default=0)
    return best, {card: worth for card, worth in more.items() if worth > best} if best else more


def standings(match: Match, room: Room) -> list[float]:
    """Return the figures of each side, and a little for points and for vetoes, by seat: the final is decided
    by figures.
    """
    found = [len(match.figures[seat]) + POINTS_COUNT * match.totals[seat] for seat in range(match.seats)]
    sides = [sum(found[seat] for seat in side) for side in match.sides]
    if match.vetoes and match.pile:
        sides = [one + VETO_GAIN * vetoes for one, vetoes in zip(sides, match.vetoes, strict=True)]
    return [sides[side_of(match.sides, seat)] for seat in range(match.seats)]


def sensible(decision: Decision, lots: random.Random) -> Chosen:
    """Decide as a sensible player; it is a mind, see `tablehost.people.minds`. Hands of number cards are in
    ascending order.
    """
    what, rows, hand = decision.what, decision.options, decision.hand
    view: View = decision.view  # type: ignore[assignment]
    if decision.kind == "card":
        return _discard(rows, view, decision.explains)
    if what == "discard-secret":
        prospect = _Prospect(hand, view, 2)
        now, more = prospect.look(tuple(hand[:4]))
        stays = prospect.chances[more.get(hand[4], now)]
        return Chosen(0) if _best_discard(hand, view, 2)[0] > stays else Chosen(1, Reason("stays"))
    if what == "draw-or-take":
        return _source(rows, hand, view)
    if what == "vote":
        return Chosen(1, Reason("wins-now")) if _wants_veto(hand, view) else Chosen(0, Reason("veto-later"))
    if what == "give-figure":
        return _owner(rows, view, lots)
    if what == "media-suit":
        return _take_aim(rows, view, lots)
    if what in ("show-combination", "show-sequence"):
        return Chosen(0, Reason("best") if rows[0] else None)
    return Chosen(_choose(decision, lots))


def _choose(decision: Decision, lots: random.Random) -> int:
    """Decide where nothing is to be said about it."""
    what, rows = decision.what, decision.options
    view: View = decision.view  # type: ignore[assignment]
    if what == "veto-too":
        return rows.index("yes")
    if what == "turn-up-first":
        return next((i for i, figure in enumerate(rows) if is_power(figure)), 0)
    if what == "point-at":
        return rows.index(view.aim) if view.aim in rows else 0
    if what in ("favourite", "announce-E", "announce-L", "announce-J"):
        first = int(what == "announce-E")  # a player that announces a trio has no loss
        return lots.randrange(first, len(rows))
    return 0  # no; a talk


# -- the hand --------------------------------------------------------------------------------------------


class _Prospect:
    """The promise of number cards to a player at a decision.

    unseen  the cards that the pack may hold; draws: how many it gives in this turn and in those to come
    rivals  the players of other sides; chances: to win the round, by points
    """

    def __init__(self, hand: Sequence[int], view: View, turn: int) -> None:
        learning = view.options["mode"] == "learning"
        self.unseen = view.unseen(hand)
        self.draws = (3 if learning else 4) - turn
        self.rivals = view.seats - len(view.mates)
        self.chances = _chances("learning" if learning else "third", self.rivals)
        self._squares, self._favourite = not learning, view.favourite

    def look(self, four: tuple[int, ...]) -> tuple[int, dict[int, int]]:
        """Return the outlook of these cards."""
        return outlook(four, self._squares, self._favourite)

    def drawing(self, now: int, more: dict[int, int]) -> float:
        """Return the chance of cards with this outlook if the pack gives one card in each turn."""
        chances, unseen = self.chances, self.unseen
        base = chances[now]
        gain = sum([chances[worth] - base for card, worth in more.items() if card in unseen])
        return base + gain / len(unseen) * self.draws


def _best_discard(hand: Sequence[int], view: View, turn: int) -> tuple[float, int]:
    """Return (the expected worth, the card to part with)."""
    found = []
    prospect, five = _Prospect(hand, view, turn), tuple(hand)
    offered = view.offered if turn > 1 else ()
    for i, card in enumerate(five):
        now, more = prospect.look(five[:i] + five[i + 1 :])
        expected = prospect.drawing(now, more)
        for one in offered:
            if one in more:
                expected = max(expected, prospect.chances[more[one]])
        found.append((expected - (card & 15) * 1e-5, -card))  # a tie needs high cards
    expected, card = max(found)
    return expected, -card


def _discard(hand: Sequence[int], view: View, explains: bool) -> Chosen:
    """Part with the card without which the others promise most."""
    _, card = _best_discard(hand, view, view.turn)
    if len(hand) == 1 or not explains:
        return Chosen(hand.index(card))
    prospect = _Prospect(hand, view, view.turn)
    now, more = prospect.look(tuple(one for one in hand if one != card))
    best = max([more.get(one, now) for one in view.offered] if view.turn > 1 else (), default=now)
    if prospect.chances[best] > prospect.drawing(now, more):
        open_card = next(one for one in view.offered if more.get(one) == best)
        about: Mapping[str, Json] = {"card": cards.text(open_card), "points": best}
        return Chosen(hand.index(card), Reason("open", about))
    if now:
        return Chosen(hand.index(card), Reason("has", {"points": now}))
    helps = len(prospect.unseen.intersection(more))
    return Chosen(hand.index(card), Reason("waits", {"cards": helps}) if helps else Reason("low"))


def _source(rows: Sequence[Any], hand: Sequence[int], view: View) -> Chosen:
    """Take the pack, row 0, or the discard that makes more of the hand than the pack promises."""
    prospect = _Prospect(hand, view, view.turn)
    now, more = prospect.look(tuple(hand))
    worth = [prospect.drawing(now, more), *[prospect.chances[more.get(card, now)] for card in rows[1:]]]
    best = worth.index(max(worth))
    if not best:
        return Chosen(0, Reason("pack") if len(rows) > 1 else None)
    makes = more.get(rows[best], now)
    return Chosen(best, Reason("makes", {"points": makes}) if makes else None)


def _wants_veto(hand: Sequence[int], view: View) -> bool:
    """Stop the third turn if the hand would win now more surely than after it."""
    prospect = _Prospect(hand, view, 3)
    now, more = prospect.look(tuple(hand[:4]))
    wins = _chances("second", prospect.rivals)[more.get(hand[4], now)]
    return wins - _best_discard(hand, view, 3)[0] > VETO_GAIN


# -- figures ---------------------------------------------------------------------------------------------


def _owner(members: Sequence[int], view: View, lots: random.Random) -> Chosen:
    """Choose the member whom the figure just drawn serves best."""
    card = view.drawn
    assert card is not None
    pooled = view.options["mode"] != "2v2+1" and view.options["team_trio"] == "pooled"
    gains = []
    for seat in members:
        held = [figure for figure in view.figures[seat] if figure is not None]
        if is_media(card):
            gain = -float(any(is_media(one) for one in held))
        elif pooled:
            gain = 0.0
        else:
            gain = _promise([*held, card]) - _promise(held)
        gains.append((gain, -len(view.figures[seat]), lots.random()))
    best = gains.index(max(gains))
    return Chosen(best, Reason("helps") if gains[best][0] > 0 else None)


def _take_aim(rows: Sequence[Any], view: View, lots: random.Random) -> Chosen:
    """Name a suit; the target is kept in mind. The last row may be a pass."""
    targets = _targets(view)
    if not targets:
        return Chosen(len(rows) - 1)
    named = list(view.named.items())
    worlds = [[tally(held, named) for held in _imagine(view, lots)] for _ in range(WORLDS)]
    shares = [_share(view, world) for world in worlds]
    able = [_find_able(view, world) for world in worlds]
    best, chosen = -1.0, 0
    view.aim = targets[0]
    for row in reversed(range(len(rows))):  # to pass, unless something is better
        if row >= len(cards.SUITS):
            best, chosen = sum(shares), row
            continue
        for seat, index in targets:
            won = 0.0
            for i, world in enumerate(worlds):
                if won + WORLDS - i <= best:
                    break  # the others cannot make it better
                if seat in able[i]:
                    figures = list(world)
                    figures[seat] = list(figures[seat])
                    figures[seat][index] = (figures[seat][index][0], row, True)
                    won += _share(view, figures)
                else:
                    won += shares[i]
            if won > best:
                best, chosen, view.aim = won, row, (seat, index)
    return Chosen(chosen, Reason("aims", {"times": round(10 * best / WORLDS)}))


def _promise(figures: Sequence[int]) -> float:
    """Return the progress of these figures towards a trio, and to one in several suits."""
    trio = best_trio([(card, cards.suit_of(card), False) for card in figures])
    if trio:
        return 6.0 + 3.0 * harmony(trio[1])
    powers = {power_of(card) for card in figures if is_power(card)}
    suits = {cards.suit_of(card) for card in figures if is_power(card)}
    return (0.0, 1.0, 3.0)[len(powers)] + 0.5 * min(len(suits), len(powers))


def _targets(view: View) -> list[tuple[int, int]]:
    """Return the targets of a Media: by seat the figures known here, and one of the unknown ones."""
    targets = []
    for seat in range(view.seats):
        if seat == view.seat:
            continue
        unknown = False
        for index, card in enumerate(view.figures[seat]):
            if card is None and not unknown:
                unknown = True
                targets.append((seat, index))
            elif card is not None and is_power(card) and card not in view.open:
                targets.append((seat, index))
    return targets


def _imagine(view: View, lots: random.Random) -> list[list[int]]:
    """Return the figures of all, those hidden from this player drawn by lot."""
    known = {card for held in view.figures for card in held}
    hidden = [card for card in view.deck if is_figure(card) and card not in known and not is_media(card)]
    lots.shuffle(hidden)
    return [[hidden.pop() if card is None else card for card in held] for held in view.figures]


Figures = list[list[tuple[int, int | None, bool]]]  # by seat, see `final.tally`


def _find_able(view: View, figures: Figures) -> list[int]:
    """Return the seats of the sides that have figures of all powers: no suit gives the others a trio."""
    able: list[int] = []
    for side in _sides(view):
        powers = {power_of(figure[0]) for seat in side for figure in figures[seat]}
        able += side if powers.issuperset(POWERS) else []
    return able


def _share(view: View, figures: Figures) -> float:
    """Return this player's share of the victory if the match ended with these figures."""
    sides = _sides(view)
    winners = decide(sides, figures, view.totals, view.options, view.announced)[0]
    if view.seat not in winners:
        return 0.0
    return 1.0 / sum(1 for side in sides if side[0] in winners)


def _sides(view: View) -> list[list[int]]:
    return view.sides or [[seat] for seat in range(view.seats)]
