"""A person takes a bot's seat over in the middle of a match, acts as people do, and leaves it again."""

import random

import pytest

from amounts import amount
from cardtable.engine import cards
from cardtable.engine.asks import base
from held_match import HeldMatch
from tablehost.people.hands import CannotDo

MATCHES = [
    ("democracy", 4, {"target": 1}),
    ("demos", 4, {"max_rounds": 2, "no_trio": "points"}),
    ("demos", 5, {"mode": "2v3", "max_rounds": 2}),
    ("democrazy", 5, {}),
]
MOST_STEPS = 5_000


class Evening(HeldMatch):
    """A match of bots whose seats people take over at random, for a few acts, right and wrong ones."""

    def __init__(self, name, seats, seed, options):
        super().__init__(name, "random", (), seats, seed, options)
        self.lots = random.Random(seed)

    def conserved(self):
        assert sorted(self.room.all_cards()) == sorted(self.room.deck)

    def play(self):
        for _ in range(MOST_STEPS):
            prompt = self.referee.prompt()
            if prompt is None:
                return self
            if self.lots.random() < 0.02:
                self.feed(self.hands.hold(self.lots.sample(range(self.room.seats), self.lots.randrange(3))))
            elif self.room.held and self.lots.random() < 0.2:
                self.act_as_people(prompt)
            elif not self.room.held or self.lots.random() < 0.9:
                self.feed(self.room.act(*prompt[:4]))
            else:
                self.feed(self.hands.hold(()))
        raise AssertionError(f"the match finds no end at {self.referee.prompt()}")

    def act_as_people(self, prompt):
        what, _, tasks, pads = prompt[:4]
        seat = self.lots.choice(sorted(self.room.held))
        hand = [cards.text(card, self.room.letters) for card in self.room.people[seat].hand]
        acts = [("press", key) for key in ("ok", "yes", "no") if what != "take-seats" or key == "ok"] + [
            ("lift", ""),
            ("take", ""),
            ("draw", ""),
        ]
        acts += [("turn", "")] * (what == "turn-up")  # a pool that is one short needs people to mend it
        acts += [("lay", "foreign"), *(("lay", card) for card in hand[:6])]
        act, word = self.lots.choice(acts)
        try:
            self.feed(self.hands.act(seat, act, word, what, tasks, pads))
        except CannotDo:
            pass


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_a_match_goes_on_when_people_come_and_leave(name, seats, options, seed):
    Evening(name, seats, seed, options).play()


@pytest.mark.parametrize("seed", range(amount(10, soak=40)))
@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_a_bot_goes_on_with_the_card_of_a_person_who_laid_it_and_left_at_once(name, seats, options, seed):
    """The bot comes before the card's lamp is lit."""
    lay_and_leave(name, seats, options, seed)


@pytest.mark.parametrize(("number", "seed"), [(2, 45), (3, 94)])
def test_a_bot_finds_a_way_on_from_any_card_that_a_person_left(number, seed):
    """Several persons lay and leave before a bot looks; a law that was milled is laid again."""
    lay_and_leave(*MATCHES[number], seed)


def lay_and_leave(name, seats, options, seed):
    """Have persons sit down at random, lay a card, and leave before its lamp is lit."""
    evening = Evening(name, seats, seed, options)
    for _ in range(MOST_STEPS):
        prompt = evening.referee.prompt()
        if prompt is None:
            return
        what, _, tasks, pads = prompt[:4]
        awaited = [
            seat for seat in range(seats) if tasks[seat] == base.LAY and evening.room.lying[seat] is None
        ]
        if awaited and evening.lots.random() < 0.3:
            seat = evening.lots.choice(awaited)
            evening.feed(evening.hands.hold([seat]))
            hand = [cards.text(card, evening.room.letters) for card in evening.room.people[seat].hand]
            if hand:
                try:
                    card = evening.lots.choice(hand)
                    evening.feed(evening.hands.act(seat, "lay", card, what, tasks, pads))
                except CannotDo:
                    pass
            evening.feed(evening.hands.hold(()))
        else:
            evening.feed(evening.room.act(*prompt[:4]))
    raise AssertionError(f"the match finds no end at {evening.referee.prompt()}")
