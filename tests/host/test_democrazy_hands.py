"""Hands at the table of Democrazy that a user moves: whole matches, and the effect of every act."""

import re

import pytest

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games.democrazy.cards import END, is_law, is_wild, vote_of
from cardtable.games.democrazy.pack import PACK
from held_match import HeldMatch
from tablehost.people import typed, vocabulary
from tablehost.people.hands import CannotDo
from tablehost.people.typed import Act, Unknown

NO_TRAITS = {"trait_beard": "off", "trait_blue_eyes": "off", "trait_glasses": "off"}


class Council(HeldMatch):
    """A match of Democrazy, with some seats held."""

    def __init__(self, held=(0,), seats=4, seed=1, **options):
        options = {"start_player": "1", **NO_TRAITS, **options}
        super().__init__("democrazy", "random", held, seats, seed, options)

    def prompt(self):
        return self.referee.prompt() or ("", (), [0] * base.MOST_SEATS, [0] * base.PLACES)

    def conserved(self):
        room = self.room
        super().conserved(room.reserve, room.row, room._copies)
        if room.open.chips is not None:
            held = [sum(four[colour] for four in room.open.chips) for colour in range(4)]
            assert [a + b for a, b in zip(held, room.open.bag, strict=True)] == [15, 15, 15, 15]
            assert min(min(four) for four in room.open.chips) >= 0

    def bots(self):
        """The others act until they see nothing to do."""
        for _ in range(30):
            events = self.room.act(*self.prompt()[:4])
            while events:
                self.feed(events)
                events = self.room.act(*self.prompt()[:4])

    def do(self, line, seat=0):
        act, _, word = line.partition(" ")
        what, args, tasks, pads = self.prompt()[:4]
        self.room.perceive(what, args, tasks, pads)
        self.feed(self.hands.act(seat, act, word, what, tasks, pads))

    def cannot(self, line, code, seat=0):
        with pytest.raises(CannotDo, match=f"^{code}$"):
            self.do(line, seat)
        self.conserved()

    def own(self, seat, is_meant):
        return [cards.text(card, PACK) for card in self.room.people[seat].hand if is_meant(card)]

    def comply(self, seat):
        """Return the act of a player who follows the prompts; False if nothing is asked of this seat."""
        what, args, tasks, pads = self.prompt()[:4]
        task = tasks[seat]
        lies = self.room.lying
        if lies[seat] is not None and (task == base.LIFT or pads[seat] in (base.REMOVE, base.WRONG)):
            self.do("lift", seat)
        elif task == base.LAY and what in ("show-wild", "show-private"):
            self.do("draw", seat)
        elif task == base.LAY and what == "mill":
            self.do("turn", seat)
        elif task == base.LAY and what == "propose":
            if lies[base.CENTRE] is not None:
                return False
            if self.room._drawn != self.room.open.turn:
                self.do("draw", seat)
            if lies[base.CENTRE] is None:
                self.do("lay " + self.own(seat, is_law)[-1], seat)
        elif task == base.LAY and what == "vote":
            self.do(["lay YES", "press yes", "press no", "lay NO"][(self.room.open.turn + seat) % 4], seat)
        elif task == base.PICK:
            row = 0 if what == "speak" else (self.room.open.turn + seat) % len(args)
            if what.startswith("count-"):
                held = self.room.chips.of(seat)
                row = (sum(held) if what == "count-chips" else held["RGBY".index(what[-1])]) - 1
            if what == "drew-chip":
                before = list(self.room.chips.of(seat))
                self.do("draw", seat)
                drawn = [a - b for a, b in zip(self.room.chips.of(seat), before, strict=True)].index(1)
                row = list(args).index("RGBY"[drawn])
            for _ in range(row + 1):
                self.do("press yes", seat)
            self.do("press ok", seat)
        elif task == base.PRESS_OK:
            if what in ("lose-chips", "return-chips"):
                self.do("chip " + "".join(self.letters(seat))[: args[0]], seat)
            self.do("press ok", seat)
        elif task == base.PRESS_YES_NO:
            self.do("press no" if what.startswith(("judge", "trait")) else "press ok", seat)
        else:
            return False
        return True

    def letters(self, seat):
        return [c * n for c, n in zip("RGBY", self.room.chips.of(seat), strict=True)]

    def until(self, what, seat=None):
        """Do as told until this is asked, of this seat."""
        for _ in range(4000):
            self.bots()
            now = self.prompt()
            if now[0] == what and (seat is None or now[2][seat]):
                return
            assert not self.referee.over, f"{what} was never asked"
            self.go_on()
        raise AssertionError(f"{what} was never asked; now {now}")

    def go_on(self):
        acted = [self.comply(seat) for seat in sorted(self.room.held)]
        if not any(acted) and len(self.room.held) == self.room.seats:
            assert self.room.lying[base.CENTRE] is not None, f"nobody finds anything to do at {self.prompt()}"
            self.do("clear")

    def play(self):
        for _ in range(6000):
            self.bots()
            if self.referee.over:
                return self
            self.go_on()
        raise AssertionError(f"the match does not end: {self.prompt()}")


