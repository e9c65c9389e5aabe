"""The arguments of `cardtable club`. Imported with the command line, so it imports little itself."""

import argparse
from collections.abc import Callable

from tablehost.files import STDOUT
from tablehost.messages import LANGUAGES

WHATS = ("seat", "new", "next", "result", "standings")
BY = ("points", "rating")


def add(verb: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """Add the arguments of `club` to the parser. `number`: the reader of a whole number."""
    whats = verb.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=type(verb))
    made = {}
    for name in WHATS:
        one = made[name] = whats.add_parser(name, help="")
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        one.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, metavar="LANG")
    for name in WHATS[1:]:
        made[name].add_argument("name", metavar="NAME")
    for name in ("seat", "new", "next"):
        made[name].add_argument("--players", required=name != "next", metavar="FILE|A,B,...")
        made[name].add_argument("--tables", type=number, required=name != "next", metavar="N")
    for name in ("seat", "new"):
        made[name].add_argument("--rounds", type=number, default=5, metavar="N")
        made[name].add_argument("--seed", type=number, default=1, metavar="N")
        made[name].add_argument("--game", required=name == "new", metavar="GAME")
    made["new"].add_argument("--swiss", action="store_true")
    made["next"].add_argument("--again", action="store_true")
    result = made["result"]
    result.add_argument("round", type=number, metavar="ROUND")
    result.add_argument("table", type=number, metavar="TABLE")
    result.add_argument("match", nargs="?", default="last", metavar="GAME-ID|last")
    result.add_argument("--names", metavar="A,B,...")
    result.add_argument("--replace", action="store_true")
    made["standings"].add_argument("--by", choices=BY, default=BY[0], metavar="BY")
    made["standings"].add_argument("--page", metavar="FILE.html")
    for name in ("seat", "standings"):
        made[name].add_argument("--csv", nargs="?", const=STDOUT, metavar="FILE")
