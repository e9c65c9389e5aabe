"""The people of DemoS: cards stay things, no player knows more than was shown, every match ends."""

import random

import pytest

from amounts import amount
from card_lists import parse_list
from cardtable.engine import cards as notation
from cardtable.engine import match as matches
from cardtable.engine import referee
from cardtable.engine.asks import base
from cardtable.engine.cards import parse
from cardtable.engine.match import OptionError, resolve
from cardtable.engine.outputs import Refused, Told
from cardtable.games import registry as games
from cardtable.games.demos.cards import is_number
from cardtable.games.demos.combinations import all_of, points
from cardtable.games.demos.teams import line_ups
from tablehost.games import demos
from tablehost.games.demos import people as demos_people
from tablehost.games.demos.player import outlook
from tablehost.people import bare_match, hands, kinds
from tablehost.people import room as people
from tablehost.people.faults import Faults
from tablehost.people.minds import Decision, by_lot, lots_of
from tablehost.people.room import AFTER_A_CUT
from tablehost.referee import open_log
from tablehost.virtual.people.fumbling import Fumbling

GAME = games.load("demos")
MATCHES = amount(40, soak=1000)
PARTS = 10
TABLES = (("learning", 3), ("learning", 5), ("complete", 3), ("complete", 4), ("complete", 5),
          ("2v2", 4), ("2v3", 5), ("2v2+1", 5))  # fmt: skip


def draw(lots):
    """A number of seats and options drawn at random that go together."""
    while True:
        mode, seats = lots.choice(TABLES)
        given = {"mode": mode}
        for name, choices, _ in GAME.OPTIONS:
            if name not in ("mode", "max_rounds") and lots.random() < 0.4:
                given[name] = lots.choice(choices)
        if lots.random() < 0.3:
            given["max_rounds"] = lots.choice((1, 2, 7))
        try:
            resolve(GAME, seats, given)
        except OptionError:
            continue
        return seats, given


def play(seats, given, seed, turns=("random",), log=False):
    match = matches.new(GAME, seats, given)
    minds = [kinds.mind(turns[seat % len(turns)], GAME) for seat in range(seats)]
    players = [f"P{seat}" for seat in range(seats)] if log else None
    return bare_match.begin(match, seed, minds, players).play()


class Watched(demos.Room):
    """A room that is looked at from outside, with eyes everywhere, and people who never keep still."""

    def __init__(self, *args, **more):
        super().__init__(*args, **{**more, "fidget": 0.2})
        self.shown_to_all = set()  # number cards that everybody could see this round
        if self._plan:
            self._plan = self.whims.choice(line_ups(self.mode, self.seats))

    def told(self, fact):
        super().told(fact)
        if fact["kind"] == "discard" and fact["turn"] == 1:
            self.shown_to_all.add(fact["card"])
        elif fact["kind"] == "turned_up":
            self.shown_to_all.add(fact["card"])
        elif fact["kind"] == "reveal":
            self.shown_to_all.update(fact["cards"])

    def deal(self, day, hand):
        super().deal(day, hand)
        self.shown_to_all.clear()

    def act(self, what, args, tasks, pads):
        events = super().act(what, args, tasks, pads)
        self.watch(what, events)
        return events

    def watch(self, what, events):
        if what.startswith("discard-openly"):
            self.shown_to_all.update(event[2] for event in events if event[0] == "laid")
        everywhere = self.rest + self.pool + self.gone + [card for card in self.lying if card is not None]
        for person in self.people:
            everywhere += person.hand + person.pile + self.rows[person.seat]
        assert sorted(everywhere) == sorted(self.deck)
        assert all(is_number(card) for card in self.pool) and not any(is_number(card) for card in self.rest)
        for person in self.people:
            self._knows_no_more_than_allowed(person)

    def _knows_no_more_than_allowed(self, person):
        view = person.view
        assert view.seen <= self.shown_to_all
        hidden = set(self.pool)
        for other in self.people:
            if other is not person:
                hidden |= set(other.hand) | {card for card in self.rows[other.seat] if is_number(card)}
        assert hidden - self.shown_to_all <= set(view.unseen(person.hand))
        for seat, known in enumerate(view.figures):
            assert len(known) == len(self._owned[seat])
            for card, owned in zip(known, self._owned[seat]):
                assert card in (None, owned)
                if card is not None and seat not in view.mates:
                    assert owned in view.open, "somebody knows a figure that nobody turned up"
        assert None not in view.figures[person.seat]


