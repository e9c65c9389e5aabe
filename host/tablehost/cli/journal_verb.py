"""The verb `journal`: a club's database set up, whole journals copied, a name forgotten."""

from __future__ import annotations

import json
from pathlib import Path

from tablehost import packages
from tablehost.arguments import Journal as Arguments
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean, require_package
from tablehost.journal import copies, databases
from tablehost.journal.databases import SAID
from tablehost.journal.game_log import write_again
from tablehost.journal.persons import name_players
from tablehost.journal.store import Journal
from tablehost.types import SCHEMA


def main(args: Arguments) -> int:
    """Run `journal setup [URL]`, `journal copy FROM TO` or `journal forget NAME`. Raises Trouble."""
    return {"setup": _set_up, "copy": _copy, "forget": _forget}[args.what](args)


def _forget(args: Arguments) -> int:
    name = args.source
    if name is None or args.target is not None:
        raise Trouble("USAGE", SAID("forget-needs-name"), SAID("forget-needs-name-hint"))
    with Journal() as journal:
        known = sorted({one for game in journal.games() for one in name_players(journal, game)})
        forgotten = journal.forget_name(name)
        for number in forgotten.games:
            write_again(journal, number)
    if not forgotten.games:
        raise Trouble("NO_SUCH_NAME", SAID("name-unknown", name=name), did_you_mean(name, known), NOT_FOUND)
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": forgotten._asdict()}))
    else:
        matches = ", ".join(map(str, forgotten.games))
        print(SAID("forgotten", name=name, other=forgotten.other, matches=matches))
        print(SAID("forgotten-elsewhere"))
    return 0


def _set_up(args: Arguments) -> int:
    require_package("psycopg", "club")
    postgres = packages.load("postgres")
    if args.target is not None:
        raise Trouble("USAGE", SAID("setup-needs-url"), SAID("setup-needs-url-hint"))
    place = None if args.source is None else postgres.set_up(args.source)
    if args.json:
        data = {"path": place, "role": postgres.PLAYER, "statements": postgres.setup_script()}
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    elif place is None:
        print(postgres.setup_script(), end="")
    else:
        print(SAID("setup-done", path=place, role=postgres.PLAYER))
    return 0


def _copy(args: Arguments) -> int:
    if args.source is None or args.target is None:
        raise Trouble("USAGE", SAID("copy-needs-two"), SAID("copy-needs-two-hint"))
    if not databases.is_url(args.source) and not Path(args.source).exists():
        about = SAID("source-missing", path=args.source)
        raise Trouble("NO_JOURNAL", about, SAID("source-missing-hint"), NOT_FOUND)
    with Journal(args.source) as source, Journal(args.target) as target:
        copied = copies.copy(source, target)
        names = (source.place, target.place)
    if args.json:
        data = {
            "from": names[0],
            "to": names[1],
            "rows": copied.counts,
            "heads": [head._asdict() for head in copied.heads],
            "bytes": copied.size,
            "digest": copied.digest,
        }
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        return 0
    for head in copied.heads:
        print(SAID("copy-head", uid=head.uid, count=head.records, last=head.last))
    print(", ".join(SAID("copy-row", count=count, table=table) for table, count in copied.counts.items()))
    print(SAID("copied", source=names[0], path=names[1], bytes=copied.size, digest=copied.digest))
    return 0
