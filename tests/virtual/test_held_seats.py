"""Acts of persons at the table's end of the line: late and malformed acts do nothing, and are answered."""

import itertools
import json
import random
import threading

import pytest

from cardtable.engine import tasks
from cardtable.engine.asks import base
from held_match import HeldMatch
from obedient_players import ObedientMatch
from tablehost.people import vocabulary
from tablehost.people.hands import ACTS, ADVISE, DARK, READ, SOURCES
from tablehost.people.room import AFTER_A_CUT
from tablehost.virtual.people import held
from tablehost.virtual.people.acts import People
from tablehost.virtual.people.held import CONFIRMS, TIDY_US, HeldHands, find_reveal_us
from timeouts import PATIENCE

MATCHES = [
    ("democracy", 4, {"target": 1}),
    ("demos", 4, {"max_rounds": 2}),
    ("democrazy", 5, {}),
]
ACTS_OF_ALL = [("press", "ok"), ("press", "yes"), ("lift", ""), ("turn", ""), ("draw", "")]
WORDS = [
    *("", "ok", "yes", "no", "hold", "correct", "foreign", "5H", "5H 6H", "0", "9", "-1", "99", "x" * 60),
    *("seat", "[]", "\0", "é", "R01", "wild", "R", "Z", "2y r", " "),
]


class AskOf:
    """The open ask of a referee, as that of a table is known by its records; its own `open` ask."""

    def __init__(self, course):
        self._course = course
        self.revealed, self.is_undone = -1, False

    open = property(lambda self: self)
    number = property(lambda self: self._course.ask_number)
    position = property(lambda self: [list(one) for one in self._course.picture.shown])

    def follow(self):
        pass

    def find_unfit(self, task):
        return []

    def tasks(self, prompt, sources, clears):
        course = self._course
        if course.ask is None or prompt.what != course.prompt().what:
            return []
        return tasks.form(self.number, course.ask, prompt, course.picture, course.table, sources, clears)


def messages_of(seats):
    """Return the messages that are sent now."""
    return [json.loads(line) for line in iter(seats.next_line, b"")]


class Held(HeldMatch):
    """A match in which seat 0 is held by a program, and the table counts its asks as its records tell."""

    def __init__(self, name, seats, seed, options):
        super().__init__(name, "random", (0,), seats, seed, options)
        self.people = People(self.room)
        self.people.hands = self.hands
        self.hands.hold((0,))
        self.seats = HeldHands(self.hands, [], AskOf(self.referee))
        self.told = []

    def conserved(self):
        assert sorted(self.room.all_cards()) == sorted(self.room.deck)

    def prompt(self):
        return (self.referee.prompt() or ("", (), [0] * base.MOST_SEATS, [0] * base.PLACES))[:4]

    def turn(self, prompt=None):
        """Let the table listen to persons, and show them what is new."""
        perceived = prompt or self.prompt()
        events = self.seats.act(perceived, self.people.carry_out)
        self.feed([event for event in events if event[0] != "plug"])
        self.seats.look(perceived, 0, False)
        self.told += messages_of(self.seats)

    def send(self, *messages):
        self.seats.receive(json.dumps(message).encode() for message in messages)

    @property
    def task(self):
        rows = [row for told in self.told if told["kind"] == "hands" for row in told["seats"]]
        return rows[-1]["task"]

    @property
    def steps(self):
        rows = [row for told in self.told if told["kind"] == "hands" for row in told["seats"]]
        return rows[-1]["steps"]

    def refusals(self):
        """Return the codes of the refusals since the last look; each tells the steps that are due now."""
        assert all(told["steps"] == self.steps for told in self.told if told["kind"] == "cannot")
        found = [told["code"] for told in self.told if told["kind"] == "cannot"]
        self.told = [told for told in self.told if told["kind"] != "cannot"]
        return found

    def bots(self):
        self.feed(self.hands.hold(()))
        self.feed(self.room.act(*self.prompt()))
        self.feed(self.hands.hold((0,)))


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_an_act_of_an_earlier_ask_does_nothing(name, seats, options):
    """Also where the table asks for the same once more, as in the next trick, and of a typed line."""
    evening = Held(name, seats, 1, options)
    evening.turn()
    known, late, again = [], 0, 0
    while evening.referee.prompt() is not None:
        asked = evening.prompt()[0]
        if not known or known[-1][0] != evening.task:
            known.append((evening.task, asked))
        for task, before in random.Random(late).sample(known[:-1], min(2, len(known) - 1)):
            if task.partition(" ")[0] == evening.task.partition(" ")[0]:
                continue
            lying = list(evening.room.lying)
            for token in (task, task.partition(" ")[0]):
                for act, word in ACTS_OF_ALL:
                    evening.send({"seat": 0, "act": act, "word": word, "task": token})
                    evening.turn()
            assert evening.refusals() == ["late"] * 2 * len(ACTS_OF_ALL) and evening.room.lying == lying, (
                task,
                evening.task,
            )
            late += 1
            again += before == asked
        evening.bots()
        evening.turn()
    numbers = [number for number, _ in itertools.groupby(task.partition(" ")[0] for task, _ in known)]
    assert late > 20 and again > 0 and len(set(numbers)) == len(numbers), "no number comes back"


