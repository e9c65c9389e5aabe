"""The course of a stage: the script, its answers, and running it again over them.

Answers are what is recorded. Resume, undo and amend are one mechanism: run the script again over
the (edited) answers. Generators cannot be copied, so nothing else could bring a script back.
"""

from .match import plain
from .picture import Picture
from .table import Table


class Conflict(Exception):
    """A correction that cannot be; `index` is the first answer that does not fit, `code` says why."""

    def __init__(self, index, code):
        super().__init__(f"answer {index} does not fit: {code}")
        self.index = index
        self.code = code


class Course:
    """What a referee is made of. `judges`: whether it decides or only follows records;
    `draw(stage, index, n)` gives the committed chance, needed where it judges.

    match     scores and options; the script's own copy, made anew from the checkpoint at every run
    ask       what is waited for, or None
    answers   what has been answered in this stage; parts: the pieces of the answer under way
    vault     handle -> what is sealed, or None where nobody may know
    over      the game has no further stage
    """

    def __init__(self, match, judges=True, draw=None):
        self.game = match.game
        self.judges = judges
        self.match = match
        self.picture = Picture()
        self.vault = {} if judges else None
        self.answers = []
        self.parts = []
        self.talking = None  # the seat whose side consults, see Table.may_consult
        self._found = []  # what was found impossible since the ask opened
        self.table = None
        self.ask = None
        self.over = False
        self.void_asked_by = None
        self._draw = draw
        self._next_handle = match.handles
        self._out = []
        self._script = None
        self._checkpoint = match.dump()
        self._seating = match.pads is None
        self._last = None  # the last answer that players gave
        self._undone = None  # straight after an undo: by place, the cards of the answer that was undone

    def _open_stage(self):
        self.answers = []
        self.parts = []
        self.void_asked_by = None
        self._run()

    def _run(self):
        """Begin the stage anew from its checkpoint, up to the first ask."""
        self._last = None
        self.match = self.match.at(self._checkpoint[3])
        script = self.game.next_stage(self.match)
        if script is None:
            self.over = True
            self.ask = None
            self.table = None
            return
        deck = self.game.deck(self.match.seats, self.match.options)
        self.table = Table(self.match, deck, self.vault, self._out, self._chance, self._handle)
        self._script = script(self.table, self.match)
        self._advance(None)

    def _chance(self, index, n):
        return self._draw(self.match.stage, index, n)

    def _handle(self):
        self._next_handle += 1
        return self._next_handle - 1

    def _advance(self, answer):
        """Let the script go on to its next ask. It gets a copy, which it may change."""
        try:
            self.ask = self._script.send(plain(answer))
        except StopIteration:
            self.ask = None
        self.picture.open_ask()
        self.parts = []
        self._found = []
        self.talking = None

    def _judge(self):
        """The raw answer to the ask that is open, or None while something is missing or wrong."""
        raw = self.ask.judge(self.picture)
        return None if raw is not None and self.ask.is_held_up(self.picture, self.table) else raw

    def _take(self, answer):
        if not self.ask.auto:
            self._last = len(self.answers)
        self.table.answer = len(self.answers)
        self.answers.append(answer)
        self.ask.settle(answer, self.picture, self.table)
        self._advance(answer)

    def _take_part(self, part):
        self.parts.append(part)
        self.ask.take_part(part, self.picture, self.table)

    def _take_found(self, found):
        """Tell that the card on a place stands elsewhere by an earlier answer (None: since before the stage).

        No digest covers this fact: running the stage again does not find it again.
        """
        self._found.append(found)
        self._out.append(("found", ("impossible", found[0], found[1], found[2], len(self.answers))))

    def _close_stage(self):
        """Count the stage; the match then holds what the next one starts from."""
        self.match.stage += 1
        self.match.handles = self._next_handle

    def _void_match(self, why):
        """The stage counts nothing: the match stands where it began."""
        self.table.tell("void", why)
        self.match = self.match.at(self._checkpoint[3])
        self.picture.cleared()

    def _next_stage(self):
        """The match is closed: make it the checkpoint, forget what it does not keep sealed, go on."""
        self._checkpoint = self.match.dump()
        if self._seating and self.match.pads is not None:
            self._seating = False
            self.picture.sit(self.match.pads)
        if self.vault:
            kept = self.game.kept(self.match) if hasattr(self.game, "kept") else ()
            for handle in [one for one in self.vault if one < self._next_handle and one not in kept]:
                del self.vault[handle]
        self._open_stage()

    # -- running again ----------------------------------------------------------------------

    def _replay(self, answers, index=None, raw=None):
        """Run the stage again over these answers; answer `index`, if given, becomes `raw`.

        Raises Conflict at the first answer that does not fit.
        """
        old = self.picture.old()
        self.picture.forget()
        self._out.append(("retold", 0))
        self.answers = []
        self.parts = []
        self._run()
        for i in range(len(answers)):
            if self.ask is None:
                raise Conflict(i, "nothing-asked")
            answer = answers[i]
            if i == index:
                answer = self._given(i, raw)
            elif self.ask.auto and self.judges:
                answer = self.ask.decide(self.table, i)
            why = self.ask.fits(answer, self.table)
            if why:
                raise Conflict(i, why)
            self._take(answer)
        self.picture.match_recorded(old)

    def _given(self, index, raw):
        """What a correction gives for the ask that is open, as it is recorded."""
        if self.ask.auto:
            raise Conflict(index, "not-a-players-answer")
        try:
            return self.ask.seal(plain(raw), self.table)
        except (AttributeError, IndexError, TypeError):
            raise Conflict(index, "shape")

    def _undo(self, index):
        """Drop answer `index` and all later ones. Raises Conflict."""
        answers = self.answers
        if index not in range(len(answers)):
            raise Conflict(index, "no-such-answer")
        self._replay(answers[: index + 1])
        cards = list(self.picture.recorded)
        self._out.clear()
        self._replay(answers[:index])
        if self.ask.auto:
            raise Conflict(index, "not-a-players-answer")
        self._undone = cards
        self._reopen()

    def _reopen(self):
        """After an undo only the cards of the undone answer may answer again without being laid anew,
        and they too must be if they would do so at once: no secret of a later ask answers an earlier one.
        """
        self.picture.keep_new(self._undone)
        if self._judge() is not None:
            self.picture.keep_new(self.picture.recorded)
