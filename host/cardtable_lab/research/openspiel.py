"""The games as games of OpenSpiel: `cardtable_democracy`, `cardtable_demos`, `cardtable_democrazy`.

Importing this module registers them. See docs/develop/research.md.

A match begins with one chance node, the deal: it chooses the seed of all lots. Then players decide one after
another, and do not see what others decided in secret; a decision with one option is none. The returns are
win shares less an equal share, so that they sum to 0.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from cardtable.engine.game import Game as GameRules
from cardtable.games import registry as games
from cardtable_lab.research import information
from tablehost import messages
from tablehost.errors import Trouble, require_package
from tablehost.people.decisions import Playthrough
from tablehost.people.minds import Decision
from tablehost.plugins.choice import Choice, choose
from tablehost.types import OptionRow

require_package("pyspiel", "research")
import pyspiel  # noqa: E402

SAID = messages.Catalogue("cardtable_lab/research")

Parameter = bool | int | float | str

# Identifiers of actions: a card by its number, no and yes, a row.
CARDS = 256
NO = CARDS
FIRST_ROW = NO + 2
ROWS = 128
ACTIONS = FIRST_ROW + ROWS

# Options that change no decision here: hands are never dealt wrong, and no time passes.
LEFT_OUT = ("deal_check", "negotiation_seconds")
DEALS = 1000
LONGEST = 5000  # decisions, after which a match ends without a winner


def specify(game: GameRules) -> dict[str, Parameter]:
    """Return the parameters of a game of OpenSpiel, with their defaults."""
    rows = [row for row in OptionRow.all_of(game.OPTIONS) if row.name not in LEFT_OUT]
    return {
        "players": game.SEATS[0],
        "deals": DEALS,
        "seed": 0,
        "longest": LONGEST,
        **{row.name: _to_parameter(row) for row in rows},
    }


def _to_parameter(row: OptionRow) -> Parameter:
    """Return the default of an option; 0 for one that depends on the number of players.

    OpenSpiel reads the words true and false as what they mean.
    """
    if callable(row.default):
        return 0
    value = row.default
    return value == "true" if set(row.choices) == {"true", "false"} else value


def read_choice(game: GameRules, parameters: Mapping[str, Parameter]) -> Choice:
    """Return the match that parameters ask for. Raises Trouble."""
    rows = {row.name: row for row in OptionRow.all_of(game.OPTIONS)}
    pairs = [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in parameters.items()
        if name in rows and not (callable(rows[name].default) and value == 0)
    ]
    return choose(game.NAME, int(parameters["players"]), None, pairs)


class Game(pyspiel.Game):
    """A game with its options, for so many players and deals."""

    def __init__(
        self, rules: GameRules, kind: pyspiel.GameType, parameters: Mapping[str, Parameter] | None = None
    ) -> None:
        asked = {**specify(rules), **(parameters or {})}
        given = {"players": asked["players"], **(parameters or {})}
        self.choice = read_choice(rules, given)
        self.deals, self.longest, self.seed = (int(asked[name]) for name in ("deals", "longest", "seed"))
        for name, number in (("deals", self.deals), ("longest", self.longest)):
            if number < 1:
                raise Trouble("BAD_NUMBER", SAID("too-few", name=name, number=number))
        equal = 1 / self.choice.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.choice.seats,
            min_utility=-equal,
            max_utility=1 - equal,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(kind, info, parameters or {})

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Parameter] | None = None,
    ) -> "Observer":
        if params:
            raise ValueError(f"there are no parameters of an observation: {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.choice, recalls)


class State(pyspiel.State):
    """A state: before the deal, at a decision, or at the end.

    playthrough  the match, None before the deal; past: the decisions made, also those with one option
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._deals = game.deals
        self._longest = game.longest
        self._seed = game.seed
        self._name = game.choice.game.NAME
        self._seats = game.choice.seats
        self._given = game.choice.given
        self.playthrough: Playthrough | None = None
        self.past: list[information.PastDecision] = []

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; None before the deal and at the end."""
        if self.playthrough is None or len(self.past) >= self._longest:
            return None
        return self.playthrough.decision

    def current_player(self) -> int:
        if self.playthrough is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.decision is None else self.decision.seat

    def is_terminal(self) -> bool:
        return self.playthrough is not None and self.decision is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / self._deals) for number in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.decision
        if decision is None or decision.seat != player:
            return []
        return sorted(_number(decision, index) for index in range(len(decision.options)))

    def _apply_action(self, action: int) -> None:
        if self.playthrough is None:
            seed = f"{self._seed}.{action}"  # the match of this number of `cardtable simulate --seed`
            self.playthrough = Playthrough(games.load(self._name), self._seats, self._given, seed)
        else:
            self._decide(self._find(action))
        while (decision := self.decision) is not None and len(decision.options) == 1:
            self._decide(0)

    def _decide(self, index: int) -> None:
        assert self.playthrough is not None and self.decision is not None
        facts = self.playthrough.facts
        self.past.append(information.remember(self.playthrough.game, self.decision, index, facts))
        self.playthrough.decide(index)

    def _find(self, action: int) -> int:
        """Return the index of the option that an action chooses. Raises ValueError."""
        assert self.decision is not None
        return [_number(self.decision, index) for index in range(len(self.decision.options))].index(action)

    def _action_to_string(self, player: int, action: int) -> str:
        decision = self.decision
        if decision is None or self.playthrough is None:
            return f"deal {action}"
        return (
            f"{decision.what} {information.write_option(self.playthrough.game, decision, self._find(action))}"
        )

    def returns(self) -> list[float]:
        winners = self.playthrough.winners if self.playthrough is not None else []
        if not winners:
            return [0.0] * self._seats
        return [(seat in winners) / len(winners) - 1 / self._seats for seat in range(self._seats)]

    def __str__(self) -> str:
        if self.playthrough is None:
            return "before the deal"
        lines = [information.write_value(fact) for fact in self.playthrough.facts]
        return "\n".join([*lines, *(f"{one.seat}: {one.text}" for one in self.past)])


class Observer:
    """The observations of a player; with `recalls`, the text is an information state.

    The numbers are the present alone: what all games have, see `information.number_observation`.
    """

    def __init__(self, choice: Choice, recalls: bool) -> None:
        self._recalls = recalls
        deck = len(choice.game.deck(choice.seats, choice.options))
        shapes = information.pieces(choice.seats, deck)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict = {}
        begin = 0
        for (name, shape), size in zip(shapes.items(), sizes, strict=True):
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: State, player: int) -> None:
        self.tensor.fill(0)
        if state.playthrough is None:
            return
        hand, view = state.playthrough.look(player)
        for name, numbers in information.number_observation(player, view, hand, state.decision).items():
            self.dict[name][...] = np.reshape(numbers, self.dict[name].shape)

    def string_from(self, state: State, player: int) -> str:
        if state.playthrough is None:
            return f"seat={player}"
        hand, view = state.playthrough.look(player)
        present = information.write_observation(player, view, hand, state.decision)
        if not self._recalls:
            return present
        return information.write_history(player, state.playthrough.facts, state.past) + "\n" + present


def _number(decision: Decision, index: int) -> int:
    """Return the identifier of an option among all actions."""
    if decision.kind == "card":
        return int(decision.options[index])
    return (NO if decision.kind == "answer" else FIRST_ROW) + index


def _make_class(rules: GameRules, kind: pyspiel.GameType) -> type[Game]:
    """Return the class of this game. OpenSpiel keeps it to the end of the process, which a function would
    not bear.
    """

    class Registered(Game):
        def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
            super().__init__(rules, kind, params)

    return Registered


def register() -> Sequence[str]:
    """Register all games with OpenSpiel; return their names there."""
    known = pyspiel.registered_names()
    names = [f"cardtable_{name}" for name in games.NAMES]
    for name in games.NAMES:
        if f"cardtable_{name}" in known:
            continue
        rules = games.load(name)
        kind = pyspiel.GameType(
            short_name=f"cardtable_{name}",
            long_name=f"Cardtable: {name}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=rules.SEATS[1],
            min_num_players=rules.SEATS[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=specify(rules),
        )
        pyspiel.register_game(kind, _make_class(rules, kind))
    return names


NAMES = register()
