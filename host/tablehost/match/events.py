"""Events of a match, each a value of plain fields.

An event of a durable record carries the number of this record at its table (`record`, None where there is
none, as in the replay of a file). All others are passing: the newest of a kind replaces the ones before it.
Seats and pads count from 0. A card is a name of the game, such as "5H"; see also COVERED and UNKNOWN.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tablehost.plugins.narration import Spread, Turning, Verdict
from tablehost.types import Fields, Line

COVERED = "covered"  # in place of a card: a face-down one
UNKNOWN = "unknown"  # in place of a card: the table cannot tell which


class Story(NamedTuple):
    """A line of the open log, in words.

    `line`: its fields by name; `sentence`: the line in words; `summary`: the part of the match that this line
    closes, in a line, "" at other lines; `outcome`: how a trick, a round or a vote ended, "" at others;
    `own_outcomes`: the same by seat, as it is said to a player who is its subject;
    `part`: the number of its part, such as a round, 0 before the first; `is_always`: also a short view shows
    it; `is_private`: it reveals hands; `is_again`: these words were said before, and a correction had their
    stage told again.
    """

    record: int | None
    line: Line
    sentence: str
    summary: str = ""
    part: int = 0
    is_always: bool = False
    is_private: bool = False
    is_again: bool = False
    outcome: str = ""
    own_outcomes: dict[int, str] = {}

    @property
    def kind(self) -> str:
        """Return the kind of the line."""
        return str(self.line["kind"])


class Retold(NamedTuple):
    """A correction: of all stories so far these alone hold; those of the corrected stage follow again."""

    stories: tuple[Story, ...]


class Remark(NamedTuple):
    """A sentence about an act of players that is not in the log: who turned up a card, who ended a debate."""

    record: int | None
    text: str


class Lesson(NamedTuple):
    """A sentence for players who play this game for the first time. `code`: the prompt that it is about, ""
    for one on a result.
    """

    text: str
    code: str = ""


class Notice(NamedTuple):
    """A message about the table or this computer, which is no part of the match. `language`: see Display."""

    text: str
    language: str = ""


class Correcting(NamedTuple):
    """The operator looks at a correction, as `text` says; "" when that is over."""

    text: str


class Lamp(NamedTuple):
    """A lamp of a pad. `colour`: "blue", "yellow", "red", "white" or "" for a dark one; `rhythm`: the sign of
    its rhythm; `meaning`: what it says, in words, "" for nothing.
    """

    colour: str = ""
    rhythm: str = ""
    meaning: str = ""


class Pads(NamedTuple):
    """The cards on all pads, as all may see them, and the lamps: for each pad task, card and result.

    The first `seat_pads` pads are of seats, the others in the middle. `trumps`: the letter of the suit that
    these make trumps, "" while none does, None in a game without trumps.
    """

    cards: tuple[str | None, ...]
    lamps: tuple[tuple[Lamp, Lamp, Lamp], ...]
    seat_pads: int
    trumps: str | None = None


class Display(NamedTuple):
    """The request of the table, and those it waits for, in words. `language`: of a text that only the table
    has, "" for that of the view.
    """

    text: str
    language: str = ""


class Asked(NamedTuple):
    """The prompt that the table waits on: its code, as the table says it; by seat the steps that are due and
    those that may be done besides, as in `Hand`, none of them in a dialog of the table. `title`: where the
    match stands, in a few words, such as its round; `causes`: by seat, what is wrong there, in words;
    `unfit`: by seat, the names of cards that the table would refuse now.
    """

    code: str
    steps: tuple[tuple[Fields, ...], ...] = ()
    may: tuple[tuple[Fields, ...], ...] = ()
    title: str = ""
    causes: tuple[str, ...] = ()
    unfit: tuple[frozenset[str], ...] = ()


class Standing(NamedTuple):
    """The state of the scores. `texts`: by seat, short lines, the score first; `scores`: as numbers;
    `caption`: in a few words what the match has come to; `places`: names of the pads in the middle, of which
    the first `shown` are always shown; `spreads`: by seat, the things there besides the pad;
    `verdict`: that of the last vote, as long as its cards lie there.
    """

    part: int
    texts: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    caption: str
    places: tuple[str, ...]
    shown: int
    spreads: tuple[Spread, ...] = ()
    verdict: Verdict | None = None


class Hand(NamedTuple):
    """All that the player of a seat sees of the own things; private to this seat.

    `hand`, `pad`, `pile`, `open`: cards by name, in `pile` those captured or won, in `open` those to take;
    `todo`: what the player types now, `lamp`: the meaning of the lamp of the own card, "" for none; `asked`,
    `do`, `lamp_code`: the same as codes. `steps`: what is due, in order, and `may`: what may be done besides,
    as `people.hands.as_fields` has them. `task`: the number of the ask, which never returns, and the
    first act; an act that names it does nothing once something else is asked. The number alone names the ask.
    """

    seat: int
    hand: tuple[str, ...] = ()
    pad: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    todo: str = ""
    lamp: str = ""
    asked: str = ""
    do: str = ""
    lamp_code: str = ""
    task: str = ""
    steps: tuple[Fields, ...] = ()
    may: tuple[Fields, ...] = ()


def number_of(task: str) -> str:
    """Return the number of the ask of a task, see Hand; "" for none."""
    return task.partition(" ")[0]


class Answer(NamedTuple):
    """An answer to what the player of a seat has typed; private to this seat.

    `code`: why a hand cannot do that, "" for another answer; `card`: the card that it is about, or "".
    `act` and `word`: of the act that is advised, as in `people.hands`; "" where the answer is no advice;
    `row`: the number of the row to which these keys lead, "" where no menu is open; `why`: the reason, a part
    of `text`, "" for none.
    """

    seat: int
    text: str
    code: str = ""
    card: str = ""
    act: str = ""
    word: str = ""
    row: str = ""
    why: str = ""


class Wish(NamedTuple):
    """The wish of another person to take an act back, to which the player of a seat may agree; private to
    this seat. `text`: "" once it is over.
    """

    seat: int
    text: str


class Undoable(NamedTuple):
    """News for the player of a seat who now has an act to take back, or no longer; private to this seat."""

    seat: int
    can: bool


class Persons(NamedTuple):
    """The persons who play seats of the virtual table from elsewhere. `names`: by seat, "" for a bot;
    `away`: the seats of those who are out of reach.
    """

    names: tuple[str, ...] = ()
    away: tuple[int, ...] = ()


class Tone(NamedTuple):
    """A tone that was heard. `name`: in words."""

    code: str
    name: str


class Power(NamedTuple):
    """The plug was pulled, or put back."""

    is_on: bool
    text: str


class Still(NamedTuple):
    """At the virtual table nothing moves any more before a player acts."""


class Ending(NamedTuple):
    """The match is over by the rules. `text`: the reasons for the points and the winners, in lines;
    `turning`: the moment that decided.
    """

    text: str
    turning: Turning | None = None


Event: TypeAlias = (
    Story
    | Retold
    | Remark
    | Lesson
    | Notice
    | Correcting
    | Pads
    | Display
    | Asked
    | Standing
    | Hand
    | Answer
    | Wish
    | Undoable
    | Persons
    | Tone
    | Power
    | Still
    | Ending
)