def watched(monkeypatch):
    rooms = []

    def room(game, *args, **more):
        rooms.append(Watched(game, *args, **more))
        return rooms[-1]

    monkeypatch.setattr(people, "room", room)
    return rooms


@pytest.mark.parametrize("part", range(PARTS))
def test_every_match_ends_and_cards_stay_things_whatever_was_agreed(monkeypatch, part):
    rooms = watched(monkeypatch)
    for number in range(part, MATCHES, PARTS):
        lots = random.Random(number)
        seats, given = draw(lots)
        kinds = lots.choice([("random",), ("sensible",), ("random", "sensible")])
        played = play(seats, given, number, kinds)
        assert played.facts[-1][0] == "result", (seats, given)
        final = played.facts[-2]
        assert final[0] == "final"
        assert final[1] == rooms[-1]._owned, "the table and the people disagree about figures"
        assert rooms[-1].view(0).totals == played.facts[-1][2]


def test_people_add_up_the_points_themselves(monkeypatch):
    """At a table that tells them nothing they come to the same totals, for each sees what all have shown."""
    monkeypatch.setattr(demos.Room, "told", lambda room, fact: None)
    rooms = []
    real = people.room
    monkeypatch.setattr(people, "room", lambda *args, **more: rooms.append(real(*args, **more)) or rooms[-1])
    for given in ({}, {"points_for": "winner"}):
        result = play(4, given, 3, ("sensible",)).facts[-1]
        assert rooms[-1].view(2).totals == result[2]


def test_all_procedures_come_up_in_these_matches():
    """Otherwise the matches above would say nothing about them."""
    seen = set()
    for number in range(MATCHES):
        lots = random.Random(number)
        seats, given = draw(lots)
        kinds = lots.choice([("random",), ("sensible",), ("random", "sensible")])
        for fact in play(seats, given, number, kinds).facts:
            seen.add(fact[0])
            told = dict(zip((name.rstrip("*") for name in GAME.FACTS[fact[0]]), fact[1:]))
            for field in ("what", "step", "held", "declined", "criterion"):
                if field in told:
                    seen.add((fact[0], told[field]))
            if fact[0] == "discard" and told["took"] is not None:
                seen.add(("took", told["turn"], told["from"] == told["seat"]))
            if fact[0] == "figure" and told["seat"] != told["drawer"]:
                seen.add("given")
    wanted = {
        "seated", "sides", "round", "discard", "vote", "reveal", "figure", "final", "void", "result", "given",
        ("turned_up", "discard"), ("turned_up", "figure"), ("turned_up", "media"), ("turned_up", "final"),
        ("media", "used"), ("media", "passed"), ("media", "cancelled"),
        ("vote", True), ("vote", False), ("discard", True), ("discard", False),
        ("took", 2, True), ("took", 2, False), ("took", 3, True), ("took", 3, False),
        ("tie", "suit"), ("tie", "rest"), ("reveal", "square"), ("reveal", "one-suit"), ("reveal", None),
        ("final", "three-suits"), ("final", "two-suits"), ("final", "nobody"),
    }  # fmt: skip
    assert wanted <= seen, wanted - seen


@pytest.mark.parametrize(
    ("mode", "seats", "kinds"),
    [
        ("learning", 4, ("sensible", "random")),
        ("complete", 4, ("sensible", "random")),
        ("2v2", 4, ("sensible", "random")),
        ("2v3", 5, ("random", "sensible", "random", "sensible", "random")),
        ("2v3", 5, ("sensible", "random", "sensible", "random", "sensible")),
        ("2v2+1", 5, ("random", "random", "random", "random", "sensible")),
        ("2v2+1", 5, ("sensible", "random", "sensible", "random", "random")),
    ],
)
def test_the_sensible_player_beats_players_by_lot(mode, seats, kinds):
    """Of 12 matches the sensible side wins 8 or more of those that have a winner."""
    won = decided = 0.0
    for number in range(12):
        played = play(seats, {"mode": mode}, number, kinds)
        if played.winners:
            decided += 1
            sensible = [seat for seat in played.winners if kinds[seat % len(kinds)] == "sensible"]
            won += len(sensible) / len(played.winners)
    assert decided >= 6 and won >= 2 / 3 * decided


