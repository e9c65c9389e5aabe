"""A pencil suffices: matches of DemoS scored again from the lines of their open logs.

What scores here is written from the rules alone and shares no code with the engine. It knows the default
settings, and points_for, veto_charge and max_rounds.
"""

import copy
import itertools
import random

import pytest

from amounts import amount
from cardtable.engine import match as matches
from cardtable.games import registry as games
from tablehost.cli import log as showlog
from tablehost.people import bare_match, kinds

MATCHES = amount(32, soak=2000)
PARTS = 4
TABLES = (("learning", 3), ("learning", 4), ("complete", 3), ("complete", 4), ("complete", 5),
          ("2v2", 4), ("2v3", 5), ("2v2+1", 5))  # fmt: skip


def number(card):
    return int(card[:-1])


def suit(card):
    return card[-1]


def together(lists):
    return list(itertools.chain.from_iterable(lists))


def worth(cards, squares):
    """(what, points) of the cards laid."""
    numbers = sorted(number(card) for card in cards)
    suits = len({suit(card) for card in cards})
    if squares and len(cards) == 4 and len(set(numbers)) == 1 and suits == 4:
        return "square", 30
    if len(cards) == 3 and numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]:
        what, base = {1: ("one-suit", 12), 2: ("two-suits", 8), 3: ("three-suits", 4)}[suits]
        return what, base + numbers[0]
    return None, 0


def same_suit(hand):
    return max(sum(suit(card) == one for card in hand) for one in "SHDC")


