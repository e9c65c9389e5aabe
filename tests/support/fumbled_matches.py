"""Matches of the engine alone, with people who fumble: fast, as there are no readers.

Fumbled cards are given as a reader would report them: a card that lies badly is unreadable, two
are several, two exactly on each other are nothing at all.
"""

import random
from collections import Counter, defaultdict

from cardtable.engine import cards, referee
from cardtable.engine.asks import base
from cardtable.engine.outputs import Refused, Told
from cardtable.languages import Language
from tablehost.people import faults, kinds, room
from tablehost.referee import open_log
from tablehost.virtual.people import fumbling

UNREADABLE_US = 1_000_000  # after that a card that answers badly is called so
ACT_US = 750_000
PATIENCE = 50  # looks at which no player acts
_WORDS = Language("en")


class Kept(faults.Faults):
    """Faults that are not written down."""

    def _save(self):
        pass


class Fumbled:
    """A match among people who fumble as `asked`. After `play`: `faults`, `facts`, `refused` by code."""

    def __init__(self, match, seed, asked, folder, turns=("sensible",), fidget=0.02):
        game = match.game
        minds = [kinds.mind(turns[seat % len(turns)], game) for seat in range(match.seats)]
        self.room = room.room(game, match.seats, match.options, seed, minds, fidget=fidget)
        self.faults = Kept(asked, seed, folder)
        self.facts = []
        self.refused = Counter()
        self._game = game
        self._fumbling = fumbling.Fumbling(self.room, self.faults)
        self._judge = referee.Referee(
            match, draw=lambda *at: random.Random(f"chance {seed} {at[:2]}").randrange(at[2])
        )
        self._now = 0
        self._lie = {}  # by place: all that lies there, from below
        self._weak = {}  # by place: since when a card lies there badly
        self._stacked = set()
        self._why = {}  # by place: the last refusal

    def play(self):
        self._note(self._judge.start())
        idle = 0
        while not self._judge.over:
            self._read_badly()
            what, args, tasks, pads = self._judge.prompt()[:4]
            acts = self._fumbling.act(
                what, args, tasks, self._seen(tasks, pads), self._words(pads), self._now
            )
            idle = 0 if acts and acts != [fumbling.REST] else idle + 1
            assert idle < PATIENCE, f"nobody finds anything to do at {(what, args, tasks, pads)}"
            for act in acts or [("expired",)]:
                self._do(*act)
            self._now += ACT_US
        return self

    def _seen(self, tasks, pads):
        """Lamps do not tell an empty pad from one where a card is missing; the seat's task does."""
        seats = range(self.room.seats)
        due = [seat for seat in seats if tasks[seat] in (base.LAY, base.SHOW) and pads[seat] == base.EMPTY]
        centre = pads[base.CENTRE] == base.MISSING
        return [base.MISSING if place in due and not centre else pad for place, pad in enumerate(pads)]

    def _words(self, pads):
        """Return the display's texts about the wrong cards on pads."""
        said = []
        for place, code in self._why.items():
            if pads[place] == base.WRONG:
                names = defaultdict(str, place=fumbling.name_place(place))
                said.append(_WORDS.sentence("refusal", code).format_map(names))
        return ". ".join(said)

    def _read_badly(self):
        for place, since in self._weak.items():
            if self._now - since > UNREADABLE_US and self._judge.picture.lying[place] is None:
                self._feed("laid", place, cards.UNKNOWN)

    def _do(self, kind, place=None, value=None):
        lie = self._lie.setdefault(place, [])
        if kind == "weak":
            self._weak[place] = self._now
        elif kind == "stacked":
            self._stacked.add(place)
        elif kind == "laid":
            lie.append(value)
            if place in self._stacked and len(lie) > 1:
                self._feed("lifted", place)
            elif place not in self._weak:
                self._feed("laid", place, cards.SEVERAL if len(lie) > 1 else value)
        elif kind in ("lifted", "lifted-top"):
            lie.pop(0 if kind == "lifted" else -1)
            self._weak.pop(place, None)
            self._stacked.discard(place)
            if lie:
                self._feed("laid", place, lie[0])
            elif self._judge.picture.lying[place] is not None:
                self._feed("lifted", place)
        elif kind == "key":
            self._feed(kind, place, value)
        elif kind == "expired":
            self._feed(kind)

    def _feed(self, *event):
        self._note(self._judge.feed(event))

    def _note(self, outs):
        for out in outs:
            if isinstance(out, Told):
                self.facts.append(out.fact)
                self.room.told(open_log.raw(self._game, out.fact))
            elif isinstance(out, Refused):
                self.refused[out.code] += 1
                self._why[out.place] = out.code
