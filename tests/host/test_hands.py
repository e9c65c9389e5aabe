"""Hands that a user moves: their acts, the places of cards, and that no card is lost or doubled."""

import io
import json
import random
import re
from pathlib import Path

import pytest

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games import registry as games
from held_match import HeldMatch
from tablehost.match import events
from tablehost.match.roles import Role
from tablehost.match.snapshot import Snapshot
from tablehost.people import hands
from tablehost.screen.json_lines import JsonLines

GAME = games.load("democracy")
OK_FOR = ("take-seats", "count-hand")


class Evening(HeldMatch):
    """A match of Democracy, with some seats held."""

    def __init__(self, seats=3, held=(0,), seed=1, **options):
        super().__init__("democracy", "sensible", held, seats, seed, {"target": 1, **options})

    def prompt(self):
        return self.referee.prompt()

    def bots(self):
        """The others act until they see nothing to do."""
        idle = 0
        for _ in range(600):
            if idle == 60 or self.prompt() is None:
                return
            what, args, tasks, pads = self.prompt()[:4]
            events = self.room.act(what, args, tasks, pads)
            idle = 0 if events else idle + 1
            self.feed(events)
        raise AssertionError(f"the bots find no rest at {self.prompt()}")

    def do(self, act, word="", seat=0):
        what, _, tasks, pads = (self.prompt() or ("", (), [0] * base.MOST_SEATS, [0] * base.PLACES))[:4]
        self.feed(self.hands.act(seat, act, word, what, tasks, pads))

    def until(self, wanted):
        """Do what is asked, mechanically, until this is asked of us."""
        for _ in range(400):
            self.bots()
            prompt = self.prompt()
            if prompt is None or (prompt[0].startswith(wanted) and prompt[2][0]):
                return
            self.comply()
        raise AssertionError(f"{wanted} was never asked; now {self.prompt()}")

    def comply(self):
        """One act for every held seat that is asked for one."""
        for seat in sorted(self.room.held):
            prompt = self.prompt()
            if prompt is None:
                return
            what, _, tasks, pads = prompt[:4]
            task = tasks[seat]
            hand = self.room.people[seat].hand
            if self.room.lying[seat] is not None and pads[seat] in (
                base.REMOVE, base.KEEP, base.OUT, base.WRONG,
            ):  # fmt: skip
                self.do("lift", seat=seat)
            elif task == base.LAY and pads[base.CENTRE] == base.MISSING:
                self.do("turn", seat=seat)
            elif task == base.LAY and what.startswith("lay-ghost"):
                self.do("draw", seat=seat)
            elif task == base.LAY:
                self.do("lay", cards.text(hand[0]) if hand else "foreign", seat)
            elif task == base.TAKE_ALL:
                self.do("take", seat=seat)
            elif task == base.LIFT:
                self.do("lift", seat=seat)
            elif task:
                self.do("press", "no" if task == base.PRESS_YES_NO and what not in OK_FOR else "ok", seat)
        pads = [0] * base.PLACES if self.prompt() is None else self.prompt()[3]
        if pads[base.CENTRE] in (base.OUT, base.REMOVE) and self.room.lying[base.CENTRE] is not None:
            if len(self.room.held) == self.room.seats:
                self.do("clear")

    def verdict(self, seat=0):
        return self.prompt()[3][seat]

    def refusals(self):
        codes, self.refused = self.refused, []
        return codes


def elsewhere(evening, *sources):
    """A card of these piles of the room."""
    return cards.text(next(card for source in sources for card in source))


def test_the_page_names_every_lamp():
    page = Path("docs/reference/log.md").read_text(encoding="utf-8").split("## Next to the log")[1]
    do, lamp = page.split("`do`, one of")[1].split("and `lamp`")
    for codes, told in ((hands.DO, do), (hands.PAD, lamp.split("one of")[1].split(";")[0])):
        assert [code for code in codes.values() if code] == told.split("`")[1::2]


def test_the_page_names_every_kind_of_line_that_is_printed_next_to_the_log():
    page = Path("docs/reference/log.md").read_text(encoding="utf-8").split("## Next to the log")[1]
    told = {kind: set(re.findall(r"`(\w+)`", text)) for kind, text in LINES_TOLD.findall(page)}
    printed = [
        events.Display("x"), events.Hand(0), events.Answer(0, "x"), events.Answer(0, "x", "not-held", "5S"),
        events.Answer(0, "x", act="lay", word="5S"),
        events.Tone("ask", "ask"), events.Power(True, "x"), events.Still(), events.Notice("x"),
    ]  # fmt: skip
    out = io.StringIO()
    lines = JsonLines(out, Role((0,)))
    for event in printed:
        lines.show(event, Snapshot())
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {row["kind"] for row in rows} == set(told)
    for row in rows:
        assert set(row) - {"kind"} <= told[row["kind"]], row


def one_trick(seed):
    """A trick in which the own card lies, up to the moment before the others act."""
    evening = Evening(seed=seed, first_dealer="2", bad_catch="off")
    evening.until("lay-face-down")
    card = evening.room.people[0].hand[0]
    evening.do("lay", cards.text(card))
    return evening, card


