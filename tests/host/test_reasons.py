"""The figures in the reasons of sensible players, against the rules themselves."""

from itertools import combinations

import pytest

from amounts import amount
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.games.democracy import trick
from cardtable.games.democracy.deal import BEST
from cardtable.games.demos.combinations import points
from tablehost.people import bare_match, kinds

SETTINGS = [
    ("democracy", 2, {}), ("democracy", 4, {}), ("democracy", 7, {"trump_tie": "cancel"}),
    ("democracy", 5, {"joker": "dummy"}), ("democracy", 3, {"joker": "declared"}),
    ("demos", 3, {"mode": "learning"}), ("demos", 4, {}), ("demos", 5, {"favourite": "on"}),
]  # fmt: skip


def find_unseen(decision):
    """The cards that may be anywhere: in other hands, in the pool, or not dealt."""
    known = decision.view.seen.union(decision.view.private, decision.hand)
    return [card for card in decision.view.deck if card not in known]


def count_beaten(decision, card):
    """The numbers of unseen cards that lose a trick against a card, and that win it."""
    view, names = decision.view, [BEST, BEST]
    tricks = [[card, other] for other in find_unseen(decision)]
    seats = [trick.decide(cards, view.trump, view.options, names)[0] for cards in tricks]
    return seats.count(0), seats.count(1)


def check_democracy(decision, card, code, values):
    if code in ("beats", "unbeaten"):
        beats, loses = count_beaten(decision, card)
        assert (code == "unbeaten") == (loses == 0)
        if code == "beats":
            assert values == {"beats": beats, "cards": len(find_unseen(decision))}


def best_of(view, hand):
    """The points of the best combination."""
    squares = view.options["mode"] != "learning"
    sets = [one for size in (3, 4) for one in combinations(hand, size)]
    return max([points(one, view.favourite, squares) for one in sets], default=0)


def check_demos(decision, option, code, values):
    view, hand = decision.view, list(decision.hand)
    if code == "makes":
        assert values["points"] == best_of(view, [*hand, option])
    if decision.kind != "card":
        return
    hand.remove(option)
    now = best_of(view, hand)
    if code == "has":
        assert values == {"points": now}
    if code == "open":
        assert values["points"] == best_of(view, [*hand, cards.parse(values["card"])]) > now
    if code == "waits":
        better = [one for one in view.unseen(decision.hand) if best_of(view, [*hand, one]) > now]
        assert values == {"cards": len(better)} and not now


@pytest.mark.parametrize("seed", range(amount(2, soak=30)))
@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_each_figure_is_that_of_the_rules(name, seats, options, seed):
    game, told = games.load(name), set()
    sensible = kinds.find_sensible(name)
    check = {"democracy": check_democracy, "demos": check_demos}[name]

    def mind(decision, lots):
        chosen = sensible(decision._replace(explains=True), lots)
        if chosen.reason is not None:
            told.add(chosen.reason.code)
            check(decision, decision.options[chosen.option], *chosen.reason)
        return chosen

    bare_match.begin(matches.new(game, seats, options), seed, [mind] * seats, fidget=0).play()
    assert {"democracy": {"beats", "unbeaten"}, "demos": {"has", "waits", "makes"}}[name] <= told
