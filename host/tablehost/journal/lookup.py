"""Matches of the journal by the word that names one on the command line."""

from cardtable.engine.game import Game as GameRules
from cardtable.games import registry
from cardtable.games.registry import NAMES
from tablehost import messages
from tablehost.errors import NOT_FOUND, USAGE, Trouble
from tablehost.journal.store import Game, Journal
from tablehost.plugins import own
from tablehost.types import is_too_large

SAID = messages.Catalogue("record")


def find(journal: Journal, word: str) -> Game:
    """Return the match that `word` names: its number, or `last`. Raises Trouble."""
    if word != "last":
        if not word.isascii() or not word.isdigit():
            hint = SAID("recent-games-hint")
            raise Trouble("USAGE", SAID("no-number-of-game", word=word), hint, USAGE)
        if is_too_large(word):
            about = SAID("number-too-large", word=word[:24], word2=len(word))
            raise Trouble("USAGE", about, SAID("recent-games-hint"), USAGE)
        return journal.game(int(word))
    last = next(journal.newest_games(), None)
    if last is None:
        hint = SAID("no-such-game-hint", names=NAMES[0])
        raise Trouble("NO_SUCH_GAME", SAID("no-such-game"), hint, NOT_FOUND)
    return last


def load_game_of(played: Game) -> GameRules:
    """Return the game of a match in the journal. Raises Trouble: this computer lacks it."""
    if played.game not in NAMES:
        raise own.unknown_game(played.game)
    return registry.load(played.game)


def resume_line(game: Game) -> str:
    """Return the command that resumes this match."""
    return f"cardtable play --resume {game.id}"