def test_a_card_taken_up_too_late_goes_to_the_winner():
    """The table has turned it over before it could see that the card was up."""
    for seed in range(5):
        evening, card = one_trick(seed)
        what, _, tasks, pads = evening.prompt()[:4]
        evening.hands.act(0, "lift", "", what, tasks, pads)
        for _ in range(20):
            evening.bots()
            if evening.prompt()[2][0] not in (base.PRESS_OK, base.TAKE_ALL):
                break
            evening.do(*(("take",) if evening.prompt()[2][0] == base.TAKE_ALL else ("press", "ok")))
            evening.feed([("lifted", 0)])
        assert card not in evening.room.people[0].hand
        assert max(len(person.pile) for person in evening.room.people) == 4


def test_the_card_in_the_middle_waits_for_a_winner_who_is_held():
    for seed in range(5):
        evening, _ = one_trick(seed)
        evening.bots()
        if evening.prompt()[2][0] == base.TAKE_ALL:
            evening.do("lift")
            evening.bots()
            evening.do("take")
            assert len(evening.room.people[0].pile) == 4
            return
    raise AssertionError("the own card won no first trick")


def test_a_won_card_is_lifted_to_the_winner_though_its_lamp_is_of_a_moment_ago():
    for seed in range(5):
        evening, card = one_trick(seed)
        evening.room.held = frozenset((0, 1, 2))
        for seat in (1, 2):
            if evening.room.lying[seat] is None:
                evening.do("lay", cards.text(evening.room.people[seat].hand[0]), seat)
        evening.do("press", "ok", seat=1)
        what, _, tasks, pads = evening.prompt()[:4]
        assert what == "clear"
        evening.room.notice("lay-face-down-ok", what)
        stale = [base.WRONG, *pads[1:]]
        evening.hands.act(0, "lift", "", what, tasks, stale)
        winner = tasks.index(base.TAKE_ALL)
        assert evening.room.people[winner].pile == [card] and card not in evening.room.people[0].hand


LINES_TOLD = re.compile(r"^- `(\w+)`(.*?)(?=^- |\n\n)", re.MULTILINE | re.DOTALL)


def test_a_card_taken_up_and_laid_back_too_quickly_for_the_table_goes_to_the_winner():
    """The table has read it, and turned all cards over, before it could see that the card was up."""
    for seed in range(20):
        evening = Evening(seed=seed, first_dealer="2", bad_catch="off")
        evening.until("lay-face-down")
        card = cards.text(evening.room.people[0].hand[0])
        evening.do("lay", card)
        what, _, tasks, pads = evening.prompt()[:4]
        assert what.startswith("lay-face-down")
        evening.hands.act(0, "lift", "", what, tasks, pads)
        for _ in range(20):
            evening.bots()
            if evening.prompt()[0] == "clear" or not evening.prompt()[2][0]:
                break
            evening.do("press", "ok")
        what, _, tasks, pads = evening.prompt()[:4]
        if what != "clear" or tasks[0] == base.TAKE_ALL or base.TAKE_ALL not in tasks:
            continue
        evening.hands.act(0, "lay", card, what, tasks, pads)
        evening.bots()
        assert evening.prompt()[0] != "clear" and evening.room.lying[0] is None
        return
    raise AssertionError("no bot won a first trick")


