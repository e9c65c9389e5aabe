"""A pencil suffices: whole matches of Democrazy are scored again from their facts alone.

Nothing of the game is used here but the facts and the rows of the laws. What must hold in every match: chips
are conserved, never more than six blue laws nor two of one symbol, the match ends.

`CARDTABLE_MATCHES=10000 pytest tests/games/test_democrazy_pencil_scoring.py` plays more.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from cardtable.games.democrazy import rules as democrazy
from cardtable.games.democrazy.law_rows import LAWS
from democrazy_players import Club, card, name
from random_players import Lots, options_of
from tablehost.games.democrazy.narration import Words

MATCHES = int(os.environ.get("CARDTABLE_MATCHES", "700"))
ROWS = {row.split()[0]: row.split() for row in LAWS}
COLOURS = "RGBY"


def symbol(law):
    words = [word for word in ROWS[law.partition("#")[0]] if word.startswith("symbol=")]
    return words[0] if words else None


def text_of(law):
    """What a row says the law does."""
    words = ROWS[law.partition("#")[0]]
    at = 3
    while "=" in words[at]:
        at += 1
    return " ".join(words[at:])


class Pencil:
    """What somebody with a sheet of paper knows of the match; `read` takes one fact after another."""

    def __init__(self, seats, options):
        self.seats = seats
        self.options = options
        self.chips = []
        self.wilds = []
        self.traits = []
        self.proposers = {}
        self.laws = []  # on the table, oldest first
        self.fresh = None
        self.proposal = None
        self.left = []
        self.private = {}
        self.taken_along = {}  # by seat that has left: how many unplayed wilds it had
        self.points = {}
        self.result = None

    def total(self):
        return sum(len(chips) for chips in self.chips)

    def read(self, fact):
        getattr(self, fact[0], self.nothing)(*fact[1:])
        if self.chips:
            for colour, each in zip(COLOURS, ("red", "green", "blue", "yellow"), strict=True):
                assert sum(chips.count(colour) for chips in self.chips) <= self.options["chips_" + each]
        symbols = [symbol(law) for law in self.laws if symbol(law)]
        assert len(self.laws) <= self.options["max_blue"] and len(set(symbols)) == len(symbols)

    def nothing(self, *fields):
        pass

    def setup(self, chips, wilds, reserve, private, traits, seat):
        self.chips, self.wilds, self.traits = list(chips), list(wilds), [list(one) for one in traits]
        assert [len(one) for one in chips] == [self.options["start"]] * self.seats
        assert reserve == sum(self.options[f"wilds_{kind}"] for kind in ("dy", "dn", "sc")) - self.seats

    def turn(self, n, seat):
        self.fresh = None
        assert seat not in self.left

    def laws_now(self, laws):
        assert [name(law) for law in laws] == self.laws

    def proposal_(self, n, seat, law, text, replaces, why):
        self.proposal = (seat, name(law), None if replaces is None else name(replaces))
        assert text == text_of(name(law)) or "blank" in text

    def vote(self, votes, by, weights, yes, no, wilds, rule, adopted):
        ballots = {"YES": 0, "NO": 0}
        for seat, vote in enumerate(votes):
            counted = vote
            if (
                vote in ("DY", "DN")
                and self.options["wild_is_ballot"] == "true"
                and "banned" not in str(wilds)
            ):
                counted = {"DY": "YES", "DN": "NO"}[vote]
            if counted in ballots:
                ballots[counted] += weights[seat]
        assert (ballots["YES"], ballots["NO"]) == (yes, no)
        for seat, _, _ in wilds:
            self.wilds[seat] -= 1
        seat, law, replaces = self.proposal
        if adopted and law[0] == "B":
            if replaces is not None:
                self.laws.remove(replaces)
            self.laws.append(law)
            self.proposers[law] = seat
            self.fresh = law

    def effect(self, law, operation, seats, moves, note, chosen):
        self.carry(moves)
        meant = "chosen" in operation and "which" not in operation
        assert (chosen is not None) == (meant and note not in (["lapses"], ["absent"]))
        assert chosen is None or chosen in seats
        if operation.startswith("repeal") and note != ["lapses"]:
            self.laws = [one for one in self.laws if one not in note]
        if operation.startswith("wild_deal") and note != ["lapses"]:
            for seat in note:
                self.wilds[int(seat)] += 1
        if operation.startswith("wild_pass") and note != ["lapses"]:
            here = [seat for seat in range(self.seats) if seat not in self.left]
            step = 1 if operation.endswith("left") else -1
            held = {here[(i + step) % len(here)]: self.wilds[here[i]] for i in range(len(here))}
            self.wilds = [held.get(seat, 0) for seat in range(self.seats)]

    def carry(self, moves):
        for giver, _, chips in moves:
            if giver != "bag" and not [1 for one in moves if one[0] == "bag"]:
                for chip in chips:
                    assert chip in self.chips[giver]
        for giver, taker, chips in moves:
            for chip in chips:
                if giver != "bag":
                    self.chips[giver] = self.chips[giver].replace(chip, "", 1)
                if taker != "bag":
                    self.chips[taker] += chip

    def table(self, what, seat, moves, by):
        self.carry(moves)
        if what == "left":
            self.left.append(seat)
            self.taken_along[seat], self.wilds[seat] = self.wilds[seat], 0
            assert self.chips[seat] == ""

    def turned_up(self, wilds, laws):
        held = [self.wilds[seat] + self.taken_along.get(seat, 0) for seat in range(self.seats)]
        assert held == [len(own) for own in wilds] if any(held) else wilds == []
        assert len(laws) == (self.seats if self.options["private_law"] == "on" else 0)

    def judged(self, what, seat, about, yes, no, held):
        if what == "contest" and not held:
            self.traits[seat].remove(about)

    def colours(self, chips):
        self.chips = [
            "" if four is None else "".join(c * n for c, n in zip(COLOURS, four, strict=True))
            for four in chips
        ]

    def score_(self, seat, chips, values, basis, chip_points, bonuses, private, total):
        if private is not None:
            self.private[seat] = name(private)
        self.points[seat] = (list(chips), values, basis, chip_points, [list(one) for one in bonuses], total)

    def result_(self, winners, totals, why):
        self.result = (winners, totals, why)

    # -- the account, from the rules -----------------------------------------------------------

    def counted(self):
        return [law for law in self.laws if law != self.fresh or self.options["last_blue_counts"] == "true"]

    def first(self, start):
        """The words of the earliest law that begins so, as a dict."""
        for law in self.counted():
            if text_of(law).startswith(start):
                return dict(word.split("=") for word in text_of(law).split()[1:])
        return None

    def score(self, seat):
        here = [other for other in range(self.seats) if other not in self.left]
        own = Counter(self.chips[seat])
        values = []
        for colour in COLOURS:
            law = self.first(f"value color={colour}")
            values.append(int(law["pts"]) if law else self.options["chip_value"])
        each = [own[colour] * value for colour, value in zip(COLOURS, values, strict=True)]
        basis = self.first("basis")
        mode = basis and basis["mode"]
        if mode == "best_color":
            points = max(each)
        elif mode == "product2":
            top = sorted(max(0, one) for one in each)
            points = top[-1] * top[-2]
        else:
            points = sum(each)
        bonuses = []
        for law in self.counted() + [self.private[one] for one in self.private if one == seat]:
            words = text_of(law).split()
            if words[0] != "bonus":
                continue
            args = dict(word.split("=") for word in words[1:])
            number = self.units(seat, here, own, args.get("if") or args["per"])
            if number:
                bonuses.append([law, number * int(args["pts"])])
        total = points + sum(worth for _, worth in bonuses)
        return [own[colour] for colour in COLOURS], values, mode, points, bonuses, total

    def units(self, seat, here, own, condition):
        held = [colour for colour in COLOURS if own[colour]]
        others = [Counter(self.chips[other]) for other in here if other != seat]
        return {
            "colors:1": int(len(held) == 1),
            "fewest:chips": int(all(sum(other.values()) >= sum(own.values()) for other in others)),
            "set4": min(own[colour] for colour in COLOURS),
            "sole_color": sum(not any(other[colour] for other in others) for colour in held),
            "top_color": sum(all(other[colour] <= own[colour] for other in others) for colour in held),
            "own_law": sum(self.proposers[law] == seat for law in self.counted()),
            "wild_held": self.wilds[seat],
        }.get(condition, int(condition.removeprefix("trait:") in self.traits[seat]))

    def check(self):
        winners, totals, why = self.result
        here = [seat for seat in range(self.seats) if seat not in self.left]
        for seat in here:
            assert self.points[seat] == self.score(seat)
            assert totals[seat] == self.points[seat][5]
        best = {totals[seat] for seat in here}
        wanted = max(best)
        if self.first("winner"):
            lower = best - {wanted}
            if not lower:
                assert list(winners) == here
                return
            wanted = max(lower)
        tied = [seat for seat in here if totals[seat] == wanted]
        for criterion in self.options["tie_break"].split("+"):
            if criterion == "chips":
                most = max(len(self.chips[seat]) for seat in tied)
                tied = [seat for seat in tied if len(self.chips[seat]) == most]
            elif criterion == "colours_held":
                most = max(len(set(self.chips[seat])) for seat in tied)
                tied = [seat for seat in tied if len(set(self.chips[seat])) == most]
        assert list(winners) == tied, (totals, why)


RENAMED = {"proposal": "proposal_", "score": "score_", "result": "result_"}


def rescored(club):
    """The Pencil after the whole match of `club`."""
    pencil = Pencil(club.seats, club.options)
    for fact in club.facts:
        if fact[0] == "laws":
            pencil.laws_now(fact[1])
        else:
            pencil.read((RENAMED.get(fact[0], fact[0]), *fact[1:]))
    pencil.check()
    return pencil


@pytest.mark.parametrize("seats", range(4, 11))
def test_matches_are_scored_again(seats):
    """Half of them with the usual settings, half with drawn ones; every match ends."""
    for seed in range(MATCHES // 7):
        given = options_of(democrazy, seats, Lots(seed * 31 + seats), DRAWN) if seed % 2 else {}
        club = Club(seats, given, seed + 1).quickly()
        rescored(club)


# What a pencil cannot do: colours that nobody said (see the next test), laws of one's own.
DRAWN = {"chip_record": "digital", "deck": "all", "blank_laws": 0}


@pytest.mark.parametrize("record", ["declared", "digital"])
@pytest.mark.parametrize("deck", ["published", "all"])
def test_other_ways_to_play(deck, record):
    for seed in range(20):
        given = {"deck": deck, "chip_record": record, "private_law": "on" if deck == "all" else "off"}
        rescored(Club(5, given, seed).quickly())


def test_counted_chips_end_the_same():
    for seed in range(40):
        club = Club(6, {"chip_record": "counted"}, seed).quickly()
        told = {fact[1]: fact[2] for fact in club.of("score")}
        for seat, chips in told.items():
            assert list(chips) == [club.chips[seat].count(colour) for colour in COLOURS]


def test_by_hand_with_a_shadow():
    """Cards and keys instead of answers; a shadow that knows no secret comes to the same."""
    for seats in range(4, 11):
        for seed in range(3):
            given = options_of(democrazy, seats, Lots(seed * 77 + seats), {})
            Club(seats, given, seed, shadow=True).by_hand()


def test_cards_are_known_by_their_names():
    assert [name(card(row)) for row in ROWS] == list(ROWS)


def test_every_ruling_is_findable():
    """U01 to U48 of the rules, in the text of the game; most of them in a test as well."""
    package = Path(democrazy.__file__).parent
    text = "".join(path.read_text() for path in sorted(package.glob("*.py")))
    missing = [f"U{number:02}" for number in range(1, 49) if f"U{number:02}" not in text]
    assert missing == []
    names = ("**/test_democrazy*.py", "scenarios/democrazy/*.txt")
    tests = "".join(path.read_text() for glob in names for path in sorted(Path("tests").glob(glob)))
    untested = [f"U{n:02}" for n in range(1, 49) if f"U{n:02}" not in tests and f"u{n:02}" not in tests]
    assert untested == []


def test_the_story_says_what_a_pencil_needs():
    """Who was chosen, who declared a seat absent, what was restated, what stayed hidden to the end."""
    told = {"law": "X01", "operation": "give from=others to=chosen n=1", "seats": [1, 0], "moves": []}
    story = Words(["Ada", "Ben", "Cleo"])

    def sentence(kind, **fields):
        return story.sentence({"kind": kind, **fields})

    assert "(Ben is chosen): no chip moves." in sentence("effect", **told, note=[], chosen=1)
    assert "Not done: the proposer is away" in sentence("effect", **told, note=["absent"], chosen=None)
    assert sentence("table", what="absent", seat=1, moves=[], by=[0, 2]) == (
        "  Ben is absent, Ada and Cleo agree."
    )
    assert sentence("table", what="absent", seat=1, moves=[], by=[]) == "  Ben is absent, the operator says."
    assert sentence("restated", seat=2, law="X01") == "  Cleo states X01 once more."
    hidden = sentence("turned_up", wilds=[["DY1", "SC2"], [], ["DN4"]], laws=[])
    assert hidden == "\nWilds never played: Ada Definite YES, Scam; Cleo Definite NO."
    assert sentence("turned_up", wilds=[], laws=[]) == "\nWilds never played: none."
