"""Menus: each row has words in every language, and is picked by one act, over random matches."""

import re

import pytest

from amounts import amount
from cardtable import languages
from cardtable.engine.asks.base import KEY_NAMES, NO, YES
from cardtable.engine.asks.keys import Choose
from cardtable.engine.cards import is_handle
from cardtable.engine.outputs import Record
from cardtable.games import registry as games
from cardtable.games.democrazy.proposal import BLOCKS
from obedient_players import ObedientMatch
from tablehost import messages
from tablehost.people import vocabulary
from tablehost.people.asking import read_menu

CALLS = 0.03  # of 1, how often a player speaks up


def read(what, rows, tongue, game):
    """Return the question of a menu and the words of its rows, each with words of its own."""
    players = [f"Player {seat}" for seat in range(10)]
    question, words = read_menu(what, rows, tongue, game, players, range(10))
    assert question and question[-1] in "?." and not {"YES", "OUI", "OK"} & set(question.split()), question
    assert len(set(words)) == len(words) == len(rows), (what, words)
    for word in words:
        assert word and not set(word) & set("{}[]_=|") and word[0] == word[0].upper(), (what, word)
    return question, words


class Menus(ObedientMatch):
    """One in which rows are picked as from a page. `met`: the prompts of menus."""

    def __init__(self, name, *words):
        self.tongues = [vocabulary.load(language, name) for language in messages.LANGUAGES]
        self.met, self.asked, self.picked = set(), None, {}
        super().__init__(name, *words)

    agrees = ("choose-2", "count-")  # counted chips must be those that are there

    def turn(self, due):
        """Have a player speak up now and then, too."""
        calls = [(one, key) for one in self.tasks() for step in one.may for key in step.keys]
        if calls and not self.picked and self.lots.random() < CALLS:
            task, key = self.lots.choice(calls)
            self.do(task, "press", KEY_NAMES[key])
        else:
            super().turn(due)

    def hear(self, outs):
        outs = list(outs)
        for out in outs:
            if isinstance(out, Record) and out.kind == "answer" and self.picked:
                self.check(out.value)
        super().hear(outs)

    def check(self, answer):
        """The record of the answer has the row of each player who has picked."""
        parts = self.asked.parts()
        rows = answer if len(parts) > 1 else [answer]
        for part, row in zip(parts, rows, strict=True):
            assert (self.table.peek(row) if is_handle(row) else row) == self.picked[part.seat]
        self.asked, self.picked = None, {}

    def choose(self, task, step):
        if step.act != "pick" or self.hands.moves_first(task.seat, task.what, task.args):
            yield from super().choose(task, step)
            return
        for tongue in self.tongues:
            read(task.what, step.rows, tongue, self.match.game)
        self.met.add(task.what)
        course, seat = self.referee, task.seat
        part = next(one for one in course.ask.parts() if isinstance(one, Choose) and one.seat == seat)
        for row in range(len(step.rows)):
            for key in (NO, *[YES] * (row + 1)):
                self.hear(course.feed(("key", seat, key)))
            assert part.row(course.picture, course.table) == row
        row = self.lots.randrange(len(step.rows))
        self.asked, self.table, self.picked[seat] = course.ask, course.table, row
        yield "pick", str(row)


MATCHES = [
    ("democracy", 7, {"target": 1, "negotiation": "majority"}, {"propose-award"}),
    ("democracy", 4, {"target": 1, "bad_catch": "one", "high_stake": 2}, {"declare"}),
    ("democracy", 4, {"target": 1, "sweep": "announced"}, {"declare", "name-suit"}),
    ("demos", 4, {"max_rounds": 2, "favourite": "on", "declared": "on"}, {"favourite", "announce-E"}),
    ("demos", 4, {"mode": "2v2", "max_rounds": 4, "media_pass": "always"}, set()),
    ("democrazy", 4, {"chip_record": "declared"}, {"drew-chip"}),
    ("democrazy", 4, {"chip_record": "counted", "blank_laws": 5, "stack_bottom": 0}, set()),
    ("democrazy", 5, {"max_blue": 1}, {"replace", "lose-chip"}),
]


@pytest.mark.parametrize(("name", "seats", "options", "least"), MATCHES)
def test_each_row_of_a_menu_has_words_and_is_picked_by_one_act(name, seats, options, least):
    met = set()
    for seed in range(amount(4, soak=100)):
        met |= Menus(name, seats, seed, options).play().met
    assert least <= met


SUITS, CHIPS, SEATS = tuple("SHDC"), tuple("RGBY"), ("0", "1", "2")
LAWS = ("R05", "B11")
MENUS = {  # all that games ask
    "democracy": {
        "declare": ("bad-catch", "high-stake", "sweep", "nothing"),
        "name-suit": SUITS,
        "joker-rank": tuple("543AKQJ"),
        "propose-award": (*SEATS, "split", "nothing"),
    },
    "demos": {
        "favourite": SUITS,
        "announce-E": ("nothing", *SUITS),
        "announce-L": SUITS,
        "announce-J": SUITS,
        "media-suit": (*SUITS, "pass"),
    },
    "democrazy": {
        "speak": ("caught", "object", "end-card", "recount", "absent", "leave", "pause", "nothing"),
        "which-law": LAWS,
        "which-seat": SEATS,
        "choose-law": LAWS,
        "choose-player": SEATS,
        "replace": LAWS,
        "exchange-chips": ("1", "2", "0"),
        "blank-effect": (*BLOCKS, "recount", "nothing"),
        **{f"{of}-chip": CHIPS for of in ("drew", "lose", "pass", "give")},
        "exchange-chip": (*CHIPS, "nothing"),
        **{f"count-{of}": ("1", "2", "0") for of in (*CHIPS, "chips")},
    },
}


def find_gaps():
    """Return the values of each gap of a law that its proposer fills."""
    sentences = list(languages.rows(messages.LANGUAGES[0]))
    gaps = {}
    for kind, code, _ in sentences:
        if kind == "gap":
            key, _, value = code.partition("=")
            gaps.setdefault(key, []).append(value)
    return {
        code: gaps.get(code.partition("-")[2], ("1", "2"))
        for kind, code, _ in sentences
        if kind == "prompt" and code.startswith("fill-")
    }


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_all_menus_of_the_games_have_words(language):
    menus = {**MENUS, "democrazy": {**MENUS["democrazy"], **find_gaps()}}
    with_rows = {
        code
        for kind, code, text in languages.rows(language)
        if kind == "prompt" and re.search(r"\{(rows|gap|seatrows|shortrows|most)\}", text)
    }
    assert with_rows <= {what for asks in menus.values() for what in asks}
    for name, asks in menus.items():
        for what, rows in asks.items():
            words = read(what, rows, vocabulary.load(language, name), games.load(name))[1]
            is_of_letters = what == "joker-rank"  # that are on the cards
            assert is_of_letters or not set(words) & {*SUITS, *CHIPS, *LAWS}, words
