"""Spoken corrections: a correction in the players' terms, converted to the form in which it is recorded.

seat 2, 5S            the last answer in which seat 2 laid a card: it was the 5 of spades
seat 2, yes           the last answer in which seat 2 pressed a key, or picked a row
seat 2, 5S 6S 7S      the last answer in which seat 2 showed so many cards
seat 2, none          the last answer in which seat 2 could show nothing: it did
answer 7, seat 2, 5S  the same of one answer of the stage, counted from 0

Several in a row are one correction: seat 2, 5S, seat 3, 6S were exchanged.
"""

from cardtable.micro import const

from . import replay
from .asks.base import KEY_NAMES, PLACES
from .asks.keys import Choose, First, Poll
from .asks.laying import Lay, LayOne
from .asks.showing import Show
from .cards import names_of, parse
from .replay import Conflict

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .asks.base import Ask
    from .referee import Referee
    from .replay import Changes, See

    Visit = Callable[[Referee, See], object]

OPERATOR = "operator"


def parse_correction(referee: "Referee", kind: str, args: "Sequence[Any]") -> list[object] | None:
    """Return the operator's correction as `Referee.correct` takes it; None: it names no card. Raises
    Conflict. `args`: as in `controller.dialogs.operator`.
    """
    if kind == "undo":
        return ["undo", find_nth_last(referee, args[0]), args[1], OPERATOR]
    if kind == "amend":
        return ["amend", reworded(referee, args[1:], replay.visit), args[0], OPERATOR]
    if kind == "name":
        try:
            card = None if args[1] == "?" else parse(args[1], names_of(referee.game))
        except ValueError:
            return None
        return ["name", args[0], card, OPERATOR]
    if kind in ("leave", "absent", "back"):
        return [kind, args[0], OPERATOR]
    if kind == "void":
        return ["void", "misdeal", OPERATOR]
    return ["end", OPERATOR]


def player_answers(referee: "Referee") -> list[int]:
    """Return the numbers of the player answers in this stage."""
    given: list[int] = []

    def see(number: int, ask: "Ask", _: object) -> None:
        if not ask.auto:
            given.append(number)

    replay.visit(referee, see)
    return given


def find_nth_last(referee: "Referee", n: int) -> int:
    """Return the number of the answer that is taken back with the last `n` player answers. Raises
    Conflict.
    """
    given = player_answers(referee)
    if not 0 < n <= len(given):
        raise Conflict(0, "nothing-to-take-back")
    return given[-n]


def reworded(
    referee: "Referee",
    words: "Sequence[int | str]",
    visit: "Visit",
) -> "Changes":
    """Return the changes for `Referee.correct`. Raises Conflict.

    `words`: as above, one by one, places as numbers. `visit(referee, function)` calls `function` with number,
    ask and answer of every answer of this stage.
    """
    words = list(words)
    changes: "Changes" = []
    while words:
        wanted: "int | str | None" = None
        if words[0] == "answer" and len(words) > 1:
            wanted = words[1]
            del words[:2]
        place = _seat(words)
        said: "list[Any]" = []
        while words and words[0] not in ("seat", "answer"):
            said.append(words.pop(0))
        if place is None or not said or not all([isinstance(word, str) for word in said]):
            raise Conflict(len(referee.answers), "which-answer")
        _change(changes, wanted, place, said, referee, visit)
    if not changes:
        raise Conflict(len(referee.answers), "which-answer")
    return sorted(changes, key=lambda change: change[0])


def _seat(words: "list[int | str]") -> int | None:
    """Return the place that "seat" and a number name, taken from the front of `words`, or None."""
    if len(words) < 2 or words[0] != "seat" or not isinstance(words[1], int) or not 0 <= words[1] < PLACES:
        return None
    place = words[1]
    del words[:2]
    return place


def _change(
    changes: "Changes",
    wanted: "int | str | None",
    place: int,
    said: list[str],
    referee: "Referee",
    visit: "Visit",
) -> None:
    """Add to `changes` the change of the values of `place`, in answer `wanted` if that is not None."""
    found: "Any" = []

    def look(number: int, ask: "Ask", answer: object) -> None:
        if wanted is None or number == wanted:
            for changed, raw in changes:
                if changed == number:
                    answer = raw
            raw = _raw(ask, answer, place, said, referee)
            if raw is not None:
                found[:] = [number, raw]

    visit(referee, look)
    if not found:
        raise Conflict(len(referee.answers), "no-such-answer")
    changes[:] = [change for change in changes if change[0] != found[0]]
    changes.append(found)


def _raw(ask: "Ask", answer: "Any", place: int, said: list[str], referee: "Referee") -> object:
    """Return `answer` with the values of `place` replaced by `said`; None if that is impossible."""
    if ask.auto:
        return None
    asks = ask.asks
    if asks:
        if isinstance(ask, First):
            number: int = answer[0]
            raw = _raw(asks[number], answer[1], place, said, referee)
            return None if raw is None else [number, raw]
        for i in range(len(asks)):
            raw = _raw(asks[i], answer[i], place, said, referee)
            if raw is not None:
                return [raw if i == j else answer[j] for j in range(len(answer))]
        return None
    if isinstance(ask, Choose):
        return _row(ask, said) if ask.seat == place else None
    if isinstance(ask, Poll):
        key = _key(said)
        if not isinstance(answer, list) or ask.tally is not None or key not in ask.keys:
            return None
        return _replaced(ask.seats, answer, place, key)
    values = _cards(said, referee)
    if isinstance(ask, LayOne):
        return [place, values[0]] if len(values) == 1 and answer[0] == place else None
    if isinstance(ask, Lay):
        return _replaced(ask.places, answer, place, values[0]) if len(values) == 1 else None
    if ask.by_key is not None:
        key = _key(said)
        if len(values) == 1 or key is not None:
            return _replaced(ask.seats, answer, place, values[0] if key is None else ask.by_key + key)
        return None
    if isinstance(ask, Show):
        if values or (ask.decline and said == ["none"]):
            return _replaced(ask.seats, answer, place, values or None)
    return None


def _replaced(seats: "Sequence[int]", answer: list[object], place: int, value: object) -> object:
    """Return `answer` with one value replaced; None if `place` is none of `seats`."""
    if place not in seats:
        return None
    return [value if seats[i] == place else answer[i] for i in range(len(seats))]


def _row(ask: "Choose", said: list[str]) -> int | None:
    """Return the index of the row that these words name, or None."""
    word = " ".join(said)
    for i in range(len(ask.rows)):
        if ask.rows[i] == word:
            return i
    return None


def _key(said: list[str]) -> int | None:
    """Return the key that these words name, or None."""
    return KEY_NAMES.index(said[0]) if len(said) == 1 and said[0] in KEY_NAMES[1:4] else None


def _cards(said: list[str], referee: "Referee") -> list[int]:
    """Return the cards that these words name; none if a word is not one."""
    try:
        return [parse(word, names_of(referee.game)) for word in said]
    except (ValueError, IndexError):
        return []
