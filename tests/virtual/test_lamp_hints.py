"""Hints for a held seat: formed from the ask, with no key that the display does not name."""

import random
import re

import pytest

from cardtable.controller.output.display import Display
from cardtable.drivers.oled import Lines
from cardtable.engine import match as matches
from cardtable.engine import referee
from cardtable.engine.asks import base
from cardtable.engine.outputs import Told
from cardtable.games import registry as games
from cardtable.languages import Language
from tablehost.people import kinds, vocabulary
from tablehost.people import room as people
from tablehost.people.hands import DO
from tablehost.referee import open_log

MATCHES = [
    ("democracy", 4, {"target": 3, "negotiation": "majority", "joker": "declared", "joker_turned": "ghost",
                      "high_stake": 2, "sweep": "announced", "bad_catch": "one_two"}),
    ("demos", 3, {"max_rounds": 4}),
    ("demos", 5, {"max_rounds": 6, "mode": "2v2+1", "favourite": "on", "declared": "on"}),
    ("democrazy", 4, {"private_law": "on", "blank_laws": 5, "chip_record": "declared", "stack_top": 8}),
]  # fmt: skip
KEYS = {"en": ("YES", "NO", "OK"), "fr": ("OUI", "NON", "OK")}


def prompts(name, seats, options):
    """The prompts of a match, one of each kind and combination of tasks."""
    match = matches.new(games.load(name), seats, options)
    game = match.game
    judge = referee.Referee(match, draw=lambda *at: random.Random(f"{at[:2]}").randrange(at[2]))
    minds = [kinds.mind("random", game) for seat in range(seats)]
    room = people.room(game, seats, match.options, 1, minds, fidget=0.3)
    found = {}

    def note(outs):
        for out in outs:
            if isinstance(out, Told):
                room.told(open_log.raw(game, out.fact))

    note(judge.start())
    while not judge.over:
        prompt = judge.prompt()
        found[prompt[0], frozenset(prompt[2])] = prompt
        for event in room.act(*prompt[:4]) or [("expired",)]:
            note(judge.feed(event))
    return game, list(found.values())


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES)
def test_the_hint_names_no_key_that_the_display_does_not(name, seats, options):
    game, found = prompts(name, seats, options)
    assert len(found) > 8
    for lang, keys in KEYS.items():
        display = Display(Lines(4, 40), Language(lang))
        display.game = game
        tongue = vocabulary.load(lang, name)
        for prompt in found:
            text = display.prompt(prompt)
            for task in set(prompt[2][:seats]) - {base.NOTHING}:
                hint = tongue.hint(prompt[0], DO[task])
                named = {key for key in keys if re.search(rf"\b{key}\b", hint, re.IGNORECASE)}
                shown = {key for key in keys if re.search(rf"\b{key}\b", text)}
                assert named <= shown, (prompt[0], hint, text)


@pytest.mark.parametrize(("asked", "task", "said"), [
    ("turn-up", "lay", {"en": "type turn", "fr": "tapez retourner"}),
    ("count-hand", "answer",
     {"en": "type ok; no if you miscounted", "fr": "tapez ok ; non si le compte est faux"}),
    ("lay-face-down", "lay", {"en": "type a card", "fr": "tapez une carte"}),
    ("clear", "take", {"en": "you won the cards: type take", "fr": "vous gagnez les cartes : tapez prendre"}),
])  # fmt: skip
def test_the_hint_says_what_is_typed(asked, task, said):
    for lang, words in said.items():
        assert vocabulary.load(lang, "democracy").hint(asked, task) == words


@pytest.mark.parametrize(("keys", "said"), [
    (("ok",), {"en": "type ok", "fr": "tapez ok"}),
    (("yes", "no"), {"en": "type yes or no", "fr": "tapez oui ou non"}),
    (("yes", "no", "ok"), {"en": "type yes, no or ok", "fr": "tapez oui, non ou ok"}),
])  # fmt: skip
def test_the_hint_names_the_keys_that_the_ask_takes(keys, said):
    for lang, words in said.items():
        assert vocabulary.load(lang, "democracy").hint("agree-award", "answer", keys) == words


@pytest.mark.parametrize(("lang", "steps", "offered", "said"), [
    ("en", [{"act": "key", "keys": ["ok", "no"]}], [], "Press OK or NO."),
    ("fr", [{"act": "key", "keys": ["yes", "no"]}], [], "Pressez OUI ou NON."),
    ("fr", [{"act": "lift"}, {"act": "lay"}], [], "Reprenez votre carte."),
    ("en", [{"act": "lay", "source": "pool"}], [], "Turn up the top card."),
    ("en", [], ["yes"], "You may speak up: press YES."),
    ("en", [], [], ""),
])  # fmt: skip
def test_a_page_says_the_first_step_as_it_is_done_by_hand(lang, steps, offered, said):
    assert vocabulary.load(lang, "democracy").step(steps, offered) == said


@pytest.mark.parametrize("lang", KEYS)
def test_every_hint_belongs_to_a_prompt_and_names_a_command(lang):
    table, known = Language(lang), vocabulary.load(lang, "democracy")
    first = {"en": r"^type (\w+)", "fr": r"^tapez (\w+)"}[lang]
    words = {*known.keys, *known.acts, *known.with_card, *known.with_seat, "a", "the", "une", "la"}
    for code, hint in known.hints.items():
        asked = code.split(" ")[0]
        begun = ("", *(f"{name}/" for name in games.NAMES))
        assert any(table.sentence("prompt", begin + asked) for begin in begun), code
        assert re.search(first, hint)[1] in words, hint
