"""DemoS in two worlds: matches that differ only in secret cards look the same to the last byte.

A whole match is played at random and its inputs are kept. Then it is played again with other hidden cards,
all of them as legal: number cards that were never shown change places with each other in every round, or
hidden figures do in the whole match. Everything public is compared after every input: records, facts, cues,
refusals, the prompt, and the open cards on the pads.
"""

import json

import pytest

import conformance
from cardtable.engine import match as matches
from cardtable.engine.asks.base import SEALED
from cardtable.engine.asks.laying import Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.outputs import Told
from cardtable.games import registry as games
from cardtable.games.demos.cards import is_number, is_power
from cardtable.wire.records import OWN
from random_players import Lots, Watched, chance, told
from recorded_matches import Memory, Signs, commitments, device
from two_worlds import RULED, covered

DEMOS = games.load("demos")
CASES = [
    (mode, seats, seed)
    for mode, counts in (
        ("learning", (3, 5)),
        ("complete", (3, 4, 5)),
        ("2v2", (4,)),
        ("2v3", (5,)),
        ("2v2+1", (5,)),
    )
    for seats in counts
    for seed in range(2)
]


def played(mode, seats, seed):
    """A whole match, and of every input the stage, the input, and the ask it met at its place."""
    fixed = {"mode": mode, "max_rounds": 0}
    run = conformance.begin(DEMOS, seats, seed * 100 + seats, clumsy=0, fixed=fixed, whole=True)
    inputs = []
    while not run.referee.over:
        event = run.choose()
        asks = [leaf for leaf in run.referee.ask.parts() if event[0] == "laid" and leaf.place_of(event[1])]
        inputs.append((run.referee.match.stage, event, asks[0] if asks else None))
        run.feed(event)
    return run, inputs


def cards_told(facts):
    """All cards that these facts name."""
    told_cards = set()

    def look(value):
        if isinstance(value, list):
            for item in value:
                look(item)
        elif value is not None:
            told_cards.add(value)

    for fact in facts:
        for name, value in zip(DEMOS.FACTS[fact[0]], fact[1:]):
            if name.endswith("*"):
                look(value)
    return told_cards


def once_more(run, inputs, partner):
    """Play the same with other cards, `partner(stage)`: card -> card; yields the public of both worlds."""
    worlds = [Watched(matches.load(DEMOS, run.fresh), draw=chance) for _ in range(2)]
    assert worlds[0].start() == worlds[1].start()
    for stage, event, _ in inputs:
        other = event
        if event[0] == "laid":
            other = ("laid", event[1], partner(stage).get(event[2], event[2]))
        outs = [conformance.public(world.feed(one)) for world, one in zip(worlds, (event, other))]
        yield outs, [told(world) for world in worlds], event != other


def shuffled(cards, lots):
    """Each of `cards` changes places with another one."""
    cards = sorted(cards)
    shift = 1 + lots.below(max(len(cards) - 1, 1))
    return {card: cards[(i + shift) % len(cards)] for i, card in enumerate(cards)}


def facts_by_stage(run, inputs):
    """Stage -> all facts told in it."""
    world = Watched(matches.load(DEMOS, run.fresh), draw=chance)
    world.start()
    facts = {}
    for stage, event, _ in inputs:
        for out in world.feed(event):
            if isinstance(out, Told):
                facts.setdefault(stage, []).append(out.fact)
    return facts


@pytest.mark.parametrize("mode, seats, seed", CASES)
def test_number_cards_that_are_never_shown(mode, seats, seed):
    run, inputs = played(mode, seats, seed)
    facts = facts_by_stage(run, inputs)
    lots = Lots(seed)
    partners = {}
    for stage in {stage for stage, _, _ in inputs}:
        known = cards_told(facts.get(stage, []))
        known |= {
            event[2]
            for its, event, ask in inputs
            if its == stage and event[0] == "laid" and (not isinstance(ask, Lay) or ask.secrecy != SEALED)
        }
        free = [card for card in DEMOS.deck(seats, run.referee.match.options) if is_number(card)]
        partners[stage] = shuffled(set(free) - known, lots)
    changed = 0
    for outs, prompts, other in once_more(run, inputs, partners.get):
        assert outs[0] == outs[1] and prompts[0] == prompts[1]
        changed += other
    assert changed > 3


@pytest.mark.parametrize("mode, seats, seed", CASES)
def test_figures_until_they_are_turned_up(mode, seats, seed):
    run, inputs = played(mode, seats, seed)
    early = [fact for facts in facts_by_stage(run, inputs).values() for fact in facts]
    early = [fact for fact in early if fact[0] == "turned_up" and fact[3] == "figure"]
    powers = [card for card in DEMOS.deck(seats, run.referee.match.options) if is_power(card)]
    partner = shuffled(set(powers) - cards_told(early), Lots(seed))
    changed = 0
    for outs, prompts, other in once_more(run, inputs, lambda stage: partner):
        facts = [out.fact for out in outs[0] if isinstance(out, Told)]
        if [fact for fact in facts if cards_told([fact]) & set(partner)]:
            break
        assert outs[0] == outs[1] and prompts[0] == prompts[1]
        changed += other
    assert changed


@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
@pytest.mark.parametrize("mode, seats, seed", CASES[::3])
def test_records_differ_in_commitments_alone_and_these_are_as_long(monkeypatch, mode, seats, seed, policy):
    """Compared is the output up to the first hidden figure that is shown: other commitments, no more."""
    run, inputs = played(mode, seats, seed)
    early = [fact for facts in facts_by_stage(run, inputs).values() for fact in facts]
    early = [fact for fact in early if fact[0] == "turned_up" and fact[3] == "figure"]
    powers = [card for card in DEMOS.deck(seats, run.referee.match.options) if is_power(card)]
    partner = shuffled(set(powers) - cards_told(early), Lots(seed))
    monkeypatch.setattr(device, "chance", lambda seed: chance)
    tables = []
    for _ in range(2):
        table = device.Play(Memory(), Signs(), lambda: 0)
        agreed = commitments.begin(bytes(range(32)), "0123456789abcdef", "blind", policy, "olive")
        table.begin(matches.load(DEMOS, run.fresh), bytes(16), agreed)
        tables.append(table)
    written = [table.journal.raws for table in tables]
    hidden = differing = at = 0
    for _, event, _ in inputs:
        other = ("laid", event[1], partner.get(event[2], event[2])) if event[0] == "laid" else event
        for table, one in zip(tables, (event, other)):
            table.feed(one)
        hidden += event != other
        for one, two in zip(written[0][at:], written[1][at:]):
            records = [json.loads(raw) for raw in (one, two)]
            if records[0][4] == "answer" and records[0][7] != records[1][7]:
                assert differing
                return  # a figure is turned up
            assert len(one) == len(two)
            cut = 5 if records[0][4] in OWN else RULED - 1
            assert records[0][:cut] == records[1][:cut]
            assert covered(records[0][cut:]) == covered(records[1][cut:])
            differing += one != two
        at = len(written[0])
        assert at == len(written[1])


def test_the_worlds_differ_where_a_card_is_revealed():
    """The other way round: the comparison notices a card that is revealed."""
    run, inputs = played("complete", 3, 0)
    shown = next(event[2] for _, event, ask in inputs if isinstance(ask, Show))
    other = {shown: shown ^ 16, shown ^ 16: shown}
    seen = [outs[0] != outs[1] for outs, _, _ in once_more(run, inputs, lambda stage: other)]
    assert any(seen)
