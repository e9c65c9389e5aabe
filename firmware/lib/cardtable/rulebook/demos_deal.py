"""DemoS, the deal of a round.

Prompts, with their args: gather, talk-then-deal (n), count-first, count-five (n, dealer).
"""

from . import demos_teams
from .ask import NO, OK, YES
from .clearing import Clear
from .polling import Poll


def has_another_round(match):
    """True until the Power Pile is empty, or as many rounds are played as the options allow."""
    return match.pile > 0 and match.rounds != (match.options["max_rounds"] or None)


def deal_cards(table, match):
    """Five cards to each, one by one; every seat counts its hand, and all say OK before anybody lays."""
    n = match.rounds + 1
    yield Clear(what="gather", args=(n,))
    teams = [side for side in demos_teams.here(match) if len(side) > 1]
    if teams:
        table.may_consult(teams, YES)
        yield Poll((match.dealer,), (OK,), "talk-then-deal", args=(n,))
        table.may_consult(None, None)
    what = "count-five" if match.rounds else "count-first"
    while table.options["deal_check"] == "count":
        seats = tuple(demos_teams.in_turn(match, 0))
        counted = yield Poll(seats, (OK, NO), what, args=(n, match.dealer))
        if NO not in counted:
            break
        table.cue("miscounted")
