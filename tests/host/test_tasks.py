"""Tasks: players who do only the first step are never refused and come to the end, in every game and mode."""

import copy
import re
from collections import Counter
from contextlib import suppress
from itertools import pairwise

import pytest

from amounts import amount
from cardtable.engine import tasks
from cardtable.engine.asks import automatic, ballot, base, combined, keys, laying, showing
from cardtable.engine.outputs import Record
from obedient_players import ObedientMatch
from tablehost import messages
from tablehost.people import typed, vocabulary
from tablehost.people.hands import as_fields, offers
from tablehost.referee.open_ask import OpenAsk
from tablehost.referee.shadow import Shadow
from tablehost.virtual.people.held import TIDIES

MATCHES = [
    ("democracy", 2, {"target": 1}),
    ("democracy", 4, {"target": 1}),
    ("democracy", 10, {"target": 1}),
    ("demos", 4, {"max_rounds": 2}),
    ("demos", 3, {"max_rounds": 2}),
    ("demos", 4, {"mode": "2v2", "max_rounds": 2}),
    ("demos", 5, {"mode": "2v3", "max_rounds": 2}),
    ("demos", 5, {"mode": "2v2+1", "max_rounds": 2}),
    ("democrazy", 4, {"chip_record": "counted"}),
    ("democrazy", 5, {}),
    ("democrazy", 6, {"wild_reserve": "undealt"}),
]


@pytest.mark.parametrize("seed", range(amount(34, soak=3000)))
@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_players_who_only_obey_come_to_the_end_and_are_never_refused(name, seats, options, seed):
    match = ObedientMatch(name, seats, seed, options).play()
    assert match.referee.over


class Worded(ObedientMatch):
    """One in which the words of each first step are read as well. `met`: the steps that were."""

    def __init__(self, name, *words):
        super().__init__(name, *words)
        self.tongues = [vocabulary.load(lang, name) for lang in messages.LANGUAGES]
        self.met = set()

    def choose(self, task, step):
        moves = self.hands.moves_first(task.seat, task.what, task.args)
        steps = [as_fields(one) for one in task.steps]
        if moves and step.act not in TIDIES:
            steps = [{"act": moves}, *steps]
        first, keys = steps[0]["act"], steps[0].get("keys", [])
        offered = offers(task.what, steps, [as_fields(one) for one in task.may])
        called = "ok" if keys == ["ok"] else "answer"
        for tongue in self.tongues:
            typed_words = tongue.hint(task.what, called if first == "key" else first, keys)
            assert self.read(typed_words, tongue) & set(offered), (task.what, typed_words, offered)
            said = tongue.step(steps, offered, task.what)
            wanted = [word.upper() for key in keys for word, code in tongue.keys.items() if code == key]
            assert said and "{" not in said
            assert first != "key" or any(word in said for word in wanted), (task.what, said)
        self.met.add((task.what, first, *keys))
        yield from super().choose(task, step)

    def read(self, text, tongue):
        """Return the acts that the words of a hint are, typed one by one, with a card, or by twos; a card is
        laid.
        """
        words = re.findall(r"\w+", text)
        found = {"lay"} if {"card", "law", "carte", "loi"} & set(words) else set()
        for line in (*words, *(f"{word} 5s" for word in words), *map(" ".join, pairwise(words))):
            with suppress(typed.Unknown):
                act = typed.read(line, [0], 0, tongue)
                if isinstance(act, typed.Act):
                    found.add(act.word if act.act == "press" else act.act)
        return found


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_the_words_of_a_first_step_are_what_is_done(name, seats, options):
    met = set().union(*(Worded(name, seats, seed, options).play().met for seed in range(amount(2, soak=100))))
    assert len(met) >= 5


def test_no_kind_of_ask_is_without_a_task():
    modules = (automatic, ballot, combined, keys, laying, showing)
    kinds = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    simple = [one for one in kinds if issubclass(one, base.Ask) and not issubclass(one, combined.Several)]
    assert len(simple) > 12
    assert [one for one in simple if one is not base.Ask and not issubclass(one, tasks.KINDS)] == []


class Dimmed(ObedientMatch):
    """One in which a computer says which cards of a hand the table would refuse. `counted`: of how many it
    says so, and of how many it does not though they are.
    """

    def __init__(self, name, *words):
        self.open = OpenAsk(Shadow())
        self.counted, self._records = Counter(), 0
        super().__init__(name, *words)

    def hear(self, outs):
        outs = list(outs)
        for out in outs:
            if isinstance(out, Record):
                self.open.follow(self._records, copy.deepcopy(list(out)))
                self._records += 1
        super().hear(outs)

    def choose(self, task, step):
        if step.act in ("lay", "show") and step.source == "hand":
            dark = set(self.open.find_unfit(task))
            hand, course = self.room.people[task.seat].hand, self.referee
            step = step._replace(act="lay")  # each card alone
            taken = set(tasks.answers(step, task.seat, course.ask, hand, course.picture, course.table))
            assert not dark & taken, (task, dark & taken)
            self.counted += Counter(dark=len(dark & set(hand)), missed=len(set(hand) - taken - dark))
        return super().choose(task, task.steps[0])


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_no_card_is_dark_that_the_table_would_take(name, seats, options):
    counted = Counter()
    for seed in range(amount(2, soak=100)):
        counted += Dimmed(name, seats, seed, options).play().counted
    if name == "democrazy":
        assert counted["dark"] > 50 and counted["missed"] <= counted["dark"] / 20
