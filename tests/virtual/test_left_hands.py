"""A seat that is left at any ask, with nothing done or half an act, is played on by its bot to the end."""

import pytest

from amounts import amount
from obedient_players import ObedientMatch

# By game how many asks, by code and first act, are left in its matches; and these, as seats and options.
MATCHES = {
    "democracy": (
        14,
        [
            (4, {"target": 1, "bad_catch": "one_two", "high_stake": 2, "sweep": "announced"}),
            (3, {"target": 1, "negotiation": "majority"}),
            (7, {"target": 1, "joker": "declared", "joker_turned": "dealer"}),
            (6, {"target": 1, "joker_turned": "ghost"}),
        ],
    ),
    "demos": (
        22,
        [
            (4, {"max_rounds": 6, "no_trio": "points"}),
            (4, {"max_rounds": 2, "mode": "2v2"}),
            (5, {"max_rounds": 2, "mode": "2v2+1"}),
        ],
    ),
    "democrazy": (28, [(5, {}), (6, {"private_law": "on"})]),
}
SEEDS = amount(6, soak=200)
MOST_IDLE = 100  # looks at the table: bots discuss an award for a while


class LeftMatch(ObedientMatch):
    """A match whose players leave at the first ask of each kind, and sit down again some asks later. `left`:
    the asks at which they did, with the first act.
    """

    def __init__(self, name, seats, seed, options):
        super().__init__(name, seats, seed, options)
        self.left = set()
        self._returns = {}  # seat -> the ask from which on its player is there again

    def play(self):
        idle = 0
        while (prompt := self.referee.prompt()) is not None:
            assert self.acts < self.most, f"the match finds no end at {prompt}"
            self._sit_down()
            number = self.referee.ask_number
            if self._play_bots(prompt) or self.referee.ask_number != number:
                idle = 0
                continue
            here = [task for task in self.tasks() if task.seat in self.room.held]
            due = [(task, task.steps[0]) for task in here if task.steps]
            due = due or [(task, task.may[0]) for task in here if task.may]  # bots wait for them
            idle = 0 if due else idle + 1
            assert idle < MOST_IDLE, f"the bots do nothing at {prompt}"
            if not due:
                continue
            task, step = self.lots.choice(due)
            kind = (task.what, step.act)
            agrees = task.what.startswith(("choose-", "count-"))  # and would not by lot
            acts = list(self.choose(task, step))
            if kind in self.left and not agrees:
                for act, word in acts:
                    self.do(task, act, word)
                continue
            for act, word in acts[: self.lots.randrange(2)] if kind not in self.left else ():
                self.do(task, act, word)
            self.left.add(kind)
            for seat in self.room.held if agrees else (task.seat,):
                self._returns[seat] = number + self.lots.randint(1, 6)
            self._sit_down()
        return self

    def _sit_down(self):
        """Have all hands held but those of players who have left and are not back."""
        here = {
            seat for seat in range(self.room.seats) if self._returns.get(seat, 0) <= self.referee.ask_number
        }
        if here != self.room.held:
            self.feed(self.hands.hold(here))

    def _play_bots(self, prompt):
        events = self.room.act(*prompt[:4])
        self.feed(events)
        return bool(events)


@pytest.mark.parametrize("game", MATCHES)
def test_a_seat_that_is_left_at_any_ask_is_played_on(game):
    least, rows = MATCHES[game]
    left = set()
    for seats, options in rows:
        for seed in range(SEEDS):
            left |= LeftMatch(game, seats, seed, options).play().left
    assert len(left) >= least, sorted(left)