def test_an_act_of_the_present_ask_is_done():
    evening = Held("democracy", 4, 1, {"target": 1})
    evening.turn()
    for token in (evening.task, evening.task.partition(" ")[0], None):
        evening.send({"seat": 0, "act": "press", "word": "ok", "task": token})
        evening.turn()
        assert evening.refusals() == []


def test_a_repair_after_a_power_cut_is_an_ask_of_its_own():
    evening = Held("democracy", 4, 1, {"target": 1})
    evening.turn()
    before = evening.task
    _, args, tasks, pads = evening.prompt()
    for other in (DARK, AFTER_A_CUT[0]):
        evening.turn((other, args, tasks, pads))
        evening.send({"seat": 0, "act": "press", "word": "ok", "task": before})
        evening.turn((other, args, tasks, pads))
        assert evening.refusals() == ["late"]
    evening.turn()
    evening.send({"seat": 0, "act": "press", "word": "ok", "task": before})
    evening.turn()
    assert evening.refusals() == ["late"]


def test_the_table_waits_for_no_program_that_does_not_read():
    """Old views give way to the newest; answers stay."""
    evening = Held("democracy", 4, 1, {"target": 1})
    what, args, tasks, pads = evening.prompt()
    evening.send({"seat": 0, "act": "point"})
    evening.seats.act((what, args, tasks, pads), evening.people.carry_out)
    ended = threading.Event()

    def play_on():
        for number in range(5000):
            shown = what if number % 2 else "resume"  # a repair is an ask of its own
            evening.seats.look((shown, args, tasks, pads), number, False)
        ended.set()

    threading.Thread(target=play_on, daemon=True).start()
    assert ended.wait(PATIENCE)
    evening.told, last = [], None
    while evening.told != last:
        last = list(evening.told)
        evening.turn()
    kinds = [told["kind"] for told in evening.told]
    assert kinds.count("cannot") == 1 and kinds.count("hands") < 5000
    evening.send({"seat": 0, "act": "press", "word": "ok", "task": evening.task})
    evening.turn()
    assert "late" not in evening.refusals()


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_no_act_of_a_person_is_an_order_of_the_program_or_ends_the_table(name, seats, options):
    """Any act and any word at any ask: it is carried out, or refused by a code that people know."""
    evening = Held(name, seats, 2, options)
    lots = random.Random(name)
    evening.turn()
    acts = [*ACTS, READ, "hold", "held", "fumbles", "off", "act", "perceive", "", "lay ", "__class__", "\0"]
    known = vocabulary.load("en", name).cannot
    refused = set()
    for _ in range(300):  # such a person may hinder the match for ever
        for _ in range(4):
            wish = {"seat": 0, "act": lots.choice(acts), "word": lots.choice(WORDS)}
            evening.send({**wish, "insists": lots.random() < 0.5})
            evening.turn()
            assert evening.room.held == {0}
            codes = evening.refusals()
            assert set(codes) <= set(known)
            assert wish["act"] in (*ACTS, READ) or codes == ["unknown-act"], wish
            refused.update(codes)
        evening.bots()
        evening.turn()
    assert len(refused) > 3