def test_the_outlook_of_four_cards_is_what_the_rules_say_of_all_hands_of_five():
    lots = random.Random(4)
    deck = [card for card in GAME.deck(4, {"mode": "complete"}) if is_number(card)]
    for _ in range(300):
        four = sorted(lots.sample(deck, 4))
        favourite = lots.choice((None, 0, 1, 2, 3))
        squares = lots.random() < 0.8
        now, more = outlook(tuple(four), squares, favourite)
        for card in deck:
            if card not in four:
                found = all_of([*four, card], squares, favourite)
                worth = points(found[0], favourite, squares) if found else 0
                assert more.get(card, now) == worth, (four, card)


def asked(hand, **about):
    """A view of a round of four players without cards seen yet, and a hand for it."""
    options = resolve(GAME, 4, {})
    view = demos.Room(GAME, 4, options, 1, [None] * 4).view(0)
    for name, value in about.items():
        setattr(view, name, value)
    return parse_list(hand), view


def choose(kind, what, options, hand, view):
    """The index of the option that a sensible player chooses."""
    decision = Decision(kind, what, options, (), hand, view)
    return kinds.mind("sensible", GAME)(decision, lots_of(1, 0)).option


def test_a_sensible_player_parts_with_the_card_that_leads_nowhere():
    hand, view = asked("5S 6S 7S 3H AD", turn=1)
    assert choose("card", "discard-openly", hand, hand, view) == hand.index(parse("AD"))


def test_a_sensible_player_takes_the_open_card_that_completes_a_sequence():
    hand, view = asked("5S 6S 10H AD", turn=2, offered=parse_list("9C 7S"))
    assert choose("row", "draw-or-take", ("draw", *view.offered), hand, view) == 2
    hand, view = asked("5S 6S 10H AD", turn=2, offered=parse_list("9C 2C"))
    assert choose("row", "draw-or-take", ("draw", *view.offered), hand, view) == 0


def test_a_sensible_player_stops_the_third_turn_with_a_good_hand_alone():
    for hand, vetoes in (("5S 6S 7S 3H AD", 1), ("9S 6S 7H 3H AD", 0)):
        cards, view = asked(hand, turn=2)
        assert choose("row", "vote", ("yes", "no"), sorted(cards), view) == vetoes


def test_a_media_is_aimed_where_it_breaks_the_trio_that_would_win():
    """Seat 2 holds a known trio of three suits; naming the suit of another card of it makes it one of two."""
    hand, view = asked("5S", deck=GAME.deck(4, resolve(GAME, 4, {})))
    view.sides = [[0], [1], [2], [3]]
    trio = parse_list("KS QH JD")
    view.figures = [parse_list("KH QS JS X1"), [None], list(trio), []]
    view.open = {trio[0], trio[1]}
    view.totals = [50, 0, 0, 0]
    row = choose("row", "media-suit", ("S", "H", "D", "C"), hand, view)
    assert row in (0, 1)
    rows = [(1, 0), (2, 2)]
    assert rows[choose("row", "point-at", rows, hand, view)] == (2, 2)


def test_a_figure_goes_to_the_member_whose_trio_it_completes():
    options = resolve(GAME, 5, {"mode": "2v2+1"})
    view = demos.Room(GAME, 5, options, 1, [by_lot] * 5).view(0)
    view.figures = [parse_list("KS KH"), [], parse_list("KD QH"), [], []]
    view.drawn = parse("JC")
    assert choose("row", "give-figure", [0, 2], [], view) == 1


