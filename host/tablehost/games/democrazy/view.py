"""The view of a player of Democrazy: the open things before all players, and a few of its own."""

from typing import Any

from cardtable.games.democrazy.law import Law
from tablehost.people import minds
from tablehost.types import Fields, Json, Letters, Options


class Proposal:
    """The law under debate, the one it would replace or None, and its proposer.

    outlook   each seat's chance to win without it and with it, as all players see it who know the same;
              None before the first of them has thought of it
    """

    def __init__(self, law: Law, replaced: Law | None, seat: int) -> None:
        self.law = law
        self.replaced = replaced
        self.seat = seat
        self.outlook: tuple[list[float], list[float]] | None = None


class Open:
    """The things that all players see, by seat unless noted otherwise.

    chips      four numbers each, red, green, blue, yellow; None as long as no player here has seen any
    bag        the chips not before a player, which must be in the bag: four numbers
    laws       on the table, oldest first; fresh: the one that is not in force yet, its card, or None
    wilds      how many are face down before each; traits: the names of those each has
    gone       the seats that have left
    turn       counted from 1; active: the seat whose turn it is
    effect     the red law that is being carried out, the active player's, or None
    """

    def __init__(self, seats: int, options: Options) -> None:
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
        """Return the law on the table that is called so, or None."""
        return next((law for law in self.laws if law.name == name), None)


class View(minds.View):
    """The knowledge of one player. `open`: visible to all; `private_law`: the own hidden law, or None."""

    def __init__(self, seat: int, seats: int, options: Options, deck: list[int], shared: Open) -> None:
        super().__init__(seat, seats, options, deck, [[] for _ in range(seats)], set())
        self.open = shared
        self.private_law: Law | None = None

    def as_fields(self, letters: Letters) -> Fields:
        """Return this knowledge as plain data, see `minds.View`."""
        shared = self.open
        proposal = shared.proposal
        return super().as_fields(letters) | {
            "private_law": _name_law(self.private_law),
            "chips": shared.chips,
            "bag": shared.bag,
            "laws": [_name_law(law) for law in shared.laws],
            "in_force": [law.name for law in shared.in_force()],
            "wilds": shared.wilds,
            "traits": shared.traits,
            "gone": sorted(shared.gone),
            "turn": shared.turn,
            "active": shared.active,
            "proposal": None if proposal is None else _name_proposal(proposal),
            "effect": _name_law(shared.effect),
        }

    def name_option(self, kind: str, what: str, option: Any, letters: Letters) -> Json:
        """Return an option as plain data, see `minds.View`."""
        return (
            _name_law(option) if isinstance(option, Law) else super().name_option(kind, what, option, letters)
        )


def _name_law(law: Law | None) -> Json:
    """Return the card and the text of a law, None for none."""
    return None if law is None else {"card": law.name, "text": law.text()}


def _name_proposal(one: Proposal) -> Json:
    """Return a proposal without its outlook, which is a thought."""
    return {"law": _name_law(one.law), "replaced": _name_law(one.replaced), "seat": one.seat}
