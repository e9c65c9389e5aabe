"""A game, as all others see it: what its module `rules` offers, and defaults for the rest."""

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Generator, Literal, Sequence, TypeAlias, Unpack

    Match: TypeAlias = Any  # those modules import this one
    Table: TypeAlias = Any

    Choices = tuple[Any, ...]
    Option = tuple[str, Choices, Any, Unpack[tuple[str, ...]]]  # a row of OPTIONS, see `match`
    Script = Callable[[Table, Match], Generator[Any, Any, None]]

# What every game has, as data and as functions; and what it may have.
DATA = ("NAME", "SEATS", "OPTIONS", "STATE", "FACTS")
FUNCTIONS = ("deck", "new_match", "next_stage", "winners")
_OPTIONAL = (
    "REVISION", "BASE", "PACK", "LETTERS", "PRESETS", "AT_TABLE", "TALK_S", "check_options", "warnings",
    "say", "mark", "kept", "sides", "values", "leave", "stop", "absent", "put_back", "choose",
)  # fmt: skip


class Game:
    """One game. `rules`: its module, whose names take the place of those here; `changes`: further modules,
    whose names take the place of these.

    NAME, SEATS (least, most), OPTIONS (see `match`), FACTS (kind -> fields), STATE (its fields of a match)
    deck(seats, options)     the cards it is played with
    new_match(match)         set the fields named in STATE
    next_stage(match)        the script of the next stage, or None when the match is over
    winners(match)           the seats that won
    REVISION                 of its rules: matches are recorded under it, see `match`
    BASE                     of a changed copy: the game of the program that it shares sentences with, and
                             words and players on the host
    LETTERS, PACK            one of them: its own names of cards, see `cards.names_of`
    PRESETS                  sets of options: code, minutes with the usual number of players (estimated),
                             `name=value ...`. The first is for a first time: it is explained
    AT_TABLE                 options (name -> value) with another default at a physical table
    TALK_S                   for how many seconds a side may talk; None: sides do not
    mark(match, seat)        the lamp state of a seat that has no other, or None; None in place of it: no seat
                             has one
    sides(match)             lists of the seats that play together; none: each for itself
    choose(task, hand)       a player for the simulations of the host, or None
    say(words, key, value, seat_name)   the words for a placeholder of its own in a sentence of the display
    """

    NAME: str
    SEATS: "tuple[int, int]"
    OPTIONS: "Sequence[Option]"
    STATE: "Sequence[str]"
    FACTS: "dict[str, Sequence[str]]"
    deck: "Callable[[int, dict[str, Any]], Sequence[int]]"
    new_match: "Callable[[Match], None]"
    next_stage: "Callable[[Match], Script | None]"
    winners: "Callable[[Match], Sequence[int]]"

    REVISION = 1
    BASE: "str | None" = None
    PACK: "tuple[tuple[int, int, str, int, str], ...] | None" = None
    LETTERS: "dict[str, str] | None" = None
    PRESETS: "Sequence[tuple[str, int, str]]" = ()
    AT_TABLE: "dict[str, Any] | tuple[()]" = ()
    TALK_S: "int | None" = None
    mark: "Callable[[Match, int], str | None] | None" = None
    choose: "Callable[[Any, Sequence[int]], Any] | None" = None
    say: "Callable[[Any, str, Any, Any], str]"

    def __init__(self, rules: "Any", *changes: "Any") -> None:
        self.rules = rules
        for module in (rules,) + changes:
            for name in DATA + FUNCTIONS + _OPTIONAL:
                if hasattr(module, name):
                    setattr(self, name, getattr(module, name))

    def kept(self, match: "Match") -> "Sequence[Any]":
        """Return the handles of the cards that stay hidden from stage to stage."""
        return ()

    sides = kept

    def check_options(self, seats: int, options: "dict[str, Any]") -> None:
        """Raise OptionError if these options do not go together."""

    def warnings(self, seats: int, options: "dict[str, Any]") -> "list[tuple[str, dict[str, Any]]]":
        """Return (code, values) of each warning about these options."""
        return []

    # -- sides, standings, departures: see `departures` ----------------------------------------

    def values(self, match: "Match") -> "tuple[Any, Sequence[int]]":
        """Return the standings: the holdings of each seat, as the catalogue key NAME/totals wants them, and a
        number each, the more the better; both empty for none.
        """
        return match.totals, match.totals

    def leave(self, table: "Table", match: "Match", seat: int) -> "str | Literal[False]":
        """Let the match, at the start of the stage, lose a seat. Return False if it goes on, else the reason
        of its end; record the winners then.
        """
        table.tell("ended", "left")
        return "left"

    def stop(self, table: "Table", match: "Match", why: str) -> "str | Literal[False]":
        """End the match early. Return False if some of it is still played, else the reason of its end."""
        table.tell("ended", why)
        return why

    def absent(self, match: "Match", seat: int) -> bool:
        """True if the player of a seat has left already."""
        return False

    def put_back(self, table: "Table", match: "Match") -> None:
        """Record the cards to put back when a stage is void, for whatever reason."""