class Tidy(ObedientMatch):
    """A match in which seat 0 is held by a player who carries out the first step, and its hands tidy up as
    soon as the bots have nothing to do. `by_hands`: acts of the hands, as prompt and act.
    """

    def __init__(self, name, seats, seed, options, by_hand=(), reveal_us=0, lingers=False):
        super().__init__(name, seats, seed, options)
        self.people = People(self.room)
        self.people.hands = self.hands
        self.hands.hold((0,))
        self.ask = AskOf(self.referee)
        self.seats = HeldHands(self.hands, [], self.ask, by_hand, reveal_us, lingers)
        self.now, self.by_hands, self.decided = 0, [], []

    def perceived(self):
        return self.referee.prompt()[:4]

    def carry_out(self, act):
        if act[0] == "hand":
            self.by_hands.append((act[4], act[2]))
        return self.people.carry_out(act)

    def tidy(self):
        """Let the hands tidy up; return True if they have."""
        self.now += TIDY_US
        events = self.seats.tidy(self.perceived(), self.now, self.carry_out)
        self.feed(events)
        return bool(events)

    def decide(self):
        task = self.ask.tasks(self.referee.prompt(), SOURCES, self.hands.are_all)[0]
        if not task.steps:
            self.hear(self.referee.feed(("expired",)))
            return
        self.decided.append((task.what, task.steps[0].act))
        for act, word in self.choose(task, task.steps[0]):
            self.do(task, act, word)

    def play(self, until=None):
        """Play to the end, or to a prompt."""
        while (prompt := self.referee.prompt()) is not None and prompt.what != until:
            assert self.acts < 5000, "the match finds no end"
            events = self.room.act(*self.perceived())
            self.feed(events)
            if not events and not self.tidy():
                self.decide()
        return self


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_a_player_who_only_decides_reaches_the_end(name, seats, options):
    """Sitting down, counting, lifting, taking and clearing away are done for them, and nothing else is."""
    evening = Tidy(name, seats, 3, options).play()
    pressed = {what for what, act in evening.by_hands if act == "press"}
    done = {act for _, act in evening.by_hands}
    assert "take-seats" in pressed and pressed <= set(CONFIRMS)
    assert done & {"lift", "take"} and done <= {"press", "lift", "take", "clear"}
    assert not {what for what, _ in evening.decided} & set(CONFIRMS)
    assert {act for _, act in evening.decided} <= {"lay", "show", "pick", "key"} and len(evening.decided) > 5


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_a_player_who_moves_each_card_is_left_alone(name, seats, options):
    evening = Tidy(name, seats, 3, options, by_hand=[0]).play()
    assert evening.by_hands == []
    assert ("take-seats", "key") in evening.decided
    assert {act for _, act in evening.decided} & {"lift", "take"}


def test_hands_lift_no_wrong_card():
    """Its player must see it."""
    evening = Tidy("democracy", 4, 1, {"target": 1}).play(until="lay-face-down")
    what, _, tasks, pads = evening.perceived()
    evening.feed(evening.hands.act(0, "lay", "foreign", what, tasks, pads))
    assert evening.ask.tasks(evening.referee.prompt(), SOURCES, False)[0].steps[0].act == "lift"
    assert not evening.tidy() and evening.room.lying[0] is not None


@pytest.mark.parametrize("reveal_us", [1_000_000, 2_500_000])
def test_hands_wait_until_a_reveal_can_be_seen(reveal_us):
    """So do the bots, who ask `is_showing` as well; the only player at the table may go on before."""
    evening = Tidy("democracy", 4, 1, {"target": 1}, reveal_us=reveal_us)
    evening.ask.revealed = 7
    assert evening.seats.is_showing(TIDY_US)
    assert evening.seats.tidy(evening.perceived(), reveal_us, evening.carry_out) == []
    assert evening.seats.is_showing(TIDY_US + reveal_us - 1)
    assert not evening.seats.is_showing(TIDY_US + reveal_us)
    assert evening.seats.tidy(evening.perceived(), TIDY_US + reveal_us, evening.carry_out)
    evening.ask.revealed = 9
    assert evening.seats.is_showing(2 * reveal_us)
    evening.seats.receive([json.dumps({"seat": 0, "act": "press", "word": "ok"}).encode()])
    evening.seats.act(evening.perceived(), evening.carry_out)
    assert not evening.seats.is_showing(2 * reveal_us)


