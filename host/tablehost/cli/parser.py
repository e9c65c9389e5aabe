"""The parser of the command line, and messages on mistakes in it. `arguments.py` has the verbs.

The catalogue `help` has the text of each argument, see `tablehost.cli.help`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable, Mapping

from tablehost import messages
from tablehost.cli import help
from tablehost.cli.verbs import VERBS
from tablehost.errors import Trouble, did_you_mean

TYPE_CHECKING = False  # as a checker knows it; `typing` would take a tenth of the time to `--help`
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeVar

    from tablehost.row import Row

    A = TypeVar("A", bound=argparse.Action)

SAID = messages.Catalogue("table")
_MISTAKES = messages.Catalogue("arguments")


def _translate(template: str) -> str:
    """Return a template of argparse's messages in the current language, as gettext would."""
    heads = {text: head for head, text in messages.texts(_MISTAKES.area, messages.LANGUAGES[0]).items()}
    return _MISTAKES.get(heads.get(template, ""), template)


vars(argparse)["_"] = _translate  # the function with which argparse translates, gettext's otherwise


class Parser(argparse.ArgumentParser):
    """An argument parser that raises mistakes as Trouble. `more()`: additional text of its help."""

    more: Callable[[], str] | None = None
    _has_rare = False  # there are arguments that only --help-all shows: for developers and rare needs

    def __init__(self, is_whole: bool = False, **named: Any) -> None:
        self._is_whole = is_whole
        super().__init__(**named, formatter_class=help.Formatter)
        self._positionals.title = help.SAID("frame positionals")
        self._optionals.title = help.SAID("frame options")
        self.description = help.line_of(self.verb) if self.verb else help.overview()

    def _add_action(self, action: A) -> A:
        if action.help is not argparse.SUPPRESS:
            action.help = help.meaning(self.verb, action)
        return super()._add_action(action)

    @property
    def verb(self) -> str:
        """Return the verb, "" for the command itself."""
        return self.prog.removeprefix("cardtable").strip()

    def inner(self) -> Mapping[str, Parser]:
        """Return the parsers of the verbs in here, or of the second words of a verb."""
        found = (action for action in self._actions if isinstance(action, argparse._SubParsersAction))
        return next((action.choices for action in found), {})

    def add_rows(self, name: str, rows: Collection[Row]) -> None:
        """Add the rows of the verb or second word `name`."""
        groups: dict[str, Any] = {"": self}
        for row in rows:
            if row.of and name not in row.of:
                continue
            is_required = name in row.required
            if row.words:
                whats = self.add_subparsers(
                    dest="what", metavar=str(row.how["metavar"]), required=is_required
                )
                for what in row.words:
                    about = help.line_of(f"{name} {what}")
                    whats.add_parser(what, help=about, is_whole=self._is_whole).add_rows(what, rows)
                continue
            if row.group not in groups:
                groups[row.group] = self.add_mutually_exclusive_group(required=is_required)
            self._has_rare |= name in row.rare
            hidden = {"help": argparse.SUPPRESS} if name in row.rare and not self._is_whole else {}
            groups[row.group].add_argument(*row.names, **row.settings(name), **hidden)
        if self._has_rare:
            self.add_argument("--help-all", action="help")

    def format_help(self) -> str:
        has_more = self._has_rare and not self._is_whole
        more = "" if self.more is None or has_more else self.more()
        return super().format_help() + more + help.help_end(self.verb or None, has_more)

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


def _describe_faults() -> str:
    """Return the kinds of faults that --faults can inject."""
    from tablehost.people import faults

    return faults.describe_kinds()


def _describe_corrections() -> str:
    """Return the forms of corrections."""
    from tablehost.session import correction_lines

    head = messages.Catalogue("play")("what-can-be-said")
    return f"\n{head}\n" + "".join(f"  {form}\n" for form in correction_lines.forms())


# The text that the help of a verb has in addition.
_MORE: Mapping[str, Callable[[], str]] = {"play": _describe_faults, "say": _describe_corrections}


def parser(needed: Iterable[str] = tuple(VERBS), is_whole: bool = False) -> Parser:
    """Return the parser with all verbs and their arguments, its texts in the language that is spoken.

    `needed`: the verbs that are needed, so none for the help of the command; without the others it is much
    faster. `is_whole`: the help shows the arguments for rare needs, too.
    """
    top = Parser(prog="cardtable", usage="cardtable " + help.SAID("frame verbs"))
    top.add_argument("-V", "--version", action="store_true")
    top.add_argument("--licences", action="store_true")
    top.add_argument("--lang", choices=messages.LANGUAGES, metavar="LANG")
    top.add_argument("--json", action="store_true")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", prog="cardtable")
    for name in needed:
        from tablehost.arguments import Verb

        verb = verbs.add_parser(name, help=help.line_of(name), is_whole=is_whole)
        verb.more = _MORE.get(name)
        verb.add_rows(name, Verb.by_verb[name].rows.values())
    return top
