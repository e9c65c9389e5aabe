"""The match between stages: options, revision of the rules, state. Plain data, dumped and loaded as plain
lists.

OPTIONS of a game has rows (name, choices, default, meaning); the meaning may be elsewhere, see
`games.registry`. `choices` is a tuple of values, or (least, most) after the word "int" for whole numbers
(most None: no limit). A default may be a function of the seats. A dump holds options as small numbers.

REVISION of a game is the number of its rules. It ends every dump; only a program with this
number loads the dump. A change of the rules, of FACTS, OPTIONS or STATE raises it.
"""

from cardtable.micro import const

from .cards import HANDLE

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .game import Game, Option

    State = list[Any]  # of a match, see `Match.state`

# -- Options ---------------------------------------------------------------------------------------


class OptionError(Exception):
    """An option or a number of seats that the game does not have.

    `code`: the reason, whose words are the table's, of the kind `option`, filled with `values`. `choices`:
    the values that would do, or ("int", least, most) as in OPTIONS.
    """

    def __init__(self, code: str, given: object, choices: "Sequence[Any]", *values: object) -> None:
        super().__init__(code)
        self.code = code
        self.given = given
        self.choices = choices
        self.values = values


def resolve(game: "Game", seats: int, given: "dict[str, Any]") -> "dict[str, Any]":
    """Return every option of `game` with its value; `given`: name -> value or its text.

    Raises OptionError.
    """
    least, most = game.SEATS
    if not isinstance(seats, int) or not least <= seats <= most:
        raise OptionError("players", seats, (), game.NAME, least, most, seats)
    rows = game.OPTIONS
    names = [row[0] for row in rows]
    for name in sorted(given):
        if name not in names:
            raise OptionError("no-option", name, names, game.NAME, name)
    options: "dict[str, Any]" = {}
    for row in rows:
        if row[0] in given:
            options[row[0]] = read_option(row, given[row[0]])
        else:
            options[row[0]] = row[2](seats) if callable(row[2]) else row[2]
    game.check_options(seats, options)
    return options


def read_option(row: "Option", value: "int | str") -> "Any":
    """Return `value`, or its text, as a value of this option. Raises OptionError."""
    name, choices = row[0], row[1]
    if choices[0] == "int":
        least: int = choices[1]
        most: int | None = choices[2]
        try:
            number = int(value)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise OptionError(
                "number-from" if most is None else "number", value, choices, name, least, most, value
            )
        return number
    choice: "int | str"
    for choice in choices:
        if value == choice or str(value) == str(choice):
            return choice
    words = [str(choice) for choice in choices]
    raise OptionError("one-of", value, words, name, ", ".join(words), value)


def packed(game: "Game", options: "dict[str, Any]") -> list[int]:
    """Return the options as small ints in the order of OPTIONS: the index of the choice, or the number
    itself.
    """
    return [_number(row, options[row[0]]) for row in game.OPTIONS]


def _number(row: "Option", value: "Any") -> int:
    """Return one option as a small int."""
    number: int = value if row[1][0] == "int" else row[1].index(value)
    return number


def unpacked(game: "Game", numbers: list[int]) -> "dict[str, Any]":
    """Return the options of which `packed` made small ints."""
    rows = game.OPTIONS
    options: "dict[str, Any]" = {}
    for i in range(len(rows)):
        options[rows[i][0]] = numbers[i] if rows[i][1][0] == "int" else rows[i][1][numbers[i]]
    return options


# -- The revision of the rules ---------------------------------------------------------------------


def revision_of(dumped: "list[Any]") -> int | None:
    """Return the revision of the rules under which this match is recorded, None if it has no number."""
    revision: "int | None" = dumped[4] if len(dumped) == 5 else None
    return revision if type(revision) is int else None


# -- The match -------------------------------------------------------------------------------------


class Match:
    """One match. The game's own fields (its STATE) are attributes; scripts read and write them.

    `numbers`: the options as in `dump`.
    """

    def __init__(self, game: "Game", seats: int, options: "dict[str, Any]", numbers: list[int]) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.stage = 0
        self.handles = HANDLE  # the next handle to be given
        self.closed: str | None = None  # the reason of an early end
        self._numbers = numbers

    if TYPE_CHECKING:
        pads: list[int] | None  # by seat; None until they are taken
        totals: list[int]  # by seat, where a game has scores before its end

        def __getattr__(self, name: str) -> Any:
            """Return a field of the game."""

        def __setattr__(self, name: str, value: "Any") -> None:
            """Set one."""

    def dump(self) -> "list[Any]":
        """Return the match as a plain list, the same on every interpreter; the revision comes last."""
        return [self.game.NAME, self.seats, self._numbers, self.state(), self.game.REVISION]

    def state(self) -> "list[Any]":
        """Return the part that changes from stage to stage, as a plain list."""
        state = [self.stage, self.handles] + [plain(getattr(self, name)) for name in self.game.STATE]
        return state + [self.closed] if self.closed else state

    def at(self, state: "list[Any]") -> "Match":
        """Return the same match with a state that `state` returned."""
        match = Match(self.game, self.seats, self.options, self._numbers)
        match.stage, match.handles = state[0], state[1]
        fields = self.game.STATE
        for i in range(len(fields)):
            setattr(match, fields[i], plain(state[i + 2]))
        if len(state) > len(fields) + 2:
            match.closed = state[-1]
        return match


def new(game: "Game", seats: int, given: "dict[str, Any]", scores: "Sequence[int]" = ()) -> "Match":
    """Return a new match; `given` as for `resolve`; `scores`: those that people declare, by seat, none for 0
    each. Raises OptionError, also where a game has no scores before its end.
    """
    options = resolve(game, seats, given)
    match = Match(game, seats, options, packed(game, options))
    game.new_match(match)
    if scores:
        if "totals" not in game.STATE:
            raise OptionError("no-scores", scores, (), game.NAME)
        match.totals = list(scores)
    return match


def with_state(dumped: "list[Any]", state: "list[Any]") -> "list[Any]":
    """Return a dumped match with another state at the start of its stage."""
    return dumped[:3] + [state] + dumped[4:]


def load(game: "Game", dumped: "list[Any]") -> "Match":
    """Return the match of a dump. Raises ValueError if it is recorded under another revision of the rules."""
    revision, current = revision_of(dumped), game.REVISION
    if revision != current:
        raise ValueError(
            game.NAME
            + " was recorded under revision "
            + str(revision)
            + " of its rules, this program has "
            + str(current)
            + "; the program with which it was recorded goes on with it"
        )
    options = unpacked(game, dumped[2])
    return Match(game, dumped[1], options, packed(game, options)).at(dumped[3])


def plain(value: object) -> "Any":
    """Return a copy of nested lists that shares nothing with them."""
    if not isinstance(value, (list, tuple)):
        return value
    copy = []
    for item in value:  # a comprehension would take twice the stack at every level
        kind = type(item)
        copy.append(plain(item) if kind is list or kind is tuple else item)
    return copy
