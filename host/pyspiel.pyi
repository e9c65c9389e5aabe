"""Types of OpenSpiel's compiled library, as far as `tablehost.research` uses it."""

from collections.abc import Callable, Mapping, Sequence

_Parameter = bool | int | float | str

class GameType:
    class Dynamics:
        SEQUENTIAL: GameType.Dynamics

    class ChanceMode:
        EXPLICIT_STOCHASTIC: GameType.ChanceMode

    class Information:
        IMPERFECT_INFORMATION: GameType.Information

    class Utility:
        ZERO_SUM: GameType.Utility

    class RewardModel:
        TERMINAL: GameType.RewardModel

    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: GameType.Dynamics,
        chance_mode: GameType.ChanceMode,
        information: GameType.Information,
        utility: GameType.Utility,
        reward_model: GameType.RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, _Parameter],
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class PlayerId:
    CHANCE: int
    TERMINAL: int

class IIGObservationType:
    perfect_recall: bool
    def __init__(self, *, perfect_recall: bool) -> None: ...

class Game:
    def __init__(self, type: GameType, info: GameInfo, parameters: Mapping[str, _Parameter]) -> None: ...

class State:
    def __init__(self, game: Game) -> None: ...

def register_game(type: GameType, maker: Callable[..., Game]) -> None: ...
def registered_names() -> Sequence[str]: ...
