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

from cardtable.engine.match import Match
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Conflict
from tablehost.people import twins
from tablehost.people.bare_match import BareMatch, StuckMatch
from tablehost.people.minds import Chosen, Decision, Mind
from tablehost.people.room import Room
from tablehost.plugins import presentation

PLAYED_ON = 60  # times for each decision that a strong player plays on in its mind
Standings = Callable[[Match, Room], Sequence[float]]
_STANDINGS = presentation.Part[Standings]("standings")
_AHEAD = presentation.Part[int]("AHEAD")
IMPOSSIBLE = (StuckMatch, Conflict, AssertionError, IndexError, KeyError, ValueError)


class Strong:
    """The mind of a strong player; a `tablehost.people.thinker.Thinker`.

    `usual`: the mind whose way is its usual one, and with which all players play there; `times`: how often it
    plays on for each decision.

    worlds   the number of imagined worlds; failures: of those that could not be
    """

    def __init__(self, usual: Mind, times: int = PLAYED_ON) -> None:
        self._usual = usual
        self._times = times
        self._seat = 0
        self._room: Room | None = None
        self._judge: Callable[[], Referee] | None = None
        self._last_card: int | None = None
        self.worlds = self.failures = 0

    def join(self, seat: int, room: Room, judge: Callable[[], Referee]) -> None:
        """Take this seat among the people around a table; `judge` gives its referee."""
        self._seat, self._room, self._judge = seat, room, judge

    def __call__(self, decision: Decision, lots: random.Random) -> Chosen:
        """Return the best option; the usual one, unless another one clearly surpasses it.

        The others are tried in the same worlds, and after each round the worse half is left out. The one that
        is left and the usual one are tried in new worlds, so that luck which brought it there does not count.
        """
        usual = self._usual(decision, lots).option
        best = self._best(decision, usual, lots)
        if decision.kind == "card":
            self._last_card = decision.options[best]
        return Chosen(best)

    def _best(self, decision: Decision, usual: int, lots: random.Random) -> int:
        options = decision.options
        if len(options) == 1:
            return 0
        assert self._room is not None
        frozen = self._room.freeze()
        left = [i for i in range(len(options)) if i != usual]
        rounds = math.ceil(math.log2(len(left)))
        for _ in range(rounds):
            gains = self._try(frozen, decision, lots, left, self._times // 2 // (rounds * len(left)))
            left = sorted(left, key=lambda i: -sum(gains[i]))[: (len(left) + 1) // 2]
        other = left[0]
        gains = self._try(frozen, decision, lots, [usual, other], self._times // (4 if rounds else 2))
        more = [one - its for one, its in zip(gains[other], gains[usual], strict=True)]
        is_better = len(more) > 1 and mean(more) > stdev(more) / math.sqrt(len(more))
        return other if is_better else usual

    def _try(
        self, frozen: bytes, decision: Decision, lots: random.Random, tried: Sequence[int], times: int
    ) -> dict[int, list[float]]:
        """Return the gains of some options, each in the same new worlds."""
        seed = lots.getrandbits(64)
        gains: dict[int, list[float]] = {i: [] for i in tried}
        for _ in range(max(1, times)):
            self.worlds += 1
            try:
                found = [self._play_on(frozen, f"{seed} {self.worlds}", decision, i) for i in tried]
            except IMPOSSIBLE:
                self.failures += 1
                continue
            for i, gain in zip(tried, found, strict=True):
                gains[i].append(gain)
        return gains

    def _play_on(self, frozen: bytes, world: str, decision: Decision, option: int) -> float:
        """Return the gain of an option in an imagined world: more is better."""
        assert self._judge is not None
        lots = random.Random(world)
        room: Room = pickle.loads(frozen)
        room.held = frozenset()
        room.fidget = 0.0
        change = room.imagine(self._seat, lots)
        room.draw_by(lots)
        for person in room.people:
            person.lots = random.Random(f"{world} {person.seat}")
            person.mind = self._usual
        room.people[self._seat].mind = _Once(self._usual, decision, option, self._last_card)
        judge = imagine(self._judge(), room, change, world)
        last = judge.match.stage + _AHEAD.of(judge.game.NAME, 0) if standings(judge, room) else None
        played = BareMatch(judge, room).play(last)
        won = (self._seat in played.winners) / len(played.winners) if played.winners else 0.0
        found = standings(judge, room)
        return found[self._seat] - sum(found) / len(found) + won * max(found) if found else won


class _Once:
    """A mind that takes the option at the first decision like this one, and then decides as usual."""

    def __init__(self, usual: Mind, decision: Decision, option: int, card: int | None) -> None:
        self._usual = usual
        self._due: Decision | None = decision
        self._option = option
        self._card = card  # chosen just before, for a decision that belongs to it

    def __call__(self, decision: Decision, lots: random.Random) -> Chosen:
        due = self._due
        if due is None:
            return self._usual(decision, lots)
        if decision.kind == "card":
            wanted = self._card
            if due.kind == "card":
                self._due, wanted = None, due.options[self._option]
            if wanted in decision.options:
                return Chosen(decision.options.index(wanted))
        elif (decision.kind, decision.what) == (due.kind, due.what):
            self._due = None
            if self._option < len(decision.options):
                return Chosen(self._option)
        return self._usual(decision, lots)


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

    standing = twins.note(judge, room.lying)
    vault = {handle: change.get(card, card) for handle, card in standing.vault.items()}
    return twins.of(judge.game, standing._replace(vault=vault), draw)
