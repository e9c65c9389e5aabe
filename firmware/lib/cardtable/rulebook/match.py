"""A match between stages: seats, options, scores. Plain data, dumped and loaded as plain lists."""

from cardtable.micro import SPARING, borrow

from .cards import HANDLE


class OptionError(Exception):
    """An option or a number of seats that the game does not have; `choices` says what it has."""

    def __init__(self, message, given, choices):
        super().__init__(message)
        self.message = message
        self.given = given
        self.choices = choices


def plain(value):
    """A copy of nested lists, so that nobody shares them."""
    if not isinstance(value, (list, tuple)):
        return value
    copy = []
    for item in value:  # a comprehension would take twice the stack at every level
        kind = type(item)
        copy.append(plain(item) if kind is list or kind is tuple else item)
    return copy


class Chosen:
    """The options of a match, asked for as of a dict. Their names, of which each would take two blocks of a
    small heap, are not kept: MicroPython's hash of a text is a small number.
    """

    def __init__(self, options):
        self._of = {}
        for name in options:
            self._of[hash(name)] = options[name]

    def __getitem__(self, name):
        return self._of[hash(name)]


class Match:
    """One match. The game's own fields (its STATE) are attributes; scripts read and write them.

    `packed`: the options as `dump` has them.
    """

    def __init__(self, game, seats, options, packed):
        self.game = game
        self.seats = seats
        self.options = Chosen(options) if SPARING and type(options) is dict else options
        self.stage = 0
        self.handles = HANDLE  # the next handle to be given
        self.closed = None  # why it ended before its rules would end it
        self._packed = packed

    def dump(self):
        """The match as a plain list, the same on every interpreter."""
        return [self.game.NAME, self.seats, self._packed, self.state()]

    def state(self):
        """What changes from stage to stage, as a plain list."""
        state = [self.stage, self.handles] + [plain(getattr(self, name)) for name in self.game.STATE]
        return state + [self.closed] if self.closed else state

    def at(self, state):
        """The same match where a list that `state` gave says it stands."""
        match = Match(self.game, self.seats, self.options, self._packed)
        match.stage, match.handles = state[0], state[1]
        for i in range(len(self.game.STATE)):
            setattr(match, self.game.STATE[i], plain(state[i + 2]))
        if len(state) > len(self.game.STATE) + 2:
            match.closed = state[-1]
        return match


def resolve(game, seats, given):
    """Every option of `game` with its value; `given`: name -> value or its text. Raises OptionError."""
    return borrow("cardtable.rulebook.options").resolve(game, seats, given)


def new(game, seats, given):
    """A fresh match; `given` as for `resolve`. Raises OptionError."""
    options = resolve(game, seats, given)
    match = Match(game, seats, options, borrow("cardtable.rulebook.options").packed(game, options))
    game.new_match(match)
    return match


def load(game, dumped):
    """The match that `dump` gave."""
    options = borrow("cardtable.rulebook.options")
    values = options.unpacked(game, dumped[2])
    return Match(game, dumped[1], values, options.packed(game, values)).at(dumped[3])
