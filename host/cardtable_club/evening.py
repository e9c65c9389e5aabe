"""Rounds of a club: the seating of the next one, and the matches of the journal that count for a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardtable_club import ledger, seating, standings
from cardtable_club.ledger import MOST_PLAYERS, MOST_ROUNDS, Club, Declared, Link, Place
from tablehost import messages, seats
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.journal.databases import DAMAGED, JournalError
from tablehost.journal.persons import find_persons, name_players
from tablehost.journal.reports import Request, report_on_recorded
from tablehost.journal.store import Game, Journal, now
from tablehost.plugins.choice import load_game

SAID = messages.Catalogue("cardtable_club/club")
Limits = tuple[int, int]  # the least and most players of a game


class Uncounted(NamedTuple):
    """A table whose match does not count, with the reason."""

    place: Place
    reason: str


class Results(NamedTuple):
    """The outcomes that count, in the order of rounds and tables: of verified matches, and `by_hand` what was
    declared of the tables without such a one; and the tables whose match does not count.
    """

    outcomes: list[standings.Outcome]
    uncounted: list[Uncounted]
    by_hand: dict[Place, Declared]
    declared: list[standings.Outcome]


class Round(NamedTuple):
    """A round that is seated. `joined`: players who are new; `open_places`: tables without a result."""

    number: int
    tables: list[list[str]]
    joined: list[str]
    open_places: list[Place]


# -- seating -------------------------------------------------------------------------------------------


def check_plan(players: Sequence[str], tables: int, rounds: int, limits: Limits, game: str) -> None:
    """Raise Trouble unless these players fit these tables. `game`: its name, "" for any game."""
    if len(players) > MOST_PLAYERS:
        about = SAID("too-many-players", count=len(players), most=MOST_PLAYERS)
        raise Trouble("BAD_PLAYERS", about, SAID("too-many-players-hint"))
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Trouble(
            "BAD_ROUNDS", SAID("bad-rounds", rounds=rounds), SAID("bad-rounds-hint", most=MOST_ROUNDS)
        )
    least, most = limits
    sizes = seating.sizes(len(players), tables) if tables else [0]
    if least <= sizes[-1] and sizes[0] <= most:
        return
    count = len(players)
    fewest, more = -(-count // most), count // least
    if fewest > more or count < least:
        hint = SAID("no-tables-hint", least=least, most=most)
    else:
        hint = SAID("tables-hint", fewest=fewest, more=more if more > fewest else "")
    kind = "bad-tables-game" if game else "bad-tables"
    about = SAID(kind, count=count, tables=tables, t=tables, least=least, most=most, game=game)
    raise Trouble("BAD_TABLES", about, hint)


def plan_evening(players: Sequence[str], tables: int, rounds: int, seed: int) -> list[list[list[str]]]:
    """Return rounds of tables of players in the order of seats."""
    planned = seating.assign_tables(seating.plan_rounds(len(players), tables, rounds, seed))
    return [_named(players, groups) for groups in seating.assign_seats(planned)]


def count_meetings(rounds: Sequence[Sequence[Sequence[str]]], players: Sequence[str]) -> seating.Meetings:
    """Return how often the pairs of players meet."""
    return seating.count_meetings(_numbered(players, rounds), len(players))


def seat_next(club: Club, players: Sequence[str], tables: int, points: Sequence[float]) -> list[list[str]]:
    """Return the tables of the next round. `points`: of the players, which seat them in a Swiss club.

    While the club meets as it was planned, this is the round of the plan. Otherwise the rest of the plan is
    made again, with the rounds that were played.
    """
    if not club.is_swiss and list(players) == club.founders and tables == club.tables:
        plan = plan_evening(club.founders, club.tables, club.planned, club.seed)
        if club.rounds == plan[: len(club.rounds)] and len(club.rounds) < len(plan):
            return plan[len(club.rounds)]
    everyone = [*players, *(name for name in club.players if name not in players)]
    past = _numbered(everyone, club.rounds)
    if club.is_swiss:
        groups = seating.pair_like(points, tables, past, club.seed)
    else:
        here = [[tuple(one for one in group if one < len(players)) for group in groups] for groups in past]
        rest = max(1, club.planned - len(club.rounds))
        seed = club.seed + len(club.rounds)
        groups = seating.plan_rounds(len(players), tables, rest, seed, here)[0]
    moved = seating.assign_tables([groups], past)
    return _named(everyone, seating.assign_seats(moved, past)[0])


def seat_round(
    journal: Journal,
    club: Club,
    given: Sequence[str] | None = None,
    count: int | None = None,
    is_again: bool = False,
    find: Callable[[Journal, Game], str] | None = None,
) -> Round:
    """Seat the next round of a club, or the last one again, and keep it. Raises Trouble.

    `given`: who is here, None for those of the last round; `count`: of tables, None for that of the plan;
    `find`: as in `read_results`.
    """
    known = {seats.plain(name): name for name in club.players}
    players = club.present if given is None else [known.get(seats.plain(one), one) for one in given]
    joined = [name for name in players if name not in club.players]
    number = len(club.rounds) + 1
    before = list(club.rounds)
    if is_again:
        number -= 1
        _check_again(club, number)
        club.rounds.pop()
    tables = club.tables if count is None else count
    check_plan(players, tables, 1, load_game(club.game).SEATS, club.game)
    if number > MOST_ROUNDS:
        about = SAID("bad-rounds", rounds=number)
        raise Trouble("BAD_ROUNDS", about, SAID("bad-rounds-hint", most=MOST_ROUNDS))
    points: list[float] = []
    if club.is_swiss:
        results = read_results(journal, club, find or find_fault)
        counted = [*results.outcomes, *results.declared]
        scored, lost = standings.sum_points([*club.players, *joined], counted), club.deductions()
        points = [float(scored[name] - lost.get(name, 0)) for name in players]
    open_places = club.open_places()
    groups = seat_next(club, players, tables, points)
    club.rounds[:] = before
    if before[number - 1 :] != [groups]:
        ledger.add_round(journal, club, number, groups, now())
    return Round(number, groups, joined, open_places)


def _check_again(club: Club, number: int) -> None:
    """Raise Trouble unless this last round may be seated again."""
    if not number:
        hint = SAID("no-round-hint", count=0, n=0, name=club.name)
        raise Trouble("NO_SUCH_ROUND", SAID("no-round", round=1), hint, NOT_FOUND)
    if club.has_results(number):
        about = SAID("round-has-results", round=number)
        raise Trouble("HAS_RESULT", about, SAID("round-has-results-hint", name=club.name))


def _named(players: Sequence[str], groups: Sequence[seating.Group]) -> list[list[str]]:
    return [[players[number] for number in group] for group in groups]


def _numbered(players: Sequence[str], rounds: Sequence[Sequence[Sequence[str]]]) -> list[seating.Round]:
    numbers = {name: number for number, name in enumerate(players)}
    return [[tuple(numbers[name] for name in group) for group in tables] for tables in rounds]


# -- results -------------------------------------------------------------------------------------------


def link_match(
    journal: Journal, club: Club, place: Place, game: Game, names: Sequence[str] | None, replaced: bool
) -> tuple[Link, standings.Outcome]:
    """Return the link of a match to a table, and its outcome. Raises Trouble for a match that does not count.

    `names`: of the persons, in the order of seats, where the match has other names; `replaced`: the table may
    have another match already.
    """
    group = group_of(club, place)
    if place in club.links and not replaced:
        about = SAID("has-result", round=place[0], table=place[1], match=club.links[place].match)
        raise Trouble("HAS_RESULT", about, SAID("has-result-hint"))
    for (number, table), link in club.links.items():
        if link.match == game.id and (number, table) != place:
            about = SAID("match-used", match=game.id, round=number, table=table)
            raise Trouble("MATCH_USED", about, SAID("match-used-hint"))
    if game.game != club.game:
        about = SAID("other-game", match=game.id, game=game.game, wanted=club.game)
        raise Trouble("OTHER_GAME", about, SAID("other-game-hint"))
    link = Link(game.id, game.uid, game.first_g, _seat_players(journal, game, group, names))
    reason = find_fault(journal, game)
    if reason:
        about = SAID("not-counted", match=game.id, reason=reason)
        raise Trouble("NOT_COUNTED", about, SAID("not-counted-hint", match=game.id), CHECK_FAILED)
    return link, judge_match(game, link)


def group_of(club: Club, place: Place) -> list[str]:
    """Return the players of a table. Raises Trouble."""
    number, table = place
    if not 1 <= number <= len(club.rounds):
        hint = SAID("no-round-hint", count=len(club.rounds), n=len(club.rounds), name=club.name)
        raise Trouble("NO_SUCH_ROUND", SAID("no-round", round=number), hint, NOT_FOUND)
    tables = club.rounds[number - 1]
    if not 1 <= table <= len(tables):
        hint = SAID("no-table-hint", count=len(tables), n=len(tables))
        raise Trouble("NO_SUCH_PLACE", SAID("no-table", round=number, table=table), hint, NOT_FOUND)
    return tables[table - 1]


def _seat_players(
    journal: Journal, game: Game, group: Sequence[str], names: Sequence[str] | None
) -> list[str | None]:
    """Return the member of the club at each seat, None for a bot. Raises Trouble: others have played.

    A member who was seated there may have stayed away, if two at least have played.
    """
    persons = sorted(find_persons(journal, game)) if game.virtual else list(range(len(game.players)))
    if not persons:
        raise Trouble("BOTS_ALONE", SAID("bots-alone", match=game.id), SAID("bots-alone-hint"))
    played = name_players(journal, game)
    called = [played[seat] for seat in persons] if names is None else list(names)
    known = {seats.plain(name): name for name in group}
    plain = [seats.plain(name) for name in called]
    is_fit = len(plain) == len(persons) == len(set(plain)) and known.keys() >= set(plain)
    if not is_fit or len(plain) < 2:
        about = SAID(
            "other-players",
            match=game.id,
            played=", ".join(called),
            count=len(persons),
            seated=", ".join(group),
        )
        raise Trouble("OTHER_PLAYERS", about, SAID("other-players-hint"))
    found: list[str | None] = [None] * len(game.players)
    for seat, name in zip(persons, called, strict=True):
        found[seat] = known[seats.plain(name)]
    return found


def find_match(
    journal: Journal, club: Club, place: Place, games: Sequence[Game]
) -> tuple[Game, list[str | None]] | None:
    """Return the newest of these matches that a table's players began since they were seated there, with the
    player of each seat; for a table of an earlier round, before the last one was seated. Matches that count
    for another table are passed over.
    """
    others = {link.match for at, link in club.links.items() if at != place}
    is_last = place[0] == len(club.rounds)
    for game in reversed(games):
        is_then = (game.started >= club.seated) == is_last
        if game.game == club.game and is_then and game.id not in others:
            try:
                return game, _seat_players(journal, game, group_of(club, place), None)
            except Trouble as trouble:
                if trouble.code not in ("OTHER_PLAYERS", "BOTS_ALONE", DAMAGED):
                    raise
    return None


def find_fault(journal: Journal, game: Game) -> str:
    """Return why a match does not count, "" if it does: it is over, and its record verifies."""
    if game.finished is None:
        return SAID("not-finished")
    if not game.winners and not game.totals:
        return SAID("no-result")
    try:
        report = report_on_recorded(journal, game, Request())
    except Trouble as trouble:  # other rules, or a game that this computer lacks
        return trouble.message
    if report.status == 0:
        return ""
    return (
        SAID("not-verified", count=report.failures, n=report.failures) if report.failures else SAID("has-gap")
    )


def judge_match(game: Game, link: Link) -> standings.Outcome:
    """Return the outcome of a match by its result in the journal."""
    result = game.result if isinstance(game.result, dict) else {}
    totals = result.get("totals")
    scores = [one if type(one) is int else None for one in totals] if isinstance(totals, list) else []
    return standings.judge(link.seats, game.winners, scores)


def read_results(journal: Journal, club: Club, find: Callable[[Journal, Game], str] = find_fault) -> Results:
    """Return the outcomes of a club's matches as the journal has them now. `find`: checks each again.

    A match that verifies counts, whatever was declared of its table; what was declared counts where none
    does.
    """
    found = Results([], [], {}, [])
    for place in club.places:
        link, declared = club.links.get(place), club.declared.get(place)
        outcome, reason = None, SAID("no-result-yet")
        if link is not None:
            outcome, reason = judge_linked(journal, link, find)
        if outcome is not None:
            found.outcomes.append(outcome)
            continue
        if link is not None or declared is None:
            found.uncounted.append(Uncounted(place, reason))
        if declared is not None:
            found.by_hand[place] = declared
            if declared.scores is not None:
                found.declared.append(judge_declared(group_of(club, place), declared.scores))
    return found


def judge_linked(
    journal: Journal, link: Link, find: Callable[[Journal, Game], str]
) -> tuple[standings.Outcome | None, str]:
    """Return the outcome of a match that was entered, or None and why it does not count."""
    gone = SAID("match-gone", match=link.match)
    try:
        game = journal.game(link.match)
    except JournalError as error:
        if error.code not in ("NO_SUCH_GAME", DAMAGED):
            raise
        return None, error.message if error.code == DAMAGED else gone
    if (game.uid, game.first_g) != (link.uid, link.first) or len(game.players) != len(link.seats):
        return None, gone
    fault = find(journal, game)
    if fault:
        return None, SAID("not-counted", match=link.match, reason=fault)
    return judge_match(game, link), ""


def judge_declared(group: Sequence[str], scores: Sequence[int | None]) -> standings.Outcome:
    """Return the outcome of declared scores: the highest one wins. None is the score of an absent player."""
    players = [None if score is None else name for name, score in zip(group, scores, strict=True)]
    best = max(score for score in scores if score is not None)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    return standings.judge(players, winners, scores)


def rank_club(
    club: Club, results: Results, rank: Callable[..., list[standings.Standing]] = standings.rank_by_points
) -> list[standings.Standing]:
    """Return the standings of a club. Raises Trouble."""
    return rank(club.players, results.outcomes, results.declared, club.deductions())


def describe_scores(group: Sequence[str], declared: Declared) -> str:
    """Return declared scores in words."""
    if declared.scores is None:
        return SAID("not-played")
    told = [
        f"{name} {score}" for name, score in zip(group, declared.scores, strict=True) if score is not None
    ]
    return ", ".join(told)


def describe_declared(club: Club, results: Results) -> list[str]:
    """Return a sentence for each result that was declared and counts."""
    return [
        SAID(
            "is-declared",
            round=place[0],
            table=place[1],
            scores=describe_scores(group_of(club, place), declared),
            reason=declared.reason,
        )
        for place, declared in results.by_hand.items()
    ]


def describe_penalties(club: Club) -> list[str]:
    """Return a sentence for each penalty."""
    return [
        SAID("penalty", round=at, table=table, player=player, points=number(one.points), reason=one.reason)
        for ((at, table), player), one in sorted(club.penalties.items(), key=lambda item: item[0])
        if one.points
    ]


def describe_outcome(outcome: standings.Outcome) -> str:
    """Return the places of a match in words."""
    rows = sorted(zip(outcome.places, outcome.players, outcome.shares, strict=True), key=lambda row: row[0])
    return ", ".join(
        f"{place}. {player}" + f" (+{number(share)})" * bool(share) for place, player, share in rows
    )


def number(points: float | Fraction) -> str:
    """Return points as text, with two digits after the point where they are no whole number."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".") if points != int(points) else str(int(points))
