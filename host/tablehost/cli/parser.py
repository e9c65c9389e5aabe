"""The parser of the command line: the arguments of each verb, and messages on mistakes in them."""

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from tablehost import messages
from tablehost.cli.help import help_end
from tablehost.cli.verbs import LISTS, VERBS
from tablehost.decks import options
from tablehost.errors import Trouble, did_you_mean
from tablehost.journal.strict_json import is_too_large

SAID = messages.Catalogue("table")

LANG = "in which language: en or fr [$CARDTABLE_LANG, else en]"
PACE = "how long everything takes: 1 as in life, 0.5 half as long, 0 without any pause"
MOVED = {"--speed": "it is called --pace now: --pace 0.5 is twice as fast, --pace 0 without any pause"}


class Parser(argparse.ArgumentParser):
    """An argument parser that raises mistakes as Trouble. `more()`: additional text of its help."""

    more: Callable[[], str] | None = None

    def format_help(self) -> str:
        verb = self.prog.removeprefix("cardtable").strip() or None
        return super().format_help() + ("" if self.more is None else self.more()) + help_end(verb)

    def error(self, message: str) -> NoReturn:
        about = messages.translate("arguments", message)  # argparse has its sentences in English alone
        raise Trouble("USAGE", about, SAID("see-help", prog=self.prog))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but refuse an unknown option here, where the known ones are available."""
        found, rest = super().parse_known_args(args, namespace)
        for word in rest:
            if word.startswith("-"):
                known = [name for name in self._option_string_actions if name.startswith("--")]
                hint = MOVED.get(word.partition("=")[0]) or did_you_mean(word.partition("=")[0], known)
                raise Trouble("USAGE", SAID("unknown-option", called=self._called(), word=word), hint)
        return found, rest

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            where = f"{'/'.join(action.option_strings)}: " if action.option_strings else self._called()
            hint = did_you_mean(str(value), [str(choice) for choice in action.choices])
            raise Trouble("USAGE", SAID("unknown-choice", where=where, value=value), hint)

    def _called(self) -> str:
        """Return the verb with a colon, "" for the command itself."""
        verb = self.prog.removeprefix("cardtable").strip()
        return f"{verb}: " if verb else ""


def number(text: str) -> int:
    """Return a whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    if is_too_large(text):
        raise argparse.ArgumentTypeError(f"{text[:24]} is too large a number: it has {len(text)} digits")
    return int(text)


