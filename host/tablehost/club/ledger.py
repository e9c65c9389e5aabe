"""The ledger of a club: one file of JSON Lines in the home folder, to which rows are appended, never changed.

The first row founds the club, each round is a row, and each result links a match of the journal to a table of
a round; of several rows for one round or one table the last one counts. Scores are not in here: they
are read from the journal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tablehost import folders, locks, messages, seats
from tablehost.errors import BUSY, CHECK_FAILED, NOT_FOUND, Trouble, did_you_mean
from tablehost.files import dump_line, write_error
from tablehost.journal import game_schema, strict_json
from tablehost.journal.schema import Flag, List, Maybe, Members, Misfit, OneOf, Text, Whole, check
from tablehost.types import SCHEMA, Fields

SAID = messages.Catalogue("club")

MOST_PLAYERS = 400
MOST_ROUNDS = 100
MOST_BYTES = 1 << 24  # of a ledger
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")  # of a club: also the name of its file

_PLAYER = Text(24, seats.is_name, "name")
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


Place = tuple[int, int]  # round and table, from 1


@dataclass
class Club:
    """A club as its ledger has it.

    `tables`, `planned`: as planned when it was founded; `seated`: when the last round was seated.
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
    seated: str = ""

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
        """Return True if a table of this round has a result."""
        return any(place[0] == number for place in self.links)

    def open_places(self) -> list[Place]:
        """Return the tables of all rounds that have no result."""
        return [
            (number, table)
            for number, tables in enumerate(self.rounds, 1)
            for table in range(1, len(tables) + 1)
            if (number, table) not in self.links
        ]


def folder() -> Path:
    """Return the folder of the ledgers."""
    return folders.home() / "clubs"


def names() -> list[str]:
    """Return the names of the clubs on this computer."""
    return sorted(path.stem for path in folder().glob("*.jsonl") if NAME.fullmatch(path.stem))


def sizes() -> tuple[tuple[str, int], ...]:
    """Return the name and the bytes of each ledger: rows are only appended."""
    found = []
    for name in names():
        with suppress(OSError):
            found.append((name, path_of(name).stat().st_size))
    return tuple(found)


def path_of(name: str) -> Path:
    """Return the path of a ledger. Capitals do not matter. Raises Trouble for a name that is no file name."""
    if not NAME.fullmatch(name):
        raise Trouble("BAD_NAME", SAID("bad-name", name=name), SAID("bad-name-hint"))
    return folder() / f"{name.lower()}.jsonl"


def found(club: Club, at: str) -> None:
    """Write the ledger of a new club. Raises Trouble: there is one of this name."""
    path = path_of(club.name)
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
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _alone(path):
            if path.exists():
                raise Trouble("EXISTS", SAID("club-exists", name=club.name), SAID("club-exists-hint"))
            with open(path, "xb") as file:
                _append(file, row)
    except OSError as error:
        raise write_error(path, error, "CARDTABLE_HOME") from error


def read(name: str) -> Club:
    """Return a club. Raises Trouble: there is none of this name, or its ledger is damaged."""
    path = path_of(name)
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else None
    except FileNotFoundError:
        hint = did_you_mean(name, names()) or SAID("no-club-hint")
        raise Trouble("NO_SUCH_CLUB", SAID("no-club", name=name), hint, NOT_FOUND) from None
    except OSError as error:
        about = SAID("not-read", path=path, reason=messages.reason(error))
        raise Trouble("NOT_READ", about, SAID("not-read-hint"), NOT_FOUND) from error
    if data is None:
        raise _damaged(path, 1, SAID("too-large", most=MOST_BYTES >> 20))
    # A power cut may leave the beginning of a row: it was never reported as kept.
    lines = data.split(b"\n")[:-1]
    club: Club | None = None
    for number, line in enumerate(lines, 1):
        try:
            club = _take(club, strict_json.loads(line))
        except (strict_json.Misread, Misfit) as wrong:
            raise _damaged(path, number, str(wrong)) from None
    if club is None:
        raise _damaged(path, 1, SAID("no-first-row"))
    return club


class Writer:
    """A club whose ledger no other program writes meanwhile."""

    def __init__(self, club: Club, path: Path) -> None:
        self.club = club
        self._path = path

    def add_round(self, number: int, tables: list[list[str]], at: str) -> None:
        """Append the next round, or the last one, without results, as it is seated again."""
        self._add({"kind": "round", "at": at, "round": number, "tables": tables})

    def add_link(self, place: Place, link: Link, at: str) -> None:
        """Append the match of a table."""
        row = {"kind": "result", "at": at, "round": place[0], "table": place[1]}
        self._add({**row, **link._asdict(), "seats": list(link.seats)})

    def _add(self, row: Fields) -> None:
        _take(self.club, row)
        try:
            with open(self._path, "r+b") as file:
                data = file.read()
                file.truncate(data.rfind(b"\n") + 1)
                file.seek(0, os.SEEK_END)
                _append(file, row)
        except OSError as error:
            raise write_error(self._path, error, "CARDTABLE_HOME") from error


@contextmanager
def writing(name: str) -> Iterator[Writer]:
    """Hold the ledger of a club for this program alone. Raises Trouble, also if another program holds it."""
    path = path_of(name)
    read(name)  # else there is no folder for a lock
    with _alone(path):
        yield Writer(read(name), path)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    try:
        file = open(path.with_suffix(".lock"), "a+")
    except OSError as error:
        raise write_error(path, error, "CARDTABLE_HOME") from error
    with file:
        if not locks.lock(file):
            raise Trouble("BUSY", SAID("busy", path=path), SAID("busy-hint"), BUSY)
        yield


def _append(file: BinaryIO, row: Fields) -> None:
    file.write(dump_line(row).encode() + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _take(club: Club | None, row: Fields) -> Club:
    """Return the club with one more row. Raises Misfit."""
    kinds = ["club"] if club is None else ["round", "result"]
    kind = row.get("kind") if isinstance(row, dict) else None
    check(kind, OneOf(kinds), "kind")
    check(row, _SHAPES[str(kind)])
    if club is None:
        settings = (row["tables"], row["rounds"], row["seed"], row["swiss"])
        return Club(row["name"], row["game"], row["players"], *settings)
    if kind == "round":
        count = len(club.rounds)
        check(row["round"], Whole(count + (not count or club.has_results(count)), count + 1), "round")
        club.rounds[row["round"] - 1 :] = [row["tables"]]
        club.seated = row["at"]
        return club
    check(row["round"], Whole(1, len(club.rounds)), "round")
    check(row["table"], Whole(1, len(club.rounds[row["round"] - 1])), "table")
    link = Link(row["match"], row["uid"], row["first"], row["seats"])
    club.links[row["round"], row["table"]] = link
    return club


def _damaged(path: Path, line: int, reason: str) -> Trouble:
    about = SAID("damaged", path=path, line=line, reason=reason)
    return Trouble("CLUB_DAMAGED", about, SAID("damaged-hint"), CHECK_FAILED)
