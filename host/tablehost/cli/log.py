"""The verb `log`: a match from the journal as its open log, in words or as JSON Lines."""

from tablehost import messages
from tablehost.arguments import Log
from tablehost.errors import CHECK_FAILED, GAP, Trouble
from tablehost.files import dump_line
from tablehost.journal.anchors import label_words
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.lookup import find
from tablehost.journal.store import Journal
from tablehost.match.card_words import CardWords
from tablehost.people import vocabulary
from tablehost.plugins.narration import narrate

SAID = messages.Catalogue("record")


def main(args: Log) -> int:
    """Run `cardtable log [GAME-ID|last]`. Raises Trouble."""
    with Journal() as journal:
        game = find(journal, args.game)
        chronicle = load_chronicle(journal, game)
        holds_back = chronicle.holds_back(game)
        gaps = journal.game_gaps(game)
    lines = chronicle.told(game)
    name = CardWords(vocabulary.load(messages.language(), game.game)).name
    for text in map(dump_line, lines) if args.json else map(name, narrate(lines)):
        print(text)
    if holds_back and not args.json:
        print(SAID("hands-held-back"))
    if chronicle.first_words and not args.json:
        first_words = label_words(chronicle.first_words, game.uid, game.first_g)
        print(SAID("words-of-beginning", first_words=first_words))
    if chronicle.words and not args.json:
        words = label_words(chronicle.words, game.uid, game.first_g)
        print(SAID("words-to-note", words=words, id=game.id))
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
