"""The test of `cardtable doctor --wires`: every reader, lamp and key of the table, with the wires of faulty
ones.
"""

from __future__ import annotations

import json

from tablehost import arguments, messages
from tablehost.doctor.checks import FAIL, Check
from tablehost.doctor.devices import check_devices
from tablehost.doctor.person import AtTerminal, Person
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.link.conversation import Conversation
from tablehost.types import SCHEMA

SAID = messages.Catalogue("doctor")


def main(args: arguments.Doctor, person: Person | None = None) -> int:
    """Return the exit status. Raises Trouble."""
    address = discovery.find(args.table, True, is_real=True)
    if address == discovery.SIM:
        raise no_table("doctor --wires")
    found: list[Check] = []
    connection = discovery.connect(address, {})
    try:
        with Journal() as journal:
            session = Conversation(journal, connection.line, connection.virtual)
            session.greet(lambda event: None)
            if session.virtual:
                raise no_table("doctor --wires")
            person = person or AtTerminal(args.lang)
            person.say("how")
            for one in check_devices(
                session, lambda event: None, person, args.lang, True, args.wires or None
            ):
                found.append(one)
                if not args.json:
                    print(one.line(args.lang), flush=True)
            session.finish()
    finally:
        connection.close()
    bad = any(one.state == FAIL for one in found)
    if args.json:
        data = [one.as_json(args.lang) for one in found]
        print(json.dumps({"schema": SCHEMA, "ok": not bad, "virtual": False, "data": data}))
    refused = next((one.exit for one in found if one.what == "devices"), 0)
    return refused or (CHECK_FAILED if bad else 0)


def no_table(verb: str = "doctor --hw") -> Trouble:
    """Return the trouble for a check that needs a table where there is only the virtual one."""
    hint = SAID("needs-table-hint")
    return Trouble("NO_TABLE", SAID("needs-table", verb=verb), hint, NOT_FOUND)
