"""A match between stages: seats, options, scores. Plain data, dumped and loaded as plain lists."""

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
        copy.append(plain(item) if isinstance(item, (list, tuple)) else item)
    return copy


class Match:
    """One match. The game's own fields (its STATE) are attributes; scripts read and write them."""

    def __init__(self, game, seats, options):
        self.game = game
        self.seats = seats
        self.options = options
        self.stage = 0
        self.handles = HANDLE  # the next handle to be given

    def dump(self):
        """The match as a plain list, the same on every interpreter."""
        rows = self.game.OPTIONS
        return [self.game.NAME, self.seats, [pack(row, self.options[row[0]]) for row in rows], self.state()]

    def state(self):
        """What changes from stage to stage, as a plain list."""
        return [self.stage, self.handles] + [plain(getattr(self, name)) for name in self.game.STATE]

    def restore(self, state):
        """Take over a list that `state` gave."""
        self.stage, self.handles = state[0], state[1]
        for i in range(len(self.game.STATE)):
            setattr(self, self.game.STATE[i], plain(state[i + 2]))
        return self


def new(game, seats, given):
    """A fresh match; `given`: option name -> value or its text. Raises OptionError."""
    match = Match(game, seats, resolve(game, seats, given))
    game.new_match(match)
    return match


def load(game, dumped):
    """The match that `dump` gave."""
    rows = game.OPTIONS
    options = {}
    for i in range(len(rows)):
        options[rows[i][0]] = unpack(rows[i], dumped[2][i])
    return Match(game, dumped[1], options).restore(dumped[3])


# OPTIONS rows: (name, choices, default, meaning); the meaning may stand elsewhere, see `games`. `choices` is
# a tuple of values, or (least, most) after the word "int" for whole numbers (most None: no limit). A default
# may be a function of the seats.


def resolve(game, seats, given):
    """Every option of `game` with its value. Raises OptionError with what there is to choose."""
    least, most = game.SEATS
    if not isinstance(seats, int) or not least <= seats <= most:
        raise OptionError(f"{game.NAME} is for {least} to {most} players, not {seats}", str(seats), [])
    names = [row[0] for row in game.OPTIONS]
    for name in sorted(given):
        if name not in names:
            raise OptionError(f"{game.NAME} has no option {name}", name, names)
    options = {}
    for row in game.OPTIONS:
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


def pack(row, value):
    """An option's value as one small int: the number of the choice, or the number itself."""
    return value if row[1][0] == "int" else row[1].index(value)


def unpack(row, number):
    return number if row[1][0] == "int" else row[1][number]
