"""A match as a sequence of decisions, for programs that play: search, learning, studies of bots.

    playthrough = Playthrough(games.load("democracy"), seats=3, options={}, seed=1)
    while playthrough.decision is not None:
        playthrough.decide(0)
    print(playthrough.winners)

The people around the table do the rest: they deal, lay cards, press keys and clear the pads. They never
change their mind, and all their lots come from the seed, so that seed and decisions are the whole match.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardtable.engine import match as matches
from cardtable.engine.game import Game as GameRules
from cardtable.games import registry as games
from tablehost.errors import require_package
from tablehost.people import bare_match
from tablehost.people.bare_match import BareMatch, FinishedMatch, Moment
from tablehost.people.minds import Chosen, Decision, View
from tablehost.types import Fact, Option, Options, Prompt

require_package("greenlet", "research")
import greenlet  # noqa: E402


class Stage(NamedTuple):
    """A stage that has begun: its number, the decisions made before it, and the match then."""

    number: int
    made: int
    moment: Moment


class Playthrough:
    """One match, which waits at each decision.

    `options` as `engine.match.new` takes them; `seed`: of all lots; `decisions`: the indices of the first
    ones. Raises OptionError. The players of `seats` decide, and nothing else does. All calls come from the
    thread of the first one.
    """

    def __init__(
        self,
        game: GameRules,
        seats: int,
        options: Mapping[str, Option],
        seed: object,
        decisions: Sequence[int] = (),
        stage: Stage | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options: Options = matches.resolve(game, seats, dict(options))
        self.decisions = list(decisions)
        self._waiting: list[Decision] = []
        self._bare: BareMatch | None = None  # the match from its first use on
        self._begun = stage
        self._made = 0
        self._player: greenlet.greenlet | None = None

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; None when the match is over."""
        self._catch_up()
        return self._waiting[0] if self._waiting else None

    @property
    def begins_stage(self) -> bool:
        """Return True if the decision that is due is the first of its stage."""
        self._catch_up()
        return self._begun is not None and self._made == self._begun.made

    @property
    def facts(self) -> list[Fact]:
        """The facts that the table has announced so far."""
        return self._catch_up().facts

    @property
    def winners(self) -> list[int]:
        """The seats that have won; [] before the end."""
        return self._catch_up().winners

    def look(self, seat: int) -> tuple[list[int], View]:
        """Return the hand of a seat and the rest of its knowledge, as they are now."""
        self._catch_up()
        assert self._bare is not None
        person = self._bare.people[seat]
        return person.hand, person.view

    def decide(self, index: int) -> None:
        """Choose the option of this index, and continue to the next decision. Raises IndexError."""
        decision = self.decision
        if decision is None:
            raise IndexError("the match is over")
        if not 0 <= index < len(decision.options):
            raise IndexError(f"option {index} of {len(decision.options)}")
        self.decisions.append(index)
        self._continue(index)

    def clone(self) -> "Playthrough":
        """Return a copy that continues on its own. The decisions of this stage are made again there."""
        return Playthrough(self.game, self.seats, self.options, self.seed, self.decisions, self._begun)

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle as `clone` does."""
        return _resume, (self.game.NAME, self.seats, self.options, self.seed, self.decisions, self._begun)

    def _catch_up(self) -> FinishedMatch:
        """Play the match up to the decision that is due."""
        if self._bare is None:
            minds, begun = [self._ask] * self.seats, self._begun
            if begun is None:
                match = matches.new(self.game, self.seats, self.options)
                self._bare = bare_match.begin(match, self.seed, minds, fidget=0, watch=self._watch)
            else:
                self._made = begun.made
                self._bare = bare_match.go_on(self.game, begun.moment, self.seed, minds, self._watch)
            self._player = greenlet.greenlet(self._bare.play)
            self._continue(None)
            for index in self.decisions[self._made :]:
                self._continue(index)
        return self._bare.played

    def _continue(self, index: int | None) -> None:
        assert self._player is not None
        self._waiting.clear()
        self._player.parent = greenlet.getcurrent()
        self._player.switch(*[] if index is None else [index])

    def _watch(self, prompt: Prompt) -> Prompt:
        """Note where a stage begins."""
        assert self._bare is not None
        if self._begun is None or self._bare.stage != self._begun.number:
            self._begun = Stage(self._bare.stage, self._made, self._bare.note())
        return prompt

    def _ask(self, decision: Decision, lots: random.Random) -> Chosen:
        """Hand a decision out; return what `decide` chooses. It is a mind, see `people.minds`."""
        assert self._player is not None and self._player.parent is not None
        kept = decision._replace(options=list(decision.options), hand=list(decision.hand))
        self._waiting.append(kept)
        chosen = Chosen(int(self._player.parent.switch()))
        self._made += 1
        return chosen


def _resume(
    name: str,
    seats: int,
    options: Mapping[str, Option],
    seed: object,
    decisions: Sequence[int],
    stage: Stage | None,
) -> Playthrough:
    """Return a playthrough of a game of this name after its first decisions."""
    return Playthrough(games.load(name), seats, options, seed, decisions, stage)
