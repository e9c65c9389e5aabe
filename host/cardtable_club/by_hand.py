"""Results by hand: what an umpire declares of a table without a match that counts, and penalties.

The journal is not touched: a match that was played keeps its records. Where one that verifies is entered, it
counts in place of all that was declared of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtable_club import evening, ledger, standings
from cardtable_club.ledger import Club, Declared, Place
from tablehost import messages, seats
from tablehost.errors import BUSY, Trouble, did_you_mean
from tablehost.journal.store import Game, Journal, now
from tablehost.link.states import OVER, RUNNING, find_state

SAID = messages.Catalogue("cardtable_club/club")
NOT_PLAYED, ABSENT = "not-played", "-"


class Entered(NamedTuple):
    """A result that was declared. `outcome`: None if the table was not played; `waiting`: the number of a
    match of this table that would count if it was entered, None without one.
    """

    declared: Declared
    outcome: standings.Outcome | None
    waiting: int | None


def declare(
    journal: Journal,
    club: Club,
    place: Place,
    words: Sequence[str] | None,
    reason: str | None,
    is_replaced: bool,
    find: Callable[[Journal, Game], str] = evening.find_fault,
) -> Entered:
    """Declare the result of a table. Raises Trouble; then nothing is written.

    `words`: the scores in the order of seats, "-" for who stayed away, None for a table that was not played;
    `is_replaced`: another declared result may be there; `find`: why a match does not count, "" if it does.
    """
    group = evening.group_of(club, place)
    scores = None if words is None else _read_scores(words, group, place)
    declared = Declared(scores, _check_reason(reason))
    at = {"round": place[0], "table": place[1]}
    link = club.links.get(place)
    if link is not None and evening.judge_linked(journal, link, find)[0] is not None:
        about = SAID("match-counts", match=link.match, **at)
        raise Trouble("MATCH_COUNTS", about, SAID("match-counts-hint"))
    if place in club.declared and not is_replaced:
        told = evening.describe_scores(group, club.declared[place])
        raise Trouble("HAS_RESULT", SAID("has-declared", scores=told, **at), SAID("has-declared-hint"))
    match = evening.find_match(journal, club, place, journal.games())
    state = "" if match is None else find_state(journal, match[0])
    if match is not None and state == RUNNING:
        about = SAID("plays-now", match=match[0].id, **at)
        raise Trouble("PLAYS_NOW", about, SAID("plays-now-hint"), BUSY)
    ledger.add_declared(journal, club, place, declared, now())
    outcome = None if scores is None else evening.judge_declared(group, scores)
    is_waiting = match is not None and state == OVER and not find(journal, match[0])
    return Entered(declared, outcome, match[0].id if match is not None and is_waiting else None)


def penalise(
    journal: Journal,
    club: Club,
    place: Place,
    player: str,
    points: str,
    reason: str | None,
    is_replaced: bool,
) -> str:
    """Take points from a player of a table, 0 to lift a penalty; return the player. Raises Trouble; then
    nothing is written. `is_replaced`: the player may have a penalty of this table already.
    """
    group = evening.group_of(club, place)
    at = {"round": place[0], "table": place[1]}
    if not ledger.POINTS.fullmatch(points):
        raise Trouble("BAD_PENALTY", SAID("bad-penalty", points=points), SAID("bad-penalty-hint"))
    found = next((name for name in group if seats.plain(name) == seats.plain(player)), None)
    if found is None:
        hint = did_you_mean(player, group) or SAID("no-such-player-hint", names=", ".join(group))
        raise Trouble("NO_SUCH_PLAYER", SAID("no-such-player", player=player, **at), hint)
    told = _check_reason(reason)
    if (place, found) in club.penalties and not is_replaced:
        lost = evening.number(club.penalties[place, found].points)
        about = SAID("has-penalty", player=found, points=lost, **at)
        raise Trouble("HAS_RESULT", about, SAID("has-penalty-hint"))
    ledger.add_penalty(journal, club, place, found, points, told, now())
    return found


def _read_scores(words: Sequence[str], group: Sequence[str], place: Place) -> list[int | None]:
    """Return scores in the order of seats. Raises Trouble."""
    at, hint = {"round": place[0], "table": place[1]}, SAID("scores-hint", names=", ".join(group))
    if len(words) != len(group):
        about = SAID("scores-count", count=len(words), n=len(words), players=len(group), **at)
        raise Trouble("BAD_SCORES", about, hint)
    found: list[int | None] = []
    for word, name in zip(map(str.strip, words), group, strict=True):
        is_score = word.isascii() and word.isdecimal() and len(word) <= len(str(ledger.MOST_SCORE))
        if not is_score and word != ABSENT:
            about = SAID("bad-score", score=word, player=name, most=ledger.MOST_SCORE)
            raise Trouble("BAD_SCORES", about, hint)
        found.append(int(word) if is_score else None)
    if len(found) - found.count(None) < 2:
        raise Trouble("BAD_SCORES", SAID("scores-alone", **at), SAID("scores-alone-hint"))
    return found


def _check_reason(reason: str | None) -> str:
    """Return the reason of what is declared. Raises Trouble."""
    told = (reason or "").strip()
    if not told:
        raise Trouble("NO_REASON", SAID("no-reason"), SAID("reason-hint", most=ledger.MOST_REASON))
    if not ledger.is_reason(told):
        about = SAID("bad-reason", count=len(told), most=ledger.MOST_REASON)
        raise Trouble("BAD_REASON", about, SAID("reason-hint", most=ledger.MOST_REASON))
    return told
