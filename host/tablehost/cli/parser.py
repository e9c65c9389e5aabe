"""The parser of the command line, and messages on mistakes in it. `cli/verb_arguments.py` has the verbs.

The catalogue `help` has the text of each argument, see `tablehost.cli.help`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping

from tablehost import messages
from tablehost.cli import deck_options, help
from tablehost.cli.verbs import VERBS
from tablehost.errors import Trouble, did_you_mean

TYPE_CHECKING = False  # as a checker knows it; `typing` would take a tenth of the time to `--help`
if TYPE_CHECKING:
    from typing import Any, NoReturn

SAID = messages.Catalogue("table")
_MISTAKES = messages.Catalogue("arguments")


def _translate(template: str) -> str:
    """Return a template of argparse's messages in the current language, as gettext would."""
    heads = {text: head for head, text in messages.texts(_MISTAKES.area, messages.LANGUAGES[0]).items()}
    return _MISTAKES.get(heads.get(template, ""), template)


vars(argparse)["_"] = _translate  # the function with which argparse translates, gettext's otherwise

# The arguments that only --help-all shows: for developers and for rare needs.
RARE = {
    "play": (
        "--seed",
        "--pace",
        "--reveal",
        "--alone",
        "--policy",
        "--open-record",
        "--from-scores",
        "--witness",
        "--pty",
        "--bots",
        "--by-hand",
        "--faults",
        "--reader",
    ),
    **{f"deck {what}": ("--pace", "--faults", "--reader") for what in deck_options.WHATS},
}


class Parser(argparse.ArgumentParser):
    """An argument parser that raises mistakes as Trouble. `more()`: additional text of its help."""

    more: Callable[[], str] | None = None
    is_whole = False  # show rare arguments as well

    def __init__(self, **named: Any) -> None:
        super().__init__(**{"formatter_class": help.Formatter, **named})
        self._positionals.title = help.SAID("frame positionals")
        self._optionals.title = help.SAID("frame options")

    @property
    def verb(self) -> str:
        """Return the verb, "" for the command itself."""
        return self.prog.removeprefix("cardtable").strip()

    def inner(self) -> Mapping[str, Parser]:
        """Return the parsers of the verbs in here, or of the second words of a verb."""
        found = (action for action in self._actions if isinstance(action, argparse._SubParsersAction))
        return next((action.choices for action in found), {})

    def format_usage(self) -> str:
        with _Hidden(self):
            return super().format_usage()

    def format_help(self) -> str:
        with _Hidden(self):
            shown = super().format_help()
        has_more = self.verb in RARE and not self.is_whole
        more = "" if self.more is None or has_more else self.more()
        return shown + more + help.help_end(self.verb or None, has_more)

    def error(self, message: str) -> NoReturn:
        raise Trouble("USAGE", message, SAID("see-help", prog=self.prog))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but refuse unknown words here, where the known ones are available."""
        found, rest = super().parse_known_args(args, namespace)
        for word in rest:
            if word.startswith("-"):
                known = [name for name in self._option_string_actions if name.startswith("--")]
                hint = did_you_mean(word.partition("=")[0], known)
                raise Trouble("USAGE", SAID("unknown-option", called=self._called(), word=word), hint)
        if rest:
            self.error(_MISTAKES("too-much", called=self._called(), words=" ".join(rest)))
        return found, rest

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            where = f"{'/'.join(action.option_strings)}: " if action.option_strings else self._called()
            known = VERBS if action.dest == "verb" else action.choices
            hint = did_you_mean(str(value), [str(choice) for choice in known])
            raise Trouble("USAGE", SAID("unknown-choice", where=where, value=value), hint)

    def _called(self) -> str:
        """Return the verb with a colon, "" for the command itself."""
        return f"{self.verb}: " if self.verb else ""


class _Hidden:
    """A block in which a parser shows no rare arguments, unless its help is whole."""

    def __init__(self, parser: Parser) -> None:
        names = () if parser.is_whole else RARE.get(parser.verb, ())
        verbs = () if parser.verb else ("verb",)  # the description has them, in their groups
        self._rows = [(one, one.help) for one in parser._actions if help.name_of(one) in (*names, *verbs)]

    def __enter__(self) -> None:
        for action, _ in self._rows:
            action.help = argparse.SUPPRESS

    def __exit__(self, *raised: object) -> None:
        for action, text in self._rows:
            action.help = text


class _HelpAll(argparse.Action):
    """The option that shows all arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *values: object) -> NoReturn:
        assert isinstance(parser, Parser)
        parser.is_whole = True
        parser.print_help()
        parser.exit()


def parser(needed: Iterable[str] = tuple(VERBS)) -> Parser:
    """Return the parser with all verbs and their arguments, its texts in the language that is spoken.

    `needed`: the verbs that are needed, so none for the help of the command; without the others it is much
    faster.
    """
    top = Parser(prog="cardtable", usage="cardtable " + help.SAID("frame verbs"))
    top.add_argument("-V", "--version", action="store_true")
    top.add_argument("--licences", action="store_true")
    top.add_argument("--lang", choices=messages.LANGUAGES, metavar="LANG")
    top.add_argument("--json", action="store_true")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", prog="cardtable", parser_class=Parser)
    for name in needed:
        from tablehost.cli import verb_arguments

        verb = verbs.add_parser(name, help="")
        verb.more = verb_arguments.MORE.get(name)
        verb_arguments.add(verb, name)
    _explain(top)
    return top


def _explain(parser: Parser) -> None:
    """Give all arguments of this parser, and of those in it, their help."""
    if parser.verb in RARE:
        parser.add_argument("--help-all", action=_HelpAll, nargs=0)
    help.explain(parser, parser.verb)
    for inner in parser.inner().values():
        _explain(inner)
