"""A match of the engine and simulated people, without a table, firmware or chips."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import Match
from cardtable.engine.outputs import Refused, Told
from cardtable.engine.referee import Referee
from cardtable.games import registry as games
from tablehost.people import room as people
from tablehost.people import twins
from tablehost.people.minds import Mind, lots_of
from tablehost.people.room import Person
from tablehost.people.thinker import Thinker
from tablehost.people.trusting_referee import TrustingReferee
from tablehost.referee import open_log
from tablehost.types import Fact, Line, Prompt

PATIENCE = 20  # times that no player acts, though time passes, before a match hangs
FIDGET = 0.02  # how often, of 1, a simulated player changes its mind


class StuckMatch(Exception):
    """A match that does not continue, or in which players broke the rules: a mistake in the program."""


@dataclass
class FinishedMatch:
    """One finished match: its facts, its winners, and the lines of its open log if they were asked for."""

    facts: list[Fact] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


class Moment(NamedTuple):
    """A match at a prompt, see `BareMatch.note`: referee, people as they were frozen, the facts so far."""

    standing: twins.Standing
    people: bytes
    facts: list[Fact]


class BareMatch:
    """A match of a referee and people around a table, at its beginning or at any prompt.

    `watch`: takes each prompt, and returns it as the people see it.

    played  the facts so far; the winners, once the match is over
    prompt  the prompt that the people act on
    """

    def __init__(
        self, judge: Referee, room: people.Room, watch: Callable[[Prompt], Prompt] | None = None
    ) -> None:
        self.played = FinishedMatch()
        self.prompt = Prompt("", (), (), ())
        self._game = judge.game
        self._watch = watch
        self._judge = judge
        self._room = room
        room.trusted = isinstance(judge, TrustingReferee)
        self._is_logged = False
        self._learns = judge.game.NAME in games.OWN  # people try until a card is not refused
        self._asked = 0
        for person in room.people:
            if isinstance(person.mind, Thinker):
                person.mind.join(person.seat, room, lambda: judge)

    def keep_log(self, players: Sequence[str], seed: object) -> None:
        """Keep the open log of a match that has not begun; `players`: their names."""
        self._is_logged = True
        match = self._judge.match
        first = open_log.match_line(self._game, players, match.options, True, seed=str(seed))
        self.played.lines.append(first)

    @property
    def stage(self) -> int:
        """Return the number of the stage that is played."""
        return self._judge.match.stage

    def note(self) -> Moment:
        """Return the match as it is at this prompt, for which no player has acted yet."""
        standing = twins.note(self._judge, self._room.lying)
        return Moment(standing, self._room.freeze(), list(self.played.facts))

    @property
    def people(self) -> Sequence[Person]:
        """The players, by seat."""
        return self._room.people

    def play(self, last: int | None = None) -> FinishedMatch:
        """Play the match to its end, or to the end of the stage `last`. Raises StuckMatch."""
        if self._judge.table is None:
            self._note(self._judge.start())
        idle = 0
        while (prompt := self._judge.prompt()) is not None:
            if last is not None and self._judge.match.stage > last:
                return self.played
            self.prompt = Prompt(*prompt[:4])
            if self._watch is not None:
                self.prompt = self._watch(self.prompt)
            idle = 0 if self._act() else idle + 1
            if idle > PATIENCE:
                raise StuckMatch(f"no player finds anything to do at {prompt}")
            if idle:
                self._note(self._judge.feed(("expired",)))
        self.played.winners = list(self._game.winners(self._judge.match))
        return self.played

    def _act(self) -> bool:
        """Let the players act on the prompt until the table asks for something else; return False if no
        player acts.
        """
        asked = self._judge.ask_number
        if asked != self._asked:
            self._asked = asked
            self._room.begin_ask()
        has_acted = False
        for events in self._room.acts(*self.prompt):
            has_acted = True
            if self._is_logged:
                self._log_deals()
            if not isinstance(self._judge, TrustingReferee):
                for event in events:
                    self._note(self._judge.feed(event))
                break  # they look at the lamps again
            self._note(self._judge.take_act(events))
            if self._judge.ask_number != asked:
                break
        if self._is_logged:
            self._log_deals()
        return has_acted

    def _log_deals(self) -> None:
        letters = self._room.letters
        self.played.lines += [open_log.deal_line(*deal, letters) for deal in self._room.new_deals()]

    def _note(self, outs: Sequence[object]) -> None:
        for out in outs:
            if isinstance(out, Told):
                fact = out.fact
                self.played.facts.append(fact)
                self._room.told(open_log.raw(self._game, fact))
                if self._is_logged:
                    line = open_log.fact_line(self._game, self._judge.match.options, fact)
                    self.played.lines.append(line)
            elif isinstance(out, Refused) and not self._learns and out.code not in self._room.tries:
                asked = self._judge.prompt()
                raise StuckMatch(f"refused: {out.code} at place {out.place}, asked for {asked}")


def begin(
    match: Match,
    seed: object,
    minds: Sequence[Mind],
    players: Sequence[str] | None = None,
    fidget: float = FIDGET,
    watch: Callable[[Prompt], Prompt] | None = None,
    kind: type[BareMatch] = BareMatch,
    by_hand: bool = False,
) -> BareMatch:
    """Return a fresh match; all lots are drawn from the seed.

    `players`: their names, to keep the open log; `fidget`: see `people.room.Room`; `kind`: of match.
    `by_hand`: the referee judges all cards after each input, and the players look at their lamps after each
    act, as they do where they fidget. The facts are the same without, and come sooner.
    """
    room = people.room(match.game, match.seats, match.options, seed, minds, fidget=fidget)
    makes = Referee if by_hand or fidget else TrustingReferee
    bare = kind(makes(match, draw=draw_by(seed)), room, watch)
    if players is not None:
        bare.keep_log(players, seed)
    return bare


def go_on(
    game: GameRules,
    moment: Moment,
    seed: object,
    minds: Sequence[Mind],
    watch: Callable[[Prompt], Prompt] | None = None,
) -> BareMatch:
    """Return a match of this seed, without whims, that goes on from a moment."""
    room: people.Room = pickle.loads(moment.people)
    for person, mind in zip(room.people, minds, strict=True):
        person.mind, person.lots = mind, lots_of(seed, person.seat)
    bare = BareMatch(twins.of(game, moment.standing, draw_by(seed)), room, watch)
    bare.played.facts += moment.facts
    return bare


def draw_by(seed: object) -> twins.Draw:
    """Return the draws of the referee in the match of a seed."""
    return lambda stage, index, n: random.Random(f"chance {seed} {stage} {index}").randrange(n)
