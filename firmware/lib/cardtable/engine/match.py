"""The match between stages: options, revision of the rules, state. Plain data, dumped and loaded as plain
lists.

OPTIONS of a game has rows (name, choices, default, meaning); the meaning may be elsewhere, see
`games.registry`. `choices` is a tuple of values, or (least, most) after the word "int" for whole numbers
(most None: no limit). A default may be a function of the seats. A dump holds options as small numbers.

REVISION of a game is the current number of its rules, 1 if it has none. CHANGES of the game lists the changes
of each revision, oldest first:

    (revision, "field", kind, name)     facts of this kind got a field at their end
    (revision, "fact", kind)            facts of this kind are new
    (revision, "option", name, value)   an option was appended to OPTIONS; older matches have `value`
    (revision, "state", name, value)    a field was appended to STATE; at the start of every stage of an
                                        older match it has `value`
    (revision, "ruling", paragraph, marks)   a ruling changed. `marks`: the prompts and kinds of facts at
                                        which an older match may differ from the rules of today; () for any

Fields, options and state are only ever appended, so an older match has the first ones of today. Its digests
cover the facts as they were then; the match itself is judged by the rules of today.
"""

from cardtable.micro import const

from .cards import HANDLE

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

# -- Options ---------------------------------------------------------------------------------------


class OptionError(Exception):
    """An option or a number of seats that the game does not have; `choices` names those it has."""

    def __init__(self, message: str, given: object, choices: "list[Any]") -> None:
        super().__init__(message)
        self.message = message
        self.given = given
        self.choices = choices


def resolve(game: "Any", seats: int, given: "dict[str, Any]") -> "dict[str, Any]":
    """Return every option of `game` with its value; `given`: name -> value or its text.

    Raises OptionError.
    """
    least, most = game.SEATS
    if not isinstance(seats, int) or not least <= seats <= most:
        raise OptionError(f"{game.NAME} is for {least} to {most} players, not {seats}", str(seats), [])
    rows = game.OPTIONS
    names = [row[0] for row in rows]
    for name in sorted(given):
        if name not in names:
            raise OptionError(f"{game.NAME} has no option {name}", name, names)
    options = {}
    for row in rows:
        if row[0] in given:
            options[row[0]] = read_option(row, given[row[0]])
        else:
            options[row[0]] = row[2](seats) if callable(row[2]) else row[2]
    if hasattr(game, "check_options"):
        game.check_options(seats, options)
    return options


def read_option(row: "Any", value: "Any") -> "Any":
    """Return `value`, or its text, as a value of this option. Raises OptionError."""
    name, choices = row[0], row[1]
    if choices[0] == "int":
        least, most = choices[1], choices[2]
        words = [str(least) + (" or more" if most is None else " to " + str(most))]
        try:
            number = int(value)
        except ValueError:
            raise OptionError(f"{name} is a whole number, {words[0]}, not {value}", str(value), words)
        if number < least or (most is not None and number > most):
            raise OptionError(f"{name} is a whole number, {words[0]}, not {value}", str(value), words)
        return number
    for choice in choices:
        if value == choice or str(value) == str(choice):
            return choice
    words = [str(choice) for choice in choices]
    raise OptionError(f"{name} is one of {', '.join(words)}, not {value}", str(value), words)


def packed(game: "Any", options: "dict[str, Any]") -> list[int]:
    """Return the options as small ints in the order of OPTIONS: the index of the choice, or the number
    itself.
    """
    return [_number(row, options[row[0]]) for row in game.OPTIONS]


def packed_later(game: "Any", older: "Older") -> list[int]:
    """Return the options that a match of an `older` revision lacks, as small ints."""
    return [_number(game.OPTIONS[older.options + i], older.values[i]) for i in range(len(older.values))]


def _number(row: "Any", value: "Any") -> int:
    """Return one option as a small int."""
    number: int = value if row[1][0] == "int" else row[1].index(value)
    return number


def unpacked(game: "Any", numbers: list[int]) -> "dict[str, Any]":
    """Return the options of which `packed` made small ints."""
    rows = game.OPTIONS
    options = {}
    for i in range(len(rows)):
        options[rows[i][0]] = numbers[i] if rows[i][1][0] == "int" else rows[i][1][numbers[i]]
    return options


# -- Revisions of the rules ------------------------------------------------------------------------


def current_revision(game: "Any") -> int:
    """Return the current revision of the rules of this game."""
    return getattr(game, "REVISION", 1)


def changes(game: "Any") -> "Any":
    """Return the rows of CHANGES of this game, () if its rules never changed."""
    if current_revision(game) == 1:
        return ()
    return game.CHANGES


