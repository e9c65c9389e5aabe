"""The texts of `--help`, from the catalogue `help`: arguments, examples, exit statuses.

Its kinds: `group CODE` and `verb VERB` (also `verb deck enrol`), a line each; `VERB ARGUMENT`, the meaning of
an argument, where `any ARGUMENT` is for all verbs without their own; `example WORDS`, a command line that a
test carries out as far as the parser; `status NUMBER`; `word PLACEHOLDER`; `frame CODE` for the rest.
"""

from __future__ import annotations

import argparse
import re
import sys

from tablehost import messages
from tablehost.cli.verbs import GROUPS
from tablehost.console.terminal import columns, fill

SAID = messages.Catalogue("help")
USUAL_COLUMNS = 80  # where no terminal says how many


def line_of(verb: str) -> str:
    """Return the line of help of a verb, or of a verb with its second word."""
    return SAID(f"verb {verb}")


def name_of(action: argparse.Action) -> str:
    """Return the name by which the catalogue has an argument."""
    return max(action.option_strings, key=len, default=action.dest)


def meaning(verb: str, action: argparse.Action) -> str:
    """Return the help of an argument of a verb, as argparse takes it. `verb`: "" for the command itself."""
    verb, name = verb or "cardtable", name_of(action)
    heads = (f"{verb} {name}", f"{verb.partition(' ')[0]} {name}", f"any {name}")
    text = next((one for head in heads if (one := SAID.get(head))), None)
    assert text is not None, f"the catalogue help lacks {heads[0]}"
    return text.replace("%", "%%")


def placeholder(text: str) -> str:
    """Return a placeholder, such as NAME=VALUE, in the current language."""
    return re.sub("[A-Z][A-Z-]+", lambda word: SAID.get(f"word {word[0]}", word[0]), text)


def examples(verb: str) -> list[tuple[str, str]]:
    """Return the examples of a verb: what is typed, and what it is for."""
    rows = SAID.kind("example").items()
    return [(words, why) for words, why in rows if words.split(" ")[0] == verb]


def statuses() -> dict[int, str]:
    """Return the exit statuses and their meanings."""
    return {int(status): meaning for status, meaning in SAID.kind("status").items()}


def status_lines() -> str:
    """Return the exit statuses as text."""
    rows = [f"  {status:>3}  {meaning}" for status, meaning in statuses().items()]
    return "\n".join([SAID("frame statuses"), *rows])


def overview() -> str:
    """Return all verbs in their groups, a line each."""
    parts = [SAID("frame about")]
    for group, verbs in GROUPS.items():
        rows = [f"  {verb:<11} {line_of(verb)}" for verb in verbs]
        parts.append("\n".join([SAID(f"group {group}"), *rows]))
    return "\n\n".join(parts)


def help_end(verb: str | None, has_more: bool) -> str:
    """Return the end of a verb's help; None: of the command itself. `has_more`: --help-all shows more."""
    parts = []
    if verb is None:
        parts.append(SAID("frame more"))
    elif examples(verb):
        rows = [f"  cardtable {words}\n      {why}" for words, why in examples(verb)]
        parts.append("\n".join([SAID("frame examples"), *rows]))
    if has_more:
        parts.append(SAID("frame help-all", verb=verb))
    parts.append(SAID("frame exit"))
    return "\n" + "\n\n".join(parts) + "\n"


class Formatter(argparse.HelpFormatter):
    """Argparse's layout of help, with the words of the catalogue."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=(columns(sys.stdout) or USUAL_COLUMNS) - 2)

    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        super().add_usage(usage, actions, groups, SAID("frame usage") if prefix is None else prefix)

    def add_argument(self, action: argparse.Action) -> None:
        if action.dest != "verb":  # the description has the verbs, in their groups
            super().add_argument(action)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Fill a description; one of several lines has its own layout."""
        return text if "\n" in text else super()._fill_text(text, width, indent)

    def _split_lines(self, text: str, width: int) -> list[str]:
        """Break a text into lines."""
        return fill(" ".join(text.split()), width)

    def _metavar_formatter(self, action, default):  # type: ignore[no-untyped-def]
        plain = super()._metavar_formatter(action, default)
        return lambda size: tuple(word and placeholder(word) for word in plain(size))
