"""A table that lets hidden cards pass which do not fit is found out when they are turned up."""

import pytest

import conformance
from cardtable.games import registry as games
from cardtable.games.demos import cards, combinations, discards, figures, reveal
from random_players import NoCard
from tablehost.referee.shadow import Shadow

DEMOS = games.load("demos")


def records():
    """Those of a whole match at random, or as far as the cards go."""
    fixed = {"mode": "complete", "max_rounds": 0}
    run = conformance.begin(DEMOS, 3, 4, clumsy=0, fixed=fixed, whole=True)
    try:
        while not run.referee.over:
            run.step()
    except NoCard:
        pass
    return run.records


def difference(records):
    shadow = Shadow()
    for record in records:
        shadow.follow(record)
    return shadow.difference


def test_what_fits_is_no_difference():
    assert difference(records()) is None


def any_card(table, place, card):
    return None


def numbers_alone(table, place, card):
    return None if cards.is_number(card) else "number-due"


def numbers_at_first(table, place, card):
    """Strict as long as discards are open: those are the answers 2 to 4 of a round."""
    return numbers_alone(table, place, card) if table.answer < 4 else None


# What a lax table overlooks: names in the modules of the game, and their replacements there.
LAX = [
    [(combinations, "kind", lambda cards, squares: "three-suits")],
    [
        (discards, "is_number", lambda card: True),
        (discards, "number_due", numbers_at_first),
        (reveal, "number_due", numbers_alone),
    ],
    [
        (figures, "is_figure", lambda card: True),
        (figures, "is_figure", lambda card: True),
        (figures, "figure_due", any_card),
    ],
]


@pytest.mark.parametrize("changes", LAX, ids=["combinations", "discards", "figures"])
def test_what_does_not_fit_is_seen_when_it_is_turned_up(changes, monkeypatch):
    with monkeypatch.context() as lax:
        for module, name, other in changes:
            lax.setattr(module, name, other)
        kept = records()
    found = difference(kept)
    assert found is not None and found.field == "shape" and "AssertionError" in found.stumbled
