"""The files of the players of each match at the virtual table: their cards, and their memory.

One file a match, `people/<position of its first record>.json`, data and no code. It holds the players twice:
as they were when they first looked at the prompt of the last record (`before`), and as they are (`now`).
After a restart the table repeats the prompt after its last record. If that is still the same record then no
act of players since counts, and they are as before; a later record was answered by their acts. A file is
written before the table can take note of its contents. It counts only where the table's own record has the
same match and the same record at the same position.

The deals are noted in `people/<position>.deals`, a line each, for the computer's log. In
`people/<position>.asks` are the players as each ask of the stage opened, a line each: after an undo they are
as they were then.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

from cardtable.engine.asks import base
from cardtable.wire.frames import decode
from cardtable.wire.records import ruled
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.people import bots, room, snapshot
from tablehost.referee import open_log
from tablehost.referee.shadow import Shadow
from tablehost.types import Fields, GameModule
from tablehost.virtual.people.match_record import MatchRecord, UnderWay
from tablehost.virtual.people.news import Screen

SAID = messages.Catalogue("play")

VERSION = 1
FOLDER = "people"
MOST = 1 << 20  # bytes of a file: ten people with all they remember take a tenth
MATCHES = 12  # the number of files kept: the table keeps the records of the last ten
AHEAD = 12  # so many answers at most do people give before they look again
# Errors that data not written by these players raise when they continue.
_ODD = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "version": int, "match": list, "at": int, "line": (str, type(None)), "before": dict, "now": dict,
}  # fmt: skip


def _open_ask(line: str | None) -> tuple[str, int, int]:
    """Return how the ask came that is open after this record, its stage, and its number there.

    "answer": by an answer, or a new stage; "undo"; "part": it was open before, too; "other": by another
    correction, or it cannot be said.
    """
    frame = None if line is None else decode(line.encode().rstrip())
    record = None if frame is None else ruled(frame[5:])
    if record is None or len(record) < 4:
        return "other", -1, -1
    kind, stage, index, value = record[:4]
    if kind == "end":
        return "answer", stage + 1, 0
    if kind in ("start", "answer"):
        return "answer", stage, index + (kind == "answer")
    if kind in ("part", "found"):
        return "part", stage, index
    return ("undo", stage, value[1]) if kind == "fix" and value[0] == "undo" else ("other", stage, -1)


def deals_path(folder: Path, first: int) -> Path:
    """Return the deals of the match that begins at this position, of the virtual table in this folder."""
    return folder / FOLDER / f"{first}.deals"


class PeopleFile:
    """The file of the players of the virtual table in `folder`.

    `after`: matches that begin up to there are not those of the players here, and are left alone.
    """

    def __init__(self, folder: Path, after: int = -1) -> None:
        self._folder = folder
        self._after = after
        self._own: int | None = None  # the match of the players here, where it is known
        self._record = MatchRecord(folder)
        self._at: tuple[int, int] | None = None  # the match, and the last record when `before` was taken
        self._before = ""
        self._now = ""  # as last saved
        self._line: str | None = None
        self._deals = 0
        self._noted: list[str] = []  # the last of them, which may not be in their file yet
        self._stage: tuple[int, int] | None = None  # the match and the stage of `_opened`
        self._opened: dict[int, str] = {}  # the players as each ask of the stage opened, by its number
        self._undone: str | None = None  # the players as the ask opened that an undo has opened again

    def is_theirs(self) -> bool:
        """Return True if the match under way, if there is one, is that of the players here."""
        match = self._record.under_way()
        return match is None or self._is_own(match)

    def _is_own(self, match: UnderWay) -> bool:
        return match.first > self._after if self._own is None else match.first == self._own

    def leave(self) -> None:
        """Note that these players have left the table; the match that begins next has others."""
        self._own = None

    # -- writing ----------------------------------------------------------------------------------

    def mark(self, room: room.Room) -> None:
        """Keep the players' state before an act, if they have not acted since the last record."""
        match = self._record.under_way()
        if match is None or not self._is_own(match):
            return
        self._own = match.first
        if self._at is None or self._at[0] != match.first:
            self._deals, self._noted = 0, []
        if self._at != (match.first, match.judged):
            same = self._now and self._at is not None and self._at[0] == match.first and not room.reads
            self._set(match, self._now if same else self._state(room))
            self._note_ask(match)

    def _note_ask(self, match: UnderWay) -> None:
        """Note the players as an ask opens, also in the file, and which ask an undo has opened again."""
        kind, stage, number = _open_ask(self._line)
        if self._stage != (match.first, stage):
            self._stage = match.first, stage
            self._opened = self._read_asks(match.first, stage)
        self._undone = None
        if kind == "other":
            self._opened.clear()
        elif kind == "answer":
            self._note_opened(match, number, self._before)
        elif kind == "undo":  # asks that are not noted here were answered before players acted
            self._undone = self._opened.get(min((one for one in self._opened if one >= number), default=-1))
            if self._undone is not None:
                self._note_opened(match, number, self._undone)

    def _note_opened(self, match: UnderWay, number: int, state: str) -> None:
        """Note the players as ask `number` of the stage opens; notes of later asks count no more."""
        assert self._stage is not None
        self._opened = {one: noted for one, noted in self._opened.items() if one < number}
        path = self._asks_path(match.first)
        path.parent.mkdir(exist_ok=True)
        with open(path, "a" if self._opened else "w", encoding="utf-8") as file:
            file.write(f"[{self._stage[1]},{number},{state}]\n")
        self._opened[number] = state

    def _read_asks(self, first: int, stage: int) -> dict[int, str]:
        """Return what was noted in this stage before a restart; a torn line counts nothing."""
        found: dict[int, str] = {}
        path = self._asks_path(first)
        for line in path.read_text("utf-8", "replace").splitlines() if path.exists() else ():
            head = re.match(r"\[(\d+),(\d+),(\{.*\})\]$", line)
            if head is not None and int(head[1]) == stage:
                found = {number: state for number, state in found.items() if number < int(head[2])}
                found[int(head[2])] = head[3]
        return found

    def _asks_path(self, first: int) -> Path:
        return self._folder / FOLDER / f"{first}.asks"

    def take_undone(self) -> room.Room | None:
        """Return, once, the players as they were when the ask opened to which an undo went back, if known."""
        state, self._undone = self._undone, None
        match = self._record.under_way()
        if state is None or match is None:
            return None
        undone = _room(match, 0)
        try:
            snapshot.fill(undone, json.loads(state)["room"], "people")
            _check_room(undone, match)
        except _ODD:
            return None
        return undone

    def save(self, room: room.Room) -> None:
        """Keep the players after an act or a perception, and the deals, before it takes effect."""
        match = self._record.under_way()
        deals = room.new_deals()
        if match is None or not self._is_own(match):
            return
        self._own = match.first
        if deals:
            notes = [{**open_log.deal_line(*deal, room.letters), "after": match.last} for deal in deals]
            self._noted = [json.dumps(note, separators=(",", ":")) for note in notes]
            self._deals += len(deals)
        now = self._state(room)
        if deals or self._at != (match.first, match.judged):
            self._set(match, now)  # deals remain dealt
        self._write(match, now)
        if deals:
            with open(deals_path(self._folder, match.first), "a", encoding="utf-8") as file:
                file.write("".join(note + "\n" for note in self._noted))

    def _set(self, match: UnderWay, state: str) -> None:
        self._at = (match.first, match.judged)
        self._before = state
        self._line = self._record.line(match.judged)

    def _state(self, room: room.Room) -> str:
        read = room.records[-1][0] if room.records else -1
        state = {"deals": self._deals, "noted": self._noted, "read": read, "room": snapshot.take(room)}
        return json.dumps(state, separators=(",", ":"))

    def _write(self, match: UnderWay, now: str) -> None:
        self._now = now
        path = self._path(match.first)
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            deals_path(self._folder, match.first).unlink(missing_ok=True)
            self._clean_up()
        assert self._at is not None
        head = {"version": VERSION, "match": match.checkpoint[:3], "at": self._at[1], "line": self._line}
        text = json.dumps(head, separators=(",", ":"))[:-1] + f',"before":{self._before},"now":{now}}}'
        whole = path.with_suffix(".new")
        whole.write_text(text, encoding="utf-8")
        os.replace(whole, path)

    def _path(self, first: int) -> Path:
        return self._folder / FOLDER / f"{first}.json"

    def _clean_up(self) -> None:
        """Remove the files of matches long gone."""
        kept = sorted((self._folder / FOLDER).glob("*.json"), key=lambda file: int(file.stem))
        for file in kept[: -MATCHES + 1]:
            if self._record.parked(int(file.stem)) is not None:
                continue
            file.unlink()
            for ending in (".deals", ".asks"):
                file.with_suffix(ending).unlink(missing_ok=True)

    # -- reading ----------------------------------------------------------------------------------

    def load(self, seed: object, first: int | None = None) -> room.Room | None:
        """Return the players of the match under way as they continue it, None if none is under way. `first`:
        those of the match that began there instead, under way or parked.

        Players without a file have not acted yet, and sit down now; `seed` is theirs. Raises Trouble if the
        file does not fit the table's record.
        """
        match = self._record.under_way()
        if first is not None and (match is None or match.first != first):
            match = self._record.parked(first)
        if match is None:
            return None
        self._after, self._own = match.first - 1, match.first
        path = self._path(match.first)
        if path.exists():
            room = self._kept(path, match, seed)
        else:
            room = self._fresh(match, seed)
            self._read_news(room, match)
        path.parent.mkdir(exist_ok=True)
        self._mend_deals(match)
        state = self._state(room)
        self._set(match, state)
        self._note_ask(match)  # an undo may be the last that happened
        self._write(match, state)
        return room

    def _kept(self, path: Path, match: UnderWay, seed: object) -> room.Room:
        try:
            data = _read(path)
            self._check(data, match)
            state = data["before" if data["at"] == match.judged else "now"]
            if (
                not isinstance(state.get("deals"), int)
                or not isinstance(state.get("read"), int)
                or not isinstance(state.get("noted"), list)
                or not all(isinstance(note, str) for note in state["noted"])
                or not 0 <= len(state["noted"]) <= state["deals"]
            ):
                raise snapshot.Misfit("the numbers of deals and records")
            room = _room(match, seed)
            snapshot.fill(room, state.get("room"), "people")
            _check_room(room, match)
            room.records += self._record.records(match.first, state["read"], match)
            self._read_news(room, match)
        except (*_ODD, OSError) as why:
            raise Trouble(
                "PEOPLE_MISFIT",
                SAID("people-misfit", path=path, why=why),
                SAID("people-misfit-hint"),
            ) from why
        self._deals, self._noted = state["deals"], state["noted"]
        return room

    def _check(self, data: Fields, match: UnderWay) -> None:
        """Raise Misfit unless this was written while the table had this record."""
        for name, kind in _FIELDS.items():
            if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
                raise snapshot.Misfit(f"{name} is missing, or of another type")
        if data["version"] != VERSION:
            raise snapshot.Misfit("another version of this program wrote it")
        if data["match"] != match.checkpoint[:3]:
            raise snapshot.Misfit("it is of a match of another game, with other players or other options")
        at = data["at"]
        if not match.first - 1 <= at <= match.judged or data["line"] != self._record.line(at):
            raise snapshot.Misfit(f"record {at} of the table is another one, or is not there")
        since = self._record.records(at + 1, match.judged, match)
        if len(since) > AHEAD and self._follow(match, at)[1] > AHEAD:
            raise snapshot.Misfit(f"the table has gone on since, from record {at} to {match.judged}")

    def _fresh(self, match: UnderWay, seed: object) -> room.Room:
        """Return new players, seated as the match has them. Raises Trouble if the match has gone further."""
        shadow, asked = self._follow(match, -1)
        seated = [open_log.raw(shadow.match.game, fact) for fact in shadow.facts]
        pads = next((list(fact["pads"]) for fact in seated if fact["kind"] == "seated"), None)
        if asked > (pads is not None):
            raise Trouble(
                "PEOPLE_LOST",
                SAID("people-lost"),
                SAID("people-lost-hint", first=self._path(match.first)),
            )
        return _room(match, seed, pads)

    def _follow(self, match: UnderWay, after: int) -> tuple[Shadow, int]:
        """Return the match by its records, and how many answers people have given to it since record
        `after`.
        """
        shadow = Shadow()
        given = 0
        for position, record in self._record.records(match.first, match.judged, match):
            ask = None if shadow.course is None else shadow.course.ask
            answers = record[0] in ("answer", "part") and ask is not None and not ask.auto
            given += answers and position > after
            shadow.follow(record)
        return shadow, given

    def _read_news(self, room: room.Room, match: UnderWay) -> None:
        """Have the players read the records since they last looked."""
        if not room.reads:
            return
        screen = Screen(room.records)
        read = room.records[-1][0] if room.records else match.first - 1
        for position, record in self._record.records(read + 1, match.judged, match):
            for fact in screen.take(position, record):
                room.told(fact)

    def _mend_deals(self, match: UnderWay) -> None:
        """Rewrite the file of deals with those that these players remember."""
        path = deals_path(self._folder, match.first)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        lines = [*lines[: self._deals - len(self._noted)], *self._noted]
        whole = path.with_suffix(".new-deals")
        whole.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        os.replace(whole, path)


