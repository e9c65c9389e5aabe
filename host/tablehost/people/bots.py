"""Brains of simulated players: their knowledge and their decisions.

A brain decides from its own hand and a `View`, which holds the cards that a player at the table has seen and
remembers. It receives nothing else.
"""

import random
from collections.abc import Sequence
from typing import Protocol

from cardtable.engine import cards
from tablehost.types import Args, Options


class View:
    """The cards that one player has seen and remembers.

    captured   the own pile
    taken      by seat, the cards that all players saw that seat take
    seen       the cards that all players have seen since the deck was gathered, and
    private    those that only this player has
    pool_card  the card that is face up in the middle, or None; trump: its suit, or None
    hand_size  how many cards a hand was dealt this day; pool_left: how many are still to be turned up
    totals     the scores by seat, as far as they were shown
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
        self.deck = deck
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

    def look(self, turned: int | None, pool_left: int) -> None:
        """Look at the middle: the card turned up there, if any, and the number of cards in the pool."""
        self.pool_card = turned
        self.trump = None if turned is None else cards.suit_of(turned)
        self.pool_left = pool_left

    def unseen(self, hand: Sequence[int]) -> list[int]:
        """Return the cards that may be anywhere: in other hands, in the pool, or not dealt."""
        known = self.seen.union(self.private, hand)
        return [card for card in self.deck if card not in known]


class Brain(Protocol):
    """The decisions of a player."""

    def choose_card(self, hand: Sequence[int], view: View) -> int:
        """Return the card of the hand to lay on the own pad."""
        ...

    def answer(self, what: str, args: Args, hand: Sequence[int], view: View) -> bool:
        """Answer yes or no to the display's question; in a window open to all players, decide whether to
        speak.
        """
        ...

    def pick(self, what: str, rows: Args, hand: Sequence[int], view: View) -> int:
        """Return the row on the display to take, counted from 0."""
        ...


class RandomBrain:
    """A brain that decides by lot among all legal choices.

    `boldness`: how often, of 1, it says yes; with every yes it grows more careful, by the factor CARE. A
    player that always lied, or always proposed, could keep a match with penalties from ever ending.
    """

    CARE = 0.8

    def __init__(self, lots: random.Random, boldness: float = 0.3) -> None:
        self._lots = lots
        self._boldness = boldness

    def choose_card(self, hand: Sequence[int], view: View) -> int:
        return hand[int(self._lots.random() * len(hand))]

    def answer(self, what: str, args: Args, hand: Sequence[int], view: View) -> bool:
        if self._lots.random() >= self._boldness:
            return False
        self._boldness *= self.CARE
        return True

    def pick(self, what: str, rows: Args, hand: Sequence[int], view: View) -> int:
        return self._lots.randrange(len(rows))
