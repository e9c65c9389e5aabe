"""The acts that hint and page offer to a held seat, at prompts of random matches: the table refuses none."""

import re

import pytest

import random_players
from amounts import amount
from cardtable.engine import tasks
from cardtable.engine.asks.base import KEY_NAMES, SEALED
from cardtable.engine.asks.showing import Show
from cardtable.games import registry as games
from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.people.hands import DO, KEYS, PAD, SOURCES, as_fields
from tablehost.referee.shadow import Shadow

STEPS = amount(250, 4000)
SHORT = {"target": 1, "days": 2, "max_rounds": 3}


class Watched:
    """A random match, and what its held seats are offered by way of presenter and page."""

    def __init__(self, name, seed):
        game = games.load(name)
        lots = random_players.Lots(seed)
        seats = game.SEATS[0] + lots.below(game.SEATS[1] - game.SEATS[0] + 1)
        short = {row[0]: SHORT[row[0]] for row in game.OPTIONS if row[0] in SHORT}
        options = random_players.options_of(game, seats, lots, short)
        self.run = random_players.Game(game, seats, options, seed)
        self.shadow, self._followed = Shadow(), 0
        self.tongue = vocabulary.load("en", name)
        self.presenter = Presenter([f"P{seat}" for seat in range(seats)], self.tongue)

    def offers(self, seat):
        """(acts on the page, hint) of a seat, after the records so far."""
        prompt = self.run.referee.prompt()
        for record in self.run.records.since(self._followed):
            self.shadow.follow(record)
        self._followed = len(self.run.records)
        assert self.shadow.difference is None
        course = self.shadow.course
        task = tasks.form(0, course.ask, prompt, course.picture, course.table, SOURCES)[seat]
        lies = self.run.referee.picture.lying[seat] is not None
        row = {"seat": seat, "hand": [], "pad": ["card"] if lies else [], "pile": [], "open": [],
               "asked": prompt.what, "do": DO[prompt.tasks[seat]], "lamp": PAD[prompt.verdicts[seat]],
               "task": "", "steps": [as_fields(step) for step in task.steps],
               "may": [as_fields(step) for step in task.may]}  # fmt: skip
        self.presenter.hands({"kind": "hands", "seats": [row]})
        snapshot = self.presenter.snapshot
        words = CardWords(self.tongue)
        offers = documents.of_seat(snapshot, seat, words, self.tongue)["offers"]
        return offers, snapshot.hands[seat].todo

    def refusal(self, seat, key):
        """Why the table refuses a key now, None if it does not."""
        referee, table = self.run.referee, self.run.referee.table
        if table.consult is not None and key == table.consult[1]:
            if any(seat in side for side in table.consult[0]):
                return None
        return referee.ask.refuses(referee.picture, table, seat, key)


def is_hidden(ask):
    """True where only the Pico can tell whether the cards shown fit together."""
    return any(isinstance(one, Show) and one.secrecy == SEALED for one in ask.parts())


def check(watched, seat):
    prompt, ask = watched.run.referee.prompt(), watched.run.referee.ask
    offers, todo = watched.offers(seat)
    taken = {KEY_NAMES[key]: watched.refusal(seat, key) for key in KEYS.values() if key <= 3}
    about = (prompt.what, DO[prompt.tasks[seat]], offers, todo, taken)
    if offers == ["lift"]:
        return
    for at, key in enumerate(offers):
        if key in taken and not is_hidden(ask):
            picked = taken[key] == "pick-first" and "yes" in offers[:at]
            assert taken[key] is None or picked, about
    named = set(re.findall(r"\b(?:yes|no|ok)\b", todo))
    if not is_hidden(ask):
        assert all(taken[key] in (None, "pick-first") for key in named), about
    if DO[prompt.tasks[seat]] in ("answer", "call") and todo != "type lift":
        assert {key for key in taken if taken[key] is None} == set(offers) - {"read", "lay"}, about


@pytest.mark.parametrize("seed", range(amount(6, 40)))
@pytest.mark.parametrize("name", games.NAMES)
def test_no_key_is_offered_that_the_table_refuses(name, seed):
    watched = Watched(name, seed)
    for _ in range(STEPS):
        if watched.run.referee.over:
            break
        if watched.run.referee.undone is None:
            for seat in range(watched.run.referee.match.seats):
                check(watched, seat)
        watched.run.step()
