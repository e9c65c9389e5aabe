"""The verb `log`: a game from the journal as its open log, in words or as JSON Lines."""

import argparse
from collections.abc import Iterator, Sequence

from cardtable.rulebook.games import NAMES
from tablehost import openlog, words
from tablehost.chronicle import of_game
from tablehost.journal import Game, Journal
from tablehost.strict_json import is_too_large
from tablehost.terminal import escape_all
from tablehost.trouble import CHECK_FAILED, GAP, NOT_FOUND, USAGE, Trouble


def main(args: argparse.Namespace) -> int:
    """`cardtable log [GAME-ID|last]`. Raises Trouble."""
    with Journal() as journal:
        game = find(journal, args.game)
        chronicle = of_game(journal, game)
        holds_back = chronicle.holds_back(game)
        gaps = journal.gaps(game.uid, game.first_g, game.last_g)
    lines = chronicle.told(game)
    for text in map(openlog.dumps, lines) if args.json else in_words(lines):
        print(text)
    if holds_back and not args.json:
        print("The hands that were dealt are told when the match is over.")
    if chronicle.first_words and not args.json:
        print(f"\nWords of the beginning: {chronicle.first_words}")
    if chronicle.words and not args.json:
        print(f"Words to note down: {chronicle.words} (cardtable verify {game.id} checks this game)")
    if gaps:
        raise Trouble(
            "GAP",
            f"records {gaps[0].first} to {gaps[0].last} of this game are lost; the log ends before them",
            "the table was full before it could hand them over; all that is told above holds",
            GAP,
        )
    if chronicle.shadow.difference is not None:
        raise Trouble(
            "DIFFERENCE",
            f"the table and the rulebook here disagree: {chronicle.shadow.difference}",
            "the log ends before that record; everything is in the journal",
            CHECK_FAILED,
        )
    return 0


def in_words(lines: Sequence[openlog.Line]) -> Iterator[str]:
    """An open log, line by line, in the words of its game, which go by what was told before."""
    if lines:
        shown = escape_all(list(lines))
        said = words.of(shown[0])
        for line in shown:
            said.hear(line)
            yield said.sentence(line)


def find(journal: Journal, word: str) -> Game:
    """The game that `word` names: its number, or `last`. Raises Trouble."""
    if word != "last":
        if not word.isascii() or not word.isdigit():
            hint = "cardtable alone names the games played last"
            raise Trouble("USAGE", f"{word}: a game is named by its number, or it is last", hint, USAGE)
        if is_too_large(word):
            about = f"{word[:24]} is too large for the number of a game: it has {len(word)} digits"
            raise Trouble("USAGE", about, "cardtable alone names the games played last", USAGE)
        return journal.game(int(word))
    games = journal.games()
    if not games:
        hint = f"play one: cardtable play {NAMES[0]}"
        raise Trouble("NO_SUCH_GAME", "no game was played yet", hint, NOT_FOUND)
    return games[-1]
