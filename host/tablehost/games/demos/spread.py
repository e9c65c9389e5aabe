"""DemoS: the discards and figures before each seat, line by line of the open log."""

from tablehost.plugins.narration import Spread
from tablehost.types import Line


class Spreads:
    """The cards before each seat: the discards of a round, or the combination shown; the figures."""

    def __init__(self, seats: int) -> None:
        self._fans: list[list[str]] = [[] for _ in range(seats)]
        self._figures: list[list[str]] = [[] for _ in range(seats)]
        self._are_shown = False  # combinations lie there instead of discards
        self._ringed: list[list[str]] = [[] for _ in range(seats)]  # a Square, what it turned up; the Media's

    def hear(self, line: Line) -> None:
        """Note that the match has come to this line."""
        match line["kind"]:
            case "round" | "final":
                self._fans, self._are_shown = [[] for _ in self._fans], False
                self._clear_rings()
                for seat, held in enumerate(line.get("figures", ())):
                    self._figures[seat] = list(held)
            case "discard" if not line["declined"]:
                self._fans[line["seat"]].append(line["card"] or "")
                if line["took"] in (
                    fan := self._fans[line["seat"] if line["from"] is None else line["from"]]
                ):
                    fan.remove(line["took"])
            case "turned_up" if line["what"] == "discard":
                fan = self._fans[line["seat"]]
                if "" in fan:
                    fan[fan.index("")] = line["card"]
            case "turned_up":
                self._turn_up(line["seat"], line["n"], line["card"])
                if line["what"] == "final":  # all figures turn up
                    self._clear_rings()
            case "reveal":
                if not self._are_shown:
                    self._fans, self._are_shown = [[] for _ in self._fans], True
                self._fans[line["seat"]] = list(line["cards"])
                if line["what"] == "square":
                    self._ringed[line["seat"]] += line["cards"]
            case "figure":
                self._figures[line["seat"]].append(line["card"] or "")
            case "media":
                self._clear_rings()
                self._turn_up(line["holder"], line["n"], line["media"])
                if line["target"] is not None:
                    self._turn_up(line["target"], line["target_n"], line["card"])

    def _clear_rings(self) -> None:
        self._ringed = [[] for _ in self._ringed]

    def _turn_up(self, seat: int, number: int | None, card: str) -> None:
        if number is not None and number <= len(self._figures[seat]):
            self._figures[seat][number - 1] = card
            self._ringed[seat].append(card)

    def find(self, seat: int, vetoes: int | None) -> Spread:
        """Return the cards before a seat. `vetoes`: left to its side, None where there are none."""
        fan, tiles = tuple(self._fans[seat]), tuple(self._figures[seat])
        return Spread(fan, tiles, vetoes=vetoes, ringed=tuple(self._ringed[seat]))
