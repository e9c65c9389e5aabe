"""The verb `log`: a game from the journal as its open log, in words or as JSON Lines."""

import argparse
from collections.abc import Iterator, Sequence

from cardtable.games.registry import NAMES
from tablehost import messages
from tablehost.errors import CHECK_FAILED, GAP, NOT_FOUND, USAGE, Trouble
from tablehost.games import narration
from tablehost.journal.store import Game, Journal
from tablehost.journal.strict_json import is_too_large
from tablehost.referee import open_log
from tablehost.referee.game_log import of_game
from tablehost.screen.terminal import escape_all

SAID = messages.Catalogue("record")


def main(args: argparse.Namespace) -> int:
    """`cardtable log [GAME-ID|last]`. Raises Trouble."""
    with Journal() as journal:
        game = find(journal, args.game)
        chronicle = of_game(journal, game)
        holds_back = chronicle.holds_back(game)
        gaps = journal.game_gaps(game)
    lines = chronicle.told(game)
    for text in map(open_log.dumps, lines) if args.json else in_words(lines):
        print(text)
    if holds_back and not args.json:
        print(SAID("hands-held-back"))
    if chronicle.first_words and not args.json:
        print(SAID("words-of-beginning", first_words=chronicle.first_words))
    if chronicle.words and not args.json:
        print(SAID("words-to-note", words=chronicle.words, id=game.id))
    if gaps:
        raise Trouble(
            "GAP",
            SAID("gap", first=gaps[0].first, last=gaps[0].last),
            SAID("gap-hint"),
            GAP,
        )
    if chronicle.shadow.difference is not None:
        raise Trouble(
            "DIFFERENCE",
            SAID("difference", difference=chronicle.shadow.difference),
            SAID("difference-hint"),
            CHECK_FAILED,
        )
    return 0


def in_words(lines: Sequence[open_log.Line]) -> Iterator[str]:
    """An open log, line by line, in the words of its game, which go by what was told before."""
    if lines:
        shown = escape_all(list(lines))
        said = narration.of(shown[0])
        for line in shown:
            said.hear(line)
            yield said.sentence(line)


def find(journal: Journal, word: str) -> Game:
    """The game that `word` names: its number, or `last`. Raises Trouble."""
    if word != "last":
        if not word.isascii() or not word.isdigit():
            hint = SAID("recent-games-hint")
            raise Trouble("USAGE", SAID("no-number-of-game", word=word), hint, USAGE)
        if is_too_large(word):
            about = SAID("number-too-large", word=word[:24], word2=len(word))
            raise Trouble("USAGE", about, SAID("recent-games-hint"), USAGE)
        return journal.game(int(word))
    games = journal.games()
    if not games:
        hint = SAID("no-such-game-hint", names=NAMES[0])
        raise Trouble("NO_SUCH_GAME", SAID("no-such-game"), hint, NOT_FOUND)
    return games[-1]
