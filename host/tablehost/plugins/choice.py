"""The choice of a match: game, players and options, checked against the rules of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean
from tablehost.plugins import presentation
from tablehost.seats import NAMES, find_twin, is_name
from tablehost.types import OptionRow, Options

SAID = messages.Catalogue("play")

USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Choice:
    """One match to play. `options` holds every option of the game, `given` those that were given;
    `listeners`: the seats to whose players the computer names the cards on their own pads; `scores`: those
    with which the match begins, by seat, as people declare, none for 0 each.
    """

    game: GameRules
    players: list[str]
    options: Options
    given: Options
    warnings: list[str]
    named: bool = False  # the players were named
    listeners: Sequence[int] = ()
    scores: Sequence[int] = ()

    @property
    def seats(self) -> int:
        return len(self.players)


def load_game(name: str) -> GameRules:
    """Return the game called `name`. Raises Trouble with the games there are."""
    try:
        return games.load(name)
    except KeyError:
        hint = did_you_mean(name, games.NAMES)
        raise Trouble("UNKNOWN_GAME", SAID("unknown-game", name=name), hint, NOT_FOUND) from None


def read_pairs(words: list[str]) -> dict[str, str]:
    """Return the options of `-o NAME=VALUE ...`. Raises Trouble."""
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Trouble("BAD_OPTION", SAID("bad-option", word=word), SAID("options-hint"))
        if name in pairs and pairs[name] != value:
            about = SAID("option-twice", name=name, pairs=pairs[name], value=value)
            raise Trouble("BAD_OPTION", about, SAID("option-twice-hint"))
        pairs[name] = value
    return pairs


def read_names(text: str) -> list[str]:
    """Return the players of `--names A,B,...`. Raises Trouble."""
    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise Trouble("BAD_NAMES", SAID("name-empty", text=text))
    twin = find_twin(names)
    if twin is not None:
        raise Trouble("BAD_NAMES", SAID("name-twice", text=text, name=twin), SAID("name-twice-hint"))
    for name in names:
        if not is_name(name):
            raise Trouble("BAD_NAMES", SAID("name-not-printable", name=name))
    return names


def presets_of(game: GameRules) -> dict[str, tuple[int, list[str]]]:
    """Return the sets of options of a game by name: estimated minutes, and the options as `NAME=VALUE`."""
    return {name: (minutes, options.split()) for name, minutes, options in game.PRESETS}


def preset_text(game: GameRules, name: str) -> str:
    """Return a set of options in words: estimated minutes, difficulty, and the options."""
    minutes, pairs = presets_of(game)[name]
    level = SAID(f"level {presentation.LEVELS.of(game.NAME, {}).get(name, 2)}")
    return SAID("preset-is", minutes=minutes, level=level, options=" ".join(pairs) or None)


def _preset_pairs(game: GameRules, name: str | None) -> dict[str, str]:
    """Return the options of a set. Raises Trouble with the sets there are."""
    there = presets_of(game)
    if name is not None and name not in there:
        about = SAID("unknown-preset", game=game.NAME, name=name)
        raise Trouble("UNKNOWN_PRESET", about, did_you_mean(name, list(there)))
    return read_pairs(there[name][1]) if name is not None else {}


def choose(
    game_name: str, players: int | None, names: str | None, pairs: list[str], preset: str | None = None
) -> Choice:
    """Check the game and options that a user asked for; those named go before those of the `preset`.

    Raises Trouble with the valid choices; its cause is the OptionError, if there is one.
    """
    game = load_game(game_name)
    least, most = game.SEATS
    called = None if names is None else read_names(names)
    if called is not None and players is not None and players != len(called):
        raise Trouble("BAD_PLAYERS", SAID("players-and-names", players=players, called=len(called)))
    if players is None:
        players = len(called) if called is not None else max(least, min(most, USUAL_PLAYERS))
    given: Options = {**_preset_pairs(game, preset), **read_pairs(pairs)}
    try:
        options: Options = resolve(game, players, given)
    except OptionError as error:
        hint = did_you_mean(str(error.given), presentation.name_choices(error.choices))
        code = "BAD_OPTION" if least <= players <= most else "BAD_PLAYERS"
        raise Trouble(code, presentation.describe_refusal(game.NAME, error), hint) from error
    warnings = _warnings(game, players, options)
    return Choice(game, called or list(NAMES[:players]), options, given, warnings, called is not None)


def at_real_table(choice: Choice) -> tuple[Choice, list[str]]:
    """Return the choice with the presets of a real table, unless the user named the option; and a line for
    each such option.
    """
    return _preset(choice, presentation.AT_REAL_TABLE)


def to_watch(choice: Choice) -> tuple[Choice, list[str]]:
    """Return the choice with the presets for spectators, where they fit the rest, and a line for each
    option.
    """
    try:
        return _preset(choice, presentation.TO_WATCH)
    except OptionError:
        return choice, []


def _preset(choice: Choice, part: presentation.Part[Options]) -> tuple[Choice, list[str]]:
    presets = part.of(choice.game.NAME, {})
    preset = {name: value for name, value in presets.items() if name not in choice.given}
    if not preset:
        return choice, []
    given = {**choice.given, **preset}
    options: Options = resolve(choice.game, choice.seats, given)
    said = [
        SAID(f"preset {part.name}", name=name, value=value, why=SAID(f"presets {name}"))
        for name, value in preset.items()
    ]
    warnings = _warnings(choice.game, choice.seats, options)
    return replace(choice, options=options, given=given, warnings=warnings), said


def _warnings(game: GameRules, players: int, options: Options) -> list[str]:
    """Return the game's warnings about these options."""
    found = game.warnings(players, options)
    language = messages.language()
    return [
        presentation.get_option_text(game.NAME, "warning", code, language, **values) or code
        for code, values in found
    ]


def default_text(game: GameRules, row: OptionRow) -> str:
    """Return the default of an OPTIONS row in words, also where it depends on the number of players."""
    runs: list[tuple[int, int, str]] = []
    for seats in range(game.SEATS[0], game.SEATS[1] + 1):
        value = str(row.usual(seats))
        if runs and runs[-1][2] == value:
            runs[-1] = (runs[-1][0], seats, value)
        else:
            runs.append((seats, seats, value))
    if len(runs) == 1:
        return runs[0][2]
    return ", ".join(
        SAID("for-seats", value=value, seats=a if a == b else f"{a}-{b}") for a, b, value in runs
    )


def choices_text(row: OptionRow) -> str:
    """Return the values that an OPTIONS row allows, in words."""
    if row.span:
        least, most = row.span
        return SAID("or-more", row=least) if most is None else f"{least}-{most}"
    return " ".join(str(choice) for choice in row.choices)
