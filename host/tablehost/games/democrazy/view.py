"""The view of a player of Democrazy: the open things before all players, and a few of its own."""

from cardtable.games.democrazy.law import Law, read_row
from tablehost.people import bots, snapshot
from tablehost.people.snapshot import Kept
from tablehost.types import Options, Values


def law_data(law: Law) -> Values:
    """Return a law as plain data: its card, a row of its effects with the gaps filled, and the rest."""
    marks = [f"symbol={law.symbol}"] if law.symbol else []
    marks += [f"tags={law.tags}"] if law.tags else []
    row = " ".join([law.name, "white" if law.white else "black", "kept", *marks, law.text()])
    return [law.card, row, law.fill, law.proposer, law.place]


def law_of(data: Values) -> Law:
    """Return the law of which this is the data. Raises as odd data make it."""
    card, row, fill, proposer, place = data
    shapes = ((card, int), (row, str), (fill, str), (proposer or 0, int), (place or 0, int))
    if any(not isinstance(one, kind) for one, kind in shapes):
        raise ValueError("no law")
    law: Law = read_row(card, row, "", proposer, place)
    law.fill = fill
    return law


snapshot.convert(Law, snapshot.Converter(law_data, law_of))


class Proposal:
    """The law under debate, the one it would replace or None, and its proposer."""

    law: Kept[Law]
    replaced: Kept[Law | None]
    seat: Kept[int]

    def __init__(self, law: Law, replaced: Law | None, seat: int) -> None:
        self.law = law
        self.replaced = replaced
        self.seat = seat


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

    chips: Kept[list[list[int]] | None]
    bag: Kept[list[int]]
    laws: Kept[list[Law]]
    fresh: Kept[int | None]
    wilds: Kept[list[int]]
    traits: Kept[list[list[str]]]
    gone: Kept[set[int]]
    turn: Kept[int]
    active: Kept[int]
    proposal: Kept[Proposal | None]
    effect: Kept[Law | None]

    def __init__(self, seats: int, options: Options) -> None:
        self.options = options
        self.seats = seats
        self.chips = None
        self.bag = [int(options[f"chips_{colour}"]) for colour in ("red", "green", "blue", "yellow")]
        self.laws = []
        self.fresh = None
        self.wilds = [0] * seats
        self.traits = [[] for _ in range(seats)]
        self.gone = set()
        self.turn = 0
        self.active = 0
        self.proposal = None
        self.effect = None

    @property
    def here(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def in_force(self) -> list[Law]:
        return [law for law in self.laws if law.card != self.fresh]

    def named(self, name: str | None) -> Law | None:
        """Return the law on the table that is called so, or None."""
        return next((law for law in self.laws if law.name == name), None)


class View(bots.View):
    """The knowledge of one player. `open`: visible to all; `private_law`: the own hidden law, or None."""

    private_law: Kept[Law | None]

    def __init__(self, seat: int, seats: int, options: Options, deck: list[int], shared: Open) -> None:
        super().__init__(seat, seats, options, deck, [[] for _ in range(seats)], set())
        self.open = shared
        self.private_law = None
