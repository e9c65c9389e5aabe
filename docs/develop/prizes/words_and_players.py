"""Prizes on the host: its words, a player who thinks, what is counted."""

from tablehost.people.minds import Chosen, by_lot
from tablehost.plugins import narration


class Words(narration.Words):
    middle = ("prize",)

    def __init__(self, players=()):
        super().__init__(players)
        self.kinds["prize"] = self._prize

    def _prize(self, line):
        end = "nobody takes it" if line["winner"] is None else f"{self.name(line['winner'])} takes it"
        return f"  {line['n']}  {line['prize']} for {self.each(line['bids'])} -> {end}"


def sensible(decision, lots):
    """Bid as much as the prize is worth, or a little less or more."""
    if decision.kind != "card":
        return by_lot(decision, lots)
    prize = decision.view.pool_card % 16
    bids = [(abs(card % 16 - prize), card) for card in decision.options]
    return Chosen(bids.index(min(bids)))


COUNTED = [("lost prizes", lambda fact: (fact["winner"] is None, 1) if fact["kind"] == "prize" else (0, 0))]
