"""The course of a stage: the script and its answers.

Answers are what is recorded. Resume, undo and amend are one mechanism: run the script again over
the (edited) answers. Generators cannot be copied, so nothing else could bring a script back: `rerun` does.
`following` takes over records, `correcting` edits answers.
"""

from .asks.base import SEALED, UNTIL_CLOSED
from .match import plain
from .picture import Picture
from .table import Table


class Conflict(Exception):
    """A correction that cannot be; `index` is the first answer that does not fit, `code` says why."""

    def __init__(self, index, code):
        super().__init__(f"answer {index} does not fit: {code}")
        self.index = index
        self.code = code


class Difference(Exception):
    """A record does not follow from the rules: which record, which field, and both values."""

    def __init__(self, record, field, recorded, expected):
        super().__init__(f"{field}: recorded {recorded}, expected {expected}")
        self.record = record
        self.field = field
        self.recorded = recorded
        self.expected = expected


class Course:
    """What a referee is made of. `judges`: whether it decides or only follows records;
    `draw(stage, index, n)` gives the committed chance, needed where it judges.

    match     scores and options; the script's own copy, made anew from the checkpoint at every run
    ask       what is waited for, or None
    answers   what has been answered in this stage; parts: the pieces of the answer under way
    vault     handle -> what is sealed, or None where nobody may know
    over      the game has no further stage
    out       what is to be reported
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
        self.found = []  # what was found impossible since the ask opened
        self.table = None
        self.ask = None
        self.over = False
        self.void_asked_by = None
        self._draw = draw
        self.next_handle = match.handles
        self.out = []
        self._script = None
        self.checkpoint = match.dump()
        self._seating = match.pads is None
        self._last = None  # the last answer that players gave
        self.interrupted = None  # an ask that a call interrupted, what was pressed and shown, parts, caller
        self.older = None if judges else {match.stage: match.state()}  # by stage, what it began with
        self.undone = None  # straight after an undo: by place, the cards of the answer that was undone

    def open_stage(self):
        self.answers = []
        self.parts = []
        self.void_asked_by = None
        self.run()

    def run(self):
        """Begin the stage anew from its checkpoint, up to the first ask."""
        self._last = None
        self.interrupted = None
        self.match = self.match.at(self.checkpoint[3])
        script = None if self.match.closed else self.game.next_stage(self.match)
        if script is None:
            self.over = True
            self.ask = None
            self.table = None
            return
        deck = self.game.deck(self.match.seats, self.match.options)
        self.table = Table(self.match, deck, self.vault, self.out, self._chance, self._handle)
        self._script = script(self.table, self.match)
        self._advance(None)

    def draw_by(self, draw):
        """Chance comes from elsewhere from now on."""
        self._draw = draw

    def _chance(self, index, n):
        return self._draw(self.match.stage, index, n)

    def _handle(self):
        self.next_handle += 1
        return self.next_handle - 1

    def _advance(self, answer):
        """Let the script go on to its next ask. It gets a copy, which it may change."""
        self.ask = None
        try:
            self.ask = self._script.send(plain(answer))
        except StopIteration:
            self._script = None
        self.picture.open_ask()
        self.parts = []
        if self.interrupted is not None and self.ask is self.interrupted[0]:
            _, aside, self.parts, caller = self.interrupted
            self.picture.bring_back(aside, caller)
            self.interrupted = None
        self.found = []
        self.talking = None

    def judge(self):
        """The raw answer to the ask that is open, or None while something is missing or wrong."""
        raw = self.ask.judge(self.picture)
        return None if raw is not None and self.ask.is_held_up(self.picture, self.table) else raw

    def take(self, answer):
        if not self.ask.auto:
            self._last = len(self.answers)
        self.table.answer = len(self.answers)
        self.answers.append(answer)
        self.ask.settle(answer, self.picture, self.table)
        caller = self.ask.interrupted_by(answer)
        if caller is not None:
            self.interrupted = (self.ask, self.picture.aside(), self.parts, caller)
        self._advance(answer)

    def take_part(self, part):
        self.parts.append(part)
        self.ask.take_part(part, self.picture, self.table)

    def take_found(self, found):
        """Tell that the card on a place stands elsewhere by an earlier answer (None: since before the stage).

        No digest covers this fact: running the stage again does not find it again.
        """
        self.found.append(found)
        self.out.append(("found", ("impossible", found[0], found[1], found[2], len(self.answers))))

    def close_stage(self):
        """Count the stage; the match then holds what the next one starts from."""
        self.match.stage += 1
        self.match.handles = self.next_handle

    def void_match(self, why):
        """The stage counts nothing: the match stands where it began."""
        self.table.tell("void", why)
        self.match = self.match.at(self.checkpoint[3])
        self.picture.cleared()

    def next_stage(self):
        """The match is closed: make it the checkpoint, forget what it does not keep sealed, go on."""
        self.checkpoint = self.match.dump()
        if self.older is not None:
            self.older[self.match.stage] = self.checkpoint[3]
        self.picture.cleared()
        if self._seating and self.match.pads is not None:
            self._seating = False
            self.picture.sit(self.match.pads)
        if self.judges:
            kept = self.game.kept(self.match) if hasattr(self.game, "kept") else ()
            vault = {}
            for handle in self.vault:
                if handle >= self.next_handle or handle in kept:
                    vault[handle] = self.vault[handle]
            self.vault = vault
        self.open_stage()

    def taken(self):
        """What was to be reported, which now is."""
        out = list(self.out)
        self.out.clear()
        return out


# -- Run a stage again over answers that were edited: the mechanism of all corrections ----------------------
#
# `replay`, `undo` and `keep` are a referee's and a shadow's; the other functions need a referee that judges.


def forget(referee):
    """What an attempt put out counts nothing, its seals included."""
    for out in referee.out:
        if out[0] == "seal":
            if out[1] in referee.vault:
                del referee.vault[out[1]]
            referee.next_handle = min(referee.next_handle, out[1])
    referee.out.clear()


def edit(referee, act):
    """Let `act` run the stage again: all of it, or nothing, if it raises Conflict.

    A card named or amended that cannot be, as a script finds when it sees it, is a Conflict, too.
    """
    old, parts, picture, undone = referee.answers, referee.parts, referee.picture, referee.undone
    found, talking = referee.found, referee.talking
    handles = referee.next_handle
    referee.picture = picture.copy()
    referee.undone = None
    try:
        try:
            act()
        except AssertionError:
            raise Conflict(len(old), "does-not-fit")
    except Conflict:
        replay(referee, old)
        referee.out.clear()
        referee.parts, referee.picture, referee.undone = parts, picture, undone
        referee.found, referee.talking = found, talking
        for handle in range(handles, referee.next_handle):
            del referee.vault[handle]
        referee.next_handle = handles
        raise


def record(referee, fix, old, digest):
    """Put the record of an edit where it belongs: behind its seals, before the facts told anew."""
    out = referee.taken()
    referee.out.extend([one for one in out if one[0] == "seal"])
    referee.out.append(("record", ["fix", referee.match.stage, old, fix, digest]))
    referee.out.extend([one for one in out if one[0] != "seal" and one[0] != "cue"])


def visit(referee, see):
    """Call `see(number, ask, answer)` for every answer of the stage and what it answered. Nothing changes."""
    old = referee.answers

    def act():
        replay(referee, [])
        for i in range(len(old)):
            see(i, referee.ask, old[i])
            referee.take(old[i])
        raise Conflict(len(old), "seen")

    try:
        edit(referee, act)
    except Conflict as conflict:
        if conflict.code != "seen":
            raise


def replay(course, answers, changes=()):
    """Run the stage again over these answers; `changes`: see `Referee.correct`.

    Raises Conflict at the first answer that does not fit.
    """
    at = 0
    old = course.picture.old()
    course.picture.forget()
    course.out.append(("retold", 0))
    course.answers = []
    course.parts = []
    course.run()
    for i in range(len(answers)):
        if course.ask is None:
            raise Conflict(i, "nothing-asked")
        answer = answers[i]
        if at < len(changes) and i == changes[at][0]:
            answer = given(course, i, changes[at][1])
            at += 1
        elif course.ask.auto and course.judges and not course.ask.lacks(course.table):
            answer = course.ask.decide(course.table, i)  # what was weighed and then forgotten stays as it was
        why = course.ask.fits(answer, course.table)
        if why:
            raise Conflict(i, why)
        course.take(answer)
    course.picture.match_recorded(old)


def given(course, index, raw):
    """What a correction gives for the ask that is open, as it is recorded."""
    if course.ask.auto:
        raise Conflict(index, "not-a-players-answer")
    try:
        return course.ask.seal(plain(raw), course.table)
    except (AttributeError, IndexError, TypeError):
        raise Conflict(index, "shape")


def undo(course, index):
    """Drop answer `index` and all later ones. Raises Conflict."""
    answers = course.answers
    if index not in range(len(answers)):
        raise Conflict(index, "no-such-answer")
    replay(course, answers[: index + 1])
    cards = list(course.picture.recorded)
    course.out.clear()
    replay(course, answers[:index])
    if course.ask.auto:
        raise Conflict(index, "not-a-players-answer")
    course.undone = cards
    reopen(course)


def reopen(course):
    """After an undo only the cards of the undone answer may answer again without being laid anew,
    and they too must be if they would do so at once: no secret of a later ask answers an earlier one.
    """
    course.picture.keep_new(course.undone)
    if course.judge() is not None:
        course.picture.keep_new(course.picture.recorded)


def first_told(course, answers, index):
    """The first answer from `index` on that made known what was hidden, or None. The stage then stands where
    `answers` end.
    """
    if index not in range(len(answers)):
        raise Conflict(index, "no-such-answer")
    replay(course, answers[:index])
    first = None
    for i in range(index, len(answers)):
        if first is None and tells(course.ask):
            first = i
        course.take(answers[i])
    return first


def tells(ask):
    """True if the answer to `ask` makes known what nobody could know before."""
    if ask.auto:
        return True
    for part in getattr(ask, "asks", (ask,)):
        if part.secrecy == UNTIL_CLOSED or (part.secrecy == SEALED and hasattr(part, "keys")):
            return True
    return False
