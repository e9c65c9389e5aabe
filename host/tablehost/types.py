"""Types of the values that go between table, journal and log.

What a record, a fact or the arguments of a prompt hold goes by their kind, which the engine and the games
declare; here they are lists, tuples and dicts of plain values, and have names.
"""

from collections.abc import Sequence
from typing import Any, Protocol

Record = list[
    Any
]  # its kind, then the fields of that kind; from the journal also its position, see `journal`
Values = list[Any]  # part of a record: an answer, a correction, a checkpoint
Fact = tuple[Any, ...]  # its kind, then its fields in their order
FactFields = dict[str, Any]  # a fact by the names of its fields
Line = dict[str, Any]  # of the open log: "kind", then fields by name
Note = dict[str, Any]  # kept beside the records of a game: "kind", then fields by name
Fields = dict[str, Any]  # a JSON object whose members go by its use
Document = dict[str, object]  # a JSON object that is printed

Args = Sequence[Any]  # of a prompt: numbers, texts, rows to choose from
Prompt = tuple[str, Args, Sequence[int], Sequence[int]]  # what, args, tasks by seat, verdicts by place
Event = tuple[Any, ...]  # what came from a table or is to happen there: its kind, then its fields
Command = list[int | str]  # the words of a command to the table
Answer = list[Any]  # of the table to a command

Options = dict[str, Any]  # of a match: a number or a word, by name
OptionRow = Sequence[Any]  # of OPTIONS of a game: name, choices, default, meaning
Letters = dict[str, str] | Sequence[Any] | None  # how a game names its cards, see `cards.names_of`


class Game(Protocol):
    """A game of `cardtable.games`: what every one of them offers."""

    NAME: str
    SEATS: tuple[int, int]
    OPTIONS: Sequence[OptionRow]
    FACTS: dict[str, Sequence[str]]

    def deck(self, seats: int, options: Options) -> Sequence[int]:
        """Return the cards that are played with."""