@pytest.mark.parametrize("held", [(0,), (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("options", [{}, {"joker_turned": "ghost"}, {"deal_check": "off", "days": 3}])
def test_a_whole_match_with_hands(held, options):
    evening = Evening(held=held, **options)
    for _ in range(3000):
        evening.bots()
        if evening.prompt() is None:
            break
        evening.comply()
    assert evening.referee.over
    results = [fact for fact in evening.facts if fact["kind"] == "result"]
    assert len(results) == 1


def test_bots_never_act_for_a_held_seat():
    evening = Evening()
    evening.bots()
    assert evening.prompt()[0] == "take-seats"
    evening.do("press", "ok")
    evening.bots()
    tasks = evening.prompt()[2]
    assert tasks[0] and not any(tasks[1:3])


def test_a_card_is_laid_and_taken_back_and_exchanged():
    evening = Evening()
    evening.until("lay-face-down")
    hand = list(evening.room.people[0].hand)
    evening.do("lay", cards.text(hand[0]))
    assert evening.verdict() == base.FINE
    evening.do("swap", cards.text(hand[1]).lower())
    assert evening.room.lying[0] == hand[1]
    assert evening.verdict() == base.FINE
    evening.do("lift")
    assert evening.room.people[0].hand == hand
    assert evening.verdict() == base.MISSING


def test_a_second_card_is_not_laid_on_the_first():
    evening = Evening()
    evening.until("lay-face-down")
    hand = list(evening.room.people[0].hand)
    evening.do("lay", cards.text(hand[0]))
    with pytest.raises(hands.CannotDo, match="card-lies"):
        evening.do("lay", cards.text(hand[1]))
    assert (evening.room.lying[0], evening.room.on_top) == (hand[0], {})
    assert evening.room.people[0].hand == hand[1:] and evening.verdict() == base.FINE


def test_a_foreign_card_and_one_that_is_not_in_the_deck():
    evening = Evening()
    evening.until("lay-face-down")
    hand = list(evening.room.people[0].hand)
    evening.do("lay", "foreign")
    assert (evening.verdict(), evening.refusals()) == (base.WRONG, ["foreign"])
    evening.do("swap", "5S#2")
    assert (evening.verdict(), evening.refusals()) == (base.WRONG, ["not-in-deck"])
    evening.do("lift")
    assert evening.room.people[0].hand == hand


def test_a_captured_card_is_refused_and_goes_back_to_its_pile():
    evening = Evening()
    evening.until("lay-face-down")
    while not any(person.pile for person in evening.room.people):
        evening.comply()
        evening.until("lay-face-down")
    owner = next(person for person in evening.room.people if person.pile)
    card = owner.pile[0]
    evening.refused = []
    evening.do("lay", cards.text(card))
    assert (evening.verdict(), evening.refusals()) == (base.WRONG, ["already-played"])
    evening.do("lift")
    assert card in owner.pile
    assert evening.verdict() == base.MISSING


def test_a_hidden_card_comes_in_exchange():
    evening = Evening()
    evening.until("lay-face-down")
    room = evening.room
    for source in (room.rest, room.pool):
        count, hand = len(source), len(room.people[0].hand)
        evening.do("lay", elsewhere(evening, source))
        assert evening.verdict() == base.FINE
        assert (len(source), len(room.people[0].hand)) == (count, hand - 1)
        evening.do("lift")
    order = list(room.rest)
    evening.do("lay", cards.text(order[3]))
    assert [a == b for a, b in zip(order, room.rest)].count(False) == 1, "the deck keeps its order"


def test_a_card_that_lies_elsewhere_is_a_double():
    evening = Evening()
    evening.until("lay-face-down")
    lying = next(card for card in evening.room.lying[1:3] if card is not None)
    hand = list(evening.room.people[0].hand)
    evening.do("lay", cards.text(lying))
    assert (evening.verdict(), evening.refusals()) == (base.WRONG, ["twice"])
    evening.do("lift")
    assert evening.room.people[0].hand == hand


def test_a_card_shown_comes_back_to_the_hand():
    evening = Evening()
    evening.until("lay-face-down")
    hand = list(evening.room.people[0].hand)
    evening.do("show", cards.text(hand[0]))
    assert evening.room.people[0].hand == hand
    assert evening.verdict() == base.MISSING
    evening.do("lay", cards.text(hand[0]))
    with pytest.raises(hands.CannotDo, match="card-lies"):
        evening.do("show", cards.text(hand[1]))


CANNOT = [
    ("lift", "", "nothing-lies"),
    ("swap", "5S", "nothing-lies"),
    ("take", "", "not-yours"),
    ("turn", "", "middle-taken"),
    ("lay", "5Z", "unknown-act"),
    ("press", "maybe", "unknown-act"),
]


@pytest.mark.parametrize(("act", "word", "said"), CANNOT)
def test_what_no_hand_can_do(act, word, said):
    evening = Evening()
    evening.until("lay-face-down")
    with pytest.raises(hands.CannotDo, match=said):
        evening.do(act, word)
    with pytest.raises(hands.CannotDo, match="not-your-seat"):
        evening.do(act, word, seat=1)
    evening.conserved()


def test_cards_that_lie_about_are_swept_up_before_a_deal():
    evening = Evening(deal_check="off")
    evening.until("clear-deal")
    evening = Evening()
    evening.until("count-hand")
    card = evening.room.people[0].hand[0]
    evening.do("lay", cards.text(card))
    evening.room.redeal = True
    evening.bots()
    assert evening.room.lying[0] is None


def test_seats_are_left_to_bots():
    evening = Evening()
    evening.until("lay-face-down")
    evening.do("lay", "foreign")
    hands.Hands(evening.room, ())
    assert evening.room.lying[0] is None and not evening.room.on_top and not evening.room.held
    evening.conserved()


@pytest.mark.parametrize("seed", range(8))
def test_fumbling_loses_no_card_and_stops_nothing(seed):
    lots = random.Random(seed)
    evening = Evening(seats=4, held=(0, 2), seed=seed, joker_turned="ghost")
    deck = [cards.text(card) for card in evening.room.deck] + ["foreign", "5S#1"]
    for _ in range(400):
        evening.bots()
        if evening.prompt() is None:
            break
        act = lots.choice(["lay", "lift", "swap", "show", "press", "turn", "draw", "take", "clear"])
        word = lots.choice(deck) if act in ("lay", "swap", "show") else lots.choice(["yes", "no", "ok"])
        try:
            if lots.random() < 0.5:
                evening.comply()
            else:
                evening.do(act, word, lots.choice((0, 2)))
        except hands.CannotDo:
            evening.conserved()
