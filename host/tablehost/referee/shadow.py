"""The shadow referee: the engine, fed with a table's records, checks that each follows from the rules.

It knows no sealed value; secrets of the table are the same handles here. So it also shows that nothing public
depended on a hidden card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.engine import match as matches
from cardtable.engine import past_stage, referee, stage
from cardtable.engine.match import Match, OptionError, current_revision
from cardtable.engine.outputs import Found, Opened, Retold, Told
from cardtable.games import registry as games
from tablehost import messages
from tablehost.referee.revisions import at_revision
from tablehost.types import Fact, Prompt, Record, Values

SAID = messages.Catalogue("record")

MOST_STAGE = 10_000  # no match has a fiftieth of it; a list is as long as the number of the stage


@dataclass(frozen=True)
class Difference:
    """The first difference between table and rules: record (counted from 0), field, both values."""

    number: int
    record: Record
    field: str
    recorded: object
    expected: object

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
        if not isinstance(self.expected, str):
            return repr(self.expected)
        said = SAID.get("why " + self.expected) or messages.translate("rules", self.expected)
        return repr(said) if said == self.expected else said


@dataclass(frozen=True)
class Departure:
    """A record of an older revision that contradicts the rules of today: the difference, and the rulings that
    changed since and can explain it, by paragraph.
    """

    difference: Difference
    revision: int
    rulings: tuple[str, ...]


class Shadow:
    """The follower of one match from its first record on.

    `difference` stays None as long as table and rules agree; after the first difference nothing can be
    judged, and records are only counted. `facts` are those that hold: a correction takes back the facts it
    overturned. Of the last record, `sealed` are the handles that it was the first to have, and `opened` those
    that it revealed, each with its value. `proved`: the handles that no later record opens with a proof, for
    a correction went back behind the record that did.

    Where a ruling changed since the match was recorded (`CHANGES` of the game), a difference at one of its
    marks is a departure instead. The rest of that stage is not judged: `astray` is True, until the next stage
    begins as the record of its end states.
    """

    def __init__(self) -> None:
        self.difference: Difference | None = None
        self.departures: list[Departure] = []
        self.astray = False
        self.records = 0
        self.retold = 0
        self.sealed = range(0)
        self.opened: dict[int, int] = {}
        self.proved: set[int] = set()
        self._referee: Any = None
        self._stages: list[list[Fact]] = []
        self._marks: set[str] = set()  # prompts and kinds of facts around the last record
        self._stage_marks: set[str] = set()  # the same of the whole stage
        self._asked: set[str] = set()
        self._trusted_stage = 0  # the match continues from here; no earlier stage is known

    @classmethod
    def at(cls, checkpoint: Values) -> Shadow:
        """Return a shadow that starts with a stage: the records before are lost. Raises as odd data
        make it.
        """
        shadow = cls()
        match = matches.load(games.load(checkpoint[0]), checkpoint)
        if match.stage not in range(MOST_STAGE):
            raise ValueError(f"stage {match.stage}")
        shadow._referee = referee.Referee(match, judges=False)
        shadow._referee.open_stage()
        told = [out.fact for out in shadow._referee.taken() if isinstance(out, Told)]
        shadow._stage(match.stage).extend(told)
        return shadow

    def follow(self, record: Record) -> list[Fact]:
        """Judge one record, as the table wrote it; return the facts that it revealed.

        After a correction those are all facts of the stage again; `retold` counts how often that happened.
        """
        number = self.records
        self.records += 1
        self.sealed, self.opened = range(0), {}
        if self.difference is not None:
            return []
        if self._is_beyond(record):
            self.astray = True
        if self.astray:
            return self._skip(record)
        try:
            return self._take_in(record)
        except stage.Difference as found:
            difference = Difference(number, record, found.field, found.recorded, found.expected)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError) as error:
            # A record of a shape that no table writes can make the rules stumble anywhere.
            difference = Difference(number, record, "shape", repr(error), "a record of the table")
        return self._depart(difference)

    def _depart(self, difference: Difference) -> list[Fact]:
        """Keep the difference, or the departure if a ruling that changed since can explain it."""
        older = None if self.match is None else self.match.older
        marks = self._stage_marks if difference.record[:1] == ["fix"] else self._marks
        changed = () if older is None else older.rulings
        rulings = tuple(paragraph for paragraph, own in changed if not own or not marks.isdisjoint(own))
        if not rulings:
            self.difference = difference
            return []
        self.departures.append(Departure(difference, self.match.revision, rulings))
        self.astray = True
        return self._skip(difference.record)

    def _is_beyond(self, record: Record) -> bool:
        """Return True for a correction that goes back to a stage before the one that was taken on trust."""
        fix = record[3] if record[:1] == ["fix"] and len(record) > 3 else None
        if not isinstance(fix, list) or len(fix) < 2 or fix[0] != "back" or type(fix[1]) is not int:
            return False
        return fix[1] < self._trusted_stage

    def _skip(self, record: Record) -> list[Fact]:
        """Skip a record of a stage that is not judged; with its end the next stage begins, on trust."""
        if record[0] != "end":
            return []
        try:
            state = record[3]
            if state[0] != record[1] + 1:
                return []
            again = Shadow.at(matches.with_state(self.match.dump(), state))
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError):
            return []
        self._referee = again._referee
        self._trusted_stage = state[0]
        self.astray = False
        del self._stages[state[0] :]
        self._stage(state[0]).extend(again._stage(state[0]))
        self._mark([], "end")
        return list(self._stage(state[0]))

    def _mark(self, news: list[Fact], kind: str) -> None:
        """Note the prompts and facts around this record."""
        course = self._referee
        asked = set() if course.ask is None else {course.ask.what}
        told = {fact[0] for fact in news}
        before = set() if kind in ("start", "end") else self._asked
        self._marks = before | told | asked
        self._stage_marks = self._marks | (set() if kind in ("start", "end") else self._stage_marks)
        self._asked = asked

    @property
    def facts(self) -> list[Fact]:
        """Return all facts that hold, in the order of their records."""
        return [fact for stage in self._stages for fact in stage]

    @property
    def stage_facts(self) -> list[Fact]:
        """Return those of the stage that is under way."""
        return [] if self._referee is None else list(self._stage(self._referee.match.stage))

    @property
    def match(self) -> Any:
        """Return the engine's match in its current state, None before the first record."""
        return None if self._referee is None else self._referee.match

    @property
    def over(self) -> bool:
        """Return True when the match has ended by the rules."""
        return self._referee is not None and bool(self._referee.over)

    @property
    def course(self) -> Any:
        """Return the engine's referee of the match, None before the first record."""
        return self._referee

    @property
    def digest(self) -> int:
        """Return the digest that the next record must have."""
        table = None if self._referee is None else self._referee.table
        return 0 if table is None else int(table.digest)

    def prompt(self) -> Prompt | None:
        """Return the prompt that the table waits on, in the referee's form, or None."""
        return None if self._referee is None or self.astray else self._referee.prompt()

    def _take_in(self, record: Record) -> list[Fact]:
        kind, stage, value = record[0], record[1], record[3]
        if self._referee is None:
            if kind != "start":
                raise stage.Difference(record, "kind", kind, "start")
            self._referee = referee.Referee(_fresh(record), judges=False)
        news: list[Fact] = []
        before = self._referee.next_handle
        known = self._referee.table.opened() if kind == "fix" and self._referee.table else []
        table = self._referee.table
        opened = []
        goes_back = kind == "fix" and value[0] == "back"
        proved = past_stage.proved(self._referee, self._referee.older[value[1]]) if goes_back else ()
        outs = self._referee.follow(record)
        if goes_back:
            stage = value[1]
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
        table = self._referee.table if kind == "fix" else table
        self.sealed = range(before, self._referee.next_handle)
        self.opened = {handle: table.peek(handle) for handle in sorted(set(opened))}
        self._mark(news, kind)
        return news

    def _stage(self, stage: int) -> list[Fact]:
        while len(self._stages) <= stage:
            self._stages.append([])
        return self._stages[stage]


def _fresh(record: Record) -> Match:
    """Return the match that this record "start" begins. Raises Difference if a match does not begin like
    that.
    """
    value = record[3]
    game = games.load(value[0])
    revision, current = matches.revision_of(value), current_revision(game)
    if type(revision) is int and revision > current:
        raise stage.Difference(record, "revision of the rules", revision, current)
    match: Match = matches.load(game, value)
    try:
        begun = matches.new(game, match.seats, match.options).dump()
        begun = at_revision(game, begun, match.revision)
    except OptionError as error:
        raise stage.Difference(record, "value", value, error.message) from None
    if match.dump() != begun:
        raise stage.Difference(record, "value", value, begun)
    return match
