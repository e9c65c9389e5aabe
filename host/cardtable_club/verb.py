"""The verb `club`: seating plans, clubs with their rounds and results, and standings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from cardtable.games.registry import NAMES
from cardtable_club import by_hand, evening, ledger, page, standings
from tablehost import messages, seats
from tablehost.arguments import Club as Args
from tablehost.console.terminal import one_line
from tablehost.console.text import table as as_table
from tablehost.errors import NOT_FOUND, Trouble
from tablehost.files import STDOUT, save_text
from tablehost.journal.lookup import find
from tablehost.journal.store import Journal, now
from tablehost.plugins.choice import load_game, read_names
from tablehost.spreadsheet import dump_csv
from tablehost.text_files import encoding_of
from tablehost.types import SCHEMA, Document

SAID = messages.Catalogue("cardtable_club/club")
MOST_BYTES = 1 << 20  # of a file of names


def main(args: Args) -> int:
    """Run `cardtable club seat|new|next|result|standings`. Raises Trouble."""
    verbs = {"seat": seat, "new": new, "next": seat_round, "result": enter, "standings": rank}
    data, text = verbs[args.what](args)
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    elif text:
        print("\n".join(map(one_line, text.split("\n"))))
    return 0


def seat(args: Args) -> tuple[Document, str]:
    """Seat players for an evening, or write the plan as CSV. Raises Trouble."""
    players, tables, rounds = read_players(args.players or ""), args.tables or 0, args.rounds or 0
    limits = load_game(args.game).SEATS if args.game else _widest()
    evening.check_plan(players, tables, rounds, limits, args.game or "")
    plan = evening.plan_evening(players, tables, rounds, args.seed)
    met = evening.count_meetings(plan, players)
    data: Document = {"rounds": plan, "met": met._asdict(), "seed": args.seed}
    if args.csv:
        save_text(args.csv, seats_as_csv(plan), "--csv")
    if args.csv == STDOUT and not args.json:
        return data, ""
    told = [_tell_round(at, groups) for at, groups in enumerate(plan, 1)]
    kind = "met-alike" if met.least == met.most else "met"
    return data, "\n".join([*told, SAID(kind, least=met.least, most=met.most)])


def new(args: Args) -> tuple[Document, str]:
    """Found a club. Raises Trouble."""
    players, tables, rounds = read_players(args.players or ""), args.tables or 0, args.rounds or 0
    game = load_game(args.game or "")
    evening.check_plan(players, tables, rounds, game.SEATS, game.NAME)
    club = ledger.Club(args.name, game.NAME, players, tables, rounds, args.seed, args.swiss)
    with Journal() as journal:
        ledger.found(journal, club, now())
    data: Document = {
        "name": club.name,
        "game": club.game,
        "players": players,
        "tables": tables,
        "rounds": rounds,
        "swiss": club.is_swiss,
    }
    return data, SAID("founded", name=club.name, game=club.game, count=len(players), n=len(players))


def seat_round(args: Args) -> tuple[Document, str]:
    """Seat the next round of a club, and keep it. Raises Trouble."""
    with Journal() as journal:
        club = ledger.read(journal, args.name)
        given = None if args.players is None else read_players(args.players)
        number, groups, joined, open_places = evening.seat_round(
            journal, club, given, args.tables, args.again
        )
    met = evening.count_meetings(club.rounds, club.players)
    data: Document = {
        "round": number,
        "tables": groups,
        "joined": joined,
        "met": met._asdict(),
        "open": [{"round": place[0], "table": place[1]} for place in open_places],
    }
    told = [_tell_round(number, groups)]
    if joined:
        told.append(SAID("joined", names=", ".join(joined), n=len(joined)))
    told += [SAID("still-open", round=at, table=table) for at, table in open_places]
    return data, "\n".join(told)


def enter(args: Args) -> tuple[Document, str]:
    """Enter the result of a table: a match of the journal, or what is declared. Raises Trouble."""
    given = [one for one in (args.declared, args.penalty) if one is not None]
    if not given and args.because is None:
        return link(args)
    if len(given) != 1 or args.match != "last" or args.names is not None:
        raise Trouble("USAGE", SAID("by-hand-alone"), SAID("by-hand-alone-hint"))
    return penalise(args) if args.declared is None else declare(args)


def declare(args: Args) -> tuple[Document, str]:
    """Declare the result of a table, or that it was not played. Raises Trouble."""
    words = (args.declared or "").split(",")
    place = (args.round, args.table)
    with Journal() as journal:
        club = ledger.read(journal, args.name)
        given = None if words == [by_hand.NOT_PLAYED] else words
        entered = by_hand.declare(journal, club, place, given, args.because, args.replace)
    outcome = entered.outcome or standings.Outcome([], [], [])
    data: Document = {
        "round": args.round,
        "table": args.table,
        "declared": entered.declared.scores,
        "reason": entered.declared.reason,
        **_outcome_as_data(outcome),
        "waiting": entered.waiting,
    }
    told = evening.describe_outcome(outcome) or SAID("not-played")
    text = [SAID("declared", round=args.round, table=args.table, places=told)]
    if entered.waiting is not None:
        text.append(
            SAID("waiting", match=entered.waiting, name=club.name, round=args.round, table=args.table)
        )
    return data, "\n".join(text)


def penalise(args: Args) -> tuple[Document, str]:
    """Take points from a player of a table. Raises Trouble."""
    name, _, points = (args.penalty or "").rpartition("=")
    place = (args.round, args.table)
    with Journal() as journal:
        club = ledger.read(journal, args.name)
        player = by_hand.penalise(journal, club, place, name, points, args.because, args.replace)
    told = club.penalties[place, player]
    data: Document = {
        "round": args.round,
        "table": args.table,
        "player": player,
        "penalty": float(told.points),
        "reason": told.reason,
    }
    lost = evening.number(told.points)
    return data, SAID(
        "penalty", round=args.round, table=args.table, player=player, points=lost, reason=told.reason
    )


def link(args: Args) -> tuple[Document, str]:
    """Link a match of the journal to a table of a round. Raises Trouble."""
    names = None if args.names is None else read_names(args.names)
    with Journal() as journal:
        club = ledger.read(journal, args.name)
        place = (args.round, args.table)
        game = find(journal, args.match)
        found, outcome = evening.link_match(journal, club, place, game, names, args.replace)
        ledger.add_link(journal, club, place, found, now())
    data: Document = {
        "round": args.round,
        "table": args.table,
        "match": game.id,
        "seats": list(found.seats),
        **_outcome_as_data(outcome),
    }
    told = evening.describe_outcome(outcome)
    text = [SAID("linked", round=args.round, table=args.table, match=game.id, places=told)]
    if place in club.declared:
        text.append(SAID("in-place-of-declared"))
    return data, "\n".join(text)


def _outcome_as_data(outcome: standings.Outcome) -> Document:
    return {
        "places": dict(zip(outcome.players, outcome.places, strict=True)),
        "points": {name: float(share) for name, share in zip(outcome.players, outcome.shares, strict=True)},
    }


def rank(args: Args) -> tuple[Document, str]:
    """Show the standings of a club, or write them as CSV or as a page to print. Raises Trouble."""
    with Journal() as journal:
        club = ledger.read(journal, args.name)
        results = evening.read_results(journal, club)
    ranked = standings.rank_by_rating if args.by == "rating" else standings.rank_by_points
    rows = evening.rank_club(club, results, ranked)
    data: Document = {
        "club": club.name,
        "game": club.game,
        "by": args.by,
        "tie_breaks": list(standings.TIE_BREAKS),
        "rounds": len(club.rounds),
        "matches": len(results.outcomes),
        "standings": [_as_data(row) for row in rows],
        "uncounted": [
            {"round": one.place[0], "table": one.place[1], "reason": one.reason} for one in results.uncounted
        ],
        "declared": [
            {"round": place[0], "table": place[1], "scores": one.scores, "reason": one.reason}
            for place, one in results.by_hand.items()
        ],
        "penalties": [
            {"round": at, "table": table, "player": player, "points": float(one.points), "reason": one.reason}
            for ((at, table), player), one in club.penalties.items()
            if one.points
        ],
    }
    if args.csv:
        save_text(args.csv, standings_as_csv(rows), "--csv")
    if args.page:
        save_text(args.page, page.make_page(club, rows, results, args.by, now()[:10]), "--page")
    if STDOUT in (args.csv, args.page) and not args.json:
        return data, ""
    told = [
        page.describe_state(club, results),
        as_table([page.head_cells(), *map(page.cells_of, rows)], left=(1, 7)),
        SAID(f"order-{args.by}"),
        *page.list_remarks(club, rows, results),
    ]
    return data, "\n".join(told)


# -- input and output ----------------------------------------------------------------------------------


def read_players(words: str) -> list[str]:
    """Return the names in a file, one a line, or the names with commas between them. Raises Trouble."""
    if "," in words:
        names = read_names(words)
    else:
        names = _names_in(Path(words))
    twin = seats.find_twin(names)
    if twin is not None:
        raise Trouble("BAD_NAMES", SAID("name-alike", name=twin), SAID("name-alike-hint"))
    return names


def _names_in(path: Path) -> list[str]:
    """Return the names in a file. Lines that are empty or begin with # are passed over."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Trouble("BAD_NAMES", SAID("names-too-large", path=path), SAID("names-hint"))
        text = data.decode(encoding_of(data))
    except (OSError, ValueError) as error:
        reason = messages.reason(error, SAID("no-text"))
        raise Trouble(
            "NOT_READ", SAID("not-read", path=path, reason=reason), SAID("names-hint"), NOT_FOUND
        ) from None
    names = []
    for at, line in enumerate(text.splitlines(), 1):
        name = line.strip()
        if name and not name.startswith("#"):
            if not seats.is_name(name):
                raise Trouble(
                    "BAD_NAMES",
                    SAID("bad-name-line", path=path, line=at, name=repr(name)),
                    SAID("names-hint"),
                )
            names.append(name)
    return names


