"""Generator of docs/reference/commands.md, the page of all verbs, from the parser. `make docs` writes it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from tablehost.cli import help
from tablehost.cli.parser import Parser
from tablehost.cli.verbs import GROUPS


def page(top: Parser) -> str:
    """Return docs/reference/commands.md: every verb of the parser `top` with its arguments and examples."""
    lines = [
        "# The command",
        "",
        "`cardtable help VERB` prints the same, `--help-all` with the options for rare needs as well; in",
        "French with `--lang fr` or CARDTABLE_LANG=fr. Without a verb it says how things are, and what to do",
        "next.",
        "`--json` makes the output of every verb JSON. `-` where a file is written is standard output.",
        "This page is made from the parser, by `make docs`.",
        "",
        "| | |",
        "|--|--|",
        *(f"| {help.SAID(f'group {group}')} | {_list(verbs)} |" for group, verbs in GROUPS.items()),
        "",
        "## Exit status",
        "",
        "| status | meaning |",
        "|--|--|",
        *(f"| {status} | {meaning} |" for status, meaning in help.statuses().items()),
    ]
    for name, verb in top.inner().items():
        lines += ["", f"## {name}", "", _sentence(verb.description or "")]
        for words, why in help.examples(name):
            lines += ["", f"    cardtable {words}", "", f"{_sentence(why)}"]
        rows = list(_rows(verb))
        for sub, one in verb.inner().items():
            rows.append((f"{sub} …", one.description or ""))
            rows += [(f"{sub} {word}", meaning) for word, meaning in _rows(one)]
        if rows:
            lines += [
                "",
                "| | |",
                "|--|--|",
                *(f"| `{_cell(word)}` | {_cell(meaning)} |" for word, meaning in rows),
            ]
    return "\n".join(lines) + "\n"


def _rows(parser: Parser) -> Iterator[tuple[str, str]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.dest in ("json", "help", "help_all"):
            continue
        word = ", ".join(action.option_strings)
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if action.nargs == 0:
            metavar = ""
        yield f"{word} {help.placeholder(metavar)}".strip(), (action.help or "").replace("%%", "%")


def _list(verbs: Iterable[str]) -> str:
    return ", ".join(f"[`{verb}`](#{verb})" for verb in verbs)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