@pytest.mark.parametrize(("seconds", "pace"), [(4, 3), (1.5, 1), (2, 0.5), (0, 1), (0, 3)])
def test_a_reveal_lasts_as_long_at_each_pace(seconds, pace):
    assert find_reveal_us(seconds, pace) / 1e6 * pace == pytest.approx(seconds, abs=1e-4)
    assert find_reveal_us(seconds, 0) == 0


class Taking(Tidy):
    """A player who takes open cards where the rules have some, and lifts each at once; `taken`: at which asks
    it was lifted.
    """

    taken: tuple[str, ...] = ()

    def decide(self):
        cards = self.room.to_be_taken(0) if self.referee.prompt().what == "draw-or-take" else []
        if not cards:
            super().decide()
            return
        for act, word in (("swap", self.called(cards[0])), ("lift", "")):
            asked = self.referee.prompt().what
            self.seats.receive([json.dumps({"seat": 0, "act": act, "word": word}).encode()])
            what, args, tasks, pads = self.perceived()
            dark = pads if act == "swap" else [base.EMPTY] * len(pads)  # the lamp of a kept card goes out
            self.feed(self.seats.act((what, args, tasks, dark), self.carry_out))
        assert cards[0] in self.room.people[0].hand, f"taken, and lifted at {asked}"
        self.taken += (asked,)


def test_a_card_just_taken_is_lifted_into_the_hand_however_soon():
    """Not back into the row of the other player, though the table's people have not seen that it counts."""
    taken = [asked for seed in range(8) for asked in Taking("demos", 3, seed, {"max_rounds": 2}).play().taken]
    assert len(taken) > 8 and len(set(taken)) > 1


def test_after_an_undo_hands_and_bots_wait_for_the_person():
    evening = Tidy("democracy", 4, 1, {"target": 1})
    evening.ask.is_undone = True
    assert evening.seats.holds_back(evening.perceived()) and not evening.tidy()
    evening.seats.receive([json.dumps({"seat": 0, "act": "press", "word": "no"}).encode()])
    evening.seats.act(evening.perceived(), evening.carry_out)
    assert not evening.seats.holds_back(evening.perceived()) and evening.tidy()


def test_seats_are_moved_by_hand_from_a_message_on():
    evening = Tidy("democracy", 4, 1, {"target": 1})
    evening.seats.receive([b'{"held": [0], "by_hand": [0]}'])
    evening.seats.act(evening.perceived(), lambda act: evening.hands.hold(*act[1:]))
    assert not evening.tidy()
    evening.seats.receive([b'{"held": [0], "by_hand": []}'])
    evening.seats.act(evening.perceived(), lambda act: evening.hands.hold(*act[1:]))
    assert evening.tidy()


def test_all_take_twice_as_long_from_a_message_on():
    evening = Tidy("democracy", 4, 1, {"target": 1})
    for sent, slowness in (
        ('{"held": [0], "slowness": 2.0}', 2.0),
        ('{"held": [0]}', 2.0),
        ('{"held": [0], "slowness": 1.0}', 1.0),
    ):
        evening.seats.receive([sent.encode()])
        evening.seats.act(evening.perceived(), lambda act: evening.hands.hold(*act[1:]))
        assert evening.seats.slowness == slowness


def test_nothing_is_asked_of_a_player_whose_hands_do_it():
    """A player who moves each card is asked to sit down."""
    for by_hand, steps in (([], 0), ([0], 1)):
        evening = Tidy("democracy", 4, 1, {"target": 1}, by_hand)
        evening.seats.look(evening.perceived(), 0, False)
        (row,) = messages_of(evening.seats)[0]["seats"]
        assert len(row["steps"]) == steps and bool(row["do"]) == bool(steps)


