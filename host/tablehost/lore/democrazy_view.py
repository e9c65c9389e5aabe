"""What a player of Democrazy perceives: what lies open before everybody, and the little that is one's own."""

from typing import Any

from cardtable.rulebook.democrazy_law import Law
from tablehost import bots


class Proposal:
    """The law under debate, the one it would replace or None, and who proposes it."""

    def __init__(self, law: Law, replaced: Law | None, seat: int) -> None:
        self.law = law
        self.replaced = replaced
        self.seat = seat


class Open:
    """What everybody sees. By seat unless said otherwise.

    chips      four numbers each, red, green, blue, yellow; None as long as nobody here has seen any
    bag        what is not before anybody must be in the bag: four numbers
    laws       on the table, oldest first; fresh: the one that does not work yet, its card, or None
    wilds      how many lie face down before each; traits: the names of those each has
    gone       the seats that have left
    turn       counted from 1; active: whose it is
    effect     the red law that is being carried out, the active player's, or None
    """

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.options = options
        self.seats = seats
        self.chips: list[list[int]] | None = None
        self.bag = [int(options[f"chips_{colour}"]) for colour in ("red", "green", "blue", "yellow")]
        self.laws: list[Law] = []
        self.fresh: int | None = None
        self.wilds = [0] * seats
        self.traits: list[list[str]] = [[] for _ in range(seats)]
        self.gone: set[int] = set()
        self.turn = 0
        self.active = 0
        self.proposal: Proposal | None = None
        self.effect: Law | None = None

    @property
    def here(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def in_force(self) -> list[Law]:
        return [law for law in self.laws if law.card != self.fresh]

    def named(self, name: str | None) -> Law | None:
        """The law on the table that is called so, or None."""
        return next((law for law in self.laws if law.name == name), None)


class View(bots.View):
    """What one player knows. `open`: what all see; `private_law`: the own hidden law, or None."""

    def __init__(self, seat: int, seats: int, options: dict[str, Any], deck: list[int], shared: Open) -> None:
        super().__init__(seat, seats, options, deck, [[] for _ in range(seats)], set())
        self.open = shared
        self.private_law: Law | None = None
