"""The commands of a host: they are sent in order, one at a time, and again until the table answers.

The table carries out each once, however often it is received, and remembers the numbers of the last ones.
"""

from cardtable.micro import const
from cardtable.wire.frames import FROM_HOST, encode
from cardtable.wire.host_shapes import WITH_WORDS, find_fault_in, is_known
from cardtable.wire.shapes import compiled, find_fault
from cardtable.wire.table_shapes import ANSWERS, REFUSALS

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Sequence

    Event = tuple[Any, ...]

COMMAND_PACE = const(500)  # ms until an unanswered command is sent again
NO_ANSWER = "malformed"  # the code in place of an answer of no known shape


class ShapeError(ValueError):
    """A command with an argument that does not fit `host_shapes`. `fault`: [the argument, the cure]."""

    def __init__(self, name: str, fault: list[str]) -> None:
        super().__init__(f"{name}: {fault[0]} is {fault[1]}")
        self.fault = fault


class Command:
    """A command under way: its number, its line, its name, with the sub-command if it has one."""

    def __init__(self, number: int, line: bytes, name: str) -> None:
        self.number = number
        self.line = line
        self.name = name
        self.sent = False  # at least once


class Commands:
    """The commands that await their answers; the first one is being sent. `first_id`: see `HostEnd`."""

    def __init__(self, first_id: int) -> None:
        self._waiting: "list[Command]" = []
        self._next_id = first_id
        self._sent_at = 0
        self._answers = {name: compiled(row) for name, row in ANSWERS.items()}
        self._refusals = {code: compiled(row) for code, row in REFUSALS.items()}

    def do(self, command: str, args: "Sequence[Any]") -> int:
        """Queue a command, see `HostEnd.do`; return its id."""
        fault = find_fault_in(command, args) if is_known(command) else None
        if fault is not None:
            raise ShapeError(command, fault)
        return self.queue(command, args)

    def queue(self, command: str, args: "Sequence[Any]") -> int:
        """Queue a command whose arguments nothing has checked; return its id. Raises ValueError: too long."""
        number = self._next_id
        line = encode(["do", number, command] + list(args), FROM_HOST)
        self._next_id += 1
        name = command + " " + str(args[0]) if command in WITH_WORDS and args else command
        self._waiting.append(Command(number, line, name))
        return number

    def line(self, now: int) -> bytes:
        """Return the line to send now, b"" for none."""
        if not self._waiting:
            return b""
        first = self._waiting[0]
        if first.sent and now - self._sent_at < COMMAND_PACE:
            return b""
        first.sent = True
        self._sent_at = now
        return first.line

    def give_up(self, events: "list[Event]", is_other: bool) -> None:
        """End the commands that an earlier boot of the table may have received, and if it is another table
        all, with an unknown result.
        """
        kept = []
        for one in self._waiting:
            if one.sent or is_other:
                events.append(("res", one.number, None, []))
            else:
                kept.append(one)
        self._waiting = kept

    def answer(self, frame: "list[Any]", raw: bytes, events: "list[Event]") -> bool:
        """Take the answer to a command.

        False if its shape is unknown: then the command ends with NO_ANSWER.
        """
        number: int = frame[1]
        if not (self._waiting and self._waiting[0].number == number and self._waiting[0].sent):
            return True
        name = self._waiting.pop(0).name
        if frame[2]:
            row = self._answers.get(name) or self._answers.get(name.partition(" ")[0])
        else:
            row = self._refusals.get(name.partition(" ")[0]) or self._refusals.get(frame[3])
        fault = None if row is None else find_fault(row, frame[4:], True)
        if fault is not None:
            events.append(("res", number, False, [NO_ANSWER, fault]))
            return False
        events.append(("res", number, frame[2], frame[3:]))
        return True
