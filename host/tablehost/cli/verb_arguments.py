"""The arguments of each verb. Imported when a verb was said, or all of them are needed.

The catalogue `help` has the text of each argument, see `tablehost.cli.help`.
"""

import argparse
from collections.abc import Callable, Mapping
from datetime import date

from tablehost import messages
from tablehost.cli import club_options, deck_options
from tablehost.cli.verbs import LISTS
from tablehost.files import STDOUT
from tablehost.journal.strict_json import is_too_large

_MISTAKES = messages.Catalogue("arguments")


def number(text: str) -> int:
    """Return a whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(_MISTAKES("not-whole", given=repr(text)))
    if is_too_large(text):
        raise argparse.ArgumentTypeError(_MISTAKES("too-large", given=text[:24], count=len(text)))
    return int(text)


def pace(text: str) -> float:
    """Return the pace: 1 as in life, 2 twice as long, 0.5 half as long, 0 without any pause."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1000:
        raise argparse.ArgumentTypeError(_MISTAKES("not-a-pace", given=repr(text)))
    return value


def seconds(text: str) -> float:
    """Return a time in seconds."""
    return pace(text)


def day(text: str) -> str:
    """Return the day as year-month-day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(_MISTAKES("not-a-day", given=repr(text))) from None


def _describe_faults() -> str:
    """Return the kinds of faults that --faults can inject."""
    from tablehost.people import faults

    return faults.describe_kinds()


def _describe_corrections() -> str:
    """Return the forms of corrections."""
    from tablehost.session import correction_lines

    head = messages.Catalogue("play")("what-can-be-said")
    return f"\n{head}\n" + "".join(f"  {form}\n" for form in correction_lines.forms())


def add(verb: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments of the verb `name` to its parser."""
    _add_common(verb, name)
    _ARGUMENTS[name](verb)