class Pencil:
    """Reads the lines of a match one after another. Raises AssertionError where one does not add up."""

    def __init__(self, lines):
        self.counted = dict.fromkeys(("reveal", "tie", "square", "media", "final", "void", "short"), 0)
        self.options = lines[0]["options"]
        self.mode = self.options["mode"]
        self.seats = len(lines[0]["players"])
        self.squares = self.mode != "learning"
        self.totals = [0] * self.seats
        self.pile = 14 if self.squares else 12
        self.figures = [0] * self.seats  # how many each seat has acquired
        self.acquired = [{} for _ in range(self.seats)]  # by seat: number -> card, if turned up
        self.open = {}  # by card: the seat before which it lies open
        # By seat, for every Square that hit it: figures held then, open ones, the card turned up.
        self.hit = [[] for _ in range(self.seats)]
        self.lost = [0] * self.seats
        self.media = {}
        self.named = {}
        self.spent = []
        self.round = 0
        self.dealer = None
        self.lines = iter(lines[1:])
        self.line = next(self.lines)
        self.read()

    def take(self, kind):
        """The next line, which is of this kind."""
        line = self.line
        assert line["kind"] == kind, (kind, line)
        self.line = next(self.lines, {"kind": "end"})
        return line

    def order(self):
        return [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]

    def side(self, seat):
        return next(i for i, side in enumerate(self.sides) if seat in side)

    def read(self):
        self.take("seated")
        line = self.take("sides")
        self.sides = line["sides"]
        assert sorted(together(self.sides)) == list(range(self.seats))
        self.alone = line["independent"]
        self.vetoes = {"learning": [0] * self.seats, "2v3": [2, 1]}.get(self.mode, [1] * len(self.sides))
        limit = self.options["max_rounds"] or 1000
        while self.pile and self.round < limit:
            self.play_round()
        if self.squares:
            self.scandal()
        self.final()
        assert self.line["kind"] == "end"

    # -- a round ------------------------------------------------------------------------------

    def play_round(self):
        line = self.take("round")
        self.round += 1
        assert line["n"] == self.round and line["vetoes"] == self.vetoes
        assert self.dealer is None or line["dealer"] == (self.dealer + 1) % self.seats
        self.dealer = line["dealer"]
        deal = self.take("deal")
        assert (deal["day"], deal["hand"]) == (self.round, 5)
        everything = together(deal["hands"]) + deal["pool"]
        assert len(set(everything)) == len(everything) == (40 if self.squares else 36)
        self.pack = list(deal["pool"])
        # What a seat may hold, with its secret discards until they are turned up, and how many those are.
        self.may_hold = [set(hand) for hand in deal["hands"]]
        self.secret = [0] * self.seats
        self.visible = {}
        for seat in self.order():
            self.discard(1, seat)
        for seat in self.order():
            self.discard(2, seat)
        if self.squares and self.vote():
            up = [seat for seat in self.order() if self.secret[seat]]
            for seat in up:
                line = self.take("turned_up")
                assert (line["seat"], line["what"]) == (seat, "discard")
                self.may_hold[seat].remove(line["card"])
                self.secret[seat] = 0
                self.visible[line["card"]] = seat
            for seat in self.order():
                self.discard(3, seat)
        self.reveal()

    def discard(self, turn, seat):
        line = self.take("discard")
        assert (line["turn"], line["seat"]) == (turn, seat)
        if line["declined"]:
            assert turn == 2 and self.squares and line["card"] is None and line["took"] is None
            return
        if turn == 1:
            self.may_hold[seat].remove(line["card"])
            self.visible[line["card"]] = seat
        else:
            assert line["card"] is None
            self.secret[seat] += 1
        if line["took"] is None:
            self.may_hold[seat].add(self.pack.pop(0))
        else:
            assert turn > 1 and self.visible.pop(line["took"]) == line["from"]
            self.may_hold[seat].add(line["took"])

    def vote(self):
        line = self.take("vote")
        payers = line["payers"]
        assert line["held"] == (payers == [])
        assert self.options["veto_charge"] == "all" or len(payers) < 2
        for side in payers:
            assert self.vetoes[side] > 0 and {line["keys"][seat] for seat in self.sides[side]} == {"no"}
            self.vetoes[side] -= 1
        for seat, key in enumerate(line["keys"]):
            assert key != "no" or self.side(seat) in payers
        return line["held"]

    def reveal(self):
        laid, points = {}, [0] * self.seats
        for seat in self.order():
            line = self.take("reveal")
            cards = laid[seat] = line["cards"]
            what, points[seat] = worth(cards, self.squares) if cards else (None, 0)
            assert (line["seat"], line["what"], line["points"]) == (seat, what, points[seat])
            assert line["forfeited"] == (cards == []) and (not cards or what)
            assert set(cards) <= self.may_hold[seat]
            assert len(self.may_hold[seat]) - self.secret[seat] == 5
            self.counted["reveal"] += bool(cards)
        best = [seat for seat in self.order() if points[seat] and points[seat] == max(points)]
        if not best:
            assert self.take("void")["why"] == "nobody"
            self.counted["void"] += 1
        if len(best) > 1:
            best = self.tie(best, laid)
        served = self.serve(best, laid)
        recorded = [None] * self.seats
        for seat in range(self.seats):
            won = seat in best and self.side(seat) in [self.side(drawer) for drawer, _ in served]
            if points[seat] and (won or self.options["points_for"] == "all"):
                self.totals[seat] += points[seat]
                recorded[seat] = points[seat]
        self.draw(served, laid)
        line = self.take("standing")
        assert line["recorded"] == recorded
        assert line["winners"] == [drawer for drawer, _ in served]
        assert (line["points"], line["totals"], line["pile"]) == (points, self.totals, self.pile)

    def tie(self, tied, laid):
        """The largest number of cards of one suit in the hand, then the largest sum of what was not laid."""
        self.counted["tie"] += 1
        told = {}
        left = tied
        for criterion in ("suit", "rest"):
            if len(left) > 1:
                line = self.take("tie")
                assert line["criterion"] == criterion and line["seats"] == left
                told[criterion] = dict(zip(left, line["values"], strict=True))
                left = [seat for seat in left if told[criterion][seat] == max(line["values"])]
                assert line["left"] == left
        for seat in tied:
            assert self.some_hand_says(seat, laid[seat], told["suit"][seat], told.get("rest", {}).get(seat))
        return left

    def some_hand_says(self, seat, laid, suits, rest):
        """Return True if a hand that this seat may have, by the cards dealt and drawn, has these values."""
        for others in itertools.combinations(sorted(self.may_hold[seat] - set(laid)), 5 - len(laid)):
            if same_suit([*laid, *others]) == suits and rest in (None, sum(map(number, others))):
                return True
        return False

    def serve(self, best, laid):
        """(drawer, how many figures) for each side that won, in dealing order, until the pile is empty."""
        served, sides, left = [], [], self.pile
        for seat in best:
            if self.side(seat) not in sides:
                sides.append(self.side(seat))
                wants = 2 if len(laid[seat]) == 4 else 1
                if left < wants:
                    self.counted["short"] += 1
                if left:
                    served.append((seat, min(wants, left)))
                    left -= min(wants, left)
        return served

    def draw(self, served, laid):
        for drawer, _ in served:
            if len(laid[drawer]) == 4:
                self.counted["square"] += 1
                turned = {}
                while self.line["kind"] == "turned_up":
                    line = self.line
                    assert line["what"] == "figure" and line["seat"] not in turned
                    if line["by"] != drawer:
                        break  # the next Square
                    self.turn_up(self.take("turned_up"))
                    turned[line["seat"]] = line["card"]
                for seat in range(self.seats):
                    if self.side(seat) != self.side(drawer):
                        self.hit[seat].append((self.figures[seat], set(self.open), turned.pop(seat, None)))
                assert not turned
                for seat in range(self.seats):
                    for _, _, card in self.hit[seat]:
                        if card:
                            self.open[card] = seat
        for drawer, number_of_figures in served:
            for _ in range(number_of_figures):
                line = self.take("figure")
                assert line["drawer"] == drawer and line["card"] is None
                assert self.side(line["seat"]) == self.side(drawer)
                self.figures[line["seat"]] += 1
                assert line["n"] == self.figures[line["seat"]]
                self.pile -= 1

    def turn_up(self, line):
        """A figure lies open: its place in the order of acquisition is known from now on."""
        known = self.acquired[line["seat"]]
        assert 1 <= line["n"] <= self.figures[line["seat"]] and line["n"] not in known
        known[line["n"]] = line["card"]

    # -- the scandal --------------------------------------------------------------------------

    def scandal(self):
        self.media = {seat: [] for seat in self.order()}
        seats = []
        while self.line["kind"] == "turned_up" and self.line["what"] == "media":
            line = self.take("turned_up")
            self.turn_up(line)
            seats.append(line["seat"])
            self.media[line["seat"]].append(line["card"])
        assert seats == sorted(seats, key=self.order().index)
        for seat in self.order():
            for card in self.media[seat]:
                line = self.take("media")
                assert (line["holder"], line["media"]) == (seat, card)
                assert self.acquired[seat][line["n"]] == card
                if len(self.media[seat]) == 2 and seat != self.alone:
                    assert line["what"] == "cancelled"
                    self.lost[seat] += 1
                    continue
                hidden = [
                    self.figures[other] - len(self.media[other]) - list(self.open.values()).count(other)
                    for other in range(self.seats)
                ]
                assert (sum(hidden) > hidden[seat]) == (line["what"] != "discarded")
                if line["what"] == "used":
                    self.counted["media"] += 1
                    assert line["target"] != seat and line["card"] not in self.open
                    self.open[line["card"]] = line["target"]
                    self.named[line["card"]] = line["suit"]
                    self.turn_up({"seat": line["target"], "n": line["target_n"], "card": line["card"]})
                elif line["what"] == "passed":
                    assert self.mode in ("2v2", "2v3", "2v2+1")

    # -- the final ----------------------------------------------------------------------------

    def final(self):
        turned = {}
        while self.line["kind"] == "turned_up":
            line = self.take("turned_up")
            assert line["what"] == "final" and line["card"] not in self.open
            self.turn_up(line)
            turned[line["card"]] = line["seat"]
        line = self.take("final")
        held = line["figures"]
        self.counted["final"] += 1
        for seat in range(self.seats):
            assert len(held[seat]) == self.figures[seat] - self.lost[seat]
            for card in held[seat]:
                assert card[0] == "M" or {**self.open, **turned}[card] == seat
            order = [self.acquired[seat][n + 1] for n in range(self.figures[seat])]
            gone = self.media.get(seat, []) if self.lost[seat] else []
            assert [card for card in order if card not in gone] == held[seat]
            self.check_squares(seat, order)
        trios = {seat: self.best_trio(held[seat]) for seat in range(self.seats)}
        best = [max(self.totals[seat] for seat in side) for side in self.sides]
        if self.mode == "2v2+1":
            step, winners = self.with_independent(trios, held, best)
        else:
            if self.mode in ("2v2", "2v3"):
                suits = [self.best_trio(together(held[seat] for seat in side)) for side in self.sides]
            else:
                suits = [trios[side[0]] for side in self.sides]
            step, winners = self.most_harmonious(suits, best, range(len(self.sides)))
        assert line["step"] == step
        line = self.take("result")
        assert line["winners"] == sorted(together(self.sides[side] for side in winners))
        assert line["totals"] == self.totals

    def check_squares(self, seat, order):
        """Each Square turned up the first E, L or J acquired by then, unless it lay open."""
        for count, opened, card in self.hit[seat]:
            assert self.first_hidden(order[:count], opened) == card

    @staticmethod
    def first_hidden(figures, opened):
        powers = [card for card in figures if card[0] in "ELJ"]
        return powers[0] if powers and powers[0] not in opened else None

    def best_trio(self, cards):
        """The suits of the best trio that can be presented, 0 for none."""
        kinds = [[card for card in cards if card[0] == kind] for kind in "ELJ"]
        suits = [0]
        for trio in itertools.product(*kinds):
            if all(card in trio for card in cards if card in self.named):
                suits.append(len({self.named.get(card, suit(card)) for card in trio}))
        return max(suits)

    def most_harmonious(self, suits, points, able):
        """(step, sides): three suits, two, one; then the points; else no side."""
        most = max(suits[side] for side in able)
        if not most:
            return "nobody", []
        left = [side for side in able if suits[side] == most]
        high = max(points[side] for side in left)
        step = {3: "three-suits", 2: "two-suits", 1: "one-suit"}[most]
        return step, [side for side in left if points[side] == high]

    def with_independent(self, trios, held, best):
        suits = [max(trios[seat] for seat in side) for side in self.sides]
        if max(suits) == 3:
            able = [[self.totals[seat] for seat in side if trios[seat] == 3] for side in self.sides]
            owners = [max(totals, default=0) for totals in able]
            return self.most_harmonious(suits, owners, range(3))
        kinds = [card[0] for card in held[self.alone]]
        if best[2] > max(best[:2]):
            return "spokesperson", [2]
        if kinds.count("M") == 2 and "J" in kinds:
            return "media-controller", [2]
        if suits[2] == 2:
            return "dissident", [2]
        sums = [sum(self.totals[seat] for seat in side) for side in self.sides]
        return self.most_harmonious(suits, sums, range(3))


