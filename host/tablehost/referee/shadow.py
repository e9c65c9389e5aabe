"""The shadow referee: the engine, fed with a table's records, checks that each follows from the rules.

It knows no sealed value; secrets of the table are the same handles here. So it also shows that nothing public
depended on a hidden card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtable.engine import match as matches
from cardtable.engine import past_stage
from cardtable.engine import replay as stages
from cardtable.engine.cards import HANDLE
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import Match, OptionError
from cardtable.engine.outputs import Found, Opened, Retold, Told
from cardtable.engine.referee import Referee
from cardtable.engine.table import Table
from cardtable.games import registry as games
from tablehost import messages
from tablehost.plugins import declared_scores, presentation
from tablehost.referee import own_acts
from tablehost.referee.revisions import OtherRules
from tablehost.referee.ruled import Correction
from tablehost.types import Fact, Json, Prompt

SAID = messages.Catalogue("record")

MOST_STAGE = 10_000  # no match has a fiftieth of it; a list is as long as the number of the stage


# A record of a shape that no table writes can make the rules stumble anywhere.
STUMBLES = (ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError)


@dataclass(frozen=True)
class Difference:
    """The first difference between table and rules: record (counted from 0), field, both values.

    `stumbled`: the error of the rules over a record of a shape that no table writes, "" for another one.
    """

    number: int
    record: list[Json]
    field: str
    recorded: object
    expected: object
    stumbled: str = ""

    def __str__(self) -> str:
        kind, stage, index = self.record[:3]
        where = SAID("shadow-where", number=self.number, kind=kind, index=index, stage=stage)
        return SAID(
            "shadow-differs",
            where=where,
            field=self.called,
            recorded=self.recorded,
            expected=self.in_words,
        )

    @property
    def called(self) -> str:
        """Return the field, in the current language."""
        return SAID.get("field " + self.field, self.field)

    @property
    def in_words(self) -> str:
        """Return the value by the rules: a sentence or a refusal in the current language, or the expected
        value.
        """
        code, asked = self.expected if isinstance(self.expected, tuple) else (self.expected, "")
        return SAID.get(f"why {code}", repr(self.expected), asked=asked)


class Shadow:
    """The follower of one match from its first record on.

    `difference` stays None as long as table and rules agree; after the first difference nothing can be
    judged, and records are only counted. `facts` are those that hold: a correction takes back the facts it
    overturned. Of the last record, `sealed` are the handles that it was the first to have, and `opened` those
    that it revealed, each with its value. `proved`: the handles that no later record opens with a proof, for
    a correction went back behind the record that did, or behind the end of the stage with which they were
    dropped.
    """

    def __init__(self) -> None:
        self.difference: Difference | None = None
        self.records = 0
        self.retold = 0
        self.sealed = range(0)
        self.opened: dict[int, int] = {}
        self.proved: set[int] = set()
        self._referee: own_acts.Attentive | None = None
        self._stages: list[list[Fact]] = []

    @classmethod
    def at(cls, checkpoint: list[Json]) -> Shadow:
        """Return a shadow that starts with a stage: the records before are lost. Raises as odd data
        make it.
        """
        shadow = cls()
        match = matches.load(_game(checkpoint), checkpoint)
        if match.stage not in range(MOST_STAGE):
            raise ValueError(f"stage {match.stage}")
        shadow._referee = own_acts.Attentive(match)
        shadow._referee.open_stage()
        outs = shadow._referee.taken()
        for out in outs:
            if isinstance(out, Told):
                shadow._stage(match.stage).append(out.fact)
        return shadow

    def follow(self, record: list[Json]) -> list[Fact]:
        """Judge one record, as the table wrote it; return the facts that it revealed.

        After a correction those are all facts of the stage again; `retold` counts how often that happened.
        Raises OtherRules.
        """
        number = self.records
        self.records += 1
        self.sealed, self.opened = range(0), {}
        if self.difference is not None:
            return []
        try:
            return self._take_in(record)
        except stages.Difference as found:
            self.difference = Difference(number, record, found.field, found.recorded, found.expected)
        except STUMBLES as error:
            wanted = "a-record"
            self.difference = Difference(number, record, "shape", record, wanted, repr(error))
        return []

    @property
    def facts(self) -> list[Fact]:
        """Return all facts that hold, in the order of their records."""
        return [fact for stage in self._stages for fact in stage]

    def count_facts(self, stage: int) -> int:
        """Return how many facts of a stage hold; the end of a stage may bring some of the next one."""
        return len(self._stage(stage))

    @property
    def match(self) -> Any:
        """Return the engine's match in its current state, None before the first record."""
        return None if self._referee is None else self._referee.match

    @property
    def over(self) -> bool:
        """Return True when the match has ended by the rules."""
        return self._referee is not None and self._referee.over

    @property
    def course(self) -> Referee | None:
        """Return the engine's referee of the match, None before the first record."""
        return self._referee

    @property
    def acts(self) -> Mapping[int, Sequence[own_acts.Act]]:
        """Return the answers of players that hold, by stage."""
        return {} if self._referee is None else self._referee.acts

    def last_act(self, seat: int) -> own_acts.Own | None:
        """Return the last act of a seat that a correction can reach, None without one."""
        return own_acts.find_last(self.acts, self.match.stage, seat) if self.match is not None else None

    @property
    def digest(self) -> int:
        """Return the digest that the next record must have."""
        table = None if self._referee is None else _table(self._referee)
        return 0 if table is None else table.digest

    def prompt(self) -> Prompt | None:
        """Return the prompt of the open ask, in the referee's form, or None.

        No record tells which cards lie on the pads, so it is the prompt of an empty table. The table itself
        may say more: that only OK is missing, that a key goes on after an undo.
        """
        course = self._referee
        if course is None or course.ask is None:
            return None
        return Prompt(*course.ask.prompt(course.picture, course.table)[:4])

    def _take_in(self, record: list[Json]) -> list[Fact]:
        kind, stage, _, value, *_ = record
        if not isinstance(stage, int):
            raise TypeError("no number of a stage")
        if self._referee is None:
            if kind != "start":
                raise stages.Difference(record, "kind", kind, "start")
            self._referee = own_acts.Attentive(_fresh(record, value))
        course = self._referee
        news: list[Fact] = []
        before = course.next_handle
        table = _table(course)
        correction = Correction.read(value) if kind == "fix" else None
        known = table.opened() if kind == "fix" and table is not None else []
        opened: list[int] = []
        back = None if correction is None else correction.stage
        began = None if back is None else course.older[back]
        proved = () if began is None else past_stage.proved(course, began, range(HANDLE, began[1]))
        outs = course.follow(record)
        if back is not None:
            stage = back
            del self._stages[stage + 1 :]
            self.proved.update(proved)
        for out in outs:
            if isinstance(out, Retold):
                del self._stage(stage)[out.count :]
                news.clear()
                self.retold += 1
            elif isinstance(out, Told):
                # An "end" opens the next stage, whose first facts may come at once.
                self._stage(stage + 1 if kind == "end" else stage).append(out.fact)
                news.append(out.fact)
            elif isinstance(out, Found):
                news.append(out.fact)
            elif isinstance(out, Opened) and out.handle not in known:
                opened.append(out.handle)
        table = _table(course) if kind == "fix" else table
        self.sealed = range(before, course.next_handle)
        self.opened = {} if table is None else {handle: table.peek(handle) for handle in sorted(set(opened))}
        return news

    def _stage(self, stage: int) -> list[Fact]:
        while len(self._stages) <= stage:
            self._stages.append([])
        return self._stages[stage]


def _table(course: Referee) -> Table | None:
    """Return the table of the stage under way, None between stages."""
    table: Table | None = course.table
    return table


def _game(checkpoint: list[Json]) -> GameRules:
    """Return the game of a match. Raises KeyError if there is none of that name."""
    return games.load(str(checkpoint[0]))


def _fresh(record: list[Json], value: Json) -> Match:
    """Return the match that this record "start" begins, by its value. Raises OtherRules, and Difference if a
    match does not begin like that.
    """
    if not isinstance(value, list):
        raise TypeError("no match")
    game = _game(value)
    revision = matches.revision_of(value)
    if revision is not None and revision != game.REVISION:
        raise OtherRules(game, revision)
    match: Match = matches.load(game, value)
    scores = declared_scores.scores_of(match)
    declared = scores if declared_scores.are_whole(scores, match.seats) else []
    try:
        begun = matches.new(game, match.seats, match.options, declared).dump()
    except OptionError as error:
        why = presentation.describe_refusal(game.NAME, error)
        raise stages.Difference(record, "value", value, ("refused", why)) from None
    if match.dump() != begun:
        raise stages.Difference(record, "value", value, begun)
    return match
