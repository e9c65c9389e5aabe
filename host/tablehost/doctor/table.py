"""Checks of the table over its line: its own reports, its records, and the quality of the line."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from cardtable import __version__
from cardtable.wire.shapes import NO_BOARD
from tablehost.doctor.checks import FAIL, NOTE, OK, Check
from tablehost.errors import LINK_LOST
from tablehost.firmware import program
from tablehost.flashing import comparison
from tablehost.journal.fault_history import FaultHistory
from tablehost.journal.records import Boot, Entry
from tablehost.journal.store import Journal
from tablehost.link import known_tables
from tablehost.link.conversation import Conversation
from tablehost.link.events import Displayed, Event, Heartbeat, Lost
from tablehost.seats import labels
from tablehost.types import Fields

TAKE_S = 20.0  # for so long records may take to come over
ECHOES = 20  # commands whose round trip is measured
SLOW_MS = 250  # a median round trip beyond this is a line in trouble
RECENT = 500  # the records that are searched for faults
IN_READERS = ("brown-out",)  # faults of readers that low power causes


class Table:
    """A table after its hello. `state`: of its heartbeat; `asked`: its current prompt, by code."""

    def __init__(self, journal: Journal, session: Conversation, program_before: str | None) -> None:
        self.journal = journal
        self.session = session
        self.state = ""
        self.asked = ""
        self.last = -1
        self._before = program_before
        self._lost = 0

    def hear(self, event: Event) -> None:
        """Take note of passing news."""
        if isinstance(event, Heartbeat):
            self.state, self.last = event.state, event.hi
        elif isinstance(event, Displayed):
            self.asked = event.code
        elif isinstance(event, Lost):
            self._lost += 1

    def checks(self) -> Iterator[Check]:
        """Run all of them."""
        yield from self.versions()
        yield from self.display()
        yield self.records()
        yield self.line()
        yield from self.flash()
        records = self.journal.records(
            self.session.uid, max(0, self.journal.last_g(self.session.uid) - RECENT)
        )
        yield restarts(records)
        if NO_BOARD not in self.session.info["caps"]:  # there each reader that was tried is on record
            yield from faults(records)

    def versions(self) -> Iterator[Check]:
        """Check versions of firmware, protocol and program; and the clock."""
        info = self.session.info
        same = info["firmware"] == __version__
        args = {"firmware": info["firmware"], "ours": __version__, "uid": info["uid"]}
        yield Check("firmware", OK if same else NOTE, "firmware" if same else "other-firmware", args)
        yield Check("protocol", OK, "protocol", {"version": "{}.{}".format(*info["version"])})
        digest = str(info["program"])
        early = program.EARLY in info["shadows"]
        shadows = ", ".join(name for name in info["shadows"] if name != program.EARLY)
        if digest == program.LACKING:
            yield Check("program", NOTE, "no-digest")
        elif digest.startswith(program.VIRTUAL):
            yield Check("program", OK, "virtual-program")
        elif shadows or early:
            if early:
                yield Check("program", NOTE, "early-file", {"digest": digest})
            if shadows:
                yield Check("program", NOTE, "hidden-program", {"digest": digest, "shadows": shadows})
        elif self._before not in (None, digest):
            yield Check("program", NOTE, "other-program", {"digest": digest, "before": self._before})
        else:
            yield Check("program", OK, "program", {"digest": digest})
        if info["clock"]:
            mhz, millivolts = info["clock"]
            said = "clock" if millivolts else "clock-alone"
            yield Check("clock", OK, said, {"mhz": mhz, "millivolts": millivolts})

    def display(self) -> Iterator[Check]:
        """Check that a display answers; the virtual table needs none, and can be played without one."""
        answers = self.session.info["display"]
        if answers is not None and not str(self.session.info["program"]).startswith(program.VIRTUAL):
            yield Check("display", OK if answers else NOTE, "display" if answers else "no-display")

    def flash(self) -> Iterator[Check]:
        """Check the program's flash, where there is an image to compare with; no match waits for it."""
        made = comparison.find_images(str(self.session.info["program"]))
        compared = comparison.compare(self.session, self.hear, made) if self.state != "playing" else None
        if compared is not None:
            same = not compared.differing
            args = comparison.summary(compared)
            yield Check("flash", OK if same else FAIL, "flash" if same else "other-flash", args)

    def records(self) -> Check:
        """Take over the records of the table, and check that none is left there or lost."""
        session, journal = self.session, self.journal
        uid = session.uid
        had = journal.last_g(uid)
        deadline = time.monotonic() + TAKE_S
        while (not self.state or journal.last_g(uid) < self.last) and time.monotonic() < deadline:
            for event in session.turn(0.2):
                self.hear(event)
        taken = journal.last_g(uid) - had
        left = self.last - journal.last_g(uid)
        gaps = journal.gaps(uid)
        args = {"taken": taken, "left": left, "gaps": len(gaps), "last": self.last}
        if left > 0:
            return Check("records", FAIL, "records-left", args, LINK_LOST)
        return Check("records", NOTE, "records-lost", args) if gaps else Check("records", OK, "records", args)

    def line(self) -> Check:
        """Measure the time of an answer, and the share of lines that arrive damaged."""
        took = []
        for _ in range(ECHOES):
            began = time.monotonic()
            self.session.command(self.hear, "echo")  # no command: refused, and nothing is changed
            took.append((time.monotonic() - began) * 1000)
        damaged, repeated = self.session.damaged, self.session.repeated
        args: Fields = {"median": round(sorted(took)[len(took) // 2]), "most": round(max(took))}
        args = {**args, "damaged": damaged, "repeated": repeated, "lost": self._lost}
        bad = damaged or self._lost or args["median"] > SLOW_MS
        return Check("line", FAIL if bad else OK, "bad-line" if bad else "line", args)


def program_before(journal: Journal, uid: str) -> str | None:
    """Return the digest that this table sent at the last meeting."""
    return journal.get_meta(known_tables.PROGRAM + uid)


def restarts(records: Sequence[Entry]) -> Check:
    """Check the cause of the table's last start, and whether restarts interrupted matches."""
    playing = False
    amid = {"power": 0, "watchdog": 0, "restart": 0, "unknown": 0}
    last: Boot | None = None
    for record in records:
        told = record.told()
        if record.kind == "start":
            playing = True
        elif isinstance(told, Boot):
            last = told
            if playing:
                amid[last.cause] = amid.get(last.cause, 0) + 1
        elif record.kind in ("opened",):
            playing = False
    args = {"cause": last.cause if last else "unknown", "error": last.error if last else None, **amid}
    if last is None:
        return Check("restart", NOTE, "no-boot")
    if args["error"]:
        return Check("restart", FAIL, "had-stopped", args)
    if args["cause"] == "watchdog" or amid["watchdog"]:
        return Check("restart", FAIL, "watchdog", args)
    return (
        Check("restart", NOTE, "power-amid", args)
        if amid["power"] > 1
        else Check("restart", OK, "boot", args)
    )


def faults(records: Sequence[Entry]) -> Iterator[Check]:
    """Check the faults that the table has on record without a cure since."""
    history = FaultHistory()
    for record in records:
        history.take(record.g, record.told())
    now, often = history.open, history.counts
    for code, pad in sorted(now):
        yield Check("fault", FAIL, "fault", {"pad": pad, "fault": code, "g": now[code, pad]})
    again = [(*row, often[row]) for row in sorted(often) if row not in now and often[row] > 1]
    loose = [row for row in again if row[1] >= 0]  # at a pad: then it is a plug or a cable
    for code, pad, count in loose:
        yield Check("fault", NOTE, "faults", {"pad": pad, "fault": code, "count": count})
    if not often:
        yield Check("fault", OK, "no-faults")
    starved = [pad for (code, pad) in often if code in IN_READERS]
    if starved:
        yield Check("supply", FAIL, "starved", {"pads": labels(sorted(starved))})