# -- whole matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("record", ["digital", "declared", "counted"])
@pytest.mark.parametrize(
    ("held", "options"), [((0,), {}), ((0, 2), {"private_law": "on"}), ((0, 1, 2, 3), {})]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match(record, held, options, seed):
    council = Council(held, seed=seed, chip_record=record, **options).play()
    points = [fact["chips"] for fact in council.facts if fact["kind"] == "score"]
    assert points == council.room.open.chips, "who counts chips says what there is"


def test_laws_of_ones_own_with_gaps_are_filled_by_keys():
    for seed in range(4):
        Council((0, 1, 2, 3), seed=seed, deck="own").play()


# -- proposing ---------------------------------------------------------------------------------------


def test_a_law_is_drawn_proposed_taken_back_and_another_laid():
    council = Council()
    council.until("propose", 0)
    before = len(council.own(0, is_law))
    council.do("draw")
    assert len(council.own(0, is_law)) == before + 1
    council.cannot("draw", "drawn-already")
    first, second, *_ = council.own(0, is_law)
    council.do("lay foreign")
    assert council.refused[-1] == "foreign"
    council.cannot("lay " + second, "middle-taken")
    council.do("clear")
    council.do("lay YES")
    council.do("lift")
    council.do("lay " + first)
    assert council.prompt()[0] == "debate"
    council.do("press no")
    assert council.facts[-1]["kind"] == "taken_back"
    council.do("lift")
    assert council.own(0, is_law).count(first) == 1
    council.do("lay " + second)
    council.do("press ok")
    assert council.facts[-1]["kind"] == "proposal"
    assert cards.text(council.facts[-1]["law"], PACK) == second


def test_a_law_that_was_played_before_is_refused():
    council = Council()
    council.until("propose", 0)
    council.until("vote", 0)
    gone = next(cards.text(fact["law"], PACK) for fact in council.facts if fact["kind"] == "proposal")
    council.until("propose", 0)
    council.do("draw")
    council.do("lay " + gone)
    assert council.refused[-1] in ("already-played", "not-taken")
    council.do("lift")
    assert council.prompt()[0] == "propose" and council.room.lying[base.CENTRE] is None


def test_a_hidden_law_comes_in_exchange():
    council = Council()
    council.until("propose", 0)
    other = council.own(2, is_law)[0]
    before = [len(council.own(seat, is_law)) for seat in range(4)]
    council.do("lay " + other)
    assert council.prompt()[0] == "debate"
    council.do("press no")
    council.do("lift")
    assert other in council.own(0, is_law)
    assert [len(council.own(seat, is_law)) for seat in range(4)] == before
    council.cannot("lay END", "end-card-below")


def test_the_end_card_that_is_drawn_goes_to_the_middle():
    council = Council((0, 1, 2, 3), stack_top=1, stack_bottom=1)
    while council.room.pool[:1] != [END] or council.prompt()[0] != "propose":
        council.go_on()
    seat = council.room.open.active
    council.do("draw", seat)
    assert council.facts[-1]["kind"] == "end_card" and council.prompt()[0] == "gather"
    council.do("clear", seat)
    council.play()
    assert council.facts[-1]["why"][0] == "end-card"


def test_the_law_to_be_replaced_is_shown_or_picked():
    council = Council((0, 1, 2, 3), max_blue=1, bag_end="off")
    for _ in range(400):
        if council.prompt()[0] == "replace":
            break
        seat = council.room.open.active
        if council.prompt()[0] == "vote":
            council.do("press yes", next(s for s in range(4) if council.prompt()[2][s] == base.LAY))
        else:
            council.go_on()
    seat = council.room.open.active
    lying = cards.text(council.room.row[0], PACK)
    council.do("lay " + lying, seat)
    council.do("lift", seat)
    assert council.prompt()[0] == "replace" and len(council.room.row) == 1, "it was lifted before the OK"
    council.do("lay " + lying, seat)
    council.do("press ok", seat)
    assert council.prompt()[0] == "clear-shown"
    council.do("lift", seat)
    assert council.prompt()[0] == "debate" and council.prompt()[1][1] == lying
    assert len(council.room.row) == 1


# -- voting ------------------------------------------------------------------------------------------


def to_vote(**more):
    council = Council(**more)
    council.until("vote", 0)
    return council


def test_a_vote_by_card_by_key_and_changed():
    council = to_vote()
    council.do("press yes")
    council.do("lay NO")
    council.do("press yes")
    assert council.refused[-1] == "card-counts"
    council.do("swap YES")
    council.bots()
    council.do("press ok")
    assert council.facts[-1]["votes"][0] == "YES" and council.facts[-1]["by"][0] == "card"


def test_wilds_that_are_no_vote_show_why():
    council = to_vote(held=(0, 1))
    own, other = (council.own(seat, is_wild)[0] for seat in (0, 1))
    council.do("lay " + other)
    assert council.refused[-1] in ("spent-wild", "with-another")
    council.do("lift")
    assert council.own(1, is_wild) == [other]
    council.do("lay WILD")
    council.cannot("lay " + own, "lies-elsewhere", 1)
    council.do("press no", 1)
    council.bots()
    council.do("press ok")
    assert council.facts[-1]["votes"][0] == vote_of(cards.parse(own, PACK))
    council.do("lift")
    assert council.own(0, is_wild) == []
    council.cannot("lay WILD", "no-wild")
    assert cards.parse(own, PACK) in council.room.reserve
    council.until("vote", 0)
    council.do("lay " + own)
    assert council.refused[-1] == "spent-wild"


def test_a_vote_card_of_another_counts_for_the_pad_it_lies_on():
    council = to_vote()
    council.do("lay NO3")
    council.bots()
    council.do("press ok")
    assert council.facts[-1]["votes"][0] == "NO"


# -- chips -------------------------------------------------------------------------------------------


def test_chips_that_are_counted_are_drawn_returned_and_told():
    council = Council(chip_record="counted")
    council.until("take-chips", 0)
    council.do("draw")
    assert sum(council.room.chips.of(0)) == 6
    council.cannot("draw", "drawn-already")
    council.cannot("chip R", "no-chip-now")
    council.do("press ok")
    assert sum(council.room.chips.of(0)) == 6
    rows = council.hands.sees(*council.prompt()[2:4])
    assert sum(int(pile[:-1]) for pile in rows[0]["pile"]) == 6
    for seed in range(20):
        council = Council(chip_record="counted", seed=seed)
        try:
            council.until("lose-chips", 0)
        except AssertionError:
            continue
        break
    number = council.prompt()[1][0]
    council.cannot("press ok", "chips-first")
    missing = [letter for letter in "RGBY" if not council.room.chips.number(0, letter)]
    if missing:
        council.cannot("chip " + missing[0], "no-such-chip")
    held = "".join(council.letters(0))
    council.cannot("chip " + held[: number + 1], "too-many-chips")
    before = sum(council.room.chips.of(0))
    council.do("chip " + held[:number])
    council.do("press ok")
    assert sum(council.room.chips.of(0)) == before - number


MOVING = ("lose-chips", "lose-chip", "take-chips", "drew-chip")


def moved_in_a_turn(record):
    """A council that has just moved chips, where a law lets people choose; the cards from before."""
    for seed in range(20):
        council = Council((0, 1, 2, 3), chip_record=record, seed=seed)
        turn, before = 0, None
        while not council.referee.over:
            council.bots()
            if council.referee.over:
                break
            chips = [list(four) for four in council.room.open.chips]
            if council.referee.match.turn != turn:  # nothing moves before the law is drawn
                turn, before = council.referee.match.turn, chips
            if council.prompt()[0] in MOVING and before not in (None, chips):
                return council, before
            council.go_on()
    raise AssertionError("nobody moves chips")


@pytest.mark.parametrize("record", ["declared", "counted"])
def test_a_void_turn_gives_everybody_the_own_chips_back(record):
    council, before = moved_in_a_turn(record)
    council.do("press hold", 0)
    council.do("press hold", 1)
    void, told = council.facts[-4:-2] if council.facts[-1]["kind"] == "turn" else council.facts[-2:]
    assert (void["kind"], told["kind"]) == ("void", "put_back")
    assert [[seat, len(chips)] for seat, chips in told["chips"]] == [[s, sum(before[s])] for s in range(4)]
    assert council.room.open.chips == before
    council.conserved()
    council.play()


def test_a_miscounted_chip_counts_as_announced():
    council = Council(chip_record="declared")
    council.until("drew-chip", 0)
    council.do("draw")
    drawn = next(i for i in range(4) if council.room.chips.of(0)[i])
    for _ in range((drawn + 1) % 4 + 1):
        council.do("press yes")
    council.do("press ok")
    assert council.room.chips.of(0)[(drawn + 1) % 4] == 1 and sum(council.room.chips.of(0)) == 1
    council.play()


def test_where_the_table_keeps_chips_no_player_handles_them():
    council = to_vote()
    council.cannot("chip R", "table-keeps-chips")
    council.cannot("draw", "nobody-draws")


def test_what_no_hand_can_do():
    council = to_vote()
    council.cannot("point 1", "nobody-points")
    council.cannot("take", "not-yours")
    council.cannot("lay Q", "unknown-act")
    council.do("clear")
    council.cannot("clear", "middle-empty")


# -- calls -------------------------------------------------------------------------------------------


def test_a_call_is_made_with_keys():
    council = Council()
    council.until("propose", 0)
    council.do("press yes")
    assert council.prompt()[0] == "speak"
    rows = council.prompt()[1]
    for _ in range(rows.index("pause") + 1):
        council.do("press yes")
    council.do("press ok")
    assert council.prompt()[0] == "paused"
    council.do("press ok")
    assert council.prompt()[0] == "propose"


@pytest.mark.parametrize("draws_law", [False, True])
def test_the_others_confirm_the_end_card_only_where_it_was_drawn(draws_law):
    council = Council(stack_top=0)
    council.until("propose", 0)
    pool = council.room.pool
    pool.insert(0, pool.pop(pool.index(END)))
    if draws_law:
        pool.insert(0, pool.pop())
        council.do("draw")
    council.do("press yes")
    assert council.prompt()[1][0] == "end-card"
    council.do("press yes")
    council.do("press ok")
    assert council.prompt()[0] == "confirm-end-card"
    council.bots()
    assert (council.prompt()[0] == "propose") == draws_law
    assert [fact["kind"] for fact in council.facts].count("end_card") == (not draws_law)


# -- what is typed ------------------------------------------------------------------------------------

IN_DEMOCRAZY = [
    ("b3", Act(0, "lay", "B03")),
    ("lay R05#2", Act(0, "lay", "R05#2")),
    ("lay yes", Act(0, "lay", "YES")),
    ("lay no7", Act(0, "lay", "NO7")),
    ("no", Act(0, "press", "no")),
    ("scam", Act(0, "lay", "SC")),
    ("lay wild", Act(0, "lay", "WILD")),
    ("dy2", Act(0, "lay", "DY2")),
    ("end", Act(0, "lay", "END")),
    ("chip rrg", Act(0, "chip", "RRG")),
    ("3: chip 2r blue", Act(2, "chip", "RRB")),
    ("draw", Act(0, "draw")),
    ("read", Act(0, "read", "")),
    ("read b3", Act(0, "read", "B03")),
]
IN_FRENCH_DEMOCRAZY = [
    ("poser oui", Act(0, "lay", "YES")),
    ("non", Act(0, "press", "no")),
    ("joker", Act(0, "lay", "WILD")),
    ("jeton vvj", Act(0, "chip", "GGY")),
    ("jeton 2 rouge", None),
    ("Lire b03", Act(0, "read", "B03")),
]


def test_lines_typed_in_democrazy_have_a_meaning():
    for language, lines in (("en", IN_DEMOCRAZY), ("fr", IN_FRENCH_DEMOCRAZY)):
        tongue = vocabulary.load(language, "democrazy")
        for line, meant in lines:
            if meant is not None:
                assert typed.read(line, [0, 2], 0, tongue) == meant, line
                continue
            with pytest.raises(Unknown, match="quels jetons"):
                typed.read(line, [0, 2], 0, tongue)
    tongue = vocabulary.load("en", "democrazy")
    for line, said in (
        ("5s", "5s is no card: a card is a law"), ("b99", "b99 is no card"), ("chip", "chip which chips"),
        ("chip x", "chip which chips"), ("raed b03", "did you mean read?"), ("yes11", "yes11 is no card"),
    ):  # fmt: skip
        with pytest.raises(Unknown, match=re.escape(said)):
            typed.read(line, [0, 2], 0, tongue)
    with pytest.raises(Unknown, match="means nothing here"):
        typed.read("chip r", [0], 0, vocabulary.load("en"))
    assert typed.complete("read b", ["R05", "B03", "YES1"], tongue) == ["read b03"]
    assert typed.complete("ch", [], tongue) == ["chip "]
