"""A match over the bare engine, with some seats held: what the virtual table does without the table."""

import random

from cardtable.engine import cards, referee
from cardtable.engine import match as matches
from cardtable.engine.asks import base
from cardtable.engine.outputs import Refused, Told
from cardtable.games import registry as games
from tablehost.people import hands, kinds, room
from tablehost.referee import open_log


class HeldMatch:
    """`facts`: by the names of their fields; `refused`: codes."""

    def __init__(self, name, kind, held, seats, seed, options):
        game = games.load(name)
        self.match = matches.new(game, seats, options)
        minds = [kinds.mind(kind, game) for seat in range(seats)]
        self.room = room.room(game, seats, self.match.options, seed, minds)
        self.hands = hands.Hands(self.room, held)
        lots = random.Random(seed)
        self.referee = referee.Referee(self.match, draw=lambda stage, index, n: lots.randrange(n))
        self.pads = {place: [] for place in range(base.PLACES)}
        self.facts, self.refused = [], []
        self.hear(self.referee.start())

    def hear(self, outs):
        for out in outs:
            if isinstance(out, Told):
                fact = open_log.raw(self.match.game, out.fact)
                self.facts.append(fact)
                self.room.told(fact)
            elif isinstance(out, Refused):
                self.refused.append(out.code)

    def feed(self, events):
        for event in events:
            if event[0] == "rest":
                continue
            if event[0] == "key":
                self.hear(self.referee.feed(event))
                continue
            place = event[1]
            lying = self.pads[place]
            if event[0] == "laid":
                lying.append(event[2])
            else:
                lying.pop(0 if event[0] == "lifted" else -1)
            now = lying[0] if len(lying) == 1 else cards.SEVERAL
            self.hear(self.referee.feed(("laid", place, now) if lying else ("lifted", place)))
        self.conserved()

    def conserved(self, *others):
        """Every card of the deck is in one place, and nothing else is anywhere but spare cards. `others`:
        more such places.
        """
        room = self.room
        spare = {place for place, home in room.strays.items() if home == hands.SPARE}
        there = [card for cards_there in (room.rest, room.pool, room.gone, *others) for card in cards_there]
        there += [c for place, c in enumerate(room.lying) if c is not None and place not in spare]
        there += [c for laid in room.on_top.values() for c, home in laid if home != hands.SPARE]
        for person in room.people:
            there += person.hand + person.pile
        assert sorted(there) == sorted(room.deck)