def pace(text: str) -> float:
    """Return the pace: 1 as in life, 2 twice as long, 0.5 half as long, 0 without any pause."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1000")
    return value


def the_faults() -> str:
    """Return the kinds of faults that --faults can inject."""
    from tablehost.virtual import faults

    return faults.describe_kinds()


def the_words() -> str:
    """Return the forms of corrections."""
    from tablehost.cli import corrections

    head = messages.Catalogue("play")("what-can-be-said")
    return f"\n{head}\n" + "".join(f"  {form}\n" for form in corrections.forms())


def parser() -> Parser:
    """Return the parser with all verbs and their arguments."""
    top = Parser(prog="cardtable", description="Log, judge and watch games at the instrumented card table.")
    top.add_argument("--version", action="store_true", help="the version of this program")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser)
    made = {name: verbs.add_parser(name, help=line, description=line) for name, (_, line) in VERBS.items()}
    for name, verb in made.items():
        verb.add_argument("--json", action="store_true", help="print JSON")
        if name in ("play", "simulate", "cards"):
            which = "which game; `cardtable games` lists them"
            verb.add_argument("game", metavar="GAME", nargs="?" if name == "play" else None, help=which)
        if name == "rules":
            verb.add_argument("game", metavar="GAME|GAME-ID|last", help="a game, or a match that was played")
        if name in ("play", "simulate", "cards", "rules"):
            verb.add_argument("--players", type=number, metavar="N", help="how many people play")
            verb.add_argument(
                "-o", dest="option", action="append", default=[], metavar="NAME=VALUE",
                help="an option of the game; `cardtable games GAME` lists them",
            )  # fmt: skip
        if name not in ("play", "deck", "completion", "version"):
            verb.add_argument("--lang", choices=messages.LANGUAGES, metavar="LANG", help=LANG)
        if name in ("play", "simulate"):
            verb.add_argument("--names", metavar="A,B,...", help="who plays, in the order of the seats")
            verb.add_argument("--seed", type=number, metavar="N", help="the same seed gives the same match")
    made["play"].add_argument("--pace", type=pace, default=1.0, metavar="X", help=PACE)
    made["play"].add_argument(
        "--resume", nargs="?", const="", metavar="MATCH",
        help="go on with the match of this number, or with the one that was left",
    )  # fmt: skip
    made["play"].add_argument(
        "--hands", nargs="?", const="1", metavar="SEATS",
        help="play these seats yourself: 1 (the default on a terminal), 1,3, names, or all",
    )  # fmt: skip
    made["play"].add_argument(
        "--alone", action="store_true", help="a match is set up at the table, by its keys; here it is kept"
    )
    made["play"].add_argument(
        "--teach",
        action="store_true",
        help="a first match: a sentence before each kind of act, and after a trick",
    )
    made["play"].add_argument("--watch", action="store_true", help="bots play, you look on")
    made["play"].add_argument(
        "--policy", choices=("shown", "all", "sealed"), default="shown", metavar="POLICY",
        help="who learns at the end what no rule has shown: shown (nobody), all or sealed (who has a code)",
    )  # fmt: skip
    made["play"].add_argument(
        "--open", action="store_true", help="to teach: the computer knows the hidden cards, the table says so"
    )
    made["play"].add_argument(
        "--witness", action="store_true", help="show six words to note down, with which the match is verified"
    )
    made["play"].add_argument("--lang", metavar="LANG", help=f"{LANG}; the table speaks it from now on")
    made["play"].add_argument("--sound", metavar="SOUND", help="how the table sounds: full, soft or off")
    made["play"].add_argument(
        "--glow", metavar="MINUTES",
        help="how long a table at which nothing is played shows where to begin: 1, 10, 60, always or off",
    )  # fmt: skip
    made["play"].add_argument(
        "-t", "--table", metavar="ADDRESS",
        help="auto, name:NAME (a name of your own), id:SERIAL, port:NAME, socket://HOST:PORT, "
        "rfc2217://HOST:PORT, or sim: for the virtual table [$CARDTABLE, else auto]",
    )  # fmt: skip
    made["play"].add_argument(
        "--pty", nargs="?", const="", metavar="LINK",
        help="only be the virtual table, on a pseudo terminal; play at it with -t port:NAME",
    )  # fmt: skip
    made["play"].add_argument(
        "--faults", metavar="NAME[=N],...",
        help="what goes wrong at the virtual table: all, or some of the list below",
    )  # fmt: skip
    made["play"].add_argument(
        "--reader", metavar="KIND", help="the readers of the virtual table: mfrc522, pn532 or pn5180"
    )
    made["play"].more = the_faults
    simulate = made["simulate"]
    simulate.add_argument("--games", type=number, required=True, metavar="N", help="how many matches")
    simulate.add_argument("--jobs", type=number, metavar="J", help="how many processes (one a processor)")
    simulate.add_argument("--log", metavar="FILE", help="write the open log of all matches, as JSON Lines")
    simulate.add_argument("--csv", metavar="FILE", help="write the figures as CSV; - prints them instead")
    simulate.add_argument(
        "--bots", metavar="KIND,...",
        help="how they play: sensible, if anybody does, or random; of several, the seats take turns",
    )  # fmt: skip
    made["games"].add_argument("game", nargs="?", metavar="GAME", help="show this game's options")
    made["games"].add_argument("--laws", metavar="FILE", help="check laws of your own for democrazy")
    made["games"].add_argument("--write", metavar="FILE", help="and write what deck=own plays with")
    made["games"].add_argument("--add", metavar="FOLDER", help="check a game of your own, and keep it here")
    cards = made["cards"]
    cards.add_argument("--paper", choices=("a4", "letter"), default="a4", metavar="PAPER", help="a4, letter")
    cards.add_argument(
        "--format", choices=("svg", "pdf"), metavar="FORMAT",
        help="svg (a file each page) or pdf (one file, each page followed by its backs)",
    )  # fmt: skip
    cards.add_argument(
        "--out", metavar="DIR|FILE", help="where to; else the folder GAME-cards, or GAME-cards.pdf, here"
    )
    cards.add_argument("--whole", action="store_true", help="also cards that a standard pack has (demos)")
    cards.add_argument("--laws", metavar="FILE", help="for democrazy: print laws of your own instead")
    rules = made["rules"]
    rules.add_argument("--mode", metavar="MODE", help="the same as -o mode=MODE")
    rules.add_argument("--aid", action="store_true", help="one page of A4 for the players: PDF, or SVG")
    rules.add_argument("--rulings", action="store_true", help="only the rulings in force, one page")
    rules.add_argument(
        "--format", choices=("text", "svg", "html"), default="text", metavar="FORMAT",
        help="of the rulings: text, svg or html (the last two: one page of A4)",
    )  # fmt: skip
    rules.add_argument("--out", metavar="FILE", help="where to; else it is printed here")
    made["data"].add_argument(
        "what", choices=("backup", "restore"), metavar="backup|restore", help="which way"
    )
    made["data"].add_argument(
        "file", nargs="?", metavar="FILE", help="the backup; else cardtable-DATE.zip here"
    )
    say = made["say"]
    say.add_argument("words", nargs="*", metavar="WHAT", help="see below")
    say.add_argument("--insist", action="store_true", help="undo: take back also what all have seen")
    say.add_argument("--drop-rest", action="store_true", help="amend: drop later answers that do not fit")
    say.more = the_words
    made["end"].add_argument(
        "match", nargs="?", metavar="GAME-ID", help="a parked match instead, by its number"
    )
    options.add(made["deck"], number, pace)
    for name in ("doctor", "wire"):
        made[name].add_argument(
            "-t", "--table", metavar="ADDRESS", help="which table, as for play; sim: is the virtual one"
        )
    made["doctor"].add_argument("--hw", action="store_true", help="also try readers, lamps, keys: you help")
    made["doctor"].add_argument("--fix-udev", action="store_true", help="have Linux let you open the port")
    made["doctor"].add_argument("--support", metavar="FILE", help="write what was found, for others to read")
    made["doctor"].add_argument(
        "--report", metavar="FILE", help="write the page that a first builder sends back"
    )
    made["wire"].add_argument("board", nargs="?", metavar="BOARD", help="which board; else all are listed")
    made["wire"].add_argument("--svg", metavar="FILE", help="draw the board's wiring, one page of A4")
    made["wire"].add_argument("--pico", default="pico", metavar="PICO", help="pico, pico_w, pico2, pico2_w")
    made["wire"].add_argument("--bom", choices=["csv"], help="print its list of parts, for a spreadsheet")
    made["wire"].add_argument("--check", action="store_true", help="try every wire of the table: you help")
    for verb in (made["flash"], made["repl"]):
        verb.add_argument("-t", "--table", metavar="ADDRESS", help="which one, as for play [$CARDTABLE]")
    flash = made["flash"]
    flash.add_argument("--board", metavar="NAME", help="which board its Pico is on, or a file.py of your own")
    flash.add_argument("--drive", metavar="FOLDER", help="the drive of a Pico that waits for its program")
    flash.add_argument("--image", metavar="FILE", help="another image than that of this version")
    laid = flash.add_mutually_exclusive_group()
    laid.add_argument("--dev", action="store_true", help="lay changed modules over the program")
    laid.add_argument("--plain", action="store_true", help="remove files that hide parts of the program")
    laws = flash.add_mutually_exclusive_group()
    laws.add_argument("--laws", metavar="FILE", help="Democrazy's laws of your own, for deck=own")
    laws.add_argument("--no-laws", action="store_true", help="remove these laws from the table")
    flash.add_argument("--game", metavar="FOLDER", help="a game of your own")
    flash.add_argument("--no-game", metavar="NAME", help="remove that game from the table")
    flash.add_argument("-n", "--dry-run", action="store_true", help="print the plan, touch nothing")
    flash.add_argument("--again", action="store_true", help="also if the table runs this very program")
    flash.add_argument("-q", "--quiet", action="store_true", help="say nothing but what is wrong")
    flash.add_argument("-v", "--verbose", action="store_true", help="also what the table prints")
    made["version"].add_argument("--licences", action="store_true", help="whose work is in a firmware image")
    words = made["completion"].add_mutually_exclusive_group(required=True)
    shells = ("bash", "zsh", "fish", "tcsh")
    words.add_argument("shell", nargs="?", choices=shells, metavar="SHELL", help="bash, zsh, fish or tcsh")
    words.add_argument(
        "--list", choices=LISTS, metavar="KIND", help="the words that are offered: " + ", ".join(LISTS)
    )
    made["list"].add_argument("--all", action="store_true", help="every serial port on USB")
    made["replay"].add_argument("game", metavar="GAME-ID|last|FILE", help="a game played, or its open log")
    made["replay"].add_argument("--pace", type=pace, default=1.0, metavar="X", help=PACE)
    verify = made["verify"]
    verify.add_argument("game", metavar="GAME-ID|last|FILE", help="a game played, or an exported file")
    verify.add_argument("--words", nargs="+", metavar="WORD", help="the six words that you noted down")
    verify.add_argument("--anchor", metavar="FILE", help="a file in which words of the table were kept")
    verify.add_argument(
        "--require-anchor", action="store_true", help="a game that nothing outside its record holds fails"
    )
    verify.add_argument("--code", metavar="CODE", help="what opens a game of --policy sealed")
    made["export"].add_argument("game", nargs="?", default="last", metavar="GAME-ID|last", help="which one")
    made["export"].add_argument(
        "--format", choices=("jsonl", "text", "bundle"), default="jsonl", metavar="FORMAT",
        help="jsonl (the table's own bytes), text (to read and to write by hand) or bundle (a zip)",
    )  # fmt: skip
    made["export"].add_argument("--out", metavar="FILE", help="where to; else here, by a name of its own")
    made["import"].add_argument("files", nargs="+", metavar="FILE", help="exported games, or games in text")
    made["log"].add_argument("game", nargs="?", default="last", metavar="GAME-ID|last", help="which one")
    return top