def test_a_count_that_is_wrong_is_asked_of_the_player():
    evening = Tidy("democracy", 4, 1, {"target": 1}).play(until="count-hand")
    evening.feed(evening.room.act(*evening.perceived()))  # the cards are dealt
    person = evening.room.people[0]
    evening.room.rest.append(person.hand.pop())
    assert not evening.tidy()
    evening.seats.look(evening.perceived(), 0, False)
    (row,) = messages_of(evening.seats)[-1]["seats"]
    assert row["steps"][0]["act"] == "key" and row["do"]
    person.hand.append(evening.room.rest.pop())
    assert evening.tidy()


def test_a_reveal_lingers_until_a_player_who_is_alone_goes_on():
    evening = Tidy("democracy", 4, 1, {"target": 1}, reveal_us=1_000_000, lingers=True)
    evening.ask.revealed = 7
    assert evening.seats.is_showing(0) and evening.seats.is_showing(3_600_000_000)
    evening.seats.look(evening.perceived(), 0, False)
    seen = messages_of(evening.seats)
    assert seen[-1]["seats"][0]["steps"] == [{"act": "on"}]
    assert evening.seats.tidy(evening.perceived(), 3_600_000_000, evening.carry_out) == []
    evening.seats.receive([b'{"seat": 0, "act": "on"}'])
    evening.seats.act(evening.perceived(), evening.carry_out)
    assert not evening.seats.is_showing(TIDY_US)
    evening.hands.hold((0, 1))
    evening.ask.revealed = 9
    assert evening.seats.is_showing(2 * TIDY_US)
    evening.seats.receive([b'{"seat": 0, "act": "on"}'])
    evening.seats.act(evening.perceived(), evening.carry_out)
    assert evening.seats.is_showing(2 * TIDY_US), "one of several players ends it for nobody"
    assert not evening.seats.is_showing(2 * TIDY_US + 1_000_000), "of several players nobody waits for one"


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_advice_goes_the_way_of_a_question_and_changes_nothing(name, seats, options):
    """Advice is asked for at each ask, and the match goes on as without it."""

    def play(asks):
        evening = Held(name, seats, 3, options)
        evening.turn()
        told = []
        while evening.referee.prompt() is not None:
            if asks:
                before = evening.room.freeze()
                evening.send({"seat": 0, "act": ADVISE, "task": evening.task})
                evening.turn()
                assert evening.room.freeze() == before
                told += [one for one in evening.told if one["kind"] == "advice"]
                evening.told = [one for one in evening.told if one["kind"] == "hands"]
            evening.bots()
            evening.turn()
        return evening.facts, told

    (facts, none), (same, told) = play(False), play(True)
    assert facts == same and not none
    assert len(told) > 10 and all(one["seat"] == 0 and one["act"] in ACTS for one in told)


def test_a_mistake_in_advice_ends_no_match(monkeypatch):
    def fail(*_):
        raise LookupError

    monkeypatch.setattr(held, "find_advice", fail)
    evening = Held("democracy", 4, 1, {"target": 1})
    evening.turn()
    evening.send({"seat": 0, "act": ADVISE})
    evening.turn()
    assert [told["code"] for told in evening.told if told["kind"] == "cannot"] == ["no-advice"]


def test_advice_is_given_to_held_seats_for_what_is_asked_now():
    evening = Held("democracy", 4, 1, {"target": 1})
    evening.turn()
    for seat, task, code in ((0, "999 lay", "late"), (1, None, "not-your-seat")):
        evening.send({"seat": seat, "act": ADVISE, "task": task})
        evening.turn()
        assert [told["code"] for told in evening.told if told["kind"] == "cannot"] == [code]
        evening.told = [told for told in evening.told if told["kind"] != "cannot"]
    _, args, tasks, pads = evening.prompt()
    evening.send({"seat": 0, "act": ADVISE})
    evening.turn((DARK, args, tasks, pads))
    assert [told["code"] for told in evening.told if told["kind"] == "cannot"] == ["no-advice"]
