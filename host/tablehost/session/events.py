"""The events of a session: what happened at a table, as values. Languages are words at the edge.

News of the table (`Seen`, `OwnCards`, `Displayed`, `Remark`, `Logged` of `link.events`) comes as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tablehost.errors import Trouble
from tablehost.journal.records import Told
from tablehost.journal.store import Game
from tablehost.link.events import Displayed, Logged, OwnCards, Remark, Seen
from tablehost.link.port_error import PortError
from tablehost.people.asking import Wanted
from tablehost.session.foresight import Act
from tablehost.types import Line, Prompt

Numbered: TypeAlias = tuple[Line, int | None]  # a line of the open log, and the number of its record


class Message(NamedTuple):
    """A sentence for the user of this computer that is no part of a match."""

    text: str


class MatchCollected(NamedTuple):
    """A match ended without this computer. `path`: of its open log."""

    game: Game
    path: Path


class MatchWaits(NamedTuple):
    """A recorded match is not shown. `why`: this computer lacks its game or its rules."""

    why: Trouble


class MatchBegun(NamedTuple):
    """A match is followed from now on: begun, taken up or adopted. `lines`: of its log so far; `prompt`: what
    its rules ask for; `last`: the number of the last record that these know. Later ones come as events.
    """

    game: Game
    lines: Sequence[Numbered]
    prompt: Prompt | None
    last: int


class RecordJudged(NamedTuple):
    """A record of the match, judged. `raw`: as the table sent it; `act`: the act that it tells, None for any
    other record; `kept`: after a correction, the lines that hold of those before, else None; `lines`: the new
    ones; `asked`, `prompt`: what the rules asked for before, and now; `words`: the witness words that it
    completes.
    """

    g: int
    told: Told
    raw: bytes
    act: Act | None
    kept: Sequence[Numbered] | None
    lines: Sequence[Numbered]
    asked: Prompt | None
    prompt: Prompt | None
    words: str


class AskPosed(NamedTuple):
    """The ask of the match, as records and news of the table tell alike. `text`: that of the table's display;
    `language`: of it, "" if that is not known.
    """

    wanted: Wanted
    text: str
    language: str


class DifferenceFound(NamedTuple):
    """This computer and the table judge differently. `difference`: the first one, by record and field."""

    difference: str


class MatchParked(NamedTuple):
    """Players at the table have parked the match."""

    game: Game


class MatchFinished(NamedTuple):
    """The match is over by the rules, and its end is noted. `path`: of its open log; `happened`: the faults
    that were injected, by kind, None without any asked for; `first_words`, `words`: of the witness, of
    the beginning and of the last stage, "" without any.
    """

    game: Game
    path: Path
    lines: Sequence[Line]
    happened: Mapping[str, int] | None
    first_words: str
    words: str


class TableIdle(NamedTuple):
    """No match is played; the session waits for one that is begun at the table."""


class TableSilent(NamedTuple):
    """The table has not answered for a while."""


class TableAway(NamedTuple):
    """The line to the table is lost, and it is called again. `lost`: None for a network that is silent."""

    lost: PortError | None


class TableBack(NamedTuple):
    """The table answers again."""


class DatabaseAway(NamedTuple):
    """The database does not answer; the table plays on, and keeps its records."""

    why: str


class DatabaseBack(NamedTuple):
    """The database answers again."""


News: TypeAlias = Seen | OwnCards | Displayed | Remark | Logged
Event: TypeAlias = (
    Message
    | MatchCollected
    | MatchWaits
    | MatchBegun
    | RecordJudged
    | AskPosed
    | DifferenceFound
    | MatchParked
    | MatchFinished
    | TableIdle
    | TableSilent
    | TableAway
    | TableBack
    | DatabaseAway
    | DatabaseBack
    | News
)
