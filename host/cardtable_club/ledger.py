"""The ledger of a club: rows of JSON in the journal's database, which are appended, never changed.

The first row founds the club, each round is a row, and each result links a match of the journal to a table of
a round; of several rows for one round or one table the last one counts. Scores of matches are not in here:
they are read from the journal. What an umpire declares is here alone: the scores of a table, or a penalty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, count
from typing import NamedTuple

from tablehost import messages, seats
from tablehost.errors import BUSY, CHECK_FAILED, NOT_FOUND, Trouble, did_you_mean
from tablehost.files import dump_line
from tablehost.journal import game_schema, strict_json
from tablehost.journal.schema import Flag, List, Maybe, Members, Misfit, OneOf, Row, Text, Whole, check
from tablehost.journal.store import Journal, tell_left_out
from tablehost.types import SCHEMA, Fields

SAID = messages.Catalogue("cardtable_club/club")

MOST_PLAYERS = 400
MOST_ROUNDS = 100
MOST_SCORE = 9999  # that is declared
MOST_REASON = 200  # characters
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")  # of a club
POINTS = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?")  # of a penalty


def is_reason(text: str) -> bool:
    """Return True for the reason of what is declared: visible text in one line, not too long."""
    return 0 < len(text) <= MOST_REASON and text == text.strip() and text.isprintable()


_PLAYER = Text(24, seats.is_name, "name")
_REASON = Text(MOST_REASON, is_reason)
_SHAPES = {
    "club": Members(
        {
            "kind": OneOf(["club"]),
            "schema": OneOf([SCHEMA]),
            "at": game_schema.TIME,
            "name": Text(40, NAME.pattern),
            "game": game_schema.WORD,
            "players": List(_PLAYER, MOST_PLAYERS, 2),
            "tables": Whole(1, MOST_PLAYERS),
            "rounds": Whole(1, MOST_ROUNDS),
            "seed": Whole(),
            "swiss": Flag(),
        }
    ),
    "round": Members(
        {
            "kind": OneOf(["round"]),
            "at": game_schema.TIME,
            "round": Whole(1, MOST_ROUNDS),
            "tables": List(List(_PLAYER, game_schema.MOST_SEATS, 2), MOST_PLAYERS, 1),
        }
    ),
    "result": Members(
        {
            "kind": OneOf(["result"]),
            "at": game_schema.TIME,
            "round": Whole(1),
            "table": Whole(1),
            "match": Whole(1),
            "uid": Text(80),
            "first": Whole(),
            "seats": List(Maybe(_PLAYER), game_schema.MOST_SEATS, 1),
        }
    ),
    "declared": Members(
        {
            "kind": OneOf(["declared"]),
            "at": game_schema.TIME,
            "round": Whole(1),
            "table": Whole(1),
            "scores": Maybe(List(Maybe(Whole(0, MOST_SCORE)), game_schema.MOST_SEATS, 2)),
            "reason": _REASON,
        }
    ),
    "penalty": Members(
        {
            "kind": OneOf(["penalty"]),
            "at": game_schema.TIME,
            "round": Whole(1),
            "table": Whole(1),
            "player": _PLAYER,
            "points": Text(5, POINTS.pattern),
            "reason": _REASON,
        }
    ),
}


class Link(NamedTuple):
    """A match of the journal that was played at a table of a round.

    `match`: its number; `uid`, `first`: its table and first record, by which another match with this number
    is known as another one; `seats`: the player of each seat, None for a bot.
    """

    match: int
    uid: str
    first: int
    seats: Sequence[str | None]


class Declared(NamedTuple):
    """The declaration of an umpire about a table. `scores`: in the order in which its players were seated,
    None for one who stayed away; None if it was not played.
    """

    scores: Sequence[int | None] | None
    reason: str


class Penalty(NamedTuple):
    """Points that a player loses, 0 if the penalty is lifted."""

    points: Fraction
    reason: str


Place = tuple[int, int]  # round and table, from 1


@dataclass
class Club:
    """A club as its ledger has it.

    `tables`, `planned`: as planned when it was founded; `penalties`: by place and player; `seated`: when the
    last round was seated; `next_row`: the number of the next row; `bad`: a sentence for each row that is left
    out.
    """

    name: str
    game: str
    founders: list[str]
    tables: int
    planned: int
    seed: int
    is_swiss: bool
    rounds: list[list[list[str]]] = field(default_factory=list)
    links: dict[Place, Link] = field(default_factory=dict)
    declared: dict[Place, Declared] = field(default_factory=dict)
    penalties: dict[tuple[Place, str], Penalty] = field(default_factory=dict)
    seated: str = ""
    next_row: int = 1
    bad: list[str] = field(default_factory=list)

    @property
    def players(self) -> list[str]:
        """Return all who ever belonged to the club, in the order in which they came."""
        found = dict.fromkeys(self.founders)
        for tables in self.rounds:
            for group in tables:
                found.update(dict.fromkeys(group))
        return list(found)

    @property
    def present(self) -> list[str]:
        """Return the players of the last round, or the founders before the first one."""
        if not self.rounds:
            return self.founders
        seated = {name for group in self.rounds[-1] for name in group}
        return [name for name in self.players if name in seated]

    def has_results(self, number: int) -> bool:
        """Return True if a table of this round has a result, or a penalty."""
        places = chain(self.links, self.declared, (place for place, _ in self.penalties))
        return any(place[0] == number for place in places)

    @property
    def places(self) -> list[Place]:
        """Return the tables of all rounds."""
        return [
            (number, table)
            for number, tables in enumerate(self.rounds, 1)
            for table in range(1, len(tables) + 1)
        ]

    def open_places(self) -> list[Place]:
        """Return the tables of all rounds that have no result."""
        return [place for place in self.places if place not in self.links and place not in self.declared]

    def deductions(self) -> dict[str, Fraction]:
        """Return the points that players lose by penalties."""
        found: dict[str, Fraction] = {}
        for (_, player), penalty in self.penalties.items():
            found[player] = found.get(player, Fraction(0)) + penalty.points
        return found


def key_of(name: str) -> str:
    """Return the name of a club in the journal: capitals do not matter. Raises Trouble for a bad name."""
    if not NAME.fullmatch(name):
        raise Trouble("BAD_NAME", SAID("bad-name", name=name), SAID("bad-name-hint"))
    return name.lower()


def found(journal: Journal, club: Club, at: str) -> None:
    """Append the first row of a new club. Raises Trouble: there is one of this name."""
    row: Fields = {
        "kind": "club",
        "schema": SCHEMA,
        "at": at,
        "name": club.name,
        "game": club.game,
        "players": club.founders,
        "tables": club.tables,
        "rounds": club.planned,
        "seed": club.seed,
        "swiss": club.is_swiss,
    }
    if not journal.add_club_row(key_of(club.name), 0, dump_line(row)):
        raise Trouble("EXISTS", SAID("club-exists", name=club.name), SAID("club-exists-hint"))


def read(journal: Journal, name: str) -> Club:
    """Return a club. A bad row is reported, and left out. Raises Trouble: there is no club of this name, or
    its first row is damaged.
    """
    club: Club | None = None
    bad: list[Trouble] = []
    rows = journal.club_rows(key_of(name))
    known = {number for number, _ in rows}
    free = next(number for number in count() if number not in known)
    for number, text in rows:
        try:
            check(number, Whole(0, free - 1), "number")  # no program leaves one out
            club = _take(club, strict_json.loads(text))
        except (strict_json.Misread, Misfit) as wrong:
            about = SAID("damaged", path=journal.place, name=name, row=number, reason=wrong)
            bad.append(Trouble("CLUB_DAMAGED", about, SAID("damaged-hint"), CHECK_FAILED))
    if bad and club is None:
        raise bad[-1]
    for trouble in bad:
        tell_left_out(trouble)
    if club is None:
        hint = did_you_mean(name, journal.clubs()) or SAID("no-club-hint")
        raise Trouble("NO_SUCH_CLUB", SAID("no-club", name=name), hint, NOT_FOUND)
    club.next_row, club.bad = free, [trouble.message for trouble in bad]
    return club


def add_round(journal: Journal, club: Club, number: int, tables: list[list[str]], at: str) -> None:
    """Append the next round, or the last one, without results, as it is seated again. Raises Trouble."""
    _add(journal, club, {"kind": "round", "at": at, "round": number, "tables": tables})


def add_link(journal: Journal, club: Club, place: Place, link: Link, at: str) -> None:
    """Append the match of a table. Raises Trouble."""
    row = {"kind": "result", "at": at, "round": place[0], "table": place[1]}
    _add(journal, club, {**row, **link._asdict(), "seats": list(link.seats)})


def add_declared(journal: Journal, club: Club, place: Place, declared: Declared, at: str) -> None:
    """Append what is declared of a table. Raises Trouble."""
    row: Fields = {"kind": "declared", "at": at, "round": place[0], "table": place[1]}
    scores = None if declared.scores is None else list(declared.scores)
    _add(journal, club, {**row, "scores": scores, "reason": declared.reason})


def add_penalty(
    journal: Journal, club: Club, place: Place, player: str, points: str, reason: str, at: str
) -> None:
    """Append a penalty of a player of a table. `points`: as in POINTS. Raises Trouble."""
    row: Fields = {"kind": "penalty", "at": at, "round": place[0], "table": place[1]}
    _add(journal, club, {**row, "player": player, "points": points, "reason": reason})


def _add(journal: Journal, club: Club, row: Fields) -> None:
    """Append a row after the last one of this club. Raises Trouble if another program did so since."""
    seated = club.seated
    _take(club, row)
    if journal.add_club_row(key_of(club.name), club.next_row, dump_line(row)):
        club.next_row += 1
        return
    newer = read(journal, club.name)
    kind = "busy" if newer.seated == seated else "busy-round"
    about = SAID(kind, name=club.name, path=journal.place, round=len(newer.rounds))
    raise Trouble("BUSY", about, SAID(f"{kind}-hint", name=club.name), BUSY)


def _take(club: Club | None, row: Fields) -> Club:
    """Return the club with one more row. Raises Misfit."""
    kinds = ["club"] if club is None else ["round", "result", "declared", "penalty"]
    kind = row.get("kind") if isinstance(row, dict) else None
    check(kind, OneOf(kinds), "kind")
    check(row, _SHAPES[str(kind)])
    if club is None:
        settings = (row["tables"], row["rounds"], row["seed"], row["swiss"])
        return Club(row["name"], row["game"], row["players"], *settings)
    if kind == "round":
        played = len(club.rounds)
        check(row["round"], Whole(played + (not played or club.has_results(played)), played + 1), "round")
        club.rounds[row["round"] - 1 :] = [row["tables"]]
        club.seated = row["at"]
        return club
    check(row["round"], Whole(1, len(club.rounds)), "round")
    check(row["table"], Whole(1, len(club.rounds[row["round"] - 1])), "table")
    place = (row["round"], row["table"])
    group = club.rounds[place[0] - 1][place[1] - 1]
    if kind == "result":
        club.links[place] = Link(row["match"], row["uid"], row["first"], row["seats"])
    elif kind == "declared":
        scores = row["scores"]
        if scores is not None:
            check(scores, Row([Maybe(Whole())] * len(group)), "scores")
            check(len(group) - scores.count(None), Whole(2, len(group)), "scores")
        club.declared[place] = Declared(scores, row["reason"])
    else:
        check(row["player"], OneOf(group), "player")
        club.penalties[place, row["player"]] = Penalty(Fraction(row["points"]), row["reason"])
    return club
