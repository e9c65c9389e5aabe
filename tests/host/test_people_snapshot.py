"""Snapshots of people: nothing of their state is lost on the way, and nothing else gets in."""

import json
import random

import pytest

from cardtable.engine import match as matches
from cardtable.engine import referee
from cardtable.engine.outputs import Told
from cardtable.games import registry as games
from cardtable.games.democrazy import law_rows
from cardtable.games.democrazy.cards import BLANK
from cardtable.games.democrazy.law import Law, law_card, read_row
from tablehost.games.democrazy.people import blank_laws, fillings
from tablehost.games.democrazy.view import law_data, law_of
from tablehost.people import bots, room, snapshot
from tablehost.people.snapshot import Kept, Misfit
from tablehost.referee import open_log

MATCHES = [
    ("democracy", 4, {"target": 2, "negotiation": "majority", "joker": "declared"}),
    ("demos", 3, {"max_rounds": 2}),
    ("demos", 5, {"max_rounds": 2, "mode": "2v2+1"}),
    ("democrazy", 4, {"private_law": "on", "blank_laws": 3, "chip_record": "counted", "stack_top": 4}),
]
SEED = 5


def room_of(match, seed):
    game = match.game
    best = bots.kinds(game)[0]
    brains = [bots.brain(best, game, seed, seat) for seat in range(match.seats)]
    return room.room(game, match.seats, match.options, seed, brains)


def played(name, seats, options, often):
    """The facts and winners of a match. Every so `often` acts other people take the places of those who play,
    and know what is in a snapshot of theirs; 0: never.
    """
    match = matches.new(games.load(name), seats, options)
    judge = referee.Referee(match, draw=lambda *at: random.Random(f"{at[:2]}").randrange(at[2]))
    room = room_of(match, SEED)
    deck = sorted(match.game.deck(seats, match.options))
    facts = []
    acts = 0

    def note(outs):
        for out in outs:
            if isinstance(out, Told):
                facts.append(out.fact)
                room.told(open_log.raw(match.game, out.fact))

    note(judge.start())
    while not judge.over:
        events = room.act(*judge.prompt()[:4])
        room.new_deals()
        assert sorted(room.all_cards()) == deck
        acts += 1
        if often and acts % often == 0:
            text = json.dumps(snapshot.take(room))
            other = room_of(match, SEED + 1)
            snapshot.fill(other, json.loads(text))
            assert json.dumps(snapshot.take(other)) == text
            other.records = room.records
            room = other
        for event in events or [("expired",)]:
            note(judge.feed(event))
    assert acts < 5000
    return facts, list(match.game.winners(judge.match))


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_people_from_a_snapshot_play_on_as_those_who_left_it(name, seats, options):
    assert played(name, seats, options, 0) == played(name, seats, options, 7)


def test_every_law_is_the_same_law_again():
    seen = 0
    for row in law_rows.LAWS:
        for fill in fillings(read_row(law_card(row), row)):
            law = read_row(law_card(row), row, "/".join(fill), 2, 4)
            again = law_of(json.loads(json.dumps(law_data(law))))
            assert as_told(again) == as_told(law)
            seen += 1
    options = {"blank_circle": "white"}
    for number, fill, law in blank_laws(BLANK, options):
        assert as_told(law_of(law_data(law))) == as_told(law), (number, fill)
    assert seen >= 74


def as_told(thing):
    """All attributes of a law, those of its operations among them."""
    told = {}
    for name, value in vars(thing).items():
        if name == "operations":
            value = [as_told(operation) for operation in value]
        elif name == "inner" and value is not None:
            value = as_told(value)
        told[name] = value
    return told


class Point:
    x: Kept[int]
    tag: Kept[str | None]

    def __init__(self, x=0):
        self.x = x
        self.tag = None


class Thing:
    numbers: Kept[list[int]]
    seen: Kept[set[int]]
    where: Kept[dict[int, tuple[int, str]]]
    home: Kept[tuple[int, Point] | None]
    points: Kept[list[Point]]
    args: Kept[object]
    lots: Kept[random.Random]

    def __init__(self):
        self.numbers = []
        self.shared = self.numbers
        self.seen = set()
        self.where = {}
        self.home = None
        self.points = [Point(), Point()]
        self.args = Point()
        self.lots = random.Random(1)


def thing():
    made = Thing()
    made.numbers += [3, 1]
    made.seen |= {2, 9}
    made.where[4] = (5, "pad")
    made.home = (1, Point(8))
    made.lots.random()
    return made


def test_what_is_shared_stays_shared():
    other = Thing()
    snapshot.fill(other, json.loads(json.dumps(snapshot.take(thing()))))
    assert other.shared is other.numbers == [3, 1]
    assert (other.seen, other.where, other.home[0], other.home[1].x) == ({2, 9}, {4: (5, "pad")}, 1, 8)
    assert other.lots.random() == thing().lots.random()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"numbers": ["3"]}, ".numbers[0]"),
        ({"numbers": [True]}, ".numbers[0]"),
        ({"numbers": {}}, ".numbers"),
        ({"seen": [[]]}, ".seen[0]"),
        ({"where": [[4, [5]]]}, ".where[0]"),
        ({"where": [[4]]}, ".where[0]"),
        ({"home": [1, {"x": 1}]}, ".home[1]"),
        ({"home": [1, {"x": 1, "tag": None, "__class__": "os"}]}, ".home[1]"),
        ({"home": [1, [2, None]]}, ".home[1]"),
        ({"points": [{"x": 1, "tag": ""}]}, ".points"),
        ({"lots": "AAAA"}, ".lots"),
        ({"lots": 3}, ".lots"),
        ({"more": 1}, "more"),
        ({"numbers": None}, ".numbers"),
    ],
)
def test_a_misfit_is_named_by_its_place(change, place):
    data = {**json.loads(json.dumps(snapshot.take(thing()))), **change}
    with pytest.raises(Misfit) as found:
        snapshot.fill(Thing(), data)
    assert place in str(found.value)


@pytest.mark.parametrize("data", [[1], [1, "row", "", None, None], ["R01", 1, "", None, None], {}, None])
def test_what_is_no_law(data):
    class Holder:
        law: Kept[Law]

    holder = Holder()
    with pytest.raises(Misfit, match="law"):
        snapshot.fill(holder, {"law": data})