def _add_common(verb: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments that several verbs have."""
    verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
    if name in ("play", "simulate", "cards"):
        verb.add_argument("game", metavar="GAME", nargs="?" if name == "play" else None)
    if name == "rules":
        verb.add_argument("game", metavar="GAME|GAME-ID|last", nargs="?", default="last")
    if name in ("log", "export"):
        verb.add_argument("game", nargs="?", default="last", metavar="GAME-ID|last")
    if name in ("replay", "verify"):
        verb.add_argument("game", nargs="?", default="last", metavar="GAME-ID|last|FILE")
    if name in ("play", "simulate", "cards", "rules"):
        verb.add_argument("--players", type=number, metavar="N")
        if name != "cards":
            verb.add_argument("--preset", metavar="NAME")
        verb.add_argument("-o", dest="option", action="append", default=[], metavar="NAME=VALUE")
    if name not in ("play", "deck", "completion"):
        verb.add_argument("--lang", choices=messages.LANGUAGES, metavar="LANG")
    if name in ("play", "simulate"):
        verb.add_argument("--names", metavar="A,B,...")
        verb.add_argument("--seed", type=number, metavar="N")
    if name in ("play", "say", "matches", "doctor", "flash"):
        verb.add_argument("-t", "--table", metavar="ADDRESS")


def _add_play(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--watch", action="store_true")
    verb.add_argument("--speak", action="store_true")
    verb.add_argument("--hands", nargs="?", const="1", metavar="SEATS")
    verb.add_argument("--by-hand", action="store_true")
    verb.add_argument("--reveal", type=seconds, default=1.5, metavar="SECONDS")
    verb.add_argument("--resume", nargs="?", const="", metavar="MATCH")
    verb.add_argument("--alone", action="store_true")
    verb.add_argument("--teach", action="store_true")
    verb.add_argument("--lang", metavar="LANG")
    verb.add_argument("--pace", type=pace, default=1.0, metavar="X")
    verb.add_argument("--from-scores", metavar="N,...")
    verb.add_argument("--policy", choices=("shown", "all", "sealed"), default="shown", metavar="POLICY")
    verb.add_argument("--open-record", action="store_true")
    verb.add_argument("--witness", action="store_true")
    verb.add_argument("--pty", nargs="?", const="", metavar="LINK")
    verb.add_argument("--bots", metavar="KIND,...")
    verb.add_argument("--faults", metavar="NAME[=N],...")
    verb.add_argument("--reader", metavar="KIND")


def _add_serve(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("-t", "--table", action="append", metavar="ADDRESS")
    verb.add_argument("--port", type=number)
    verb.add_argument("--lan", nargs="?", const="", metavar="ADDRESS")
    verb.add_argument("--public-url", metavar="URL")
    verb.add_argument("--open", action="store_true")
    verb.add_argument("--pace", type=pace, default=3.0)
    verb.add_argument("--bots", metavar="KIND,...")
    verb.add_argument("--by-hand", action="store_true")
    verb.add_argument("--reveal", type=seconds, default=4.0, metavar="SECONDS")


def _add_keep(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("-t", "--table", action="append", metavar="ADDRESS")
    verb.add_argument("--install", action="store_true")


def _add_say(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("words", nargs="*", metavar="WHAT")
    verb.add_argument("--insist", action="store_true")
    verb.add_argument("--drop-rest", action="store_true")


def _add_matches(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--player", metavar="NAME")
    verb.add_argument("--since", type=day, metavar="DATE")
    verb.add_argument("--csv", nargs="?", const=STDOUT, metavar="FILE")


def _add_replay(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--pace", type=pace, default=1.0, metavar="X")
    verb.add_argument("--speak", action="store_true")


def _add_verify(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--words", nargs="+", metavar="WORD")
    verb.add_argument("--anchor", metavar="FILE")
    verb.add_argument("--require-anchor", action="store_true")
    verb.add_argument("--code", metavar="CODE")


def _add_export(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--format", choices=("jsonl", "bundle"), default="jsonl", metavar="FORMAT")
    verb.add_argument("--anonymous", action="store_true")
    verb.add_argument("--out", metavar="FILE")


def _add_import(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("files", nargs="*", metavar="FILE")
    verb.add_argument("--remove", metavar="MATCH")


def _add_games(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("game", nargs="?", metavar="GAME")


def _add_rules(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--mode", metavar="MODE")
    verb.add_argument("--aid", action="store_true")
    verb.add_argument("--rulings", action="store_true")
    verb.add_argument("--format", choices=("text", "svg", "html"), default="text", metavar="FORMAT")
    verb.add_argument("--out", metavar="FILE")


def _add_cards(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--paper", choices=("a4", "letter"), default="a4", metavar="PAPER")
    verb.add_argument("--format", choices=("svg", "pdf"), metavar="FORMAT")
    verb.add_argument("--out", metavar="DIR|FILE")
    verb.add_argument("--whole", action="store_true")
    verb.add_argument("--laws", metavar="FILE")
    verb.add_argument("--braille", action="store_true")
    verb.add_argument("--list", dest="listed", action="store_true")


def _add_simulate(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--games", type=number, required=True, metavar="N")
    verb.add_argument("--jobs", type=number, metavar="J")
    verb.add_argument("--log", metavar="FILE")
    verb.add_argument("--corpus", metavar="FOLDER")
    verb.add_argument("--csv", metavar="FILE")
    verb.add_argument("--bots", metavar="KIND,...")
    verb.add_argument("--sweep", action="append", default=[], metavar="OPTION[=VALUE,...]")
    verb.add_argument("--until", metavar="FIGURE±WIDTH")
    verb.add_argument("--parquet", metavar="FILE")
    verb.add_argument("--page", metavar="FILE")
    verb.add_argument("--cluster", metavar="ADDRESS")


def _add_laws(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("file", metavar="FILE")
    verb.add_argument("--write", metavar="FILE")


def _add_new_game(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("name", metavar="NAME")
    verb.add_argument("--from", dest="base", metavar="GAME")


def _add_own(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("folder", metavar="FOLDER")


def _add_tables(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--all", action="store_true")
    whats = verb.add_subparsers(dest="what", metavar="set", parser_class=type(verb))
    setting = whats.add_parser("set", help="")
    setting.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
    setting.add_argument("--lang", choices=messages.LANGUAGES, default=argparse.SUPPRESS, metavar="LANG")
    setting.add_argument("settings", nargs="+", metavar="NAME=VALUE")
    setting.add_argument("-t", "--table", metavar="ADDRESS")


def _add_data(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("what", choices=("backup", "restore"), metavar="backup|restore")
    verb.add_argument("file", nargs="?", metavar="FILE")


def _add_journal(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("what", choices=("setup", "copy", "forget"), metavar="setup|copy|forget")
    verb.add_argument("source", nargs="?", metavar="FROM")
    verb.add_argument("target", nargs="?", metavar="TO")


def _add_doctor(verb: argparse.ArgumentParser) -> None:
    alone = verb.add_mutually_exclusive_group()
    alone.add_argument("--hw", action="store_true")
    alone.add_argument("--wires", nargs="?", const="", metavar="BOARD")
    alone.add_argument("--prompt", action="store_true")
    alone.add_argument("--fix-udev", action="store_true")
    verb.add_argument("--support", metavar="FILE")
    verb.add_argument("--report", metavar="FILE")


def _add_wire(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("board", nargs="?", metavar="BOARD")
    verb.add_argument("--svg", metavar="FILE")
    verb.add_argument("--pico", default="pico", metavar="PICO")
    verb.add_argument("--bom", choices=["csv"])


def _add_flash(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--board", metavar="NAME")
    verb.add_argument("--drive", metavar="FOLDER")
    verb.add_argument("--image", metavar="FILE")
    laid = verb.add_mutually_exclusive_group()
    laid.add_argument("--dev", action="store_true")
    laid.add_argument("--plain", action="store_true")
    laws = verb.add_mutually_exclusive_group()
    laws.add_argument("--laws", metavar="FILE")
    laws.add_argument("--no-laws", action="store_true")
    verb.add_argument("--game", metavar="FOLDER")
    verb.add_argument("--no-game", metavar="NAME")
    verb.add_argument("-n", "--dry-run", action="store_true")
    verb.add_argument("--again", action="store_true")
    verb.add_argument("-q", "--quiet", action="store_true")
    verb.add_argument("-v", "--verbose", action="store_true")


def _add_completion(verb: argparse.ArgumentParser) -> None:
    words = verb.add_mutually_exclusive_group(required=True)
    words.add_argument("shell", nargs="?", choices=("bash", "zsh", "fish", "tcsh"), metavar="SHELL")
    words.add_argument("--list", choices=LISTS, metavar="KIND")


def _add_help(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("words", nargs="*", metavar="VERB")


_ARGUMENTS: Mapping[str, Callable[[argparse.ArgumentParser], None]] = {
    "play": _add_play,
    "serve": _add_serve,
    "keep": _add_keep,
    "say": _add_say,
    "club": lambda verb: club_options.add(verb, number),
    "matches": _add_matches,
    "log": lambda verb: None,
    "replay": _add_replay,
    "verify": _add_verify,
    "export": _add_export,
    "import": _add_import,
    "games": _add_games,
    "rules": _add_rules,
    "cards": _add_cards,
    "simulate": _add_simulate,
    "new-game": _add_new_game,
    "laws": _add_laws,
    "own": _add_own,
    "tables": _add_tables,
    "deck": lambda verb: deck_options.add(verb, number, pace),
    "data": _add_data,
    "journal": _add_journal,
    "doctor": _add_doctor,
    "wire": _add_wire,
    "flash": _add_flash,
    "completion": _add_completion,
    "help": _add_help,
}

# The text that the help of a verb has in addition.
MORE: Mapping[str, Callable[[], str]] = {"play": _describe_faults, "say": _describe_corrections}
