"""Matches at a virtual table whose process dies at chosen instants, and go on with `--resume`.

The table is a forked process. It ends without any warning, as by `kill -9`, when it comes to a chosen point:

    ("record", n, how)   at the nth record that its journal appends: "before", "torn" (half a page), "after"
    ("people", n, how)   at the nth row of the people's file: "before", "torn", "after"

Or it lives, and noise loses answers, or the operator takes back what people have done, or takes up a match:

    ("undo", undos)      each (records, ms, n, insist): so many records after the one before, and so much
                         virtual time, the last n acts; those that the table refuses count nothing
    ("mute", None)       the computer hears records alone until the match is over, no answer to a command
    ("take", what)       as soon as people have looked at this prompt
"""

import io
import os
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from cardtable.controller.storage.store import Store
from played_matches import check_hands, check_journal, open_log
from preloaded import Table
from tablehost.cli import command
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.virtual.chips.flash import Flash
from tablehost.virtual.people import people_file
from tablehost.virtual.table import VirtualTable

HOWS = {
    "record": ("before", "torn", "after"),
    "people": ("before", "torn", "after"),
}
KILLED = 99  # exit status of a process that died as planned
LOST = 8  # that of a computer whose table has died


def _arm(kind, number, how):
    """Have this process die at this point."""
    left = [number]

    def is_due():
        left[0] -= 1
        return left[0] == 0

    append, note = Store.append, people_file._append

    def append_or_die(store, name, data):
        due = name.endswith(".stage") and b'"boot"' not in data and is_due()
        if due and how == "torn":
            store._blocks.writeblocks = lambda *write: write_half(store._blocks, *write)
        if due and how == "before":
            os._exit(KILLED)
        append(store, name, data)
        if due:
            os._exit(KILLED)

    def write_half(blocks, block, page, offset):
        Flash.writeblocks(blocks, block, bytes(page[:60]).ljust(len(page), b"\xff"), offset)
        os._exit(KILLED)

    def note_or_die(path, lines):
        due = is_due()
        if due and how == "torn":
            path.open("a").write("".join(line + "\n" for line in lines)[: -len(lines[-1]) // 2])
        if due and how != "after":
            os._exit(KILLED)
        note(path, lines)
        if due:
            os._exit(KILLED)

    if kind == "record":
        Store.append = append_or_die
    else:
        people_file._append = note_or_die


def _arm_undos(_, undos):
    """Have the operator take back acts at these moments."""
    left, turn = list(undos), VirtualTable._turn
    due = [left[0][0], None]  # the record, and then the time, that are waited for

    def turn_and_undo(table, us):
        loop, clock = table.firmware.loop, table.machine.clock
        if left and due[1] is None and loop.play is not None and loop.journal.hi() >= due[0]:
            due[1] = clock.us + left[0][1] * 1000
        if left and due[1] is not None and clock.us >= due[1]:
            loop.commands.append((1 << 20, "fix", "undo", *left.pop(0)[2:]))
            due[:] = [loop.journal.hi() + left[0][0] if left else 0, None]
        return turn(table, us)

    VirtualTable._turn = turn_and_undo


def _arm_take(_, what):
    """Keep the command that takes up a match until people have looked at this prompt."""
    kept, hear, act = [], VirtualTable._hear, VirtualTable._act

    def keep(table, data):
        if b'"take"' in data:
            kept.append(data)
            table._answered = None  # they look once more
        else:
            hear(table, data)

    def act_and_take(table, perceived):
        act(table, perceived)
        if kept and perceived[0] == what:
            hear(table, kept.pop())

    VirtualTable._hear, VirtualTable._act = keep, act_and_take


def _arm_mute(*_):
    """Lose every answer to a command, as by noise, while a match is played: the computer repeats it."""
    send = VirtualTable._send

    def send_without(table):
        plays = table.firmware.loop.play.is_on()
        if plays and not table._unsent:
            table._unsent = re.sub(rb'\["res",[^\n]*\n', b"", table.firmware.line.take())
            table._note_told(table._unsent)
        return (not plays or bool(table._unsent)) and send(table)

    VirtualTable._send = send_without


class Home:
    """A computer's folder, with a virtual table. `monkeypatch` is pytest's."""

    def __init__(self, folder, monkeypatch):
        self.folder = Path(folder)
        self.errors = self.folder / "errors"
        self.point = None
        monkeypatch.setenv("CARDTABLE_HOME", str(folder))
        monkeypatch.setenv("CARDTABLE_REQUIRE_HW", "0")
        monkeypatch.setenv("CARDTABLE", "sim:")
        monkeypatch.setattr(discovery.subprocess, "Popen", self._fork)

    def _fork(self, command, **options):
        def arm():
            if callable(self.point):
                self.point()
                return
            {"undo": _arm_undos, "take": _arm_take, "mute": _arm_mute}.get(self.point[0], _arm)(*self.point)

        with open(self.errors, "a") as errors:
            return Table(command[3:], options, errors, arm if self.point else None)

    def play(self, *words, point=None):
        """`cardtable play` at pace 0: (exit status, what it said). The table dies at `point`; if that is a
        function it is called in the table's process instead.
        """
        self.point = point
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = command.main(["play", *words, "--pace", "0"])
        return status, out.getvalue() + err.getvalue()

    def begin_or_go_on(self, game, words, point=None):
        """Go on with the match that was left; begin one if there is none."""
        begun = self.is_left(game)
        return self.play(game, *(["--resume"] if begun else words), point=point)

    def is_left(self, game):
        path = self.folder / "journal.sqlite"
        if not path.exists():
            return False
        with Journal(path) as journal:
            return any(one.game == game and one.last_g is None for one in journal.games())

    def said(self):
        """Return the stderr of the table's processes."""
        return self.errors.read_text() if self.errors.exists() else ""

    def check(self, game):
        """The matches of this game have all ended, as the rules have it, and on the disk as on the table."""
        assert not self.is_left(game)
        check_journal(self.folder)
        with Journal(self.folder / "journal.sqlite") as journal:
            finished = [one for one in journal.games() if one.finished]
        assert finished
        for one in finished:
            lines = open_log(self.folder, one.id)
            assert lines[-1]["kind"] == "result"
            if one.game == "democracy":
                check_hands(lines)
            check_deals(lines)


def check_deals(lines):
    """Every deal was noted once."""
    deals = [str(line) for line in lines if line["kind"] == "deal"]
    assert deals and len(deals) == len(set(deals))


def chosen_point(rng, longest):
    """A point of death: at a record or at a write, after at most `longest` of them."""
    kind = rng.choice(("record", "people"))
    return kind, rng.randint(1, longest), rng.choice(HOWS[kind])
