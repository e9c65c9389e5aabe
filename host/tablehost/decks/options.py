"""The arguments of `cardtable deck`. Imported with the command line, so it imports little itself."""

import argparse
from collections.abc import Callable

from tablehost.messages import LANGUAGES

WHATS = {
    "enrol": "lay the cards one after another, so that the table learns which tag is which card",
    "check": "lay each card once: what is missing, extra or there twice",
    "audit": "the same in 90 seconds, with weak tags and a receipt",
    "write": "have each tag say which card it is, so that another table can take the deck over",
    "show": "the decks there are, or the cards and tags of one",
    "replace": "give a card another tag",
    "use": "put a deck on the table",
    "retire": "a deck is used no more: its tags are free, and it leaves the table",
    "export": "write a deck into a file",
    "import": "take in a deck from a file",
}


def add(verb: argparse.ArgumentParser, number: Callable[[str], int], pace: Callable[[str], float]) -> None:
    """Add the arguments of `deck` to the parser. `number`, `pace`: readers of such words."""
    whats = verb.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=type(verb))
    made = {}
    for name, line in WHATS.items():
        one = made[name] = whats.add_parser(name, help=line, description=line)
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    for name in ("enrol", "check", "audit", "write", "use", "retire", "export"):
        made[name].add_argument("name", metavar="NAME", help="what the deck is called")
    made["show"].add_argument("name", nargs="?", metavar="NAME", help="show the cards of this one")
    enrol = made["enrol"]
    enrol.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="its cards: democracy, demos, democrazy; or standard54, expanded, democrazy-published",
    )
    enrol.add_argument(
        "--standard54",
        action="store_true",
        help="a standard pack with two jokers: Democracy to six, and DemoS",
    )
    enrol.add_argument("--players", type=number, metavar="N", help="for so many players of GAME")
    enrol.add_argument(
        "-o", dest="option", action="append", default=[], metavar="NAME=VALUE", help="its options"
    )
    enrol.add_argument("--tags", metavar="SORT", help="iso14443a (NTAG; the usual) or iso15693 (ICODE)")
    enrol.add_argument("--pad", type=number, metavar="N", help="lay on this pad [1]")
    enrol.add_argument(
        "--from-tags",
        action="store_true",
        help="the tags say which cards they are (deck write): lay them in any order, on any pads",
    )
    enrol.add_argument("--short", action="store_true", help="take tags whose numbers have 4 bytes, too")
    replace = made["replace"]
    replace.add_argument("card", metavar="CARD", help="as the deck calls it: 5S, KD#2, X1, R07 ...")
    replace.add_argument("--deck", metavar="NAME", help="of which deck, if several have such a card")
    replace.add_argument("--pad", type=number, metavar="N", help="lay on this pad [1]")
    replace.add_argument("--short", action="store_true", help="take a tag whose number has 4 bytes, too")
    made["audit"].add_argument(
        "--seconds", type=number, default=90, metavar="N", help="so long it may take [90]"
    )
    for name in ("audit", "write"):
        made[name].add_argument("--out", metavar="FILE", help="where the receipt is written")
    made["export"].add_argument("--out", metavar="FILE", help="where to; else NAME.deck, here")
    made["import"].add_argument(
        "file", metavar="FILE", help="an exported deck, or a table's deck.txt (--name)"
    )
    made["import"].add_argument("--name", metavar="NAME", help="call it so")
    for name in ("enrol", "check", "audit", "write", "replace", "use", "retire"):
        made[name].add_argument("-t", "--table", metavar="ADDRESS", help="as for cardtable play")
    for one in made.values():
        about = "en or fr [$CARDTABLE_LANG, else en]"
        one.add_argument("--lang", choices=LANGUAGES, metavar="LANG", help=about)
    for name in ("enrol", "check", "audit", "write", "replace"):
        one = made[name]
        one.add_argument("--pace", type=pace, default=0.2, metavar="X", help="virtual table: 1 as in life")
        one.add_argument("--faults", metavar="NAME,...", help="virtual table: what its hands do wrong")
        one.add_argument("--reader", metavar="KIND", help="virtual table: mfrc522, pn532 or pn5180")
