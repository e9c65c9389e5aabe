"""The shadow agrees with all matches, names the record that does not follow, and takes in corrections."""

import copy

import pytest

from cardtable.engine import cards, referee
from cardtable.engine import match as matches
from cardtable.engine.match import resolve
from cardtable.engine.outputs import Record, Retold, Told
from cardtable.games import registry as games
from cardtable.wire.records import OWN, text_of
from tablehost.journal.game_log import Chronicle
from tablehost.journal.records import read
from tablehost.people import kinds, room
from tablehost.referee.shadow import Shadow

GAME = games.load("democracy")


class Table:
    """A judging referee and its people, keeps records and the facts that stand."""

    def __init__(self, seats, given, seed):
        match = matches.new(GAME, seats, given)
        self.judge = referee.Referee(match, draw=lambda stage, index, n: (stage + index + seed) % n)
        minds = [kinds.mind("random", GAME) for seat in range(seats)]
        self.room = room.room(GAME, seats, match.options, seed, minds)
        self.records = []
        self.stages = {}
        self.note(self.judge.start())

    def note(self, outs):
        stage = self.records[-1][1] if self.records else 0
        for out in outs:
            if isinstance(out, Record):
                # Lists are shared with the referee; what a table writes down is a copy.
                self.records.append(copy.deepcopy(list(out)))
                stage = out.stage + (out.kind == "end")
            elif isinstance(out, Retold):
                del self.stages[stage][out.count :]
            elif isinstance(out, Told):
                self.stages.setdefault(stage, []).append(out.fact)

    @property
    def facts(self):
        return [fact for stage in sorted(self.stages) for fact in self.stages[stage]]

    def play(self, until=None):
        while not self.judge.over and (until is None or not until(self)):
            for event in self.room.act(*self.judge.prompt()[:4]) or [("expired",)]:
                self.note(self.judge.feed(event))
        return self


def shadow_of(records):
    shadow = Shadow()
    for record in records:
        shadow.follow(copy.deepcopy(record))
    return shadow


@pytest.mark.parametrize(
    ("seats", "given", "seed"),
    [
        (2, {}, 1),
        (4, {"joker_turned": "ghost", "target": 3}, 2),
        (5, {"bad_catch": "one_two", "high_stake": 3, "sweep": "announced", "target": 3}, 3),
        (8, {"negotiation": "majority", "trump_tie": "cancel", "joker": "declared"}, 4),
    ],
)
def test_the_shadow_agrees_and_tells_the_same(seats, given, seed):
    table = Table(seats, given, seed).play()
    shadow = shadow_of(table.records)
    assert shadow.difference is None
    assert shadow.over
    assert shadow.facts == table.facts
    assert shadow.match.totals == table.judge.match.totals


def test_follow_returns_what_each_record_made_known():
    table = Table(2, {}, 5).play()
    shadow = Shadow()
    told = [fact for record in table.records for fact in shadow.follow(copy.deepcopy(record))]
    assert told == table.facts
    assert shadow.retold == 0


def a_reveal(records):
    """The number of the first record that opens plays: two cards after two handles."""
    for number, record in enumerate(records):
        value = record[3]
        before = records[number - 1][3]
        if record[0] == "answer" and isinstance(value, list) and isinstance(before, list) and before:
            if all(isinstance(one, int) and one >= cards.HANDLE for one in before):
                return number
    raise AssertionError("no cards were revealed")


@pytest.mark.parametrize(
    ("position", "field", "wrong"),
    [(0, "kind", "end"), (1, "stage", 7), (2, "index", 99), (4, "digest", 12345)],
)
def test_a_forged_field_is_named_with_its_record(position, field, wrong):
    records = Table(2, {}, 6).play().records
    number = a_reveal(records)
    forged = copy.deepcopy(records)
    forged[number][position] = wrong
    found = shadow_of(forged).difference
    assert (found.number, found.field, found.recorded) == (number, field, wrong)
    assert f"record {number} " in str(found) and field in str(found)


