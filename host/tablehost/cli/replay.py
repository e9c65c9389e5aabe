"""The verb `replay`: an open log, of a file or of the journal, shown in the live view, fast or slow."""

from __future__ import annotations

import sys
from pathlib import Path

from tablehost import arguments, messages
from tablehost.console.terminal import escape_all
from tablehost.errors import CHECK_FAILED, Trouble
from tablehost.files import dump_line
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.log_file import matches, read
from tablehost.journal.lookup import find
from tablehost.journal.store import Journal
from tablehost.match.presenter import Presenter
from tablehost.match.replay import Step, steps
from tablehost.people import vocabulary
from tablehost.screen.choice import form_of, open_view
from tablehost.screen.inputs import Left
from tablehost.types import Line

SAID = messages.Catalogue("record")

MOMENT_S = 0.8  # at pace 1, between two things that happen in the first part of a match,
LINE_S = 0.15  # and after a line of later ones


def main(args: arguments.Replay) -> int:
    """Run `cardtable replay GAME-ID|last|FILE [--pace X]`. Raises Trouble."""
    name = args.game
    lines = read(Path(name)) if not (name == "last" or name.isdigit()) else from_journal(name)
    if args.json:
        for line in lines:
            print(dump_line(line), flush=True)
        return 0
    for match in matches(lines):
        try:
            Replay(match, args.pace, form_of(args)).run()
        except Left:
            return 0
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise Trouble(
                "NOT_A_LOG",
                SAID("match-not-understood", name=name, error=error),
                SAID("log-format-hint"),
                CHECK_FAILED,
            ) from error
    return 0


def from_journal(word: str) -> list[Line]:
    """Return the open log of a match in the journal, as far as it is recorded. Raises Trouble."""
    with Journal() as journal:
        game = find(journal, word)
        return load_chronicle(journal, game).told(game)


class Replay:
    """One match. `pace`: how long everything takes, 1 as it was played; 0 without any pause."""

    def __init__(self, lines: list[Line], pace: float, form: str) -> None:
        lines = escape_all(lines)
        self._lines = lines
        self._pace = pace
        tongue = vocabulary.load(messages.language(), str(lines[0].get("game", "")))
        self._presenter = Presenter(lines[0]["players"], tongue)
        self._view, self._input = open_view(sys.stdout, self._presenter, form)

    def run(self) -> None:
        """Show all lines from the first to the last."""
        shown = steps(self._lines, self._presenter)

        def go_on() -> bool:
            step = next(shown, None)
            if step is not None:
                self._wait(step)
                self._input.serve()
            return step is not None

        try:
            self._input.run(go_on)
        finally:
            self._view.end()
        self._presenter.ending(self._lines)

    def _wait(self, step: Step) -> None:
        seconds = (MOMENT_S if step.in_full else 0.0 if step.is_scene else LINE_S) if step.is_news else 0.0
        if self._pace:
            self._input.pause(seconds * self._pace)
