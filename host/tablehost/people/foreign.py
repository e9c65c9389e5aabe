"""A player in any language: a program that gets each decision of its seat as a line of JSON, and answers
with a line. docs/develop/foreign-players.md is the grammar.

The program runs as the user, once a match and seat, from the first decision on. It gets what a mind is
given, a `Decision` and a number drawn from the lots, and nothing else. The first time that it fails it is
ended, and the game's usual mind decides for its seat from then on.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.game import Game as GameRules
from tablehost import messages
from tablehost.people.minds import Chosen, Decision, Mind, View
from tablehost.seats import label
from tablehost.types import Fields

SAID = messages.Catalogue("play")

PROTOCOL = "cardtable/1"
PYTHON = ".py"  # so the names end of programs that this Python runs
FIRST_S = 10.0  # for the first decision, in which the program starts
EACH_S = 2.0  # for each other one
ENDS_S = 1.0  # to end after the match
MOST_LINE = 1 << 16  # bytes of an answer
MOST_DATA_KB = 512 << 10  # of memory; not of addresses, of which some languages reserve far more
SHOWN = 60  # characters of a wrong answer
# The limit is set by a shell: this process may have threads, and must not run Python between fork and exec.
LIMITED = ("/bin/sh", "-c", f'ulimit -d {MOST_DATA_KB} 2>/dev/null; exec "$@"', "sh")


class Failure(NamedTuple):
    """A program that failed at a seat, and the sentence that says why."""

    program: str
    seat: int
    sentence: str


class _Failed(Exception):
    """The program failed; the text is the reason, part of a sentence."""


def form_hello(game: GameRules, view: View) -> Fields:
    """Return the first line to the program, about the whole match."""
    letters = cards.names_of(game)
    return {
        "hello": PROTOCOL,
        "game": game.NAME,
        "players": view.seats,
        "seat": view.seat,
        "options": dict(view.options),
        "deck": [cards.text(card, letters) for card in view.deck],
    }


def form_decision(game: GameRules, decision: Decision, number: int, lots: int) -> Fields:
    """Return the line of a decision, the one of this number in its match; `lots`: the number drawn for it."""
    letters = cards.names_of(game)
    kind, what, view = decision.kind, decision.what, decision.view
    return {
        "n": number,
        "kind": kind,
        "what": what,
        "args": list(decision.args),
        "options": [view.name_option(kind, what, option, letters) for option in decision.options],
        "hand": [cards.text(card, letters) for card in decision.hand],
        **view.as_fields(letters),
        "lots": lots,
    }


def read_answer(line: bytes, number: int, options: int) -> int:
    """Return the index that the answer to the decision of this number chooses among so many options. Raises
    ValueError, whose text is the reason.
    """
    shown = line[: SHOWN + 1].decode("utf-8", "replace").strip()
    shown = shown if len(line) <= SHOWN else f"{shown[:SHOWN]}..."
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError(SAID("bot-no-json", line=shown)) from None
    if isinstance(found, dict):
        if found.get("n") != number:
            raise ValueError(SAID("bot-wrong-number", line=shown, number=number))
        found = found.get("option")
    if type(found) is not int or not 0 <= found < options:
        raise ValueError(SAID("bot-no-option", line=shown, last=options - 1))
    return found


class Foreign:
    """The mind of one seat, decided by the program at this path; see `people.minds`.

    `usual`: the mind that decides once the program has failed; `tell`: is then called.
    """

    def __init__(self, path: str, game: GameRules, usual: Mind, tell: Callable[[Failure], None]) -> None:
        self._path = path
        self._game = game
        self._usual = usual
        self._tell = tell
        self._number = 0
        self._program: _Program | None = None
        self._has_failed = False

    def __call__(self, decision: Decision, lots: random.Random) -> Chosen:
        """Return the option that the program chooses."""
        if not self._has_failed:
            try:
                return Chosen(self._ask(decision, lots.getrandbits(32)))
            except _Failed as why:
                self._has_failed = True
                seat, name = decision.seat, os.path.basename(self._path)
                about = SAID("bot-failed", program=name, seat=label(seat), why=why)
                self._tell(Failure(self._path, seat, about))
        return self._usual(decision, lots)

    def _ask(self, decision: Decision, lots: int) -> int:
        """Raises _Failed."""
        self._number += 1
        lines, limit = [form_decision(self._game, decision, self._number, lots)], EACH_S
        if self._program is None:
            lines, limit = [form_hello(self._game, decision.view), *lines], FIRST_S
            self._program = _Program(self._path)
            weakref.finalize(self, self._program.end)
        answer = self._program.exchange(lines, limit)
        try:
            return read_answer(answer, self._number, len(decision.options))
        except ValueError as why:
            self._program.kill()
            raise _Failed(str(why)) from None


class _Program:
    """A program that runs. A thread of its own writes to it and reads from it: both may block for ever."""

    def __init__(self, path: str) -> None:
        words = [sys.executable, "-u", "-X", "utf8", path] if path.endswith(PYTHON) else [path]
        is_posix = os.name == "posix"
        try:
            self._process = Popen(
                [*LIMITED, *words] if is_posix else words,
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=is_posix,  # Ctrl-C is not for it, and what it starts ends with it
            )
        except OSError as error:
            raise _Failed(SAID("bot-not-started", reason=messages.reason(error))) from None
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        words_of_thread = (self._process, self._asked, self._answers)
        threading.Thread(target=_converse, args=words_of_thread, daemon=True).start()

    def exchange(self, lines: Sequence[Fields], limit_s: float) -> bytes:
        """Send these lines and return the line that comes back. Raises _Failed, and has ended the program."""
        self._asked.put(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        try:
            answer = self._answers.get(timeout=limit_s)
        except Empty:
            self.kill()
            raise _Failed(SAID("bot-silent", seconds=limit_s)) from None
        if answer and len(answer) <= MOST_LINE:
            return answer
        try:
            status = None if answer else self._process.wait(ENDS_S)
        except TimeoutExpired:
            status = None
        self.kill()
        if answer:
            raise _Failed(SAID("bot-long-line", most=MOST_LINE))
        raise _Failed(SAID("bot-ended") if status is None else SAID("bot-ended-with", status=status))

    def end(self) -> None:
        """Say that the match is over, and end the program if it does not end by itself."""
        self._asked.put(b"")
        try:
            self._process.wait(ENDS_S)
        except TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the program, and what it has started, at once."""
        if self._process.poll() is None:
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
            self._process.wait()
        self._asked.put(b"")


def _converse(process: Popen[bytes], asked: SimpleQueue[bytes], answers: SimpleQueue[bytes]) -> None:
    """Write what is asked and read each answer, b"" for none, until the program or the match is over: b"" is
    asked then.
    """
    assert process.stdin is not None and process.stdout is not None
    with suppress(OSError), process.stdout, process.stdin:  # where it does not read any more
        while text := asked.get():
            with suppress(OSError):  # it may have answered already
                process.stdin.write(text)
                process.stdin.flush()
            answer = process.stdout.readline(MOST_LINE + 1)
            answers.put(answer)
            if not answer:
                return
        process.stdin.write(json.dumps({"bye": True}).encode() + b"\n")
