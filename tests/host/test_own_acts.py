"""The last act of a seat in the records, over random play with corrections: inputs of that seat led to it."""

import pytest

import random_players
from amounts import amount
from cardtable.engine import spoken_corrections
from cardtable.engine.asks.base import CENTRE
from cardtable.engine.asks.laying import LayOne
from cardtable.engine.replay import Conflict
from cardtable.games import registry as games
from random_players import Lots
from tablehost.referee import own_acts
from tablehost.referee.shadow import Shadow

KINDS = ("card", "key", "row")
STEPS = amount(600, 3000)
SHORT = {"target": 2, "days": 2, "max_rounds": 3}


class Followed:
    """A random match, a shadow of it, and all inputs of this stage that may be part of an answer."""

    def __init__(self, name, seed):
        game = games.load(name)
        self.lots = Lots(seed)
        self.seats = game.SEATS[0] + self.lots.below(game.SEATS[1] - game.SEATS[0] + 1)
        short = {row[0]: SHORT[row[0]] for row in game.OPTIONS if row[0] in SHORT}
        options = random_players.options_of(game, self.seats, self.lots, short)
        self.run = random_players.Game(game, self.seats, options, seed)
        self.shadow, self.followed = Shadow(), 0
        # By seat and kind of part: inputs since one was part of an answer.
        self.inputs = {(seat, kind): 0 for seat in range(self.seats) for kind in KINDS}
        self.middle = 0
        self.aside = None, {}
        self.led = 0  # answers whose last input was checked
        self.follow(None)

    def follow(self, event):
        for number in range(self.followed, len(self.run.records)):
            record = self.run.records[number]
            ask = None if self.shadow.course is None else self.shadow.course.ask
            self.shadow.follow(record)
            assert self.shadow.difference is None
            if record[0] != "answer" or ask.auto:
                continue
            parts = own_acts.read_parts(ask, record[3])
            if ask.interrupted_by(record[3]) is not None:
                self.aside = ask, dict(self.inputs)  # cards and keys before the call count when it is over
            for seat, own in parts.items():
                lays_elsewhere = any(part.by == seat for part in ask.parts())
                for kind in {part.kind for part in own}:
                    led = self.inputs[seat, kind] or (kind == "row" and self.inputs[seat, "key"])
                    assert led or (lays_elsewhere and self.middle), (seat, ask.what, record)
                    if not lays_elsewhere:  # its own pad may have a card for what comes
                        self.inputs[seat, kind] = 0
            if event is not None and self.is_part(event, ask):
                assert event[1] in parts, (event, ask.what, record)
                self.led += 1
            event = None
            if self.aside[0] is not None and self.aside[0] is self.shadow.course.ask:
                self.inputs = {one: count + self.aside[1][one] for one, count in self.inputs.items()}
        self.followed = len(self.run.records)

    def is_part(self, event, ask):
        """True if the input that completed an answer is one of a seat, and part of this very answer."""
        kind, place = (*event, None)[:2]
        if kind not in ("key", "laid") or ask.what in own_acts.TIDY or place >= CENTRE:
            return False
        return all(part.next != place for part in ask.parts()) and (kind == "key" or not _lays_anywhere(ask))

    def step(self):
        event = self.run.choose()
        if event[0] in ("key", "laid"):
            if event[1] < self.seats:
                for kind in ("card", "row") if event[0] == "laid" else ("key",):
                    self.inputs[event[1], kind] += 1
            else:
                self.middle += 1
        self.run.feed(event)
        self.follow(event)

    def take_back(self, seat):
        """Take back the last act of a seat; return True if there was one that may be taken back."""
        course, found = self.run.referee, self.shadow.last_act(seat)
        if found is None or found.stage != course.match.stage:
            return False
        try:
            fix = spoken_corrections.parse_correction(course, "undo", [found.dropped, 1])
            assert fix[1] == found.number
            self.run.keep(course.correct(fix))
        except Conflict as why:  # the table's own answers are no players'
            raise AssertionError(why.code) from why
        self.inputs = dict.fromkeys(self.inputs, 1)  # cards and keys of the open ask may count again
        self.middle = 1
        self.follow(None)
        return True


def _lays_anywhere(ask):
    return any(isinstance(part, LayOne) for part in ask.parts())


@pytest.mark.parametrize("seed", range(amount(3, 30)))
@pytest.mark.parametrize("name", games.NAMES)
def test_the_last_act_of_a_seat_is_one_of_its_own_and_none_later_is(name, seed):
    match = Followed(name, seed)
    undone = 0
    for _ in range(STEPS):
        if match.run.referee.over:
            break
        match.step()
        if match.run.referee.over or match.run.referee.table is None:
            continue
        if match.lots.below(10) == 0:
            seat = match.lots.below(match.seats)
            before = match.shadow.last_act(seat)
            if match.take_back(seat):
                undone += 1
                course = match.run.referee
                assert len(course.answers) == before.number
                after = match.shadow.last_act(seat)
                assert after is None or (after.stage, after.number) < (before.stage, before.number)
                asked = own_acts.read_parts(course.ask, before.answer)
                assert before.parts == asked[seat], "the ask that is open again is the one it answered"
        stage = match.run.referee.match.stage
        given = [act.number for act in match.shadow.acts[stage]]
        assert given == spoken_corrections.player_answers(match.run.referee)
    assert match.led and undone


@pytest.mark.parametrize("name", games.NAMES)
def test_sitting_down_is_no_act(name):
    match = Followed(name, 1)
    while match.shadow.match.pads is None:
        match.step()
    assert [match.shadow.last_act(seat) for seat in range(match.seats)] == [None] * match.seats
