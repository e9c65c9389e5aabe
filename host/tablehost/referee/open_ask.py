"""The open ask of a match: its number, and the tasks of the seats."""

from __future__ import annotations

from collections.abc import Mapping

from cardtable.engine import tasks
from cardtable.engine.asks.base import Ask, Prompt
from cardtable.engine.asks.combined import Several
from cardtable.engine.cards import is_handle
from cardtable.engine.table import Table
from cardtable.engine.tasks import Task
from tablehost.plugins.narration import REVEALS
from tablehost.referee.ruled import Ruled
from tablehost.referee.shadow import Shadow
from tablehost.types import Fact, Json

OPENS = ("start", "answer", "end", "fix")  # records that open an ask


class OpenAsk:
    """The open ask by a shadow. `number`: of the record that opened it, which never returns; a question that
    stands while another one is asked keeps its first; -1 without a match. `revealed`: of the last record that
    told one of REVEALS. `is_undone`: a correction went back to this ask.
    """

    def __init__(self, shadow: Shadow) -> None:
        self.shadow = shadow
        self.number = self.revealed = -1
        self.is_undone = False
        self._stood: list[tuple[Ask | None, int]] = []  # the asks of this stage, and the number of each

    def follow(self, number: int, record: list[Json]) -> list[Fact]:
        """Have the shadow follow the record with this number; return the facts that it revealed."""
        facts = self.shadow.follow(record)
        kind = record[0]
        if kind != "fix" and any(fact[0] in REVEALS for fact in facts):
            self.revealed = number
        if kind in OPENS:
            if kind != "answer":
                self._stood = []
            ruled = Ruled.read(record)
            fix = None if ruled is None else ruled.correction
            self.is_undone = fix is not None and fix.what == "undo"
            ask = None if self.shadow.course is None else self.shadow.course.ask
            self.number = next((first for one, first in self._stood if one is ask), number)
            self._stood.append((ask, self.number))
        return facts

    def tasks(self, prompt: Prompt, sources: Mapping[str, str], clears: bool) -> list[tasks.Task]:
        """Return the task of each seat, by display and lamps; [] if no ask is open, or they speak of another
        one. `sources`, `clears`: see `engine.tasks.form`.
        """
        course = self.shadow.course
        ask = None if course is None or self.number < 0 else course.ask
        if ask is None or prompt.what not in (ask.what, f"{ask.what}-ok", "go-on"):
            return []
        assert course is not None
        return tasks.form(self.number, ask, prompt, course.picture, course.table, dict(sources), clears)

    def find_unfit(self, task: Task) -> list[int]:
        """Return the cards of the deck that the table would refuse as the first step of this task, as far as
        this computer can know it; [] for a step without a card from a hand.
        """
        course = self.shadow.course
        if course is None or not task.steps or task.steps[0].act not in ("lay", "show"):
            return []
        step, deck = task.steps[0], course.game.deck(course.match.seats, course.match.options)
        if step.source != "hand":
            return []
        place, table = step.places[0], _Blind(course.table)
        ask = course.ask.owner(place) if isinstance(course.ask, Several) else course.ask
        found = []
        for card in deck:
            picture = course.picture.copy()
            picture.laid(place, card)
            table.hidden = 0
            ask.unfit(picture, table, place)  # whatever the rules ask for
            before, table.hidden = table.hidden, 0
            if ask.why_wrong(picture, table, place) is not None and table.hidden == before:
                found.append(card)
        return found if len(found) < len(deck) else []


class _Blind(Table):
    """A table that counts how often a value was asked for that is hidden from this computer."""

    def __init__(self, table: Table) -> None:
        self.__dict__.update(table.__dict__)
        self.hidden = 0

    def peek(self, value: int) -> int:
        """Return the value of a handle as far as it is known, see `Table.peek`."""
        known = super().peek(value)
        self.hidden += is_handle(known)
        return known
