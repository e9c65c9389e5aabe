"""The base of all asks: places, keys, secrecy, verdicts, tasks, and the class Ask."""

from collections import namedtuple

from cardtable.micro import const

from ..cards import FOREIGN, HANDLE, SEVERAL, UNKNOWN, is_card, is_handle

# Places and keys are the picture's; code that makes or reads an ask finds them here, too.
# isort: off
from ..picture import (
    MOST_SEATS as MOST_SEATS,
    CENTRE as CENTRE,
    CENTRE_2 as CENTRE_2,
    PLACES as PLACES,
    YES as YES,
    NO as NO,
    OK as OK,
    HOLD_NO as HOLD_NO,
    CORRECT as CORRECT,
    KEY_NAMES as KEY_NAMES,
)
# isort: on

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, NamedTuple, Sequence

    from ..picture import Picture
    from ..table import Table

# Secrecy: a value is public at once, when the ask closes, or only when a rule reveals it.
OPEN = const(0)
UNTIL_CLOSED = const(1)
SEALED = const(2)

# Verdicts on a place
EMPTY = const(0)  # no card, and none is asked for
MISSING = const(1)  # a card is asked for
FINE = const(2)  # the card asked for is there
EARLY = const(3)  # a card not asked for yet; tolerated, its turn comes
OLD = const(4)  # has answered an earlier ask and may stay
WRONG = const(5)  # cannot be accepted; `why_wrong` gives the code
REMOVE = const(6)  # has answered an earlier ask and must go
TAKE = const(7)  # belongs to the winner, who takes it with all others
KEEP = const(8)  # goes back to the owner of the pad
OUT = const(9)  # out of play, lost to all

# Tasks of a seat
NOTHING = const(0)
LAY = const(1)
PRESS_OK = const(2)
PRESS_YES_NO = const(3)
PICK = const(4)
SHOW = const(5)
TAKE_ALL = const(6)
LIFT = const(7)
MAY_CALL = const(8)

# Codes for a card that cannot come from here by the earlier records.
IMPOSSIBLE = ("already-played", "not-taken", "with-another")
_NO_CARD = {SEVERAL: "several", FOREIGN: "foreign", UNKNOWN: "unreadable"}


# Prompt: what is asked now: a code and its arguments, the task of each seat, the verdict on each place, and
# the Reason of each place that is WRONG.
# Reason: why a place is WRONG: a code. `laid` is the card there and `recorded` the one that must be, where
# both are public; `laid` is SEVERAL wherever more than one tag answers. Otherwise they are None.
if TYPE_CHECKING:

    class Reason(NamedTuple):
        code: str | None
        laid: int | None
        recorded: int | None

    class Prompt(NamedTuple):
        what: str
        args: Sequence[Any]
        tasks: list[int]
        verdicts: list[int]
        reasons: dict[int, Reason]

else:
    Prompt = namedtuple("Prompt", ("what", "args", "tasks", "verdicts", "reasons"))
    Reason = namedtuple("Reason", ("code", "laid", "recorded"))


