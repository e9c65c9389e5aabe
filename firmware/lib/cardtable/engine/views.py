"""The view: all that lamps, display and host may show of a match, and which values of it are public.

A card on a pad is public as such, and its face only if the ask it answers is open to all or a rule has
revealed it. All data about cards on pads that leave the Pico pass through here.
"""

from collections import namedtuple

from cardtable.micro import const

from .asks.base import MOST_SEATS, OPEN, PLACES
from .asks.keys import Choose

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from .asks.base import Ask
    from .referee import Referee
    from .table import Table

COVERED = -1

# The state of a match after an input. It is formed once, and nothing that shows it asks the referee.
#
# prompt        the Prompt of the open ask, or None
# ask           a number that changes with every ask
# cards         by place, see `pads`
# awaited       by place: True if a card there could answer the ask
# shown         by place: the number of cards shown there since the ask opened
# marks         by seat: the lasting mark that the game defines, or None
# reached       of open menus, never of secret choices: (seat, value) of each row that OK would take now; None
#               as the seat if one alone is asked, else only seats that have stepped and not pressed OK
# seats, pads   the number of seats, and the pad of each; None while seats are being taken
# counts_only   see `counts_only`; hides_keys: the pressed keys are hidden
# pause_s       the seconds of a Pause that is asked, alone or with others; None if there is none
# talking       the seat that has begun a talk of its side, or None; talkers: the seats of that side
# talk_s        the seconds for which a side may talk, None in games without talk
# void_asked_by the seat that has asked to void the stage, or None
# over, winners the match is over; the seats that have won it
View = namedtuple(
    "View",
    (
        "prompt",
        "ask",
        "cards",
        "awaited",
        "shown",
        "marks",
        "reached",
        "seats",
        "pads",
        "counts_only",
        "hides_keys",
        "pause_s",
        "talking",
        "talkers",
        "talk_s",
        "void_asked_by",
        "over",
        "winners",
    ),
)


def view(referee: "Referee") -> "View":
    """Return the View of the match of a referee that judges."""
    game, match, ask = referee.game, referee.match, referee.ask
    parts = [] if ask is None else ask.parts()
    return View(
        referee.prompt(),
        referee.ask_number,
        pads(referee),
        [ask is not None and ask.place_of(place) for place in range(PLACES)],
        [len(cards) for cards in referee.picture.shown],
        [None if game.mark is None else game.mark(match, seat) for seat in range(match.seats)],
        _reached(referee, [part for part in parts if isinstance(part, Choose)]),
        match.seats,
        match.pads,
        counts_only(referee),
        any([part.counted or (part.secrecy != OPEN and part.keys) for part in parts]),
        _pause_s(parts),
        referee.talking,
        referee.talkers(),
        game.TALK_S,
        referee.void_asked_by,
        referee.over,
        game.winners(match) if referee.over else (),
    )


def _reached(referee: "Referee", menus: "list[Choose]") -> "list[Any]":
    picture, table = referee.picture, referee.table
    found: "list[Any]" = []
    for menu in menus:
        row = None if menu.secrecy != OPEN or table is None else menu.row(picture, table)
        if row is not None and len(menus) == 1:
            found.append((None, menu.rows[row]))
        elif row is not None and picture.steps[menu.seat] and picture.done[menu.seat] is None:
            found.append((menu.seat, menu.rows[row]))
    return found


def _pause_s(parts: "list[Ask]") -> int | None:
    for part in parts:
        if part.seconds is not None:
            return part.seconds
    return None


def pads(referee: "Referee") -> list[int | None]:
    """Return by place: None for an empty one, the card if it is public, else COVERED.

    None for every seat while `counts_only` hides even that.
    """
    picture = referee.picture
    table = referee.table
    hidden = counts_only(referee)
    seen: list[int | None] = []
    for place in range(PLACES):
        card = None if hidden and place < MOST_SEATS else picture.lying[place]
        if card is not None and not (table is not None and _is_public(referee, table, place, card)):
            card = COVERED
        seen.append(card)
    return seen


def counts_only(referee: "Referee") -> bool:
    """True while it is hidden which seats have answered: seats then have dark lamps and empty pads."""
    return referee.ask is not None and any([part.counted for part in referee.ask.parts()])


def _is_public(referee: "Referee", table: "Table", place: int, card: int) -> bool:
    """True if the card on `place` is public."""
    picture = referee.picture
    if picture.is_old(place) or card == picture.recorded[place]:
        return table.is_open_card(card) or card in picture.shown[place]
    ask = referee.ask
    if ask is None or not ask.place_of(place) or ask.owner(place).secrecy != OPEN:
        return False
    # A card that does not fit is not public: it was meant for another ask.
    return ask.why_wrong(picture, table, place) is None
