"""Prizes on the host: its words, a player who thinks, what is counted."""

from tablehost.people.bots import RandomBrain
from tablehost.plugins import narration


class Words(narration.Words):
    middle = ("prize",)

    def __init__(self, players=()):
        super().__init__(players)
        self._kinds["prize"] = self._prize

    def _prize(self, line):
        end = "nobody takes it" if line["winner"] is None else f"{self._name(line['winner'])} takes it"
        return f"  {line['n']}  {line['prize']} for {self._each(line['bids'])} -> {end}"


class Sensible(RandomBrain):
    """Bids as much as the prize is worth, or a little less or more."""

    def choose_card(self, hand, view):
        return min(hand, key=lambda card: (abs(card % 16 - view.pool_card % 16), card))


COUNTED = [("lost prizes", lambda fact: (fact["winner"] is None, 1) if fact["kind"] == "prize" else (0, 0))]
