"""A strong player of any game: it imagines the cards that it cannot see, plays on in its mind, and leaves its
usual way for what did clearly better there.

Before each decision it copies the people around the table and the referee, who replays the stage. In each
world that it imagines the hidden cards are shuffled among the places where they may be, and future lots are
new ones; so nothing that this player cannot know has a part in the decision. The same worlds are tried with
each option. Players there decide as the game's sensible ones, or by lot.
"""

import math
import pickle
import random
from collections.abc import Callable, Sequence
from statistics import mean, stdev
from typing import Any

from cardtable.engine import match as matches
from cardtable.engine import replay
from cardtable.engine.match import Match
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Conflict
from tablehost.people.bare_match import BareMatch, StuckMatch
from tablehost.people.bots import Brain, View
from tablehost.people.room import Room
from tablehost.people.trusting_referee import TrustingReferee
from tablehost.plugins import presentation
from tablehost.types import Args

PLAYED_ON = 60  # times for each decision that a strong player plays on in its mind
YES_NO = (False, True)
Standings = Callable[[Match, Room], Sequence[float]]
_STANDINGS = presentation.Part[Standings]("standings")
_AHEAD = presentation.Part[int]("AHEAD")
IMPOSSIBLE = (StuckMatch, Conflict, AssertionError, IndexError, KeyError, ValueError)


