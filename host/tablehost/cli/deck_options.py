"""The arguments of `cardtable deck`. Imported with the command line, so it imports little itself; the command
line gives them their help.
"""

import argparse
from collections.abc import Callable

from tablehost.messages import LANGUAGES

WHATS = ("enrol", "check", "audit", "write", "show", "replace", "use", "retire", "export", "import")


def add(verb: argparse.ArgumentParser, number: Callable[[str], int], pace: Callable[[str], float]) -> None:
    """Add the arguments of `deck` to the parser. `number`, `pace`: readers of such words."""
    whats = verb.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=type(verb))
    made = {}
    for name in WHATS:
        one = made[name] = whats.add_parser(name, help="")
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
    for name in ("enrol", "check", "audit", "write", "use", "retire", "export"):
        made[name].add_argument("name", metavar="NAME")
    made["show"].add_argument("name", nargs="?", metavar="NAME")
    enrol = made["enrol"]
    enrol.add_argument("game", nargs="?", metavar="GAME")
    enrol.add_argument("--standard54", action="store_true")
    enrol.add_argument("--players", type=number, metavar="N")
    enrol.add_argument("-o", dest="option", action="append", default=[], metavar="NAME=VALUE")
    enrol.add_argument("--tags", metavar="SORT")
    enrol.add_argument("--pad", type=number, metavar="N")
    enrol.add_argument("--from-tags", action="store_true")
    enrol.add_argument("--short", action="store_true")
    replace = made["replace"]
    replace.add_argument("card", metavar="CARD")
    replace.add_argument("--deck", metavar="NAME")
    replace.add_argument("--pad", type=number, metavar="N")
    replace.add_argument("--short", action="store_true")
    made["audit"].add_argument("--seconds", type=number, default=90, metavar="N")
    for name in ("audit", "write", "export"):
        made[name].add_argument("--out", metavar="FILE")
    made["import"].add_argument("file", metavar="FILE")
    made["import"].add_argument("--name", metavar="NAME")
    for name in ("enrol", "check", "audit", "write", "replace", "use", "retire"):
        made[name].add_argument("-t", "--table", metavar="ADDRESS")
    for one in made.values():
        one.add_argument("--lang", choices=LANGUAGES, metavar="LANG")
    for name in ("enrol", "check", "audit", "write", "replace"):
        one = made[name]
        one.add_argument("--pace", type=pace, default=0.2, metavar="X")
        one.add_argument("--faults", metavar="NAME,...")
        one.add_argument("--reader", metavar="KIND")
