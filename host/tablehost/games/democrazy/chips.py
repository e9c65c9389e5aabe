"""The chips of Democrazy, before the players and in the bag.

Where the table keeps them they move when the table announces it. Real ones players draw blind, return and
hand on themselves; a chip that no player was asked for, since there was no choice, moves when the table
announces the effect.
"""

import random
from collections.abc import Callable, Sequence

from cardtable.games.democrazy.law import COLOURS
from tablehost.games.democrazy.view import Open

BAG = "bag"
Place = int | str
Pick = Callable[[int, Place, list[str]], str]


class Chips:
    """The places of the chips, kept in the `Open` that all players see; `real`: players hold them.

    `careful`: announcements of players about chips agree with their acts. Where keys stick they may not; then
    the chips themselves are put right, by the table's announcement.
    """

    careful = True

    def __init__(self, view: Open, lots: random.Random) -> None:
        self.real = view.options["chip_record"] != "digital"
        self._view = view
        self._lots = lots
        self._moved: list[tuple[Place, Place, str]] = []  # by hand, and not announced by the table yet
        if self.real:
            view.chips = [[0] * 4 for _ in range(view.seats)]
        self.remember()

    def of(self, seat: int) -> list[int]:
        """Return the four numbers of a seat."""
        assert self._view.chips is not None, "nobody has seen any chips"
        return self._view.chips[seat]

    def letters(self, seat: int) -> list[str]:
        """Return the colours a seat has."""
        return [COLOURS[colour] for colour in range(4) if self.of(seat)[colour]]

    # -- real chips ---------------------------------------------------------------------------

    def draw(self, seat: int, number: int, among: str = "RGBY") -> str:
        """Draw blind for `seat` from the bag, which has chips of the colours `among`; return the last chip
        drawn.
        """
        letter = ""
        for _ in range(number):
            if not any(self._view.bag):
                self._return_surplus()
            held = dict(zip(COLOURS, self._view.bag, strict=True))
            letter = self._lots.choice([one for one in among for _ in range(held[one])] or list(among))
            self._by_hand(BAG, seat, letter)
        return letter

    def part(self, seat: int, letter: str) -> None:
        """Put a chip of `seat` back into the bag."""
        self._by_hand(seat, BAG, letter)

    def exchange(self, seat: int, drawn: str, wanted: str) -> None:
        """Exchange a chip that `seat` has drawn for one of the colour recorded."""
        self._moved.remove((BAG, seat, drawn))
        self._shift(seat, BAG, drawn)
        self._by_hand(BAG, seat, wanted)

    def number(self, seat: int, letter: str) -> int:
        """Return how many chips of this colour a seat has."""
        return self.of(seat)[COLOURS.index(letter)]

    def all_back(self) -> None:
        """Put all chips of all players back into the bag."""
        for seat in self._view.here:
            self._return(seat, sum(self.of(seat)))

    def _return(self, seat: int, number: int) -> None:
        for _ in range(number):
            self._by_hand(seat, BAG, self.letters(seat)[0])

    def _return_surplus(self) -> None:
        """Put back the surplus of seats with chips of one colour: a law that levels does not ask them."""
        law = self._view.effect
        level = None if law is None else law.first("level")
        if level is not None:
            to = self._view.options["start"] if level.args["to"] == "start" else level.args["to"]
            for seat in self._view.here:
                if len(self.letters(seat)) == 1:
                    self._return(seat, max(0, sum(self.of(seat)) - int(to)))

    def _by_hand(self, giver: Place, taker: Place, letter: str) -> None:
        self._moved.append((giver, taker, letter))
        self._shift(giver, taker, letter)

    def _shift(self, giver: Place, taker: Place, letter: str) -> None:
        self._add(giver, letter, -1)
        self._add(taker, letter, 1)

    def _add(self, place: Place, letter: str, number: int) -> None:
        held = self._view.bag if isinstance(place, str) else self.of(place)
        held[COLOURS.index(letter)] += number

    # -- a turn that counts nothing -----------------------------------------------------------

    def remember(self) -> None:
        """Remember the chips at the beginning of a turn, for the case that it is void."""
        chips = self._view.chips
        self._before = None if chips is None else [list(one) for one in chips], list(self._view.bag)

    def put_back(self) -> None:
        """Put all chips back where they were: the turn is void, and players know their own ones."""
        chips, bag = self._before
        self._view.chips = None if chips is None else [list(one) for one in chips]
        self._view.bag[:] = bag
        self._moved = []

    # -- announcements of the table ----------------------------------------------------------

    def told(self, moves: Sequence[Sequence[Place]], operation: str = "", pick: Pick | None = None) -> None:
        """Carry out the announced movements: [from, to, chips]. Movements that players have made already are
        done.

        `pick(giver, taker, colours)`: the choice of a chip of which only the number is announced.
        """
        if self._view.chips is None:
            self._view.chips = [[0] * 4 for _ in range(self._view.seats)]
        leaving: list[tuple[Place, str]] = []
        dear = self._dearest(operation)
        for giver, taker, chips in moves:
            for said in str(chips):
                if self._is_done(giver, taker, said) or self._is_put_right(giver, taker, said):
                    continue
                letter = said if said != "?" else self._letter(giver, taker, operation, pick, dear)
                self._add(giver, letter, -1)
                leaving.append((taker, letter))
        for taker, letter in leaving:
            self._add(taker, letter, 1)
        assert not self._moved or not self.careful, "people have moved chips the table knows nothing of"
        for done in self._moved:
            self._shift(done[1], done[0], done[2])
        self._moved = []

    def _is_done(self, giver: Place, taker: Place, said: str) -> bool:
        for done in self._moved:
            if done[:2] == (giver, taker) and said in ("?", done[2]):
                self._moved.remove(done)
                return True
        return False

    def _is_put_right(self, giver: Place, taker: Place, said: str) -> bool:
        """Exchange a chip of another colour that has moved so for the announced one; return True if there was
        one.
        """
        for done in self._moved if not self.careful else ():
            if done[:2] == (giver, taker):
                self._moved.remove(done)
                self._shift(taker, giver, done[2])
                self._shift(giver, taker, said)
                return True
        return False

    def _letter(
        self, giver: Place, taker: Place, operation: str, pick: Pick | None, dear: dict[Place, str]
    ) -> str:
        if not isinstance(giver, int):
            assert not self.careful, "people draw chips themselves"
            bag = self._view.bag
            return self._lots.choice([COLOURS[c] for c in range(4) for _ in range(bag[c])])
        for word in ("color=", "color:"):
            if word in operation:
                return operation.split(word)[1][0]
        if dear.get(giver):
            letter, dear[giver] = dear[giver][0], dear[giver][1:]
            return letter
        letters = self.letters(giver)
        if pick is None or len(letters) == 1 or operation.startswith(("pass what=all", "swap")):
            return letters[0]
        return pick(giver, taker, letters)

    def _dearest(self, operation: str) -> dict[Place, str]:
        """Return the chips that an antitrust law takes, by seat: of each colour from the seats with most of
        it.
        """
        found: dict[Place, str] = {}
        if not operation.startswith("antitrust"):
            return found
        number = int(operation.split("=")[1])
        for colour in range(4):
            most = max(self.of(seat)[colour] for seat in self._view.here)
            for seat in self._view.here:
                if most and self.of(seat)[colour] == most:
                    found[seat] = found.get(seat, "") + COLOURS[colour] * min(number, most)
        return found
