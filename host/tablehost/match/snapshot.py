"""The snapshot of a match: the fold of its events, for views that draw pictures or begin in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tablehost.match import events
from tablehost.match.events import Event, Hand, Story
from tablehost.plugins.narration import Turning
from tablehost.types import Line

STORIES = 40  # the newest that are kept, private ones apart
_PADS = events.Pads((), (), 0)
_ASKED = events.Asked("")
_PERSONS = events.Persons()
_STANDING = events.Standing(0, (), (), "", (), 0)


@dataclass(frozen=True)
class Snapshot:
    """`match`: the first line of its log; `players`: names by seat; `chairs`: by seat, its pad; `faults`:
    open ones, as code and pad; `undoable`: the seats that have an act to take back; `foreign`: the
    languages of `display` and `notice` where the table has chosen them; `correcting`: see
    `events.Correcting`; `notice`: a message that is no part of the match, until the table has news;
    `ending`: the text at its end, "" before; `turning`: the moment that decided, None before;
    the others are the last events of their kinds, see there.
    """

    players: tuple[str, ...] = ()
    game: str = ""
    match: Line | None = None
    chairs: tuple[int, ...] = ()
    number: int | None = None  # of the newest durable record
    pads: events.Pads = _PADS
    display: str = ""
    foreign: dict[str, str] = field(default_factory=dict)
    asked: events.Asked = _ASKED
    standing: events.Standing = _STANDING
    persons: events.Persons = _PERSONS
    hands: dict[int, Hand] = field(default_factory=dict)
    undoable: frozenset[int] = frozenset()
    stories: tuple[Story, ...] = ()
    faults: tuple[tuple[str, int | None], ...] = ()
    has_power: bool = True
    correcting: str = ""
    notice: str = ""
    ending: str = ""
    turning: Turning | None = None

    @property
    def listeners(self) -> Sequence[int]:
        """Return the seats that listen at a table of real cards: see docs/reference/trust.md."""
        seats: Sequence[int] = self.match.get("listens", ()) if self.match else ()
        return [seat for seat in seats if 0 <= seat < len(self.players)]

    def fold(self, event: Event) -> Snapshot:
        """Return the snapshot after this event."""
        match event:
            case Story():
                return self._told(event)
            case events.Retold():
                shown = [one for one in event.stories if not one.is_private]
                return replace(self, stories=tuple(shown[-STORIES:]))
            case events.Pads():
                return replace(self, pads=event, notice="")
            case events.Display():
                return replace(self, display=event.text, notice="", foreign=_foreign(display=event.language))
            case events.Asked():
                return replace(self, asked=event)
            case events.Standing():
                return replace(self, standing=event)
            case Hand():
                return replace(self, hands={**self.hands, event.seat: event})
            case events.Undoable(seat, can):
                return replace(self, undoable=self.undoable | {seat} if can else self.undoable - {seat})
            case events.Persons():
                return replace(self, persons=event)
            case events.Power():
                return replace(self, has_power=event.is_on, display=event.text, foreign={})
            case events.Notice():
                languages = {**self.foreign, "notice": event.language}
                return replace(self, notice=event.text, foreign=_foreign(**languages))
            case events.Correcting():
                languages = {**self.foreign, "notice": ""}
                return replace(self, correcting=event.text, foreign=_foreign(**languages))
            case events.Ending():
                return replace(self, ending=event.text, turning=event.turning)
        return self

    def _told(self, story: Story) -> Snapshot:
        line = story.line
        shown = (*self.stories, story)[-STORIES:]
        new = self if story.is_private else replace(self, stories=shown, notice="")
        if story.record is not None:
            new = replace(new, number=story.record)
        if story.kind == "match":
            players = tuple(line["players"])
            chairs = tuple(range(len(players)))
            return replace(new, match=line, players=players, game=line["game"], chairs=chairs)
        if story.kind == "seated":
            return replace(new, chairs=tuple(line["pads"]))
        if story.kind == "fault":
            fault = (line["code"], line["pad"])
            others = tuple(one for one in self.faults if one != fault)
            return replace(new, faults=(*others, fault) if line["what"] == "fault" else others)
        return new


def _foreign(**languages: str) -> dict[str, str]:
    return {name: language for name, language in languages.items() if language}
