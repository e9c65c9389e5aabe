"""A match between stages: seats, options, scores. Plain data, dumped and loaded as plain lists."""

from . import games, revisions
from .cards import HANDLE
from .options import packed, packed_later, resolve, unpacked


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
        self.revision = games.revision(game) if revision is None else revision
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
    if revision == games.revision(game):
        return dumped
    older = revisions.Older(game, revision)
    begun = dumped[:2] + [dumped[2][: older.options], dumped[3][: older.state + 2]]
    return begun if revision == 1 else begun + [revision]


def revision_of(dumped):
    """The revision of the rules under which the match that `dump` gave is recorded."""
    return dumped[4] if len(dumped) > 4 else 1


def load(game, dumped):
    """The match that `dump` gave. ValueError: it is recorded under a revision that is not known here."""
    revision, current = revision_of(dumped), games.revision(game)
    if type(revision) is not int or not 1 <= revision <= current:
        raise ValueError(
            "recorded under revision " + str(revision) + " of the rules, this program has " + str(current)
        )
    choices = dumped[2]
    older = None
    if revision < current:
        older = revisions.Older(game, revision)
        choices = choices + packed_later(game, older)
    options = unpacked(game, choices)
    numbers = packed(game, options)
    if older is not None:
        numbers = numbers[: older.options]
    return Match(game, dumped[1], options, numbers, revision, older).at(dumped[3])