class Held:
    """A user who moves the hands of a seat by acts alone, as a player at a keyboard does: by lot."""

    def __init__(self, room, seats, lots):
        self.room = room
        self.hands = hands.Hands(room, seats)
        self.lots = lots
        self.tried = set()

    def act(self, what, args, tasks, pads):
        for seat in sorted(self.room.held):
            for act, word in self._wish(seat, what, args, tasks[seat], pads[seat]):
                return self.hands.act(seat, act, word, what, tasks, pads)
        return []

    def _wish(self, seat, what, args, task, lamp):
        person, lying = self.room.people[seat], self.room.lying[seat]
        lies = [one.card for one in self.room.discards]
        if lying is not None and (
            task == base.LIFT
            or lamp in (base.REMOVE, base.WRONG, base.EARLY)
            or (lamp == base.OLD and lying not in lies)
        ):
            if lamp == base.WRONG:
                self.tried.add(lying)
            return [("lift", "")]
        if task == base.PRESS_YES_NO:
            if what in ("vote", "team-vote"):
                return [("press", self.lots.choice(("yes", "no")))]
            sits = what.startswith(("take-", "count-", "sides-"))
            return [("press", "ok" if sits else ("yes", "no")[seat % 2])]
        if task == base.PICK:
            return [("press", "ok" if self.room.picked else "yes")]
        if task in (base.SHOW, base.PRESS_OK) and what.startswith("show-") and what != "show-media":
            return self._show(person, what)
        if task == base.PRESS_OK:
            offered = self.room.view(seat).offered
            if what == "draw-or-take" and offered and self.lots.random() < 0.5:
                return [("lay", notation.text(self.lots.choice(offered)))]
            return [("press", "no" if what == "draw-or-take" and self.lots.random() < 0.1 else "ok")]
        if task != base.LAY or (lying is not None and what != "point-at"):
            return []
        if what in ("draw-figure", "give-figure"):
            free = [one for one in self.room.view(seat).mates if self.room.lying[one] is None]
            return [("draw", str(self.lots.choice(free)))] if free else []
        if what == "point-at":
            targets = self.room._targets(person)
            return [("point", str(self.lots.choice(targets)[0]))] if targets else []
        if what == "turn-up-first":
            hidden = [card for card in person.pile if card not in self.room.view(seat).open]
            untried = [card for card in hidden if card not in self.tried]
            if not untried:
                self.tried.clear()
            return [("lay", notation.text(card)) for card in untried or hidden]
        if what == "discard-secret" and self.lots.random() < 0.2:
            return [("press", "no")]
        return [("lay", notation.text(self.lots.choice(person.hand)))]

    def _show(self, person, what):
        if what == "show-rest":
            wanted = [card for card in person.hand if card not in self.room._laid[person.seat]]
        else:
            wanted = (all_of(person.hand, what == "show-combination") or [[]])[0]
        left = [card for card in wanted if card not in person.shown]
        if left:
            return [("show", notation.text(left[0]))]
        return [("press", "ok" if wanted else "no")]


@pytest.mark.parametrize(("mode", "seats", "held"), [
    ("complete", 3, (0,)), ("complete", 4, (0, 1, 2, 3)), ("learning", 3, (2,)),
    ("2v2", 4, (0,)), ("2v3", 5, (1, 2)), ("2v2+1", 5, (4,)), ("2v2+1", 5, (0, 3)),
])  # fmt: skip
def test_a_user_at_a_keyboard_may_move_the_hands_of_a_seat(mode, seats, held):
    for seed in range(2):
        room, facts = play_along(mode, seats, held, seed)
        assert facts[-1][0] == "result"
        assert facts[-2][1] == room._owned, "the table and the people disagree about figures"


def play_along(mode, seats, held, seed):
    """A match in which hands that a user moves sit among people. Returns the room and the facts."""
    match = matches.new(GAME, seats, {"mode": mode})
    lots = random.Random(seed)
    minds = [kinds.mind("random", GAME) for seat in range(seats)]
    room = Watched(GAME, seats, match.options, seed, minds)
    player = Held(room, held, lots)
    judge = referee.Referee(match, draw=lambda stage, index, n: lots.randrange(n))
    facts = []

    def hear(outputs):
        for out in outputs:
            assert not isinstance(out, Refused) or out.code == "not-this-one", (out, judge.prompt())
            if isinstance(out, Told):
                facts.append(out.fact)
                room.told(open_log.raw(GAME, out.fact))

    hear(judge.start())
    while not judge.over:
        prompt = judge.prompt()
        room.picked = any(judge.picture.steps[seat] for seat in held)
        events = room.act(*prompt[:4]) or player.act(*prompt[:4])
        assert events, prompt
        room.watch(prompt[0], events)
        for event in events:
            if event[0] != "rest":
                hear(judge.feed(event))
    return room, facts


