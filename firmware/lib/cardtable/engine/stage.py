"""A stage: the script and its answers.

Answers are recorded. Resume, undo and amend are one mechanism: run the script again over the (edited)
answers, see `replay`. `follower` takes over records, `corrections` edits answers of this stage, `past_stage`
those of the stage before.
"""

from cardtable.micro import const

from .match import plain
from .outputs import Found, Record
from .picture import Picture
from .table import Table

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Generator

    from .asks.base import Ask
    from .match import Match, State
    from .outputs import Output

    Draw = Callable[[int, int, int], int]


class Course:
    """The state of a stage and its script: the base of a referee.

    `judges`: True if it decides, False if it only follows records. `draw(stage, index, n)` gives the
    committed chance, needed to judge.

    match     scores and options; the script's own copy, restored from the checkpoint at every run
    ask       the open ask, or None; ask_number: how often the script has gone on to an ask
    answers   the answers of this stage; parts: the pieces of the answer under way
    vault     handle -> the sealed value; None on a shadow
    over      the match has no further stage
    draw      gives chance, see `draw_by`
    out       the outputs not yet taken
    """

    def __init__(self, match: "Match", judges: bool = True, draw: "Draw | None" = None) -> None:
        self.game = match.game
        self.judges = judges
        self.match = match
        self.picture = Picture()
        self.vault: dict[int, int] = {} if judges else None  # type: ignore[assignment]
        self.answers: list[object] = []
        self.parts: list[object] = []
        self.talking: int | None = None  # the seat whose side consults, see Table.may_consult
        self.found: "list[list[Any]]" = []  # the records "found" since the ask opened
        self.table: "Table" = None  # type: ignore[assignment]  # between stages, as the ask
        self.ask: "Ask" = None  # type: ignore[assignment]
        self.ask_number = 0
        self.over = False
        self.void_asked_by: int | None = None
        self.draw: "Draw" = draw  # type: ignore[assignment]
        self.next_handle = match.handles
        self.out: "list[Output]" = []
        self._script: "Generator[Ask, Any, None]" = None  # type: ignore[assignment]
        self.checkpoint = match.dump()
        self._seating = match.pads is None
        self.last_answer: int | None = None  # the last one that players gave: an undo takes it back
        # An interrupted ask, its keys and shown cards, its parts, the caller.
        self.interrupted: "tuple[Ask, list[Any], list[object], int] | None" = None
        # By stage, its first state; None if it judges.
        self.older: "dict[int, State]" = None if judges else {match.stage: match.state()}  # type: ignore[assignment]
        # Straight after an undo: by place, the cards of the undone answer.
        self.undone: list[int | None] | None = None

    def open_stage(self) -> None:
        """Open the stage of the match."""
        self.answers = []
        self.parts = []
        self.void_asked_by = None
        self.run()

    def run(self) -> None:
        """Start the script again from the checkpoint, up to the first ask."""
        self.last_answer = None
        self.interrupted = None
        self.match = self.match.at(self.checkpoint[3])
        script = None if self.match.closed else self.game.next_stage(self.match)
        if script is None:
            self.over = True
            self.ask = None  # type: ignore[assignment]
            self.table = None  # type: ignore[assignment]
            return
        deck = self.game.deck(self.match.seats, self.match.options)
        self.table = Table(self.match, deck, self.vault, self.out, self._chance, self._handle)
        self._script = script(self.table, self.match)
        self._advance(None)

    def draw_by(self, draw: "Draw") -> None:
        """Take chance from another source from now on."""
        self.draw = draw

    def _chance(self, index: int, n: int) -> int:
        """Return the committed chance of this stage."""
        drawn: int = self.draw(self.match.stage, index, n)
        return drawn

    def _handle(self) -> int:
        """Return a new handle."""
        self.next_handle += 1
        return self.next_handle - 1

    def _advance(self, answer: object) -> None:
        """Send `answer` to the script and run it to its next ask.

        The script gets a copy, which it may change.
        """
        self.ask = None  # type: ignore[assignment]
        self.ask_number += 1
        try:
            self.ask = self._script.send(plain(answer))
        except StopIteration:
            self._script = None  # type: ignore[assignment]
        self.picture.open_ask()
        self.parts = []
        if self.interrupted is not None and self.ask is self.interrupted[0]:
            _, aside, self.parts, caller = self.interrupted
            self.picture.bring_back(aside, caller)
            self.interrupted = None
        self.found = []
        self.talking = None

    def judge(self) -> object:
        """Return the raw answer to the open ask, or None while a card or key is missing or wrong."""
        raw = self.ask.judge(self.picture)
        return None if raw is not None and self.ask.is_held_up(self.picture, self.table) else raw

    def take(self, answer: object) -> None:
        """Take a recorded answer and advance the script."""
        if not self.ask.auto:
            self.last_answer = len(self.answers)
        self.table.answer = len(self.answers)
        self.answers.append(answer)
        self.ask.settle(answer, self.picture, self.table)
        caller = self.ask.interrupted_by(answer)
        if caller is not None:
            self.interrupted = (self.ask, self.picture.aside(), self.parts, caller)
        self._advance(answer)

    def take_part(self, part: object) -> None:
        """Take a recorded part."""
        self.parts.append(part)
        self.ask.take_part(part, self.picture, self.table)

    def take_found(self, found: "list[Any]") -> None:
        """Report a card that is elsewhere by an earlier answer (None: since before the stage).

        No digest covers this fact: a replay of the stage does not find it again.
        """
        self.found.append(found)
        self.out.append(Found(("impossible", found[0], found[1], found[2], len(self.answers))))

    def close_stage(self) -> None:
        """Count the stage; the match is then the start of the next one."""
        self.match.stage += 1
        self.match.handles = self.next_handle

    def next_stage(self) -> None:
        """Make the closed match the checkpoint, drop values that need not stay sealed, open the next
        stage.
        """
        self.checkpoint = self.match.dump()
        if self.older is not None:
            self.older[self.match.stage] = self.checkpoint[3]
        self.picture.cleared()
        if self._seating and self.match.pads is not None:
            self._seating = False
            self.picture.sit(self.match.pads)
        if self.judges:
            kept = self.game.kept(self.match)
            vault: dict[int, int] = {}
            for handle in self.vault:
                if handle >= self.next_handle or handle in kept:
                    vault[handle] = self.vault[handle]
            self.vault = vault
        self.open_stage()

    def settle(self) -> None:
        """Answer asks as long as the picture, or the vault, answers them."""
        while self.judges and not self.over and self.undone is None:
            if self.ask is None:
                self.end_stage()
                continue
            if self.ask.auto:
                if self.ask.lacks(self.table):
                    return
                self._answer(self.ask.decide(self.table, len(self.answers)))
                continue
            raw = self.judge()
            if raw is not None:
                self._answer(self.ask.seal(raw, self.table))
                continue
            part = self.ask.part(self.picture, self.table)
            if part is None:
                return
            part = self.ask.seal_part(part, self.table)
            self.record("part", part, self.table.digest)
            self.take_part(part)

    def _answer(self, answer: object) -> None:
        """Record an answer and take it."""
        self.record("answer", answer, self.table.digest)
        self.take(answer)

    def end_stage(self) -> None:
        """Close the stage, record its end, open the next one."""
        stage = self.match.stage
        self.close_stage()
        self.record("end", self.match.state(), self.table.digest, stage)
        self.next_stage()

    def record(self, kind: str, value: object, digest: int, stage: int | None = None) -> None:
        """Put out a record; its index is the number of answers so far."""
        if stage is None:
            stage = self.match.stage
        self.out.append(Record(kind, stage, len(self.answers), value, digest))

    def taken(self) -> "list[Output]":
        """Return the outputs and empty the list."""
        out = list(self.out)
        self.out.clear()
        return out
