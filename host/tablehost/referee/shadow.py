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
from tablehost.plugins import presentation
from tablehost.referee.revisions import OtherRules
from tablehost.types import Fact, Prompt, Record, Values

SAID = messages.Catalogue("record")

MOST_STAGE = 10_000  # no match has a fiftieth of it; a list is as long as the number of the stage


@dataclass(frozen=True)
class Difference:
    """The first difference between table and rules: record (counted from 0), field, both values.

    `stumbled`: the error of the rules over a record of a shape that no table writes, "" for another one.
    """

    number: int
    record: Record
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
        if isinstance(self.expected, OptionError):
            return presentation.describe_refusal(str(self.record[3][0]), self.expected)
        code, asked = self.expected if isinstance(self.expected, tuple) else (self.expected, "")
        return SAID.get(f"why {code}", repr(self.expected), asked=asked)


class Shadow:
    """The follower of one match from its first record on.

    `difference` stays None as long as table and rules agree; after the first difference nothing can be
    judged, and records are only counted. `facts` are those that hold: a correction takes back the facts it
    overturned. Of the last record, `sealed` are the handles that it was the first to have, and `opened` those
    that it revealed, each with its value. `proved`: the handles that no later record opens with a proof, for
    a correction went back behind the record that did.
    """

    def __init__(self) -> None:
        self.difference: Difference | None = None
        self.records = 0
        self.retold = 0
        self.sealed = range(0)
        self.opened: dict[int, int] = {}
        self.proved: set[int] = set()
        self._referee: Any = None
        self._stages: list[list[Fact]] = []

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
        Raises OtherRules.
        """
        number = self.records
        self.records += 1
        self.sealed, self.opened = range(0), {}
        if self.difference is not None:
            return []
        try:
            return self._take_in(record)
        except stage.Difference as found:
            self.difference = Difference(number, record, found.field, found.recorded, found.expected)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError) as error:
            # A record of a shape that no table writes can make the rules stumble anywhere.
            wanted = "a-record"
            self.difference = Difference(number, record, "shape", record, wanted, repr(error))
        return []

    @property
    def facts(self) -> list[Fact]:
        """Return all facts that hold, in the order of their records."""
        return [fact for stage in self._stages for fact in stage]

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
        return None if self._referee is None else self._referee.prompt()

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
        return news

    def _stage(self, stage: int) -> list[Fact]:
        while len(self._stages) <= stage:
            self._stages.append([])
        return self._stages[stage]


def _fresh(record: Record) -> Match:
    """Return the match that this record "start" begins. Raises OtherRules, and Difference if a match does not
    begin like that.
    """
    value = record[3]
    game = games.load(value[0])
    revision = matches.revision_of(value)
    if revision not in (None, current_revision(game)):
        raise OtherRules(game, revision)
    match: Match = matches.load(game, value)
    try:
        begun = matches.new(game, match.seats, match.options).dump()
    except OptionError as error:
        raise stage.Difference(record, "value", value, error) from None
    if match.dump() != begun:
        raise stage.Difference(record, "value", value, begun)
    return match