class Ok:
    """`until=Ok(seat)`: the ask closes when this seat presses OK."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Ask:
    """The interface of all asks; `what` is the stable code for the display's words.

    `still`: places where a card that has answered may stay, or be turned over and laid back. `secrecy`: see
    OPEN. `auto`: the table answers by itself. `interrupts`: see First. `counted`: outside the table only the
    number of answers is public, not the seats. `again`: cards or handles in the ledger that may answer once
    more, each from the place of the seat that holds it, if one does. `by_key`: what an ask that takes a card
    or a key adds to a key's number, see `Ballot`. `asks`: of a combined ask, those that it asks at once.
    `seats`, `keys`: those that answer it. `places`, `by`, `next`, `until`: see `Lay`. `values`: the sealed
    values that answer it. `seconds`: how long it takes.
    """

    auto = False
    interrupts = False
    counted = False
    again: "Sequence[int]" = ()
    by_key: "int | None" = None
    asks: "Sequence[Ask]" = ()
    keys: "Sequence[int]" = ()
    seats: "Sequence[int]" = ()
    places: "Sequence[int]" = ()
    by: "int | None" = None
    next: "int | None" = None
    until: "Ok | None" = None
    values: "Sequence[int]" = ()
    seconds: "int | None" = None
    decide: "Callable[[Table, int], object]"  # of an `auto` ask: its answer; the number is that of the answer

    def __init__(
        self, what: str, args: "Sequence[Any]" = (), still: "Sequence[int]" = (), secrecy: int = OPEN
    ) -> None:
        self.what = what
        self.args = args
        self.still = still
        self.secrecy = secrecy

    def judge(self, picture: "Picture") -> object:
        """Return the raw answer of the picture, or None while a card or key is missing."""
        return None

    def seal(self, raw: "Any", table: "Table") -> object:
        """Return the answer as it is recorded. A handle stays one."""
        return raw

    def fits(self, answer: object, table: "Table") -> str | None:
        """Return None, or the code of why this recorded answer is impossible here."""
        return None

    def lacks(self, table: "Table") -> bool:
        """True if an `auto` ask cannot answer yet: a card that could not be read must be named first."""
        return False

    def settle(self, answer: "Any", picture: "Picture", table: "Table") -> None:
        """Mark the cards that have answered; called when the answer is recorded and when it is replayed."""

    def is_held_up(self, picture: "Picture", table: "Table") -> bool:
        """True while a card is wrong, on any place: no ask is answered until that is cured."""
        for place in range(PLACES):
            if picture.lying[place] is not None and self.why_wrong(picture, table, place):
                return True
        return False

    def latch(self, picture: "Picture", table: "Table", place: int, key: int) -> None:
        """Keep the result of a key that was not refused and is in the picture, if it has any."""

    def laid(self, picture: "Picture", place: int) -> str | None:
        """Take a card laid on `place`; return the cue for the vote or choice that it undoes there, or
        None.
        """
        return None

    def interrupted_by(self, answer: "Any") -> int | None:
        """Return the seat that spoke up instead of answering, or None."""
        return None

    # -- parts of a combined ask --------------------------------------------------------------

    def parts(self) -> "list[Ask]":
        """Return the simple asks in this one: itself, or those of all that it asks at once."""
        return [self]

    def owner(self, place: int) -> "Ask":
        """Return the simple ask that judges the card on `place`."""
        return self

    # -- answers in parts ---------------------------------------------------------------------

    def part(self, picture: "Picture", table: "Table") -> object:
        """Return the next part of the answer, or None."""
        return None

    def seal_part(self, part: "Any", table: "Table") -> object:
        """Return the part as it is recorded."""
        return part

    def take_part(self, part: "Any", picture: "Picture", table: "Table") -> None:
        """Apply a recorded part to the picture."""

    def fits_part(self, part: object, picture: "Picture", table: "Table") -> str | None:
        """Return None, or the code of why this recorded part is impossible now."""
        return "no-parts"

    def fits_parts(self, answer: "Any", picture: "Picture") -> str | None:
        """Return None, or the code of why this recorded answer does not follow from its parts."""
        return None

    # -- verdicts and prompts -----------------------------------------------------------------

    def place_of(self, place: int) -> bool:
        """True if a card on this place could answer this ask."""
        return False

    def why_wrong(self, picture: "Picture", table: "Table", place: int) -> str | None:
        """Return the code of why the card on `place` cannot be accepted, or None."""
        lying = picture.lying[place]
        if lying is None or self.has_answered(picture, place) or picture.accepted >> place & 1:
            return None
        return self.unfit(picture, table, place) or self._unwanted(lying, picture, table, place)

    def has_answered(self, picture: "Picture", place: int) -> bool:
        """True if the card on `place` has answered: not lifted since, or laid back where it may stay."""
        if picture.is_old(place):
            return True
        lying = picture.lying[place]
        return lying is not None and lying == picture.recorded[place] and self._may_stay(place)

    def unfit(self, picture: "Picture", table: "Table", place: int) -> str | None:
        """Return the code of why the card on `place` can be no card here, whatever the rules ask for, or
        None.
        """
        if picture.recorded[place] is not None and self._may_stay(place):
            return "not-the-recorded-card"
        return unusable(picture.lying[place], picture, table, place, self.again)

    def _unwanted(self, card: int, picture: "Picture", table: "Table", place: int) -> str | None:
        """Return the code of why this ask wants no such card on `place`, though it is in the deck, or
        None.
        """
        return None

    def _may_stay(self, place: int) -> bool:
        """True if a card that has answered may stay on `place`, and no other is asked for there."""
        return place in self.still and not self.place_of(place)

    def wants(self, picture: "Picture") -> "Sequence[int]":
        """Return the places on which a card is missing if they are empty."""
        return ()

    def verdict(self, picture: "Picture", table: "Table", place: int) -> int:
        """Return the verdict on the card on `place`, where there is one."""
        if self.has_answered(picture, place):
            return OLD if self._may_stay(place) else REMOVE
        if self.why_wrong(picture, table, place):
            return WRONG
        return FINE if self.place_of(place) else EARLY

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        """Return None if the key counts now, else the code of why not."""
        return "not-asked"

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        """Return the task of every seat (or, while seats are being taken, of every pad), as a list."""
        return [NOTHING] * MOST_SEATS

    def said(self, verdicts: list[int]) -> str:
        """Return the code of the current step of the ask."""
        return self.what

    def prompt(self, picture: "Picture", table: "Table", is_answered: bool = False) -> "Prompt":
        """Return the Prompt for this picture; "go-on" for an undone ask that is answered already."""
        lying, wanted = picture.lying, self.wants(picture)
        verdicts = [EMPTY] * PLACES
        for place in range(PLACES):
            if lying[place] is not None:
                verdicts[place] = self.verdict(picture, table, place)
            elif place in wanted:
                verdicts[place] = MISSING
        reasons: "dict[int, Reason]" = {}
        if WRONG in verdicts:
            for place in range(PLACES):
                if verdicts[place] == WRONG:
                    reasons[place] = self._reason(picture, table, place)
        tasks = self.tasks(picture, table, verdicts)
        if not is_answered:
            return Prompt(self.said(verdicts), self.args, tasks, verdicts, reasons)
        for seat in table.all_seats():
            tasks[seat] = PRESS_OK
        return Prompt("go-on", (), tasks, verdicts, reasons)

    def _reason(self, picture: "Picture", table: "Table", place: int) -> "Reason":
        """Return the Reason why the card on `place` is wrong. After the reveal it names both cards [Democracy
        4 f].
        """
        code, laid, recorded = self.why_wrong(picture, table, place), picture.lying[place], None
        if code == "not-the-recorded-card" and self.secrecy == OPEN:
            card = picture.recorded[place]
            if card is not None and table.is_open_card(card):
                recorded = card
        if laid != SEVERAL and recorded is None:
            laid = None
        return Reason(code, laid, recorded)


def unusable(
    lying: int | None, picture: "Picture", table: "Table", place: int, again: "Sequence[int]" = ()
) -> str | None:
    """Return the code of why a tag can be no card on `place`, whatever the rules ask for, or None."""
    if lying is None:
        return None
    if lying in _NO_CARD:
        return _NO_CARD[lying]
    if not table.in_deck(lying):
        return "not-in-deck"
    if picture.count(lying) > 1:
        return "twice"
    for value in again:
        if table.peek(value) == lying:
            return table.why_elsewhere(value, place)
    return table.why_gone(lying, place)


def impossible(
    value: object, sealed: bool, table: "Table", place: int, again: "Sequence[int]" = ()
) -> str | None:
    """Return the code of why a record cannot have `value` for a card now answering on `place`, or None."""
    if not isinstance(value, int):
        return "shape"
    if is_handle(value) != sealed:
        return "secrecy"
    if value in again:
        return table.why_elsewhere(value, place)
    card = table.peek(value)
    if card >= HANDLE or (sealed and card == UNKNOWN):  # this referee cannot see it, or no referee can yet
        return "already-played" if table.is_booked(value) else None
    if not is_card(card) or not table.in_deck(card):
        return "not-in-deck"
    return "already-played" if sealed and table.is_booked(value) else table.why_gone(card, place)