@pytest.fixture
def pair():
    """A room of two pairs whose seat 0 a user moves, in turn 2, with a discard laid; and the typed lines."""
    options = resolve(GAME, 4, {"mode": "2v2"})
    room = demos.Room(GAME, 4, options, 1, [kinds.mind("random", GAME) for seat in range(4)])
    moved = hands.Hands(room, (0,))
    nothing, tasks = [base.EMPTY] * base.PLACES, [base.NOTHING] * base.MOST_SEATS
    room.act("sides-chosen", ([0, 2], [1, 3]), tasks, nothing)
    room.act("count-first", (1, 0), tasks, nothing)

    def do(act, word, what, args=(2,), task=base.PRESS_OK, fine=False):
        tasks[0] = task
        room.act(what, args, tasks, [base.FINE, *nothing[1:]] if fine else nothing)
        return moved.act(0, act, word, what, tasks, nothing)

    do("lay", notation.text(room.people[0].hand[0]), "discard-secret", (), base.LAY)
    do("lift", "", "draw-or-take", fine=True)  # the discard is moved on
    assert len(room.people[0].hand) == 4
    return room, do


def test_what_is_asked_after_a_power_cut_ends_no_exchange():
    """A player who has laid a discard still draws when the match goes on."""
    options = resolve(GAME, 3, {})
    minds = [kinds.mind("random", GAME) for seat in range(3)]
    room = demos.Room(GAME, 3, options, 1, minds, fidget=0)
    nothing, tasks = [base.EMPTY] * base.PLACES, [base.NOTHING] * base.MOST_SEATS
    room.act("count-first", (1, 0), tasks, nothing)
    ((_, _, card),) = room.act("discard-openly", (1,), [base.LAY, *tasks[1:]], nothing)
    assert len(room.people[0].hand) == 4
    for what in AFTER_A_CUT:
        room.act(what, ("demos", ""), tasks, nothing)
    room.act("discard-openly", (1,), [base.NOTHING, base.LAY, *tasks[2:]], [base.OLD, *nothing[1:]])
    assert len(room.people[0].hand) == 5 and room.lying[0] == card


def test_who_types_draw_draws_once_and_then_says_ok(pair):
    room, do = pair
    hand, top = room.people[0].hand, room.pool[0]
    assert do("draw", "", "draw-or-take") == [("rest",)] and top in hand and len(hand) == 5
    with pytest.raises(hands.CannotDo, match="drawn-already"):
        do("draw", "", "draw-or-take")
    assert do("press", "ok", "draw-or-take") == [("key", 0, base.OK)] and len(hand) == 5
    with pytest.raises(hands.CannotDo, match="nobody-draws"):
        do("draw", "", "vote", (), base.PRESS_YES_NO)


def test_who_says_ok_without_a_word_has_drawn(pair):
    room, do = pair
    do("press", "ok", "draw-or-take")
    assert len(room.people[0].hand) == 5


@pytest.mark.parametrize("other", ["no", "take"])
def test_who_has_drawn_and_does_something_else_puts_the_card_back(pair, other):
    room, do = pair
    top = room.pool[0]
    do("draw", "", "draw-or-take")
    if other == "no":
        do("press", "no", "draw-or-take")
    else:
        card = room.people[1].hand.pop()
        room.rows[1].append(card)
        room.discards.append(demos_people.Discard(card, 1, True))
        room.view(0).offered = [card]
        assert notation.text(card) in room_sees(room)["open"]
        assert do("lay", notation.text(card), "draw-or-take")[-1] == ("laid", 0, card)
    assert room.pool[0] == top and top not in room.people[0].hand


