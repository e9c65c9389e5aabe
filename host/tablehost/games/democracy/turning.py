"""The trick that decided a match of Democracy, from its log lines and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from cardtable.games.democracy import deal, scoring, trick
from tablehost.types import Line, Options

_UNTOLD = ("declaration", "challenge")  # kinds of lines whose effect on scores these lines alone do not tell


class _Match(NamedTuple):
    """The islands of a match that count: their tricks and ghosts, and the lines of their scores."""

    seats: int
    options: Options
    begin: Sequence[int]  # totals
    islands: list[list[Line]]
    scores: list[Line]


def find_turning(lines: Sequence[Line]) -> tuple[Line, str, str] | None:
    """Return the trick without which another player would have won, its winning card and the second best.

    The captures of each trick go to its second best for once, and the match is scored again. Of several
    tricks it is that with the greatest lead of the other winner, of equal ones the latest. None also after a
    single island, and where scoring these lines does not lead to the result of the match.
    """
    match, result = _read(lines), lines[-1]
    if match is None or len(match.scores) < 2:
        return None
    won = _score(match)
    if won is None or won[0] != result["winners"]:
        return None
    most, found = 0, None
    for line in (one for island in match.islands for one in island):
        second = _find_second(line, match.options)
        if second is None:
            continue
        others, totals = _score(match, line, second) or ([], [])
        if not others or set(others) & set(result["winners"]):
            continue
        lead = totals[others[0]] - max(totals[seat] for seat in result["winners"])
        if lead >= most:
            most, found = lead, (line, line["plays"][line["winner"]], line["plays"][second])
    return found


def _read(lines: Sequence[Line]) -> _Match | None:
    head = lines[0]
    if lines[-1]["kind"] != "result" or any(line["kind"] in _UNTOLD for line in lines):
        return None
    seats = len(head["players"])
    options: Options = resolve(games.load(head["game"]), seats, head["options"])
    match = _Match(seats, options, head.get("declared") or [0] * seats, [], [])
    island: list[Line] = []
    for line in lines:
        if line["kind"] in ("island", "void"):
            island = []
        elif line["kind"] in ("trick", "ghost"):
            island.append(line)
        elif line["kind"] == "score":
            match.islands.append(island)
            match.scores.append(line)
    return match


def _find_second(line: Line, options: Options) -> int | None:
    """Return the seat that would have won a trick without its winner; None for a split, or a trick that the
    cards did not decide.
    """
    if line["kind"] != "trick" or line["winner"] is None or line["why"] == "negotiated":
        return None
    others = [seat for seat in range(len(line["plays"])) if seat != line["winner"]]
    plays = [cards.parse(line["plays"][seat]) for seat in others]
    ranks = [line["declared"][seat] if line["declared"] else None for seat in others]
    named = [None if rank is None else deal.BEST - deal.RANKS.index(rank) for rank in ranks]
    second = trick.decide(plays, cards.suit_of(cards.parse(line["pool"])), options, named)[0]
    return None if second is None else others[second]


def _score(
    match: _Match, changed: Line | None = None, taker: int | None = None
) -> tuple[list[int], list[int]] | None:
    """Return winners and totals of a match, of which `taker` takes one trick; [] for no winner by then. None
    if the unchanged match does not have the scores of its lines.
    """
    totals = list(match.begin)
    for island, score in zip(match.islands, match.scores, strict=True):
        account = scoring.Account(match.seats)
        for line in island:
            while len(account.captured) < line["day"]:
                account.new_day()
            taken = [[card] for card in line["drawn"]] if line["kind"] == "ghost" else line["captured"]
            if line is changed:
                taken = [
                    line["captured"][line["winner"]] if seat == taker else [] for seat in range(match.seats)
                ]
            for seat, some in enumerate(taken):
                account.captured[line["day"] - 1][seat].extend(map(cards.parse, some))
            account.lost.extend(map(cards.parse, line["lost"]))
        _, won, _, _, totals = scoring.score_island(account, match.options, totals)
        if changed is None and (won, totals) != (score["game_points"], score["totals"]):
            return None
        winners, _ = scoring.match_winners(totals, scoring.card_points(account), match.options)
        if winners:
            return winners, totals
    return [], totals