def test_a_forged_card_is_noticed_at_once_or_by_the_next_digest():
    records = Table(2, {}, 6).play().records
    number = a_reveal(records)
    forged = copy.deepcopy(records)
    forged[number][3] = [cards.card(0, 2), forged[number][3][1]]
    found = shadow_of(forged).difference
    assert (found.number, found.field) == (number, "value")
    # Any other card of the deck fits the rules; only the digest of what follows can give it away.
    deck = GAME.deck(2, resolve(GAME, 2, {}))
    laid = [record[3] for record in records[:number] if record[0] == "answer"]
    other = next(card for card in deck if card not in records[number][3] and [card] not in laid)
    forged = copy.deepcopy(records)
    forged[number][3] = [other, forged[number][3][1]]
    shadow = shadow_of(forged)
    assert shadow.difference is not None and shadow.difference.number in (number, number + 1)


def test_after_a_difference_nothing_is_judged_and_earlier_facts_stay():
    records = Table(2, {}, 6).play().records
    number = a_reveal(records)
    forged = copy.deepcopy(records)
    forged[number][4] += 1
    shadow = shadow_of(forged)
    assert shadow.records == len(records)
    assert shadow.facts == shadow_of(records[:number]).facts


@pytest.mark.parametrize(
    "record",
    [["answer", 0, 0, [], 0], ["start", 0, 0, ["chess", 2, [], []], 0], ["start", 0, 0, None, 0], ["x"]],
)
def test_what_is_no_beginning_is_a_difference_not_a_crash(record):
    shadow = shadow_of([record])
    assert shadow.difference is not None and shadow.difference.number == 0


def tricks(table):
    return sum(fact[0] == "trick" for fact in table.facts)


def test_an_undo_takes_back_the_facts_it_overturned():
    table = Table(3, {}, 7).play(lambda table: tricks(table) == 3)
    before = list(table.facts)
    table.note(table.judge.correct(["undo", table.judge.last_answer, 1]))
    assert tricks(table) == 2
    shadow = shadow_of(table.records)
    assert shadow.difference is None
    assert shadow.facts == table.facts == before[: len(shadow.facts)]
    assert shadow.retold == 1


def test_a_void_island_stays_in_the_facts_and_is_played_again():
    table = Table(3, {}, 8).play(lambda table: tricks(table) == 2)
    table.note(table.judge.correct(["void", "misdeal"]))
    shadow = shadow_of(table.records)
    assert shadow.difference is None
    assert shadow.facts == table.facts
    kinds = [fact[0] for fact in shadow.facts]
    assert kinds == ["seated", "island", "trick", "trick", "void", "island"]


@pytest.mark.parametrize("odd", [-1, [0, 0]])
def test_options_are_packed_in_one_way_only(odd):
    """A number that would be understood, or one too many, is not what a table writes."""
    match = matches.new(GAME, 2, {}).dump()
    packed = [odd, *match[2][1:]] if isinstance(odd, int) else [*match[2], *odd]
    shadow = Shadow()
    shadow.follow(["start", 0, 0, [*match[:2], packed, *match[3:]], 0])
    assert shadow.difference is not None and shadow.difference.field == "value"


def test_what_a_table_writes_for_itself_changes_nothing_in_the_chronicle():
    """Its own records anywhere, and more fields behind those of the rules."""
    records = Table(3, {"target": 2}, 9).play().records
    plain, full = Chronicle(["a", "b", "c"], True), Chronicle(["a", "b", "c"], True)
    for g, record in enumerate(records):
        plain.take(g, read(copy.deepcopy(record)))
    for g, record in enumerate(records):
        assert full.take(g, read([OWN[g % len(OWN)], g, text_of(bytes(32))])) == []
        full.take(g, read([*copy.deepcopy(record), "commitment"]))
    assert full.shadow.difference is None and full.shadow.over
    assert full.lines == plain.lines != []
