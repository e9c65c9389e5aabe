"""The verb `help`: the help of a verb, of all verbs, or the exit statuses."""

from __future__ import annotations

import json

from tablehost import arguments
from tablehost.cli import help
from tablehost.cli.parser import Parser, parser
from tablehost.cli.verbs import EXIT
from tablehost.errors import USAGE, Trouble, did_you_mean
from tablehost.types import SCHEMA, Document


def main(args: arguments.Help) -> int:
    """Run `cardtable help [VERB [WORD]]` or `cardtable help exit`. Raises Trouble."""
    if args.words == [EXIT]:
        lines = help.status_lines()
        data: Document = {str(status): meaning for status, meaning in help.statuses().items()}
    else:
        lines = _find(args.words).format_help().rstrip("\n")
        data = {"help": lines}
    print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}) if args.json else lines)
    return 0


def _find(words: list[str]) -> Parser:
    """Return the parser of these words. Raises Trouble."""
    found = parser()
    for word in words:
        inner = found.inner()
        if word not in inner:
            there = [*inner, EXIT] if found.prog == "cardtable" else list(inner)
            about = help.SAID("frame no-help", word=word)
            raise Trouble("USAGE", about, did_you_mean(word, there), USAGE)
        found = inner[word]
    return found
