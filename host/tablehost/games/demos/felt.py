"""DemoS: the cards on the table, line by line of the open log; "" is a face-down card, None no card."""

from collections.abc import Sequence

from tablehost.types import Line

Moment = tuple[Sequence[str], Sequence[str | None]]  # the cards in the middle, those on the pads


def list_laid(line: Line) -> Sequence[str]:
    """Return the cards that the seat of this line lays down by it."""
    match line["kind"]:
        case "discard":
            return [] if line["declined"] else [line["card"] or ""]
        case "turned_up":
            return [line["card"]]
        case "reveal":
            return list(line["cards"])
    return []


class Felt:
    """The table. On a pad is the card that was laid there last. In the middle are the open discards that may
    still be taken but are on no pad any more, or the combination that was shown last.
    """

    def __init__(self, seats: int) -> None:
        self.moments: list[Moment] = []  # on the way to the last line
        self._shown = 0  # the seat whose combination is in the middle
        self._clear(seats)

    def _clear(self, seats: int, act: str = "") -> None:
        self._act = act  # "reveal", "media" or "final", "" before
        self._pads: list[str | None] = [None] * seats
        self._middle: list[str] = []

    def follow(self, line: Line) -> None:
        """Note the cards that lie so when the match comes to this line."""
        self.moments = []
        kind, seats = line["kind"], len(self._pads)
        if kind == "round":
            self._clear(seats)
        elif kind == "discard" and not line["declined"]:
            self._discard(line)
        elif kind == "turned_up":
            if line["what"] in ("media", "final") and line["what"] != self._act:
                self._clear(seats, line["what"])
            self._gather()
            self._lay(line["seat"], *list_laid(line))
        elif kind == "reveal":
            if self._act != "reveal":
                self._clear(seats, "reveal")
            self._gather()
            self._middle = list(list_laid(line))
            self._shown = line["seat"]
        elif kind in ("tie", "figure"):
            self._gather()
            for seat in line["seats"] if kind == "tie" else [line["seat"]]:
                self._lay(seat, "")
        elif kind == "standing":
            self._gather()
        elif kind == "media":
            self._lay(line["holder"], line["media"])
            if line["target"] is not None:
                self._lay(line["target"], line["card"])
        else:
            return
        self._note()

    def _discard(self, line: Line) -> None:
        """Lay a discard; an open one that it would cover, and that may be taken, goes to the middle."""
        covered = self._pads[line["seat"]]
        if covered:
            self._middle.append(covered)
        self._lay(line["seat"], *list_laid(line))
        took = line["took"]
        if took is None:
            return
        self._note()
        self._middle = [card for card in self._middle if card != took]
        self._pads = [None if card == took else card for card in self._pads]

    def _gather(self) -> None:
        """Lay a combination that is in the middle on the pad of the seat that showed it, as one pile."""
        if self._act == "reveal" and self._middle:
            self._lay(self._shown, self._middle[-1])
            self._middle = []

    def _lay(self, seat: int, card: str) -> None:
        self._pads[seat] = card

    def _note(self) -> None:
        self.moments.append((tuple(self._middle), tuple(self._pads)))
