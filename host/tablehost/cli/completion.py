"""The verb `completion`: the script with which a shell completes the words of `cardtable`.

The words that change, such as the numbers of matches, are listed by `cardtable completion --list` when they
are asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import shtab

from cardtable.games import registry as games
from tablehost import arguments
from tablehost.cli.parser import Parser, parser
from tablehost.firmware import firmware_files
from tablehost.folders import has_journal
from tablehost.journal.store import Journal
from tablehost.messages import LANGUAGES
from tablehost.plugins.choice import presets_of
from tablehost.types import OptionRow

# bash splits `-o mode=usual` at the equals sign; it is one word here.
BASH = """
_cardtable_whole_words() {
  local -a whole=()
  local i at=$COMP_CWORD
  for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
    if ((i > 0)) && [[ ${COMP_WORDS[i]} == = || ${COMP_WORDS[i-1]} == = ]]; then
      whole[-1]+=${COMP_WORDS[i]}
      ((i > COMP_CWORD)) || ((at--))
    else
      whole+=("${COMP_WORDS[i]}")
    fi
  done
  local word=${whole[at]}
  COMP_WORDS=("${whole[@]}")
  COMP_CWORD=$at
  _shtab_cardtable "$1" "$word" "${whole[at-1]}"
  if [[ $word == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}"); fi
}
complete -o filenames -F _cardtable_whole_words cardtable
"""


def main(args: arguments.Completion) -> int:
    """Run `cardtable completion bash|zsh|fish|tcsh`, or list the words of one kind. Raises Trouble."""
    if args.list is not None:
        print("\n".join(_WORDS[args.list]()))
    elif args.shell is not None:
        top = parser(is_whole=True)
        _complete(top)
        print(shtab.complete(top, args.shell) + (BASH if args.shell == "bash" else ""))
    return 0


def _matches() -> Iterator[str]:
    if has_journal():
        with Journal() as journal:
            yield from (str(game.id) for game in journal.games())
    yield "last"


def _options() -> Iterator[str]:
    """Yield the options of all games with their values; of a number the usual one."""
    for name in games.NAMES:
        for row in OptionRow.all_of(games.load(name).OPTIONS):
            values = [row.default] if row.span else row.choices
            yield from (f"{row.name}={value}" for value in values if not callable(value))


def _presets() -> Iterator[str]:
    """Yield the presets of all games."""
    for name in games.NAMES:
        yield from presets_of(games.load(name))


_WORDS: dict[str, Callable[[], Iterator[str]]] = {
    "games": lambda: iter(games.NAMES),
    "boards": lambda: iter(firmware_files.boards()),
    "languages": lambda: iter(LANGUAGES),
    "matches": _matches,
    "options": lambda: iter(dict.fromkeys(_options())),
    "presets": lambda: iter(dict.fromkeys(_presets())),
}


def _lists(*kinds: str) -> dict[str, object]:
    """Return what completes an argument with the words of these kinds."""
    name = "_cardtable_" + "_".join(kinds)
    asked = "; ".join(f"cardtable completion --list {kind}" for kind in kinds)
    return {
        "bash": name,
        "zsh": name,
        "fish": f"({asked})",
        "tcsh": f"`{asked}`",
        "preamble": {
            "bash": f'{name}() {{ compgen -W "$({asked})" -- "$1"; }}',
            "zsh": f'{name}() {{ compadd -- ${{(f)"$({asked})"}} }}',
        },
    }


def _complete(top: Parser) -> None:
    """Have the arguments of all verbs completed that are no fixed choice."""
    for action in top._actions:
        if action.choices is None and (found := _by_placeholder(action)) is not None:
            action.complete = found  # type: ignore[attr-defined]
    for one in top.inner().values():
        _complete(one)


# What completes an argument, by a word of its placeholder, or by its name.
_KINDS = {"BOARD": "boards", "GAME": "games", "GAME-ID": "matches", "LANG": "languages"}
_KINDS |= {"board": "boards", "option": "options", "preset": "presets", "resume": "matches"}


def _by_placeholder(action: argparse.Action) -> object:
    """Return what completes an argument, by its placeholder in the help; None for any word."""
    words = str(action.metavar).split("|")
    kinds = dict.fromkeys(_KINDS[word] for word in (action.dest, *words) if word in _KINDS)
    if kinds:
        return _lists(*kinds)
    if "FILE" in words:
        return shtab.FILE
    return shtab.DIRECTORY if words[0] in ("FOLDER", "DIR") else None