def log(seats, given, seed, turns):
    game = games.load("demos")
    minds = [kinds.mind(turns[seat % len(turns)], game) for seat in range(seats)]
    names = [f"P{seat}" for seat in range(seats)]
    return bare_match.begin(matches.new(game, seats, given), seed, minds, names).play().lines


def some_log(seed):
    lots = random.Random(f"log {seed}")
    mode, seats = TABLES[seed % len(TABLES)]
    given = {"mode": mode}
    if lots.random() < 0.3:
        given["points_for"] = "winner"
    if lots.random() < 0.3 and mode != "learning":
        given["veto_charge"] = "all"
    if lots.random() < 0.2:
        given["max_rounds"] = lots.randint(1, 9)
    return log(seats, given, seed, lots.choice([("random",), ("sensible",), ("random", "sensible")]))


@pytest.mark.parametrize("part", range(PARTS))
def test_every_match_is_scored_again_from_its_lines(part):
    counted = {}
    for seed in range(part * MATCHES // PARTS, (part + 1) * MATCHES // PARTS):
        for kind, count in Pencil(some_log(seed)).counted.items():
            counted[kind] = counted.get(kind, 0) + count
    assert min(counted[kind] for kind in ("reveal", "tie", "media", "final")) > 0, counted


def test_rare_things_are_scored_again_too():
    """Among these are Squares, rounds without a winner, and figures that do not suffice."""
    counted = {}
    for seed in range(100):
        lines = log(3, {"mode": "complete"}, seed, ("random", "sensible", "sensible"))
        for kind, count in Pencil(lines).counted.items():
            counted[kind] = counted.get(kind, 0) + count
    assert min(counted.values()) > 0, counted


def spoil(lines, kind, field, change):
    """The lines, with a field of the last line of this kind changed."""
    lines = copy.deepcopy(lines)
    at = max(i for i, line in enumerate(lines) if line["kind"] == kind)
    lines[at][field] = change(lines[at][field])
    return lines


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        ("round", "dealer", lambda seat: (seat + 1) % 4),
        ("round", "vetoes", lambda left: [one + 1 for one in left]),
        ("deal", "pool", lambda pool: pool[1:] + pool[:1]),
        ("reveal", "points", lambda points: points + 1),
        ("tie", "left", lambda left: left[1:]),
        ("figure", "drawer", lambda seat: (seat + 1) % 4),
        ("standing", "totals", lambda totals: [totals[0] + 1, *totals[1:]]),
        ("standing", "recorded", lambda points: points[1:] + points[:1]),
        ("turned_up", "n", lambda n: n + 1),
        ("final", "step", lambda step: "one-suit"),
        ("final", "figures", lambda held: held[1:] + held[:1]),
        ("result", "winners", lambda seats: [(seat + 1) % 4 for seat in seats] or [0]),
    ],
)
def test_the_pencil_finds_what_does_not_add_up(kind, field, change):
    lines = log(4, {"no_trio": "no_winner"}, 2, ("sensible",))
    Pencil(lines)
    with pytest.raises((AssertionError, KeyError)):
        Pencil(spoil(lines, kind, field, change))


def test_a_log_in_words_tells_of_sides_by_their_members():
    """The player knows it from the beginning: every sentence follows from the facts before it."""
    game = games.load("demos")
    for seed in range(20):
        match = matches.new(game, 4, {"mode": "2v2", "teams": "lots", "max_rounds": 2})
        minds = [kinds.mind("sensible", game) for seat in range(4)]
        lines = bare_match.begin(match, seed, minds, ["Ada", "Ben", "Cleo", "Dan"]).play().lines
        sides = next(line["sides"] for line in lines if line["kind"] == "sides")
        names = [" & ".join("Ada Ben Cleo Dan".split()[seat] for seat in side) for side in sides]
        text = list(showlog.narrate(lines))
        votes = [i for i, line in enumerate(lines) if line["kind"] == "vote" and line["payers"]]
        for i in votes:
            assert text[i] == f"  {names[lines[i]['payers'][0]]} spend a veto: no third turn."
        assert f"suits of the best trio: {names[0]} 0, {names[1]} 0" in text[-2]
        if votes:
            return
    raise AssertionError("nobody has spent a veto")