class Strong:
    """The brain of a strong player; a `tablehost.people.thinker.Thinker`.

    `usual`: the brain whose way is its usual one, and with which all players play in its mind; `times`: how
    often it plays on there for each decision.

    worlds   the number of imagined worlds; failures: of those that could not be
    """

    def __init__(
        self, lots: random.Random, usual: Callable[[random.Random], Brain], times: int = PLAYED_ON
    ) -> None:
        self._lots = lots
        self._makes = usual
        self._usual: Brain = usual(lots)
        self._times = times
        self._seat = 0
        self._room: Room | None = None
        self._judge: Callable[[], Referee] | None = None
        self._last_card: int | None = None
        self.worlds = self.failures = 0

    def join(self, seat: int, room: Room, judge: Callable[[], Referee]) -> None:
        """Take this seat among the people around a table; `judge` gives its referee."""
        self._seat, self._room, self._judge = seat, room, judge

    def choose_card(self, hand: Sequence[int], view: View) -> int:
        """Return the card to lay."""
        options = sorted(set(hand))
        usual = options.index(self._usual.choose_card(hand, view))
        self._last_card = options[self._best("card", options, usual)]
        return self._last_card

    def answer(self, what: str, args: Args, hand: Sequence[int], view: View) -> bool:
        """Answer yes or no."""
        return YES_NO[self._best(what, YES_NO, int(self._usual.answer(what, args, hand, view)))]

    def pick(self, what: str, rows: Args, hand: Sequence[int], view: View) -> int:
        """Return the row to take."""
        return self._best(what, range(len(rows)), self._usual.pick(what, rows, hand, view))

    def _best(self, what: str, options: Sequence[Any], usual: int) -> int:
        """Return the index of the best option; `usual`: that of the usual one, which another must clearly
        surpass.

        The others are tried in the same worlds, and after each round the worse half is left out. The one that
        is left and the usual one are tried in new worlds, so that luck which brought it there does not count.
        """
        if len(options) == 1:
            return 0
        assert self._room is not None
        frozen = self._room.freeze()
        left = [i for i in range(len(options)) if i != usual]
        rounds = math.ceil(math.log2(len(left)))
        for _ in range(rounds):
            gains = self._try(frozen, what, options, left, self._times // 2 // (rounds * len(left)))
            left = sorted(left, key=lambda i: -sum(gains[i]))[: (len(left) + 1) // 2]
        other = left[0]
        gains = self._try(frozen, what, options, [usual, other], self._times // (4 if rounds else 2))
        more = [one - its for one, its in zip(gains[other], gains[usual], strict=True)]
        is_better = len(more) > 1 and mean(more) > stdev(more) / math.sqrt(len(more))
        return other if is_better else usual

    def _try(
        self, frozen: bytes, what: str, options: Sequence[Any], tried: Sequence[int], times: int
    ) -> dict[int, list[float]]:
        """Return the gains of some options, each in the same new worlds."""
        seed = self._lots.getrandbits(64)
        gains: dict[int, list[float]] = {i: [] for i in tried}
        for _ in range(max(1, times)):
            self.worlds += 1
            try:
                found = [self._play_on(frozen, f"{seed} {self.worlds}", what, options[i]) for i in tried]
            except IMPOSSIBLE:
                self.failures += 1
                continue
            for i, gain in zip(tried, found, strict=True):
                gains[i].append(gain)
        return gains

    def _play_on(self, frozen: bytes, world: str, what: str, option: object) -> float:
        """Return the gain of an option in an imagined world: more is better."""
        assert self._judge is not None
        lots = random.Random(world)
        room: Room = pickle.loads(frozen)
        room.held = frozenset()
        room.fidget = 0.0
        change = room.imagine(self._seat, lots)
        room.draw_by(lots)
        for person in room.people:
            usual = self._makes(random.Random(f"{world} {person.seat}"))
            is_own = person.seat == self._seat
            person.brain = _Once(usual, what, option, self._last_card) if is_own else usual
        judge = imagine(self._judge(), room, change, world)
        last = judge.match.stage + _AHEAD.of(judge.game.NAME, 0) if standings(judge, room) else None
        played = BareMatch(judge, room).play(last)
        won = (self._seat in played.winners) / len(played.winners) if played.winners else 0.0
        found = standings(judge, room)
        return found[self._seat] - sum(found) / len(found) + won * max(found) if found else won


class _Once:
    """A brain that takes the option at the first decision of this kind, and then decides as usual."""

    def __init__(self, usual: Brain, what: str, option: Any, card: int | None) -> None:
        self._usual = usual
        self._what: str | None = what
        self._option = option
        self._card = card  # chosen just before, for a decision that belongs to it

    def choose_card(self, hand: Sequence[int], view: View) -> int:
        if self._what == "card":
            self._what = None
            if self._option in hand:
                return int(self._option)
        elif self._what is not None and self._card in hand:
            return int(self._card or 0)
        return self._usual.choose_card(hand, view)

    def answer(self, what: str, args: Args, hand: Sequence[int], view: View) -> bool:
        if what == self._what:
            self._what = None
            return bool(self._option)
        return self._usual.answer(what, args, hand, view)

    def pick(self, what: str, rows: Args, hand: Sequence[int], view: View) -> int:
        if what == self._what and self._option < len(rows):
            self._what = None
            return int(self._option)
        return self._usual.pick(what, rows, hand, view)


def standings(judge: Referee, room: Room) -> Sequence[float]:
    """Return how good the match is for each seat, the more the better; () if only its end tells."""
    find: Standings = _STANDINGS.of(judge.game.NAME, lambda match, room: judge.game.values(match)[1])
    return find(judge.match, room)


def imagine(judge: Referee, room: Room, change: dict[int, int], world: str) -> Referee:
    """Return a referee at the same prompt, unanswered, with these people's cards and other lots from now on.

    `change`: hidden card -> the card that is imagined in its place. Raises replay.Conflict: these cards
    cannot be.
    """
    now = judge.match.stage, len(judge.answers)
    draw_before = judge.draw

    def draw(stage: int, index: int, n: int) -> int:
        if (stage, index) < now:
            return draw_before(stage, index, n)
        return random.Random(f"chance {world} {stage} {index}").randrange(n)

    twin = TrustingReferee(matches.load(judge.game, judge.checkpoint), draw=draw)
    replay.begin(twin, {handle: change.get(card, card) for handle, card in judge.vault.items()})
    twin.picture.lying = list(room.lying)
    replay.replay(twin, judge.answers)
    twin.picture.match_recorded(judge.picture.old())
    twin.next_handle = judge.next_handle
    twin.out.clear()
    return twin