def _read(path: Path) -> Fields:
    if path.stat().st_size > MOST:
        raise snapshot.Misfit("it is too large")
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        raise snapshot.Misfit("it holds no object")
    return data


def _room(match: UnderWay, seed: object, pads: list[int] | None = None) -> room.Room:
    """Return the players of this match, as they sit down."""
    found = match.match
    game: GameModule = found.game
    best = bots.kinds(game)[0]
    brains = [bots.brain(best, game, seed, seat) for seat in range(found.seats)]
    return room.room(game, found.seats, found.options, seed, brains, pads)


def _check_room(room: room.Room, match: UnderWay) -> None:
    """Raise Misfit unless these people can sit at this table and hold the cards of this match."""
    found = match.match
    deck = Counter(found.game.deck(found.seats, found.options))
    if Counter(room.all_cards()) != deck:
        raise snapshot.Misfit("cards of the deck are missing, or there twice")
    usual = list(range(found.seats)) if found.pads is None else list(found.pads)
    if len(room.lying) != base.PLACES or (room.chairs != usual and not _may_be_seated(room, match)):
        raise snapshot.Misfit("they sit at other pads")


def _may_be_seated(room: room.Room, match: UnderWay) -> bool:
    """Return True if the first stage is under way, whose checkpoint does not hold the seating."""
    begins = not match.checkpoint[3][0]
    sound = sorted(set(room.chairs)) == sorted(room.chairs) and len(room.chairs) == room.seats
    return begins and sound and set(room.chairs) <= set(range(base.MOST_SEATS))
