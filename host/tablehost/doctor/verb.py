"""The verb `doctor`."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cardtable import __version__
from tablehost import arguments, messages
from tablehost.doctor import computer, udev, wires
from tablehost.doctor.checks import FAIL, NOTE, OK, Check, status
from tablehost.doctor.devices import TAG, check_devices
from tablehost.doctor.person import AtTerminal, Person
from tablehost.doctor.report import Figures
from tablehost.doctor.report import page as report_page
from tablehost.doctor.table import Table, program_before
from tablehost.doctor.wires import no_table
from tablehost.doctor.words import WORDS
from tablehost.errors import USAGE, Trouble
from tablehost.files import save_text
from tablehost.flashing import repl
from tablehost.journal.store import Journal, now
from tablehost.link import discovery
from tablehost.link.conversation import Conversation
from tablehost.types import SCHEMA, Document, Fields

SAID = messages.Catalogue("doctor")

NUMBERS = re.compile(r"[0-9A-Fa-f]{8,}")  # of tags: possible secrets
TEXTS = re.compile(r"[A-Za-z0-9_-]{12,}")  # keys, digests; but for names in the program
MISTAKES = re.compile(r"(\w+(?:Error|Exception|Fault)): .*")  # the text after it could name a card
NEEDED = ("packages", "kept", "port", "permission", "holder")  # for the table to be reached
TOLD = ("boot", "note")  # the kinds of records that a support file has
CONSOLE_LINES, RECORDS = 100, 300


def main(args: arguments.Doctor) -> int:
    """Run `cardtable doctor [--hw] [--support FILE] [--report FILE]`, or one of `--wires`, `--prompt`,
    `--fix-udev` alone. Raises Trouble.
    """
    alone = {"--wires": args.wires is not None, "--prompt": args.prompt, "--fix-udev": args.fix_udev}
    for option in (name for name, is_given in alone.items() if is_given):
        if args.support or args.report:
            raise Trouble("USAGE", SAID("stands-alone", option=option), f"cardtable doctor {option}", USAGE)
    if args.fix_udev:
        return udev.main(args.lang, args.json)
    if args.prompt:
        return repl.main(args)
    if args.wires is not None:
        return wires.main(args)
    return Doctor(args, AtTerminal(args.lang)).run()


class Doctor:
    """All checks of one run, printed as they finish."""

    def __init__(self, args: arguments.Doctor, person: Person) -> None:
        self._lang = args.lang
        self._json = args.json
        self._hw = args.hw
        self._support = args.support
        self._report = args.report
        self._figures = Figures()
        self._asked = args.table
        self._person = person
        self._checks: list[Check] = []
        self._table: Table | None = None
        self._of_session: Fields = {}  # the table's data on itself, for other checks

    def run(self) -> int:
        """Run the checks and print them; return the exit status. Raises Trouble."""
        address = self._address()
        try:
            for check in self._all(address):
                self._tell(check)
        finally:
            if self._support is not None:
                self._write_support(self._support)
            if self._report is not None:
                self._write_report(self._report)
        counts = {state: sum(check.state == state for check in self._checks) for state in (OK, FAIL, NOTE)}
        if self._json:
            data = [check.as_json(self._lang) for check in self._checks]
            virtual = self._table is not None and self._table.session.virtual
            told = {"schema": SCHEMA, "ok": not counts[FAIL], "virtual": virtual, "data": data}
            print(json.dumps(told))
        else:
            print(WORDS[self._lang]["summary"].format(**counts))
        return status(self._checks)

    def _address(self) -> str:
        """Return the address of the table: never the virtual one by default."""
        address = self._asked or os.environ.get("CARDTABLE") or "auto"
        if address == "auto":
            try:
                found = discovery.find(address, True)
            except Trouble as trouble:
                if trouble.code != "NO_TABLE":
                    raise
                found = discovery.SIM
            address = found if found != discovery.SIM else address
        elif address != discovery.SIM:
            address = discovery.find(address, True)
        if self._hw and address in ("auto", discovery.SIM):
            raise no_table()
        return address

    def _tell(self, check: Check) -> None:
        self._checks.append(check)
        if not self._json:
            print(check.line(self._lang), flush=True)

    # -- the checks ------------------------------------------------------------------------------

    def _all(self, address: str) -> Iterator[Check]:
        yield from computer.checks(address)
        if any(check.state == FAIL and check.what in NEEDED for check in self._checks):
            return
        board = discovery.board_for(discovery.USUAL_SEATS)
        people = {"board": board, "alone": True, "seed": 0, "pace": 0.1, "held": []}
        try:
            connection = discovery.connect(address, people)
        except Trouble as trouble:
            yield Check.of("open", trouble)
            return
        try:
            with Journal() as journal:
                yield from self._of_table(journal, connection)
        finally:
            connection.close()

    def _of_table(self, journal: Journal, connection: discovery.Connection) -> Iterator[Check]:
        before = {uid: program_before(journal, uid) for uid in journal.tables()}
        session = Conversation(journal, connection.line, connection.virtual)
        try:
            session.greet(lambda event: None)
            if self._hw and session.virtual:
                raise no_table()
            table = self._table = Table(journal, session, before.get(session.uid))
            yield from table.checks()
            if table.state == "playing" or (table.asked == "over" and not self._hw):
                yield Check("supply", NOTE, "supply-match")
                yield Check("devices", FAIL if self._hw else NOTE, "no-service-now")
                return
            if self._hw:
                self._person.say("how")
            measure = None if self._report is None else self._figures.measure
            yield from check_devices(session, table.hear, self._person, self._lang, self._hw, measure=measure)
            session.finish()
        except Trouble as trouble:
            if trouble.code == "NO_TABLE":
                raise
            yield Check.of("open", trouble)
        finally:
            if self._table is not None:
                self._keep_for_support(self._table)

    # -- for others to read ----------------------------------------------------------------------

    def _write_support(self, file: str) -> None:
        """Write the support file: findings, and the table's data on itself; no cards, no players."""
        path = save_text(file, json.dumps(self._for_support(), indent=1) + "\n", "--support")
        print(WORDS[self._lang]["support"].format(file=path), file=sys.stderr)

    def _write_report(self, file: str) -> None:
        """Write the page that a first builder fills in and sends."""
        about = self._of_session.get("table", {})
        text = report_page(self._figures, self._for_others(), about, now()).replace(str(Path.home()), "~")
        path = save_text(file, text, "--report")
        print(WORDS[self._lang]["report"].format(file=path), file=sys.stderr)

    def _for_others(self) -> list[Check]:
        """Return all checks but those with the number of a tag."""
        return [check for check in self._checks if check.said != TAG]

    def _keep_for_support(self, table: Table) -> None:
        session, journal = table.session, table.journal
        records = journal.records(session.uid, max(0, journal.last_g(session.uid) - RECORDS))
        self._of_session = {
            "table": {**session.info, "virtual": session.virtual, "state": table.state},
            "line": {"damaged": session.damaged, "repeated": session.repeated},
            "records": [record.values() for record in records if record.kind in TOLD],
            "console": [redact(line) for _, line in journal.console(session.uid, CONSOLE_LINES)],
        }

    def _for_support(self) -> Document:
        told: Fields = {
            "schema": SCHEMA,
            "made": now(),
            "program": __version__,
            "python": platform.python_version(),
            "system": platform.platform(),
            "checks": [check.as_json("en") for check in self._for_others()],
        }
        told.update(self._of_session)
        plain: Fields = json.loads(json.dumps(told, default=str).replace(str(Path.home()), "~"))
        return plain


def redact(line: str) -> str:
    """Return a line of console text without possible secrets: a damaged frame could hold anything."""
    if '["' in line or '",' in line:
        return SAID("part-of-frame")
    line = TEXTS.sub(lambda found: found[0] if found[0].islower() else "(text)", MISTAKES.sub(r"\1", line))
    return NUMBERS.sub("(number)", line)
