"""Types of the values that are exchanged by table, journal and log.

The contents of a record, a fact or the arguments of a prompt depend on their kind, which the engine and the
games declare; here they are lists, tuples and dicts of plain values, and have names.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

# Plain values: of JSON; of answers in a record, where a number is a card, a handle, a seat or a key.
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Value: TypeAlias = "int | str | list[Value] | None"

# Kind and the fields of that kind; in a journal after position, boot, number and time.
Record = list[Json]
Values = list[Any]  # a part of a record: an answer, a correction, a checkpoint
Fact = tuple[str, *tuple[Json, ...]]  # its kind, then its fields in their order
FactFields = dict[str, Any]  # a fact by the names of its fields
Line = dict[str, Any]  # of the open log: "kind", then fields by name
Fields = dict[str, Any]  # a JSON object that was read, of a form that its reader knows
Document = dict[str, object]  # a JSON object that is printed
SCHEMA = "cardtable/1"  # the form of such objects

MOST_NUMBER = 2**63 - 1  # of SQLite, and of every column that keeps one

Args = Sequence[Any]  # of a prompt: numbers, texts, rows to choose from
Event = tuple[Any, ...]  # an event at a table or due there: its kind, then its fields
Word = int | str  # of a command to the table

Option = int | str
Options = dict[str, Option]  # of a match, by name
# How a game names its cards, see `cards.names_of`.
Letters = dict[str, str] | tuple[tuple[int, int, str, int, str], ...] | None


def is_too_large(word: str) -> bool:
    """Return True if this whole number in digits is more than SQLite and a column of the journal can hold."""
    return len(word.lstrip("-")) > len(str(MOST_NUMBER)) or abs(int(word)) > MOST_NUMBER


class DealNote(TypedDict):
    """The cards that simulated players were dealt, by seat and in the pool; `after`: which record."""

    kind: Literal["deal"]
    day: int
    hand: int
    hands: list[list[str]]
    pool: list[str]
    after: NotRequired[int]


class FaultsNote(TypedDict):
    """The faults that were asked for in a match, and how often each happened."""

    kind: Literal["faults"]
    asked: dict[str, float]
    happened: NotRequired[dict[str, int]]


class HeldNote(TypedDict):
    """The seats whose hands users play. `names`: of persons who play them from pages, in the same order."""

    kind: Literal["held"]
    seats: list[int]
    names: NotRequired[list[str]]


Note: TypeAlias = DealNote | FaultsNote | HeldNote  # kept with the records of a game


class Summary(TypedDict):
    """The computer's data on a match, as the journal has them and a file repeats them."""

    game: str
    players: list[str]
    options: Options
    seed: int | str | None
    virtual: bool
    started: str
    finished: str | None
    result: Line | None


class Answer(NamedTuple):
    """The answer of the table to a command."""

    code: str
    detail: Json = None


class Prompt(NamedTuple):
    """The prompt of an ask: its code and arguments, the tasks by seat, the verdicts by place."""

    what: str
    args: Args
    tasks: Sequence[int]
    verdicts: Sequence[int]


class OptionRow(NamedTuple):
    """A row of OPTIONS of a game. `meaning`: where the catalogues of the host do not have it."""

    name: str
    choices: tuple[Option | None, ...]
    default: Option | Callable[[int], Option]
    meaning: str = ""

    @classmethod
    def all_of(cls, options: "Sequence[tuple[Any, ...]]") -> "list[OptionRow]":
        return [cls(*row) for row in options]

    @property
    def span(self) -> tuple[int, int | None] | None:
        """Return the least and the most, None for no limit, of a whole number; None for any other option."""
        match self.choices:
            case ("int", int(least), int() | None as most):
                return least, most
        return None

    def usual(self, seats: int) -> Option:
        """Return the default with so many players."""
        return self.default(seats) if callable(self.default) else self.default
