"""The files of the people of each match at the virtual table: an act a row, from which they are made again.

One file a match, `people/<position of its first record>.rows`, which only grows. A line is JSON and its CRC:
the first is of the match, each other one of an act (`acts`), written before the table can take note of it.
People who carry out the same acts again, from the same seed, hold the same cards and chips and remember the
same; the facts that the table announced meanwhile they are given again from its own record. For them the end
of this process is a power cut: everything stays where it is. A torn last line counts nothing. A file counts
only where the table has the same match, and the same record at the same position.

After an undo people put everything back as it was when that ask opened: of the acts before, only those until
then count. The row `["back", how many, the cards on places when the power went]` notes that.

A row has the deals of its act also, which the computer reads for its log.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardtable.engine.asks import base
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.people import act_rows, kinds
from tablehost.people.act_rows import ActRow
from tablehost.people.hands import CannotDo
from tablehost.people.room import AFTER_A_CUT, Room
from tablehost.referee import open_log
from tablehost.referee.ruled import Ruled
from tablehost.referee.shadow import Shadow
from tablehost.types import Event, FactFields, Fields, Record, Values
from tablehost.virtual.people import acts
from tablehost.virtual.people.acts import People
from tablehost.virtual.people.match_record import MatchRecord, UnderWay

SAID = messages.Catalogue("play")

VERSION = 3
MOST = 1 << 24  # bytes of a file
MATCHES = 12  # the number of files kept: the table keeps the records of the last ten
AHEAD = 12  # so many answers at most do people give before they look again
LOOKS = ("back", "act", "fumble")  # acts before which people look for an undo
# Errors that data not written by these players raise when they continue.
_ODD = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

News = deque[tuple[int, Record, list[FactFields]]]  # records by position, with the facts that they announce


class _Opening(NamedTuple):
    """A record at which an ask opened, and which one it answered: (stage, number)."""

    position: int
    answered: tuple[int, int]
    record: Record


class PeopleFile:
    """The file of the players of the virtual table in `folder`.

    `after`: matches that begin up to there are not those of the players here, and are left alone; `chosen`:
    the kinds of the players of a new match, see `acts.seated`; of one that continues, the programs that may
    still play.
    """

    def __init__(self, folder: Path, after: int = -1, chosen: Sequence[str] = ()) -> None:
        self._folder = folder
        self._chosen = chosen
        self._after = after
        self._own: int | None = None  # the match of the players here, where it is known
        self._record = MatchRecord(folder)
        self._rows: list[ActRow] = []
        self._last = (-1, "")  # the table's last record, and its CRC
        self._looked = -1  # up to which record undos were looked for

    def follow(self, running: Callable[[], Any]) -> None:
        """Read what the firmware records from now on, see `MatchRecord`."""
        self._record.running = running

    def is_theirs(self) -> bool:
        """Return True if the match under way, if there is one, is that of the players here."""
        match = self._record.under_way()
        return match is None or self._is_own(match)

    def _is_own(self, match: UnderWay) -> bool:
        return match.first > self._after if self._own is None else match.first == self._own

    def leave(self) -> None:
        """Note that these players have left the table; the match that begins next has others."""
        self._own = None
        self._rows = []

    # -- writing ----------------------------------------------------------------------------------

    def carry_out(self, people: People, act: Values) -> list[Event]:
        """Have the people carry out an act, and note it before the table can. Raises CannotDo."""
        match = self._record.under_way()
        if match is not None and not self._is_own(match):
            match = None
        if match is None and self._own is not None:
            return people.carry_out(act)
        act = json.loads(json.dumps(act))  # as it will be read
        people.draw_again(len(self._rows))
        try:
            events = people.carry_out(act)
        except CannotDo:  # and yet a card may have moved
            self._note(people, match, act, [])
            raise
        self._note(people, match, act, events)
        return events

    def _note(self, people: People, match: UnderWay | None, act: Values, events: Sequence[Event]) -> None:
        """Append an act to the file; the first time also the acts from before the match. `match`: their own,
        None before it begins.
        """
        room = people.room
        at, crc = (-1, "") if match is None else self._find_last(match)
        deals = [open_log.deal_line(*deal, room.letters) for deal in room.new_deals()]
        noted: list[Fields] = [{**deal, "after": -1 if match is None else match.last} for deal in deals]
        read = room.records[-1][0] if room.records else -1
        row = ActRow(at, crc, read, act, people.choices.made, [list(event) for event in events], noted)
        people.choices.made = []
        self._rows.append(row)
        if match is None:
            return
        if self._own is None:
            self._own = match.first
        path = self._path(match.first)
        if path.exists():
            _append(path, [act_rows.form_line(row)])
        else:
            self._begin(path, match, people)

    def _begin(self, path: Path, match: UnderWay, people: People) -> None:
        path.parent.mkdir(exist_ok=True)
        self._clean_up()
        head = [VERSION, match.checkpoint[:3], people.seed, people.room.chairs, list(self._chosen)]
        _append(path, [act_rows.form_line(head), *map(act_rows.form_line, self._rows)])

    def _find_last(self, match: UnderWay) -> tuple[int, str]:
        """Return the position of the last record that the rules know, and its CRC."""
        if self._last[0] != match.judged:
            self._last = (match.judged, self._crc_of(match.judged))
        return self._last

    def _crc_of(self, position: int) -> str:
        return (self._record.line(position) or "").rstrip()[-8:]

    def _path(self, first: int) -> Path:
        return act_rows.path_of(self._folder, first)

    def _clean_up(self) -> None:
        """Remove the files of matches long gone."""
        kept = sorted((self._folder / act_rows.FOLDER).glob("*.rows"), key=lambda file: int(file.stem))
        for file in kept[: -MATCHES + 1]:
            if self._record.parked(int(file.stem)) is None:
                file.unlink()

    # -- an undo ----------------------------------------------------------------------------------

    def take_undone(self, people: People) -> People | None:
        """Return, once, the people as they were when the ask opened to which undos went back, if known."""
        match = self._record.under_way()
        if match is None or not self._is_own(match) or match.judged == self._looked:
            return None
        news = self._record.records(self._looked + 1, match.judged, match)
        self._looked = match.judged
        if not any(record[0] == "fix" for _, record in news):
            return None
        looks = [row.at for row in self._rows if row.act[0] in LOOKS and row.act[1] not in AFTER_A_CUT]
        opened = _find_opening(self._record.records(match.first, match.judged, match), max(looks, default=-1))
        if opened is None:
            return None
        count = sum(row.at < opened for _, row in _in_force(self._rows))
        undone = self._again(match, people.seed, people.room.chairs, _in_force(self._rows)[:count])
        undone.room.records, undone.room.before = people.room.records, people.room.before
        self._note(undone, match, ["back", count, list(undone.room.before)], [])
        return undone

    # -- reading ----------------------------------------------------------------------------------

    def load(self, seed: object, first: int | None = None) -> People | None:
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
        self._looked = -1
        path = self._path(match.first)
        try:
            if path.exists() and self._read(path, match):
                return self._kept(path, match)
        except (*_ODD, OSError) as why:
            raise Trouble(
                "PEOPLE_MISFIT",
                SAID("people-misfit", path=path, why=why),
                SAID("people-misfit-hint"),
            ) from why
        people = self._fresh(match, seed)
        self._rows = []
        path.unlink(missing_ok=True)  # its first line is torn
        return people

    def _read(self, path: Path, match: UnderWay) -> bool:
        """Read the rows of the match; return False if not even the first line was written. Raises ValueError
        if they are not rows of this match.
        """
        if path.stat().st_size > MOST:
            raise ValueError("it is too large")
        lines = path.read_bytes().split(b"\n")
        torn = lines.pop()
        found = [act_rows.read_line(line) for line in lines]
        if not found:
            return False
        if found[0][0] != VERSION:
            raise ValueError("another version of this program wrote it")
        _, about, seed, pads, chosen = found[0]
        if about != match.checkpoint[:3]:
            raise ValueError("it is of a match of another game, with other players or other options")
        self._seed, self._pads = seed, pads
        # A program runs only if the user names it again: this file may come from elsewhere.
        self._chosen = [
            "" if kinds.is_program(kind) and kind not in self._chosen else kind for kind in chosen
        ]
        self._rows = [ActRow(*row) for row in found[1:]]
        if torn:
            _replace(path, lines)
        return True

    def _kept(self, path: Path, match: UnderWay) -> People:
        last = self._rows[-1] if self._rows else ActRow(-1, "", -1, [], [], [], [])
        if last.at >= 0:
            self._check_last(last, match)
        people = self._again(match, self._seed, self._pads, _in_force(self._rows))
        _check_pads(people.room, match)
        news = self._read_news(match, people.room)
        while news and news[0][0] <= last.read:
            news.popleft()
        _tell(people.room, news, match.judged)
        return people

    def _check_last(self, last: ActRow, match: UnderWay) -> None:
        """Raise ValueError unless the table had this record when the last row was written."""
        if not match.first - 1 <= last.at <= match.judged or last.crc != self._crc_of(last.at):
            raise ValueError(f"record {last.at} of the table is another one, or is not there")
        if match.judged - last.at > AHEAD and self._follow(match, last.at)[1] > AHEAD:
            raise ValueError(f"the table has gone on since, from record {last.at} to {match.judged}")

    def _again(
        self, match: UnderWay, seed: str, pads: Sequence[int], rows: Sequence[tuple[int, ActRow]]
    ) -> People:
        """Return people who have carried out these rows, each with its number. Raises ValueError if the same
        acts have other results by now.
        """
        found = match.match
        people = acts.seated(found.game, found.seats, found.options, seed, pads, self._chosen)
        room = people.room
        news = self._read_news(match, room)
        for number, row in rows:
            people.choices.again = list(row.choices)
            kind, *about = row.act
            _tell(room, news, row.read, kind != "back")
            people.draw_again(number)
            events: list[Event] = []
            if kind == "back":
                room.before = about[1]
            else:
                try:
                    events = people.carry_out(row.act)
                except CannotDo:
                    pass
            if [list(event) for event in events] != row.events or people.choices.again:
                raise ValueError(f"people no longer do as in row {number + 1}: another program wrote it")
        room.new_deals()
        people.choices.made, people.choices.again = [], None
        people.fumbling = None
        return people

    def _read_news(self, match: UnderWay, room: Room) -> News:
        """Return the records of the match so far, where people read them."""
        shadow = Shadow()
        news: News = deque()
        for position, record in self._record.records(match.first, match.judged, match) if room.reads else ():
            facts = shadow.follow(record) or ()
            news.append((position, record, [open_log.raw(shadow.match.game, fact) for fact in facts]))
        return news

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

    def _fresh(self, match: UnderWay, seed: object) -> People:
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
        found = match.match
        people = acts.seated(found.game, found.seats, found.options, seed, pads, self._chosen)
        _tell(people.room, self._read_news(match, people.room), match.judged)
        return people


def _append(path: Path, lines: Sequence[str]) -> None:
    with open(path, "a", encoding="ascii") as file:
        file.write("".join(line + "\n" for line in lines))


def _replace(path: Path, lines: Sequence[bytes]) -> None:
    whole = path.with_name(f"{path.name}.new")
    whole.write_bytes(b"".join(line + b"\n" for line in lines))
    os.replace(whole, path)


def _in_force(rows: Sequence[ActRow]) -> list[tuple[int, ActRow]]:
    """Return the rows that no undo has taken back, each with its number."""
    found: list[tuple[int, ActRow]] = []
    for number, row in enumerate(rows):
        if row.act[0] == "back":
            del found[row.act[1] :]
        found.append((number, row))
    return found


def _tell(room: Room, news: News, last: int, aloud: bool = True) -> None:
    """Have the people read the records up to the one at `last`; if not `aloud`, only note that they have."""
    while news and news[0][0] <= last:
        position, record, facts = news.popleft()
        room.records.append((position, record))
        for fact in facts if aloud else ():
            room.told(fact)


def _find_opening(records: Sequence[tuple[int, Record]], done: int) -> int | None:
    """Return the position of the record up to which people go back, for undos after record `done`: there the
    ask opened that is asked now.

    Records after an undo may have come before people could look: a stage told again, or cards and keys that
    were on their way; what they repeat is not taken back. Bare pads are an answer at once: no player lays
    cards out only to clear them away. None without an undo, or if people may have done something else at a
    correction since.
    """
    opened: list[_Opening] = []
    undone: list[_Opening] = []
    goes_back = False
    for position, fields in records:
        record = Ruled.read(fields)
        fix = None if record is None else record.correction
        if record is None or (fix is not None and (fix.what != "undo" or fix.answer is None)):
            opened, goes_back = [], False
        elif fix is not None and fix.answer is not None:
            back = (record.stage if fix.stage is None else fix.stage, fix.answer)
            undone = [one for one in opened if one.answered >= back]
            opened = [one for one in opened if one.answered < back]
            goes_back = position > done and bool(opened) and (goes_back or bool(undone))
            if not goes_back:
                opened.append(_Opening(position, (back[0], back[1] - 1), fields))
            elif undone and undone[0].record[3] == []:
                opened.append(undone.pop(0))
        elif record.kind not in ("part", "found"):
            before = {"start": (record.stage, record.answered - 1), "end": (record.stage + 1, -1)}
            answered = before.get(record.kind, (record.stage, record.answered))
            if opened and answered <= opened[-1].answered:
                continue
            if not goes_back:
                opened.append(_Opening(position, answered, fields))
            elif undone and undone[0].record == fields:
                opened.append(undone.pop(0))
            else:
                undone = []
    return opened[-1].position if goes_back else None


def _check_pads(room: Room, match: UnderWay) -> None:
    """Raise ValueError unless people can sit at these pads, which the match knows after its first stage."""
    found = match.match
    usual = list(range(found.seats)) if found.pads is None else list(found.pads)
    sound = len(set(room.chairs)) == found.seats and set(room.chairs) <= set(range(base.MOST_SEATS))
    if not sound or (room.chairs != usual and match.checkpoint[3][0]):
        raise ValueError("they sit at other pads")
