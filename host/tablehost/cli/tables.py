"""The verb `tables`: the tables there are, plugged in or virtual; the settings of one."""

import json
import os

from tablehost import messages
from tablehost.arguments import Tables
from tablehost.console import text
from tablehost.console.output import tell
from tablehost.console.terminal import one_line
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean
from tablehost.folders import has_journal
from tablehost.journal.store import Fork, Journal
from tablehost.link import discovery, known_tables
from tablehost.link.conversation import Conversation, refusal
from tablehost.link.port_error import PortError
from tablehost.link.present_tables import find_tables, find_without_port
from tablehost.types import SCHEMA

SAID = messages.Catalogue("table")


def main(args: Tables) -> int:
    """Run `cardtable tables [--all]` or `cardtable tables set NAME=VALUE...`. Raises Trouble."""
    if args.what == "set":
        return set_up(args)
    try:
        rows = find_tables(args.all)
    except PortError as error:  # the other ones are there without pyserial
        rows = find_without_port()
        tell(error, as_json=False)
    if os.environ.get("CARDTABLE_REQUIRE_HW", "0") not in ("", "0") and all(row["virtual"] for row in rows):
        raise Trouble("NO_TABLE", SAID("no-table"), SAID("check-cable"), NOT_FOUND)
    forks, remarks = _remembered()
    for row in rows:
        row["forked"] = [fork.g for fork in forks if row["serial"] and fork.uid.startswith(row["serial"])]
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": rows}))
        return 0
    if rows:
        columns = ("device", "serial", "usb_id", "maker", "product", "name")
        print(text.table([[row[name] or "-" for name in columns] for row in rows], left=range(len(columns))))
    else:
        print(SAID("no-table-but-virtual"))
    for fork in forks:
        print(SAID("fork-found", fork=one_line(fork)))
    for remark in remarks:
        print(one_line(remark))
    return 0


def set_up(args: Tables) -> int:
    """Set the settings of a table, which keeps them. Raises Trouble."""
    wanted = {}
    for word in args.settings:
        name, equals, value = word.partition("=")
        if name not in discovery.SETTINGS or not equals:
            known = did_you_mean(name, discovery.SETTINGS)
            raise Trouble("BAD_SETTING", SAID("no-setting", word=word), known)
        wanted[name] = value
    address = discovery.find(args.table, args.json)
    board = discovery.board_for(discovery.USUAL_SEATS)
    people = {"board": board, "alone": True, "seed": 0, "pace": 0, "held": []}
    with Journal() as journal:
        connection = discovery.connect(address, people)
        try:
            session = Conversation(journal, connection.line, connection.virtual)
            session.greet(lambda event: None)
            for name, value in wanted.items():
                accepted, answer = session.command(lambda event: None, "set", name, value)
                if not accepted:
                    raise refusal("set", (name, value), answer)
            session.finish()
        finally:
            connection.close()
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": wanted}))
    else:
        print(SAID("settings-kept", settings=" ".join(f"{name}={value}" for name, value in wanted.items())))
    return 0


def _remembered() -> tuple[list[Fork], list[str]]:
    """Return the remarks on tables that were met before."""
    if not has_journal():
        return [], []
    with Journal() as journal:
        return journal.forks(), known_tables.remarks(journal)
