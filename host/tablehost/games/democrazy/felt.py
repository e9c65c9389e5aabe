"""Democrazy: the cards on the table, line by line of the open log; "" is a face-down card, None no card."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tablehost.types import Line

END = "END"
NOT_DONE = (["lapses"], ["absent"], ["protected"])  # notes of an effect that are no cards

# The proposed law and those in force, by their places; the cards on the pads.
Moment = tuple[Sequence[str | None], Sequence[str | None]]


def name_votes(line: Line) -> list[str | None]:
    """Return the card of each vote, also of one by a key: YES1, YES2 and so on, each there once."""
    cast: Counter[str] = Counter()

    def name(vote: str) -> str:
        cast[vote] += 1
        return f"{vote}{cast[vote]}"

    return [name(vote) if vote else None for vote in line["votes"]]


def count_along(line: Line) -> list[list[int] | None]:
    """Return the sums of YES and NO as the votes are turned up in the order of the seats, None where there is
    none. A wild counts with the last vote alone: what it is depends on all.
    """
    sums = [0, 0]
    along: list[list[int] | None] = []
    for vote, weight in zip(line["votes"], line["weights"], strict=True):
        for at, plain in enumerate(("YES", "NO")):
            sums[at] += weight * (vote == plain)
        along.append(sums[:] if vote else None)
    last = max((at for at, sums_then in enumerate(along) if sums_then is not None), default=None)
    if last is not None:
        along[last] = [line["yes"], line["no"]]
    return along


class Felt:
    """The table: the law under debate, or another card turned up in the middle, and the laws in force."""

    def __init__(self, seats: int) -> None:
        self.moments: list[Moment] = []  # on the way to the last line
        self._nothing = (None,) * seats
        self._laws: dict[int, str] = {}  # by place
        self._proposed: str | None = None

    def follow(self, line: Line) -> None:
        """Note the cards that lie so when the match comes to this line."""
        self.moments = []
        match line["kind"]:
            case "laws":
                self._laws = dict(zip(line["places"], line["laws"], strict=True))
                self._note(None)
            case "end_card":
                self._note(END)
            case "proposal" | "restated":
                self._note(line["law"])
            case "taken_back":
                self._note(line["law"])
                self._note(None)
            case "vote":
                self._vote(line)
            case "effect":
                self._carry_out(line)
            case "turned_up":
                self._turn_up(line["wilds"])
                self._turn_up([[] if law is None else [law] for law in line["laws"]])

    def _vote(self, line: Line) -> None:
        law = self._proposed
        votes = name_votes(line)
        self._note(law, [card and "" for card in votes])
        self._note(law, votes)

    def _carry_out(self, line: Line) -> None:
        law, note = line["law"], line["note"]
        due = None if law in self._laws.values() else law
        self._note(due)
        if note in NOT_DONE:
            return
        if line["operation"].startswith("mill"):
            for card in note:
                self._note(card)
        elif line["operation"].startswith("repeal"):
            self._laws = {place: one for place, one in self._laws.items() if one not in note}
            self._note(due)

    def _turn_up(self, cards: Sequence[Sequence[str]]) -> None:
        """Let each seat turn up its cards, one after another."""
        for number in range(max(map(len, cards), default=0)):
            self._note(None, [own[number] if number < len(own) else None for own in cards])

    def _note(self, proposed: str | None, pads: Iterable[str | None] = ()) -> None:
        self._proposed = proposed
        places = range(1, max(self._laws, default=0) + 1)
        self.moments.append(
            ([proposed, *(self._laws.get(place) for place in places)], tuple(pads) or self._nothing)
        )
