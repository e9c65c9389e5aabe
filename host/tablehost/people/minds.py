"""Minds of simulated players: what they know, what they are asked, and what they choose.

A mind is a function of a decision and of lots. It knows the own hand and a `View`, which holds the cards that
a player at the table has seen and remembers; it keeps nothing of its own besides.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from cardtable.engine import cards
from tablehost.types import Args, Fields, Json, Letters, Options

YES_NO = (False, True)
BOLD = 0.3  # how often, of 1, a player who decides by lot says yes for the first time
CARE = 0.8  # by how much less often with each yes: who always lied or proposed could keep a match from ending


class View:
    """The cards that one player has seen and remembers.

    captured   the own pile
    taken      by seat, the cards that all players saw that seat take
    seen       the cards that all players have seen since the deck was gathered, and
    private    those that only this player has
    pool_card  the card that is face up in the middle, or None; trump: its suit, or None
    hand_size  how many cards a hand was dealt this day; pool_left: how many are still to be turned up
    totals     the scores by seat, as far as they were shown
    dared      how often this player has said yes by lot
    """

    def __init__(
        self,
        seat: int,
        seats: int,
        options: Options,
        deck: Sequence[int],
        taken: list[list[int]],
        seen: set[int],
    ) -> None:
        self.seat = seat
        self.seats = seats
        self.options = options
        self.deck = tuple(deck)
        self.taken = taken
        self.seen = seen
        self.captured: list[int] = []
        self.private: set[int] = set()
        self.pool_card: int | None = None
        self.trump: int | None = None
        self.day = 0
        self.hand_size = 0
        self.pool_left = 0
        self.totals = [0] * seats
        self.dared = 0

    def look(self, turned: int | None, pool_left: int) -> None:
        """Look at the middle: the card turned up there, if any, and the number of cards in the pool."""
        self.pool_card = turned
        self.trump = None if turned is None else cards.suit_of(turned)
        self.pool_left = pool_left

    def as_fields(self, letters: Letters) -> Fields:
        """Return this knowledge as plain data, cards by the names that the game gives them (`letters`)."""
        return {
            "day": self.day,
            "hand_size": self.hand_size,
            "pool_card": None if self.pool_card is None else cards.text(self.pool_card, letters),
            "trump": None if self.trump is None else cards.SUITS[self.trump],
            "pool_left": self.pool_left,
            "seen": name_cards(sorted(self.seen), letters),
            "private": name_cards(sorted(self.private), letters),
            "captured": name_cards(self.captured, letters),
            "taken": [name_cards(one, letters) for one in self.taken],
            "totals": list(self.totals),
        }

    def name_option(self, kind: str, what: str, option: Any, letters: Letters) -> Json:
        """Return an option of a decision of this kind at this prompt as plain data."""
        return cards.text(option, letters) if kind == "card" else option


def name_cards(these: Iterable[int], letters: Letters) -> list[Json]:
    """Return the names of these cards, see `cards.names_of`."""
    return [cards.text(card, letters) for card in these]


class Decision(NamedTuple):
    """A choice of one player among `options`, which is given by its index.

    kind     "card": a card of the hand to lay; "answer": no or yes; "row": a row on the display, or a choice
             that the player has at the table, such as keeping the hand
    what     the prompt, or the name of the choice; `args`: of the prompt, for an answer
    hand     the cards in the hand, all of them
    view     the knowledge of this player, as it is now; it changes with the match
    explains the reason is wanted, too; else it may be left out
    """

    kind: Literal["card", "answer", "row"]
    what: str
    options: Sequence[Any]
    args: Args
    hand: Sequence[int]
    view: View
    explains: bool = False

    @property
    def seat(self) -> int:
        """Return the seat of the player."""
        return self.view.seat


class Reason(NamedTuple):
    """Why an option was chosen: the code of a sentence, `because` in the game's `hands`, and its values."""

    code: str
    values: Mapping[str, Json] = {}


class Chosen(NamedTuple):
    """The index of the option that was chosen, and why, if that is wanted and there is something to say."""

    option: int
    reason: Reason | None = None


Mind: TypeAlias = Callable[[Decision, random.Random], Chosen]


def lots_of(seed: object, seat: int) -> random.Random:
    """Return the lots that a player at this seat draws in the match of a seed."""
    return random.Random(f"brain {seed} {seat}")


def by_lot(decision: Decision, lots: random.Random) -> Chosen:
    """Decide by lot among all options; yes more seldom with every yes."""
    if decision.kind == "card":
        return Chosen(int(lots.random() * len(decision.options)))
    if decision.kind == "row":
        return Chosen(lots.randrange(len(decision.options)))
    view = decision.view
    says_yes = lots.random() < BOLD * CARE**view.dared
    view.dared += says_yes
    return Chosen(int(says_yes))


class Choices:
    """The choices of all people since they were last noted. `again`: those made before, which are given again
    in their order; None where people decide.
    """

    def __init__(self) -> None:
        self.made: list[int] = []
        self.again: list[int] | None = None

    def take(self, decide: Callable[[], int]) -> int:
        """Return the next choice."""
        choice = decide() if self.again is None else self.again.pop(0)
        self.made.append(choice)
        return choice