def test_who_draws_for_a_team_does_not_wait_for_hands_that_leave_a_card_lying(pair):
    room, _ = pair
    tasks = [base.NOTHING] * base.MOST_SEATS
    room.lying[0] = room.people[0].hand.pop()
    top, tasks[2] = room.rest[0], base.LAY
    events = room.act("give-figure", (1, 1), tasks, [base.OLD, *[base.EMPTY] * (base.PLACES - 1)])
    assert events[-1] == ("laid", 2, top)


def room_sees(room):
    return hands.Hands(room, room.held).sees([0] * base.MOST_SEATS, [0] * base.PLACES)[0]


def test_a_figure_drawn_goes_to_oneself_or_to_a_mate_named(pair):
    room, do = pair
    for word, why in (("1", "not-your-team"), ("9", "not-your-team")):
        with pytest.raises(hands.CannotDo, match=why):
            do("draw", word, "give-figure", (1, 1), base.LAY)
    top, room.lying[2] = room.rest[0], parse("5S")
    with pytest.raises(hands.CannotDo, match="their-card-lies"):
        do("draw", "2", "give-figure", (1, 1), base.LAY)
    room.lying[2] = None
    assert do("draw", "2", "give-figure", (1, 1), base.LAY) == [("laid", 2, top)]
    second = room.rest[0]
    with pytest.raises(hands.CannotDo, match="lies-hidden"):
        do("lay", notation.text(second), "give-figure", (2, 2), base.LAY)
    assert do("draw", "", "give-figure", (2, 2), base.LAY) == [("rest",)]
    looked_at = notation.text(second, room.letters)
    assert room_sees(room)["pile"] == [f"({looked_at})"], "the drawer looks before it is given"
    assert do("lay", notation.text(second), "give-figure", (2, 2), base.LAY) == [("laid", 0, second)]
    assert room_sees(room)["pile"] == []
    third = room.rest[0]
    room.lying[0] = None
    do("draw", "", "give-figure", (1, 1), base.LAY)
    assert do("draw", "", "give-figure", (1, 1), base.LAY) == [("laid", 0, third)]
    with pytest.raises(hands.CannotDo, match="nobody-points"):
        do("point", "1", "vote", (), base.PRESS_YES_NO)
    with pytest.raises(hands.CannotDo, match="no-target"):
        do("point", "1", "point-at", (0, "S"), base.LAY)


def test_a_seat_with_six_cards_says_so():
    options = resolve(GAME, 3, {})
    room = demos.Room(GAME, 3, options, 1, [kinds.mind("random", GAME) for seat in range(3)])
    tasks = [base.PRESS_YES_NO] * 3 + [base.NOTHING] * 7
    nothing = [base.EMPTY] * base.PLACES
    room.act("count-first", (1, 0), tasks, nothing)
    room.people[1].hand.append(room.pool.pop())
    pressed = [room.act("count-first", (1, 0), tasks, nothing)[0] for _ in range(20)]
    keys = {event[1]: event[2] for event in pressed}
    assert keys == {0: base.OK, 1: base.NO, 2: base.OK}
    assert len(room.new_deals()) == 1


def test_a_card_is_put_right_at_the_prompt_that_is_shown_now():
    """A discard that was taken counts once the next prompt shows: lifted then, it is in the hand."""
    minds = [kinds.mind("random", GAME) for seat in range(3)]
    room = people.room(GAME, 3, resolve(GAME, 3, {}), 1, minds)
    tasks, pads = [base.NOTHING] * base.MOST_SEATS, [base.EMPTY] * base.PLACES
    room.perceive("count-first", (1, 0), tasks, pads)
    taker, owner = room.people[:2]
    taken = owner.hand.pop()
    room.rows[1].append(taken)
    room.discards.append(demos_people.Discard(taken, 1, True))
    room.perceive("draw-or-take", (2,), tasks, pads)
    room._exchanging = 0
    room._take_discard(taker, taken)
    pads[0], tasks[1] = base.WRONG, base.LAY
    fumbling = Fumbling(room, Faults({}, 1, None))
    assert fumbling.act("discard-secret", (), tasks, pads, "", 0) == [("lifted", 0)]
    assert taken in taker.hand and not room.rows[1]
