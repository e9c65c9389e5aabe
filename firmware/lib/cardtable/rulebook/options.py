"""The settings of a match: read, checked, and packed into small numbers.

OPTIONS rows: (name, choices, default, meaning); the meaning may stand elsewhere, see `games`. `choices` is a
tuple of values, or (least, most) after the word "int" for whole numbers (most None: no limit). A default may
be a function of the seats.
"""


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
