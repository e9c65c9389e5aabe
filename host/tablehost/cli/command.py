"""The command `cardtable`: dispatch to the module of a verb, and messages on errors."""

import os
import sys
from collections.abc import Sequence

from tablehost import folders, messages
from tablehost.cli.verbs import VERBS
from tablehost.console.output import tell
from tablehost.console.terminal import guarded
from tablehost.errors import INTERRUPTED, Trouble, did_you_mean

SAID = messages.Catalogue("table")


def speak(words: Sequence[str]) -> str | None:
    """Speak the language that a command line or the environment asks for; return it. Raises Trouble."""
    language = messages.wanted(words)
    messages.use(language)
    asked = os.environ.get(messages.VARIABLE)
    if asked and language == asked and asked not in messages.LANGUAGES:
        there = did_you_mean(asked, messages.LANGUAGES)
        raise Trouble("BAD_LANG", SAID("bad-lang", variable=messages.VARIABLE, asked=asked), there)
    return language


def without_language(words: Sequence[str]) -> list[str]:
    """Return a command line without its --lang."""
    pairs = zip(["", *words], words)
    return [word for before, word in pairs if before != "--lang" and not word.startswith("--lang")]


def check_texts() -> None:
    """Raise Trouble if the table's texts are not those of this program."""
    from tablehost.firmware import catalogues

    catalogues.check()


def add_own_games() -> None:
    """Add the games of one's own, which few people have; tell the trouble with any."""
    if folders.has_own_games():
        from tablehost.plugins import own

        for trouble in own.register(folders.own_games()):
            tell(trouble, as_json=False)


def run(words: Sequence[str]) -> int:
    """Carry out one command. Raises Trouble."""
    language = speak(words)
    others = without_language(words)
    add_own_games()
    if not others or others == ["--json"]:
        check_texts()
        from tablehost.cli import status

        return status.main("--json" in words)
    verb = next((word for word in others if not word.startswith("-")), None)
    if verb is not None:
        if verb not in VERBS:
            raise Trouble("UNKNOWN_VERB", SAID("unknown-verb", verb=verb), did_you_mean(verb, list(VERBS)))
        check_texts()
    from tablehost.cli.parser import parser

    top = parser([] if verb is None else [verb], "--help-all" in words)
    args = top.parse_args(words)
    if args.version or args.licences:
        from tablehost.cli import version

        return version.main(args)
    if args.verb in ("play", "deck"):
        args.lang = language  # else that of the table
    elif "lang" in args:
        args.lang = messages.language()
    if args.verb is None:
        top.print_help()
        return 0
    from importlib import import_module

    return int(import_module(VERBS[args.verb]).main(args))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    with guarded():
        return _main(sys.argv[1:] if words is None else words)


def _main(words: Sequence[str]) -> int:
    try:
        status = run(words)
        sys.stdout.flush()
        return status
    except Trouble as trouble:
        tell(trouble, "--json" in words)
        return trouble.exit
    except KeyboardInterrupt:
        tell(Trouble("INTERRUPTED", SAID("stopped")), "--json" in words)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has closed it; nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
