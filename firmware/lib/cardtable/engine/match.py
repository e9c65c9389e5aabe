"""A match between stages: seats, options, scores. Plain data, dumped and loaded as plain lists."""

from .cards import HANDLE

# -- The settings of a match: read, checked, and packed into small numbers ----------------------------------
#
# OPTIONS rows: (name, choices, default, meaning); the meaning may stand elsewhere, see `games`. `choices`
# is a
# tuple of values, or (least, most) after the word "int" for whole numbers (most None: no limit). A default
# may
# be a function of the seats.


# -- Revisions of a game's rules: how a match that was recorded under an older one is read ------------------
#
# REVISION of a game is its current number, 1 where it has none. CHANGES of the game lists what changed with
# each, oldest first:
#
#     (revision, "field", kind, name)     facts of this kind got a field at their end
#     (revision, "fact", kind)            facts of this kind are new
#     (revision, "option", name, value)   an option was appended to OPTIONS; older matches have `value`
#     (revision, "state", name, value)    a field was appended to STATE; whenever a stage of an older match
#                                         begins it has `value`
#     (revision, "ruling", paragraph, marks)   a ruling changed. `marks`: the prompts and kinds of facts at
#                                         which an older match may differ from the rules of today; () for any
#
# Fields, options and state are only ever appended, so an older match has the first ones of today. Its digests
# cover the facts as they were then; the match itself is judged by the rules of today.


class Older:
    """How a match of an older revision of `game` differs in its records.

    facts     kind -> how many fields it had; 0 for a kind that was not told
    options   how many there were; values: of those that came later, in their order
    state     how many fields of STATE there were; states: values of those that came later
    rulings   (paragraph, marks) of those that changed since
    """

    def __init__(self, game, revision):
        self.facts = {}
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

    def known(self, fact):
        """The fields of `fact` that were told then; None if it was not told at all."""
        count = self.facts.get(fact[0])
        if count is None:
            return fact
        return fact[: count + 1] if count else None


def current_revision(game):
    """Return the current revision of the rules of this game."""
    return getattr(game, "REVISION", 1)


def changes(game):
    """Return the rows of CHANGES of this game, () if its rules never changed."""
    if current_revision(game) == 1:
        return ()
    return game.CHANGES


class OptionError(Exception):
    """An option or a number of seats that the game does not have; `choices` says what it has."""

    def __init__(self, message, given, choices):
        super().__init__(message)
        self.message = message
        self.given = given
        self.choices = choices


def resolve(game, seats, given):
    """Every option of `game` with its value; `given`: name -> value or its text. Raises OptionError."""
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


def read_option(row, value):
    """`value`, or its text, as a value of this option. Raises OptionError."""
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


def packed(game, options):
    """The options as small ints in the order of OPTIONS: the number of the choice, or the number itself."""
    return [_number(row, options[row[0]]) for row in game.OPTIONS]


def packed_later(game, older):
    """The options that a match of an `older` revision lacks, as small ints."""
    return [_number(game.OPTIONS[older.options + i], older.values[i]) for i in range(len(older.values))]


def _number(row, value):
    return value if row[1][0] == "int" else row[1].index(value)


def unpacked(game, numbers):
    """The options that `packed` gave."""
    rows = game.OPTIONS
    options = {}
    for i in range(len(rows)):
        options[rows[i][0]] = numbers[i] if rows[i][1][0] == "int" else rows[i][1][numbers[i]]
    return options


def plain(value):
    """A copy of nested lists, so that nobody shares them."""
    if not isinstance(value, (list, tuple)):
        return value
    copy = []
    for item in value:  # a comprehension would take twice the stack at every level
        kind = type(item)
        copy.append(plain(item) if kind is list or kind is tuple else item)
    return copy


class Match:
    """One match. The game's own fields (its STATE) are attributes; scripts read and write them.

    `numbers`: the options as `dump` has them. `revision`: of the rules under which it is recorded; `older`:
    None if that is the current one, else how its records differ, a `revisions.Older`.
    """

    def __init__(self, game, seats, options, numbers, revision=None, older=None):
        self.game = game
        self.seats = seats
        self.options = options
        self.stage = 0
        self.handles = HANDLE  # the next handle to be given
        self.closed = None  # why it ended before its rules would end it
        self.revision = current_revision(game) if revision is None else revision
        self.older = older
        self._numbers = numbers

    def dump(self):
        """The match as a plain list, the same on every interpreter. The revision of the rules comes last; a
        match of revision 1 has none.
        """
        dumped = [self.game.NAME, self.seats, self._numbers, self.state()]
        return dumped if self.revision == 1 else dumped + [self.revision]

    def state(self):
        """What changes from stage to stage, as a plain list."""
        state = [self.stage, self.handles] + [plain(getattr(self, name)) for name in self._fields()]
        return state + [self.closed] if self.closed else state

    def _fields(self):
        """The names of the fields of STATE that its records have."""
        return self.game.STATE if self.older is None else self.game.STATE[: self.older.state]

    def at(self, state):
        """The same match where a list that `state` gave says it stands."""
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


def new(game, seats, given):
    """A fresh match; `given` as for `resolve`. Raises OptionError."""
    options = resolve(game, seats, given)
    match = Match(game, seats, options, packed(game, options))
    game.new_match(match)
    return match


def with_state(dumped, state):
    """The match that `dump` gave, where another stage begins with `state`."""
    return dumped[:3] + [state] + dumped[4:]


def at_revision(game, dumped, revision):
    """A fresh match that `dump` gave, as a table of this revision of the rules would have dumped it."""
    if revision == current_revision(game):
        return dumped
    older = Older(game, revision)
    begun = dumped[:2] + [dumped[2][: older.options], dumped[3][: older.state + 2]]
    return begun if revision == 1 else begun + [revision]


def revision_of(dumped):
    """The revision of the rules under which the match that `dump` gave is recorded."""
    return dumped[4] if len(dumped) > 4 else 1


def load(game, dumped):
    """The match that `dump` gave. ValueError: it is recorded under a revision that is not known here."""
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