def _widest() -> tuple[int, int]:
    """Return the least and most players that any game takes."""
    limits = [load_game(name).SEATS for name in NAMES]
    return min(least for least, _ in limits), max(most for _, most in limits)


def _tell_round(at: int, groups: Sequence[Sequence[str]]) -> str:
    rows = [SAID("table-row", table=table, names=", ".join(group)) for table, group in enumerate(groups, 1)]
    return "\n".join([SAID("round-row", round=at), *("  " + row for row in rows)])


def seats_as_csv(plan: Sequence[Sequence[Sequence[str]]]) -> str:
    """Return a plan as CSV, a row a seat. Rounds, tables and seats count from 1."""
    rows = [
        [at, table, place, name]
        for at, groups in enumerate(plan, 1)
        for table, group in enumerate(groups, 1)
        for place, name in enumerate(group, 1)
    ]
    return dump_csv([["round", "table", "seat", "player"], *rows])


def standings_as_csv(rows: Sequence[standings.Standing]) -> str:
    """Return standings as CSV, a row a player."""
    found = [_as_data(row) for row in rows]
    head = [name for name in standings.Standing._fields if name != "rating"] + ["rating", "mu", "sigma"]
    return dump_csv([head, *([row[name] for name in head] for row in found)])


def _as_data(row: standings.Standing) -> Document:
    rated = None if row.rating == standings.UNRATED else row.rating
    return {
        **row._asdict(),
        "points": round(float(row.points), 6),
        "opponents": round(float(row.opponents), 6),
        "penalty": round(float(row.penalty), 6),
        "rating": rated and rated.shown,
        "mu": rated and round(rated.mu, 6),
        "sigma": rated and round(rated.sigma, 6),
    }