class Older:
    """The differences between the records of an older revision of `game` and today's.

    facts     kind -> its number of fields then; 0 for a kind that did not exist
    options   the number of options then; values: of the later ones, in their order
    state     the number of fields of STATE then; states: values of the later ones
    rulings   (paragraph, marks) of the rulings changed since
    """

    def __init__(self, game: "Any", revision: int) -> None:
        self.facts: dict[str, int] = {}
        self.values = []
        self.states = []
        self.rulings = []
        for row in changes(game):
            if row[0] <= revision:
                continue
            what = row[1]
            if what == "field":
                kind = row[2]
                if self.facts.get(kind) != 0:
                    self.facts[kind] = self.facts.get(kind, len(game.FACTS[kind])) - 1
            elif what == "fact":
                self.facts[row[2]] = 0
            elif what == "option":
                self.values.append(row[3])
            elif what == "state":
                self.states.append(row[3])
            else:
                self.rulings.append((row[2], row[3]))
        self.options = len(game.OPTIONS) - len(self.values)
        self.state = len(game.STATE) - len(self.states)

    def known(self, fact: "tuple[Any, ...]") -> "tuple[Any, ...] | None":
        """Return the fact with the fields it had then; None if its kind did not exist."""
        count = self.facts.get(fact[0])
        if count is None:
            return fact
        return fact[: count + 1] if count else None


# -- The match -------------------------------------------------------------------------------------


class Match:
    """One match. The game's own fields (its STATE) are attributes; scripts read and write them.

    `numbers`: the options as in `dump`. `revision`: of the rules under which it is recorded; `older`: None if
    that is the current one, else an `Older`.
    """

    def __init__(
        self,
        game: "Any",
        seats: int,
        options: "dict[str, Any]",
        numbers: list[int],
        revision: int | None = None,
        older: "Older | None" = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.stage = 0
        self.handles = HANDLE  # the next handle to be given
        self.closed: str | None = None  # the reason of an early end
        self.revision = current_revision(game) if revision is None else revision
        self.older = older
        self._numbers = numbers

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a field of the game."""

        def __setattr__(self, name: str, value: "Any") -> None:
            """Set one."""

    def dump(self) -> "list[Any]":
        """Return the match as a plain list, the same on every interpreter.

        The revision of the rules comes last; a match of revision 1 has none.
        """
        dumped = [self.game.NAME, self.seats, self._numbers, self.state()]
        return dumped if self.revision == 1 else dumped + [self.revision]

    def state(self) -> "list[Any]":
        """Return the part that changes from stage to stage, as a plain list."""
        state = [self.stage, self.handles] + [plain(getattr(self, name)) for name in self._fields()]
        return state + [self.closed] if self.closed else state

    def _fields(self) -> "Any":
        """Return the names of the fields of STATE that its records have."""
        return self.game.STATE if self.older is None else self.game.STATE[: self.older.state]

    def at(self, state: "list[Any]") -> "Match":
        """Return the same match with a state that `state` returned."""
        match = Match(self.game, self.seats, self.options, self._numbers, self.revision, self.older)
        match.stage, match.handles = state[0], state[1]
        fields = self._fields()
        for i in range(len(fields)):
            setattr(match, fields[i], plain(state[i + 2]))
        if self.older is not None:
            for i in range(len(self.older.states)):
                setattr(match, self.game.STATE[self.older.state + i], plain(self.older.states[i]))
        if len(state) > len(fields) + 2:
            match.closed = state[-1]
        return match


def new(game: "Any", seats: int, given: "dict[str, Any]") -> "Match":
    """Return a new match; `given` as for `resolve`. Raises OptionError."""
    options = resolve(game, seats, given)
    match = Match(game, seats, options, packed(game, options))
    game.new_match(match)
    return match


def with_state(dumped: "list[Any]", state: "list[Any]") -> "list[Any]":
    """Return a dumped match with another state at the start of its stage."""
    return dumped[:3] + [state] + dumped[4:]


def revision_of(dumped: "list[Any]") -> int:
    """Return the revision of the rules under which this dumped match is recorded."""
    return dumped[4] if len(dumped) > 4 else 1


def load(game: "Any", dumped: "list[Any]") -> "Match":
    """Return the match of a dump. Raises ValueError for an unknown revision of the rules."""
    revision, current = revision_of(dumped), current_revision(game)
    if type(revision) is not int or not 1 <= revision <= current:
        raise ValueError(
            "recorded under revision " + str(revision) + " of the rules, this program has " + str(current)
        )
    choices = dumped[2]
    older = None
    if revision < current:
        older = Older(game, revision)
        choices = choices + packed_later(game, older)
    options = unpacked(game, choices)
    numbers = packed(game, options)
    if older is not None:
        numbers = numbers[: older.options]
    return Match(game, dumped[1], options, numbers, revision, older).at(dumped[3])


def plain(value: "Any") -> "Any":
    """Return a copy of nested lists that shares nothing with them."""
    if not isinstance(value, (list, tuple)):
        return value
    copy = []
    for item in value:  # a comprehension would take twice the stack at every level
        kind = type(item)
        copy.append(plain(item) if kind is list or kind is tuple else item)
    return copy
